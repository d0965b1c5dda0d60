// RUN: fused-opt %s --fused-pair-epilogs -canonicalize | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-pair-epilogs=numerics=fast -canonicalize | FileCheck %s --check-prefixes=CHECK,FAST

// Products whose pre-activation is used beside their activation.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @gelu_and_preactivation(
// CHECK: %[[D:.*]], %[[X:.*]] = fused.matmul epilog(gelu_aux_bias) ins(%arg0, %arg1 :
// CHECK-SAME: bias(%arg2 :
// CHECK-NEXT: return %[[D]], %[[X]]
func.func @gelu_and_preactivation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 4.471500e-02 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    %p1 = arith.addf %one, %t : f32
    %l = arith.mulf %half, %p1 : f32
    %y = arith.mulf %l, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0, %p : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_without_bias(
// CHECK: %[[D:.*]], %[[X:.*]] = fused.matmul epilog(gelu_aux) ins(%arg0, %arg1 :
// CHECK-NEXT: return %[[D]], %[[X]]
func.func @gelu_without_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 4.471500e-02 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    %p1 = arith.addf %one, %t : f32
    %l = arith.mulf %half, %p1 : f32
    %y = arith.mulf %l, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0, %p : tensor<5x19xf32>, tensor<5x19xf32>
}

// What is computed on the way to GELU is computed from the saved value.
// CHECK-LABEL: func.func @gelu_and_its_tanh(
// CHECK: %[[D:.*]], %[[X:.*]] = fused.matmul epilog(gelu_aux_bias)
// CHECK: %[[T:.*]] = linalg.generic
// CHECK-SAME: ins(%[[X]] :
// CHECK: math.tanh
// CHECK: return %[[D]], %[[T]]
func.func @gelu_and_its_tanh(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %tanh = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.797884583 : f32
    %cub = arith.constant 4.471500e-02 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %c1 = arith.mulf %cub, %s3 : f32
    %in = arith.addf %s, %c1 : f32
    %u = arith.mulf %k, %in : f32
    %t = math.tanh %u : f32
    linalg.yield %t : f32
  } -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %tanh : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %t: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %p1 = arith.addf %one, %t : f32
    %l = arith.mulf %half, %p1 : f32
    %y = arith.mulf %l, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %0, %tanh : tensor<5x19xf32>, tensor<5x19xf32>
}

// x > 0 is relu(x) > 0.
// CHECK-LABEL: func.func @relu_and_positive(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias)
// CHECK: %[[C:.*]] = linalg.generic
// CHECK-SAME: ins(%[[D]] :
// CHECK: arith.cmpf ogt
// CHECK: return %[[D]], %[[C]]
func.func @relu_and_positive(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xi1>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %y = arith.cmpf ogt, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  return %h, %c : tensor<5x19xf32>, tensor<5x19xi1>
}

// The mask of RELU_AUX differs at zero.
// CHECK-LABEL: func.func @relu_and_packed_positive(
// DEFAULT: %[[D:.*]] = fused.matmul epilog(relu_bias)
// DEFAULT: %[[M:.*]] = fused.pack_mask
// FAST: %[[D:.*]], %[[M:.*]] = fused.matmul epilog(relu_aux_bias)
// FAST-NOT: fused.pack_mask
// CHECK: return %[[D]], %[[M]]
func.func @relu_and_packed_positive(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %y = arith.cmpf ogt, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  %m0 = tensor.empty() : tensor<5x16xi8>
  %m = fused.pack_mask ins(%c : tensor<5x19xi1>) outs(%m0 : tensor<5x16xi8>)
      -> tensor<5x16xi8>
  return %h, %m : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @relu_and_packed_not_negative(
// CHECK: %[[D:.*]], %[[M:.*]] = fused.matmul epilog(relu_aux_bias)
// CHECK-NEXT: return %[[D]], %[[M]]
func.func @relu_and_packed_not_negative(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %y = arith.cmpf uge, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  %m0 = tensor.empty() : tensor<5x16xi8>
  %m = fused.pack_mask ins(%c : tensor<5x19xi1>) outs(%m0 : tensor<5x16xi8>)
      -> tensor<5x16xi8>
  return %h, %m : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @relu_and_not_negative(
// CHECK: %[[D:.*]], %[[M:.*]] = fused.matmul epilog(relu_aux_bias)
// CHECK: %[[C:.*]] = fused.unpack_mask ins(%[[M]] :
// CHECK: return %[[D]], %[[C]]
func.func @relu_and_not_negative(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xi1>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %y = arith.cmpf uge, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  return %h, %c : tensor<5x19xf32>, tensor<5x19xi1>
}

// False for NaN, where RELU_AUX has a one.
// CHECK-LABEL: func.func @no_pair_relu_at_least_zero_ordered(
// DEFAULT: fused.matmul epilog(bias)
// DEFAULT: arith.maximumf
// FAST: fused.matmul epilog(relu_aux_bias)
// CHECK: return
func.func @no_pair_relu_at_least_zero_ordered(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %y = arith.cmpf oge, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  %m0 = tensor.empty() : tensor<5x16xi8>
  %m = fused.pack_mask ins(%c : tensor<5x19xi1>) outs(%m0 : tensor<5x16xi8>)
      -> tensor<5x16xi8>
  return %h, %m : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @no_pair_relu_and_preactivation(
// CHECK: fused.matmul epilog(bias)
// CHECK: arith.maximumf
// CHECK: return
func.func @no_pair_relu_and_preactivation(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %h, %p : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_pair_relu_and_other_threshold(
// CHECK: fused.matmul epilog(bias)
// CHECK: arith.maximumf
// CHECK: return
func.func @no_pair_relu_and_other_threshold(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xi1>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant -1.0 : f32
    %y = arith.cmpf ogt, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  return %h, %c : tensor<5x19xf32>, tensor<5x19xi1>
}

// CHECK-LABEL: func.func @relu_and_higher_threshold(
// CHECK: fused.matmul epilog(relu_bias)
// CHECK: return
func.func @relu_and_higher_threshold(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xi1>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %ei = tensor.empty() : tensor<5x19xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%ei : tensor<5x19xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 1.0 : f32
    %y = arith.cmpf ogt, %s, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  return %h, %c : tensor<5x19xf32>, tensor<5x19xi1>
}

// Zero where both operands are the same only.
// CHECK-LABEL: func.func @no_pair_relu_and_difference_of_operands(
// CHECK: fused.matmul epilog(bias)
// CHECK: arith.maximumf
// CHECK: return
func.func @no_pair_relu_and_difference_of_operands(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %v: tensor<19xf32>,
    %q: tensor<5x19xf32>,
    %r: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %q, %r : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%s: f32, %q1: f32, %r1: f32, %out: f32):
    %d = arith.subf %q1, %r1 : f32
    %y = arith.mulf %s, %d : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  return %h, %0 : tensor<5x19xf32>, tensor<5x19xf32>
}

// The ReLU is read in another shape, too.
// CHECK-LABEL: func.func @relu_and_its_views(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias)
// CHECK-NOT: arith.maximumf
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %[[D]] {{\[\[}}0], [1, 2]] output_shape [%arg3, 4, 5]
// CHECK-DAG: %[[Y:.*]] = tensor.expand_shape %[[D]] {{\[\[}}0], [1, 2]] output_shape [%arg3, 2, 10]
// CHECK: return %[[X]], %[[Y]]
func.func @relu_and_its_views(
    %a: tensor<?x7xf32>, %b: tensor<7x20xf32>,
    %v: tensor<20xf32>, %m: index)
    -> (tensor<?x4x5xf32>, tensor<?x2x10xf32>, tensor<?x20xi1>) {
  %e = tensor.empty(%m) : tensor<?x20xf32>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<?x7xf32>, tensor<7x20xf32>)
      bias(%v : tensor<20xf32>) outs(%e : tensor<?x20xf32>) -> tensor<?x20xf32>
  %h = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x20xf32>)
      outs(%e : tensor<?x20xf32>) {
  ^bb0(%s: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maximumf %s, %z : f32
    linalg.yield %y : f32
  } -> tensor<?x20xf32>
  %x = tensor.expand_shape %h [[0], [1, 2]] output_shape [%m, 4, 5]
      : tensor<?x20xf32> into tensor<?x4x5xf32>
  %y = tensor.expand_shape %h [[0], [1, 2]] output_shape [%m, 2, 10]
      : tensor<?x20xf32> into tensor<?x2x10xf32>
  %eb = tensor.empty(%m) : tensor<?x20xi1>
  %c = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x20xf32>)
      outs(%eb : tensor<?x20xi1>) {
  ^bb0(%s: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %g = arith.cmpf ogt, %s, %z : f32
    linalg.yield %g : i1
  } -> tensor<?x20xi1>
  return %x, %y, %c : tensor<?x4x5xf32>, tensor<?x2x10xf32>, tensor<?x20xi1>
}
