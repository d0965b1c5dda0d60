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
// CHECK: %[[S:.*]] = memref.alloc() {{.*}} : memref<4x6xf32>
// CHECK: %[[W:.*]] = memref.alloc() {{.*}} : memref<4x6xf16>
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

// Products need rows whose elements follow each other, of any number of keys.
// CHECK-LABEL: func.func @strided_arrays(
// CHECK: %[[KEYS:.*]] = memref.dim %arg1,
// CHECK: %[[KEY:.*]] = memref.alloc(%[[KEYS]]) {{.*}} : memref<2x?x4xf32>
// CHECK: linalg.copy ins(%arg1 : {{.*}}) outs(%[[KEY]] :
// CHECK: fused.matmul {{.*}} ins(%arg0, %[[KEY]] :
func.func @strided_arrays(%q: memref<2x8x4xf32>, %k: memref<2x?x4xf32, strided<[?, ?, 2]>>, %o: memref<2x8x4xf32>) {
  fused.attention ins(%q, %k, %k : memref<2x8x4xf32>, memref<2x?x4xf32, strided<[?, ?, 2]>>, memref<2x?x4xf32, strided<[?, ?, 2]>>) maps [] outs(%o : memref<2x8x4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @statistics(
// CHECK: fused.rows over [1] maps [#{{.*}}, #{{.*}}, #[[ROW:.*]], #[[ROW]]] {{.*}} outs(%{{.*}}, %[[MAX:.*]], %[[SUM:.*]] : tensor<4x6xf16>, tensor<4xf32>, tensor<4xf32>) {
// CHECK: fused.yield %{{.*}}, %{{.*}}, %{{.*}} : f16, f32, f32
// CHECK: return %{{.*}}, %[[ROWS:.*]]#1, %[[ROWS]]#2
func.func @statistics(%q: tensor<4x8xf16>, %k: tensor<6x8xf16>, %v: tensor<6x8xf16>, %o: tensor<4x8xf16>,
                      %m: tensor<4xf32>, %l: tensor<4xf32>) -> (tensor<4x8xf16>, tensor<4xf32>, tensor<4xf32>) {
  %0, %1, %2 = fused.attention ins(%q, %k, %v : tensor<4x8xf16>, tensor<6x8xf16>, tensor<6x8xf16>)
      maps [] outs(%o, %m, %l : tensor<4x8xf16>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<4x8xf16>, tensor<4xf32>, tensor<4xf32>
  return %0, %1, %2 : tensor<4x8xf16>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<2x3x4x8xbf16>, %[[B:[a-z0-9]+]]: tensor<2x3x6x8xbf16>, %[[C:[a-z0-9]+]]: tensor<2x3x4x5xbf16>, %[[D:[a-z0-9]+]]: tensor<2x3x6x5xbf16>, %[[R:[a-z0-9]+]]: tensor<2x6xf32>
// CHECK: %[[S3:.*]] = fused.matmul epilog(default) transpose_b {{.*}} -> tensor<6x4x6xf32>
// CHECK: %[[S:.*]] = tensor.expand_shape %[[S3]]
// CHECK: %[[T3:.*]] = fused.matmul epilog(default) transpose_b {{.*}} -> tensor<6x4x6xf32>
// CHECK: %[[T:.*]] = tensor.expand_shape %[[T3]]
// CHECK: %[[W:.*]]:2 = linalg.generic {{.*}} ins(%[[S]], %[[T]], %[[R]] : {{.*}}) outs(%{{.*}}, %{{.*}} : tensor<2x3x4x6xbf16>, tensor<2x3x4x6xbf16>)
// CHECK: linalg.index 2
// CHECK: linalg.yield %{{.*}}, %{{.*}} : bf16, bf16
// CHECK-DAG: %[[W0:.*]] = tensor.collapse_shape %[[W]]#0
// CHECK-DAG: %[[B3:.*]] = tensor.collapse_shape %[[B]]
// CHECK: %[[O3:.*]] = fused.matmul epilog(default) ins(%[[W0]], %{{.*}} : tensor<6x4x6xbf16>, tensor<6x6x8xbf16>) {{.*}} -> tensor<6x4x8xbf16>
// CHECK: %[[O:.*]] = tensor.expand_shape %[[O3]]
// CHECK-DAG: %[[W1:.*]] = tensor.collapse_shape %[[W]]#1
// CHECK: %[[P3:.*]] = fused.matmul epilog(default) ins(%[[W1]], %{{.*}} : tensor<6x4x6xbf16>, tensor<6x6x5xbf16>) {{.*}} -> tensor<6x4x5xf32>
// CHECK: %[[P:.*]] = tensor.expand_shape %[[P3]]
// CHECK: return %[[O]], %[[P]]
// ALL-LABEL: func.func @gradient(
// ALL-NOT: fused.
func.func @gradient(%a: tensor<2x3x4x8xbf16>, %b: tensor<2x3x6x8xbf16>, %c: tensor<2x3x4x5xbf16>,
                    %d: tensor<2x3x6x5xbf16>, %r: tensor<2x6xf32>, %o: tensor<2x3x4x8xbf16>,
                    %p: tensor<2x3x4x5xf32>) -> (tensor<2x3x4x8xbf16>, tensor<2x3x4x5xf32>) {
  %0, %1 = fused.attention_gradient
      ins(%a, %b, %c, %d : tensor<2x3x4x8xbf16>, tensor<2x3x6x8xbf16>, tensor<2x3x4x5xbf16>, tensor<2x3x6x5xbf16>)
      with(%r : tensor<2x6xf32>) maps [#keys] outs(%o, %p : tensor<2x3x4x8xbf16>, tensor<2x3x4x5xf32>) {
  ^bb0(%s: f32, %t: f32, %vector: f32):
    %2 = fused.index 2 : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %t, %vector : f32
    %6 = arith.addf %s, %4 : f32
    fused.yield %5, %6 : f32, f32
  } -> tensor<2x3x4x8xbf16>, tensor<2x3x4x5xf32>
  return %0, %1 : tensor<2x3x4x8xbf16>, tensor<2x3x4x5xf32>
}

// What heads share is repeated.

// CHECK-LABEL: func.func @shared(
// ALL-LABEL: func.func @shared(
// ALL-NOT: fused.
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x3x8x4xf32>, %[[K:[a-z0-9]+]]: tensor<2x1x6x4xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3x6x4xf32>
// CHECK: %[[KEYS:.*]] = linalg.generic {{.*}} ins(%[[K]] : tensor<2x1x6x4xf32>) outs(%[[EMPTY]] : tensor<2x3x6x4xf32>)
func.func @shared(%q: tensor<2x3x8x4xf32>, %k: tensor<2x1x6x4xf32>, %v: tensor<2x3x6x4xf32>, %o: tensor<2x3x8x4xf32>) -> tensor<2x3x8x4xf32> {
  %0 = fused.attention ins(%q, %k, %v : tensor<2x3x8x4xf32>, tensor<2x1x6x4xf32>, tensor<2x3x6x4xf32>) maps [] outs(%o : tensor<2x3x8x4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<2x3x8x4xf32>
  return %0 : tensor<2x3x8x4xf32>
}

// CHECK-LABEL: func.func @shared_memory(
// ALL-LABEL: func.func @shared_memory(
// CHECK-SAME: %{{.*}}: memref<?x8x4xf32>, %[[K:[a-z0-9]+]]: memref<1x6x4xf32>
// CHECK: %[[KEYS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x6x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[K]] : memref<1x6x4xf32>) outs(%[[KEYS]] : memref<?x6x4xf32>)
// CHECK: memref.dealloc %[[KEYS]]
func.func @shared_memory(%q: memref<?x8x4xf32>, %k: memref<1x6x4xf32>, %o: memref<?x8x4xf32>) {
  fused.attention ins(%q, %k, %k : memref<?x8x4xf32>, memref<1x6x4xf32>, memref<1x6x4xf32>) maps [] outs(%o : memref<?x8x4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}
