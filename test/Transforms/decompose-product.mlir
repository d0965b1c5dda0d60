// RUN: fused-opt %s --fused-legalize=target=cpu --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-decompose --split-input-file | FileCheck %s --check-prefix=ALL

#point = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-DAG: #[[POINT:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @two_results(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<8x?xbf16>, %[[B:[a-z0-9]+]]: tensor<16x8xbf16>, %[[V:[a-z0-9]+]]: tensor<16xbf16>, %[[X:[a-z0-9]+]]: tensor<?x16xbf16>, %[[D:[a-z0-9]+]]: tensor<?x16xbf16>, %[[E:[a-z0-9]+]]: tensor<?x16xbf16>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x16xf32>
// CHECK: %[[ACC:.*]] = fused.matmul epilog(default) transpose_a transpose_b ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : tensor<?x16xf32>)
// CHECK: %[[R:.*]]:2 = linalg.generic {indexing_maps = [#[[POINT]], #[[COLUMN]], #[[POINT]], #[[POINT]], #[[POINT]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%[[ACC]], %[[V]], %[[X]] : {{.*}}) outs(%[[D]], %[[E]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[ACCUMULATOR:.*]]: f32, %[[BIAS:.*]]: bf16, %[[IN:.*]]: bf16, %{{.*}}: bf16, %{{.*}}: bf16):
// CHECK-NEXT: %[[BIAS32:.*]] = arith.extf %[[BIAS]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[ACCUMULATOR]], %[[BIAS32]]
// CHECK-NEXT: %[[SUM16:.*]] = arith.truncf %[[SUM]]
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SUM16]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[PRODUCT]], %[[SUM16]] : bf16, bf16
// CHECK: return %[[R]]#0, %[[R]]#1
// ALL-LABEL: func.func @two_results(
// ALL-NOT: fused.
// ALL: linalg.generic
// ALL-NOT: fused.
// ALL: linalg.generic
// ALL-NOT: fused.
func.func @two_results(%a: tensor<8x?xbf16>, %b: tensor<16x8xbf16>, %v: tensor<16xbf16>, %x: tensor<?x16xbf16>,
                       %d: tensor<?x16xbf16>, %e: tensor<?x16xbf16>) -> (tensor<?x16xbf16>, tensor<?x16xbf16>) {
  %r:2 = fused.product transpose_a transpose_b
      ins(%a, %b : tensor<8x?xbf16>, tensor<16x8xbf16>)
      with(%v, %x : tensor<16xbf16>, tensor<?x16xbf16>) maps [#column, #point, #point, #point]
      outs(%d, %e : tensor<?x16xbf16>, tensor<?x16xbf16>) {
  ^bb0(%acc: f32, %bias: bf16, %in: bf16):
    %0 = arith.extf %bias : bf16 to f32
    %1 = arith.addf %acc, %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.mulf %2, %in : bf16
    fused.yield %3, %2 : bf16, bf16
  } -> tensor<?x16xbf16>, tensor<?x16xbf16>
  return %r#0, %r#1 : tensor<?x16xbf16>, tensor<?x16xbf16>
}

// -----

#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @memory(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x8xf16>, %[[B:[a-z0-9]+]]: memref<8x16xf16>, %[[S:[a-z0-9]+]]: f32, %[[D:[a-z0-9]+]]: memref<4x16xf16>
// CHECK: %[[ACC:.*]] = memref.alloc() {{.*}} : memref<4x16xf32>
// CHECK: fused.matmul epilog(default) ins(%[[A]], %[[B]] : {{.*}}) outs(%[[ACC]] : memref<4x16xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[ACC]], %[[S]] : memref<4x16xf32>, f32) outs(%[[D]] : memref<4x16xf16>)
// CHECK: memref.dealloc %[[ACC]] {bufferization.manual_deallocation}
// ALL-LABEL: func.func @memory(
// ALL-NOT: fused.
func.func @memory(%a: memref<4x8xf16>, %b: memref<8x16xf16>, %s: f32, %d: memref<4x16xf16>) {
  fused.product ins(%a, %b : memref<4x8xf16>, memref<8x16xf16>)
      with(%s : f32) maps [#none, affine_map<(i, j) -> (i, j)>] outs(%d : memref<4x16xf16>) {
  ^bb0(%acc: f32, %x: f32):
    %0 = arith.mulf %acc, %x : f32
    %1 = arith.truncf %0 : f32 to f16
    fused.yield %1 : f16
  }
  return
}

// -----

// Sums of a batch.

// CHECK-LABEL: func.func @batch(
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<2x4x8xbf16>, tensor<8x16xbf16>) outs(%{{.*}} : tensor<2x4x16xf32>)
// CHECK: iterator_types = ["parallel", "parallel", "parallel"]
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
// ALL-LABEL: func.func @batch(
// ALL-NOT: fused.
func.func @batch(%a: tensor<2x4x8xbf16>, %b: tensor<8x16xbf16>, %d: tensor<2x4x16xbf16>, %s: tensor<2x16xf32>,
                 %t: tensor<2x4xf32>) -> (tensor<2x4x16xbf16>, tensor<2x16xf32>, tensor<2x4xf32>) {
  %r:3 = fused.product ins(%a, %b : tensor<2x4x8xbf16>, tensor<8x16xbf16>)
      maps [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j)>, affine_map<(b, i, j) -> (b, i)>]
      outs(%d, %s, %t : tensor<2x4x16xbf16>, tensor<2x16xf32>, tensor<2x4xf32>) {
  ^bb0(%acc: f32):
    %0 = arith.truncf %acc : f32 to bf16
    fused.yield %0, %acc, %acc : bf16, f32, f32
  } -> tensor<2x4x16xbf16>, tensor<2x16xf32>, tensor<2x4xf32>
  return %r#0, %r#1, %r#2 : tensor<2x4x16xbf16>, tensor<2x16xf32>, tensor<2x4xf32>
}
