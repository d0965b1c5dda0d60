// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// GELU in its tanh form, with other functions, in steps, and in 16-bit types.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// x * sigmoid(2 u)
// CHECK-LABEL: func.func @gelu_by_sigmoid(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_by_sigmoid(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 1.5957691216057308 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w = arith.mulf %r, %u : f32
    %n = arith.negf %w : f32
    %ex = math.exp %n : f32
    %d = arith.addf %one, %ex : f32
    %y = arith.divf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// x / (1 + 2^(-2 u log2(e)))
// CHECK-LABEL: func.func @gelu_by_exp2(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_by_exp2(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant -2.302208198145327 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w = arith.mulf %r, %u : f32
    %ex = math.exp2 %w : f32
    %d = arith.addf %one, %ex : f32
    %y = arith.divf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// tanh by the rational polynomial that Eigen and XLA use.
// CHECK-LABEL: func.func @gelu_of_rational_tanh(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_rational_tanh(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %lo = arith.constant -9.0 : f32
    %hi = arith.constant 9.0 : f32
    %a0 = arith.constant -2.76076847742355e-16 : f32
    %a1 = arith.constant 2.00018790482477e-13 : f32
    %a2 = arith.constant -8.60467152213735e-11 : f32
    %a3 = arith.constant 5.12229709037114e-08 : f32
    %a4 = arith.constant 1.48572235717979e-05 : f32
    %a5 = arith.constant 6.37261928875436e-04 : f32
    %a6 = arith.constant 4.89352455891786e-03 : f32
    %b0 = arith.constant 1.19825839466702e-06 : f32
    %b1 = arith.constant 1.18534705686654e-04 : f32
    %b2 = arith.constant 2.26843463243900e-03 : f32
    %b3 = arith.constant 4.89352518554385e-03 : f32
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %x, %i : f32
    %w0 = arith.mulf %r, %u : f32
    %w1 = arith.maximumf %w0, %lo : f32
    %w = arith.minimumf %w1, %hi : f32
    %s = arith.mulf %w, %w : f32
    %p1 = math.fma %s, %a0, %a1 : f32
    %p2 = math.fma %p1, %s, %a2 : f32
    %p3 = math.fma %p2, %s, %a3 : f32
    %p4 = math.fma %p3, %s, %a4 : f32
    %p5 = math.fma %p4, %s, %a5 : f32
    %p6 = math.fma %p5, %s, %a6 : f32
    %num = arith.mulf %w, %p6 : f32
    %q1 = math.fma %s, %b0, %b1 : f32
    %q2 = math.fma %q1, %s, %b2 : f32
    %q = math.fma %q2, %s, %b3 : f32
    %t = arith.divf %num, %q : f32
    %o = arith.addf %one, %t : f32
    %g = arith.mulf %h, %o : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// JAX writes sqrt(2/pi) as 0.796875 in a bf16 program.
// CHECK-LABEL: func.func @gelu_of_constants_rounded_to_bf16(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) allow_rounded_steps ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_constants_rounded_to_bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %h = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %k = arith.constant 0.0446777344 : bf16
    %r = arith.constant 0.796875 : bf16
    %x2 = arith.mulf %x, %x : bf16
    %x3 = arith.mulf %x2, %x : bf16
    %i = arith.mulf %k, %x3 : bf16
    %u = arith.addf %x, %i : bf16
    %w = arith.mulf %r, %u : bf16
    %t = math.tanh %w : bf16
    %q = arith.addf %one, %t : bf16
    %g = arith.mulf %h, %q : bf16
    %y = arith.mulf %x, %g : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @gelu_of_constants_rounded_to_f16(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) allow_rounded_steps ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_of_constants_rounded_to_f16(
    %a: tensor<5x7xf16>, %b: tensor<7x19xf16>) -> tensor<5x19xf16> {
  %e = tensor.empty() : tensor<5x19xf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%e : tensor<5x19xf16>) -> tensor<5x19xf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf16>)
      outs(%e : tensor<5x19xf16>) {
  ^bb0(%x: f16, %out: f16):
    %h = arith.constant 0.5 : f16
    %one = arith.constant 1.0 : f16
    %k = arith.constant 0.0447082519 : f16
    %r = arith.constant 0.797851563 : f16
    %x2 = arith.mulf %x, %x : f16
    %x3 = arith.mulf %x2, %x : f16
    %i = arith.mulf %k, %x3 : f16
    %u = arith.addf %x, %i : f16
    %w = arith.mulf %r, %u : f16
    %t = math.tanh %w : f16
    %q = arith.addf %one, %t : f16
    %g = arith.mulf %h, %q : f16
    %y = arith.mulf %x, %g : f16
    linalg.yield %y : f16
  } -> tensor<5x19xf16>
  return %0 : tensor<5x19xf16>
}

// Widened, computed in f32, and rounded once.
// CHECK-LABEL: func.func @gelu_in_f32_of_bf16_product(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias) ins(%arg0, %arg1 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @gelu_in_f32_of_bf16_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %v_: bf16, %out: bf16):
    %xw = arith.extf %x : bf16 to f32
    %vw = arith.extf %v_ : bf16 to f32
    %b1 = arith.addf %xw, %vw : f32
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %x2 = arith.mulf %b1, %b1 : f32
    %x3 = arith.mulf %x2, %b1 : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %b1, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %b1, %g : f32
    %yn = arith.truncf %y : f32 to bf16
    linalg.yield %yn : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// One operation for each step, as JAX writes them.
// CHECK-LABEL: func.func @gelu_in_steps(
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu)
// CHECK-NOT: linalg
// CHECK: return %[[D]]
func.func @gelu_in_steps(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = arith.constant dense<0.5> : tensor<5x19xf32>
  %one = arith.constant dense<1.0> : tensor<5x19xf32>
  %k = arith.constant dense<0.044715> : tensor<5x19xf32>
  %r = arith.constant dense<0.79788456> : tensor<5x19xf32>
  %0 = linalg.mul ins(%p, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %1 = linalg.mul ins(%0, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %2 = linalg.mul ins(%k, %1 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %3 = linalg.add ins(%p, %2 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %4 = linalg.mul ins(%r, %3 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %5 = linalg.tanh ins(%4 : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %6 = linalg.add ins(%one, %5 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %7 = linalg.mul ins(%h, %6 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %8 = linalg.mul ins(%p, %7 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %8 : tensor<5x19xf32>
}
