// RUN: fused-opt %s --fused-sink-transposes | FileCheck %s

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
// CHECK: %[[WIDE:.*]] = linalg.generic {indexing_maps = [#[[OWN]], #[[OWN]]]
// CHECK-SAME: ins(%[[BIAS]] : tensor<2x5x3xf32>) outs({{.*}} : tensor<2x5x3xf64>)
// CHECK: linalg.transpose ins(%[[WIDE]] : tensor<2x5x3xf64>) outs({{.*}} : tensor<3x2x5xf64>) permutation = [2, 0, 1]
// CHECK-NOT: linalg.
func.func @sink_chain(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>,
                      %v: tensor<3xf32>) -> tensor<3x2x5xf64> {
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
  %6 = tensor.empty() : tensor<3x2x5xf64>
  %7 = linalg.generic {
      indexing_maps = [affine_map<(c, b, n) -> (b, c, n)>,
                       affine_map<(c, b, n) -> (c, b, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%5 : tensor<2x3x5xf32>) outs(%6 : tensor<3x2x5xf64>) {
  ^bb0(%in: f32, %out: f64):
    %8 = arith.extf %in : f32 to f64
    linalg.yield %8 : f64
  } -> tensor<3x2x5xf64>
  return %7 : tensor<3x2x5xf64>
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

// A copy computes nothing.
// CHECK-LABEL: func.func @no_sink_copy
// CHECK: linalg.transpose
// CHECK: linalg.generic
func.func @no_sink_copy(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>)
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
