// RUN: fused-opt %s --fused-drop-inserted-zeros --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: fused-opt %s --fused-drop-inserted-zeros=numerics=strict \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=STRICT
// RUN: fused-opt %s --fused-drop-inserted-zeros=numerics=strict \
// RUN:   --remarks-filter='fused-raise' 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// CHECK-DAG: #[[ELEMENTS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
// CHECK-DAG: #[[STEPS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d2, d4)>
// CHECK-DAG: #[[BACK:.*]] = affine_map<(d0, d1, d2) -> (-d0 + 1, d1, d2)>
// CHECK-NOT: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 + d3, d4)>
// STRICT-COUNT-11: tensor.insert_slice
// REMARK-COUNT-11: inserted-zeros | Category:fused-raise

// The sum runs along the elements, and the other factor is read with steps.
// CHECK-LABEL: func.func @weight_gradient
// CHECK-SAME: %[[X:[^:]*]]: {{[^,]*}}, %[[G:[^:]*]]:
// CHECK-NOT: insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[G]] : tensor<2x16x3xf32>, tensor<2x4x5xf32>)
func.func @weight_gradient(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
    -> tensor<4x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x13x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x13x5xf32>)
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

// With an offset, and an init that is kept.
// CHECK-LABEL: func.func @weight_gradient_into_c
// CHECK-SAME: %[[C:[^:]*]]: tensor<4x3x5xf32>)
// CHECK-NOT: insert_slice
// CHECK: linalg.generic {{.*}} outs(%[[C]] :
func.func @weight_gradient_into_c(%x: tensor<2x17x3xf32>, %g: tensor<2x4x5xf32>,
    %init: tensor<4x3x5xf32>)
    -> tensor<4x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x14x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x14x5xf32>)
      -> tensor<2x14x5xf32>
  %d = tensor.insert_slice %g into %z[0, 1, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x14x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                       affine_map<(b, f, k, t, c) -> (b, t, f)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %d : tensor<2x17x3xf32>, tensor<2x14x5xf32>)
      outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// One iteration of the window meets an element: a product for each phase.
// CHECK-LABEL: func.func @input_gradient(
// CHECK-SAME: %[[G:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]:
// CHECK-NOT: insert_slice
// CHECK: %[[REVERSED:.*]] = linalg.generic {{.*}} ins(%[[W]] :
// CHECK: %[[PHASES:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[REVERSED]] : {{.*}}) outs({{.*}} : tensor<2x4x4x3xf32>)
// CHECK: tensor.collapse_shape %[[PHASES]] {{\[}}[0], [1, 2], [3]] : tensor<2x4x4x3xf32> into tensor<2x16x3xf32>
func.func @input_gradient(%g: tensor<2x4x5xf32>, %w: tensor<4x3x5xf32>)
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
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x19x5xf32>, tensor<4x3x5xf32>)
      outs(%init : tensor<2x16x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x16x3xf32>
  return %0 : tensor<2x16x3xf32>
}

// Windows that are narrower than the steps leave zeros; the ends are cut off.
// CHECK-LABEL: func.func @input_gradient_with_gaps
// CHECK: %[[PHASES:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<2x4x2x3xf32>)
// CHECK: %[[FULL:.*]] = tensor.insert_slice %[[PHASES]] into %{{.*}} [2, 4, 2, 3] [1, 1, 1, 1] : tensor<2x4x2x3xf32> into tensor<2x4x4x3xf32>
// CHECK: %[[JOINED:.*]] = tensor.collapse_shape %[[FULL]]
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[JOINED]][0, 1, 0] [2, 15, 3] [1, 1, 1]
// CHECK: tensor.insert_slice %[[PART]] into %{{.*}}[0, 0, 0] [2, 15, 3] [1, 1, 1] : tensor<2x15x3xf32> into tensor<2x18x3xf32>
func.func @input_gradient_with_gaps(%g: tensor<2x4x5xf32>, %w: tensor<2x3x5xf32>)
    -> tensor<2x18x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x19x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x19x5xf32>)
      -> tensor<2x19x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x19x5xf32>
  %r = tensor.empty() : tensor<2x18x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x18x3xf32>)
      -> tensor<2x18x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x19x5xf32>, tensor<2x3x5xf32>)
      outs(%init : tensor<2x18x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x18x3xf32>
  return %0 : tensor<2x18x3xf32>
}

// The first results are zero.
// CHECK-LABEL: func.func @input_gradient_shifted
// CHECK: %[[JOINED:.*]] = tensor.collapse_shape
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[JOINED]][0, 0, 0] [2, 11, 3]
// CHECK: tensor.insert_slice %[[PART]] into %{{.*}}[0, 5, 0] [2, 11, 3] [1, 1, 1]
func.func @input_gradient_shifted(%g: tensor<2x4x5xf32>, %w: tensor<4x3x5xf32>)
    -> tensor<2x16x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x21x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x21x5xf32>)
      -> tensor<2x21x5xf32>
  %d = tensor.insert_slice %g into %z[0, 8, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x21x5xf32>
  %r = tensor.empty() : tensor<2x16x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x16x3xf32>)
      -> tensor<2x16x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x21x5xf32>, tensor<4x3x5xf32>)
      outs(%init : tensor<2x16x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x16x3xf32>
  return %0 : tensor<2x16x3xf32>
}

// A kernel of one: the other results are zero.
// CHECK-LABEL: func.func @results_at_elements
// CHECK-SAME: %[[G:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]:
// CHECK: %[[AT:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[W]] : {{.*}}) outs({{.*}} : tensor<2x4x3xf32>)
// CHECK: tensor.insert_slice %[[AT]] into %{{.*}}[0, 1, 0] [2, 4, 3] [1, 2, 1]
func.func @results_at_elements(%g: tensor<2x4x5xf32>, %w: tensor<3x5xf32>)
    -> tensor<2x9x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x5xf32>)
      -> tensor<2x9x5xf32>
  %d = tensor.insert_slice %g into %z[0, 1, 0] [2, 4, 5] [1, 2, 1]
      : tensor<2x4x5xf32> into tensor<2x9x5xf32>
  %r = tensor.empty() : tensor<2x9x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x9x3xf32>)
      -> tensor<2x9x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, f) -> (b, t, f)>,
                       affine_map<(b, t, c, f) -> (c, f)>,
                       affine_map<(b, t, c, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%d, %w : tensor<2x9x5xf32>, tensor<3x5xf32>)
      outs(%init : tensor<2x9x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x9x3xf32>
  return %0 : tensor<2x9x3xf32>
}

// Seen through a permutation.
// CHECK-LABEL: func.func @through_a_transpose
// CHECK-SAME: %[[X:[^:]*]]: {{[^,]*}}, %[[G:[^:]*]]:
// CHECK-NOT: insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[G]] : tensor<2x16x3xf32>, tensor<2x4x5xf32>)
func.func @through_a_transpose(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
    -> tensor<4x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x13x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x13x5xf32>)
      -> tensor<2x13x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x13x5xf32>
  %te = tensor.empty() : tensor<5x2x13xf32>
  %p = linalg.transpose ins(%d : tensor<2x13x5xf32>)
      outs(%te : tensor<5x2x13xf32>) permutation = [2, 0, 1]
  %r = tensor.empty() : tensor<4x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<4x3x5xf32>)
      -> tensor<4x3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                       affine_map<(b, f, k, t, c) -> (f, b, t)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %p : tensor<2x16x3xf32>, tensor<5x2x13xf32>)
      outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// Zeros in both factors.
// CHECK-LABEL: func.func @both_factors
// CHECK-SAME: %[[G:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]:
// CHECK: linalg.generic {{.*}} ins(%[[G]], %[[W]] : tensor<4x5xf32>, tensor<3x5xf32>) outs({{.*}} : tensor<4x3xf32>)
func.func @both_factors(%g: tensor<4x5xf32>, %w: tensor<3x5xf32>)
    -> tensor<8x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5xf32>)
      -> tensor<8x5xf32>
  %d = tensor.insert_slice %g into %z[0, 0] [4, 5] [2, 1]
      : tensor<4x5xf32> into tensor<8x5xf32>
  %ze = tensor.empty() : tensor<9x5xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ze : tensor<9x5xf32>)
      -> tensor<9x5xf32>
  %dw = tensor.insert_slice %w into %zw[1, 0] [3, 5] [3, 1]
      : tensor<3x5xf32> into tensor<9x5xf32>
  %r = tensor.empty() : tensor<8x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<8x9xf32>)
      -> tensor<8x9xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %dw : tensor<8x5xf32>, tensor<9x5xf32>)
      outs(%init : tensor<8x9xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}

// Zeros at the end of one dimension, between elements of another. The other
// factor is cut off where it is not read with steps.
// CHECK-LABEL: func.func @zeros_at_the_end
// CHECK-SAME: %[[G:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]:
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[W]][0, 0, 0] [9, 4, 3] [1, 1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[G]], %[[PART]] : tensor<2x3x4xf32>, tensor<9x4x3xf32>)
func.func @zeros_at_the_end(%g: tensor<2x3x4xf32>, %w: tensor<9x6x3xf32>)
    -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x6xf32>)
      -> tensor<2x9x6xf32>
  %d = tensor.insert_slice %g into %z[0, 1, 0] [2, 3, 4] [1, 3, 1]
      : tensor<2x3x4xf32> into tensor<2x9x6xf32>
  %r = tensor.empty() : tensor<2x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<2x3xf32>)
      -> tensor<2x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, s, t) -> (b, s, t)>,
                       affine_map<(b, f, s, t) -> (s, t, f)>,
                       affine_map<(b, f, s, t) -> (b, f)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x9x6xf32>, tensor<9x6x3xf32>)
      outs(%init : tensor<2x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// The init is not zero: it is added to the results.
// CHECK-LABEL: func.func @into_init(
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<2x4x5xf32>, %[[W:[a-z0-9]+]]: tensor<4x3x5xf32>, %[[INIT:[a-z0-9]+]]: tensor<2x16x3xf32>
// CHECK: %[[PHASES:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[G]], %{{.*}} : tensor<2x4x5xf32>, tensor<4x3x5xf32>)
// CHECK: %[[RESULTS:.*]] = tensor.collapse_shape %[[PHASES]]
// CHECK: linalg.generic {{.*}} ins(%[[RESULTS]], %[[INIT]] : tensor<2x16x3xf32>, tensor<2x16x3xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
func.func @into_init(%g: tensor<2x4x5xf32>, %w: tensor<4x3x5xf32>,
    %init: tensor<2x16x3xf32>)
    -> tensor<2x16x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x19x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x19x5xf32>)
      -> tensor<2x19x5xf32>
  %d = tensor.insert_slice %g into %z[0, 3, 0] [2, 4, 5] [1, 4, 1]
      : tensor<2x4x5xf32> into tensor<2x19x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, c, k, f) -> (b, t + k, f)>,
                       affine_map<(b, t, c, k, f) -> (k, c, f)>,
                       affine_map<(b, t, c, k, f) -> (b, t, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%d, %w : tensor<2x19x5xf32>, tensor<4x3x5xf32>)
      outs(%init : tensor<2x16x3xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %m = arith.mulf %in, %in_0 : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x16x3xf32>
  return %0 : tensor<2x16x3xf32>
}

// The gradient for the weights of a transposed convolution: the sum runs along
// the elements, and the other factor is read backwards, from its last index.
// CHECK-LABEL: func.func @shifted(
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<2x4x5xf32>, %[[F:[a-z0-9]+]]: tensor<2x8x3xf32>
// CHECK: %[[SUMS:.*]] = linalg.generic {indexing_maps = [#[[ELEMENTS]], #[[STEPS]], #{{.*}}], {{.*}} ins(%[[G]], %[[F]] : tensor<2x4x5xf32>, tensor<2x8x3xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[BACK]], #{{.*}}], {{.*}} ins(%[[SUMS]] : tensor<2x5x3xf32>)
func.func @shifted(%g: tensor<2x4x5xf32>,
    %y: tensor<2x8x3xf32>) -> tensor<2x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9x5xf32>)
      -> tensor<2x9x5xf32>
  %d = tensor.insert_slice %g into %z[0, 1, 0] [2, 4, 5] [1, 2, 1]
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
