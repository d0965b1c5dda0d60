// RUN: fused-opt %s --fused-simplify --split-input-file | FileCheck %s

// Flax's BERT multiplies the weights of each head by a number of a mask, which
// is one, and a boolean by its type.
#s = affine_map<(h, b, i, j) -> (h)>
#x = affine_map<(h, b, i, j) -> (b, h, i, j)>
#y = affine_map<(h, b, i, j) -> (h, b, i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @head_mask(
// CHECK-SAME: %[[X:.*]]: tensor<2x4x3x5xf32>
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x4x3x5xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]]
// CHECK: return %[[Y]]
func.func @head_mask(%x: tensor<2x4x3x5xf32>) -> tensor<4x2x3x5xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x4xf32>
  %ones = linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%one : tensor<f32>) outs(%0 : tensor<1x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x4xf32>
  %1 = tensor.empty() : tensor<1x4xi32>
  %integers = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%ones : tensor<1x4xf32>) outs(%1 : tensor<1x4xi32>) {
  ^bb0(%in: f32, %out: i32):
    %n = arith.fptosi %in : f32 to i32
    linalg.yield %n : i32
  } -> tensor<1x4xi32>
  %heads = tensor.collapse_shape %integers [[0, 1]] : tensor<1x4xi32> into tensor<4xi32>
  %2 = tensor.empty() : tensor<4xf32>
  %mask = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%heads : tensor<4xi32>) outs(%2 : tensor<4xf32>) {
  ^bb0(%in: i32, %out: f32):
    %n = arith.sitofp %in : i32 to f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  %3 = tensor.empty() : tensor<4x2x3x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%3 : tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf32>
  %y = linalg.generic {indexing_maps = [#s, #x, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%mask, %x : tensor<4xf32>, tensor<2x4x3x5xf32>) outs(%zeros : tensor<4x2x3x5xf32>) {
  ^bb0(%in: f32, %element: f32, %out: f32):
    %p = arith.mulf %in, %element : f32
    %sum = arith.addf %out, %p : f32
    linalg.yield %sum : f32
  } -> tensor<4x2x3x5xf32>
  return %y : tensor<4x2x3x5xf32>
}

// -----

// What repeats a number from outside is a fill, and so is what computes one.
#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @fills(
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[THIRD:.*]] = arith.constant 0.333333343 : f32
// CHECK-DAG: linalg.fill ins(%[[TWO]] : f32)
// CHECK-DAG: linalg.fill ins(%[[THIRD]] : f32)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @fills(%size: index) -> (tensor<?xf32>, tensor<4xf32>) {
  %two = arith.constant 2.0 : f32
  %0 = tensor.empty(%size) : tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<?xf32>) {
  ^bb0(%out: f32):
    linalg.yield %two : f32
  } -> tensor<?xf32>
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %threes = arith.constant dense<3.0> : tensor<4xf32>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%ones, %threes : tensor<4xf32>, tensor<4xf32>) outs(%2 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %1, %3 : tensor<?xf32>, tensor<4xf32>
}

// -----

// Several numbers, the number of a loop, a quotient that is not defined, and an
// integer that a double does not have.
#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @others(
// CHECK-NOT: linalg.fill
// CHECK-COUNT-4: linalg.generic
// CHECK: return
func.func @others() -> (tensor<2xf32>, tensor<2xi64>, tensor<2xi32>, tensor<2xi64>) {
  %two = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e0 = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%two : tensor<2xf32>) outs(%e0 : tensor<2xf32>) {
  ^bb0(%a: f32, %out: f32):
    %q = arith.addf %a, %a : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  %e1 = tensor.empty() : tensor<2xi64>
  %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%e1 : tensor<2xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    linalg.yield %n : i64
  } -> tensor<2xi64>
  %zeros = arith.constant dense<0> : tensor<2xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%zeros : tensor<2xi32>) outs(%e2 : tensor<2xi32>) {
  ^bb0(%a: i32, %out: i32):
    %c1 = arith.constant 1 : i32
    %q = arith.divsi %c1, %a : i32
    linalg.yield %q : i32
  } -> tensor<2xi32>
  %large = arith.constant dense<9007199254740993> : tensor<2xi64>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%large : tensor<2xi64>) outs(%e1 : tensor<2xi64>) {
  ^bb0(%a: i64, %out: i64):
    %q = arith.addi %a, %a : i64
    linalg.yield %q : i64
  } -> tensor<2xi64>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xi64>, tensor<2xi32>, tensor<2xi64>
}

// -----

// A sum of several products, a sum that starts from another number, and a
// factor that is not one everywhere.
#ij = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
#c = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @sums(
// CHECK-COUNT-2: arith.addf
// CHECK: arith.mulf
// CHECK: return
func.func @sums(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %e0 = tensor.empty() : tensor<2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #r], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%zeros : tensor<2xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %e1 = tensor.empty() : tensor<2x3xf32>
  %twos = linalg.fill ins(%two : f32) outs(%e1 : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%twos : tensor<2x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  %columns = arith.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #c, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %columns : tensor<2x3xf32>, tensor<3xf32>) outs(%e1 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// The square of one, and an operand that alone tells how often is summed.
#map = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @squares(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<2xf32>, tensor<2x3xf32>)
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @squares(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : tensor<2x3xf32>
  %e0 = tensor.empty() : tensor<2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#r, #map, #r], iterator_types = ["parallel", "reduction"]}
      ins(%x, %ones : tensor<2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %e1 = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.generic {indexing_maps = [#map, #r, #map], iterator_types = ["parallel", "parallel"]}
      ins(%ones, %x : tensor<2x3xf32>, tensor<2xf32>) outs(%e1 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %a : f32
    %s = arith.addf %p, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %0, %1 : tensor<2xf32>, tensor<2x3xf32>
}
