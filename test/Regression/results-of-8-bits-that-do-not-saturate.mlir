// RUN: fused-opt %s --fused-fuse-products --fused-report=output=- | FileCheck %s
// RUN: fused-run %s --verify | FileCheck %s --check-prefix=VERIFY

// Rounding to f8E4M3FN makes NaN of numbers beyond 448, where a product
// saturates.

// CHECK: alpha 256 {{.*}}[no-epilog]
// CHECK: fused.matmul epilog(default) alpha(2.560000e+02) {{.*}} -> tensor<48x32xf32>
// CHECK: arith.truncf
// VERIFY: verification: PASS

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<48x64xf8E4M3FN>, %w: tensor<64x32xf8E4M3FN>) -> tensor<48x32xf8E4M3FN> {
  %z = arith.constant 0.0 : f32
  %k = arith.constant 256.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<48x32xf32>) -> tensor<48x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<48x64xf8E4M3FN>, tensor<64x32xf8E4M3FN>)
      outs(%f : tensor<48x32xf32>) -> tensor<48x32xf32>
  %q = tensor.empty() : tensor<48x32xf8E4M3FN>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<48x32xf32>) outs(%q : tensor<48x32xf8E4M3FN>) {
  ^bb0(%a: f32, %o: f8E4M3FN):
    %s = arith.mulf %a, %k : f32
    %t = arith.truncf %s : f32 to f8E4M3FN
    linalg.yield %t : f8E4M3FN
  } -> tensor<48x32xf8E4M3FN>
  return %y : tensor<48x32xf8E4M3FN>
}
