// RUN: fused-opt %s --fused-fuse-epilogs --canonicalize | FileCheck %s

#id = affine_map<(b, c, n) -> (b, c, n)>

// A bias of the rows, and a matrix that is added behind it: one elementwise
// operation reads both.

// CHECK-LABEL: func.func @residual(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x8xf32>, %[[X:[a-z0-9]+]]: tensor<2x8x16xf32>, %[[B:[a-z0-9]+]]: tensor<4xf32>, %[[R:[a-z0-9]+]]: tensor<2x4x16xf32>
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%[[W]], %[[X]] : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[D]], %[[B]] : tensor<2x4x16xf32>, tensor<4xf32>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[SUM]], %[[R]] : tensor<2x4x16xf32>, tensor<2x4x16xf32>)
func.func @residual(%w: tensor<4x8xf32>, %x: tensor<2x8x16xf32>, %b: tensor<4xf32>, %r: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %e = tensor.empty() : tensor<2x4x16xf32>
  %c = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<2x4x16xf32>) dimensions = [0, 2]
  %d = fused.matmul epilog(default) ins(%w, %x : tensor<4x8xf32>, tensor<2x8x16xf32>) c(%c : tensor<2x4x16xf32>) outs(%e : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d, %r : tensor<2x4x16xf32>, tensor<2x4x16xf32>) outs(%e : tensor<2x4x16xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %0 = arith.mulf %in, %other : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x16xf32>
  return %y : tensor<2x4x16xf32>
}

// The transpose of the product has it as a bias.

// CHECK-LABEL: func.func @alone(
// CHECK: fused.matmul epilog(bias) transpose_a transpose_b
func.func @alone(%w: tensor<4x8xf32>, %x: tensor<2x8x16xf32>, %b: tensor<4xf32>) -> tensor<2x4x16xf32> {
  %e = tensor.empty() : tensor<2x4x16xf32>
  %c = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<2x4x16xf32>) dimensions = [0, 2]
  %d = fused.matmul epilog(default) ins(%w, %x : tensor<4x8xf32>, tensor<2x8x16xf32>) c(%c : tensor<2x4x16xf32>) outs(%e : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %d : tensor<2x4x16xf32>
}

// The product would be rounded before the sum.

// CHECK-LABEL: func.func @rounded(
// CHECK: %[[C:.*]] = linalg.broadcast
// CHECK: fused.matmul {{.*}} c(%[[C]] :
func.func @rounded(%w: tensor<4x8xbf16>, %x: tensor<2x8x16xbf16>, %b: tensor<4xbf16>, %r: tensor<2x4x16xbf16>) -> tensor<2x4x16xbf16> {
  %e = tensor.empty() : tensor<2x4x16xbf16>
  %c = linalg.broadcast ins(%b : tensor<4xbf16>) outs(%e : tensor<2x4x16xbf16>) dimensions = [0, 2]
  %d = fused.matmul epilog(default) ins(%w, %x : tensor<4x8xbf16>, tensor<2x8x16xbf16>) c(%c : tensor<2x4x16xbf16>) outs(%e : tensor<2x4x16xbf16>) -> tensor<2x4x16xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d, %r : tensor<2x4x16xbf16>, tensor<2x4x16xbf16>) outs(%e : tensor<2x4x16xbf16>) {
  ^bb0(%in: bf16, %other: bf16, %out: bf16):
    %0 = arith.mulf %in, %other : bf16
    linalg.yield %0 : bf16
  } -> tensor<2x4x16xbf16>
  return %y : tensor<2x4x16xbf16>
}
