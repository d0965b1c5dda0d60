// RUN: fused-opt %s --linalg-fold-unit-extent-dims --canonicalize | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ijk = affine_map<(i, j, k) -> (i, j, k)>

// A row of one point: its sum is what it has.

// CHECK-LABEL: func.func @one_point(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %{{.*}} : f32
// CHECK-NEXT: arith.divf %[[X]], %[[SUM]]
func.func @one_point(%x: tensor<64x1xf32>, %y: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x1xf32>) outs(%y : tensor<64x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = fused.reduce_row addf %in init(%two) over(1) : f32
    %1 = arith.divf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x1xf32>
  return %r : tensor<64x1xf32>
}

// One of two loops goes.

// CHECK-LABEL: func.func @one_loop_less(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: fused.reduce_row addf %{{.*}} init(%{{.*}}) over(8) : f32
func.func @one_loop_less(%x: tensor<64x1x8xf32>, %y: tensor<64x1x8xf32>) -> tensor<64x1x8xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#ijk, #ijk], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<64x1x8xf32>) outs(%y : tensor<64x1x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = fused.reduce_row addf %in init(%two) over(8) : f32
    %1 = arith.divf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x1x8xf32>
  return %r : tensor<64x1x8xf32>
}
