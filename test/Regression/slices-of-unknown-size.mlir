// RUN: fused-run %s --shape=0=5x7 --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --shape=0=5x7 --verify=quick | FileCheck %s %}

// Results that are slices with rows longer than their own: the strides of their
// types are not known.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>

func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %in : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  %less = arith.subi %n, %c2 : index
  %1 = tensor.extract_slice %0[0, 0] [%m, %less] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %rows = arith.subi %m, %c1 : index
  %2 = tensor.extract_slice %0[0, 0] [%rows, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
