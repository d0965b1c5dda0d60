// RUN: fused-opt %s --fused-drop-inserted-zeros --canonicalize --cse \
// RUN:   | FileCheck %s

// Operations that only resemble one with inserted zeros do not change.

// What is inserted is not zero.
// CHECK-LABEL: func.func @no_drop_ones
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_ones(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
    -> tensor<4x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %fill = arith.constant 1.0e-30 : f32
  %e = tensor.empty() : tensor<2x13x5xf32>
  %z = linalg.fill ins(%fill : f32) outs(%e : tensor<2x13x5xf32>)
      -> tensor<2x13x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x13x5xf32>
  %r = tensor.empty() : tensor<4x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<4x3x5xf32>)
      -> tensor<4x3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                       affine_map<(b, f, k, t, c) -> (b, t, f)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %d : tensor<2x16x3xf32>, tensor<2x13x5xf32>)
      outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// Zeros at the ends only: that is padding.
// CHECK-LABEL: func.func @no_drop_padding
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_padding(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
    -> tensor<4x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x13x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x13x5xf32>)
      -> tensor<2x13x5xf32>
  %d = tensor.insert_slice %g into %z[0, 2, 0] [2, 4, 5] [1, 1, 1]
      : tensor<2x4x5xf32> into tensor<2x13x5xf32>
  %r = tensor.empty() : tensor<4x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<4x3x5xf32>)
      -> tensor<4x3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                       affine_map<(b, f, k, t, c) -> (b, t, f)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %d : tensor<2x16x3xf32>, tensor<2x13x5xf32>)
      outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// Windows that are wider than the steps meet several elements.
// CHECK-LABEL: func.func @no_drop_wide_windows
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_wide_windows(%g: tensor<2x4x5xf32>, %w: tensor<3x3x5xf32>)
    -> tensor<2x7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x5xf32>)
      -> tensor<2x9x5xf32>
  %d = tensor.insert_slice %g into %z[0, 1, 0] [2, 4, 5] [1, 2, 1]
      : tensor<2x4x5xf32> into tensor<2x9x5xf32>
  %r = tensor.empty() : tensor<2x7x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x7x3xf32>)
      -> tensor<2x7x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x9x5xf32>, tensor<3x3x5xf32>)
      outs(%init : tensor<2x7x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x7x3xf32>
  return %0 : tensor<2x7x3xf32>
}

// The first element is at 0, so that the second iteration of k meets it at no
// index of the other factor.
// CHECK-LABEL: func.func @no_drop_shift_beyond_the_border
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_shift_beyond_the_border(%g: tensor<2x4x5xf32>,
    %y: tensor<2x8x3xf32>) -> tensor<2x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x5xf32>)
      -> tensor<2x9x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0, 0] [2, 4, 5] [1, 2, 1]
      : tensor<2x4x5xf32> into tensor<2x9x5xf32>
  %e1 = tensor.empty() : tensor<2x5x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x5x3xf32>)
      -> tensor<2x5x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, k, f, c) -> (b, k + t, f)>,
                       affine_map<(b, t, k, f, c) -> (b, t, c)>,
                       affine_map<(b, t, k, f, c) -> (k, f, c)>],
      iterator_types = ["reduction", "reduction", "parallel", "parallel", "parallel"]}
      ins(%d, %y : tensor<2x9x5xf32>, tensor<2x8x3xf32>)
      outs(%init : tensor<2x5x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// Each second index is read.
// CHECK-LABEL: func.func @no_drop_other_step
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_other_step(%g: tensor<2x4x5xf32>, %w: tensor<4x3x5xf32>)
    -> tensor<2x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x19x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x19x5xf32>)
      -> tensor<2x19x5xf32>
  %d = tensor.insert_slice %g into %z[0, 3, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x19x5xf32>
  %r = tensor.empty() : tensor<2x8x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x8x3xf32>)
      -> tensor<2x8x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t * 2 + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x19x5xf32>, tensor<4x3x5xf32>)
      outs(%init : tensor<2x8x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x8x3xf32>
  return %0 : tensor<2x8x3xf32>
}

// The other factor is read along the result, too.
// CHECK-LABEL: func.func @no_drop_factor_of_result
// CHECK: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins({{.*}}%{{inserted_slice|transposed}}
func.func @no_drop_factor_of_result(%g: tensor<2x4x5xf32>, %w: tensor<4x16x3x5xf32>)
    -> tensor<2x16x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x19x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x19x5xf32>)
      -> tensor<2x19x5xf32>
  %d = tensor.insert_slice %g into %z[0, 3, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x19x5xf32>
  %r = tensor.empty() : tensor<2x16x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x16x3xf32>)
      -> tensor<2x16x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, t, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x19x5xf32>, tensor<4x16x3x5xf32>)
      outs(%init : tensor<2x16x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x16x3xf32>
  return %0 : tensor<2x16x3xf32>
}
