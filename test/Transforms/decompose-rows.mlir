// RUN: fused-opt %s --fused-decompose=products=false --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-decompose='products=false rows=false' | FileCheck %s --check-prefix=KEPT

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// KEPT: fused.rows

// Three operations for points or rows each; what a sum begins with is computed
// for each row.

// CHECK-LABEL: func.func @softmax(
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK: arith.maximumf
// CHECK: %[[BEGIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK: math.absf
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} {{.*}}%[[MAX]] : {{.*}} outs(%[[BEGIN]] :
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: return %[[Y]], %[[ROWS]]
func.func @softmax(%x: tensor<?x19xf32>, %start: tensor<?xf32>, %y: tensor<?x19xf32>, %k: tensor<?xindex>)
    -> (tensor<?x19xf32>, tensor<?xindex>) {
  %lowest = arith.constant 0xFF800000 : f32
  %r:2 = fused.rows over [1] maps [#ij, #i, #ij, #i]
      ins(%x, %start : tensor<?x19xf32>, tensor<?xf32>) outs(%y, %k : tensor<?x19xf32>, tensor<?xindex>) {
  ^bb0(%in: f32, %first: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = math.absf %first : f32
    %sum = fused.reduce addf %1 init(%2) : f32
    %3 = arith.divf %1, %sum : f32
    %i = fused.index 0 : index
    fused.yield %3, %i : f32, index
  } -> tensor<?x19xf32>, tensor<?xindex>
  return %r#0, %r#1 : tensor<?x19xf32>, tensor<?xindex>
}

// A row of one point is the same for all points: its index is 0. An assertion
// is made for each point.

// CHECK-LABEL: func.func @one_point(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK: cf.assert
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK-NOT: cf.assert
// CHECK: arith.addf
// CHECK: return
func.func @one_point(%x: tensor<5x1xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %r = fused.rows over [1] maps [#ij, #i] ins(%x : tensor<5x1xf32>) outs(%y : tensor<5xf32>) {
  ^bb0(%in: f32):
    %c = arith.cmpf uge, %in, %zero : f32
    cf.assert %c, "negative"
    %s = fused.reduce addf %in init(%zero) : f32
    %0 = arith.addf %s, %in : f32
    fused.yield %0 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
