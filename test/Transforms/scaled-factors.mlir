// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-fuse-products)' | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-fuse-products{numerics=strict})' | FileCheck %s --check-prefix=STRICT

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// Queries that are widened and divided by 8: the product is one of bf16.
// CHECK-LABEL: func.func @divided(
// CHECK-SAME: %[[Q:[^:]*]]: tensor<64x64xbf16>, %[[K:[^:]*]]: tensor<64x32xbf16>
// CHECK: fused.matmul epilog(default) alpha(1.250000e-01) ins(%[[Q]], %[[K]] : tensor<64x64xbf16>, tensor<64x32xbf16>) {{.*}} -> tensor<64x32xf32>
// STRICT-LABEL: func.func @divided(
// STRICT: fused.matmul {{.*}} : tensor<64x64xf32>, tensor<64x32xf32>)
func.func @divided(%q: tensor<64x64xbf16>, %k: tensor<64x32xbf16>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %eight = arith.constant dense<8.0> : tensor<f32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #none, #ij], iterator_types = ["parallel", "parallel"]} ins(%q, %eight : tensor<64x64xbf16>, tensor<f32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: bf16, %number: f32, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    %quotient = arith.divf %wide, %number : f32
    linalg.yield %quotient : f32
  } -> tensor<64x64xf32>
  %ek = tensor.empty() : tensor<64x32xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<64x32xbf16>) outs(%ek : tensor<64x32xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    linalg.yield %wide : f32
  } -> tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%ek : tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<64x64xf32>, tensor<64x32xf32>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// Both factors are multiplied.
// CHECK-LABEL: func.func @both(
// CHECK: fused.matmul epilog(default) alpha(-1.000000e+00) ins({{.*}} : tensor<8x16xf16>, tensor<16x4xf16>) {{.*}} -> tensor<8x4xf32>
func.func @both(%a: tensor<8x16xf16>, %b: tensor<16x4xf16>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %two = arith.constant -2.0 : f32
  %ea = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xf16>) outs(%ea : tensor<8x16xf32>) {
  ^bb0(%in: f16, %out: f32):
    %wide = arith.extf %in : f16 to f32
    %product = arith.mulf %half, %wide : f32
    linalg.yield %product : f32
  } -> tensor<8x16xf32>
  %eb = tensor.empty() : tensor<16x4xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x4xf16>) outs(%eb : tensor<16x4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %wide = arith.extf %in : f16 to f32
    %product = arith.mulf %wide, %two : f32
    linalg.yield %product : f32
  } -> tensor<16x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// A product with 3 is rounded, and one of two numbers of f32 stays one.
// CHECK-LABEL: func.func @apart(
// CHECK: fused.matmul {{.*}} : tensor<8x16xf32>, tensor<16x4xf32>)
// CHECK: fused.matmul {{.*}} : tensor<8x16xf32>, tensor<16x4xf32>)
func.func @apart(%a: tensor<8x16xbf16>, %b: tensor<16x4xf32>, %c: tensor<16x4xbf16>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %ea = tensor.empty() : tensor<8x16xf32>
  %0:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xbf16>) outs(%ea, %ea : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%in: bf16, %out: f32, %out_0: f32):
    %wide = arith.extf %in : bf16 to f32
    %product = arith.mulf %wide, %half : f32
    %other = arith.mulf %wide, %three : f32
    linalg.yield %product, %other : f32, f32
  } -> (tensor<8x16xf32>, tensor<8x16xf32>)
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.matmul ins(%0#0, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %ec = tensor.empty() : tensor<16x4xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<16x4xbf16>) outs(%ec : tensor<16x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    linalg.yield %wide : f32
  } -> tensor<16x4xf32>
  %3 = linalg.matmul ins(%0#1, %2 : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1, %3 : tensor<8x4xf32>, tensor<8x4xf32>
}

// The product of both scales, 2^-200, is no number of f32.
// CHECK-LABEL: func.func @tiny(
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<8x16xf32>, tensor<16x4xf32>)
func.func @tiny(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 7.88860905e-31 : f32
  %ea = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xbf16>) outs(%ea : tensor<8x16xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    %product = arith.mulf %wide, %scale : f32
    linalg.yield %product : f32
  } -> tensor<8x16xf32>
  %eb = tensor.empty() : tensor<16x4xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x4xbf16>) outs(%eb : tensor<16x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    %product = arith.mulf %wide, %scale : f32
    linalg.yield %product : f32
  } -> tensor<16x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// What is cut from ones is one.
// CHECK-LABEL: func.func @slice_of_ones(
// CHECK-NOT: linalg
// CHECK: fused.matmul epilog(default)
// CHECK-NEXT: return
func.func @slice_of_ones(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %ei = tensor.empty() : tensor<2x8xi32>
  %ones = linalg.fill ins(%one : i32) outs(%ei : tensor<2x8xi32>) -> tensor<2x8xi32>
  %row = tensor.extract_slice %ones[1, 0] [1, 8] [1, 1] : tensor<2x8xi32> to tensor<8xi32>
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]} ins(%0, %row : tensor<8x4xf32>, tensor<8xi32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%in: f32, %mask: i32, %out: f32):
    %number = arith.sitofp %mask : i32 to f32
    %product = arith.mulf %in, %number : f32
    linalg.yield %product : f32
  } -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
