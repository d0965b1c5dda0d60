// REQUIRES: ptxas
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90" --mlir-print-ir-after=fused-products-to-gpu -o /dev/null 2>&1 | FileCheck %s
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_80" --mlir-print-ir-after=fused-products-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER

// Two layers of attention, of which the maxima and sums begin with the same
// arrays; these belong to none of both. The sizes are odd, and nothing is
// padded.
// CHECK-LABEL: func.func @layers
// CHECK-COUNT-2: gpu.launch_func {{ *}}@fused_product_kernels::@layers_attention{{.*}} blocks
// CHECK-NOT: gpu.launch_func {{ *}}@fused_product_kernels
// OTHER-NOT: attention

func.func @layers(%q: tensor<6x33x16xbf16>, %k: tensor<6x45x16xbf16>, %v: tensor<6x45x16xbf16>) -> tensor<6x33x16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<6x33x45xbf16>
  %sf = linalg.fill ins(%zero : bf16) outs(%s0 : tensor<6x33x45xbf16>) -> tensor<6x33x45xbf16>
  %o0 = tensor.empty() : tensor<6x33x16xbf16>
  %of = linalg.fill ins(%zero : bf16) outs(%o0 : tensor<6x33x16xbf16>) -> tensor<6x33x16xbf16>
  %s = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%q, %k : tensor<6x33x16xbf16>, tensor<6x45x16xbf16>) outs(%sf : tensor<6x33x45xbf16>) -> tensor<6x33x45xbf16>
  %w = linalg.softmax dimension(2) ins(%s : tensor<6x33x45xbf16>) outs(%s0 : tensor<6x33x45xbf16>) -> tensor<6x33x45xbf16>
  %o = linalg.batch_matmul ins(%w, %v : tensor<6x33x45xbf16>, tensor<6x45x16xbf16>)
      outs(%of : tensor<6x33x16xbf16>) -> tensor<6x33x16xbf16>
  %t = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%o, %k : tensor<6x33x16xbf16>, tensor<6x45x16xbf16>) outs(%sf : tensor<6x33x45xbf16>) -> tensor<6x33x45xbf16>
  %u = linalg.softmax dimension(2) ins(%t : tensor<6x33x45xbf16>) outs(%s0 : tensor<6x33x45xbf16>) -> tensor<6x33x45xbf16>
  %p = linalg.batch_matmul ins(%u, %v : tensor<6x33x45xbf16>, tensor<6x45x16xbf16>)
      outs(%of : tensor<6x33x16xbf16>) -> tensor<6x33x16xbf16>
  return %p : tensor<6x33x16xbf16>
}
