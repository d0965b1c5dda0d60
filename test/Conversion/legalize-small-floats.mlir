// RUN: fused-opt %s --fused-legalize-small-floats --canonicalize | FileCheck %s

// Each operation rounds, though the canonicalizer would like to drop the
// conversions in between.

// CHECK-LABEL: func.func @each_rounds(
// CHECK-SAME: %[[A:.*]]: f16, %[[B:.*]]: f16
// CHECK-DAG: %[[WIDE_A:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK-DAG: %[[WIDE_B:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK: %[[SUM:.*]] = arith.addf %[[WIDE_A]], %[[WIDE_B]] : f32
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK: %[[WIDE:.*]] = arith.extf %[[ROUNDED]] : f16 to f32
// CHECK: %[[TANH:.*]] = math.tanh %[[WIDE]] : f32
// CHECK: %[[RESULT:.*]] = arith.truncf %[[TANH]] : f32 to f16
// CHECK: return %[[RESULT]]
func.func @each_rounds(%a: f16, %b: f16) -> f16 {
  %0 = arith.addf %a, %b : f16
  %1 = math.tanh %0 : f16
  return %1 : f16
}

// bf16 is converted in integer arithmetic, NaN included.
// CHECK-LABEL: func.func @bf16(
// CHECK: arith.bitcast %{{.*}} : bf16 to i16
// CHECK: arith.shli
// CHECK: arith.mulf {{.*}} : f32
// CHECK: arith.cmpf {{une|uno}}
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// CHECK-NOT: truncf
func.func @bf16(%a: bf16) -> bf16 {
  %0 = arith.mulf %a, %a : bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @other_types(
// CHECK: %[[ODD:.*]] = arith.select %{{.*}}, %arg0, %{{.*}} : i32
// CHECK: arith.sitofp %[[ODD]] : i32 to f32
// CHECK-NOT: bf16 to f64
// CHECK: arith.fptosi %{{.*}} : f32 to i32
// CHECK: arith.cmpf olt, {{.*}} : f32
func.func @other_types(%i: i32, %a: bf16) -> (bf16, f64, i32, i1) {
  %0 = arith.sitofp %i : i32 to bf16
  %1 = arith.extf %a : bf16 to f64
  %2 = arith.fptosi %a : bf16 to i32
  %3 = arith.cmpf olt, %a, %0 : bf16
  return %0, %1, %2, %3 : bf16, f64, i32, i1
}

// CHECK-LABEL: func.func @wide_stays(
// CHECK: arith.addf {{.*}} : f64
// CHECK: arith.addf {{.*}} : f32
func.func @wide_stays(%a: f64, %b: f32) -> (f64, f32) {
  %0 = arith.addf %a, %a : f64
  %1 = arith.addf %b, %b : f32
  return %0, %1 : f64, f32
}

// A tie that the first of two roundings makes would be rounded to even.
// CHECK-LABEL: func.func @f64_to_f16(
// CHECK: %[[ROUNDED:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK: %[[BACK:.*]] = arith.extf %[[ROUNDED]] : f32 to f64
// CHECK: arith.cmpf one, %[[BACK]], %arg0
// CHECK: %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[ODD]] : f32 to f16
func.func @f64_to_f16(%x: f64) -> f16 {
  %0 = arith.truncf %x : f64 to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @f32_to_f16(
// CHECK-NEXT: arith.truncf %arg0 : f32 to f16
// CHECK-NEXT: return
func.func @f32_to_f16(%x: f32) -> f16 {
  %0 = arith.truncf %x : f32 to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @fma(
// CHECK: arith.mulf %{{.*}} : f64
// CHECK: arith.addf %{{.*}} : f64
// CHECK-COUNT-3: arith.subf %{{.*}} : f64
// CHECK-NOT: math.fma
func.func @fma(%a: f16, %b: f16, %c: f16) -> f16 {
  %0 = math.fma %a, %b, %c : f16
  return %0 : f16
}

// A named operation may have nothing but its own body.
// CHECK-LABEL: func.func @named(
// CHECK: linalg.generic
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.truncf %[[PRODUCT]] : f32 to f16
func.func @named(%a: tensor<2x3xf16>, %b: tensor<3x4xf16>, %c: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf16>, tensor<3x4xf16>) outs(%c : tensor<2x4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}
