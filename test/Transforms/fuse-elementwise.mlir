// RUN: fused-opt %s --fused-fuse-elementwise | FileCheck %s

// The body no longer reads its output when it is folded.
// CHECK-LABEL: func.func @folded
// CHECK: %[[ONE:.*]] = linalg.fill
// CHECK: linalg.generic {{.*}} outs(%[[ONE]] : tensor<i32>)
// CHECK: %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK: linalg.yield %[[S]]
func.func @folded(%a: tensor<?xi32>) -> tensor<i32> {
  %one = arith.constant 1 : i32
  %0 = tensor.empty() : tensor<i32>
  %1 = linalg.fill ins(%one : i32) outs(%0 : tensor<i32>) -> tensor<i32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%1 : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %old: i32):
    %3 = arith.subi %x, %y : i32
    %4 = arith.andi %old, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<i32>
  return %2 : tensor<i32>
}

// A reduction that has points writes its output.
// CHECK-LABEL: func.func @written
// CHECK-NOT: linalg.fill
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.generic {{.*}} outs(%[[E]] : tensor<i32>)
func.func @written(%a: tensor<3xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = tensor.empty() : tensor<i32>
  %1 = linalg.fill ins(%one : i32) outs(%0 : tensor<i32>) -> tensor<i32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<3xi32>) outs(%1 : tensor<i32>) {
  ^bb0(%x: i32, %old: i32):
    %3 = arith.muli %old, %zero : i32
    linalg.yield %3 : i32
  } -> tensor<i32>
  return %2 : tensor<i32>
}

// CHECK-LABEL: func.func @fused
// CHECK: linalg.generic
// CHECK: arith.negf
// CHECK: math.exp
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @fused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
  ^bb0(%x: f32, %old: f32):
    %3 = arith.negf %x : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%1 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
  ^bb0(%x: f32, %old: f32):
    %3 = math.exp %x : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
