// RUN: fused-opt %s --fused-separate-inits | FileCheck %s

// Two reductions from one filled tensor get one each.

// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT: linalg.fill
func.func @shared(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>)
      outs(%1 : tensor<4xf32>) dimensions = [1]
  %3 = linalg.reduce { arith.mulf } ins(%x : tensor<4x8xf32>)
      outs(%1 : tensor<4xf32>) dimensions = [1]
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @empty(
// CHECK-COUNT-2: tensor.empty
// CHECK-NOT: tensor.empty
func.func @empty(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.log ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// What is computed is not computed twice.

// CHECK-LABEL: func.func @no_separating_results(
// CHECK-COUNT-1: linalg.exp
// CHECK-NOT: linalg.exp
func.func @no_separating_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %1 : tensor<4xf32>, tensor<4xf32>
}

// An output of a loop is one of its iterations. A filled array that is only read
// stays in front.

// CHECK-LABEL: func.func @loop(
// CHECK: %[[READ:.*]] = linalg.fill
// CHECK: scf.for
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[ONES:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[EMPTY]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[READ]] : {{.*}}) outs(%[[ONES]]
func.func @loop(%x0: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%one : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0) -> tensor<4xf32> {
    %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x, %1 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %3 = arith.mulf %a, %b : f32
      %4 = arith.addf %3, %o : f32
      linalg.yield %4 : f32
    } -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
