// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// A target that rounds the scaled accumulator may overflow where the program,
// which scales the rounded product in f32, does not.

#mn = affine_map<(m, n) -> (m, n)>

// 40,000 is in the range of f16, 80,000 is not.
// CHECK-LABEL: func.func @up_in_f16(
// CHECK: fused.matmul epilog(gelu) alpha(2.0{{.*}}) ins(
func.func @up_in_f16(
    %a: tensor<5x7xf16>, %b: tensor<7x19xf16>)
    -> tensor<5x19xf16> {
  %e = tensor.empty() : tensor<5x19xf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf16>) -> tensor<5x19xf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf16>) outs(%e : tensor<5x19xf16>) {
  ^bb0(%x: f16, %out: f16):
    %xf = arith.extf %x : f16 to f32
    %scale = arith.constant 2.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %root = arith.constant 0.797884583 : f32
    %s = arith.mulf %xf, %scale : f32
    %g1 = arith.mulf %s, %s : f32
    %g2 = arith.mulf %g1, %s : f32
    %g3 = arith.mulf %g2, %cubic : f32
    %g4 = arith.addf %s, %g3 : f32
    %g5 = arith.mulf %g4, %root : f32
    %g6 = math.tanh %g5 : f32
    %g7 = arith.addf %g6, %one : f32
    %g8 = arith.mulf %s, %half : f32
    %g9 = arith.mulf %g8, %g7 : f32
    %t = arith.truncf %g9 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x19xf16>
  return %0 : tensor<5x19xf16>
}

// A smaller number is in the range, too.
// CHECK-LABEL: func.func @down_in_f16(
// CHECK: fused.matmul epilog(gelu) allow_rounded_steps alpha(5.0{{.*}}) ins(
func.func @down_in_f16(
    %a: tensor<5x7xf16>, %b: tensor<7x19xf16>)
    -> tensor<5x19xf16> {
  %e = tensor.empty() : tensor<5x19xf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf16>) -> tensor<5x19xf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf16>) outs(%e : tensor<5x19xf16>) {
  ^bb0(%x: f16, %out: f16):
    %xf = arith.extf %x : f16 to f32
    %scale = arith.constant 0.5 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %root = arith.constant 0.797884583 : f32
    %s = arith.mulf %xf, %scale : f32
    %g1 = arith.mulf %s, %s : f32
    %g2 = arith.mulf %g1, %s : f32
    %g3 = arith.mulf %g2, %cubic : f32
    %g4 = arith.addf %s, %g3 : f32
    %g5 = arith.mulf %g4, %root : f32
    %g6 = math.tanh %g5 : f32
    %g7 = arith.addf %g6, %one : f32
    %g8 = arith.mulf %s, %half : f32
    %g9 = arith.mulf %g8, %g7 : f32
    %t = arith.truncf %g9 : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x19xf16>
  return %0 : tensor<5x19xf16>
}

// bf16 has the range of f32.
// CHECK-LABEL: func.func @up_in_bf16(
// CHECK: fused.matmul epilog(gelu) allow_rounded_steps alpha(2.0{{.*}}) ins(
func.func @up_in_bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %xf = arith.extf %x : bf16 to f32
    %scale = arith.constant 2.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %root = arith.constant 0.797884583 : f32
    %s = arith.mulf %xf, %scale : f32
    %g1 = arith.mulf %s, %s : f32
    %g2 = arith.mulf %g1, %s : f32
    %g3 = arith.mulf %g2, %cubic : f32
    %g4 = arith.addf %s, %g3 : f32
    %g5 = arith.mulf %g4, %root : f32
    %g6 = math.tanh %g5 : f32
    %g7 = arith.addf %g6, %one : f32
    %g8 = arith.mulf %s, %half : f32
    %g9 = arith.mulf %g8, %g7 : f32
    %t = arith.truncf %g9 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
