// RUN: fused-opt %s --fused-raise-contractions --canonicalize --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-raise-contractions=numerics=strict --canonicalize --split-input-file | FileCheck %s --check-prefix=STRICT

// Operands of 8 bits, as they are, widened or scaled.

// CHECK-LABEL: func.func @direct(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E5M2>) outs({{.*}} : tensor<5x19xf32>)
// CHECK: return %[[D]]
// STRICT-LABEL: func.func @direct(
// STRICT: arith.extf {{.*}} : f8E4M3FN to bf16
// STRICT: arith.extf {{.*}} : f8E5M2 to bf16
// STRICT: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xbf16>, tensor<7x19xbf16>) outs({{.*}} : tensor<5x19xf32>)
func.func @direct(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E5M2>) -> tensor<5x19xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x19xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E5M2>)
      outs(%f : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// No library has products of two e5m2.
// CHECK-LABEL: func.func @both_e5m2(
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xbf16>, tensor<7x19xbf16>)
func.func @both_e5m2(%a: tensor<5x7xf8E5M2>, %b: tensor<7x19xf8E5M2>,
                     %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf8E5M2>, tensor<7x19xf8E5M2>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @by_f32(
// CHECK: arith.extf {{.*}} : f8E4M3FN to f32
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xf32>, tensor<7x19xf32>)
func.func @by_f32(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf32>,
                  %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @integers(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xi8>, tensor<7x19xi8>) outs({{.*}} : tensor<5x19xi32>)
// STRICT-LABEL: func.func @integers(
// STRICT: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xi8>, tensor<7x19xi8>)
func.func @integers(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>) -> tensor<5x19xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x19xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5x19xi32>) -> tensor<5x19xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%f : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
}

// -----

#mk = affine_map<(m, k) -> (m, k)>
#m = affine_map<(m, k) -> (m)>
#none = affine_map<(m, k) -> ()>

// A scale of all of A, rounded to bf16 with each element, and one for each
// column of B. The scales are multiplied first: the sum may be too large for one
// of them.
// CHECK: #[[MN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[NONE:.*]] = affine_map<(d0, d1) -> ()>
// CHECK: #[[N:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @scaled(
// CHECK: %[[D:.*]] = fused.matmul epilog(default) transpose_b ins(%arg0, %arg1 : tensor<5x7xf8E4M3FN>, tensor<19x7xf8E4M3FN>) outs({{.*}} : tensor<5x19xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[MN]], #[[NONE]], #[[N]], #[[MN]]]{{.*}} ins(%[[D]], %arg2, %arg3 :
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[S:.*]]: f32, %[[T:.*]]: bf16,
// CHECK: %[[WIDE:.*]] = arith.extf %[[T]] : bf16 to f32
// CHECK: %[[SCALE:.*]] = arith.mulf %[[S]], %[[WIDE]] : f32
// CHECK: arith.mulf %[[SUM]], %[[SCALE]] : f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
// STRICT-LABEL: func.func @scaled(
// STRICT: fused.matmul epilog(default) transpose_b ins({{.*}} : tensor<5x7xbf16>, tensor<19x7xbf16>) outs({{.*}} : tensor<5x19xbf16>)
func.func @scaled(%a: tensor<5x7xf8E4M3FN>, %b: tensor<19x7xf8E4M3FN>,
                  %s: tensor<f32>, %t: tensor<19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x7xbf16>
  %0 = linalg.generic {indexing_maps = [#mk, #none, #mk],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %s : tensor<5x7xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<5x7xbf16>) {
  ^bb0(%x: f8E4M3FN, %k: f32, %out: bf16):
    %w = arith.extf %x : f8E4M3FN to f32
    %1 = arith.mulf %w, %k : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<5x7xbf16>
  %f = tensor.empty() : tensor<19x7xbf16>
  %3 = linalg.generic {indexing_maps = [#m, #mk, #mk],
      iterator_types = ["parallel", "parallel"]}
      ins(%t, %b : tensor<19xbf16>, tensor<19x7xf8E4M3FN>)
      outs(%f : tensor<19x7xbf16>) {
  ^bb0(%k: bf16, %x: f8E4M3FN, %out: bf16):
    %w = arith.extf %x : f8E4M3FN to bf16
    %1 = arith.mulf %k, %w : bf16
    linalg.yield %1 : bf16
  } -> tensor<19x7xbf16>
  %z = arith.constant 0.0 : bf16
  %g = tensor.empty() : tensor<5x19xbf16>
  %h = linalg.fill ins(%z : bf16) outs(%g : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %3 : tensor<5x7xbf16>, tensor<19x7xbf16>)
      outs(%h : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    %1 = arith.mulf %x, %y : bf16
    %2 = arith.addf %1, %out : bf16
    linalg.yield %2 : bf16
  } -> tensor<5x19xbf16>
  return %4 : tensor<5x19xbf16>
}

// -----

#mk = affine_map<(m, k) -> (m, k)>
#k = affine_map<(m, k) -> (k)>

// Not one for each term, nor where the result is added to something, nor of 16
// bits.
// CHECK-LABEL: func.func @no_scales(
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-COUNT-3: fused.matmul epilog(default) ins({{.*}} : tensor<5x7xf32>, tensor<7x19xf32>)
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @no_scales(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf32>,
                     %s: tensor<7xf32>, %t: tensor<f32>, %c: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>) {
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.generic {indexing_maps = [#mk, #k, #mk],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %s : tensor<5x7xf8E4M3FN>, tensor<7xf32>)
      outs(%e : tensor<5x7xf32>) {
  ^bb0(%x: f8E4M3FN, %k: f32, %out: f32):
    %w = arith.extf %x : f8E4M3FN to f32
    %1 = arith.mulf %w, %k : f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %5 = linalg.generic {indexing_maps = [#mk, affine_map<(m, k) -> ()>, #mk],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %t : tensor<5x7xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<5x7xf32>) {
  ^bb0(%x: f8E4M3FN, %k: f32, %out: f32):
    %w = arith.extf %x : f8E4M3FN to f32
    %1 = arith.mulf %w, %k : f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32>
  %z = arith.constant 0.0 : f32
  %g = tensor.empty() : tensor<5x19xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<5x19xf32>) -> tensor<5x19xf32>
  %4 = linalg.matmul ins(%0, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%h : tensor<5x19xf32>) -> tensor<5x19xf32>
  %6 = linalg.matmul ins(%5, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%h : tensor<5x19xf32>) -> tensor<5x19xf32>
  %7 = linalg.matmul ins(%5, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %4, %6, %7 : tensor<5x19xf32>, tensor<5x19xf32>, tensor<5x19xf32>
}
