// RUN: fused-opt %s --fused-math-to-library | FileCheck %s

// CHECK-DAG: func.func private @tanhf(f32) -> f32
// CHECK-DAG: func.func private @log1p(f64) -> f64
// CHECK-DAG: func.func private @expm1f(f32) -> f32

// CHECK-LABEL: func.func @calls(
// CHECK: call @tanhf
// CHECK: call @log1p
// CHECK: call @expm1f
func.func @calls(%x: f32, %y: f64) -> (f32, f64, f32) {
  %0 = math.tanh %x : f32
  %1 = math.log1p %y : f64
  %2 = math.expm1 %x : f32
  return %0, %1, %2 : f32, f64, f32
}

// LLVM has these.
// CHECK-LABEL: func.func @intrinsics(
// CHECK: math.exp
// CHECK: math.sqrt
// CHECK: math.rsqrt
// CHECK: math.floor
func.func @intrinsics(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.sqrt %x : f32
  %2 = math.rsqrt %x : f32
  %3 = math.floor %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
