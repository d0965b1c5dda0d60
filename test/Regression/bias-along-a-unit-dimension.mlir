// RUN: fused-opt %s --fused-fuse-products | FileCheck %s
// RUN: fused-run %s --verify | FileCheck %s --check-prefix=VERIFY

// A number that a dimension of one row indexes is a bias. The compiler asserted
// that no rows index a bias.

// CHECK: fused.matmul epilog(bias)
// VERIFY: verification: PASS

#point = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (i)>
func.func @main(%x: tensor<5x1x3xf32>, %w: tensor<3x8xf32>, %v: tensor<1xf32>) -> tensor<5x1x8xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<5x1x3xf32> into tensor<5x3xf32>
  %e = tensor.empty() : tensor<5x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %p = linalg.matmul ins(%a, %w : tensor<5x3xf32>, tensor<3x8xf32>) outs(%z : tensor<5x8xf32>) -> tensor<5x8xf32>
  %q = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 1, 8] : tensor<5x8xf32> into tensor<5x1x8xf32>
  %f = tensor.empty() : tensor<5x1x8xf32>
  %r = linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%q, %v : tensor<5x1x8xf32>, tensor<1xf32>) outs(%f : tensor<5x1x8xf32>) {
  ^bb0(%n: f32, %b: f32, %o: f32):
    %s = arith.addf %n, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x1x8xf32>
  return %r : tensor<5x1x8xf32>
}
