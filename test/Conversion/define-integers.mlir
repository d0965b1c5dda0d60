// RUN: fused-opt %s --fused-define-integers | FileCheck %s

// CHECK-LABEL: func.func @signed_quotient(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0_i32
// CHECK: %[[LEAST:.*]] = arith.cmpi eq, %[[A]], %c-2147483648_i32
// CHECK: %[[MINUS_ONE:.*]] = arith.cmpi eq, %[[B]], %c-1_i32
// CHECK: %[[OVERFLOWS:.*]] = arith.andi %[[LEAST]], %[[MINUS_ONE]]
// CHECK: %[[UNSAFE:.*]] = arith.ori %[[ZERO]], %[[OVERFLOWS]]
// CHECK: %[[DIVISOR:.*]] = arith.select %[[UNSAFE]], %c1_i32, %[[B]]
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %[[A]], %[[DIVISOR]]
// CHECK: %[[RESULT:.*]] = arith.select %[[ZERO]], %c-1_i32{{.*}}, %[[QUOTIENT]]
// CHECK: return %[[RESULT]]
func.func @signed_quotient(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unsigned_remainder(
// CHECK-SAME: %[[A:.*]]: index, %[[B:.*]]: index
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0
// CHECK: %[[REMAINDER:.*]] = arith.remui %[[A]], %{{.*}}
// CHECK: arith.select %[[ZERO]], %[[A]], %[[REMAINDER]]
func.func @unsigned_remainder(%a: index, %b: index) -> index {
  %0 = arith.remui %a, %b : index
  return %0 : index
}

// CHECK-LABEL: func.func @constant_divisor_and_amount(
// CHECK-NOT: arith.select
// CHECK: return
func.func @constant_divisor_and_amount(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.floordivsi %a, %c3 : i32
  %1 = arith.shli %0, %c3 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @truth_values(
// CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1
// CHECK: %[[ZERO:.*]] = arith.xori %[[B]], %true
// CHECK: arith.ori %[[A]], %[[ZERO]]
func.func @truth_values(%a: i1, %b: i1) -> i1 {
  %0 = arith.divsi %a, %b : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @shifts(
// CHECK-SAME: %[[A:.*]]: vector<4xi8>, %[[B:.*]]: vector<4xi8>
// CHECK: %[[AMOUNT:.*]] = arith.minui %[[B]], %{{.*}}
// CHECK: %[[LEFT:.*]] = arith.shli %[[A]], %[[AMOUNT]]
// CHECK: %[[WITHIN:.*]] = arith.cmpi ule, %[[B]]
// CHECK: arith.select %[[WITHIN]], %[[LEFT]]
// CHECK: %[[AMOUNT:.*]] = arith.minui %[[B]], %{{.*}}
// CHECK: arith.shrsi %{{.*}}, %[[AMOUNT]]
// CHECK-NOT: arith.select
func.func @shifts(%a: vector<4xi8>, %b: vector<4xi8>) -> vector<4xi8> {
  %0 = arith.shli %a, %b : vector<4xi8>
  %1 = arith.shrsi %0, %b : vector<4xi8>
  return %1 : vector<4xi8>
}

// CHECK-LABEL: func.func @carry(
// CHECK: %[[SUM:.*]] = arith.addi %arg0, %arg1 : index
// CHECK: arith.cmpi ult, %[[SUM]], %arg0 : index
func.func @carry(%a: index, %b: index) -> (index, i1) {
  %0, %1 = arith.addui_extended %a, %b : index, i1
  return %0, %1 : index, i1
}
