// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// Scaled sums with a full matrix: beta and C.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#nm = affine_map<(m, n) -> (n, m)>

// CHECK-LABEL: func.func @c(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @c(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x, %c_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @c_first(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @c_first(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %1 = arith.addf %c_, %x : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @beta(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) beta(2.500000e-01) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @beta(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %k = arith.constant 0.25 : f32
    %y0 = arith.mulf %c_, %k : f32
    %1 = arith.addf %x, %y0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @subtracted_c(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) beta(-1.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @subtracted_c(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %1 = arith.subf %x, %c_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @subtracted_from_c(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(-1.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @subtracted_from_c(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %1 = arith.subf %c_, %x : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @alpha_and_beta_of_addmm(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(4.000000e+00) beta(2.500000e-01) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @alpha_and_beta_of_addmm(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %k = arith.constant 0.25 : f32
    %l = arith.constant 4.0 : f32
    %y0 = arith.mulf %c_, %k : f32
    %2 = arith.mulf %x, %l : f32
    %1 = arith.addf %2, %y0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_bias_with_residual_before_bias(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) bias(%arg3 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @relu_bias_with_residual_before_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
    %v: tensor<19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x, %c_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y0 = arith.addf %x, %v_ : f32
    %1 = arith.maximumf %y0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_bias_with_residual_after_bias(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg3 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @relu_bias_with_residual_after_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y0 = arith.addf %x, %c_ : f32
    %1 = arith.maximumf %y0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// x + c + c
// CHECK-LABEL: func.func @c_used_twice(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) beta(2.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @c_used_twice(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %c_: f32, %out: f32):
    %y0 = arith.addf %x, %c_ : f32
    %1 = arith.addf %y0, %c_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @everything_in_one_operation(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) alpha(5.000000e-01) beta(3.000000e+00) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg3 : {{[^)]*}}) bias(%arg2 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @everything_in_one_operation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<5x19xf32>, tensor<19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %k = arith.constant 0.5 : f32
    %l = arith.constant 3.0 : f32
    %z = arith.constant 0.0 : f32
    %y0 = arith.mulf %x, %k : f32
    %1 = arith.mulf %c_, %l : f32
    %2 = arith.addf %1, %v_ : f32
    %3 = arith.addf %y0, %2 : f32
    %4 = arith.maximumf %3, %z : f32
    linalg.yield %4 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @c_computed_by_another_operation(
// CHECK: %[[C:.*]] = linalg.exp
// CHECK: %[[D:.*]] = fused.matmul epilog(default) {{.*}} c(%[[C]] :
// CHECK-NEXT: return %[[D]]
func.func @c_computed_by_another_operation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %ex = linalg.exp ins(%c : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.add ins(%p, %ex : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The second product is the C of the first.
// CHECK-LABEL: func.func @sum_of_two_products(
// CHECK: %[[Q:.*]] = fused.matmul epilog(default) ins(%arg2, %arg3 :
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) c(%[[Q]] :
// CHECK-NEXT: return %[[D]]
func.func @sum_of_two_products(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %a2: tensor<5x3xf32>,
    %b2: tensor<3x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %q = fused.matmul epilog(default)
      ins(%a2, %b2 : tensor<5x3xf32>, tensor<3x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.add ins(%p, %q : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @c_of_zeros_disappears(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) outs(
// CHECK-NEXT: return %[[D]]
func.func @c_of_zeros_disappears(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%z : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %p : tensor<5x19xf32>
}

// Momentum: an operation of its own has scaled C.
// CHECK-LABEL: func.func @scaled_before(
// CHECK-NOT: arith.mulf
// CHECK: fused.matmul epilog(default) beta({{0.89999.*}}) ins(%arg0, %arg1 : {{[^)]*}}) c(%arg2 :
func.func @scaled_before(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 0.9 : f32
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %s : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The scaled matrix is needed anyway.
// CHECK-LABEL: func.func @scaled_before_and_used(
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: arith.mulf
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) c(%[[S]] :
func.func @scaled_before_and_used(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 0.9 : f32
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %s : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0, %s : tensor<5x19xf32>, tensor<5x19xf32>
}

// Zero times an infinity is no number: the library would not read C.
// CHECK-LABEL: func.func @scaled_by_zero(
// CHECK: arith.mulf
// CHECK: fused.matmul epilog(default) ins(
func.func @scaled_by_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %k = arith.constant 0.0 : f32
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%g, %s : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// As equinox writes LSTM under vmap: the sum of two products is transposed, and
// then gets a bias. Both products are transposed instead.
// CHECK-LABEL: func.func @c_is_a_product_of_the_same_order(
// CHECK: %[[C:.*]] = fused.matmul epilog(default) transpose_b alpha(2.000000e+00) ins(%arg3, %arg2 : {{.*}} -> tensor<9x19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_b ins(%arg1, %arg0 : {{[^)]*}}) c(%[[C]] : {{[^)]*}}) bias(%arg4 :
// CHECK-NEXT: return %[[D]]
func.func @c_is_a_product_of_the_same_order(
    %w: tensor<19x7xf32>, %x: tensor<9x7xf32>, %u: tensor<19x5xf32>,
    %h: tensor<9x5xf32>, %b: tensor<19xf32>) -> tensor<9x19xf32> {
  %e = tensor.empty() : tensor<19x9xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%w, %x : tensor<19x7xf32>, tensor<9x7xf32>)
      outs(%e : tensor<19x9xf32>) -> tensor<19x9xf32>
  %q = fused.matmul epilog(default) transpose_b alpha(2.0)
      ins(%u, %h : tensor<19x5xf32>, tensor<9x5xf32>)
      outs(%e : tensor<19x9xf32>) -> tensor<19x9xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q : tensor<19x9xf32>, tensor<19x9xf32>)
      outs(%e : tensor<19x9xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<19x9xf32>
  %f = tensor.empty() : tensor<9x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#nm, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<19x9xf32>, tensor<19xf32>)
      outs(%f : tensor<9x19xf32>) {
  ^bb0(%i: f32, %v: f32, %out: f32):
    %s = arith.addf %i, %v : f32
    linalg.yield %s : f32
  } -> tensor<9x19xf32>
  return %1 : tensor<9x19xf32>
}

// Something else needs the other product as it is.
// CHECK-LABEL: func.func @no_fuse_product_with_another_use(
// CHECK-NOT: epilog(bias)
// CHECK: arith.addf
func.func @no_fuse_product_with_another_use(
    %w: tensor<19x7xf32>, %x: tensor<9x7xf32>, %u: tensor<19x5xf32>,
    %h: tensor<9x5xf32>, %b: tensor<19xf32>) -> (tensor<9x19xf32>, tensor<19x9xf32>) {
  %e = tensor.empty() : tensor<19x9xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%w, %x : tensor<19x7xf32>, tensor<9x7xf32>)
      outs(%e : tensor<19x9xf32>) -> tensor<19x9xf32>
  %q = fused.matmul epilog(default) transpose_b alpha(2.0)
      ins(%u, %h : tensor<19x5xf32>, tensor<9x5xf32>)
      outs(%e : tensor<19x9xf32>) -> tensor<19x9xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q : tensor<19x9xf32>, tensor<19x9xf32>)
      outs(%e : tensor<19x9xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<19x9xf32>
  %f = tensor.empty() : tensor<9x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#nm, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<19x9xf32>, tensor<19xf32>)
      outs(%f : tensor<9x19xf32>) {
  ^bb0(%i: f32, %v: f32, %out: f32):
    %s = arith.addf %i, %v : f32
    linalg.yield %s : f32
  } -> tensor<9x19xf32>
  return %1, %q : tensor<9x19xf32>, tensor<19x9xf32>
}

// A mask of keys, scaled before by an operation of its own. The product cannot scale a bias, which
// is rounded to 16 bits here.
// CHECK-LABEL: func.func @vector_scaled_before(
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: arith.mulf
// CHECK: fused.matmul epilog(bias) allow_rounded_steps ins(%arg0, %arg1 : {{[^)]*}}) bias(%[[S]] :
func.func @vector_scaled_before(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %ev = tensor.empty() : tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%v : tensor<19xbf16>) outs(%ev : tensor<19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %k = arith.constant -3.0e4 : bf16
    %y = arith.mulf %x, %k : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g, %s : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    %z = arith.addf %x, %y : bf16
    linalg.yield %z : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The operation that adds it scales it: the bias would be rounded.
// CHECK-LABEL: func.func @vector_scaled_where_added(
// CHECK: fused.matmul epilog(default) ins(
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @vector_scaled_where_added(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    %k = arith.constant -3.0e4 : bf16
    %s = arith.mulf %y, %k : bf16
    %z = arith.addf %x, %s : bf16
    linalg.yield %z : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
