// RUN: fused-opt %s --fused-fuse-epilogs --fused-fuse-bias-gradients \
// RUN:   --remarks-filter=fused-epilog 2>&1 >/dev/null | FileCheck %s \
// RUN:   --implicit-check-not='unknown reason'

// Each reason for which a gradient is left alone, in a function of its name.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>

func.func @gradient_at_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] gradient-at-zero | Category:fused-epilog
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %above = arith.cmpf ogt, %s, %z : f32
    %equal = arith.cmpf oeq, %s, %z : f32
    %tie = arith.select %equal, %half, %z : f32
    %w = arith.select %above, %one, %tie : f32
    %y = arith.mulf %x, %w : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

func.func @saved_type(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %p: tensor<5x19xf32>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] saved-type | Category:fused-epilog
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xbf16>, tensor<5x19xf32>)
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
    %r = arith.truncf %y : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

func.func @bias_gradient_type(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %m: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] bias-gradient-type | Category:fused-epilog
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xbf16>)
      -> tensor<5x19xbf16>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>) -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %w = arith.extf %i : bf16 to f32
    %y = arith.addf %o, %w : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xbf16>, tensor<19xf32>
}
