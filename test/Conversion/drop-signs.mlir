// RUN: fused-opt %s --fused-drop-signs --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm --split-input-file | FileCheck %s --check-prefix=LOWERED
// RUN: fused-opt %s --fused-upstream-to-llvm --split-input-file | FileCheck %s --check-prefix=LOWERED
// RUN: not fused-opt %s --fused-verify-types --split-input-file 2>&1 | FileCheck %s --check-prefix=SIGNED

// SIGNED: a value of type 'tensor<2xui32>' cannot be compiled: in 'ui32', integers have no sign of their own

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[KEY:.*]]: tensor<2xi32>) -> tensor<2xi32> {
// CHECK: linalg.generic {{.*}} ins(%[[KEY]] : tensor<2xi32>)
// LOWERED: llvm.func
// LOWERED-NOT: unrealized_conversion_cast
func.func @main(%key: tensor<2xui32>) -> tensor<2xi32> {
  %0 = builtin.unrealized_conversion_cast %key : tensor<2xui32> to tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %a = arith.addi %in, %in : i32
    linalg.yield %a : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

// Calls, loops, blocks and constants.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[X:.*]]: tensor<?xi8>) -> (tensor<?xi8>, tensor<2xi16>)
// CHECK: tensor.bitcast %[[X]] : tensor<?xi8> to tensor<?xi8>
// CHECK: arith.constant dense<[1, -1]> : tensor<2xi16>
func.func private @callee(%x: tensor<?xsi8>) -> (tensor<?xui8>, tensor<2xui16>) {
  %0 = tensor.bitcast %x : tensor<?xsi8> to tensor<?xui8>
  %1 = arith.constant dense<[1, 65535]> : tensor<2xui16>
  return %0, %1 : tensor<?xui8>, tensor<2xui16>
}

// CHECK-LABEL: func.func @caller(
// CHECK: call @callee(%{{.*}}) : (tensor<?xi8>) -> (tensor<?xi8>, tensor<2xi16>)
// CHECK: scf.if %{{.*}} -> (tensor<?xi8>)
func.func @caller(%p: i1, %x: tensor<?xsi8>, %y: tensor<?xui8>) -> (tensor<?xui8>, tensor<2xui16>) {
  %0:2 = call @callee(%x) : (tensor<?xsi8>) -> (tensor<?xui8>, tensor<2xui16>)
  %1 = scf.if %p -> tensor<?xui8> {
    scf.yield %0#0 : tensor<?xui8>
  } else {
    scf.yield %y : tensor<?xui8>
  }
  return %1, %0#1 : tensor<?xui8>, tensor<2xui16>
}
