// RUN: fused-opt %s --split-input-file \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s

// Outputs are written in place, and nothing is copied into them.

#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x8xbf16>, %[[B:[a-z0-9]+]]: memref<8x16xbf16>, %[[V:[a-z0-9]+]]: memref<16xbf16>, %[[S:[a-z0-9]+]]: f32, %[[D:[a-z0-9]+]]: memref<4x16xf32>
// CHECK-NOT: memref.alloc
// CHECK: fused.product ins(%[[A]], %[[B]] : memref<4x8xbf16>, memref<8x16xbf16>) with(%[[V]], %[[S]] : memref<16xbf16>, f32) maps [#{{.*}}, #{{.*}}, #{{.*}}] outs(%[[D]] : memref<4x16xf32>) {
// CHECK-NEXT: ^bb0(%[[ACC:.*]]: f32, %{{.*}}: bf16, %[[X:.*]]: f32):
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[ACC]], %[[X]]
// CHECK-NEXT: fused.yield %[[Y]] : f32
// CHECK: return %[[D]]
func.func @in_place(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %v: tensor<16xbf16>, %s: f32,
                    %d: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fused.product ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
      with(%v, %s : tensor<16xbf16>, f32) maps [#column, #none, affine_map<(i, j) -> (i, j)>]
      outs(%d : tensor<4x16xf32>) {
  ^bb0(%acc: f32, %bias: bf16, %x: f32):
    %1 = arith.mulf %acc, %x : f32
    fused.yield %1 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Another operand is not overwritten.

#point = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @same_array(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<4x16xf32>
// CHECK: %[[NEW:.*]] = memref.alloc() {{.*}} : memref<4x16xf32>
// CHECK: fused.product {{.*}} with(%[[X]] : memref<4x16xf32>) {{.*}} outs(%[[NEW]] : memref<4x16xf32>)
func.func @same_array(%x: tensor<4x16xf32>, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = fused.product ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      with(%x : tensor<4x16xf32>) maps [#point, #point] outs(%x : tensor<4x16xf32>) {
  ^bb0(%acc: f32, %y: f32):
    %1 = arith.addf %acc, %y : f32
    fused.yield %1 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Rows are contiguous.

// CHECK-LABEL: func.func @strided(
// CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: fused.product ins(%[[COPY]], %{{.*}} : memref<4x8xf32>, memref<8x16xf32>)
func.func @strided(%a: tensor<4x16xf32>, %b: tensor<8x16xf32>, %d: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %even = tensor.extract_slice %a[0, 0] [4, 8] [1, 2] : tensor<4x16xf32> to tensor<4x8xf32>
  %0 = fused.product ins(%even, %b : tensor<4x8xf32>, tensor<8x16xf32>) maps [affine_map<(i, j) -> (i, j)>]
      outs(%d : tensor<4x16xf32>) {
  ^bb0(%acc: f32):
    fused.yield %acc : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
