// RUN: fused-opt %s --split-input-file --fused-raise-loops --canonicalize --cse \
// RUN:   | FileCheck %s

// From any number to any other. The counter behind the loop is the first number
// that is not less, also if there is no iteration.
// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: %[[FROM:[a-z0-9]*]]: i32, %[[TO:[a-z0-9]*]]: i32
// CHECK-DAG: %[[LAST:.*]] = arith.maxsi %[[FROM]], %[[TO]] : i32
// CHECK-DAG: %[[FIRST:.*]] = arith.index_cast %[[FROM]] : i32 to index
// CHECK-DAG: %[[END:.*]] = arith.index_cast %[[TO]] : i32 to index
// CHECK: %[[X:.*]] = scf.for %[[I:.*]] = %[[FIRST]] to %[[END]] step %c1 iter_args(
// CHECK: arith.index_cast %[[I]] : index to i32
// CHECK: return %[[LAST]], %[[X]]
func.func @bounds(%from: i32, %to: i32, %x: tensor<i32>) -> (i32, tensor<i32>) {
  %one = arith.constant 1 : i32
  %0:2 = scf.while (%i = %from, %y = %x) : (i32, tensor<i32>) -> (i32, tensor<i32>) {
    %less = arith.cmpi slt, %i, %to : i32
    scf.condition(%less) %i, %y : i32, tensor<i32>
  } do {
  ^bb0(%i: i32, %y: tensor<i32>):
    %next = arith.addi %i, %one : i32
    %number = tensor.from_elements %i : tensor<i32>
    %sum = arith.addi %y, %number : tensor<i32>
    scf.yield %next, %sum : i32, tensor<i32>
  }
  return %0#0, %0#1 : i32, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @downwards(
// CHECK: scf.while
func.func @downwards(%from: i32, %to: i32) -> i32 {
  %one = arith.constant -1 : i32
  %0 = scf.while (%i = %from) : (i32) -> i32 {
    %less = arith.cmpi slt, %i, %to : i32
    scf.condition(%less) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return %0 : i32
}

// -----

// The counter would go on where it is not less.
// CHECK-LABEL: func.func @other_comparisons(
// CHECK-COUNT-3: scf.while
func.func @other_comparisons(%from: i32, %to: i32) -> (i32, i32, i32) {
  %one = arith.constant 1 : i32
  %0 = scf.while (%i = %from) : (i32) -> i32 {
    %goes = arith.cmpi sle, %i, %to : i32
    scf.condition(%goes) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  %1 = scf.while (%i = %from) : (i32) -> i32 {
    %goes = arith.cmpi ult, %i, %to : i32
    scf.condition(%goes) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  %2 = scf.while (%i = %from) : (i32) -> i32 {
    %goes = arith.cmpi ne, %i, %to : i32
    scf.condition(%goes) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// -----

// The end changes, or what is compared is not what is counted, or something else
// ends the loop, too.
// CHECK-LABEL: func.func @other_ends(
// CHECK-COUNT-3: scf.while
func.func @other_ends(%from: i32, %to: i32, %stop: i1) -> (i32, i32, i32) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %0:2 = scf.while (%i = %from, %n = %to) : (i32, i32) -> (i32, i32) {
    %goes = arith.cmpi slt, %i, %n : i32
    scf.condition(%goes) %i, %n : i32, i32
  } do {
  ^bb0(%i: i32, %n: i32):
    %next = arith.addi %i, %one : i32
    %half = arith.divsi %n, %two : i32
    scf.yield %next, %half : i32, i32
  }
  %1:2 = scf.while (%i = %from, %j = %from) : (i32, i32) -> (i32, i32) {
    %goes = arith.cmpi slt, %j, %to : i32
    scf.condition(%goes) %i, %j : i32, i32
  } do {
  ^bb0(%i: i32, %j: i32):
    %next = arith.addi %i, %one : i32
    %other = arith.muli %i, %two : i32
    scf.yield %next, %other : i32, i32
  }
  %2 = scf.while (%i = %from) : (i32) -> i32 {
    %less = arith.cmpi slt, %i, %to : i32
    %goes = arith.andi %less, %stop : i1
    scf.condition(%goes) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return %0#0, %1#0, %2 : i32, i32, i32
}

// -----

// The condition gives the body other values than it gets.
// CHECK-LABEL: func.func @swapped(
// CHECK: scf.while
func.func @swapped(%from: i32, %to: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %0:2 = scf.while (%i = %from, %j = %to) : (i32, i32) -> (i32, i32) {
    %less = arith.cmpi slt, %i, %to : i32
    scf.condition(%less) %j, %i : i32, i32
  } do {
  ^bb0(%i: i32, %j: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next, %j : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
