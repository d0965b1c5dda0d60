// RUN: fused-opt %s --split-input-file --transform-interpreter --canonicalize --verify-diagnostics | FileCheck %s

// Tiles are rows. A row is not cut: a softmax of a half has another
// denominator. The index of a row counts from the first tile on.

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @tiles(
// CHECK: %[[Y:.*]] = scf.for %[[I:.*]] = %c0 to %c64 step %c16 iter_args(%[[ALL:.*]] = %arg2)
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [16, 8] [1, 1]
// CHECK-DAG: %[[OUT:.*]] = tensor.extract_slice %[[ALL]][%[[I]], 0] [16, 8] [1, 1]
// CHECK: %[[TILE:.*]] = fused.rows over [1] {{.*}} ins(%[[X]], %arg1 : tensor<16x8xf32>, tensor<8xf32>) outs(%[[OUT]] : tensor<16x8xf32>)
// CHECK: %[[OWN:.*]] = fused.index 0
// CHECK: arith.addi %[[OWN]], %[[I]]
// CHECK: tensor.insert_slice %[[TILE]] into %[[ALL]][%[[I]], 0] [16, 8] [1, 1]
module attributes {transform.with_named_sequence} {
  func.func @tiles(%x: tensor<64x8xf32>, %b: tensor<8xf32>, %y: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %zero = arith.constant 0.0 : f32
    %r = fused.rows over [1] maps [#ij, #j, #ij]
        ins(%x, %b : tensor<64x8xf32>, tensor<8xf32>) outs(%y : tensor<64x8xf32>) {
    ^bb0(%in: f32, %bias: f32):
      %i = fused.index 0 : index
      %0 = arith.index_cast %i : index to i32
      %1 = arith.sitofp %0 : i32 to f32
      %2 = arith.addf %in, %1 : f32
      %sum = fused.reduce addf %2 init(%zero) : f32
      %3 = arith.divf %bias, %sum : f32
      fused.yield %3 : f32
    } -> tensor<64x8xf32>
    return %r : tensor<64x8xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %rows = transform.structured.match ops{["fused.rows"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %rows tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// There is no second loop to tile.

module attributes {transform.with_named_sequence} {
  func.func @shares(%x: tensor<64x8xf32>, %y: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %zero = arith.constant 0.0 : f32
    // expected-note @+1 {{target op}}
    %r = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) {
    ^bb0(%in: f32):
      %sum = fused.reduce addf %in init(%zero) : f32
      %0 = arith.divf %in, %sum : f32
      fused.yield %0 : f32
    } -> tensor<64x8xf32>
    return %r : tensor<64x8xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %rows = transform.structured.match ops{["fused.rows"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{too many tiles provided, expected at most 1 found 2}}
    %tiled, %loop = transform.structured.tile_using_for %rows tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// A user that needs whole rows has them computed in its loop.

// CHECK-LABEL: func.func @producer(
// CHECK: scf.for
// CHECK: fused.rows {{.*}} outs(%{{.*}} : tensor<16x8xf32>)
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : tensor<16x8xf32>)
module attributes {transform.with_named_sequence} {
  func.func @producer(%x: tensor<64x8xf32>, %y: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %zero = arith.constant 0.0 : f32
    %r = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) {
    ^bb0(%in: f32):
      %sum = fused.reduce addf %in init(%zero) : f32
      %0 = arith.divf %in, %sum : f32
      fused.yield %0 : f32
    } -> tensor<64x8xf32>
    %e = linalg.exp ins(%r : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) -> tensor<64x8xf32>
    return %e : tensor<64x8xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %exp tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @part_of_a_row(
// CHECK: fused.rows {{.*}} outs(%{{.*}} : tensor<64x8xf32>)
// CHECK: scf.for
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : tensor<64x4xf32>)
module attributes {transform.with_named_sequence} {
  func.func @part_of_a_row(%x: tensor<64x8xf32>, %y: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %zero = arith.constant 0.0 : f32
    %r = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) {
    ^bb0(%in: f32):
      %sum = fused.reduce addf %in init(%zero) : f32
      %0 = arith.divf %in, %sum : f32
      fused.yield %0 : f32
    } -> tensor<64x8xf32>
    %e = linalg.exp ins(%r : tensor<64x8xf32>) outs(%y : tensor<64x8xf32>) -> tensor<64x8xf32>
    return %e : tensor<64x8xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %exp tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
