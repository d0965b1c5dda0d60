// RUN: fused-opt %s --fused-fuse-epilogs --fused-pair-epilogs --fused-fuse-bias-gradients | FileCheck %s

// A product with scales gains nothing: what follows it is of a scaled D, and the
// largest magnitude is of D without it.

#mn = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func.func @relu_of_scaled_product(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.maximumf
func.func @relu_of_scaled_product(
    %a: tensor<32x16xf8E4M3FN>, %b: tensor<16x48xf8E4M3FN>, %sa: tensor<f32>)
    -> tensor<32x48xbf16> {
  %e = tensor.empty() : tensor<32x48xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      a_scale(%sa : tensor<f32>)
      outs(%e : tensor<32x48xbf16>) -> tensor<32x48xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<32x48xbf16>) outs(%e : tensor<32x48xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %y = arith.maximumf %x, %z : bf16
    linalg.yield %y : bf16
  } -> tensor<32x48xbf16>
  return %0 : tensor<32x48xbf16>
}
