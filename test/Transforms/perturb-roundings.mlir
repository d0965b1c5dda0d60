// RUN: fused-opt %s --fused-perturb-roundings | FileCheck %s
// RUN: fused-opt %s --fused-perturb-roundings --fused-promote-to-f64 --fused-upstream-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-DAG: memref.global @fused_rounding_seed : memref<i64> = dense<0>
// CHECK-DAG: memref.global @fused_tanh_error : memref<f64> = dense<0.000000e+00>
// LLVM-DAG: llvm.mlir.global external @fused_rounding_seed(
// LLVM-DAG: llvm.mlir.global external @fused_tanh_error(

// CHECK-LABEL: func.func @rounded
func.func @rounded(%a: f32, %b: f32) -> f32 {
  // CHECK: %[[SEED:.*]] = memref.load
  // CHECK: %[[ODD:.*]] = arith.andi %[[SEED]], %{{.*}} : i64
  // CHECK: %[[MASK:.*]] = arith.subi %{{.*}}, %[[ODD]] : i64
  // CHECK: %[[R:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
  // CHECK: %[[WIDE:.*]] = arith.extf %[[R]] : f32 to f64
  // CHECK: %[[UNIT:.*]] = arith.constant 1.1920928955078125E-7 : f64
  // CHECK: %[[DISTANCE:.*]] = arith.mulf %[[WIDE]], %[[UNIT]] : f64
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[WIDE]] : f64 to i64
  // CHECK: arith.andi %[[BITS]], %[[MASK]] : i64
  // CHECK: %[[CHANGED:.*]] = arith.addf %[[WIDE]]
  // The changed number has as many digits as f32.
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[CHANGED]], %{{.*}} : f64
  // CHECK: %[[REST:.*]] = arith.subf %[[PRODUCT]], %[[CHANGED]] : f64
  // CHECK: %[[SHORT:.*]] = arith.subf %[[PRODUCT]], %[[REST]] : f64
  // CHECK: %[[S:.*]] = arith.select %{{.*}}, %[[SHORT]], %[[WIDE]] : f64
  // CHECK: %[[N:.*]] = arith.truncf %[[S]] : f64 to f32
  // CHECK: return %[[N]]
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}

// The distance of the smallest numbers is 2^-24, and 65520 is infinite.
// CHECK-LABEL: func.func @small_range
// CHECK: arith.constant 5.9604644775390625E-8 : f64
// CHECK: arith.maximumf
// CHECK: arith.cmpf one
// CHECK: arith.ori
// CHECK: %[[S:.*]] = arith.select
// CHECK: %[[LIMIT:.*]] = arith.constant 6.552000e+04 : f64
// CHECK: %[[LARGE:.*]] = arith.cmpf oge, %{{.*}}, %[[LIMIT]] : f64
// CHECK: %[[INFINITY:.*]] = math.copysign %{{.*}}, %[[S]] : f64
// CHECK: arith.select %[[LARGE]], %[[INFINITY]], %[[S]] : f64
func.func @small_range(%a: f16, %b: f16) -> f16 {
  %0 = arith.addf %a, %b : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @tanh
// CHECK: %[[GLOBAL:.*]] = memref.get_global @fused_tanh_error
// CHECK: %[[ERROR:.*]] = memref.load %[[GLOBAL]]
// CHECK: math.tanh
// CHECK: arith.maximumf %{{.*}}, %[[ERROR]] : f64
func.func @tanh(%a: f32) -> f32 {
  %0 = math.tanh %a : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @exact
// CHECK-NOT: memref
// CHECK: return
func.func @exact(%a: f16, %b: f32, %c: i32) -> (f32, f32, i32) {
  %0 = arith.extf %a : f16 to f32
  %1 = arith.maximumf %0, %b : f32
  %2 = math.absf %1 : f32
  %3 = arith.negf %2 : f32
  %4 = arith.addi %c, %c : i32
  %5 = arith.fptosi %b : f32 to i32
  return %2, %3, %5 : f32, f32, i32
}

// Products and sums of named operations, and arithmetic on tensors.
// CHECK-LABEL: func.func @tensors
// CHECK-NOT: linalg.matmul
// CHECK-NOT: linalg.softmax
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.select
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.select
// CHECK-NOT: math.sqrt %{{.*}} : tensor
func.func @tensors(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %c: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>)
      outs(%c : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = math.sqrt %0 : tensor<3x5xf32>
  %2 = linalg.softmax dimension(1) ins(%1 : tensor<3x5xf32>)
      outs(%c : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}
