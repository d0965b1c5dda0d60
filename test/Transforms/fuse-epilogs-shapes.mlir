// RUN: fused-opt %s --fused-fuse-epilogs | FileCheck %s

// Batches, reshapes, unit and dynamic dimensions.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#bn = affine_map<(b, m, n) -> (b, n)>
#b3 = affine_map<(b, m, n) -> (n)>

// CHECK-LABEL: func.func @batch_with_shared_bias
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @batch_with_shared_bias(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %v: tensor<19xf32>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #b3, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x5x19xf32>, tensor<19xf32>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @batch_with_bias_of_each
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<3x19xf32>)
// CHECK-NEXT: return %[[D]]
func.func @batch_with_bias_of_each(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %v: tensor<3x19xf32>)
    -> tensor<3x5x19xf32> {
  %e = tensor.empty() : tensor<3x5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #bn, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<3x5x19xf32>, tensor<3x19xf32>)
      outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// The product itself is a matrix; what follows has batch and time.
// CHECK-LABEL: func.func @bias_and_c_behind_a_reshape
// CHECK: %[[C:.*]] = tensor.collapse_shape %arg3 {{\[\[}}0, 1], [2]] : tensor<2x5x19xf32> into tensor<10x19xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(bias) {{.*}} c(%[[C]] : {{.*}}) bias(%arg2 : {{.*}}) {{.*}} -> tensor<10x19xf32>
// CHECK: %[[R:.*]] = tensor.expand_shape %[[D]] {{\[\[}}0, 1], [2]] output_shape [2, 5, 19]
// CHECK-NEXT: return %[[R]]
func.func @bias_and_c_behind_a_reshape(
    %a: tensor<10x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %c: tensor<2x5x19xf32>) -> tensor<2x5x19xf32> {
  %e = tensor.empty() : tensor<10x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<10x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<10x19xf32>) -> tensor<10x19xf32>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 5, 19]
      : tensor<10x19xf32> into tensor<2x5x19xf32>
  %f = tensor.empty() : tensor<2x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #b3, #bmn, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %v, %c : tensor<2x5x19xf32>, tensor<19xf32>, tensor<2x5x19xf32>)
      outs(%f : tensor<2x5x19xf32>) {
  ^bb0(%x_: f32, %v_: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x_, %v_ : f32
    %2 = arith.addf %1, %c_ : f32
    linalg.yield %2 : f32
  } -> tensor<2x5x19xf32>
  return %0 : tensor<2x5x19xf32>
}

// Columns split in two dimensions, as heads and features.
// CHECK-LABEL: func.func @bias_of_split_columns
// CHECK: %[[V:.*]] = tensor.collapse_shape %arg2 {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%[[V]] : tensor<24xf32>)
// CHECK: tensor.expand_shape {{.*}} output_shape [5, 4, 6]
func.func @bias_of_split_columns(%a: tensor<5x7xf32>, %b: tensor<7x24xf32>,
                                 %v: tensor<4x6xf32>) -> tensor<5x4x6xf32> {
  %e = tensor.empty() : tensor<5x24xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x24xf32>)
      outs(%e : tensor<5x24xf32>) -> tensor<5x24xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 4, 6]
      : tensor<5x24xf32> into tensor<5x4x6xf32>
  %f = tensor.empty() : tensor<5x4x6xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, affine_map<(m, h, d) -> (h, d)>, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %v : tensor<5x4x6xf32>, tensor<4x6xf32>)
      outs(%f : tensor<5x4x6xf32>) {
  ^bb0(%x_: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x_, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x4x6xf32>
  return %0 : tensor<5x4x6xf32>
}

// Merging and splitting elsewhere does not matter to what has no operands.
// CHECK-LABEL: func.func @relu_behind_flattened_batch
// CHECK: %[[D:.*]] = fused.matmul epilog(relu)
// CHECK-SAME: -> tensor<3x5x19xf32>
// CHECK-NOT: linalg
func.func @relu_behind_flattened_batch(%a: tensor<3x5x7xf32>,
                                       %b: tensor<3x7x19xf32>)
    -> tensor<3x5x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%e : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  %x = tensor.expand_shape %p [[0], [1], [2, 3]] output_shape [3, 5, 1, 19]
      : tensor<3x5x19xf32> into tensor<3x5x1x19xf32>
  %y = tensor.collapse_shape %x [[0], [1, 2], [3]]
      : tensor<3x5x1x19xf32> into tensor<3x5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#bmn, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<3x5x19xf32>) outs(%e : tensor<3x5x19xf32>) {
  ^bb0(%x_: f32, %out: f32):
    %1 = arith.maximumf %x_, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<3x5x19xf32>
  return %0 : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @dynamic_relu_bias_with_c
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) c(%arg3 : tensor<?x?xf32>) bias(%arg2 : tensor<?xf32>) outs(%arg4 : tensor<?x?xf32>)
// CHECK-NEXT: return %[[D]]
func.func @dynamic_relu_bias_with_c(
    %a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %v: tensor<?xf32>,
    %c: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>)
      outs(%p : tensor<?x?xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    %2 = arith.addf %1, %c_ : f32
    %3 = arith.maximumf %2, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_reshape
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%arg2 : tensor<19xf32>)
// CHECK: tensor.expand_shape
func.func @dynamic_reshape(%a: tensor<?x7xf32>, %b: tensor<7x19xf32>,
                           %v: tensor<19xf32>, %e: tensor<?x19xf32>,
                           %m: index) -> tensor<?x4x19xf32> {
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [%m, 4, 19]
      : tensor<?x19xf32> into tensor<?x4x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#b3, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v : tensor<19xf32>) outs(%x : tensor<?x4x19xf32>) {
  ^bb0(%v_: f32, %out: f32):
    %1 = arith.addf %out, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<?x4x19xf32>
  return %0 : tensor<?x4x19xf32>
}

// CHECK-LABEL: func.func @one_row
// CHECK: fused.matmul epilog(bias) {{.*}} c(%arg3 : tensor<1x19xf32>) bias(%arg2 : tensor<19xf32>)
// CHECK-NOT: linalg
func.func @one_row(%a: tensor<1x7xf32>, %b: tensor<7x19xf32>,
                   %v: tensor<19xf32>, %c: tensor<1x19xf32>)
    -> tensor<1x19xf32> {
  %e = tensor.empty() : tensor<1x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<1x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<1x19xf32>) -> tensor<1x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v, %c : tensor<1x19xf32>, tensor<19xf32>, tensor<1x19xf32>)
      outs(%e : tensor<1x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %c_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    %2 = arith.addf %1, %c_ : f32
    linalg.yield %2 : f32
  } -> tensor<1x19xf32>
  return %0 : tensor<1x19xf32>
}

// With one column, one value for each row is a full matrix.
// CHECK-LABEL: func.func @one_column
// CHECK: %[[C:.*]] = tensor.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
// CHECK: fused.matmul epilog(default) {{.*}} c(%[[C]] : tensor<5x1xf32>)
// CHECK-NOT: linalg
func.func @one_column(%a: tensor<5x7xf32>, %b: tensor<7x1xf32>,
                      %v: tensor<5xf32>) -> tensor<5x1xf32> {
  %e = tensor.empty() : tensor<5x1xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x1xf32>)
      outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, affine_map<(m, n) -> (m)>, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x1xf32>, tensor<5xf32>)
      outs(%e : tensor<5x1xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}

// CHECK-LABEL: func.func @one_element
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-SAME: -> tensor<1x1xf32>
// CHECK: tensor.collapse_shape {{.*}} [] : tensor<1x1xf32> into tensor<f32>
// CHECK-NOT: linalg
func.func @one_element(%a: tensor<1x7xf32>, %b: tensor<7x1xf32>,
                       %v: tensor<f32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1xf32>
  %f = tensor.empty() : tensor<f32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<1x7xf32>, tensor<7x1xf32>)
      outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  %x = tensor.collapse_shape %p [] : tensor<1x1xf32> into tensor<f32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>,
                       affine_map<() -> ()>],
      iterator_types = []}
      ins(%x, %v : tensor<f32>, tensor<f32>) outs(%f : tensor<f32>) {
  ^bb0(%x_: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x_, %v_ : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// No element is not one element.
// CHECK-LABEL: func.func @no_element
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.add
func.func @no_element(%a: tensor<0x7xf32>, %b: tensor<7x0xf32>,
                      %v: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<0x0xf32>
  %f = tensor.empty() : tensor<f32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<0x7xf32>, tensor<7x0xf32>)
      outs(%e : tensor<0x0xf32>) -> tensor<0x0xf32>
  %x = tensor.collapse_shape %p [] : tensor<0x0xf32> into tensor<f32>
  %0 = linalg.add ins(%x, %v : tensor<f32>, tensor<f32>)
      outs(%f : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @empty_result
// CHECK: fused.matmul epilog(bias)
func.func @empty_result(%a: tensor<0x7xf32>, %b: tensor<7x19xf32>,
                        %v: tensor<19xf32>) -> tensor<0x19xf32> {
  %e = tensor.empty() : tensor<0x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<0x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<0x19xf32>) -> tensor<0x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<0x19xf32>, tensor<19xf32>)
      outs(%e : tensor<0x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<0x19xf32>
  return %0 : tensor<0x19xf32>
}

// The update of weights of 1 x 1, whose gradient is permuted behind the rate:
// dimensions of size one are no rows between columns.
// CHECK-LABEL: func.func @update_of_unit_weights(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x7xf32>, %[[G:[a-z0-9]+]]: tensor<7x6xf32>, %[[W:[a-z0-9]+]]: tensor<6x5x1x1xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[W]] {{.*}} into tensor<6x5xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(default) transpose_a transpose_b alpha(-1.250000e-01) ins(%[[G]], %[[X]] : {{.*}}) c(%[[C]] : tensor<6x5xf32>)
// CHECK: %[[NEW:.*]] = tensor.expand_shape %[[D]] {{.*}} into tensor<6x5x1x1xf32>
// CHECK: return %[[NEW]]
func.func @update_of_unit_weights(%x: tensor<5x7xf32>, %g: tensor<7x6xf32>, %w: tensor<6x5x1x1xf32>) -> tensor<6x5x1x1xf32> {
  %rate = arith.constant 0.125 : f32
  %0 = tensor.empty() : tensor<5x6xf32>
  %1 = fused.matmul epilog(default) ins(%x, %g : tensor<5x7xf32>, tensor<7x6xf32>) outs(%0 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2, 3]] output_shape [5, 6, 1, 1] : tensor<5x6xf32> into tensor<5x6x1x1xf32>
  %3 = tensor.empty() : tensor<5x6x1x1xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<5x6x1x1xf32>) outs(%3 : tensor<5x6x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.mulf %in, %rate : f32
    linalg.yield %p : f32
  } -> tensor<5x6x1x1xf32>
  %5 = tensor.empty() : tensor<6x5x1x1xf32>
  %6 = linalg.transpose ins(%4 : tensor<5x6x1x1xf32>) outs(%5 : tensor<6x5x1x1xf32>) permutation = [1, 0, 2, 3]
  %7 = linalg.sub ins(%w, %6 : tensor<6x5x1x1xf32>, tensor<6x5x1x1xf32>) outs(%5 : tensor<6x5x1x1xf32>) -> tensor<6x5x1x1xf32>
  return %7 : tensor<6x5x1x1xf32>
}

// Of 1 x 2, the last columns would be read in another order.
// CHECK-LABEL: func.func @no_update_of_wide_weights(
// CHECK: fused.matmul epilog(default) alpha(1.250000e-01)
// CHECK-NOT: c(
// CHECK: linalg.transpose
// CHECK: linalg.sub
func.func @no_update_of_wide_weights(%x: tensor<5x7xf32>, %g: tensor<7x6xf32>, %w: tensor<3x5x1x2xf32>) -> tensor<3x5x1x2xf32> {
  %rate = arith.constant 0.125 : f32
  %0 = tensor.empty() : tensor<5x6xf32>
  %1 = fused.matmul epilog(default) ins(%x, %g : tensor<5x7xf32>, tensor<7x6xf32>) outs(%0 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2, 3]] output_shape [5, 3, 1, 2] : tensor<5x6xf32> into tensor<5x3x1x2xf32>
  %3 = tensor.empty() : tensor<5x3x1x2xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<5x3x1x2xf32>) outs(%3 : tensor<5x3x1x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.mulf %in, %rate : f32
    linalg.yield %p : f32
  } -> tensor<5x3x1x2xf32>
  %5 = tensor.empty() : tensor<3x5x1x2xf32>
  %6 = linalg.transpose ins(%4 : tensor<5x3x1x2xf32>) outs(%5 : tensor<3x5x1x2xf32>) permutation = [1, 0, 2, 3]
  %7 = linalg.sub ins(%w, %6 : tensor<3x5x1x2xf32>, tensor<3x5x1x2xf32>) outs(%5 : tensor<3x5x1x2xf32>) -> tensor<3x5x1x2xf32>
  return %7 : tensor<3x5x1x2xf32>
}
