// RUN: fused-opt %s --fused-fuse-bias-gradients | FileCheck %s

// A sum that is accumulated in f32 and narrowed is one of f16 for the product
// whose result is summed, and one of f32 for a product of f32 that reads the
// same matrix. Fusing the one erases the other.

// CHECK-LABEL: func.func @narrowed_sum_of_result_and_operand(
// CHECK: %[[D:.*]], %{{.*}} = fused.matmul epilog(drelu_bgrad)
// CHECK: fused.matmul epilog(default) transpose_a ins(%arg3, %[[D]] :
// CHECK-NOT: linalg.generic
func.func @narrowed_sum_of_result_and_operand(
    %g: tensor<5x8xf16>, %w: tensor<8x7xf16>, %mask: tensor<5x16xi8>,
    %x: tensor<5x3xf16>) -> (tensor<3x7xf32>, tensor<7xf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf16>
  %dp = fused.matmul epilog(drelu)
      ins(%g, %w : tensor<5x8xf16>, tensor<8x7xf16>)
      aux(%mask : tensor<5x16xi8>)
      outs(%e : tensor<5x7xf16>) -> tensor<5x7xf16>
  %f = tensor.empty() : tensor<3x7xf32>
  %dw = fused.matmul epilog(default) transpose_a
      ins(%x, %dp : tensor<5x3xf16>, tensor<5x7xf16>)
      outs(%f : tensor<3x7xf32>) -> tensor<3x7xf32>
  %s = tensor.empty() : tensor<7xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%s : tensor<7xf32>) -> tensor<7xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%dp : tensor<5x7xf16>) outs(%s0 : tensor<7xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<7xf32>
  %n = tensor.empty() : tensor<7xf16>
  %narrow = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%sum : tensor<7xf32>) outs(%n : tensor<7xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<7xf16>
  return %dw, %narrow : tensor<3x7xf32>, tensor<7xf16>
}
