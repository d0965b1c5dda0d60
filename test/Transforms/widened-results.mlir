// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-fuse-products)' | FileCheck %s
// RUN: fused-opt %s --pass-pipeline='builtin.module(fused-fuse-products{numerics=strict})' | FileCheck %s --check-prefix=STRICT

#ij = affine_map<(i, j) -> (i, j)>

// The gradient of a weight of f32, which bf16 products compute: nobody widens
// it when reading it, as the caller gets it.
// CHECK-LABEL: func.func @returned(
// CHECK-NOT: linalg
// CHECK: %[[D:.*]] = fused.matmul epilog(default) transpose_a {{.*}} -> tensor<48x36xf32>
// CHECK-NEXT: return %[[D]]
// STRICT-LABEL: func.func @returned(
// STRICT: fused.matmul {{.*}} -> tensor<48x36xbf16>
// STRICT: arith.extf
func.func @returned(%x: tensor<40x48xbf16>, %g: tensor<40x36xbf16>) -> tensor<48x36xf32> {
  %e = tensor.empty() : tensor<48x36xbf16>
  %0 = fused.matmul epilog(default) transpose_a ins(%x, %g : tensor<40x48xbf16>, tensor<40x36xbf16>) outs(%e : tensor<48x36xbf16>) -> tensor<48x36xbf16>
  %wide = tensor.empty() : tensor<48x36xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<48x36xbf16>) outs(%wide : tensor<48x36xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %2 = arith.extf %in : bf16 to f32
    linalg.yield %2 : f32
  } -> tensor<48x36xf32>
  return %1 : tensor<48x36xf32>
}

// The sum over a row widens what it reads.
// CHECK-LABEL: func.func @read(
// CHECK: fused.matmul {{.*}} -> tensor<48x36xbf16>
func.func @read(%x: tensor<40x48xbf16>, %g: tensor<40x36xbf16>, %sums: tensor<48xf32>) -> tensor<48xf32> {
  %e = tensor.empty() : tensor<48x36xbf16>
  %0 = fused.matmul epilog(default) transpose_a ins(%x, %g : tensor<40x48xbf16>, tensor<40x36xbf16>) outs(%e : tensor<48x36xbf16>) -> tensor<48x36xbf16>
  %wide = tensor.empty() : tensor<48x36xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<48x36xbf16>) outs(%wide : tensor<48x36xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %2 = arith.extf %in : bf16 to f32
    linalg.yield %2 : f32
  } -> tensor<48x36xf32>
  %3 = linalg.reduce { arith.addf } ins(%1 : tensor<48x36xf32>) outs(%sums : tensor<48xf32>) dimensions = [1]
  return %3 : tensor<48xf32>
}
