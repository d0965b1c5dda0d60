// RUN: fused-opt %s --pass-pipeline='builtin.module(func.func(fused-split-slices))' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#sum = affine_map<(i, j) -> (i + j)>
#i = affine_map<(i, j) -> (i)>

// A frame on all four sides would be five operations in place of three.

// CHECK-LABEL: func.func @frame(
// CHECK: %[[A:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<9x9xf32>)
func.func @frame(%a: tensor<5x5xf32>, %e: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x9xf32>) -> tensor<9x9xf32>
  %0 = tensor.insert_slice %a into %z[2, 2] [5, 5] [1, 1] : tensor<5x5xf32> into tensor<9x9xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<9x9xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%x: f32, %out: f32):
    %2 = math.exp %x : f32
    linalg.yield %2 : f32
  } -> tensor<9x9xf32>
  return %1 : tensor<9x9xf32>
}

// The padded array is needed anyway.

// CHECK-LABEL: func.func @other_user(
// CHECK: %[[A:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<9x9xf32>)
func.func @other_user(%a: tensor<5x9xf32>, %e: tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x9xf32>) -> tensor<9x9xf32>
  %0 = tensor.insert_slice %a into %z[0, 0] [5, 9] [1, 1] : tensor<5x9xf32> into tensor<9x9xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<9x9xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%x: f32, %out: f32):
    %2 = math.exp %x : f32
    linalg.yield %2 : f32
  } -> tensor<9x9xf32>
  return %0, %1 : tensor<9x9xf32>, tensor<9x9xf32>
}

// The place, the stride or a size is not known.

// CHECK-LABEL: func.func @unknown(
// CHECK: %[[A:.*]] = tensor.insert_slice
// CHECK: %[[B:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK: %[[C:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[C]] :
func.func @unknown(%a: tensor<5x9xf32>, %at: index, %e: tensor<9x9xf32>, %d: tensor<?x9xf32>) -> (tensor<9x9xf32>, tensor<?x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x9xf32>) -> tensor<9x9xf32>
  %0 = tensor.insert_slice %a into %z[%at, 0] [5, 9] [1, 1] : tensor<5x9xf32> into tensor<9x9xf32>
  %1 = tensor.insert_slice %a into %z[0, 0] [5, 9] [2, 1] : tensor<5x9xf32> into tensor<9x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<9x9xf32>, tensor<9x9xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %3 = arith.addf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<9x9xf32>
  %w = linalg.fill ins(%zero : f32) outs(%d : tensor<?x9xf32>) -> tensor<?x9xf32>
  %4 = tensor.insert_slice %a into %w[0, 0] [5, 9] [1, 1] : tensor<5x9xf32> into tensor<?x9xf32>
  %5 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%4 : tensor<?x9xf32>) outs(%d : tensor<?x9xf32>) {
  ^bb0(%x: f32, %out: f32):
    %6 = math.exp %x : f32
    linalg.yield %6 : f32
  } -> tensor<?x9xf32>
  return %2, %5 : tensor<9x9xf32>, tensor<?x9xf32>
}

// A reduction, and an operand whose index is a sum.

// CHECK-LABEL: func.func @not_elementwise(
// CHECK: %[[A:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[A]] :
// CHECK: %[[B:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[B]] :
func.func @not_elementwise(%a: tensor<5x9xf32>, %e: tensor<9x9xf32>, %r: tensor<9xf32>, %b: tensor<7xf32>) -> (tensor<9xf32>, tensor<9x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x9xf32>) -> tensor<9x9xf32>
  %0 = tensor.insert_slice %a into %z[0, 0] [5, 9] [1, 1] : tensor<5x9xf32> into tensor<9x9xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<9x9xf32>) outs(%r : tensor<9xf32>) {
  ^bb0(%x: f32, %out: f32):
    %2 = arith.addf %x, %out : f32
    linalg.yield %2 : f32
  } -> tensor<9xf32>
  %l = tensor.empty() : tensor<17xf32>
  %y = linalg.fill ins(%zero : f32) outs(%l : tensor<17xf32>) -> tensor<17xf32>
  %3 = tensor.insert_slice %b into %y[0] [7] [1] : tensor<7xf32> into tensor<17xf32>
  %4 = linalg.generic {indexing_maps = [#sum, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<17xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%x: f32, %out: f32):
    %5 = math.exp %x : f32
    linalg.yield %5 : f32
  } -> tensor<9x9xf32>
  return %1, %4 : tensor<9xf32>, tensor<9x9xf32>
}

// A softmax over a concatenation becomes one operation on rows.

// CHECK-LABEL: func.func @rows(
// CHECK: %[[A:.*]] = tensor.insert_slice
// CHECK: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]]
// CHECK: linalg.generic {{.*}} ins(%[[B]] :
// CHECK: %[[C:.*]] = tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[C]], %{{.*}} :
func.func @rows(%a: tensor<5x4xf32>, %b: tensor<5x5xf32>, %x: tensor<5x9xf32>, %e: tensor<5x9xf32>, %r: tensor<5xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.insert_slice %a into %e[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x9xf32>
  %1 = tensor.insert_slice %b into %0[0, 4] [5, 5] [1, 1] : tensor<5x5xf32> into tensor<5x9xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<5x9xf32>) outs(%e : tensor<5x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = math.exp %in : f32
    linalg.yield %7 : f32
  } -> tensor<5x9xf32>
  %3 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%2 : tensor<5x9xf32>) outs(%r : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = arith.addf %in, %out : f32
    linalg.yield %7 : f32
  } -> tensor<5xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  %5 = tensor.insert_slice %a into %4[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x9xf32>
  %6 = linalg.generic {indexing_maps = [#ij, #ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%2, %5, %3 : tensor<5x9xf32>, tensor<5x9xf32>, tensor<5xf32>) outs(%e : tensor<5x9xf32>) {
  ^bb0(%in: f32, %y: f32, %sum: f32, %out: f32):
    %7 = arith.divf %in, %sum : f32
    %8 = arith.addf %7, %y : f32
    linalg.yield %8 : f32
  } -> tensor<5x9xf32>
  return %6 : tensor<5x9xf32>
}
