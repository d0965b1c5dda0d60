// RUN: fused-opt %s --fused-to-llvm --mlir-print-ir-after=fused-copy-to-linalg -o /dev/null 2>&1 | FileCheck %s

// A training step: the inputs are read where they are, each product writes into
// a buffer of its own, transposed operands are flags, and everything but the
// results is released.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: memref<64x128xf32>, %[[W:.*]]: memref<128x32xf32>, %[[B:.*]]: memref<32xf32>, %[[G:.*]]: memref<64x32xf32>)
// CHECK-NOT: linalg.generic
// CHECK-NOT: memref.copy
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<64x32xf32>
// CHECK: fused.matmul epilog(relu_bias) ins(%[[X]], %[[W]] {{.*}}) bias(%[[B]] {{.*}}) outs(%[[Y]]
// CHECK-NOT: linalg.generic
// CHECK: %[[DX:.*]] = memref.alloc() {{.*}} : memref<64x128xf32>
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[G]], %[[W]] {{.*}}) outs(%[[DX]]
// CHECK-NOT: linalg.generic
// CHECK-NOT: memref.dealloc
// CHECK: return %[[Y]], %[[DX]]
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x32xf32>, %b: tensor<32xf32>, %g: tensor<64x32xf32>)
    -> (tensor<64x32xf32>, tensor<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x32xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<64x128xf32>, tensor<128x32xf32>) outs(%1 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%2, %b : tensor<64x32xf32>, tensor<32xf32>) outs(%0 : tensor<64x32xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %4 = arith.addf %in, %bias : f32
    %5 = arith.maximumf %4, %zero : f32
    linalg.yield %5 : f32
  } -> tensor<64x32xf32>
  %6 = tensor.empty() : tensor<32x128xf32>
  %7 = linalg.transpose ins(%w : tensor<128x32xf32>) outs(%6 : tensor<32x128xf32>) permutation = [1, 0]
  %8 = tensor.empty() : tensor<64x128xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %10 = linalg.matmul ins(%g, %7 : tensor<64x32xf32>, tensor<32x128xf32>) outs(%9 : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %3, %10 : tensor<64x32xf32>, tensor<64x128xf32>
}
