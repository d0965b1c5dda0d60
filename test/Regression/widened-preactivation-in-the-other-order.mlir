// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// The pre-activation is stored by columns, in the type that the aux asks for,
// and widened for the computation.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>

// CHECK-LABEL: func.func @derivative_of_gelu(
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg2 : tensor<19x5xbf16>)
// CHECK: fused.matmul epilog(dgelu) {{.*}} aux(%[[T]] : tensor<5x19xbf16>)
func.func @derivative_of_gelu(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %p: tensor<19x5xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %we = tensor.empty() : tensor<19x5xf32>
  %w = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<19x5xbf16>) outs(%we : tensor<19x5xf32>) {
  ^bb0(%n: bf16, %out: f32):
    %s = arith.extf %n : bf16 to f32
    linalg.yield %s : f32
  } -> tensor<19x5xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g, %w : tensor<5x19xbf16>, tensor<19x5xf32>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%n: bf16, %s: f32, %out: bf16):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %c = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %x = arith.extf %n : bf16 to f32
    %s2 = arith.mulf %s, %s : f32
    %v0 = arith.mulf %s2, %c : f32
    %v1 = arith.addf %v0, %one : f32
    %v2 = arith.mulf %v1, %s : f32
    %u = arith.mulf %v2, %k : f32
    %t = math.tanh %u : f32
    %l0 = arith.addf %t, %one : f32
    %l = arith.mulf %l0, %half : f32
    %tt = arith.mulf %t, %t : f32
    %r0 = arith.subf %one, %tt : f32
    %r1 = arith.mulf %s2, %c3 : f32
    %r2 = arith.addf %r1, %one : f32
    %r3 = arith.mulf %r0, %r2 : f32
    %r4 = arith.mulf %r3, %s : f32
    %r5 = arith.mulf %r4, %half : f32
    %r6 = arith.mulf %r5, %k : f32
    %d = arith.addf %l, %r6 : f32
    %y = arith.mulf %x, %d : f32
    %z = arith.truncf %y : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
