// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// Where the region of an epilog ends, and who else uses its values.

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// What follows the epilog in the same operation stays in one of its own.
// CHECK-LABEL: func.func @end_inside_of_a_body(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<5x19xf32>)
// CHECK-NOT: arith.addf
// CHECK: math.exp
func.func @end_inside_of_a_body(
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
    %y2 = math.exp %y1 : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @end_inside_of_a_body_with_other_inputs(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: linalg.generic {{.*}} ins(%arg3, %[[D]] : tensor<5xf32>, tensor<5x19xf32>)
// CHECK-NOT: arith.addf
// CHECK: arith.mulf
func.func @end_inside_of_a_body_with_other_inputs(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %w: tensor<5xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #m, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %w : tensor<5x19xf32>, tensor<19xf32>, tensor<5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %w_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    %y2 = arith.mulf %y1, %w_ : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @end_inside_of_a_body_that_accumulates(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<5x19xf32>)
// CHECK: math.exp
func.func @end_inside_of_a_body_that_accumulates(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<19xf32>) outs(%p : tensor<5x19xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// x + v is needed beside relu(x + v), so the epilog ends before.
// CHECK-LABEL: func.func @value_inside_used_by_two_results(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK: arith.maximumf
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @value_inside_used_by_two_results(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0:2 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e, %e : tensor<5x19xf32>, tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32, %out_0: f32):
    %y1 = arith.addf %x, %v_ : f32
    %z = arith.constant 0.0 : f32
    %y2 = arith.maximumf %y1, %z : f32
    linalg.yield %y1, %y2 : f32, f32
  } -> (tensor<5x19xf32>, tensor<5x19xf32>)
  return %0#0, %0#1 : tensor<5x19xf32>, tensor<5x19xf32>
}

// The bias fuses, ReLU does not.
// CHECK-LABEL: func.func @preactivation_with_a_second_user(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: arith.maximumf
// CHECK: return %[[D]], %[[R]]
func.func @preactivation_with_a_second_user(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %z = arith.constant 0.0 : f32
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
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y2 = arith.maximumf %x, %z : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xf32>
}

// x + relu(x) - x, but infinity gives NaN.
// CHECK-LABEL: func.func @product_with_two_users_that_meet_again(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.sub
func.func @product_with_two_users_that_meet_again(
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
    %y2 = arith.maximumf %x, %z : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.add ins(%p, %0 : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %2 = linalg.sub ins(%1, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %2 : tensor<5x19xf32>
}

// relu(x) = max(x, 0) where x comes by two ways.
// CHECK-LABEL: func.func @users_that_meet_again(
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-NOT: linalg
// CHECK: return %[[D]]
func.func @users_that_meet_again(
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
    %y2 = arith.negf %x : f32
    linalg.yield %y2 : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y3 = arith.negf %x : f32
    linalg.yield %y3 : f32
  } -> tensor<5x19xf32>
  %z = arith.constant dense<0.0> : tensor<5x19xf32>
  %2 = linalg.max ins(%1, %p : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %3 = linalg.max ins(%2, %z : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %3 : tensor<5x19xf32>
}

// The product is the output of a fill whose result is used elsewhere, too.
// CHECK-LABEL: func.func @result_gives_its_shape_to_a_fill(
// CHECK-DAG: %[[F:.*]] = linalg.fill
// CHECK-DAG: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK: return %[[D]], %[[F]]
func.func @result_gives_its_shape_to_a_fill(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = linalg.fill ins(%z : f32) outs(%p : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  %0 = linalg.max ins(%p, %f : tensor<5x19xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0, %f : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @other_result_without_the_product(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 :
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK: return %[[D]], %[[R]]#1
func.func @other_result_without_the_product(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0:2 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e, %e : tensor<5x19xf32>, tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32, %out_0: f32):
    %y1 = arith.addf %x, %v_ : f32
    %y2 = math.exp %v_ : f32
    linalg.yield %y1, %y2 : f32, f32
  } -> (tensor<5x19xf32>, tensor<5x19xf32>)
  return %0#0, %0#1 : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @attributes_of_transposes_stay(
// CHECK: fused.matmul epilog(bias) transpose_a ins(%arg0, %arg1 :
func.func @attributes_of_transposes_stay(
    %a: tensor<7x5xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default) transpose_a
      ins(%a, %b : tensor<7x5xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
