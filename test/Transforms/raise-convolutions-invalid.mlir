// RUN: fused-opt %s --fused-raise-convolutions --fused-raise-contractions \
// RUN:   | FileCheck %s --implicit-check-not=fused.matmul
// RUN: fused-opt %s --fused-raise-convolutions --fused-raise-contractions \
// RUN:   --remarks-filter='fused-raise' 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// REMARK: few-channels | Category:fused-raise
// CHECK-LABEL: func.func @few_channels_depthwise
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
func.func @few_channels_depthwise(
    %x: tensor<2x6x7x8xf32>, %w: tensor<3x3x8xf32>, %c: tensor<2x4x5x8xf32>)
    -> tensor<2x4x5x8xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc
      ins(%x, %w : tensor<2x6x7x8xf32>, tensor<3x3x8xf32>)
      outs(%c : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return %0 : tensor<2x4x5x8xf32>
}

// Windows that do not overlap are no products of matrices either.
// REMARK: few-channels
// CHECK-LABEL: func.func @few_channels_depthwise_patches
// CHECK: linalg.depthwise_conv_1d_nwc_wc
func.func @few_channels_depthwise_patches(
    %x: tensor<2x8x8xf32>, %w: tensor<4x8xf32>, %c: tensor<2x2x8xf32>)
    -> tensor<2x2x8xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {strides = dense<4> : tensor<1xi64>}
      ins(%x, %w : tensor<2x8x8xf32>, tensor<4x8xf32>)
      outs(%c : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
  return %0 : tensor<2x2x8xf32>
}

// Three results for each window.
// REMARK: few-channels
// CHECK-LABEL: func.func @few_channels_of_result
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @few_channels_of_result(
    %x: tensor<2x6x7x8xf32>, %w: tensor<3x3x8x3xf32>, %c: tensor<2x4x5x3xf32>)
    -> tensor<2x4x5x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<2x6x7x8xf32>, tensor<3x3x8x3xf32>)
      outs(%c : tensor<2x4x5x3xf32>) -> tensor<2x4x5x3xf32>
  return %0 : tensor<2x4x5x3xf32>
}

// REMARK: large-windows
// CHECK-LABEL: func.func @large_windows
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @large_windows(
    %x: tensor<64x226x226x64xf32>, %w: tensor<3x3x64x64xf32>,
    %c: tensor<64x224x224x64xf32>) -> tensor<64x224x224x64xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<64x226x226x64xf32>, tensor<3x3x64x64xf32>)
      outs(%c : tensor<64x224x224x64xf32>) -> tensor<64x224x224x64xf32>
  return %0 : tensor<64x224x224x64xf32>
}

// REMARK: element-type
// CHECK-LABEL: func.func @no_raise_integers
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @no_raise_integers(
    %x: tensor<2x6x7x8xi32>, %w: tensor<3x3x8x6xi32>, %c: tensor<2x4x5x6xi32>)
    -> tensor<2x4x5x6xi32> {
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<2x6x7x8xi32>, tensor<3x3x8x6xi32>)
      outs(%c : tensor<2x4x5x6xi32>) -> tensor<2x4x5x6xi32>
  return %0 : tensor<2x4x5x6xi32>
}

#x = affine_map<(b, t, f, k, c) -> (b, t + k, c)>
#backwards = affine_map<(b, t, f, k, c) -> (b, t - k + 2, c)>
#w = affine_map<(b, t, f, k, c) -> (k, c, f)>
#y = affine_map<(b, t, f, k, c) -> (b, t, f)>

// The kernel runs backwards.
// REMARK: indexing-maps
// CHECK-LABEL: func.func @indexing_maps_backwards
// CHECK: linalg.generic
func.func @indexing_maps_backwards(
    %x: tensor<2x10x5xf32>, %w: tensor<3x5x6xf32>, %c: tensor<2x8x6xf32>)
    -> tensor<2x8x6xf32> {
  %0 = linalg.generic {indexing_maps = [#backwards, #w, #y],
                       iterator_types = ["parallel", "parallel", "parallel",
                                         "reduction", "reduction"]}
      ins(%x, %w : tensor<2x10x5xf32>, tensor<3x5x6xf32>)
      outs(%c : tensor<2x8x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x8x6xf32>
  return %0 : tensor<2x8x6xf32>
}

// One loop in two dimensions of a factor.
// REMARK: indexing-maps
// CHECK-LABEL: func.func @indexing_maps_diagonal
// CHECK: linalg.generic
func.func @indexing_maps_diagonal(
    %x: tensor<3x10xf32>, %w: tensor<3x6xf32>, %c: tensor<8x6xf32>)
    -> tensor<8x6xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(t, f, k) -> (k, t + k)>,
                       affine_map<(t, f, k) -> (k, f)>,
                       affine_map<(t, f, k) -> (t, f)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x10xf32>, tensor<3x6xf32>)
      outs(%c : tensor<8x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// REMARK: reduced-operand
// CHECK-LABEL: func.func @reduced_operand
// CHECK: linalg.generic
func.func @reduced_operand(
    %x: tensor<2x10x5x7xf32>, %w: tensor<3x5x6xf32>, %c: tensor<2x8x6xf32>)
    -> tensor<2x8x6xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, f, k, c, e) -> (b, t + k, c, e)>,
                       affine_map<(b, t, f, k, c, e) -> (k, c, f)>,
                       affine_map<(b, t, f, k, c, e) -> (b, t, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction",
                        "reduction", "reduction"]}
      ins(%x, %w : tensor<2x10x5x7xf32>, tensor<3x5x6xf32>)
      outs(%c : tensor<2x8x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x8x6xf32>
  return %0 : tensor<2x8x6xf32>
}

// The largest element of windows, after a multiplication.
// CHECK-LABEL: func.func @no_raise_maximum
// CHECK: linalg.generic
func.func @no_raise_maximum(
    %x: tensor<2x10x5xf32>, %w: tensor<3x5x6xf32>, %c: tensor<2x8x6xf32>)
    -> tensor<2x8x6xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #y],
                       iterator_types = ["parallel", "parallel", "parallel",
                                         "reduction", "reduction"]}
      ins(%x, %w : tensor<2x10x5xf32>, tensor<3x5x6xf32>)
      outs(%c : tensor<2x8x6xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.maximumf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x8x6xf32>
  return %0 : tensor<2x8x6xf32>
}

// CHECK-LABEL: func.func @no_raise_pooling
// CHECK: linalg.pooling_nhwc_sum
func.func @no_raise_pooling(%x: tensor<2x6x6x5xf32>, %w: tensor<2x2xf32>,
                            %c: tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32> {
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<2x6x6x5xf32>, tensor<2x2xf32>)
      outs(%c : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  return %0 : tensor<2x3x3x5xf32>
}

// CHECK-LABEL: func.func @no_raise_buffers
// CHECK: linalg.conv_1d_nwc_wcf
func.func @no_raise_buffers(%x: memref<2x8x5xf32>, %w: memref<4x5x6xf32>,
                            %c: memref<2x2x6xf32>) {
  linalg.conv_1d_nwc_wcf {strides = dense<4> : tensor<1xi64>}
      ins(%x, %w : memref<2x8x5xf32>, memref<4x5x6xf32>)
      outs(%c : memref<2x2x6xf32>)
  return
}

// Rows of adjacent results need more channels.
// REMARK: few-channels
// CHECK-LABEL: func.func @few_channels_first
// CHECK: linalg.conv_2d_nchw_fchw
func.func @few_channels_first(
    %x: tensor<2x8x6x11xf32>, %w: tensor<15x8x3x3xf32>, %c: tensor<2x15x4x9xf32>)
    -> tensor<2x15x4x9xf32> {
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<2x8x6x11xf32>, tensor<15x8x3x3xf32>)
      outs(%c : tensor<2x15x4x9xf32>) -> tensor<2x15x4x9xf32>
  return %0 : tensor<2x15x4x9xf32>
}
