// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEFAULT

// What only numerics=fast, or a flag on the operation, permits.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// NaN becomes zero.
// CHECK-LABEL: func.func @no_fuse_ogt_select(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: arith.select
// FAST: %[[D:.*]] = fused.matmul epilog(relu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_ogt_select(
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
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %z : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_maxnumf(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: arith.maxnumf
// FAST: %[[D:.*]] = fused.matmul epilog(relu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_maxnumf(
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
    %z = arith.constant 0.0 : f32
    %y = arith.maxnumf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The comparison says that x is no NaN.
// CHECK-LABEL: func.func @fuse_ogt_select_of_numbers(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-NEXT: return %[[D]]
func.func @fuse_ogt_select_of_numbers(
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
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %z fastmath<nnan> : f32
    %y = arith.select %c, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @fuse_maxnumf_of_numbers(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-NEXT: return %[[D]]
func.func @fuse_maxnumf_of_numbers(
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
    %z = arith.constant 0.0 : f32
    %y = arith.maxnumf %x, %z fastmath<nnan> : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// ninf says nothing of NaN.
// CHECK-LABEL: func.func @no_fuse_maxnumf_of_finite_numbers(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: arith.maxnumf
// FAST: %[[D:.*]] = fused.matmul epilog(relu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_maxnumf_of_finite_numbers(
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
    %z = arith.constant 0.0 : f32
    %y = arith.maxnumf %x, %z fastmath<ninf> : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Minus infinity becomes NaN.
// CHECK-LABEL: func.func @no_fuse_half_of_x_and_its_magnitude(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: math.absf
// FAST: %[[D:.*]] = fused.matmul epilog(relu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_half_of_x_and_its_magnitude(
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
    %m = math.absf %x : f32
    %s = arith.addf %x, %m : f32
    %y = arith.mulf %h, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @fuse_half_of_x_and_its_magnitude_of_finite_numbers(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-NEXT: return %[[D]]
func.func @fuse_half_of_x_and_its_magnitude_of_finite_numbers(
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
    %m = math.absf %x : f32
    %s = arith.addf %x, %m fastmath<ninf> : f32
    %y = arith.mulf %h, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_exact_gelu(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: math.erf
// FAST: %[[D:.*]] = fused.matmul epilog(gelu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_exact_gelu(
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
    %r = arith.constant 0.707106769 : f32
    %w = arith.mulf %x, %r : f32
    %t = math.erf %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_exact_gelu_of_torch_mlir(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: math.erf
// FAST: %[[D:.*]] = fused.matmul epilog(gelu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_exact_gelu_of_torch_mlir(
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
    %two = arith.constant 2.0 : f32
    %r = math.sqrt %two : f32
    %w = arith.divf %x, %r : f32
    %t = math.erf %w : f32
    %q = arith.addf %t, %one : f32
    %g = arith.mulf %q, %h : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_exact_gelu_by_erfc(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: math.erfc
// FAST: %[[D:.*]] = fused.matmul epilog(gelu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_exact_gelu_by_erfc(
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
    %r = arith.constant -0.707106769 : f32
    %w = arith.mulf %x, %r : f32
    %t = math.erfc %w : f32
    %g = arith.mulf %h, %t : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_exact_gelu_but_its_bias(
// DEFAULT: fused.matmul epilog(bias)
// DEFAULT: linalg.generic
// DEFAULT: math.erf
// FAST: %[[D:.*]] = fused.matmul epilog(gelu_bias)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_exact_gelu_but_its_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %r = arith.constant 0.707106769 : f32
    %b1 = arith.addf %x, %v_ : f32
    %w = arith.mulf %b1, %r : f32
    %t = math.erf %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %b1, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// JAX expands erf to a rational polynomial.
// CHECK-LABEL: func.func @no_fuse_exact_gelu_by_polynomial(
// DEFAULT: fused.matmul epilog(default)
// DEFAULT: linalg.generic
// DEFAULT: arith.divf
// FAST: %[[D:.*]] = fused.matmul epilog(gelu)
// FAST-NEXT: return %[[D]]
func.func @no_fuse_exact_gelu_by_polynomial(
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
    %r = arith.constant 0.707106769 : f32
    %lo = arith.constant -3.832506856900711 : f32
    %hi = arith.constant 3.832506856900711 : f32
    %a0 = arith.constant 0.00022905065861350646 : f32
    %a1 = arith.constant 0.0034082910107109506 : f32
    %a2 = arith.constant 0.050955695062380861 : f32
    %a3 = arith.constant 0.18520832239976145 : f32
    %a4 = arith.constant 1.128379143519084 : f32
    %c0 = arith.constant -1.1791602954361697e-7 : f32
    %c1 = arith.constant 0.000023547966471313185 : f32
    %c2 = arith.constant 0.0010179625278914885 : f32
    %c3 = arith.constant 0.014070470171167667 : f32
    %c4 = arith.constant 0.11098505178285362 : f32
    %c5 = arith.constant 0.49746925110067538 : f32
    %c6 = arith.constant 1.0 : f32
    %w = arith.mulf %x, %r : f32
    %w1 = arith.maximumf %w, %lo : f32
    %u = arith.minimumf %w1, %hi : f32
    %s = arith.mulf %u, %u : f32
    %p1 = math.fma %s, %a0, %a1 : f32
    %p2 = math.fma %p1, %s, %a2 : f32
    %p3 = math.fma %p2, %s, %a3 : f32
    %p4 = math.fma %p3, %s, %a4 : f32
    %q1 = math.fma %s, %c0, %c1 : f32
    %q2 = math.fma %q1, %s, %c2 : f32
    %q3 = math.fma %q2, %s, %c3 : f32
    %q4 = math.fma %q3, %s, %c4 : f32
    %q5 = math.fma %q4, %s, %c5 : f32
    %q6 = math.fma %q5, %s, %c6 : f32
    %num = arith.mulf %u, %p4 : f32
    %t = arith.divf %num, %q6 : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %x, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
