// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict | FileCheck %s

// Vectors that are added, scaled or widened become one bias. The product adds
// its terms in any order under every contract.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @bias_added_twice(
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<19xf32>)
// CHECK: arith.mulf %{{.*}}, %cst
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%[[S]] :
// CHECK: return %[[D]]
func.func @bias_added_twice(
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
    %y1 = arith.addf %x, %v_ : f32
    %y2 = arith.addf %y1, %v_ : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @second_bias(
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : tensor<19xf32>, tensor<19xf32>)
// CHECK: arith.addf
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%[[S]] :
// CHECK: return %[[D]]
func.func @second_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %w: tensor<19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %w : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %w_: f32, %out: f32):
    %y1 = arith.addf %x, %w_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %1 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @factor_behind_bias(
// CHECK: arith.mulf
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) alpha(0.1{{.*}}) ins
// CHECK: return %[[D]]
func.func @factor_behind_bias(
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
    %k = arith.constant 0.1 : f32
    %y1 = arith.addf %x, %v_ : f32
    %y2 = arith.mulf %y1, %k : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @factor_of_bias(
// CHECK: arith.mulf
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins
// CHECK: return %[[D]]
func.func @factor_of_bias(
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
    %k = arith.constant 0.5 : f32
    %y0 = arith.mulf %v_, %k : f32
    %y1 = arith.addf %x, %y0 : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_of_other_sign(
// CHECK: arith.negf
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins
// CHECK: return %[[D]]
func.func @bias_of_other_sign(
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
    %y1 = arith.subf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bias_of_narrower_type(
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<19xbf16>)
// CHECK: arith.extf
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%[[W]] : tensor<19xf32>)
// CHECK: return %[[D]]
func.func @bias_of_narrower_type(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xbf16>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xbf16>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: bf16, %out: f32):
    %w = arith.extf %v_ : bf16 to f32
    %y1 = arith.addf %x, %w : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_and_half_a_bias(
// CHECK: arith.mulf
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias) ins
// CHECK: return %[[D]]
func.func @gelu_and_half_a_bias(
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
    %h2 = arith.constant 0.5 : f32
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.044715 : f32
    %r = arith.constant 0.79788456 : f32
    %v2 = arith.mulf %v_, %h2 : f32
    %b1 = arith.addf %x, %v2 : f32
    %x2 = arith.mulf %b1, %b1 : f32
    %x3 = arith.mulf %x2, %b1 : f32
    %i = arith.mulf %k, %x3 : f32
    %u = arith.addf %b1, %i : f32
    %w = arith.mulf %r, %u : f32
    %t = math.tanh %w : f32
    %q = arith.addf %one, %t : f32
    %g = arith.mulf %h, %q : f32
    %y = arith.mulf %b1, %g : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}


// A power of two rounds nothing in 16 bits either.
// CHECK-LABEL: func.func @power_of_two_in_bf16(
// DEFAULT: %[[D:.*]] = fused.matmul epilog(bias) allow_rounded_steps alpha(1.250000e-01)
// DEFAULT: return %[[D]]
func.func @power_of_two_in_bf16(
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
    %k = arith.constant 8.0 : bf16
    %y1 = arith.addf %x, %v_ : bf16
    %y2 = arith.divf %y1, %k : bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// Another factor would round the bias before it is added.
// CHECK-LABEL: func.func @no_fuse_other_factor_in_bf16(
// CHECK-NOT: alpha
// CHECK: arith.divf
func.func @no_fuse_other_factor_in_bf16(
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
    %k = arith.constant 9.0 : bf16
    %y1 = arith.addf %x, %v_ : bf16
    %y2 = arith.divf %y1, %k : bf16
    linalg.yield %y2 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// A layer in bf16 in a stream of f32: the bias is widened.
// CHECK-LABEL: func.func @layer_in_a_wider_stream(
// DEFAULT: %[[W:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<19xbf16>)
// DEFAULT: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} c(%arg3 : tensor<5x19xf32>) bias(%[[W]] :
// DEFAULT: return %[[D]]
func.func @layer_in_a_wider_stream(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>,
    %r: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %ew = tensor.empty() : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %r : tensor<5x19xbf16>, tensor<19xbf16>, tensor<5x19xf32>)
      outs(%ew : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %v_: bf16, %r_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : bf16
    %y2 = arith.extf %y1 : bf16 to f32
    %y3 = arith.addf %y2, %r_ : f32
    linalg.yield %y3 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// If nothing is added after the widening, the bias is widened.
// CHECK-LABEL: func.func @layer_that_is_widened(
// CHECK: arith.extf
// DEFAULT: fused.matmul epilog(bias) {{.*}} -> tensor<5x19xf32>
// DEFAULT-NEXT: return
func.func @layer_that_is_widened(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %ew = tensor.empty() : tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>)
      outs(%ew : tensor<5x19xf32>) {
  ^bb0(%x: bf16, %v_: bf16, %out: f32):
    %y1 = arith.addf %x, %v_ : bf16
    %y2 = arith.extf %y1 : bf16 to f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

#bhtn = affine_map<(b, h, t, n) -> (b, h, t, n)>
#bn = affine_map<(b, h, t, n) -> (b, n)>
#bt = affine_map<(b, h, t, n) -> (b, t)>

// Attention scores and a mask of keys, which all heads share.
// CHECK-LABEL: func.func @mask_of_keys(
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<2x6xf32>) outs(%{{.*}} : tensor<2x3x6xf32>)
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1], [2]]
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%[[V]] : tensor<6x6xf32>)
func.func @mask_of_keys(
    %q: tensor<6x5x4xf32>, %k: tensor<6x4x6xf32>, %v: tensor<2x6xf32>)
    -> tensor<2x3x5x6xf32> {
  %e = tensor.empty() : tensor<6x5x6xf32>
  %p = fused.matmul epilog(default)
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x4x6xf32>)
      outs(%e : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 6]
      : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
  %es = tensor.empty() : tensor<2x3x5x6xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhtn, #bn, #bhtn], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<2x3x5x6xf32>, tensor<2x6xf32>)
      outs(%es : tensor<2x3x5x6xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %y = arith.addf %i, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x6xf32>
  return %0 : tensor<2x3x5x6xf32>
}

// CHECK-LABEL: func.func @mask_of_an_unknown_number_of_keys(
// CHECK: %[[N:.*]] = tensor.dim %arg2, %c1
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<2x3x?xf32>
// CHECK: linalg.generic {{.*}} ins(%arg2 : tensor<2x?xf32>) outs(%[[E]] :
// CHECK: fused.matmul epilog(bias)
func.func @mask_of_an_unknown_number_of_keys(
    %q: tensor<6x5x4xf32>, %k: tensor<6x4x?xf32>, %v: tensor<2x?xf32>)
    -> tensor<2x3x5x?xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %k, %c2 : tensor<6x4x?xf32>
  %e = tensor.empty(%n) : tensor<6x5x?xf32>
  %p = fused.matmul epilog(default)
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x4x?xf32>)
      outs(%e : tensor<6x5x?xf32>) -> tensor<6x5x?xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, %n]
      : tensor<6x5x?xf32> into tensor<2x3x5x?xf32>
  %es = tensor.empty(%n) : tensor<2x3x5x?xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhtn, #bn, #bhtn], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<2x3x5x?xf32>, tensor<2x?xf32>)
      outs(%es : tensor<2x3x5x?xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %y = arith.addf %i, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x?xf32>
  return %0 : tensor<2x3x5x?xf32>
}

// A mask of queries has a number for each row.
// CHECK-LABEL: func.func @no_fuse_mask_of_queries(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_mask_of_queries(
    %q: tensor<6x5x4xf32>, %k: tensor<6x4x6xf32>, %v: tensor<2x5xf32>)
    -> tensor<2x3x5x6xf32> {
  %e = tensor.empty() : tensor<6x5x6xf32>
  %p = fused.matmul epilog(default)
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x4x6xf32>)
      outs(%e : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 6]
      : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
  %es = tensor.empty() : tensor<2x3x5x6xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhtn, #bt, #bhtn], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<2x3x5x6xf32>, tensor<2x5xf32>)
      outs(%es : tensor<2x3x5x6xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %y = arith.addf %i, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x6xf32>
  return %0 : tensor<2x3x5x6xf32>
}

// Several columns read the same element: the vector is repeated.
// CHECK-LABEL: func.func @vector_of_some_columns(
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<3xf32>) outs({{.*}} : tensor<4x3xf32>)
// CHECK: %[[BIAS:.*]] = tensor.collapse_shape %[[V]] {{\[\[}}0, 1]] : tensor<4x3xf32> into tensor<12xf32>
// CHECK: fused.matmul epilog(bias) ins({{.*}}) bias(%[[BIAS]] : tensor<12xf32>)
func.func @vector_of_some_columns(
    %a: tensor<?x5xf32>, %b: tensor<5x12xf32>, %v: tensor<3xf32>, %m: index)
    -> tensor<?x4x3xf32> {
  %e = tensor.empty(%m) : tensor<?x12xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x5xf32>, tensor<5x12xf32>)
      outs(%e : tensor<?x12xf32>) -> tensor<?x12xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [%m, 4, 3]
      : tensor<?x12xf32> into tensor<?x4x3xf32>
  %r = tensor.empty(%m) : tensor<?x4x3xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j, n) -> (i, j, n)>,
                       affine_map<(i, j, n) -> (n)>,
                       affine_map<(i, j, n) -> (i, j, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<?x4x3xf32>, tensor<3xf32>)
      outs(%r : tensor<?x4x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %sum = arith.addf %in, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<?x4x3xf32>
  return %y : tensor<?x4x3xf32>
}

// How often it is repeated is not known.
// CHECK-LABEL: func.func @no_fuse_vector_of_unknown_columns(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_vector_of_unknown_columns(
    %a: tensor<7x5xf32>, %b: tensor<5x?xf32>, %v: tensor<3xf32>, %n: index,
    %nn: index) -> tensor<7x?x3xf32> {
  %e = tensor.empty(%n) : tensor<7x?xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<7x5xf32>, tensor<5x?xf32>)
      outs(%e : tensor<7x?xf32>) -> tensor<7x?xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [7, %nn, 3]
      : tensor<7x?xf32> into tensor<7x?x3xf32>
  %r = tensor.empty(%nn) : tensor<7x?x3xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j, n) -> (i, j, n)>,
                       affine_map<(i, j, n) -> (n)>,
                       affine_map<(i, j, n) -> (i, j, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<7x?x3xf32>, tensor<3xf32>)
      outs(%r : tensor<7x?x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %sum = arith.addf %in, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<7x?x3xf32>
  return %y : tensor<7x?x3xf32>
}

// One column: torch-mlir's constants are repeated for all rows.
// CHECK-LABEL: func.func @known_bias_of_one_column(
// CHECK: %[[V:.*]] = arith.constant dense<5.000000e-01> : tensor<1xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x1xf32>) bias(%[[V]] : tensor<1xf32>)
// CHECK-NEXT: return %[[D]]
func.func @known_bias_of_one_column(
    %a: tensor<5x7xf32>, %b: tensor<7x1xf32>) -> tensor<5x1xf32> {
  %zero = arith.constant 0.0 : f32
  %v = arith.constant dense<0.5> : tensor<5x1xf32>
  %e = tensor.empty() : tensor<5x1xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x1xf32>)
      outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %0 = linalg.add ins(%p, %v : tensor<5x1xf32>, tensor<5x1xf32>)
      outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  return %1 : tensor<5x1xf32>
}

// CHECK-LABEL: func.func @no_fuse_maximum_of_one_column_and_a_constant(
// CHECK: fused.matmul epilog(default) ins
// CHECK: arith.maximumf
func.func @no_fuse_maximum_of_one_column_and_a_constant(
    %a: tensor<5x7xf32>, %b: tensor<7x1xf32>) -> tensor<5x1xf32> {
  %v = arith.constant dense<0.5> : tensor<5x1xf32>
  %e = tensor.empty() : tensor<5x1xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x1xf32>)
      outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x1xf32>, tensor<5x1xf32>)
      outs(%e : tensor<5x1xf32>) {
  ^bb0(%x: f32, %c: f32, %out: f32):
    %y = arith.maximumf %x, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}

// CHECK-LABEL: func.func @known_bias_of_two_columns(
// CHECK: %[[V:.*]] = arith.constant dense<5.000000e-01> : tensor<2xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x2xf32>) bias(%[[V]] : tensor<2xf32>)
// CHECK-NEXT: return %[[D]]
func.func @known_bias_of_two_columns(
    %a: tensor<5x7xf32>, %b: tensor<7x2xf32>) -> tensor<5x2xf32> {
  %v = arith.constant dense<0.5> : tensor<5x2xf32>
  %e = tensor.empty() : tensor<5x2xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x2xf32>)
      outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
  %0 = linalg.add ins(%p, %v : tensor<5x2xf32>, tensor<5x2xf32>)
      outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
