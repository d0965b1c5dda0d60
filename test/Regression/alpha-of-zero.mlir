// RUN: fused-run %s --entry=bf16 --verify | FileCheck %s
// RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE fused-run %s --entry=bf16 --verify | FileCheck %s
// RUN: fused-run %s --entry=bias_and_sum --verify | FileCheck %s
// RUN: fused-opt %s --fused-decompose | FileCheck %s --check-prefix=ZERO

// With alpha zero the product is zero, also where A or B holds NaN: it is not
// computed.
// CHECK: verification: PASS

// ZERO-LABEL: @bf16
// ZERO-NOT: reduction
// ZERO-LABEL: @bias_and_sum
func.func @bf16(%a: tensor<42x12xbf16>, %b: tensor<132x12xbf16>) -> tensor<42x132xbf16> {
  %e = tensor.empty() : tensor<42x132xbf16>
  %p = fused.matmul epilog(default) transpose_b alpha(0.0) ins(%a, %b : tensor<42x12xbf16>, tensor<132x12xbf16>) outs(%e : tensor<42x132xbf16>) -> tensor<42x132xbf16>
  return %p : tensor<42x132xbf16>
}

func.func @bias_and_sum(%a: tensor<9x12xf32>, %b: tensor<12x33xf32>, %v: tensor<33xf32>) -> (tensor<9x33xf32>, tensor<9x33xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<9x33xf32>
  %s = tensor.empty() : tensor<9xf32>
  // Zero in f32.
  %p = fused.matmul epilog(bias) alpha(1.0e-60) ins(%a, %b : tensor<9x12xf32>, tensor<12x33xf32>) bias(%v : tensor<33xf32>) outs(%e : tensor<9x33xf32>) -> tensor<9x33xf32>
  // The sum of A is not scaled.
  %q:2 = fused.matmul epilog(bgrada) alpha(0.0) ins(%a, %b : tensor<9x12xf32>, tensor<12x33xf32>) outs(%e, %s : tensor<9x33xf32>, tensor<9xf32>) -> tensor<9x33xf32>, tensor<9xf32>
  return %p, %q#0, %q#1 : tensor<9x33xf32>, tensor<9x33xf32>, tensor<9xf32>
}
