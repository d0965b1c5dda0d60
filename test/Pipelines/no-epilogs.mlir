// RUN: fused-opt %s --fused-fuse-products=epilogs=false | FileCheck %s

// What is compared with a fused program on devices: the product is the
// library's, what follows it is not.

// CHECK-LABEL: func.func @layer
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x6xf32>) -> tensor<4x6xf32>
  %product = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x6xf32>) outs(%zeros : tensor<4x6xf32>) -> tensor<4x6xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %b : tensor<4x6xf32>, tensor<6xf32>) outs(%empty : tensor<4x6xf32>) {
  ^bb0(%p: f32, %c: f32, %out: f32):
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  return %sum : tensor<4x6xf32>
}
