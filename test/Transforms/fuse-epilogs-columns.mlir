// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// A bias with one value for each row: the product is transposed, and what reads
// the result may read through the transpose.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// CHECK-LABEL: func.func @bias_along_rows(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_a transpose_b
// CHECK-SAME: ins(%arg1, %arg0 : tensor<7x19xf32>, tensor<5x7xf32>)
// CHECK-SAME: bias(%arg2 : tensor<5xf32>)
// CHECK-SAME: -> tensor<19x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[D]] :
// CHECK-NEXT: return %[[T]]
func.func @bias_along_rows(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<5xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Its length alone does not tell it from a bias along columns.
// CHECK-LABEL: func.func @bias_along_rows_of_square_matrix(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_a transpose_b
// CHECK-SAME: ins(%arg1, %arg0 :
// CHECK-SAME: bias(%arg2 :
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[D]] :
// CHECK-NEXT: return %[[T]]
func.func @bias_along_rows_of_square_matrix(
    %a: tensor<19x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<19x19xf32> {
  %e = tensor.empty() : tensor<19x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<19x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<19x19xf32>) -> tensor<19x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<19x19xf32>, tensor<19xf32>)
      outs(%e : tensor<19x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %y1 = arith.addf %x, %v_ : f32
    linalg.yield %y1 : f32
  } -> tensor<19x19xf32>
  return %0 : tensor<19x19xf32>
}

// CHECK-LABEL: func.func @transposed_result(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_a transpose_b
// CHECK-SAME: ins(%arg1, %arg0 :
// CHECK-SAME: bias(%arg2 :
// CHECK-NEXT: return %[[D]]
func.func @transposed_result(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>)
    -> tensor<19x5xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = tensor.empty() : tensor<19x5xf32>
  %0 = linalg.generic {
      indexing_maps = [#nm, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<5xf32>)
      outs(%f : tensor<19x5xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<19x5xf32>
  return %0 : tensor<19x5xf32>
}

// CHECK-LABEL: func.func @transposed_product_alone(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) transpose_a transpose_b
// CHECK-SAME: ins(%arg1, %arg0 :
// CHECK-NEXT: return %[[D]]
func.func @transposed_product_alone(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<19x5xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %f = tensor.empty() : tensor<19x5xf32>
  %0 = linalg.transpose ins(%p : tensor<5x19xf32>)
      outs(%f : tensor<19x5xf32>) permutation = [1, 0]
  return %0 : tensor<19x5xf32>
}

// The residual would have to be transposed, too.
// CHECK-LABEL: func.func @no_fuse_residual_in_the_other_order(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_residual_in_the_other_order(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>,
    %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #m, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<5x19xf32>, tensor<5xf32>, tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    %2 = arith.addf %1, %c_ : f32
    linalg.yield %2 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The bias is the init of the product: its C.
// CHECK-LABEL: func.func @bias_along_rows_as_c(
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_a transpose_b
// CHECK-SAME: ins(%arg1, %arg0 :
// CHECK-SAME: bias(%arg2 : tensor<5xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[D]] :
// CHECK: return %[[T]] : tensor<5x19xf32>
func.func @bias_along_rows_as_c(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %c = linalg.broadcast ins(%v : tensor<5xf32>) outs(%e : tensor<5x19xf32>)
      dimensions = [1]
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %p : tensor<5x19xf32>
}

// A layer of one output as W x^T: transposed, so that c is one column, and not a
// second vector of one row.
// CHECK-LABEL: func.func @bias_and_c_of_one_column(
// CHECK: %[[C:.*]] = tensor.expand_shape %arg3 {{.*}} : tensor<5xf32> into tensor<5x1xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) transpose_b
// CHECK-SAME: ins(%arg1, %arg0 : tensor<5x7xf32>, tensor<1x7xf32>)
// CHECK-SAME: c(%[[C]] : tensor<5x1xf32>) bias(%arg2 : tensor<1xf32>)
// CHECK-NOT: linalg.add
// CHECK: return
func.func @bias_and_c_of_one_column(
    %w: tensor<1x7xf32>, %x: tensor<5x7xf32>, %v: tensor<1xf32>,
    %c: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<1x5xf32>
  %f = tensor.empty() : tensor<5x1xf32>
  %g = tensor.empty() : tensor<5xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%w, %x : tensor<1x7xf32>, tensor<5x7xf32>)
      outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  %0 = linalg.generic {
      indexing_maps = [#nm, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<1x5xf32>, tensor<1xf32>)
      outs(%f : tensor<5x1xf32>) {
  ^bb0(%x_: f32, %v_: f32, %out: f32):
    %y = arith.addf %x_, %v_ : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
  %2 = linalg.add ins(%1, %c : tensor<5xf32>, tensor<5xf32>)
      outs(%g : tensor<5xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// CHECK-LABEL: func.func @no_fuse_bias_times_one_column(
// CHECK: fused.matmul epilog(bias) transpose_b {{.*}} bias(%arg2 :
// CHECK: linalg.mul
func.func @no_fuse_bias_times_one_column(
    %w: tensor<1x7xf32>, %x: tensor<5x7xf32>, %v: tensor<1xf32>,
    %c: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<1x5xf32>
  %f = tensor.empty() : tensor<5x1xf32>
  %g = tensor.empty() : tensor<5xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%w, %x : tensor<1x7xf32>, tensor<5x7xf32>)
      outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  %0 = linalg.generic {
      indexing_maps = [#nm, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<1x5xf32>, tensor<1xf32>)
      outs(%f : tensor<5x1xf32>) {
  ^bb0(%x_: f32, %v_: f32, %out: f32):
    %y = arith.addf %x_, %v_ : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
  %2 = linalg.mul ins(%1, %c : tensor<5xf32>, tensor<5xf32>)
      outs(%g : tensor<5xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}
