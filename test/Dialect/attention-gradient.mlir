// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s
// RUN: fused-opt %s \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s --check-prefix=BUFFER

#row = affine_map<(b, i, j) -> (b, i)>

// CHECK-LABEL: func.func @tensors(
// CHECK: fused.attention_gradient ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x?x8xf16>, tensor<2x6x8xf16>, tensor<2x?x4xf16>, tensor<2x6x4xf16>) with(%{{.*}} : tensor<2x?xf32>) maps [#{{.*}}] outs(%{{.*}}, %{{.*}} : tensor<2x?x8xf16>, tensor<2x?x4xf32>) {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: fused.index 2 : index
// CHECK: fused.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NEXT: } -> tensor<2x?x8xf16>, tensor<2x?x4xf32>
// BUFFER-LABEL: func.func @tensors(
// BUFFER-SAME: %[[O:[a-z0-9]+]]: memref<2x?x8xf16>, %[[P:[a-z0-9]+]]: memref<2x?x4xf32>)
// BUFFER-NOT: memref.alloc
// BUFFER: fused.attention_gradient {{.*}} outs(%[[O]], %[[P]] : memref<2x?x8xf16>, memref<2x?x4xf32>)
// BUFFER: return %[[O]], %[[P]]
func.func @tensors(%a: tensor<2x?x8xf16>, %b: tensor<2x6x8xf16>, %c: tensor<2x?x4xf16>, %d: tensor<2x6x4xf16>,
                   %v: tensor<2x?xf32>, %o: tensor<2x?x8xf16>, %p: tensor<2x?x4xf32>)
    -> (tensor<2x?x8xf16>, tensor<2x?x4xf32>) {
  %0, %1 = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<2x?x8xf16>, tensor<2x6x8xf16>, tensor<2x?x4xf16>, tensor<2x6x4xf16>)
      with(%v : tensor<2x?xf32>) maps [#row] outs(%o, %p : tensor<2x?x8xf16>, tensor<2x?x4xf32>) {
  ^bb0(%s: f32, %t: f32, %r: f32):
    %2 = fused.index 2 : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %t, %r : f32
    %6 = arith.addf %s, %4 : f32
    fused.yield %5, %6 : f32, f32
  } -> tensor<2x?x8xf16>, tensor<2x?x4xf32>
  return %0, %1 : tensor<2x?x8xf16>, tensor<2x?x4xf32>
}

// The output is not what is read.
// BUFFER-LABEL: func.func @same_array(
// BUFFER-SAME: %[[A:[a-z0-9]+]]: memref<4x8xf32>
// BUFFER: %[[NEW:.*]] = memref.alloc()
// BUFFER: fused.attention_gradient {{.*}} outs(%[[NEW]] : memref<4x8xf32>)
func.func @same_array(%a: tensor<4x8xf32>, %b: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %0 = fused.attention_gradient
      ins(%a, %b, %a, %b : tensor<4x8xf32>, tensor<6x8xf32>, tensor<4x8xf32>, tensor<6x8xf32>)
      maps [] outs(%a : tensor<4x8xf32>) {
  ^bb0(%s: f32, %t: f32):
    fused.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
