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

// A slice whose place is on the device is read element by element.
// CHECK-LABEL: func.func @read_slice(
// CHECK-SAME: %[[AT:[a-z0-9]+]]: tensor<i32>, %[[X:[a-z0-9]+]]: tensor<4x?x9xf32>, %[[N:[a-z0-9]+]]: index
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.empty(%[[N]]) : tensor<?x3xf32>
// CHECK: linalg.generic
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[AT]][]
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[NUMBER]]
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: %[[STEPS:.*]] = arith.muli %[[COLUMN]], %c2
// CHECK: %[[LAST:.*]] = arith.addi %[[STEPS]], %c1
// CHECK: tensor.extract %[[X]][%[[PLACE]], %[[ROW]], %[[LAST]]]
func.func @read_slice(%at: tensor<i32>, %x: tensor<4x?x9xf32>, %n: index) -> tensor<?x3xf32> {
  %number = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %0 = tensor.extract_slice %x[%i, 0, 1] [1, %n, 3] [1, 1, 2]
      : tensor<4x?x9xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// One that is inserted there is scattered.
// CHECK-LABEL: func.func @insert_slice(
// CHECK: %[[INDICES:.*]] = linalg.generic
// CHECK: %[[COMPONENT:.*]] = linalg.index 1
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[COMPONENT]], %c0
// CHECK: arith.select %[[FIRST]], %{{.*}}, %c1
// CHECK: } -> tensor<1x2xindex>
// CHECK: %[[WINDOW:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] output_shape [1, 1, %{{.*}}, 3] : tensor<?x3xf32> into tensor<1x1x?x3xf32>
// CHECK: fused.scatter unique dimensions = [0, 2] ins(%[[INDICES]], %[[WINDOW]] : tensor<1x2xindex>, tensor<1x1x?x3xf32>)
func.func @insert_slice(%at: tensor<i32>, %x: tensor<4x?x9xf32>, %n: index, %s: tensor<?x3xf32>)
    -> tensor<4x?x9xf32> {
  %number = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %0 = tensor.insert_slice %s into %x[%i, 0, 1] [1, %n, 3] [1, 1, 1]
      : tensor<?x3xf32> into tensor<4x?x9xf32>
  return %0 : tensor<4x?x9xf32>
}

// CHECK-LABEL: func.func @insert_element(
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK: fused.scatter unique dimensions = [0]
func.func @insert_element(%at: tensor<i32>, %x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %number = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %0 = tensor.insert_slice %s into %x[%i] [1] [1] : tensor<f32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The host needs the number, so a view costs nothing more.
// CHECK-LABEL: func.func @slice_where_the_host_needs_the_number(
// CHECK: tensor.extract_slice
func.func @slice_where_the_host_needs_the_number(%at: tensor<i32>, %x: tensor<4x9xf32>) -> tensor<9xf32> {
  %number = tensor.extract %at[] : tensor<i32>
  %c4 = arith.constant 4 : i32
  %ok = arith.cmpi ult, %number, %c4 : i32
  cf.assert %ok, "is a row"
  %i = arith.index_cast %number : i32 to index
  %0 = tensor.extract_slice %x[%i, 0] [1, 9] [1, 1] : tensor<4x9xf32> to tensor<9xf32>
  return %0 : tensor<9xf32>
}

// The host has its own copy of a constant.
// CHECK-LABEL: func.func @slice_at_constants(
// CHECK: tensor.extract_slice
func.func @slice_at_constants(%t: index, %x: tensor<4x9xf32>) -> tensor<9xf32> {
  %order = arith.constant dense<[3, 1, 0, 2]> : tensor<4xindex>
  %i = tensor.extract %order[%t] : tensor<4xindex>
  %0 = tensor.extract_slice %x[%i, 0] [1, 9] [1, 1] : tensor<4x9xf32> to tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK-LABEL: func.func @insertion_with_steps(
// CHECK: tensor.insert_slice
func.func @insertion_with_steps(%at: tensor<i32>, %x: tensor<9xf32>, %s: tensor<2xf32>) -> tensor<9xf32> {
  %number = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %number : i32 to index
  %0 = tensor.insert_slice %s into %x[%i] [2] [3] : tensor<2xf32> into tensor<9xf32>
  return %0 : tensor<9xf32>
}
