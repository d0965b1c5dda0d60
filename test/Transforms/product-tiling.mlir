// RUN: fused-opt %s "--fused-fuse-tails=tiling=\"64x128 turns\"" | FileCheck %s --check-prefix=TAILS
// RUN: fused-opt %s "--fused-legalize=target=cuda product-kernels tiling=\"64x128 turns\"" | FileCheck %s --check-prefix=LEGAL
// RUN: not fused-opt %s "--fused-fuse-tails=tiling=\"64x128 twice\"" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fused-opt %s "--fused-legalize=target=cuda tiling=64x512" 2>&1 | FileCheck %s --check-prefix=TOO-LARGE

// Every product that can be a kernel becomes one with the tiling.

// UNKNOWN: error: fused-fuse-tails: no kernel has the tiling "64x128 twice"; there are: "128x128 turns cluster 2", "128x128 turns",
// TOO-LARGE: error: fused-legalize: no kernel has the tiling "64x512"

#point = affine_map<(i, j) -> (i, j)>

// Nothing follows the epilog: the rule leaves it to the library.

// TAILS-LABEL: func.func @relu(
// TAILS: fused.product tiling "64x128 turns" ins(
// LEGAL-LABEL: func.func @relu(
// LEGAL: fused.matmul epilog(relu)
func.func @relu(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = fused.matmul epilog(relu) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// GELU, with and without something that follows.

// LEGAL-LABEL: func.func @gelu(
// LEGAL: fused.product tiling "64x128 turns" ins(
func.func @gelu(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = fused.matmul epilog(gelu) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// LEGAL-LABEL: func.func @gelu_and_tail(
// LEGAL: fused.matmul epilog(gelu)
// TAILS-LABEL: func.func @gelu_and_tail(
// TAILS-NOT: fused.matmul
// TAILS: fused.product tiling "64x128 turns" ins(
// TAILS-NOT: linalg.generic
func.func @gelu_and_tail(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = fused.matmul epilog(gelu) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %2 = linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%1, %x : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%0 : tensor<64x64xbf16>) {
  ^bb0(%in: bf16, %other: bf16, %out: bf16):
    %3 = arith.addf %in, %other : bf16
    linalg.yield %3 : bf16
  } -> tensor<64x64xbf16>
  return %2 : tensor<64x64xbf16>
}

// A result of f32 is the accumulator.

// TAILS-LABEL: func.func @wide(
// TAILS: fused.product tiling "64x128 turns" ins(
func.func @wide(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = fused.matmul epilog(default) ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
