// RUN: fused-opt %s --canonicalize | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// An input that is not read, one that is there twice, a result without a use.

// CHECK-LABEL: func.func @operands(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x8xf32>, %[[Z:[^:]*]]: tensor<4xf32>, %[[OUT:[^:]*]]: tensor<4x8xf32>
// CHECK: fused.rows over [1] maps [#[[IJ:.*]], #[[IJ]]] ins(%[[X]] : tensor<4x8xf32>) outs(%[[OUT]] : tensor<4x8xf32>) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = fused.reduce addf %[[IN]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[IN]], %[[S]]
// CHECK-NEXT: fused.yield %[[R]] : f32
func.func @operands(%x: tensor<4x8xf32>, %z: tensor<4xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r:2 = fused.rows over [1] maps [#i, #ij, #ij, #i, #ij]
      ins(%z, %x, %x : tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%z, %out : tensor<4xf32>, tensor<4x8xf32>) {
  ^bb0(%unused: f32, %a: f32, %b: f32):
    %0 = fused.reduce addf %a init(%zero) : f32
    %1 = arith.mulf %b, %0 : f32
    fused.yield %0, %1 : f32, f32
  } -> tensor<4xf32>, tensor<4x8xf32>
  return %r#1 : tensor<4x8xf32>
}

// Only the input that is not read tells how long a row is.

// CHECK-LABEL: func.func @sizes(
// CHECK: fused.rows {{.*}} ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<4xi64>)
func.func @sizes(%x: tensor<8xf32>) -> tensor<4xi64> {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xi64>
  %r = fused.rows over [1] maps [#j, #i] ins(%x : tensor<8xf32>) outs(%e : tensor<4xi64>) {
  ^bb0(%unused: f32):
    %j = fused.index 1 : index
    %0 = arith.index_cast %j : index to i64
    %1 = fused.reduce addi %0 init(%zero) : i64
    fused.yield %1 : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// Nothing is left without a use, and types become static.

// CHECK-LABEL: func.func @dead(
// CHECK-NEXT: return
func.func @dead(%x: tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %r = fused.rows over [1] maps [#ij, #ij] ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {
  ^bb0(%in: f32):
    %0 = fused.reduce addf %in init(%zero) : f32
    fused.yield %0 : f32
  } -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @cast(
// CHECK: fused.rows {{.*}} ins(%arg0 : tensor<4x8xf32>)
func.func @cast(%x: tensor<4x8xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  %r = fused.rows over [1] maps [#ij, #ij] ins(%c : tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) {
  ^bb0(%in: f32):
    %0 = fused.reduce addf %in init(%zero) : f32
    fused.yield %0 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
