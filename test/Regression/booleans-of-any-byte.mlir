// RUN: fused-run %s --input=0=%S/Inputs/booleans.npy --print | FileCheck %s

// The bytes 0, 1, 2, 255, 128 and 3: each but the first is true.
// CHECK: [0, 1, 1, 1, 1, 1]
// CHECK: [1, 0, 0, 0, 0, 0]
// CHECK: [0, 1, 1, 1, 1, 1]

func.func @main(%a: tensor<6xi1>) -> (tensor<6xi32>, tensor<6xi1>, tensor<6xi1>) {
  %e = tensor.empty() : tensor<6xi32>
  %f = tensor.empty() : tensor<6xi1>
  %t = arith.constant true
  %0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a : tensor<6xi1>) outs(%e : tensor<6xi32>) { ^bb0(%x: i1, %o: i32): %r = arith.extui %x : i1 to i32 linalg.yield %r : i32 } -> tensor<6xi32>
  %1 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%a : tensor<6xi1>) outs(%f : tensor<6xi1>) { ^bb0(%x: i1, %o: i1): %r = arith.xori %x, %t : i1 linalg.yield %r : i1 } -> tensor<6xi1>
  return %0, %1, %a : tensor<6xi32>, tensor<6xi1>, tensor<6xi1>
}
