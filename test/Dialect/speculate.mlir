// RUN: fused-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func.func @hoist_product_of_tensors
// CHECK: fused.matmul
// CHECK: scf.for
// CHECK-NOT: fused.matmul
func.func @hoist_product_of_tensors(%a: tensor<5x5xf32>, %d0: tensor<5x5xf32>,
                                    %n: index) -> tensor<5x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %d0) -> tensor<5x5xf32> {
    %d = fused.matmul epilog(relu)
        ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
        outs(%d0 : tensor<5x5xf32>) -> tensor<5x5xf32>
    %s = linalg.add ins(%x, %d : tensor<5x5xf32>, tensor<5x5xf32>)
        outs(%x : tensor<5x5xf32>) -> tensor<5x5xf32>
    scf.yield %s : tensor<5x5xf32>
  }
  return %r : tensor<5x5xf32>
}

// CHECK-LABEL: func.func @no_hoist_product_in_memory
// CHECK: scf.for
// CHECK: fused.matmul
func.func @no_hoist_product_in_memory(%a: memref<5x5xf32>, %d: memref<5x5xf32>,
                                      %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    fused.matmul epilog(relu) ins(%a, %a : memref<5x5xf32>, memref<5x5xf32>)
        outs(%d : memref<5x5xf32>)
  }
  return
}
