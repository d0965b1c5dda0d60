// RUN: fused-opt %s --fused-donate-inputs | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm -o /dev/null

// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[P:.*]]: tensor<4xf32> {bufferization.writable = true, tf.aliasing_output = 1 : i32}, %[[G:.*]]: tensor<4xf32>)
// CHECK-SAME: attributes {fused.donations = array<i32: -1, 0>}
// CHECK: %[[NEW:.*]] = arith.subf
// CHECK: %[[R:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[P]]
// CHECK: return %{{.*}}, %[[R]]
func.func @update(%p: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %g: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.subf %p, %g : tensor<4xf32>
  %1 = arith.addf %g, %g : tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
}

// Each would overwrite what is returned afterwards.

// CHECK-LABEL: func.func @exchange(
// CHECK-NOT: fused.donations
// CHECK-NOT: bufferization.materialize_in_destination
// CHECK: return
func.func @exchange(%a: tensor<4xf32> {fused.output = 1 : i32}, %b: tensor<4xf32> {fused.output = 0 : i32})
    -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Other types, sizes that are not known, and functions that are called from
// inside are left to the runtime.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: fused.donations
// CHECK-NOT: bufferization.materialize_in_destination
// CHECK: return
func.func @others(%a: tensor<4xf32> {fused.output = 0 : i32}, %b: tensor<?xf32> {fused.output = 1 : i32})
    -> (tensor<4xi32>, tensor<?xf32>) {
  %0 = arith.bitcast %a : tensor<4xf32> to tensor<4xi32>
  %1 = arith.negf %b : tensor<?xf32>
  return %0, %1 : tensor<4xi32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @called(
// CHECK-NOT: bufferization.materialize_in_destination
// CHECK: return
func.func @called(%a: tensor<4xf32> {fused.output = 0 : i32}) -> tensor<4xf32> {
  %0 = arith.negf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @called(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.addf %0, %a : tensor<4xf32>
  return %1 : tensor<4xf32>
}
