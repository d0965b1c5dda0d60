// RUN: fused-opt %s --fused-expand-powers | FileCheck %s

// CHECK-LABEL: func.func @power(
// CHECK: %[[LOOP:.*]]:3 = scf.for %{{.*}} = %c0 to %c32 step %c1
// CHECK-COUNT-2: arith.muli
// CHECK: arith.shrui
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %arg1
// CHECK: arith.select %[[NEGATIVE]], %{{.*}}, %[[LOOP]]#0
func.func @power(%x: i32, %n: i32) -> i32 {
  %0 = math.ipowi %x, %n : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @square(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT: return %[[Y]]
func.func @square(%x: f32) -> f32 {
  %n = arith.constant 2 : i64
  %0 = math.fpowi %x, %n : f32, i64
  return %0 : f32
}

// Products of 16-bit types are rounded once.
// CHECK-LABEL: func.func @fifth_power(
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK-COUNT-3: arith.mulf %{{.*}} : f32
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to bf16
func.func @fifth_power(%x: bf16) -> bf16 {
  %n = arith.constant 5 : i8
  %0 = math.fpowi %x, %n : bf16, i8
  return %0 : bf16
}

// CHECK-LABEL: func.func @any_exponent(
// CHECK-SAME: %[[X:.*]]: f32, %[[N:.*]]: i64
// CHECK-DAG: %[[WIDE:.*]] = arith.extf %[[X]] : f32 to f64
// CHECK-DAG: %[[EXPONENT:.*]] = arith.sitofp %[[N]] : i64 to f64
// CHECK-DAG: %[[MAGNITUDE:.*]] = math.absf %[[WIDE]] : f64
// CHECK: %[[POWER:.*]] = math.powf %[[MAGNITUDE]], %[[EXPONENT]] : f64
// CHECK: %[[ODD:.*]] = arith.trunci %[[N]] : i64 to i1
// CHECK: %[[NEGATIVE:.*]] = math.copysign %[[POWER]], %[[WIDE]] : f64
// CHECK: %[[RESULT:.*]] = arith.select %[[ODD]], %[[NEGATIVE]], %[[POWER]] : f64
// CHECK: arith.truncf %[[RESULT]] : f64 to f32
func.func @any_exponent(%x: f32, %n: i64) -> f32 {
  %0 = math.fpowi %x, %n : f32, i64
  return %0 : f32
}

// CHECK-LABEL: func.func @clamp(
// CHECK: %[[BELOW:.*]] = arith.minimumf %arg0, %arg2 : f32
// CHECK: arith.maximumf %[[BELOW]], %arg1 : f32
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @classes(
// CHECK-DAG: arith.cmpf oeq, %{{.*}}, %{{.*}} : f16
// CHECK-DAG: arith.cmpf olt, %{{.*}}, %{{.*}} : bf16
// CHECK-DAG: arith.cmpf oge, %{{.*}}, %{{.*}} : bf16
func.func @classes(%x: f16, %y: bf16) -> (i1, i1) {
  %0 = math.isinf %x : f16
  %1 = math.isnormal %y : bf16
  return %0, %1 : i1, i1
}
