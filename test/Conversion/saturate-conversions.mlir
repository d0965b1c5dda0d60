// RUN: fused-opt %s --fused-saturate-conversions | FileCheck %s

// CHECK-LABEL: func.func @to_signed(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[Y:.*]] = arith.fptosi %[[X]] : f32 to i8
// CHECK: %[[LOW:.*]] = arith.cmpf ole, %[[X]], %{{.*}} : f32
// CHECK: %[[A:.*]] = arith.select %[[LOW]], %{{.*}}, %[[Y]] : i8
// CHECK: %[[HIGH:.*]] = arith.cmpf oge, %[[X]], %{{.*}} : f32
// CHECK: %[[B:.*]] = arith.select %[[HIGH]], %{{.*}}, %[[A]] : i8
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK: %[[C:.*]] = arith.select %[[NAN]], %{{.*}}, %[[B]] : i8
// CHECK: return %[[C]]
func.func @to_signed(%x: f32) -> i8 {
  %0 = arith.fptosi %x : f32 to i8
  return %0 : i8
}

// CHECK-LABEL: func.func @to_unsigned(
// CHECK-DAG: arith.constant 0.000000e+00 : f32
// CHECK-DAG: arith.constant 2.560000e+02 : f32
// CHECK-DAG: arith.constant -1 : i8
func.func @to_unsigned(%x: f32) -> i8 {
  %0 = arith.fptoui %x : f32 to i8
  return %0 : i8
}

// Only infinities are beyond the integers.
// CHECK-LABEL: func.func @to_wider(
// CHECK-DAG: arith.constant 0xFC00 : f16
// CHECK-DAG: arith.constant 0x7C00 : f16
// CHECK-DAG: arith.constant -2147483648 : i32
// CHECK-DAG: arith.constant 2147483647 : i32
func.func @to_wider(%x: f16) -> i32 {
  %0 = arith.fptosi %x : f16 to i32
  return %0 : i32
}

// CHECK-LABEL: func.func @vectors(
// CHECK: arith.fptosi
// CHECK: arith.constant dense<2.14748365E+9> : vector<4xf32>
// CHECK-COUNT-2: arith.select {{.*}} : vector<4xi1>, vector<4xi32>
func.func @vectors(%x: vector<4xf32>) -> vector<4xi32> {
  %0 = arith.fptosi %x : vector<4xf32> to vector<4xi32>
  return %0 : vector<4xi32>
}

// CHECK-LABEL: func.func @to_nearest(
// CHECK: arith.truncf %arg0 : f32 to bf16
func.func @to_nearest(%x: f32) -> bf16 {
  %0 = arith.truncf %x to_nearest_even : f32 to bf16
  return %0 : bf16
}

// The body of a named product may only multiply and add.
// CHECK-LABEL: func.func @product(
// CHECK: linalg.generic
// CHECK-COUNT-2: arith.fptosi
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @product(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xi64>) -> tensor<5x19xi64> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xi64>) -> tensor<5x19xi64>
  return %0 : tensor<5x19xi64>
}
