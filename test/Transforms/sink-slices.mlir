// RUN: fused-opt %s --fused-sink-slices -canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-sink-slices -canonicalize --fused-fuse-epilogs | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: func.func @gates(
// CHECK: %[[P:.*]] = fused.matmul
// CHECK: %[[SUM:.*]] = linalg.add ins(%[[P]], %arg2 : tensor<4x9xf32>, tensor<4x9xf32>)
// CHECK: %[[B:.*]] = tensor.extract_slice %[[SUM]][0, 5] [4, 4]
// CHECK: %[[A:.*]] = tensor.extract_slice %[[SUM]][0, 0] [4, 5]
// CHECK: return %[[B]], %[[A]]
// FUSED-LABEL: func.func @gates(
// FUSED: fused.matmul epilog(default) {{.*}} c(%arg2 :
func.func @gates(%x: tensor<4x6xf32>, %w: tensor<6x9xf32>, %c: tensor<4x9xf32>)
    -> (tensor<4x4xf32>, tensor<4x5xf32>) {
  %d = tensor.empty() : tensor<4x9xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %f = tensor.empty() : tensor<4x4xf32>
  %p = fused.matmul epilog(default) ins(%x, %w : tensor<4x6xf32>, tensor<6x9xf32>)
      outs(%d : tensor<4x9xf32>) -> tensor<4x9xf32>
  %p1 = tensor.extract_slice %p[0, 5] [4, 4] [1, 1] : tensor<4x9xf32> to tensor<4x4xf32>
  %p0 = tensor.extract_slice %p[0, 0] [4, 5] [1, 1] : tensor<4x9xf32> to tensor<4x5xf32>
  %c0 = tensor.extract_slice %c[0, 0] [4, 5] [1, 1] : tensor<4x9xf32> to tensor<4x5xf32>
  %c1 = tensor.extract_slice %c[0, 5] [4, 4] [1, 1] : tensor<4x9xf32> to tensor<4x4xf32>
  %1 = linalg.add ins(%p1, %c1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.add ins(%p0, %c0 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %1, %0 : tensor<4x4xf32>, tensor<4x5xf32>
}

// Each part is added to another part of the matrix.
// CHECK-LABEL: func.func @no_sink_other_slices(
// CHECK: fused.matmul
// CHECK: linalg.add {{.*}} -> tensor<4x5xf32>
// CHECK: linalg.add {{.*}} -> tensor<4x5xf32>
func.func @no_sink_other_slices(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>, %c: tensor<4x10xf32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %d = tensor.empty() : tensor<4x10xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %p = fused.matmul epilog(default) ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%d : tensor<4x10xf32>) -> tensor<4x10xf32>
  %p0 = tensor.extract_slice %p[0, 0] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %p1 = tensor.extract_slice %p[0, 5] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %c0 = tensor.extract_slice %c[0, 5] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %c1 = tensor.extract_slice %c[0, 0] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %0 = linalg.add ins(%p0, %c0 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.add ins(%p1, %c1 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4x5xf32>
}

// The operations differ.
// CHECK-LABEL: func.func @no_sink_other_operations(
// CHECK: linalg.add {{.*}} -> tensor<4x5xf32>
// CHECK: linalg.mul {{.*}} -> tensor<4x5xf32>
func.func @no_sink_other_operations(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>, %c: tensor<4x10xf32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %d = tensor.empty() : tensor<4x10xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %p = fused.matmul epilog(default) ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%d : tensor<4x10xf32>) -> tensor<4x10xf32>
  %p0 = tensor.extract_slice %p[0, 0] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %p1 = tensor.extract_slice %p[0, 5] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %c0 = tensor.extract_slice %c[0, 0] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %c1 = tensor.extract_slice %c[0, 5] [4, 5] [1, 1] : tensor<4x10xf32> to tensor<4x5xf32>
  %0 = linalg.add ins(%p0, %c0 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.mul ins(%p1, %c1 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4x5xf32>
}

// A column belongs to no part: it would be computed for nothing.
// CHECK-LABEL: func.func @no_sink_gap(
// CHECK: linalg.add {{.*}} -> tensor<4x5xf32>
// CHECK: linalg.add {{.*}} -> tensor<4x5xf32>
func.func @no_sink_gap(%x: tensor<4x6xf32>, %w: tensor<6x11xf32>, %c: tensor<4x11xf32>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %d = tensor.empty() : tensor<4x11xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %p = fused.matmul epilog(default) ins(%x, %w : tensor<4x6xf32>, tensor<6x11xf32>)
      outs(%d : tensor<4x11xf32>) -> tensor<4x11xf32>
  %p0 = tensor.extract_slice %p[0, 0] [4, 5] [1, 1] : tensor<4x11xf32> to tensor<4x5xf32>
  %p1 = tensor.extract_slice %p[0, 6] [4, 5] [1, 1] : tensor<4x11xf32> to tensor<4x5xf32>
  %c0 = tensor.extract_slice %c[0, 0] [4, 5] [1, 1] : tensor<4x11xf32> to tensor<4x5xf32>
  %c1 = tensor.extract_slice %c[0, 6] [4, 5] [1, 1] : tensor<4x11xf32> to tensor<4x5xf32>
  %0 = linalg.add ins(%p0, %c0 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.add ins(%p1, %c1 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4x5xf32>
}
