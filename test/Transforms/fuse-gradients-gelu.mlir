// RUN: fused-opt %s --fused-fuse-epilogs -canonicalize | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast -canonicalize | FileCheck %s --check-prefixes=CHECK,FAST

// The derivative of GELU in many spellings.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @by_hand(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @by_hand(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @derivative_first(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @derivative_first(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %d, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The gradient of the result meets every term on its own.
// CHECK-LABEL: func.func @by_jax(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @by_jax(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 4.471500e-02 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %q3 = arith.mulf %three, %s2 : f32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    %p1 = arith.addf %one, %t : f32
    %m1 = arith.subf %one, %t : f32
    %pm = arith.mulf %p1, %m1 : f32
    %l = arith.mulf %half, %p1 : f32
    %g1 = arith.mulf %s, %x : f32
    %g2 = arith.mulf %x, %l : f32
    %g3 = arith.mulf %half, %g1 : f32
    %g4 = arith.mulf %g3, %pm : f32
    %g5 = arith.mulf %k, %g4 : f32
    %g6 = arith.addf %g2, %g5 : f32
    %g7 = arith.mulf %cub, %g5 : f32
    %g8 = arith.mulf %g7, %q3 : f32
    %y = arith.addf %g6, %g8 : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @by_torch_mlir(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @by_torch_mlir(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.7977240352174656 : f32
    %cub = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    %left = arith.mulf %half, %s : f32
    %right = arith.addf %one, %t : f32
    %ld = arith.mulf %half, %right : f32
    %tt = arith.mulf %t, %t : f32
    %td = arith.subf %one, %tt : f32
    %q = arith.mulf %c3, %s2 : f32
    %q1 = arith.addf %one, %q : f32
    %id = arith.mulf %k, %q1 : f32
    %rd0 = arith.mulf %left, %td : f32
    %rd = arith.mulf %rd0, %id : f32
    %d = arith.addf %ld, %rd : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @with_integer_powers(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @with_integer_powers(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.7977240352174656 : f32
    %cub = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %three = arith.constant 3 : i32
    %two = arith.constant 2 : i32
    %s3 = math.fpowi %s, %three : f32, i32
    %s2 = math.fpowi %s, %two : f32, i32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    %left = arith.mulf %half, %s : f32
    %right = arith.addf %one, %t : f32
    %ld = arith.mulf %half, %right : f32
    %tt = arith.mulf %t, %t : f32
    %td = arith.subf %one, %tt : f32
    %q = arith.mulf %c3, %s2 : f32
    %q1 = arith.addf %one, %q : f32
    %id = arith.mulf %k, %q1 : f32
    %rd0 = arith.mulf %left, %td : f32
    %rd = arith.mulf %rd0, %id : f32
    %d = arith.addf %ld, %rd : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// x sigmoid(2u), differentiated.
// CHECK-LABEL: func.func @by_sigmoid(
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @by_sigmoid(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %k = arith.constant 1.595769121605731 : f32
    %cub = arith.constant 0.044715 : f32
    %c3 = arith.constant 0.134145 : f32
    %s2 = arith.mulf %s, %s : f32
    %c1 = arith.mulf %cub, %s2 : f32
    %c2 = arith.addf %c1, %one : f32
    %v = arith.mulf %s, %c2 : f32
    %u = arith.mulf %k, %v : f32
    %nu = arith.negf %u : f32
    %ex = math.exp %nu : f32
    %de = arith.addf %ex, %one : f32
    %sg = arith.divf %one, %de : f32
    %ms = arith.subf %one, %sg : f32
    %a1 = arith.mulf %sg, %ms : f32
    %a2 = arith.mulf %c3, %s2 : f32
    %a3 = arith.addf %a2, %one : f32
    %a4 = arith.mulf %k, %a3 : f32
    %a5 = arith.mulf %s, %a4 : f32
    %a6 = arith.mulf %a5, %a1 : f32
    %d = arith.addf %sg, %a6 : f32
    %y = arith.mulf %d, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @exact(
// DEFAULT: fused.matmul epilog(default)
// FAST: fused.matmul epilog(dgelu) {{.*}} aux(%arg2 :
// CHECK: return
func.func @exact(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %rs = arith.constant 0.70710678118 : f32
    %den = arith.constant 0.3989422804 : f32
    %mh = arith.constant -0.5 : f32
    %e1 = arith.mulf %s, %rs : f32
    %e2 = math.erf %e1 : f32
    %e3 = arith.addf %e2, %one : f32
    %cdf = arith.mulf %e3, %half : f32
    %s2 = arith.mulf %s, %s : f32
    %e4 = arith.mulf %s2, %mh : f32
    %e5 = math.exp %e4 : f32
    %e6 = arith.mulf %e5, %den : f32
    %e7 = arith.mulf %s, %e6 : f32
    %d = arith.addf %cdf, %e7 : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// As JAX squares the argument of exp: the bits of its first digits alone, and the
// rest.
// CHECK-LABEL: func.func @exact_with_a_square_in_parts(
// DEFAULT: fused.matmul epilog(default)
// FAST: fused.matmul epilog(dgelu) {{.*}} aux(%arg2 :
// CHECK: return
func.func @exact_with_a_square_in_parts(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %rs = arith.constant 0.70710678118 : f32
    %den = arith.constant 0.3989422804 : f32
    %high_bits = arith.constant -4096 : i32
    %e1 = arith.mulf %s, %rs : f32
    %e2 = math.erf %e1 : f32
    %e3 = arith.addf %e2, %one : f32
    %cdf = arith.mulf %e3, %half : f32
    %bits = arith.bitcast %e1 : f32 to i32
    %kept = arith.andi %bits, %high_bits : i32
    %high = arith.bitcast %kept : i32 to f32
    %high2 = arith.mulf %high, %high : f32
    %minus = arith.negf %high2 : f32
    %f1 = math.exp %minus : f32
    %low = arith.subf %high, %e1 : f32
    %sum = arith.addf %high, %e1 : f32
    %rest = arith.mulf %low, %sum : f32
    %f2 = math.exp %rest : f32
    %e5 = arith.mulf %f1, %f2 : f32
    %e6 = arith.mulf %e5, %den : f32
    %e7 = arith.mulf %s, %e6 : f32
    %d = arith.addf %cdf, %e7 : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Without the bit of its sign, the value is positive.
// CHECK-LABEL: func.func @no_fuse_exact_without_sign(
// CHECK: fused.matmul epilog(default)
// CHECK: math.erf
func.func @no_fuse_exact_without_sign(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %rs = arith.constant 0.70710678118 : f32
    %den = arith.constant 0.3989422804 : f32
    %mh = arith.constant -0.5 : f32
    %all_but_sign = arith.constant 2147483647 : i32
    %bits = arith.bitcast %s : f32 to i32
    %kept = arith.andi %bits, %all_but_sign : i32
    %t = arith.bitcast %kept : i32 to f32
    %e1 = arith.mulf %t, %rs : f32
    %e2 = math.erf %e1 : f32
    %e3 = arith.addf %e2, %one : f32
    %cdf = arith.mulf %e3, %half : f32
    %s2 = arith.mulf %s, %s : f32
    %e4 = arith.mulf %s2, %mh : f32
    %e5 = math.exp %e4 : f32
    %e6 = arith.mulf %e5, %den : f32
    %e7 = arith.mulf %s, %e6 : f32
    %d = arith.addf %cdf, %e7 : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// PyTorch computes one factor of a gradient of bf16 in f32: the pre-activation is
// the same where an f32 result is computed from it.
// CHECK-LABEL: func.func @partly_in_f32(
// CHECK: fused.matmul epilog(dgelu) {{.*}} aux(%arg2 :
// CHECK-NEXT: return
func.func @partly_in_f32(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %p: tensor<5x19xbf16>, %q: tensor<5x19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %ef = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %s: bf16, %out: bf16):
    %half = arith.constant 0.5 : bf16
    %hs = arith.mulf %s, %half : bf16
    %y = arith.mulf %x, %hs : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %p : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%ef : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %s: bf16, %out: f32):
    %wide = arith.extf %x : bf16 to f32
    %cube = arith.constant 3 : i32
    %s3 = math.fpowi %s, %cube : bf16, i32
    %k = arith.constant 0.044715 : bf16
    %ks3 = arith.mulf %s3, %k : bf16
    %sum = arith.addf %s, %ks3 : bf16
    %r = arith.constant 0.7978845608 : bf16
    %arg = arith.mulf %sum, %r : bf16
    %t = math.tanh %arg : bf16
    %tf = arith.extf %t : bf16 to f32
    %t2 = arith.mulf %tf, %tf : f32
    %one = arith.constant 1.0 : f32
    %d = arith.subf %one, %t2 : f32
    %y = arith.mulf %wide, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %2 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%1, %g, %p : tensor<5x19xf32>, tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %u: bf16, %s: bf16, %out: bf16):
    %n = arith.truncf %x : f32 to bf16
    %cube = arith.constant 3 : i32
    %s3 = math.fpowi %s, %cube : bf16, i32
    %k = arith.constant 0.044715 : bf16
    %ks3 = arith.mulf %s3, %k : bf16
    %sum = arith.addf %s, %ks3 : bf16
    %r = arith.constant 0.7978845608 : bf16
    %arg = arith.mulf %sum, %r : bf16
    %t = math.tanh %arg : bf16
    %nr = arith.mulf %n, %r : bf16
    %square = arith.constant 2 : i32
    %s2 = math.fpowi %s, %square : bf16, i32
    %three = arith.constant 3.0 : bf16
    %s23 = arith.mulf %s2, %three : bf16
    %slope = arith.mulf %s23, %k : bf16
    %inner = arith.mulf %nr, %slope : bf16
    %first = arith.addf %nr, %inner : bf16
    %one = arith.constant 1.0 : bf16
    %t1 = arith.addf %t, %one : bf16
    %half = arith.constant 0.5 : bf16
    %ht1 = arith.mulf %t1, %half : bf16
    %last = arith.mulf %u, %ht1 : bf16
    %y = arith.addf %first, %last : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %2 : tensor<5x19xbf16>
}

// There, it is another value.
// CHECK-LABEL: func.func @no_fuse_another_value_in_f32(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_another_value_in_f32(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %p: tensor<5x19xbf16>, %q: tensor<5x19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %ef = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %s: bf16, %out: bf16):
    %half = arith.constant 0.5 : bf16
    %hs = arith.mulf %s, %half : bf16
    %y = arith.mulf %x, %hs : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %q : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%ef : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %s: bf16, %out: f32):
    %wide = arith.extf %x : bf16 to f32
    %cube = arith.constant 3 : i32
    %s3 = math.fpowi %s, %cube : bf16, i32
    %k = arith.constant 0.044715 : bf16
    %ks3 = arith.mulf %s3, %k : bf16
    %sum = arith.addf %s, %ks3 : bf16
    %r = arith.constant 0.7978845608 : bf16
    %arg = arith.mulf %sum, %r : bf16
    %t = math.tanh %arg : bf16
    %tf = arith.extf %t : bf16 to f32
    %t2 = arith.mulf %tf, %tf : f32
    %one = arith.constant 1.0 : f32
    %d = arith.subf %one, %t2 : f32
    %y = arith.mulf %wide, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %2 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%1, %g, %p : tensor<5x19xf32>, tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %u: bf16, %s: bf16, %out: bf16):
    %n = arith.truncf %x : f32 to bf16
    %cube = arith.constant 3 : i32
    %s3 = math.fpowi %s, %cube : bf16, i32
    %k = arith.constant 0.044715 : bf16
    %ks3 = arith.mulf %s3, %k : bf16
    %sum = arith.addf %s, %ks3 : bf16
    %r = arith.constant 0.7978845608 : bf16
    %arg = arith.mulf %sum, %r : bf16
    %t = math.tanh %arg : bf16
    %nr = arith.mulf %n, %r : bf16
    %square = arith.constant 2 : i32
    %s2 = math.fpowi %s, %square : bf16, i32
    %three = arith.constant 3.0 : bf16
    %s23 = arith.mulf %s2, %three : bf16
    %slope = arith.mulf %s23, %k : bf16
    %inner = arith.mulf %nr, %slope : bf16
    %first = arith.addf %nr, %inner : bf16
    %one = arith.constant 1.0 : bf16
    %t1 = arith.addf %t, %one : bf16
    %half = arith.constant 0.5 : bf16
    %ht1 = arith.mulf %t1, %half : bf16
    %last = arith.mulf %u, %ht1 : bf16
    %y = arith.addf %first, %last : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %2 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @second_gradient_added_before(
// CHECK: fused.matmul epilog(dgelu) ins(%arg0, %arg1 :
// CHECK-SAME: c(%arg3 :
// CHECK-SAME: aux(%arg2 :
func.func @second_gradient_added_before(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>,
    %r_: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %r_ : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x0: f32, %s: f32, %w: f32, %out: f32):
    %x = arith.addf %x0, %w : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @saved_tanh(
// CHECK: fused.matmul epilog(dgelu) {{.*}} aux(%arg2 :
// CHECK-NOT: math.tanh
// CHECK: return
func.func @saved_tanh(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %tanh = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    linalg.yield %t : f32
  } -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p, %tanh : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %t: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @preactivation_in_the_other_order(
// CHECK: fused.matmul epilog(dgelu)
func.func @preactivation_in_the_other_order(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<19x5xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #nm, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %p : tensor<5x19xf32>, tensor<19x5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 0.044715 : f32
    %three = arith.constant 3.0 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %s3, %cub : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %in, %k : f32
    %t = math.tanh %u : f32
    %t1 = arith.addf %t, %one : f32
    %l = arith.mulf %t1, %half : f32
    %tt = arith.mulf %t, %t : f32
    %se = arith.subf %one, %tt : f32
    %c2 = arith.mulf %cub, %three : f32
    %c3 = arith.mulf %c2, %s2 : f32
    %c4 = arith.addf %c3, %one : f32
    %c5 = arith.mulf %c4, %k : f32
    %hs = arith.mulf %s, %half : f32
    %c6 = arith.mulf %hs, %se : f32
    %r = arith.mulf %c6, %c5 : f32
    %d = arith.addf %l, %r : f32
    %y = arith.mulf %x, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The saved value is read as it is, and widened by an operation of its own, as
// the power of PyTorch's gelu_new is under autocast.
// CHECK-LABEL: func.func @saved_and_widened(
// CHECK: fused.matmul epilog(dgelu)
// CHECK-NOT: math.tanh
func.func @saved_and_widened(%a: tensor<34x64xbf16>, %w: tensor<256x64xbf16>, %u: tensor<34x256xbf16>) -> tensor<34x256xbf16> {
  %e = tensor.empty() : tensor<34x256xbf16>
  %p = fused.matmul epilog(default) transpose_b ins(%a, %w : tensor<34x64xbf16>, tensor<256x64xbf16>)
      outs(%e : tensor<34x256xbf16>) -> tensor<34x256xbf16>
  %ef = tensor.empty() : tensor<34x256xf32>
  %uf = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%u : tensor<34x256xbf16>) outs(%ef : tensor<34x256xf32>) {
  ^bb0(%g: bf16, %out: f32):
    %h = arith.extf %g : bf16 to f32
    linalg.yield %h : f32
  } -> tensor<34x256xf32>
  %y = linalg.generic {indexing_maps = [#mn, #mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %u, %uf : tensor<34x256xbf16>, tensor<34x256xbf16>, tensor<34x256xf32>)
      outs(%e : tensor<34x256xbf16>) {
  ^bb0(%g: bf16, %x: bf16, %xf: f32, %out: bf16):
    %s64 = arith.constant 0.79788456080286541 : f64
    %s = arith.truncf %s64 : f64 to bf16
    %c64 = arith.constant 4.471500e-02 : f64
    %c = arith.truncf %c64 : f64 to bf16
    %half = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %onef = arith.constant 1.0 : f32
    %three = arith.constant 3.0 : bf16
    %i3 = arith.constant 3 : i64
    %i2 = arith.constant 2 : i64
    %hx = arith.mulf %x, %half : bf16
    %ghx = arith.mulf %g, %hx : bf16
    %x3f = math.fpowi %xf, %i3 : f32, i64
    %x3 = arith.truncf %x3f : f32 to bf16
    %x2f = math.fpowi %xf, %i2 : f32, i64
    %x2 = arith.truncf %x2f : f32 to bf16
    %cx3 = arith.mulf %x3, %c : bf16
    %in = arith.addf %x, %cx3 : bf16
    %sin = arith.mulf %in, %s : bf16
    %t = math.tanh %sin : bf16
    %t1 = arith.addf %t, %one : bf16
    %gt1 = arith.mulf %g, %t1 : bf16
    %gf = arith.extf %ghx : bf16 to f32
    %tf = arith.extf %t : bf16 to f32
    %tt = arith.mulf %tf, %tf : f32
    %d = arith.subf %onef, %tt : f32
    %gd = arith.mulf %gf, %d : f32
    %gdb = arith.truncf %gd : f32 to bf16
    %q = arith.mulf %gdb, %s : bf16
    %qc = arith.mulf %q, %c : bf16
    %x23 = arith.mulf %x2, %three : bf16
    %z = arith.mulf %qc, %x23 : bf16
    %qz = arith.addf %q, %z : bf16
    %gt1h = arith.mulf %gt1, %half : bf16
    %r = arith.addf %qz, %gt1h : bf16
    linalg.yield %r : bf16
  } -> tensor<34x256xbf16>
  return %y : tensor<34x256xbf16>
}
