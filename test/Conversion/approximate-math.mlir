// RUN: fused-opt %s --fused-approximate-math | FileCheck %s

// CHECK-LABEL: func.func @inline(
// CHECK-NOT: math.exp
// CHECK-NOT: math.log
// CHECK-NOT: math.tanh
// CHECK-NOT: math.erf
// CHECK: return
func.func @inline(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.expm1 %x : f32
  %2 = math.log %x : f32
  %3 = math.log1p %x : f32
  %4 = math.log2 %x : f32
  %5 = math.tanh %x : f32
  %6 = math.erf %x : f32
  %7 = math.erfc %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// Where the result may be subnormal, exp(x) is exp(x / 2) squared.
// CHECK-LABEL: func.func @exp(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-DAG: %[[HALF:.*]] = arith.constant 5.000000e-01
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant -8.600000e+01
// CHECK: %[[IS_SMALL:.*]] = arith.cmpf olt, %[[X]], %[[LIMIT]]
// CHECK: %[[HALVED:.*]] = arith.mulf %[[X]], %[[HALF]]
// CHECK: arith.select %[[IS_SMALL]], %[[HALVED]], %[[X]]
// CHECK: %[[RESULT:.*]] = arith.select %[[IS_SMALL]]
// CHECK: return %[[RESULT]]
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// f64 is the reference: calls of the library stay.
// CHECK-LABEL: func.func @f64(
// CHECK: math.exp
// CHECK: math.tanh
func.func @f64(%x: f64) -> (f64, f64) {
  %0 = math.exp %x : f64
  %1 = math.tanh %x : f64
  return %0, %1 : f64, f64
}

// Upstream's polynomials for these are not accurate.
// CHECK-LABEL: func.func @not_accurate(
// CHECK: math.sin
// CHECK: math.cos
// CHECK: math.atan
// CHECK: math.cbrt
func.func @not_accurate(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.sin %x : f32
  %1 = math.cos %x : f32
  %2 = math.atan %x : f32
  %3 = math.cbrt %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @power(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[INNER:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[CUBE:.*]] = arith.mulf %[[INNER]], %[[X]]
// CHECK: %[[OTHER:.*]] = math.powf %[[X]], %{{.*}}
// CHECK: %[[UNKNOWN:.*]] = math.powf %[[X]], %[[Y]]
// CHECK: return %[[SQUARE]], %[[CUBE]], %[[OTHER]], %[[UNKNOWN]]
func.func @power(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %half = arith.constant 0.5 : f32
  %0 = math.powf %x, %two : f32
  %1 = math.powf %x, %three : f32
  %2 = math.powf %x, %half : f32
  %3 = math.powf %x, %y : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// NaN as an integer is poison, which would spread.
// CHECK-LABEL: func.func @of_nan(
// CHECK: %[[N:.*]] = arith.fptosi
// CHECK-NEXT: %[[FROZEN:.*]] = llvm.freeze %[[N]] : i32
// CHECK-NOT: %[[N]]
// CHECK: return
func.func @of_nan(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
