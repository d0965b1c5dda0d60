// RUN: fused-opt %s --fused-sink-elements | FileCheck %s

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @fill(
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic
// CHECK: %[[S:.*]] = tensor.extract %arg0[] : tensor<f32>
// CHECK: linalg.yield %[[S]]
func.func @fill(%s: tensor<f32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.extract %s[] : tensor<f32>
  %1 = linalg.fill ins(%0 : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @splat(
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic
// CHECK: tensor.extract %arg0[] : tensor<f32>
func.func @splat(%s: tensor<f32>) -> tensor<8xf32> {
  %0 = tensor.extract %s[] : tensor<f32>
  %1 = tensor.splat %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The arithmetic goes along, for inputs and for what the body refers to.
// CHECK-LABEL: func.func @arithmetic(
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic
// CHECK: ^bb0
// CHECK: %[[A:.*]] = tensor.extract %arg0[%arg2]
// CHECK: %[[B:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK: arith.addf %[[B]],
func.func @arithmetic(%s: tensor<3xf32>, %x: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %0 = tensor.extract %s[%i] : tensor<3xf32>
  %1 = arith.mulf %0, %0 : f32
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, #id], iterator_types = ["parallel"]}
      ins(%1 : f32) outs(%x : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.addf %in, %out : f32
    %4 = arith.subf %3, %1 : f32
    linalg.yield %4 : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// A number that no element is needed for stays.
// CHECK-LABEL: func.func @number(
// CHECK: arith.mulf %arg0, %arg0
// CHECK: linalg.fill
func.func @number(%s: f32, %e: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.mulf %s, %s : f32
  %1 = linalg.fill ins(%0 : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
