// RUN: fused-opt %s --fused-raise-convolutions | FileCheck %s
// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=PRODUCT

// Every convolution becomes a product.
// PRODUCT-NOT: linalg.conv
// PRODUCT-NOT: iterator_types = {{.*}}"reduction"

// The kernel has one element: both are read at plain loops.
// CHECK-DAG: #[[PIXELS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[WEIGHTS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// Windows that are copied, with the loops of the result first.
// CHECK-DAG: #[[WINDOWS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d3, d2 + d4, d5)>
// CHECK-DAG: #[[DILATED:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2 * 3 + d1 * 2, d3)>

// CHECK-LABEL: func.func @kernel_of_one
// CHECK-SAME: %[[X:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]: {{[^,]*}}, %[[C:[^:]*]]:
// CHECK: %[[K:.*]] = tensor.collapse_shape %[[W]] {{\[}}[0, 1, 2], [3]] : tensor<1x1x3x4xf32> into tensor<3x4xf32>
// CHECK: linalg.generic {indexing_maps = [#[[PIXELS]], #[[WEIGHTS]], #[[RESULT]]]
// CHECK-SAME: ins(%[[X]], %[[K]] : {{.*}}) outs(%[[C]] :
// PRODUCT-LABEL: func.func @kernel_of_one
// PRODUCT: fused.matmul epilog(default) ins({{.*}} : tensor<70x3xf32>, tensor<3x4xf32>) c(
func.func @kernel_of_one(%x: tensor<2x5x7x3xf32>, %w: tensor<1x1x3x4xf32>,
                         %c: tensor<2x5x7x4xf32>) -> tensor<2x5x7x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<2x5x7x3xf32>, tensor<1x1x3x4xf32>)
      outs(%c : tensor<2x5x7x4xf32>) -> tensor<2x5x7x4xf32>
  return %0 : tensor<2x5x7x4xf32>
}

// The kernel skips elements, also the last one.
// CHECK-LABEL: func.func @kernel_of_one_strided
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [2, 3, 3, 4] [1, 1, 2, 3] : tensor<2x3x6x10xf32> to tensor<2x3x3x4xf32>
// PRODUCT-LABEL: func.func @kernel_of_one_strided
// PRODUCT: fused.matmul
func.func @kernel_of_one_strided(
    %x: tensor<2x3x6x10xf32>, %w: tensor<5x3x1x1xf32>,
    %c: tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x6x10xf32>, tensor<5x3x1x1xf32>)
      outs(%c : tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
  return %0 : tensor<2x5x3x4xf32>
}

// CHECK-LABEL: func.func @patches
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2], [3, 4], [5]] output_shape [2, 3, 4, 5, 3, 7] : tensor<2x12x15x7xbf16> into tensor<2x3x4x5x3x7xbf16>
// PRODUCT-LABEL: func.func @patches
// PRODUCT: fused.matmul {{.*}} ins({{.*}} : tensor<30x84xbf16>, tensor<84x6xbf16>)
func.func @patches(%x: tensor<2x12x15x7xbf16>, %w: tensor<4x3x7x6xbf16>,
                   %c: tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[4, 3]> : tensor<2xi64>}
      ins(%x, %w : tensor<2x12x15x7xbf16>, tensor<4x3x7x6xbf16>)
      outs(%c : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return %0 : tensor<2x3x5x6xf32>
}

// Elements beyond the last patch are cut off.
// CHECK-LABEL: func.func @patches_of_a_part
// CHECK: %[[PART:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0] [2, 12, 7] [1, 1, 1]
// CHECK: tensor.expand_shape %[[PART]] {{\[}}[0], [1, 2], [3]] output_shape [2, 3, 4, 7]
// PRODUCT-LABEL: func.func @patches_of_a_part
// PRODUCT: fused.matmul
func.func @patches_of_a_part(%x: tensor<2x15x7xf64>, %w: tensor<4x7x6xf64>,
                             %c: tensor<2x3x6xf64>) -> tensor<2x3x6xf64> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<4> : tensor<1xi64>}
      ins(%x, %w : tensor<2x15x7xf64>, tensor<4x7x6xf64>)
      outs(%c : tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
  return %0 : tensor<2x3x6xf64>
}

// The gradient for the weights of patches: the kernel is dilated as far as the
// result is long.
// CHECK-LABEL: func.func @patches_of_dilated_kernel
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1], [2, 3]] output_shape [3, 2, 4, 5]
// PRODUCT-LABEL: func.func @patches_of_dilated_kernel
// PRODUCT: fused.matmul
func.func @patches_of_dilated_kernel(
    %x: tensor<3x2x20xf32>, %g: tensor<6x2x4xf32>, %c: tensor<3x6x5xf32>)
    -> tensor<3x6x5xf32> {
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<5> : tensor<1xi64>}
      ins(%x, %g : tensor<3x2x20xf32>, tensor<6x2x4xf32>)
      outs(%c : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  return %0 : tensor<3x6x5xf32>
}

// CHECK-LABEL: func.func @windows_that_overlap
// CHECK: %[[COPY:.*]] = linalg.generic {indexing_maps = [#[[WINDOWS]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
// CHECK-SAME: outs({{.*}} : tensor<2x4x5x3x3x3xf32>)
// PRODUCT-LABEL: func.func @windows_that_overlap
// PRODUCT: fused.matmul {{.*}} ins({{.*}} : tensor<40x27xf32>, tensor<27x6xf32>)
func.func @windows_that_overlap(
    %x: tensor<2x6x7x3xf32>, %w: tensor<3x3x3x6xf32>, %c: tensor<2x4x5x6xf32>)
    -> tensor<2x4x5x6xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<2x6x7x3xf32>, tensor<3x3x3x6xf32>)
      outs(%c : tensor<2x4x5x6xf32>) -> tensor<2x4x5x6xf32>
  return %0 : tensor<2x4x5x6xf32>
}

// CHECK-LABEL: func.func @windows_with_gaps
// CHECK: linalg.generic {indexing_maps = [#[[DILATED]], #{{.*}}]
// PRODUCT-LABEL: func.func @windows_with_gaps
// PRODUCT: fused.matmul
func.func @windows_with_gaps(
    %x: tensor<2x9x3xf16>, %w: tensor<2x3x6xf16>, %c: tensor<2x3x6xf16>)
    -> tensor<2x3x6xf16> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>,
                               dilations = dense<3> : tensor<1xi64>}
      ins(%x, %w : tensor<2x9x3xf16>, tensor<2x3x6xf16>)
      outs(%c : tensor<2x3x6xf16>) -> tensor<2x3x6xf16>
  return %0 : tensor<2x3x6xf16>
}

// A product for each group. The size of the batch is not known.
// CHECK-LABEL: func.func @groups_of_unknown_batch
// CHECK: linalg.generic
// PRODUCT-LABEL: func.func @groups_of_unknown_batch
// PRODUCT: fused.matmul {{.*}} ins({{.*}} : tensor<2x27x?xf32>, tensor<2x4x27xf32>)
func.func @groups_of_unknown_batch(
    %x: tensor<?x2x3x6x7xf32>, %w: tensor<2x4x3x3x3xf32>,
    %c: tensor<?x2x4x4x5xf32>) -> tensor<?x2x4x4x5xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw
      ins(%x, %w : tensor<?x2x3x6x7xf32>, tensor<2x4x3x3x3xf32>)
      outs(%c : tensor<?x2x4x4x5xf32>) -> tensor<?x2x4x4x5xf32>
  return %0 : tensor<?x2x4x4x5xf32>
}

// A loop of one iteration in the result: the gradient for a kernel of one.
// CHECK-LABEL: func.func @result_with_dropped_loop
// CHECK: %[[INIT:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x3x4xf32> into tensor<3x4xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[INIT]] :
// CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1], [2]] output_shape [1, 3, 4]
// PRODUCT-LABEL: func.func @result_with_dropped_loop
// PRODUCT: fused.matmul
func.func @result_with_dropped_loop(
    %x: tensor<2x8x3xf32>, %g: tensor<2x7x4xf32>, %c: tensor<1x3x4xf32>)
    -> tensor<1x3x4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t + 1, c)>,
                       affine_map<(b, f, k, t, c) -> (b, t, f)>,
                       affine_map<(b, f, k, t, c) -> (k, c, f)>],
      iterator_types = ["reduction", "parallel", "parallel", "reduction",
                        "parallel"]}
      ins(%x, %g : tensor<2x8x3xf32>, tensor<2x7x4xf32>)
      outs(%c : tensor<1x3x4xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = math.fma %in_0, %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// The bias of torch-mlir: the init.
// PRODUCT-LABEL: func.func @bias_along_channels
// PRODUCT: fused.matmul epilog(bias)
// PRODUCT-SAME: bias({{.*}} : tensor<6xf32>)
func.func @bias_along_channels(%x: tensor<2x3x8x12xf32>,
                               %w: tensor<6x3x4x4xf32>, %v: tensor<6xf32>)
    -> tensor<2x6x2x3xf32> {
  %0 = tensor.empty() : tensor<2x6x2x3xf32>
  %1 = linalg.broadcast ins(%v : tensor<6xf32>) outs(%0 : tensor<2x6x2x3xf32>)
      dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x8x12xf32>, tensor<6x3x4x4xf32>)
      outs(%1 : tensor<2x6x2x3xf32>) -> tensor<2x6x2x3xf32>
  return %2 : tensor<2x6x2x3xf32>
}

// The operations after a convolution become the epilog of its product.
// PRODUCT-LABEL: func.func @epilog_channels_last
// PRODUCT: fused.matmul epilog(relu_bias)
func.func @epilog_channels_last(
    %x: tensor<2x5x7x3xf32>, %w: tensor<1x1x3x6xf32>, %v: tensor<6xf32>)
    -> tensor<2x5x7x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x5x7x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x5x7x6xf32>)
      -> tensor<2x5x7x6xf32>
  %2 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<2x5x7x3xf32>, tensor<1x1x3x6xf32>)
      outs(%1 : tensor<2x5x7x6xf32>) -> tensor<2x5x7x6xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(b, h, w, c) -> (b, h, w, c)>,
                       affine_map<(b, h, w, c) -> (c)>,
                       affine_map<(b, h, w, c) -> (b, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2, %v : tensor<2x5x7x6xf32>, tensor<6xf32>)
      outs(%0 : tensor<2x5x7x6xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %4 = arith.addf %in, %bias : f32
    %5 = arith.maximumf %4, %zero : f32
    linalg.yield %5 : f32
  } -> tensor<2x5x7x6xf32>
  return %3 : tensor<2x5x7x6xf32>
}

// PRODUCT-LABEL: func.func @epilog_channels_first
// PRODUCT: fused.matmul epilog(relu_bias)
func.func @epilog_channels_first(
    %x: tensor<2x3x8x12xf32>, %w: tensor<6x3x4x4xf32>, %v: tensor<6xf32>)
    -> tensor<2x6x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x6x2x3xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x6x2x3xf32>)
      -> tensor<2x6x2x3xf32>
  %2 = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x8x12xf32>, tensor<6x3x4x4xf32>)
      outs(%1 : tensor<2x6x2x3xf32>) -> tensor<2x6x2x3xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(b, c, h, w) -> (b, c, h, w)>,
                       affine_map<(b, c, h, w) -> (c)>,
                       affine_map<(b, c, h, w) -> (b, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2, %v : tensor<2x6x2x3xf32>, tensor<6xf32>)
      outs(%0 : tensor<2x6x2x3xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %4 = arith.addf %in, %bias : f32
    %5 = arith.maximumf %4, %zero : f32
    linalg.yield %5 : f32
  } -> tensor<2x6x2x3xf32>
  return %3 : tensor<2x6x2x3xf32>
}

// That of groups: each product of the batch has its own.
// PRODUCT-LABEL: func.func @bias_of_groups
// PRODUCT: %[[BIAS:.*]] = tensor.expand_shape %{{.*}} output_shape [2, 16] : tensor<32xf32> into tensor<2x16xf32>
// PRODUCT: fused.matmul epilog(bias)
// PRODUCT-SAME: bias(%[[BIAS]] : tensor<2x16xf32>)
func.func @bias_of_groups(%x: tensor<5x2x4x8x12xf32>,
                          %w: tensor<2x16x4x3x3xf32>, %v: tensor<32xf32>)
    -> tensor<5x2x16x6x10xf32> {
  %0 = tensor.empty() : tensor<5x32x6x10xf32>
  %1 = linalg.broadcast ins(%v : tensor<32xf32>)
      outs(%0 : tensor<5x32x6x10xf32>) dimensions = [0, 2, 3]
  %2 = tensor.expand_shape %1 [[0], [1, 2], [3], [4]]
      output_shape [5, 2, 16, 6, 10]
      : tensor<5x32x6x10xf32> into tensor<5x2x16x6x10xf32>
  %3 = linalg.conv_2d_ngchw_gfchw
      ins(%x, %w : tensor<5x2x4x8x12xf32>, tensor<2x16x4x3x3xf32>)
      outs(%2 : tensor<5x2x16x6x10xf32>) -> tensor<5x2x16x6x10xf32>
  return %3 : tensor<5x2x16x6x10xf32>
}
