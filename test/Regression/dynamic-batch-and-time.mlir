// RUN: fused-opt %s --fused-expand-dynamic-shapes | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm=target=cpu | FileCheck %s --check-prefix=LLVM

// Upstream's expansion of views does not take a dimension that becomes several
// of which more than one is dynamic.

// LLVM-NOT: memref.
// CHECK-LABEL: func.func private @view
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg0
// CHECK: %[[S:.*]] = arith.muli %[[STRIDES]]#0, %arg2
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%arg1, %arg2, 96], strides: [%[[S]], %[[STRIDES]]#0, 1]
func.func private @view(%m: memref<?x96xf32, strided<[?, 1], offset: ?>>, %b: index,
                %t: index, %i: index) -> f32 {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%b, %t, 96]
      : memref<?x96xf32, strided<[?, 1], offset: ?>>
        into memref<?x?x96xf32, strided<[?, ?, 1], offset: ?>>
  %1 = memref.load %0[%i, %i, %i]
      : memref<?x?x96xf32, strided<[?, ?, 1], offset: ?>>
  return %1 : f32
}

// CHECK-LABEL: func.func private @one_dynamic_size
// CHECK: memref.expand_shape
func.func private @one_dynamic_size(%m: memref<?x96xf32>, %b: index,
                                    %i: index) -> f32 {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%b, 4, 96]
      : memref<?x96xf32> into memref<?x4x96xf32>
  %1 = memref.load %0[%i, %i, %i] : memref<?x4x96xf32>
  return %1 : f32
}

// LLVM: llvm.func internal @fused.layer
func.func @layer(%x: tensor<?x?x128xf32>, %w: tensor<128x96xf32>,
                 %c: tensor<?x?x96xf32>) -> tensor<?x?x96xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>,
                       affine_map<(b, t, n, k) -> (k, n)>,
                       affine_map<(b, t, n, k) -> (b, t, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x?x128xf32>, tensor<128x96xf32>)
      outs(%c : tensor<?x?x96xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<?x?x96xf32>
  return %0 : tensor<?x?x96xf32>
}
