// RUN: fused-opt %s --fused-products-to-gpu=chip=sm_80 | FileCheck %s

// Other chips execute products of the library and what is between them, in
// arrays that are released right after.

#row = affine_map<(a, b, i, j) -> (a, b, i)>

// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<2x3x4x8xbf16>, %[[MAX:[a-z0-9]+]]: memref<2x3x4xf32>, %[[SUM:[a-z0-9]+]]: memref<2x3x4xf32>)
// CHECK: %[[S:.*]] = memref.alloc() {{.*}} : memref<2x3x4x6xf32>
// CHECK: %[[W:.*]] = memref.alloc() {{.*}} : memref<2x3x4x6xbf16>
// CHECK: %[[S3:.*]] = memref.collapse_shape %[[S]]
// CHECK: fused.matmul epilog(default) transpose_b {{.*}} outs(%[[S3]] : memref<6x4x6xf32>)
// CHECK: fused.rows over [3] {{.*}} ins(%[[S]] : {{.*}}) outs(%[[W]], %[[MAX]], %[[SUM]] : {{.*}})
// CHECK: %[[W3:.*]] = memref.collapse_shape %[[W]]
// CHECK: %[[O3:.*]] = memref.collapse_shape %[[O]]
// CHECK: fused.matmul epilog(default) ins(%[[W3]], {{.*}}) outs(%[[O3]] : memref<6x4x8xbf16>)
// CHECK-DAG: memref.dealloc %[[S]]
// CHECK-DAG: memref.dealloc %[[W]]
func.func @attention(%q: memref<2x3x4x8xbf16>, %k: memref<2x3x6x8xbf16>, %v: memref<2x3x6x8xbf16>,
                     %o: memref<2x3x4x8xbf16>, %max: memref<2x3x4xf32>, %sum: memref<2x3x4xf32>) {
  fused.attention ins(%q, %k, %v : memref<2x3x4x8xbf16>, memref<2x3x6x8xbf16>, memref<2x3x6x8xbf16>) maps []
      outs(%o, %max, %sum : memref<2x3x4x8xbf16>, memref<2x3x4xf32>, memref<2x3x4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<2x3x4xf32>, %[[O:[a-z0-9]+]]: memref<2x3x4x8xbf16>)
// CHECK: %[[S:.*]] = memref.alloc() {{.*}} : memref<2x3x4x6xf32>
// CHECK: fused.matmul epilog(default) transpose_b
// CHECK: %[[T:.*]] = memref.alloc() {{.*}} : memref<2x3x4x6xf32>
// CHECK: fused.matmul epilog(default) transpose_b
// CHECK: %[[W:.*]] = memref.alloc() {{.*}} : memref<2x3x4x6xbf16>
// CHECK: linalg.generic {{.*}} ins(%[[S]], %[[T]], %[[R]] : {{.*}}) outs(%[[W]] : memref<2x3x4x6xbf16>)
// CHECK: linalg.index 3
// CHECK: %[[W3:.*]] = memref.collapse_shape %[[W]]
// CHECK: %[[O3:.*]] = memref.collapse_shape %[[O]]
// CHECK: fused.matmul epilog(default) ins(%[[W3]], {{.*}}) outs(%[[O3]] : memref<6x4x8xbf16>)
// CHECK-DAG: memref.dealloc %[[S]]
// CHECK-DAG: memref.dealloc %[[T]]
// CHECK-DAG: memref.dealloc %[[W]]
func.func @gradient(%a: memref<2x3x4x8xbf16>, %b: memref<2x3x6x8xbf16>, %r: memref<2x3x4xf32>,
                    %o: memref<2x3x4x8xbf16>) {
  fused.attention_gradient
      ins(%a, %b, %a, %b : memref<2x3x4x8xbf16>, memref<2x3x6x8xbf16>, memref<2x3x4x8xbf16>, memref<2x3x6x8xbf16>)
      with(%r : memref<2x3x4xf32>) maps [#row] outs(%o : memref<2x3x4x8xbf16>) {
  ^bb0(%s: f32, %t: f32, %vector: f32):
    %0 = fused.index 3 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %t, %vector : f32
    %4 = arith.addf %3, %2 : f32
    fused.yield %4 : f32
  }
  return
}

// Products have no views of several dimensions in their batch: operands are
// copied before them, and the output after them.

// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>, %[[K:[a-z0-9]+]]: memref<2x3x6x8xbf16>, %[[O:[a-z0-9]+]]: memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>)
// CHECK: %[[Q0:.*]] = memref.alloc() {{.*}} : memref<2x3x4x8xbf16>
// CHECK: linalg.copy ins(%[[Q]] : {{.*}}) outs(%[[Q0]] :
// CHECK: %[[O0:.*]] = memref.alloc() {{.*}} : memref<2x3x4x8xbf16>
// CHECK: memref.collapse_shape %[[Q0]]
// CHECK: %[[O3:.*]] = memref.collapse_shape %[[O0]]
// CHECK: fused.matmul epilog(default) ins({{.*}}) outs(%[[O3]] : memref<6x4x8xbf16>)
// CHECK: linalg.copy ins(%[[O0]] : {{.*}}) outs(%[[O]] :
// CHECK-DAG: memref.dealloc %[[Q0]]
// CHECK-DAG: memref.dealloc %[[O0]]
func.func @views(%q: memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>, %k: memref<2x3x6x8xbf16>,
                 %o: memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>) {
  fused.attention ins(%q, %k, %k : memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>, memref<2x3x6x8xbf16>, memref<2x3x6x8xbf16>) maps []
      outs(%o : memref<2x3x4x8xbf16, strided<[96, 8, 24, 1]>>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}
