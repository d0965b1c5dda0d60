// RUN: fused-run %s --verify | FileCheck %s
// RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 fused-run %s --verify | FileCheck %s
// RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE fused-run %s --verify | FileCheck %s

// Instructions for bf16 multiply pairs of numbers: with an odd K, the last of a
// row with what stands behind it, times zero. An infinity in the next row made
// a NaN of that.
// CHECK: verification: PASS

func.func @main(%a: tensor<7x43xbf16>, %b: tensor<43x12xbf16>) -> tensor<7x12xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<7x12xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<7x12xbf16>) -> tensor<7x12xbf16>
  %p = linalg.matmul ins(%a, %b : tensor<7x43xbf16>, tensor<43x12xbf16>) outs(%f : tensor<7x12xbf16>) -> tensor<7x12xbf16>
  return %p : tensor<7x12xbf16>
}
