// RUN: fused-opt %s --fused-raise-contractions | FileCheck %s

// Upstream accepts a result of size 0, whose elements the loops would write
// beyond.
// CHECK-LABEL: func.func @no_raise_result_of_other_sizes
// CHECK-NOT: fused.matmul
// CHECK: linalg.matmul
func.func @no_raise_result_of_other_sizes(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<0x0xf32>)
    -> tensor<0x0xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<0x0xf32>) -> tensor<0x0xf32>
  return %0 : tensor<0x0xf32>
}

// CHECK-LABEL: func.func @raise_unknown_sizes
// CHECK: fused.matmul
func.func @raise_unknown_sizes(
    %a: tensor<5x?xf32>, %b: tensor<7x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xf32>, tensor<7x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
