// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict \
// RUN:   --remarks-filter=fused-epilog 2>&1 >/dev/null | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs 2>&1 >/dev/null \
// RUN:   | FileCheck %s --allow-empty --check-prefix=QUIET

// Nothing is said where nobody asked.
// QUIET-NOT: remark

func.func @strict_rounding(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                           %c: tensor<5x19xbf16>) -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  // CHECK: mlir:[[#@LINE+1]]:8: remark: [Missed] strict-rounding | Category:fused-epilog
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.add ins(%p, %c : tensor<5x19xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}
