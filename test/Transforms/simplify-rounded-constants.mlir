// RUN: fused-opt %s --fused-simplify | FileCheck %s

// torch-mlir writes numbers of Python as f64, and rounds them in bodies.
// CHECK-LABEL: func.func @rounded(
// CHECK-DAG: arith.constant 1.000000e-01 : f32
// CHECK-DAG: arith.constant 1.000980e-01 : bf16
// CHECK-DAG: arith.constant 0x7F800000 : f32
// CHECK: return
func.func @rounded() -> (f32, bf16, f32) {
  %0 = arith.constant 0.1 : f64
  %1 = arith.truncf %0 : f64 to f32
  %2 = arith.truncf %1 : f32 to bf16
  %3 = arith.constant 1.0e39 : f64
  %4 = arith.truncf %3 : f64 to f32
  return %1, %2, %4 : f32, bf16, f32
}

// Another rounding, and numbers of 8 bits, are the program's.
// CHECK-LABEL: func.func @others(
// CHECK: arith.truncf %{{.*}} downward
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @others() -> (f32, f8E4M3FN) {
  %0 = arith.constant 0.1 : f64
  %1 = arith.truncf %0 downward : f64 to f32
  %2 = arith.constant 0.1 : f32
  %3 = arith.truncf %2 : f32 to f8E4M3FN
  return %1, %3 : f32, f8E4M3FN
}
