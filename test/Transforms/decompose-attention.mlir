// RUN: fused-opt %s --fused-legalize=target=cpu | FileCheck %s
// RUN: fused-opt %s --fused-decompose | FileCheck %s --check-prefix=ALL

#keys = affine_map<(b, h, i, j) -> (b, j)>

// CHECK-DAG: #[[POINT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[KEYS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>

// CHECK-LABEL: func.func @batch(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x3x?x8xbf16>, %[[K:[a-z0-9]+]]: tensor<2x3x6x8xbf16>, %[[V:[a-z0-9]+]]: tensor<2x3x6x4xbf16>, %[[MASK:[a-z0-9]+]]: tensor<2x6xi1>
// CHECK-DAG: %[[Q3:.*]] = tensor.collapse_shape %[[Q]]
// CHECK-DAG: %[[K3:.*]] = tensor.collapse_shape %[[K]]
// CHECK: %[[S3:.*]] = fused.matmul epilog(default) transpose_b ins(%[[Q3]], %[[K3]] : {{.*}}) {{.*}} -> tensor<6x?x6xf32>
// CHECK: %[[S:.*]] = tensor.expand_shape %[[S3]]
// CHECK: %[[W:.*]] = fused.rows over [3] maps [#[[POINT]], #[[KEYS]], #[[POINT]]] ins(%[[S]], %[[MASK]] : {{.*}}) outs(%{{.*}} : tensor<2x3x?x6xbf16>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[BIT:.*]]: i1):
// CHECK-NEXT: %[[SCORE:.*]] = arith.select %[[BIT]], %[[X]], %{{.*}} : f32
// CHECK: %[[MAX:.*]] = fused.reduce maximumf %[[SCORE]]
// CHECK: %[[DIFFERENCE:.*]] = arith.subf %[[SCORE]], %[[MAX]]
// CHECK: %[[POWER:.*]] = math.exp %[[DIFFERENCE]]
// CHECK: %[[SUM:.*]] = fused.reduce addf %[[POWER]]
// CHECK: %[[WEIGHT:.*]] = arith.divf %[[POWER]], %[[SUM]]
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[WEIGHT]]
// CHECK: fused.yield %[[ROUNDED]] : bf16
// CHECK-DAG: %[[W3:.*]] = tensor.collapse_shape %[[W]]
// CHECK-DAG: %[[V3:.*]] = tensor.collapse_shape %[[V]]
// CHECK: %[[O3:.*]] = fused.matmul epilog(default) ins(%[[W3]], %[[V3]] : {{.*}})
// CHECK: %[[O:.*]] = tensor.expand_shape %[[O3]]
// CHECK: return %[[O]]
// ALL-LABEL: func.func @batch(
// ALL-NOT: fused.
// ALL: return
func.func @batch(%q: tensor<2x3x?x8xbf16>, %k: tensor<2x3x6x8xbf16>, %v: tensor<2x3x6x4xbf16>, %m: tensor<2x6xi1>,
                 %o: tensor<2x3x?x4xbf16>) -> tensor<2x3x?x4xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %0 = fused.attention ins(%q, %k, %v : tensor<2x3x?x8xbf16>, tensor<2x3x6x8xbf16>, tensor<2x3x6x4xbf16>)
      with(%m : tensor<2x6xi1>) maps [#keys] outs(%o : tensor<2x3x?x4xbf16>) {
  ^bb0(%x: f32, %bit: i1):
    %1 = arith.select %bit, %x, %lowest : f32
    fused.yield %1 : f32
  } -> tensor<2x3x?x4xbf16>
  return %0 : tensor<2x3x?x4xbf16>
}

// On memrefs, what is between the products is allocated.
// CHECK-LABEL: func.func @memrefs(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: memref<4x8xf16>, %[[K:[a-z0-9]+]]: memref<6x8xf16>, %[[V:[a-z0-9]+]]: memref<6x4xf16>, %[[O:[a-z0-9]+]]: memref<4x4xf16>
// CHECK: %[[S:.*]] = memref.alloc() : memref<4x6xf32>
// CHECK: %[[W:.*]] = memref.alloc() : memref<4x6xf16>
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[Q]], %[[K]] : {{.*}}) outs(%[[S]] : memref<4x6xf32>)
// CHECK: fused.rows over [1] {{.*}} ins(%[[S]] : memref<4x6xf32>) outs(%[[W]] : memref<4x6xf16>)
// CHECK: fused.matmul epilog(default) ins(%[[W]], %[[V]] : {{.*}}) outs(%[[O]] : memref<4x4xf16>)
// CHECK: memref.dealloc %[[S]]
// CHECK: memref.dealloc %[[W]]
func.func @memrefs(%q: memref<4x8xf16>, %k: memref<6x8xf16>, %v: memref<6x4xf16>, %o: memref<4x4xf16>) {
  fused.attention ins(%q, %k, %v : memref<4x8xf16>, memref<6x8xf16>, memref<6x4xf16>)
      maps [] outs(%o : memref<4x4xf16>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}
