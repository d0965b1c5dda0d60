// RUN: fused-run %s --print | FileCheck %s
// RUN: fused-run %s --verify

// The maximum of nothing is -inf, and -inf - -inf is NaN. LLVM sees both
// constants, and that exp converts NaN to an integer.

// CHECK: nan, nan, nan
func.func @main(%rows: tensor<3x0xf32>) -> tensor<3xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %max = linalg.reduce { arith.maximumf } ins(%rows : tensor<3x0xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%max : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.subf %x, %x : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
