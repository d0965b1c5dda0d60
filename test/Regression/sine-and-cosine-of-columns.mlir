// RUN: fused-run %s --verify=quick | FileCheck %s

// LLVM crashed when it vectorised its function of sine and cosine.

// CHECK: verification: PASS

func.func @main(%x: tensor<64x3xf32>) -> tensor<1xf32> {
  %column = tensor.extract_slice %x[1, 0] [57, 1] [1, 2] : tensor<64x3xf32> to tensor<57x1xf32>
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%half : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%column : tensor<57x1xf32>) outs(%f : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %sine, %cosine = math.sincos %a : f32
    %1 = math.absf %cosine : f32
    %small = arith.constant 0.0078125 : f32
    %2 = arith.mulf %1, %small : f32
    %one = arith.constant 1.0 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.mulf %3, %o : f32
    linalg.yield %4 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
