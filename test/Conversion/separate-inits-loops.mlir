// RUN: fused-opt %s --fused-separate-inits --split-input-file | FileCheck %s

// A loop stores each part of its array once, forwards or from the end: the
// zeros are never read.
// CHECK-LABEL: func.func @overwritten(
// CHECK-NOT: linalg.fill
// CHECK: scf.for
func.func @overwritten(%x: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c2_i32 = arith.constant 2 : i32
  %e = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %g = arith.constant dense<0.0> : tensor<3x4xf32>
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %f, %b = %g) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
    %0 = arith.maxsi %i, %c0 : index
    %forward = arith.minsi %0, %c2 : index
    %1 = arith.index_cast %i : index to i32
    %2 = arith.subi %c2_i32, %1 : i32
    %3 = arith.index_cast %2 : i32 to index
    %backward = arith.maxsi %3, %c0 : index
    %an = tensor.insert_slice %x into %a[%forward, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    %bn = tensor.insert_slice %x into %b[%backward, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %an, %bn : tensor<3x4xf32>, tensor<3x4xf32>
  }
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// Zeros that stay: of iterations there are too few, positions come twice, or
// the array is read.
// CHECK-LABEL: func.func @few(
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: iter_args(%{{.*}} = %[[F]])
func.func @few(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %f) -> tensor<3x4xf32> {
    %an = tensor.insert_slice %x into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %an : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: iter_args(%{{.*}} = %[[F]])
func.func @twice(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %f) -> tensor<3x4xf32> {
    %j = arith.minsi %i, %c1 : index
    %an = tensor.insert_slice %x into %a[%j, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %an : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @read(
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: iter_args(%{{.*}} = %[[F]]
func.func @read(%x: tensor<4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %f) -> tensor<3x4xf32> {
    %last = tensor.extract_slice %a[2, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %s = tensor.empty() : tensor<4xf32>
    %y = linalg.add ins(%x, %last : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %an = tensor.insert_slice %y into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %an : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}

// An argument may be donated memory for the result.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<3x4xf32>
// CHECK: iter_args(%{{.*}} = %[[A]])
func.func @argument(%a: tensor<3x4xf32>, %x: tensor<4xf32>) -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> tensor<3x4xf32> {
    %n = tensor.insert_slice %x into %s[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %n : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}
