// RUN: fused-opt %s --fused-define-fast-math | FileCheck %s --check-prefix=DROP --implicit-check-not=fastmath
// RUN: fused-opt %s --fused-define-fast-math=value=-1234.5 | FileCheck %s --implicit-check-not=fastmath

// DROP-LABEL: func.func @no_nan
// DROP-NEXT: %[[R:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// DROP-NEXT: return %[[R]]
// CHECK-LABEL: func.func @no_nan
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
func.func @no_nan(%a: f32, %b: f32) -> f32 {
  // CHECK: %[[R:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK: %[[UA:.*]] = arith.cmpf uno, %[[A]], %[[A]]
  // CHECK: %[[UB:.*]] = arith.cmpf uno, %[[B]], %[[B]]
  // CHECK: %[[UAB:.*]] = arith.ori %[[UA]], %[[UB]]
  // CHECK: %[[UR:.*]] = arith.cmpf uno, %[[R]], %[[R]]
  // CHECK: %[[U:.*]] = arith.ori %[[UAB]], %[[UR]]
  // CHECK: %[[C:.*]] = arith.constant -1.234500e+03 : f32
  // CHECK: %[[S:.*]] = arith.select %[[U]], %[[C]], %[[R]]
  // CHECK: return %[[S]]
  %0 = arith.mulf %a, %b fastmath<nnan> : f32
  return %0 : f32
}

// The largest number of the type: in double, a product beyond it is finite.
// CHECK-LABEL: func.func @no_infinity
func.func @no_infinity(%a: f16) -> f16 {
  // CHECK: %[[R:.*]] = math.exp %{{.*}} : f16
  // CHECK: %[[MAX:.*]] = arith.constant 6.550400e+04 : f16
  // CHECK: arith.cmpf oge, %{{.*}}, %[[MAX]]
  // CHECK: %[[MIN:.*]] = arith.constant -6.550400e+04 : f16
  // CHECK: arith.cmpf ole, %{{.*}}, %[[MIN]]
  %0 = math.exp %a fastmath<ninf> : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @comparison
func.func @comparison(%a: f32, %b: f32) -> i1 {
  // CHECK: %[[R:.*]] = arith.cmpf ogt
  // CHECK: %[[C:.*]] = arith.constant false
  // CHECK: arith.select %{{.*}}, %[[C]], %[[R]] : i1
  %0 = arith.cmpf ogt, %a, %b fastmath<nnan> : f32
  return %0 : i1
}

// Flags that leave nothing undefined.
// CHECK-LABEL: func.func @other_flags
// CHECK-NEXT: %[[R:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: return %[[R]]
func.func @other_flags(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<reassoc,nsz,contract,arcp,afn> : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @tensors
// CHECK: arith.constant dense<-1.234500e+03> : tensor<4xf32>
// CHECK: tensor.dim
// CHECK: tensor.splat %{{.*}}[%{{.*}}] : tensor<?x2xf32>
// CHECK: arith.constant dense<-1.234500e+03> : vector<2xf32>
func.func @tensors(%a: tensor<4xf32>, %b: tensor<?x2xf32>, %c: vector<2xf32>)
    -> (tensor<4xf32>, tensor<?x2xf32>, vector<2xf32>) {
  %0 = arith.mulf %a, %a fastmath<fast> : tensor<4xf32>
  %1 = math.absf %b fastmath<nnan> : tensor<?x2xf32>
  %2 = arith.negf %c fastmath<ninf> : vector<2xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?x2xf32>, vector<2xf32>
}
