// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --fused-decompose | FileCheck %s --check-prefix=LINALG
// RUN: fused-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s --check-prefix=MEMREF

// A view in memory: no copy, and no array.
// CHECK-LABEL: func.func @view(
// CHECK: fused.permute %{{.*}} [0, 2, 1, 3] : tensor<2x5x3x8xbf16> -> tensor<2x3x5x8xbf16>
// LINALG-LABEL: func.func @view(
// LINALG: %[[INIT:.*]] = tensor.empty() : tensor<2x3x5x8xbf16>
// LINALG: linalg.transpose ins(%{{.*}} : tensor<2x5x3x8xbf16>) outs(%[[INIT]] : {{.*}}) permutation = [0, 2, 1, 3]
// MEMREF-LABEL: func.func @view(
// MEMREF-NOT: memref.alloc
// MEMREF: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [2, 3, 5, 8], strides: [120, 8, 24, 1]
// MEMREF-NOT: memref.alloc
// MEMREF: return
func.func @view(%x: tensor<2x5x3x8xbf16>, %i: index) -> bf16 {
  %0 = fused.permute %x [0, 2, 1, 3] : tensor<2x5x3x8xbf16> -> tensor<2x3x5x8xbf16>
  %1 = tensor.extract %0[%i, %i, %i, %i] : tensor<2x3x5x8xbf16>
  return %1 : bf16
}

// Strides are not known.
// MEMREF-LABEL: func.func @copy(
// MEMREF: %[[COPY:.*]] = memref.alloc(%{{.*}}) {{.*}}: memref<3x?xf32>
// MEMREF: linalg.transpose ins(%{{.*}} : memref<?x3xf32>) outs(%[[COPY]] : memref<3x?xf32>) permutation = [1, 0]
func.func @copy(%x: tensor<?x3xf32>, %i: index) -> f32 {
  %0 = fused.permute %x [1, 0] : tensor<?x3xf32> -> tensor<3x?xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<3x?xf32>
  return %1 : f32
}

// LINALG-LABEL: func.func @number(
// LINALG-NEXT: return %arg0
func.func @number(%x: tensor<f32>) -> tensor<f32> {
  %0 = fused.permute %x [] : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}
