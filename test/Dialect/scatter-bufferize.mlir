// RUN: fused-opt %s --split-input-file \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<9xf32>, %[[I:[a-z0-9]+]]: memref<5x1xi32>, %[[U:[a-z0-9]+]]: memref<5x2xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.scatter unique dimensions = [0] ins(%[[I]], %[[U]] : memref<5x1xi32>, memref<5x2xf32>) outs(%[[A]] : memref<9xf32>) {
// CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32, %[[NEW:.*]]: f32):
// CHECK-NEXT: arith.subf %[[OLD]], %[[NEW]]
// CHECK: return %[[A]]
func.func @in_place(%a: tensor<9xf32>, %i: tensor<5x1xi32>, %u: tensor<5x2xf32>)
    -> tensor<9xf32> {
  %0 = fused.scatter unique dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x2xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.subf %old, %new : f32
    fused.yield %1 : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// CHECK-LABEL: func.func @array_is_read_later
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: fused.scatter {{.*}} outs(%[[COPY]] : memref<9xf32>)
// CHECK: return %{{.*}}, %[[COPY]]
func.func @array_is_read_later(%a: tensor<9xf32>, %i: tensor<5x1xi32>,
                               %u: tensor<5x2xf32>)
    -> (tensor<9xf32>, tensor<9xf32>) {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x2xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return %a, %0 : tensor<9xf32>, tensor<9xf32>
}

// -----

// CHECK-LABEL: func.func @updates_are_part_of_the_array
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: fused.scatter
func.func @updates_are_part_of_the_array(%a: tensor<9xf32>, %i: tensor<5x1xi32>)
    -> tensor<9xf32> {
  %part = tensor.extract_slice %a[2] [5] [1] : tensor<9xf32> to tensor<5xf32>
  %u = tensor.expand_shape %part [[0, 1]] output_shape [5, 1]
      : tensor<5xf32> into tensor<5x1xf32>
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Two updates of one array, one after the other.
// CHECK-LABEL: func.func @one_after_the_other
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<9xi1>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fused.scatter {{.*}} outs(%[[A]] : memref<9xi1>)
// CHECK-NOT: memref.copy
// CHECK: fused.scatter {{.*}} outs(%[[A]] : memref<9xi1>)
// CHECK: return %[[A]]
func.func @one_after_the_other(%a: tensor<9xi1>, %i: tensor<5x1xi64>,
                               %u: tensor<5x1xi1>) -> tensor<9xi1> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi64>, tensor<5x1xi1>)
      outs(%a : tensor<9xi1>) {
  ^bb0(%old: i1, %new: i1):
    fused.yield %new : i1
  } -> tensor<9xi1>
  %1 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi64>, tensor<5x1xi1>)
      outs(%0 : tensor<9xi1>) {
  ^bb0(%old: i1, %new: i1):
    %any = arith.ori %old, %new : i1
    fused.yield %any : i1
  } -> tensor<9xi1>
  return %1 : tensor<9xi1>
}
