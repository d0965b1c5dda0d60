// RUN: fused-opt %s --fused-legalize='target=cpu chip=x86-64 library=2.6' \
// RUN:   --remarks-filter=fused-legalize 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Every epilog, in every layout and size.

// CHECK-LABEL: @all_legal
func.func @all_legal(%a: tensor<2x4x7xf16>, %b: tensor<19x7xf16>,
                     %a2: tensor<4x7xf64>, %b2: tensor<19x7xf64>,
                     %m: tensor<4x16xi8>)
    -> (tensor<2x4x19xf16>, tensor<2x19xf16>, tensor<4x19xf64>) {
  %e = tensor.empty() : tensor<2x4x19xf16>
  %s = tensor.empty() : tensor<2x19xf16>
  %e2 = tensor.empty() : tensor<4x19xf64>
  // CHECK: fused.matmul epilog(bgradb) transpose_b
  %d:2 = fused.matmul epilog(bgradb) transpose_b
      ins(%a, %b : tensor<2x4x7xf16>, tensor<19x7xf16>)
      outs(%e, %s : tensor<2x4x19xf16>, tensor<2x19xf16>)
      -> tensor<2x4x19xf16>, tensor<2x19xf16>
  // CHECK: fused.matmul epilog(drelu) transpose_b multiply_mask
  %x = fused.matmul epilog(drelu) transpose_b multiply_mask
      ins(%a2, %b2 : tensor<4x7xf64>, tensor<19x7xf64>)
      aux(%m : tensor<4x16xi8>)
      outs(%e2 : tensor<4x19xf64>) -> tensor<4x19xf64>
  return %d#0, %d#1, %x : tensor<2x4x19xf16>, tensor<2x19xf16>, tensor<4x19xf64>
}

// CHECK-LABEL: @unsupported_types
func.func @unsupported_types(%a: tensor<4x7xi8>, %b: tensor<7x19xi8>)
    -> tensor<4x19xi32> {
  %e = tensor.empty() : tensor<4x19xi32>
  // CHECK-NOT: fused.matmul
  // REMARK: [[#@LINE+1]]:8: remark: [Missed] unsupported-types | Category:fused-legalize | Reason="the target has no such product of these element types", epilog=default, kept=none
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x7xi8>, tensor<7x19xi8>)
      outs(%e : tensor<4x19xi32>) -> tensor<4x19xi32>
  return %d : tensor<4x19xi32>
}
// REMARK-NOT: remark
