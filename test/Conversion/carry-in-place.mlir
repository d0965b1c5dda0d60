// RUN: fused-opt %s --fused-carry-in-place | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-to-llvm)' -o /dev/null
// RUN: fused-run %s --entry=exchange --verify | FileCheck %s --check-prefix=VERIFY

// VERIFY: verification: PASS

// An array of a loop is stored where the iteration before has it.

// CHECK-LABEL: func.func @loop(
// CHECK: iter_args(%[[CARRIED:.*]] = %{{.*}})
// CHECK: %[[EXP:.*]] = linalg.exp
// CHECK: %[[STORED:.*]] = linalg.copy ins(%[[EXP]] : tensor<4xf32>) outs(%[[CARRIED]] : tensor<4xf32>)
// CHECK: scf.yield %[[STORED]]
func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf32>) {
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// What is computed in its place is left alone, and so are sizes that may change.

// CHECK-LABEL: func.func @no_storing(
// CHECK-NOT: linalg.copy
func.func @no_storing(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: index)
    -> (tensor<4xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<?xf32>) {
    %1 = tensor.insert %one into %a[%i] : tensor<4xf32>
    %2 = linalg.exp ins(%1 : tensor<4xf32>) outs(%1 : tensor<4xf32>)
        -> tensor<4xf32>
    %3 = tensor.empty(%i) : tensor<?xf32>
    %4 = linalg.fill ins(%one : f32) outs(%3 : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2, %4 : tensor<4xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @while(
// CHECK: } do {
// CHECK: ^bb0(%[[CARRIED:.*]]: tensor<4xf32>):
// CHECK: %[[STORED:.*]] = linalg.copy ins(%{{.*}}) outs(%[[CARRIED]] : tensor<4xf32>)
// CHECK: scf.yield %[[STORED]]
func.func @while(%x: tensor<4xf32>, %bound: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %1 = tensor.extract %a[%c0] : tensor<4xf32>
    %2 = arith.cmpf olt, %1, %bound : f32
    scf.condition(%2) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @branch(
// CHECK: %[[ARRAY:.*]] = bufferization.alloc_tensor()
// CHECK: scf.if
// CHECK: linalg.copy ins(%{{.*}}) outs(%[[ARRAY]] : tensor<4xf32>)
// CHECK: } else {
// CHECK: linalg.copy ins(%{{.*}}) outs(%[[ARRAY]] : tensor<4xf32>)
func.func @branch(%x: tensor<4xf32>, %flag: i1) -> tensor<4xf32> {
  %0 = scf.if %flag -> (tensor<4xf32>) {
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Arrays that change places in each iteration, and a branch that reads the
// array in which its result is carried.
func.func @exchange(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %0:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tensor.extract %a[%c0] : tensor<4xf32>
    %2 = arith.cmpf ogt, %1, %zero : f32
    %3 = scf.if %2 -> (tensor<4xf32>) {
      %4 = tensor.empty() : tensor<4xf32>
      %5 = linalg.sub ins(%b, %a : tensor<4xf32>, tensor<4xf32>)
          outs(%4 : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %5 : tensor<4xf32>
    } else {
      scf.yield %b : tensor<4xf32>
    }
    scf.yield %3, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
