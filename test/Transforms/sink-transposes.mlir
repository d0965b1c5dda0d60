// RUN: fused-opt %s --fused-sink-transposes | FileCheck %s
// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=PRODUCT

// What the example in docs/generated/Passes.md does not show: which operations
// stay behind a transpose.

#bcn = affine_map<(b, c, n) -> (b, c, n)>
#c = affine_map<(b, c, n) -> (c)>

// Operations one after the other; the second one permutes its result, too.
// CHECK-DAG: #[[OWN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-LABEL: func.func @sink_chain
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: %[[BIAS:.*]] = linalg.generic {indexing_maps = [#[[OWN]], #[[CHANNEL]], #[[OWN]]]
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<2x5x3xf32>, tensor<3xf32>)
// CHECK: %[[NARROW:.*]] = linalg.generic {indexing_maps = [#[[OWN]], #[[OWN]]]
// CHECK-SAME: ins(%[[BIAS]] : tensor<2x5x3xf32>) outs({{.*}} : tensor<2x5x3xbf16>)
// CHECK: linalg.transpose ins(%[[NARROW]] : tensor<2x5x3xbf16>) outs({{.*}} : tensor<3x2x5xbf16>) permutation = [2, 0, 1]
// CHECK-NOT: linalg.
func.func @sink_chain(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>,
                      %v: tensor<3xf32>) -> tensor<3x2x5xbf16> {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %3 = tensor.empty() : tensor<2x3x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
      outs(%3 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %5 = linalg.generic {indexing_maps = [#bcn, #c, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4, %v : tensor<2x3x5xf32>, tensor<3xf32>)
      outs(%3 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %8 = arith.addf %in, %bias : f32
    linalg.yield %8 : f32
  } -> tensor<2x3x5xf32>
  %6 = tensor.empty() : tensor<3x2x5xbf16>
  %7 = linalg.generic {
      indexing_maps = [affine_map<(c, b, n) -> (b, c, n)>,
                       affine_map<(c, b, n) -> (c, b, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%6 : tensor<3x2x5xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %8 = arith.truncf %in : f32 to bf16
    linalg.yield %8 : bf16
  } -> tensor<3x2x5xbf16>
  return %7 : tensor<3x2x5xbf16>
}

// The columns come first or last: the epilog itself can be transposed.
// CHECK-LABEL: func.func @no_sink_transposed_product
// CHECK: linalg.transpose
// CHECK: linalg.generic
func.func @no_sink_transposed_product(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %v: tensor<3xf32>)
    -> tensor<3x2x5xf32> {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %3 = tensor.empty() : tensor<3x2x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
      outs(%3 : tensor<3x2x5xf32>) permutation = [2, 0, 1]
  %5 = linalg.generic {
      indexing_maps = [#bcn, affine_map<(b, c, n) -> (b)>, #bcn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4, %v : tensor<3x2x5xf32>, tensor<3xf32>)
      outs(%3 : tensor<3x2x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %8 = arith.addf %in, %bias : f32
    linalg.yield %8 : f32
  } -> tensor<3x2x5xf32>
  return %5 : tensor<3x2x5xf32>
}

// CHECK-LABEL: func.func @no_sink_other_matrix
// CHECK: linalg.transpose
// CHECK: linalg.generic
func.func @no_sink_other_matrix(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %c: tensor<2x3x5xf32>)
    -> tensor<2x3x5xf32> {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %3 = tensor.empty() : tensor<2x3x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
      outs(%3 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %5 = linalg.generic {indexing_maps = [#bcn, #bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4, %c : tensor<2x3x5xf32>, tensor<2x3x5xf32>)
      outs(%3 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.addf %in, %in_0 : f32
    linalg.yield %8 : f32
  } -> tensor<2x3x5xf32>
  return %5 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @no_sink_used
// CHECK: linalg.transpose
// CHECK: linalg.generic
func.func @no_sink_used(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %v: tensor<3xf32>)
    -> (tensor<2x3x5xf32>, tensor<2x3x5xf32>) {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %3 = tensor.empty() : tensor<2x3x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
      outs(%3 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %5 = linalg.generic {indexing_maps = [#bcn, #c, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4, %v : tensor<2x3x5xf32>, tensor<3xf32>)
      outs(%3 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %8 = arith.addf %in, %bias : f32
    linalg.yield %8 : f32
  } -> tensor<2x3x5xf32>
  return %4, %5 : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

// Two permutations are one.
// CHECK-LABEL: func.func @compose(
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<2x5x3xf32>) outs(%{{.*}} : tensor<3x2x5xf32>) permutation = [2, 0, 1]
// CHECK-NEXT: return %[[T]]
func.func @compose(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>)
    -> tensor<3x2x5xf32> {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %3 = tensor.empty() : tensor<2x3x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
      outs(%3 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %5 = tensor.empty() : tensor<3x2x5xf32>
  %6 = linalg.generic {
      indexing_maps = [affine_map<(c, b, n) -> (b, c, n)>,
                       affine_map<(c, b, n) -> (c, b, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4 : tensor<2x3x5xf32>) outs(%5 : tensor<3x2x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x2x5xf32>
  return %6 : tensor<3x2x5xf32>
}

// The dimensions of the batch no longer come first. The permutation is a
// generic operation, and the number is an array.
// CHECK-LABEL: func.func @sink_heads
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: %[[SCALED:.*]] = linalg.generic {indexing_maps = [#[[OWN4:.*]], #{{.*}}, #[[OWN4]]]
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<2x3x5x7xf32>, f32)
// CHECK: linalg.transpose ins(%[[SCALED]] : tensor<2x3x5x7xf32>) outs({{.*}} : tensor<2x5x7x3xf32>) permutation = [0, 2, 3, 1]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @sink_heads(%a: tensor<6x5x4xf32>, %b: tensor<6x4x7xf32>)
    -> tensor<2x5x7x3xf32> {
  %0 = tensor.empty() : tensor<6x5x7xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x4xf32>, tensor<6x4x7xf32>)
      outs(%0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %3 = tensor.empty() : tensor<2x5x7x3xf32>
  %4 = linalg.generic {
      indexing_maps = [affine_map<(b, t, d, h) -> (b, h, t, d)>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<2x3x5x7xf32>) outs(%3 : tensor<2x5x7x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x5x7x3xf32>
  %scale = arith.constant dense<2.5> : tensor<f32>
  %5 = linalg.generic {
      indexing_maps = [affine_map<(b, t, d, h) -> ()>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scale : tensor<f32>) outs(%3 : tensor<2x5x7x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x5x7x3xf32>
  %6 = linalg.generic {
      indexing_maps = [affine_map<(b, t, d, h) -> (b, t, d, h)>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>,
                       affine_map<(b, t, d, h) -> (b, t, d, h)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%4, %5 : tensor<2x5x7x3xf32>, tensor<2x5x7x3xf32>)
      outs(%3 : tensor<2x5x7x3xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %7 = arith.divf %in, %s : f32
    linalg.yield %7 : f32
  } -> tensor<2x5x7x3xf32>
  return %6 : tensor<2x5x7x3xf32>
}

// The groups and the columns of a grouped convolution become one dimension.
// CHECK-LABEL: func.func @sink_collapse
// CHECK-SAME: %[[V:[^:]*]]: tensor<12xf32>
// CHECK: %[[W:.*]] = tensor.expand_shape %[[V]] {{\[\[}}0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
// CHECK: %[[BIAS:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}}, %[[W]] : tensor<3x?x4xf32>, tensor<3x4xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[BIAS]] : tensor<3x?x4xf32>) outs({{.*}} : tensor<?x3x4xf32>) permutation = [1, 0, 2]
// CHECK: tensor.collapse_shape %[[T]] {{\[\[}}0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
func.func @sink_collapse(%a: tensor<3x?x5xf32>, %b: tensor<3x5x4xf32>,
                         %v: tensor<12xf32>, %m: index) -> tensor<?x12xf32> {
  %0 = tensor.empty(%m) : tensor<3x?x4xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x?x5xf32>, tensor<3x5x4xf32>)
      outs(%0 : tensor<3x?x4xf32>) -> tensor<3x?x4xf32>
  %2 = tensor.empty(%m) : tensor<?x3x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<3x?x4xf32>)
      outs(%2 : tensor<?x3x4xf32>) permutation = [1, 0, 2]
  %4 = tensor.collapse_shape %3 [[0], [1, 2]]
      : tensor<?x3x4xf32> into tensor<?x12xf32>
  %5 = tensor.empty(%m) : tensor<?x12xf32>
  %6 = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>,
                       affine_map<(m, n) -> (n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%4, %v : tensor<?x12xf32>, tensor<12xf32>)
      outs(%5 : tensor<?x12xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %7 = arith.addf %in, %bias : f32
    linalg.yield %7 : f32
  } -> tensor<?x12xf32>
  return %6 : tensor<?x12xf32>
}

// The transpose would move wider elements.
// CHECK-LABEL: func.func @no_sink_widening
// CHECK: linalg.transpose
// CHECK: arith.extf
func.func @no_sink_widening(%a: tensor<3x?x5xbf16>, %b: tensor<3x5x4xbf16>,
                            %m: index) -> tensor<?x3x4xf32> {
  %0 = tensor.empty(%m) : tensor<3x?x4xbf16>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x?x5xbf16>, tensor<3x5x4xbf16>)
      outs(%0 : tensor<3x?x4xbf16>) -> tensor<3x?x4xbf16>
  %2 = tensor.empty(%m) : tensor<?x3x4xbf16>
  %3 = linalg.transpose ins(%1 : tensor<3x?x4xbf16>)
      outs(%2 : tensor<?x3x4xbf16>) permutation = [1, 0, 2]
  %4 = tensor.empty(%m) : tensor<?x3x4xf32>
  %5 = linalg.generic {
      indexing_maps = [affine_map<(m, g, n) -> (m, g, n)>,
                       affine_map<(m, g, n) -> (m, g, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%3 : tensor<?x3x4xbf16>) outs(%4 : tensor<?x3x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %6 = arith.extf %in : bf16 to f32
    linalg.yield %6 : f32
  } -> tensor<?x3x4xf32>
  return %5 : tensor<?x3x4xf32>
}

// A training step: several operations read the transposed product, and the
// gradient reads what they compute.
// CHECK-LABEL: func.func @sink_activation_and_gradient
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: %[[RELU:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
// CHECK: arith.maximumf
// CHECK: linalg.transpose ins(%[[RELU]] : tensor<2x5x3xf32>)
// CHECK: %[[MASK:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
// CHECK: arith.cmpf
// CHECK-NOT: linalg.transpose
// CHECK: %[[Y:.*]] = tensor.expand_shape
// CHECK: %[[SELECTED:.*]] = linalg.generic {{.*}} ins(%[[MASK]], %[[Y]] : tensor<2x5x3xi1>, tensor<2x5x3xf32>)
// CHECK: linalg.transpose ins(%[[SELECTED]] : tensor<2x5x3xf32>)
// CHECK-NOT: linalg.
// CHECK: return
// PRODUCT-LABEL: func.func @sink_activation_and_gradient
// PRODUCT: fused.matmul epilog(relu)
// PRODUCT: fused.matmul epilog(drelu)
func.func @sink_activation_and_gradient(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %c: tensor<10x7xf32>)
    -> (tensor<2x3x5xf32>, tensor<2x3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x3xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %i = tensor.empty() : tensor<2x3x5xi1>
  %p0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t0 = linalg.transpose ins(%x0 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %r = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %m = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%i : tensor<2x3x5xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.cmpf ogt, %in, %zero : f32
    linalg.yield %0 : i1
  } -> tensor<2x3x5xi1>
  %p1 = fused.matmul epilog(default)
      ins(%c, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t1 = linalg.transpose ins(%x1 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %s = linalg.generic {indexing_maps = [#bcn, #bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m, %t1 : tensor<2x3x5xi1>, tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%bit: i1, %in: f32, %out: f32):
    %0 = arith.select %bit, %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  return %r, %s : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

// The mask selects elements of a smaller tensor: it is transposed, and the
// result of the selection is not.
// CHECK-LABEL: func.func @sink_without_selection
// CHECK: %[[RELU:.*]] = linalg.generic
// CHECK: arith.maximumf
// CHECK: linalg.transpose ins(%[[RELU]] : tensor<2x5x3xf32>)
// CHECK: %[[MASK:.*]] = linalg.generic
// CHECK: arith.cmpf
// CHECK: %[[BITS:.*]] = linalg.transpose ins(%[[MASK]] : tensor<2x5x3xi1>)
// CHECK: linalg.generic {{.*}} ins(%[[BITS]], %{{.*}} : tensor<2x3x5xi1>, tensor<3xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
// PRODUCT-LABEL: func.func @sink_without_selection
// PRODUCT: fused.matmul epilog(relu)
func.func @sink_without_selection(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %g: tensor<3xf32>)
    -> (tensor<2x3x5xf32>, tensor<2x3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x3xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %i = tensor.empty() : tensor<2x3x5xi1>
  %p0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t0 = linalg.transpose ins(%x0 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %r = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %m = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%i : tensor<2x3x5xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.cmpf ogt, %in, %zero : f32
    linalg.yield %0 : i1
  } -> tensor<2x3x5xi1>
  %s = linalg.generic {indexing_maps = [#bcn, #c, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m, %g : tensor<2x3x5xi1>, tensor<3xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%bit: i1, %in: f32, %out: f32):
    %0 = arith.select %bit, %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  return %r, %s : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

// Booleans are transposed in place of numbers.
// CHECK-LABEL: func.func @sink_mask
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: %[[BITS:.*]] = linalg.transpose ins(%arg2 : tensor<2x3x5xi1>) {{.*}} permutation = [0, 2, 1]
// CHECK: linalg.generic {{.*}} ins(%[[BITS]], %[[X]] : tensor<2x5x3xi1>, tensor<2x5x3xf32>)
// PRODUCT-LABEL: func.func @sink_mask
// PRODUCT: fused.matmul epilog(drelu)
func.func @sink_mask(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %m: tensor<2x3x5xi1>)
    -> tensor<2x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x3xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %p0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t0 = linalg.transpose ins(%x0 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %s = linalg.generic {indexing_maps = [#bcn, #bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m, %t0 : tensor<2x3x5xi1>, tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%bit: i1, %in: f32, %out: f32):
    %0 = arith.select %bit, %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  return %s : tensor<2x3x5xf32>
}

// Two results would be transposed in place of one product.
// CHECK-LABEL: func.func @no_sink_two_results
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<2x3x5xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<2x3x5xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @no_sink_two_results(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>)
    -> (tensor<2x3x5xf32>, tensor<2x3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x3xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %p0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t0 = linalg.transpose ins(%x0 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %r = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %s = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0 : tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  return %r, %s : tensor<2x3x5xf32>, tensor<2x3x5xf32>
}

// The other product is transposed in another way.
// CHECK-LABEL: func.func @no_sink_other_permutation
// CHECK: linalg.transpose
// CHECK: linalg.transpose
// CHECK: arith.mulf
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @no_sink_other_permutation(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %c: tensor<6x7xf32>,
    %d: tensor<7x5xf32>) -> tensor<2x3x5xf32> {
  %e = tensor.empty() : tensor<10x3xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %p0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%e : tensor<10x3xf32>) -> tensor<10x3xf32>
  %x0 = tensor.expand_shape %p0 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %t0 = linalg.transpose ins(%x0 : tensor<2x5x3xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %e1 = tensor.empty() : tensor<6x5xf32>
  %p1 = fused.matmul epilog(default)
      ins(%c, %d : tensor<6x7xf32>, tensor<7x5xf32>)
      outs(%e1 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %x1 = tensor.expand_shape %p1 [[0, 1], [2]] output_shape [3, 2, 5]
      : tensor<6x5xf32> into tensor<3x2x5xf32>
  %t1 = linalg.transpose ins(%x1 : tensor<3x2x5xf32>)
      outs(%f : tensor<2x3x5xf32>) permutation = [1, 0, 2]
  %s = linalg.generic {indexing_maps = [#bcn, #bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t0, %t1 : tensor<2x3x5xf32>, tensor<2x3x5xf32>)
      outs(%f : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.mulf %in, %in_0 : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  return %s : tensor<2x3x5xf32>
}

// A product that is rounded before it is permuted.
// CHECK-LABEL: func.func @sink_rounded
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<10x3xbf16>)
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} : tensor<10x3xbf16> into tensor<2x5x3xbf16>
// CHECK: %[[BIAS:.*]] = linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<2x5x3xbf16>, tensor<3xbf16>)
// CHECK: linalg.transpose ins(%[[BIAS]] : tensor<2x5x3xbf16>)
// PRODUCT-LABEL: func.func @sink_rounded
// PRODUCT: fused.matmul epilog(bias)
func.func @sink_rounded(%a: tensor<10x7xbf16>, %b: tensor<7x3xbf16>, %v: tensor<3xbf16>) -> tensor<2x3x5xbf16> {
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xbf16>, tensor<7x3xbf16>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.empty() : tensor<10x3xbf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<10x3xf32>) outs(%2 : tensor<10x3xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %9 = arith.truncf %in : f32 to bf16
    linalg.yield %9 : bf16
  } -> tensor<10x3xbf16>
  %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [2, 5, 3] : tensor<10x3xbf16> into tensor<2x5x3xbf16>
  %5 = tensor.empty() : tensor<2x3x5xbf16>
  %6 = linalg.transpose ins(%4 : tensor<2x5x3xbf16>) outs(%5 : tensor<2x3x5xbf16>) permutation = [0, 2, 1]
  %7 = linalg.generic {indexing_maps = [#bcn, #c, #bcn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%6, %v : tensor<2x3x5xbf16>, tensor<3xbf16>) outs(%5 : tensor<2x3x5xbf16>) {
  ^bb0(%in: bf16, %bias: bf16, %out: bf16):
    %9 = arith.addf %in, %bias : bf16
    linalg.yield %9 : bf16
  } -> tensor<2x3x5xbf16>
  return %7 : tensor<2x3x5xbf16>
}

// A transpose of a product with a bias: what follows joins the epilog.

// CHECK-LABEL: func.func @sink_biased
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} : tensor<10x3xf32> into tensor<2x5x3xf32>
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
// CHECK: linalg.transpose ins(%[[MAX]] : tensor<2x5x3xf32>)
// PRODUCT-LABEL: func.func @sink_biased
// PRODUCT: fused.matmul epilog(relu_bias)
func.func @sink_biased(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %v: tensor<3xf32>) -> tensor<2x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1, %v : tensor<10x3xf32>, tensor<3xf32>) outs(%0 : tensor<10x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %9 = arith.addf %in, %bias : f32
    linalg.yield %9 : f32
  } -> tensor<10x3xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 5, 3] : tensor<10x3xf32> into tensor<2x5x3xf32>
  %4 = tensor.empty() : tensor<2x3x5xf32>
  %5 = linalg.transpose ins(%3 : tensor<2x5x3xf32>) outs(%4 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %6 = linalg.generic {indexing_maps = [#bcn, #bcn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %9 = arith.maximumf %in, %zero : f32
    linalg.yield %9 : f32
  } -> tensor<2x3x5xf32>
  return %6 : tensor<2x3x5xf32>
}

// If another permutation undoes it, the epilog ends behind that.

// CHECK-LABEL: func.func @biased_and_undone
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x5x3xf32>)
// CHECK: arith.maximumf
// PRODUCT-LABEL: func.func @biased_and_undone
// PRODUCT: %[[D:.*]] = fused.matmul epilog(relu_bias)
// PRODUCT-NEXT: %[[X:.*]] = tensor.expand_shape %[[D]]
// PRODUCT-NEXT: return %[[X]]
func.func @biased_and_undone(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %v: tensor<3xf32>) -> tensor<2x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1, %v : tensor<10x3xf32>, tensor<3xf32>) outs(%0 : tensor<10x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %9 = arith.addf %in, %bias : f32
    linalg.yield %9 : f32
  } -> tensor<10x3xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 5, 3] : tensor<10x3xf32> into tensor<2x5x3xf32>
  %4 = tensor.empty() : tensor<2x3x5xf32>
  %5 = linalg.transpose ins(%3 : tensor<2x5x3xf32>) outs(%4 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %6 = linalg.generic {indexing_maps = [#bcn, #bcn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %9 = arith.maximumf %in, %zero : f32
    linalg.yield %9 : f32
  } -> tensor<2x3x5xf32>
  %7 = tensor.empty() : tensor<2x5x3xf32>
  %8 = linalg.transpose ins(%6 : tensor<2x3x5xf32>) outs(%7 : tensor<2x5x3xf32>) permutation = [0, 2, 1]
  return %8 : tensor<2x5x3xf32>
}

// Two results of a region: one is summed, which can read it in any order, and
// another permutation undoes the other.

// CHECK-LABEL: func.func @summed_and_undone
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} : tensor<10x3xf32> into tensor<2x5x3xf32>
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
// CHECK: %[[TANH:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
func.func @summed_and_undone(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>) -> (tensor<2x3xf32>, tensor<2x5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %3 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3] : tensor<10x3xf32> into tensor<2x5x3xf32>
  %4 = tensor.empty() : tensor<2x3x5xf32>
  %5 = linalg.transpose ins(%3 : tensor<2x5x3xf32>) outs(%4 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %exp = linalg.generic {indexing_maps = [#bcn, #bcn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %9 = math.exp %in : f32
    linalg.yield %9 : f32
  } -> tensor<2x3x5xf32>
  %tanh = linalg.generic {indexing_maps = [#bcn, #bcn], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %9 = math.tanh %in : f32
    linalg.yield %9 : f32
  } -> tensor<2x3x5xf32>
  %s0 = tensor.empty() : tensor<2x3xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = linalg.reduce ins(%exp : tensor<2x3x5xf32>) outs(%s1 : tensor<2x3xf32>) dimensions = [2]
    (%in: f32, %sum: f32) {
      %9 = arith.addf %sum, %in : f32
      linalg.yield %9 : f32
    }
  %7 = tensor.empty() : tensor<2x5x3xf32>
  %8 = linalg.transpose ins(%tanh : tensor<2x3x5xf32>) outs(%7 : tensor<2x5x3xf32>) permutation = [0, 2, 1]
  return %s, %8 : tensor<2x3xf32>, tensor<2x5x3xf32>
}

// Dimensions of size one are added after a transpose, and epilogs look through
// them: the update of the weights of a convolution of 1 x 1.

// CHECK-LABEL: func.func @unit_dims(
// CHECK: %[[T:.*]] = linalg.transpose ins(%{{.*}} : tensor<16x32xf32>) outs(%{{.*}} : tensor<32x16xf32>) permutation = [1, 0]
// CHECK: tensor.expand_shape %[[T]] {{\[}}[0, 1], [2, 3, 4]] output_shape [1, 32, 16, 1, 1]
func.func @unit_dims(%g: tensor<16x32xf32>) -> tensor<1x32x16x1x1xf32> {
  %0 = tensor.expand_shape %g [[0], [1, 2, 3, 4]] output_shape [16, 32, 1, 1, 1] : tensor<16x32xf32> into tensor<16x32x1x1x1xf32>
  %1 = tensor.empty() : tensor<1x32x16x1x1xf32>
  %2 = linalg.transpose ins(%0 : tensor<16x32x1x1x1xf32>) outs(%1 : tensor<1x32x16x1x1xf32>) permutation = [2, 1, 0, 3, 4]
  return %2 : tensor<1x32x16x1x1xf32>
}

// CHECK-LABEL: func.func @split_dims(
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
func.func @split_dims(%g: tensor<16x32xf32>) -> tensor<16x4x8xf32> {
  %0 = tensor.expand_shape %g [[0], [1, 2]] output_shape [16, 8, 4] : tensor<16x32xf32> into tensor<16x8x4xf32>
  %1 = tensor.empty() : tensor<16x4x8xf32>
  %2 = linalg.transpose ins(%0 : tensor<16x8x4xf32>) outs(%1 : tensor<16x4x8xf32>) permutation = [0, 2, 1]
  return %2 : tensor<16x4x8xf32>
}

// A bias is added to one shape, and heads are made of it in another.
// PRODUCT-LABEL: func.func @sink_behind_reshapes(
// PRODUCT: fused.matmul epilog(bias) alpha(2.500000e-01)
// PRODUCT: linalg.transpose
// PRODUCT-NOT: arith.mulf
// PRODUCT: return
func.func @sink_behind_reshapes(%x: tensor<2x5x7xf32>, %w: tensor<7x6xf32>, %v: tensor<6xf32>) -> tensor<2x3x5x2xf32> {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %0 = linalg.contract indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>, affine_map<(b, t, n, k) -> (k, n)>, affine_map<(b, t, n, k) -> (b, t, n)>] ins(%x, %w : tensor<2x5x7xf32>, tensor<7x6xf32>) outs(%f : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, t, n) -> (b, t, n)>, affine_map<(b, t, n) -> (n)>, affine_map<(b, t, n) -> (b, t, n)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %v : tensor<2x5x6xf32>, tensor<6xf32>) outs(%e : tensor<2x5x6xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    linalg.yield %s : f32
  } -> tensor<2x5x6xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [2, 5, 3, 2] : tensor<2x5x6xf32> into tensor<2x5x3x2xf32>
  %3 = tensor.empty() : tensor<2x3x5x2xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3x2xf32>) outs(%3 : tensor<2x3x5x2xf32>) permutation = [0, 2, 1, 3]
  %5 = linalg.generic {indexing_maps = [affine_map<(b, h, t, d) -> (b, h, t, d)>, affine_map<(b, h, t, d) -> (b, h, t, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<2x3x5x2xf32>) outs(%3 : tensor<2x3x5x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %quarter : f32
    linalg.yield %s : f32
  } -> tensor<2x3x5x2xf32>
  return %5 : tensor<2x3x5x2xf32>
}

// The scale of a batch of one example. Its dimension is in front of the heads.
// PRODUCT-LABEL: func.func @sink_one_example(
// PRODUCT: fused.matmul epilog(default) alpha(2.500000e-01)
// PRODUCT-NOT: arith.mulf
// PRODUCT: return
func.func @sink_one_example(%a: tensor<4x5x7xf32>, %b: tensor<4x7x3xf32>) -> tensor<1x5x4x3xf32> {
  %quarter = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<4x5x3xf32>
  %0 = fused.matmul epilog(default) ins(%a, %b : tensor<4x5x7xf32>, tensor<4x7x3xf32>) outs(%e : tensor<4x5x3xf32>) -> tensor<4x5x3xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [1, 4, 5, 3] : tensor<4x5x3xf32> into tensor<1x4x5x3xf32>
  %2 = tensor.empty() : tensor<1x5x4x3xf32>
  %3 = linalg.transpose ins(%1 : tensor<1x4x5x3xf32>) outs(%2 : tensor<1x5x4x3xf32>) permutation = [0, 2, 1, 3]
  %4 = linalg.generic {indexing_maps = [affine_map<(b, t, h, d) -> (b, t, h, d)>, affine_map<(b, t, h, d) -> (b, t, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x5x4x3xf32>) outs(%2 : tensor<1x5x4x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %quarter : f32
    linalg.yield %s : f32
  } -> tensor<1x5x4x3xf32>
  return %4 : tensor<1x5x4x3xf32>
}

// Another transpose follows, but no epilog can end there: a sum reads the
// activation, too.
// CHECK-LABEL: func.func @sink_activation_of_sum
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.maximumf
// PRODUCT-LABEL: func.func @sink_activation_of_sum
// PRODUCT: fused.matmul epilog(relu_bias)
func.func @sink_activation_of_sum(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %v: tensor<3xf32>,
    %g: tensor<2x3x5xf32>) -> (tensor<2x3xf32>, tensor<2x5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x3xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                        affine_map<(m, n) -> (n)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1, %v : tensor<10x3xf32>, tensor<3xf32>)
      outs(%0 : tensor<10x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %x = arith.addf %in, %bias : f32
    linalg.yield %x : f32
  } -> tensor<10x3xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %4 = tensor.empty() : tensor<2x3x5xf32>
  %5 = linalg.transpose ins(%3 : tensor<2x5x3xf32>)
      outs(%4 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
  %6 = linalg.generic {indexing_maps = [#bcn, #bcn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.maximumf %in, %zero : f32
    linalg.yield %x : f32
  } -> tensor<2x3x5xf32>
  %7 = tensor.empty() : tensor<2x3xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<2x3xf32>)
      -> tensor<2x3xf32>
  %9 = linalg.reduce { arith.addf } ins(%6 : tensor<2x3x5xf32>)
      outs(%8 : tensor<2x3xf32>) dimensions = [2]
  %10 = linalg.generic {indexing_maps = [#bcn, #bcn, #bcn],
                        iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%6, %g : tensor<2x3x5xf32>, tensor<2x3x5xf32>)
      outs(%4 : tensor<2x3x5xf32>) {
  ^bb0(%in: f32, %gradient: f32, %out: f32):
    %c = arith.cmpf ogt, %in, %zero : f32
    %x = arith.select %c, %gradient, %zero : f32
    linalg.yield %x : f32
  } -> tensor<2x3x5xf32>
  %11 = tensor.empty() : tensor<2x5x3xf32>
  %12 = linalg.transpose ins(%10 : tensor<2x3x5xf32>)
      outs(%11 : tensor<2x5x3xf32>) permutation = [0, 2, 1]
  return %9, %12 : tensor<2x3xf32>, tensor<2x5x3xf32>
}

// Two permutations that undo each other, around a bias, and one back.
// PRODUCT-LABEL: func.func @undone
// PRODUCT: fused.matmul epilog(relu_bias)
// PRODUCT-NOT: linalg.generic
func.func @undone(%a: tensor<6x5xf32>, %b: tensor<2x5x3xf32>,
                  %v: tensor<2x3xf32>) -> tensor<6x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<6x2x3xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<6x2x3xf32>)
      -> tensor<6x2x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, e, f, k) -> (n, k)>,
                                        affine_map<(n, e, f, k) -> (e, k, f)>,
                                        affine_map<(n, e, f, k) -> (n, e, f)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x5xf32>, tensor<2x5x3xf32>)
      outs(%1 : tensor<6x2x3xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x2x3xf32>
  %3 = tensor.empty() : tensor<2x6x3xf32>
  %4 = linalg.transpose ins(%2 : tensor<6x2x3xf32>)
      outs(%3 : tensor<2x6x3xf32>) permutation = [1, 0, 2]
  %5 = linalg.generic {indexing_maps = [affine_map<(e, n, f) -> (e, n, f)>,
                                        affine_map<(e, n, f) -> (e, f)>,
                                        affine_map<(e, n, f) -> (e, n, f)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%4, %v : tensor<2x6x3xf32>, tensor<2x3xf32>)
      outs(%3 : tensor<2x6x3xf32>) {
  ^bb0(%x: f32, %bias: f32, %out: f32):
    %s = arith.addf %x, %bias : f32
    linalg.yield %s : f32
  } -> tensor<2x6x3xf32>
  %6 = linalg.transpose ins(%5 : tensor<2x6x3xf32>)
      outs(%0 : tensor<6x2x3xf32>) permutation = [1, 0, 2]
  %7 = linalg.generic {indexing_maps = [affine_map<(n, e, f) -> (n, e, f)>,
                                        affine_map<(n, e, f) -> (n, e, f)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%6 : tensor<6x2x3xf32>) outs(%0 : tensor<6x2x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %r = arith.maximumf %x, %zero : f32
    linalg.yield %r : f32
  } -> tensor<6x2x3xf32>
  return %7 : tensor<6x2x3xf32>
}

// Two operations read a reshape: their results have no more bits together, as
// the second one is a mask.
// CHECK-LABEL: func.func @sink_behind_reshape_and_mask
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3x4xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.maximumf
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<2x3x5x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x3x4xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.cmpf
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<2x3x5x4xi1>)
// PRODUCT-LABEL: func.func @sink_behind_reshape_and_mask
// PRODUCT: fused.matmul epilog(relu)
func.func @sink_behind_reshape_and_mask(
    %a: tensor<10x7xf32>, %b: tensor<7x12xf32>)
    -> (tensor<6x20xf32>, tensor<6x20xi1>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x12xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x12xf32>)
      outs(%0 : tensor<10x12xf32>) -> tensor<10x12xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [2, 5, 3, 4]
      : tensor<10x12xf32> into tensor<2x5x3x4xf32>
  %3 = tensor.empty() : tensor<2x3x5x4xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3x4xf32>)
      outs(%3 : tensor<2x3x5x4xf32>) permutation = [0, 2, 1, 3]
  %5 = tensor.collapse_shape %4 [[0, 1], [2, 3]]
      : tensor<2x3x5x4xf32> into tensor<6x20xf32>
  %6 = tensor.empty() : tensor<6x20xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%5 : tensor<6x20xf32>) outs(%6 : tensor<6x20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.maximumf %in, %zero : f32
    linalg.yield %x : f32
  } -> tensor<6x20xf32>
  %8 = tensor.empty() : tensor<6x20xi1>
  %9 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%5 : tensor<6x20xf32>) outs(%8 : tensor<6x20xi1>) {
  ^bb0(%in: f32, %out: i1):
    %c = arith.cmpf ogt, %in, %zero : f32
    linalg.yield %c : i1
  } -> tensor<6x20xi1>
  return %7, %9 : tensor<6x20xf32>, tensor<6x20xi1>
}

// Not where both results are as large: that would be one more transpose.
// CHECK-LABEL: func.func @no_sink_behind_reshape
// CHECK: %[[X:.*]] = tensor.expand_shape
// CHECK: linalg.transpose ins(%[[X]]
// CHECK-NOT: linalg.transpose
func.func @no_sink_behind_reshape(
    %a: tensor<10x7xf32>, %b: tensor<7x12xf32>)
    -> (tensor<6x20xf32>, tensor<6x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<10x12xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x12xf32>)
      outs(%0 : tensor<10x12xf32>) -> tensor<10x12xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [2, 5, 3, 4]
      : tensor<10x12xf32> into tensor<2x5x3x4xf32>
  %3 = tensor.empty() : tensor<2x3x5x4xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x5x3x4xf32>)
      outs(%3 : tensor<2x3x5x4xf32>) permutation = [0, 2, 1, 3]
  %5 = tensor.collapse_shape %4 [[0, 1], [2, 3]]
      : tensor<2x3x5x4xf32> into tensor<6x20xf32>
  %6 = tensor.empty() : tensor<6x20xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%5 : tensor<6x20xf32>) outs(%6 : tensor<6x20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.maximumf %in, %zero : f32
    linalg.yield %x : f32
  } -> tensor<6x20xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>,
                                        affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%5 : tensor<6x20xf32>) outs(%6 : tensor<6x20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = math.tanh %in : f32
    linalg.yield %x : f32
  } -> tensor<6x20xf32>
  return %7, %8 : tensor<6x20xf32>, tensor<6x20xf32>
}

// Heads of several examples, joined before the transpose, as PyTorch's
// attention has them: what scales the queries is scaled before the transpose.
// CHECK-LABEL: func.func @joined_heads
// CHECK: %[[P:.*]] = fused.matmul
// CHECK: %[[X:.*]] = tensor.expand_shape %[[P]]
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8x3x4x5xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[S]] : tensor<8x3x4x5xf32>)
// CHECK-SAME: permutation = [1, 2, 0, 3]
// CHECK: tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2], [3]]
func.func @joined_heads(%a: tensor<24x7xf32>, %b: tensor<7x20xf32>)
    -> tensor<12x8x5xf32> {
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<24x20xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<24x7xf32>, tensor<7x20xf32>)
      outs(%0 : tensor<24x20xf32>) -> tensor<24x20xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [8, 3, 4, 5]
      : tensor<24x20xf32> into tensor<8x3x4x5xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3]]
      : tensor<8x3x4x5xf32> into tensor<8x12x5xf32>
  %4 = tensor.empty() : tensor<12x8x5xf32>
  %5 = linalg.transpose ins(%3 : tensor<8x12x5xf32>)
      outs(%4 : tensor<12x8x5xf32>) permutation = [1, 0, 2]
  %6 = linalg.generic {indexing_maps = [affine_map<(h, t, c) -> (h, t, c)>,
                                        affine_map<(h, t, c) -> (h, t, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<12x8x5xf32>) outs(%4 : tensor<12x8x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %x = arith.mulf %in, %scale : f32
    linalg.yield %x : f32
  } -> tensor<12x8x5xf32>
  return %6 : tensor<12x8x5xf32>
}

// Not where the joined dimensions stay neighbours: an epilog can end there.
// CHECK-LABEL: func.func @joined_rows
// CHECK: %[[C:.*]] = tensor.collapse_shape
// CHECK: linalg.transpose ins(%[[C]] : tensor<24x20xf32>)
func.func @joined_rows(%a: tensor<24x7xf32>, %b: tensor<7x20xf32>)
    -> tensor<20x24xf32> {
  %0 = tensor.empty() : tensor<24x20xf32>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<24x7xf32>, tensor<7x20xf32>)
      outs(%0 : tensor<24x20xf32>) -> tensor<24x20xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2, 3]] output_shape [8, 3, 4, 5]
      : tensor<24x20xf32> into tensor<8x3x4x5xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2, 3]]
      : tensor<8x3x4x5xf32> into tensor<24x20xf32>
  %4 = tensor.empty() : tensor<20x24xf32>
  %5 = linalg.transpose ins(%3 : tensor<24x20xf32>)
      outs(%4 : tensor<20x24xf32>) permutation = [1, 0]
  return %5 : tensor<20x24xf32>
}
