// RUN: fused-opt %s --fused-fuse-epilogs --fused-pair-epilogs --fused-fuse-bias-gradients | FileCheck %s

// A product with a scaled D gains nothing: what follows it is of a scaled D, and
// the largest magnitude is of D without it. A product with a scale of A alone
// does.

#mn = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func.func @relu_of_scaled_result(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.maximumf
func.func @relu_of_scaled_result(
    %a: tensor<32x16xf8E4M3FN>, %b: tensor<16x48xf8E4M3FN>, %sd: tensor<f32>)
    -> tensor<32x48xf8E4M3FN> {
  %e = tensor.empty() : tensor<32x48xf8E4M3FN>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      d_scale(%sd : tensor<f32>)
      outs(%e : tensor<32x48xf8E4M3FN>) -> tensor<32x48xf8E4M3FN>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<32x48xf8E4M3FN>) outs(%e : tensor<32x48xf8E4M3FN>) {
  ^bb0(%x: f8E4M3FN, %out: f8E4M3FN):
    %z = arith.constant 0.0 : f8E4M3FN
    %y = arith.maximumf %x, %z : f8E4M3FN
    linalg.yield %y : f8E4M3FN
  } -> tensor<32x48xf8E4M3FN>
  return %0 : tensor<32x48xf8E4M3FN>
}

// CHECK-LABEL: func.func @relu_of_scaled_product(
// CHECK: fused.matmul epilog(relu) {{.*}} a_scale(%arg2 :
// CHECK-NOT: arith.maximumf
func.func @relu_of_scaled_product(
    %a: tensor<32x16xf32>, %b: tensor<16x48xf32>, %sa: tensor<f32>)
    -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf32>, tensor<16x48xf32>)
      a_scale(%sa : tensor<f32>)
      outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<32x48xf32>) outs(%e : tensor<32x48xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}
