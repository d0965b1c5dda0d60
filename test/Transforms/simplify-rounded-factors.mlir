// RUN: fused-opt %s --fused-simplify | FileCheck %s

// The keys of attention with autocast: they are rounded before they are
// permuted, for both products that read them.
#map = affine_map<(i, j, k) -> (i, j, k)>

// CHECK-LABEL: func.func @factor(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x5x7xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x7xf32>)
// CHECK: arith.truncf
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[R]] : tensor<2x5x7xbf16>) {{.*}} permutation = [0, 2, 1]
// CHECK: linalg.batch_matmul ins(%{{.*}}, %[[T]] :
func.func @factor(%x: tensor<2x5x7xf32>, %q: tensor<2x3x7xbf16>, %g: tensor<2x3x5xbf16>, %d: tensor<2x3x5xf32>, %e: tensor<2x3x7xf32>)
    -> (tensor<2x3x5xf32>, tensor<2x3x7xf32>) {
  %0 = tensor.empty() : tensor<2x7x5xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>) outs(%0 : tensor<2x7x5xf32>) permutation = [0, 2, 1]
  %1 = tensor.empty() : tensor<2x7x5xbf16>
  %k = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<2x7x5xf32>) outs(%1 : tensor<2x7x5xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x7x5xbf16>
  %2 = linalg.batch_matmul ins(%q, %k : tensor<2x3x7xbf16>, tensor<2x7x5xbf16>) outs(%d : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %3 = tensor.empty() : tensor<2x5x7xbf16>
  %kt = linalg.transpose ins(%k : tensor<2x7x5xbf16>) outs(%3 : tensor<2x5x7xbf16>) permutation = [0, 2, 1]
  %4 = linalg.batch_matmul ins(%g, %kt : tensor<2x3x5xbf16>, tensor<2x5x7xbf16>) outs(%e : tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
  return %2, %4 : tensor<2x3x5xf32>, tensor<2x3x7xf32>
}

// What something else reads may be the end of an epilog, and stays. So does
// what is computed before it is rounded.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: linalg.transpose {{.*}} outs(%{{.*}} : tensor<2x7x5xf32>)
// CHECK: return
func.func @others(%x: tensor<2x5x7xf32>, %y: tensor<2x5x7xf32>, %q: tensor<2x3x7xbf16>, %d: tensor<2x3x5xf32>)
    -> (tensor<2x7x5xbf16>, tensor<2x3x5xf32>) {
  %0 = tensor.empty() : tensor<2x7x5xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>) outs(%0 : tensor<2x7x5xf32>) permutation = [0, 2, 1]
  %1 = tensor.empty() : tensor<2x7x5xbf16>
  %k = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<2x7x5xf32>) outs(%1 : tensor<2x7x5xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x7x5xbf16>
  %u = linalg.transpose ins(%y : tensor<2x5x7xf32>) outs(%0 : tensor<2x7x5xf32>) permutation = [0, 2, 1]
  %l = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%u : tensor<2x7x5xf32>) outs(%1 : tensor<2x7x5xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %n = arith.negf %in : f32
    %r = arith.truncf %n : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x7x5xbf16>
  %2 = linalg.batch_matmul ins(%q, %l : tensor<2x3x7xbf16>, tensor<2x7x5xbf16>) outs(%d : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %k, %2 : tensor<2x7x5xbf16>, tensor<2x3x5xf32>
}
