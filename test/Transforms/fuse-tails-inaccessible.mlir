// RUN: fused-opt %s --fused-fuse-tails | FileCheck %s
// RUN: fused-opt %s --fused-fuse-tails=tiling=64x64 | FileCheck %s

// A kernel can index vectors by rows and columns, but not by the next column.

#point = affine_map<(i, j) -> (i, j)>
#next = affine_map<(i, j) -> (j + 1)>

// The reader of the product is no part of its kernel.
// CHECK-LABEL: func.func @reader(
// CHECK-NOT: with(
func.func @reader(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<65xbf16>, %d0: tensor<64x64xbf16>)
    -> tensor<64x64xbf16> {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#point, #next, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %v : tensor<64x64xbf16>, tensor<65xbf16>) outs(%d0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %y: bf16, %o: bf16):
    %0 = arith.mulf %in, %y : bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// The kernel reads what is cheap to compute, because it cannot compute it.
// CHECK-LABEL: func.func @cheap(
// CHECK: %[[WIDE:.*]] = linalg.generic
// CHECK: fused.product {{.*}}with(%[[WIDE]] : tensor<64x64xf32>)
func.func @cheap(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %v: tensor<65xbf16>, %w0: tensor<64x64xf32>,
                 %d0: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = linalg.generic {indexing_maps = [#next, #point], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<65xbf16>) outs(%w0 : tensor<64x64xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%d0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%d0 : tensor<64x64xf32>) {
  ^bb0(%in: f32, %y: f32, %o: f32):
    %t = math.tanh %in : f32
    %0 = arith.mulf %t, %y : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
