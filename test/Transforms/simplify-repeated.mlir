// RUN: fused-opt %s --fused-simplify | FileCheck %s

// Dimensions are split before they are repeated, not after it.

// CHECK-LABEL: func.func @expand(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index) ->
// CHECK-DAG: %[[SPLIT:.*]] = tensor.expand_shape %[[X]] {{.*}} output_shape [2, %[[M]]] : tensor<?xf32> into tensor<2x?xf32>
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty(%[[N]], %[[M]]) : tensor<?x2x?x3x4xf32>
// CHECK: %[[ALL:.*]] = linalg.broadcast ins(%[[SPLIT]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) dimensions = [0, 3, 4]
// CHECK: return %[[ALL]]
func.func @expand(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?x2x?x3x4xf32> {
  %two = arith.constant 2 : index
  %size = arith.muli %two, %m : index
  %empty = tensor.empty(%n, %size) : tensor<?x?x12xf32>
  %all = linalg.broadcast ins(%x : tensor<?xf32>) outs(%empty : tensor<?x?x12xf32>) dimensions = [0, 2]
  %split = tensor.expand_shape %all [[0], [1, 2], [3, 4]] output_shape [%n, 2, %m, 3, 4] : tensor<?x?x12xf32> into tensor<?x2x?x3x4xf32>
  return %split : tensor<?x2x?x3x4xf32>
}

// CHECK-LABEL: func.func @expand_only_repeated(
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<5xf32>) outs(%{{.*}} : tensor<5x2x3xf32>) dimensions = [1, 2]
func.func @expand_only_repeated(%x: tensor<5xf32>) -> tensor<5x2x3xf32> {
  %empty = tensor.empty() : tensor<5x6xf32>
  %all = linalg.broadcast ins(%x : tensor<5xf32>) outs(%empty : tensor<5x6xf32>) dimensions = [1]
  %split = tensor.expand_shape %all [[0], [1, 2]] output_shape [5, 2, 3] : tensor<5x6xf32> into tensor<5x2x3xf32>
  return %split : tensor<5x2x3xf32>
}
