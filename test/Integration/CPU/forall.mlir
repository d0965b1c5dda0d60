// RUN: fused-run %s --verify | FileCheck %s

// A parallel loop of the program itself.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<64x40xf32>) -> tensor<64x40xf32> {
  %0 = tensor.empty() : tensor<64x40xf32>
  %1 = scf.forall (%arg1) in (64) shared_outs(%arg2 = %0) -> (tensor<64x40xf32>) {
    %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1, 40] [1, 1] : tensor<64x40xf32> to tensor<40xf32>
    %extracted_slice_0 = tensor.extract_slice %arg2[%arg1, 0] [1, 40] [1, 1] : tensor<64x40xf32> to tensor<40xf32>
    %2 = linalg.tanh ins(%extracted_slice : tensor<40xf32>) outs(%extracted_slice_0 : tensor<40xf32>) -> tensor<40xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %arg2[%arg1, 0] [1, 40] [1, 1] : tensor<40xf32> into tensor<64x40xf32>
    }
  }
  return %1 : tensor<64x40xf32>
}
