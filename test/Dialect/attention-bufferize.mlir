// RUN: fused-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse \
// RUN:   | FileCheck %s

// Kernels read parts of arrays at any position whose rows begin at multiples of
// 16 bytes.

// CHECK-LABEL: func.func @aligned(
// CHECK-NOT: copy
// CHECK: fused.attention ins(%[[PART:.*]], %[[PART]], %[[PART]] :
func.func @aligned(%x: tensor<3x16x8xbf16>, %i: index) -> tensor<16x8xbf16> {
  %part = tensor.extract_slice %x[%i, 0, 0] [1, 16, 8] [1, 1, 1] : tensor<3x16x8xbf16> to tensor<16x8xbf16>
  %e = tensor.empty() : tensor<16x8xbf16>
  %0 = fused.attention ins(%part, %part, %part : tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>) maps [] outs(%e : tensor<16x8xbf16>) {
  ^bb0(%score: f32):
    fused.yield %score : f32
  } -> tensor<16x8xbf16>
  return %0 : tensor<16x8xbf16>
}

// Not if the position is one of columns, even where rows are aligned.
// CHECK-LABEL: func.func @unaligned(
// CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<16x8xbf16>
// CHECK: memref.copy
// CHECK: fused.attention ins(
// CHECK-SAME: memref<16x8xbf16>, memref<16x8xbf16>, memref<16x8xbf16>)
func.func @unaligned(%x: tensor<16x16xbf16>, %i: index) -> tensor<16x8xbf16> {
  %part = tensor.extract_slice %x[0, %i] [16, 8] [1, 1] : tensor<16x16xbf16> to tensor<16x8xbf16>
  %e = tensor.empty() : tensor<16x8xbf16>
  %0 = fused.attention ins(%part, %part, %part : tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>) maps [] outs(%e : tensor<16x8xbf16>) {
  ^bb0(%score: f32):
    fused.yield %score : f32
  } -> tensor<16x8xbf16>
  return %0 : tensor<16x8xbf16>
}

// A permutation of such a part is a view of it.
// CHECK-LABEL: func.func @permuted(
// CHECK-NOT: copy
// CHECK-NOT: transpose
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast
// CHECK: fused.attention ins(%[[VIEW]], %[[VIEW]], %[[VIEW]] :
func.func @permuted(%x: tensor<3x16x2x8xbf16>, %i: index) -> tensor<2x16x8xbf16> {
  %part = tensor.extract_slice %x[%i, 0, 0, 0] [1, 16, 2, 8] [1, 1, 1, 1] : tensor<3x16x2x8xbf16> to tensor<16x2x8xbf16>
  %heads = fused.permute %part [1, 0, 2] : tensor<16x2x8xbf16> -> tensor<2x16x8xbf16>
  %e = tensor.empty() : tensor<2x16x8xbf16>
  %0 = fused.attention ins(%heads, %heads, %heads : tensor<2x16x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) maps [] outs(%e : tensor<2x16x8xbf16>) {
  ^bb0(%score: f32):
    fused.yield %score : f32
  } -> tensor<2x16x8xbf16>
  return %0 : tensor<2x16x8xbf16>
}
