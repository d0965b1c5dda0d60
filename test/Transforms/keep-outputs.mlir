// RUN: fused-opt %s --fused-keep-outputs | FileCheck %s

// CHECK-LABEL: func.func @last_of_none
// CHECK: (%[[IN:.*]]: f32, %[[OUT:.*]]: f32) {
// CHECK: %[[I:.*]] = linalg.index 1
// CHECK: %[[NEVER:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK: %[[S:.*]] = arith.select %[[NEVER]], %[[OUT]], %[[IN]] : f32
// CHECK: linalg.yield %[[S]]
func.func @last_of_none(%a: tensor<3x?xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.reduce ins(%a : tensor<3x?xf32>) outs(%b : tensor<3xf32>) dimensions = [1]
    (%x: f32, %o: f32) {
      linalg.yield %x : f32
    }
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @diagonal
// CHECK: iterator_types = ["reduction"]
// CHECK-NOT: arith.select
// CHECK: return
func.func @diagonal(%a: tensor<3xf32>, %b: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<3xf32>) outs(%b : tensor<3x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @element
// CHECK: %[[OLD:.*]] = tensor.extract %{{.*}}[%{{.*}}] : tensor<3xf32>
// CHECK: %[[NEW:.*]] = arith.negf %[[OLD]] : f32
// CHECK: %[[R:.*]] = tensor.insert %[[NEW]] into %{{.*}}[%{{.*}}] : tensor<3xf32>
// CHECK: return %[[R]]
func.func @element(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<() -> (2)>], iterator_types = []}
      outs(%a : tensor<3xf32>) {
  ^bb0(%o: f32):
    %y = arith.negf %o : f32
    linalg.yield %y : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// All elements are written.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: arith.select
// CHECK: return
func.func @whole(%a: tensor<3x4xf32>, %b: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x4xf32>) outs(%b : tensor<3x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// An index of a loop with one point folds, so another loop is asked.
// CHECK-LABEL: func.func @one_row
// CHECK: linalg.index 1
// CHECK: arith.select
func.func @one_row(%a: tensor<1x?xf32>, %b: tensor<1xf32>) -> tensor<1xf32> {
  %0 = linalg.reduce ins(%a : tensor<1x?xf32>) outs(%b : tensor<1xf32>) dimensions = [1]
    (%x: f32, %o: f32) {
      linalg.yield %x : f32
    }
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @one_point
// CHECK: %[[X:.*]] = tensor.extract %{{.*}}[%{{.*}}] : tensor<1xf32>
// CHECK: %[[R:.*]] = tensor.insert %[[X]] into %{{.*}}[%{{.*}}] : tensor<3xf32>
// CHECK: return %[[R]]
func.func @one_point(%a: tensor<1xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 2)>], iterator_types = ["parallel"]}
      ins(%a : tensor<1xf32>) outs(%b : tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
