// RUN: fused-opt %s --fused-fuse-products | FileCheck %s

#bnk = affine_map<(b, n, k) -> (b, n, k)>
#positions = affine_map<(b, n, k) -> (0, n, k)>
#groups = affine_map<(b, n, k) -> (b, 0, k)>

// Positions that all examples have: C is a copy of them for each example, and
// what follows is part of the epilog.

// CHECK-LABEL: func.func @positions(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x5x7xf32>, %[[W:[a-z0-9]+]]: tensor<7x9xf32>, %[[B:[a-z0-9]+]]: tensor<9xf32>, %[[P:[a-z0-9]+]]: tensor<1x5x9xf32>
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<1x5x9xf32>) outs(%{{.*}} : tensor<3x5x9xf32>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[ALL]] {{\[}}[0, 1], [2]]
// CHECK: fused.matmul epilog(relu_bias) {{.*}} c(%[[C]] : tensor<15x9xf32>) bias(%[[B]] : tensor<9xf32>)
// CHECK-NOT: linalg.generic
func.func @positions(%x: tensor<3x5x7xf32>, %w: tensor<7x9xf32>, %b: tensor<9xf32>, %p: tensor<1x5x9xf32>) -> tensor<3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x9xf32>
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x5x7xf32> into tensor<15x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<15x9xf32>) -> tensor<15x9xf32>
  %d = linalg.matmul ins(%rows, %w : tensor<15x7xf32>, tensor<7x9xf32>) outs(%init : tensor<15x9xf32>) -> tensor<15x9xf32>
  %tokens = tensor.expand_shape %d [[0, 1], [2]] output_shape [3, 5, 9] : tensor<15x9xf32> into tensor<3x5x9xf32>
  %e3 = tensor.empty() : tensor<3x5x9xf32>
  %y = linalg.generic {indexing_maps = [#bnk, affine_map<(b, n, k) -> (k)>, #positions, #bnk], iterator_types = ["parallel", "parallel", "parallel"]} ins(%tokens, %b, %p : tensor<3x5x9xf32>, tensor<9xf32>, tensor<1x5x9xf32>) outs(%e3 : tensor<3x5x9xf32>) {
  ^bb0(%t: f32, %v: f32, %position: f32, %out: f32):
    %0 = arith.addf %t, %v : f32
    %1 = arith.addf %0, %position : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<3x5x9xf32>
  return %y : tensor<3x5x9xf32>
}

// Of a batch, each with its own.

// CHECK-LABEL: func.func @batched(
// CHECK: fused.matmul epilog(relu) {{.*}} c(%{{.*}} : tensor<2x15x9xf32>)
func.func @batched(%x: tensor<2x15x7xf32>, %w: tensor<2x7x9xf32>, %p: tensor<2x1x5x9xf32>) -> tensor<2x3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x15x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x15x9xf32>) -> tensor<2x15x9xf32>
  %d = linalg.batch_matmul ins(%x, %w : tensor<2x15x7xf32>, tensor<2x7x9xf32>) outs(%init : tensor<2x15x9xf32>) -> tensor<2x15x9xf32>
  %tokens = tensor.expand_shape %d [[0], [1, 2], [3]] output_shape [2, 3, 5, 9] : tensor<2x15x9xf32> into tensor<2x3x5x9xf32>
  %e4 = tensor.empty() : tensor<2x3x5x9xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(h, b, n, k) -> (h, b, n, k)>, affine_map<(h, b, n, k) -> (h, 0, n, k)>, affine_map<(h, b, n, k) -> (h, b, n, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%tokens, %p : tensor<2x3x5x9xf32>, tensor<2x1x5x9xf32>) outs(%e4 : tensor<2x3x5x9xf32>) {
  ^bb0(%t: f32, %position: f32, %out: f32):
    %0 = arith.addf %t, %position : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x5x9xf32>
  return %y : tensor<2x3x5x9xf32>
}

// The outer dimension of the rows, and half precision in a product of f32.

// CHECK-LABEL: func.func @groups(
// CHECK: arith.extf
// CHECK: fused.matmul epilog(default) {{.*}} c(%{{.*}} : tensor<15x9xf32>)
func.func @groups(%x: tensor<15x7xf32>, %w: tensor<7x9xf32>, %p: tensor<3x1x9xf16>) -> tensor<3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<15x9xf32>) -> tensor<15x9xf32>
  %d = linalg.matmul ins(%x, %w : tensor<15x7xf32>, tensor<7x9xf32>) outs(%init : tensor<15x9xf32>) -> tensor<15x9xf32>
  %tokens = tensor.expand_shape %d [[0, 1], [2]] output_shape [3, 5, 9] : tensor<15x9xf32> into tensor<3x5x9xf32>
  %e3 = tensor.empty() : tensor<3x5x9xf32>
  %y = linalg.generic {indexing_maps = [#bnk, #groups, #bnk], iterator_types = ["parallel", "parallel", "parallel"]} ins(%tokens, %p : tensor<3x5x9xf32>, tensor<3x1x9xf16>) outs(%e3 : tensor<3x5x9xf32>) {
  ^bb0(%t: f32, %position: f16, %out: f32):
    %wide = arith.extf %position : f16 to f32
    %0 = arith.addf %t, %wide : f32
    linalg.yield %0 : f32
  } -> tensor<3x5x9xf32>
  return %y : tensor<3x5x9xf32>
}

// Not for positions that are stored with columns first: they would have to be
// transposed, too.

// CHECK-LABEL: func.func @columns(
// CHECK: fused.matmul epilog(default)
// CHECK-NOT: c(%
// CHECK: linalg.generic
func.func @columns(%x: tensor<15x7xf32>, %w: tensor<7x9xf32>, %p: tensor<9x5xf32>) -> tensor<3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<15x9xf32>) -> tensor<15x9xf32>
  %d = linalg.matmul ins(%x, %w : tensor<15x7xf32>, tensor<7x9xf32>) outs(%init : tensor<15x9xf32>) -> tensor<15x9xf32>
  %tokens = tensor.expand_shape %d [[0, 1], [2]] output_shape [3, 5, 9] : tensor<15x9xf32> into tensor<3x5x9xf32>
  %e3 = tensor.empty() : tensor<3x5x9xf32>
  %y = linalg.generic {indexing_maps = [#bnk, affine_map<(b, n, k) -> (k, n)>, #bnk], iterator_types = ["parallel", "parallel", "parallel"]} ins(%tokens, %p : tensor<3x5x9xf32>, tensor<9x5xf32>) outs(%e3 : tensor<3x5x9xf32>) {
  ^bb0(%t: f32, %position: f32, %out: f32):
    %0 = arith.addf %t, %position : f32
    linalg.yield %0 : f32
  } -> tensor<3x5x9xf32>
  return %y : tensor<3x5x9xf32>
}
