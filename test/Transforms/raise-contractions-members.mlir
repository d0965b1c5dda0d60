// RUN: fused-opt %s --fused-raise-contractions --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=PRODUCT

// Members of a batch that share a factor.

#efn = affine_map<(e, f, n) -> (e, f, n)>
#enf = affine_map<(e, n, f) -> (e, n, f)>
#efn_of_enf = affine_map<(e, n, f) -> (e, f, n)>
#ef = affine_map<(e, n, f) -> (e, f)>
#f = affine_map<(e, n, f) -> (f)>
#n = affine_map<(e, n, f) -> (n)>

// The rows of a member are not adjacent to those of others, and the bias has the
// order of members.
// CHECK-LABEL: func.func @layer_of_an_ensemble(
// PRODUCT-LABEL: func.func @layer_of_an_ensemble(
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg0, %arg1 : tensor<3x7x20xf32>, tensor<17x7xf32>)
// CHECK-SAME: -> tensor<3x20x17xf32>
// PRODUCT-NEXT: tensor.empty
// PRODUCT-NEXT: %[[D:.*]] = fused.matmul epilog(bias) ins(%arg1, %arg0 : tensor<17x7xf32>, tensor<3x7x20xf32>) bias(%arg2 : tensor<3x20xf32>)
// PRODUCT-NEXT: return %[[D]] : tensor<3x17x20xf32>
func.func @layer_of_an_ensemble(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %v: tensor<3x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x20x17xf32>, tensor<3x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// A matrix in the order of members, behind an operation that scales the product.
// CHECK-LABEL: func.func @update_of_an_ensemble(
// PRODUCT-LABEL: func.func @update_of_an_ensemble(
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg0, %arg1 : tensor<3x7x20xf32>, tensor<17x7xf32>)
// PRODUCT-NEXT: tensor.empty
// PRODUCT-NEXT: %[[D:.*]] = fused.matmul epilog(default) alpha(-5.000000e-01) ins(%arg1, %arg0 : tensor<17x7xf32>, tensor<3x7x20xf32>) c(%arg2 : tensor<3x17x20xf32>)
// PRODUCT-NEXT: return %[[D]]
func.func @update_of_an_ensemble(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<3x17x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %t = linalg.transpose ins(%p : tensor<3x20x17xf32>) outs(%f : tensor<3x17x20xf32>)
      permutation = [0, 2, 1]
  %half = arith.constant dense<0.5> : tensor<3x17x20xf32>
  %s = linalg.mul ins(%t, %half : tensor<3x17x20xf32>, tensor<3x17x20xf32>)
      outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %0 = linalg.sub ins(%c, %s : tensor<3x17x20xf32>, tensor<3x17x20xf32>)
      outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// One of two operations adds a matrix: a moment of Adam.
// CHECK-LABEL: func.func @several_users(
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg0, %arg1 : tensor<3x7x20xf32>, tensor<17x7xf32>)
func.func @several_users(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<3x17x20xf32>)
    -> (tensor<3x17x20xf32>, tensor<3x17x20xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %t = linalg.transpose ins(%p : tensor<3x20x17xf32>) outs(%f : tensor<3x17x20xf32>)
      permutation = [0, 2, 1]
  %s = linalg.square ins(%t : tensor<3x17x20xf32>) outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %0 = linalg.add ins(%c, %t : tensor<3x17x20xf32>, tensor<3x17x20xf32>)
      outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  return %0, %s : tensor<3x17x20xf32>, tensor<3x17x20xf32>
}

// CHECK-LABEL: func.func @members_of_the_second_factor(
// CHECK: fused.matmul epilog(default) ins(%arg1, %arg0 : tensor<17x7xf32>, tensor<3x7x20xf32>)
// CHECK-SAME: -> tensor<3x17x20xf32>
func.func @members_of_the_second_factor(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %v: tensor<3x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<17x3x20xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<17x3x20xf32>) -> tensor<17x3x20xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (n, k)>, affine_map<(e, f, n, k) -> (e, k, f)>,
      affine_map<(e, f, n, k) -> (n, e, f)>]
      ins(%x, %w : tensor<17x7xf32>, tensor<3x7x20xf32>) outs(%init : tensor<17x3x20xf32>) -> tensor<17x3x20xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(e, n, f) -> (n, e, f)>, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<17x3x20xf32>, tensor<3x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// Images are the members, their points the rows, and all share the weights.
// CHECK-LABEL: func.func @residual_of_channels_first(
// PRODUCT-LABEL: func.func @residual_of_channels_first(
// CHECK: fused.matmul epilog(default)
// CHECK-SAME: tensor<17x7xf32>
// CHECK-SAME: -> tensor<3x
// PRODUCT: fused.matmul epilog(default) ins(%arg1, %arg0 : tensor<17x7xf32>, tensor<3x7x20xf32>) c(%arg2 : tensor<3x17x20xf32>)
// PRODUCT-NEXT: return
func.func @residual_of_channels_first(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<3x17x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x17x20xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, n, f)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#enf, #enf, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %c : tensor<3x17x20xf32>, tensor<3x17x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

//===----------------------------------------------------------------------===//
// Near misses
//===----------------------------------------------------------------------===//

// The epilog of one product adds it.
// CHECK-LABEL: func.func @no_share_bias_of_channels(
// PRODUCT-LABEL: func.func @no_share_bias_of_channels(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
// PRODUCT: fused.matmul epilog(bias)
func.func @no_share_bias_of_channels(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %v: tensor<17xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x17x20xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, n, f)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#enf, #n, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x17x20xf32>, tensor<17xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// One product can repeat it.
// CHECK-LABEL: func.func @no_share_bias_of_all_members(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_bias_of_all_members(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %v: tensor<20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #f, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x20x17xf32>, tensor<20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// CHECK-LABEL: func.func @no_share_multiplied_matrix(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_multiplied_matrix(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<3x17x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #enf, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %c : tensor<3x20x17xf32>, tensor<3x17x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.mulf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// One product has the rows of all members in this order: the sum of gradients for
// the input of attention.
// CHECK-LABEL: func.func @no_share_result_in_order(
// PRODUCT-LABEL: func.func @no_share_result_in_order(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
// PRODUCT: fused.matmul epilog(default) {{.*}} c(
func.func @no_share_result_in_order(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<3x20x17xf32>)
    -> tensor<3x20x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x20x17xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn, #efn, #efn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %c : tensor<3x20x17xf32>, tensor<3x20x17xf32>) outs(%f : tensor<3x20x17xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x20x17xf32>
  return %0 : tensor<3x20x17xf32>
}

// The result has the rows of all members first.
// CHECK-LABEL: func.func @no_share_bias_along_rows(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_bias_along_rows(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %v: tensor<3x20xf32>)
    -> tensor<3x20x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x20x17xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn, affine_map<(e, f, n) -> (e, f)>, #efn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x20x17xf32>, tensor<3x20xf32>) outs(%f : tensor<3x20x17xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x20x17xf32>
  return %0 : tensor<3x20x17xf32>
}

// What is added is computed from the product.
// CHECK-LABEL: func.func @no_share_own_values(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_own_values(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %t = linalg.transpose ins(%p : tensor<3x20x17xf32>) outs(%f : tensor<3x17x20xf32>)
      permutation = [0, 2, 1]
  %s = linalg.square ins(%t : tensor<3x17x20xf32>) outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  %0 = linalg.add ins(%t, %s : tensor<3x17x20xf32>, tensor<3x17x20xf32>)
      outs(%f : tensor<3x17x20xf32>) -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// CHECK-LABEL: func.func @no_share_returned(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_returned(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>)
    -> tensor<3x20x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  return %p : tensor<3x20x17xf32>
}

// The rows of all members come before the members.
// CHECK-LABEL: func.func @no_share_matrix_in_another_order(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_matrix_in_another_order(
    %w: tensor<3x7x20xf32>, %x: tensor<17x7xf32>, %c: tensor<17x3x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, affine_map<(e, n, f) -> (n, e, f)>, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %c : tensor<3x20x17xf32>, tensor<17x3x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// The factor is one matrix, of which nothing is copied.
// CHECK-LABEL: func.func @no_share_adjacent_rows(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_adjacent_rows(
    %w: tensor<7x3x20xf32>, %x: tensor<17x7xf32>, %v: tensor<3x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (k, e, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<7x3x20xf32>, tensor<17x7xf32>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x20x17xf32>, tensor<3x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// Members of eight rows.
// CHECK-LABEL: func.func @no_share_small_members(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<24x17xf32>
func.func @no_share_small_members(
    %w: tensor<3x7x8xf32>, %x: tensor<17x7xf32>, %v: tensor<3x8xf32>)
    -> tensor<3x17x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x8x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x8x17xf32>) -> tensor<3x8x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x8xf32>, tensor<17x7xf32>) outs(%init : tensor<3x8x17xf32>) -> tensor<3x8x17xf32>
  %f = tensor.empty() : tensor<3x17x8xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x8x17xf32>, tensor<3x8xf32>) outs(%f : tensor<3x17x8xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x8xf32>
  return %0 : tensor<3x17x8xf32>
}

// Devices multiply no batches of these.
// CHECK-LABEL: func.func @no_share_f8(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<60x17xf32>
func.func @no_share_f8(
    %w: tensor<3x7x20xf8E4M3FN>, %x: tensor<17x7xf8E4M3FN>, %v: tensor<3x20xf32>)
    -> tensor<3x17x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(e, f, n, k) -> (e, k, f)>, affine_map<(e, f, n, k) -> (n, k)>,
      affine_map<(e, f, n, k) -> (e, f, n)>]
      ins(%w, %x : tensor<3x7x20xf8E4M3FN>, tensor<17x7xf8E4M3FN>) outs(%init : tensor<3x20x17xf32>) -> tensor<3x20x17xf32>
  %f = tensor.empty() : tensor<3x17x20xf32>
  %0 = linalg.generic {
      indexing_maps = [#efn_of_enf, #ef, #enf],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x20x17xf32>, tensor<3x20xf32>) outs(%f : tensor<3x17x20xf32>) {
  ^bb0(%x_: f32, %o_: f32, %out: f32):
    %y = arith.addf %x_, %o_ : f32
    linalg.yield %y : f32
  } -> tensor<3x17x20xf32>
  return %0 : tensor<3x17x20xf32>
}

// A batch of ensembles has only one dimension.
// CHECK-LABEL: func.func @no_share_beside_a_batch(
// CHECK: fused.matmul epilog(default) {{.*}} -> tensor<2x60x17xf32>
func.func @no_share_beside_a_batch(
    %w: tensor<2x3x7x20xf32>, %x: tensor<2x17x7xf32>, %c: tensor<2x3x20x17xf32>)
    -> tensor<2x3x20x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x20x17xf32>
  %init = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x20x17xf32>) -> tensor<2x3x20x17xf32>
  %p = linalg.contract indexing_maps = [
      affine_map<(b, e, f, n, k) -> (b, e, k, f)>, affine_map<(b, e, f, n, k) -> (b, n, k)>,
      affine_map<(b, e, f, n, k) -> (b, e, f, n)>]
      ins(%w, %x : tensor<2x3x7x20xf32>, tensor<2x17x7xf32>)
      outs(%init : tensor<2x3x20x17xf32>) -> tensor<2x3x20x17xf32>
  %0 = linalg.add ins(%p, %c : tensor<2x3x20x17xf32>, tensor<2x3x20x17xf32>)
      outs(%e : tensor<2x3x20x17xf32>) -> tensor<2x3x20x17xf32>
  return %0 : tensor<2x3x20x17xf32>
}
