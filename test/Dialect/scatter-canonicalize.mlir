// RUN: fused-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @no_updates
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<9xf32>
// CHECK-NEXT: return %[[A]]
func.func @no_updates(%a: tensor<9xf32>, %i: tensor<0x1xi32>,
                      %u: tensor<0x1xf32>) -> tensor<9xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<0x1xi32>, tensor<0x1xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK-LABEL: func.func @empty_windows
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<9x0xf32>
// CHECK-NEXT: return %[[A]]
func.func @empty_windows(%a: tensor<9x0xf32>, %i: tensor<?x1xi32>,
                         %u: tensor<?x1x0xf32>) -> tensor<9x0xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<?x1xi32>, tensor<?x1x0xf32>)
      outs(%a : tensor<9x0xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9x0xf32>
  return %0 : tensor<9x0xf32>
}

// CHECK-LABEL: func.func @windows_larger_than_the_array
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<0xf32>
// CHECK-NEXT: return %[[A]]
func.func @windows_larger_than_the_array(%a: tensor<0xf32>, %i: tensor<5x1xi32>,
                                         %u: tensor<5x1xf32>) -> tensor<0xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x1xf32>)
      outs(%a : tensor<0xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK-LABEL: func.func @yields_old
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<9xf32>
// CHECK-NEXT: return
func.func @yields_old(%a: memref<9xf32>, %i: memref<5x1xi32>,
                      %u: memref<5x1xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<5x1xi32>, memref<5x1xf32>)
      outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %old : f32
  }
  return
}

// CHECK-LABEL: func.func @may_update
// CHECK: fused.scatter
func.func @may_update(%a: tensor<?xf32>, %i: tensor<5x1xi32>,
                      %u: tensor<5x?xf32>) -> tensor<?xf32> {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x?xf32>)
      outs(%a : tensor<?xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%a: tensor<9xf32>, %i: tensor<5x1xi32>, %u: tensor<5x2xf32>) {
  %0 = fused.scatter dimensions = [0]
      ins(%i, %u : tensor<5x1xi32>, tensor<5x2xf32>)
      outs(%a : tensor<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<9xf32>
  return
}

// CHECK-LABEL: func.func @casts
// CHECK: fused.scatter dimensions = [0] ins(%arg1, %arg2 : tensor<5x1xi32>, tensor<5x2xf32>) outs(%arg0 : tensor<9xf32>)
// CHECK: } -> tensor<9xf32>
func.func @casts(%a: tensor<9xf32>, %i: tensor<5x1xi32>, %u: tensor<5x2xf32>)
    -> tensor<?xf32> {
  %ca = tensor.cast %a : tensor<9xf32> to tensor<?xf32>
  %ci = tensor.cast %i : tensor<5x1xi32> to tensor<?x1xi32>
  %cu = tensor.cast %u : tensor<5x2xf32> to tensor<?x?xf32>
  %0 = fused.scatter dimensions = [0]
      ins(%ci, %cu : tensor<?x1xi32>, tensor<?x?xf32>)
      outs(%ca : tensor<?xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

