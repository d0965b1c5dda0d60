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

// Sums of 1024 products of i8 are exact in f32.
// CHECK-LABEL: @integers(
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x2100xi8>)
// CHECK: arith.sitofp {{.*}} : i8 to bf16
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<19x2100xi8>)
// CHECK: %[[A0:.*]] = tensor.extract_slice %[[A]][0, 0] [4, 1024] [1, 1]
// CHECK: %[[B0:.*]] = tensor.extract_slice %[[B]][0, 0] [19, 1024] [1, 1]
// CHECK: %[[P0:.*]] = fused.matmul epilog(default) transpose_b ins(%[[A0]], %[[B0]] :
// CHECK: arith.fptosi
// CHECK: tensor.extract_slice %[[A]][0, 1024] [4, 1024] [1, 1]
// CHECK: fused.matmul
// CHECK: arith.addi
// CHECK: tensor.extract_slice %[[A]][0, 2048] [4, 52] [1, 1]
// CHECK: fused.matmul
// CHECK: %[[D:.*]] = linalg.generic
// CHECK: arith.addi
// CHECK: return %[[D]]
func.func @integers(%a: tensor<4x2100xi8>, %b: tensor<19x2100xi8>)
    -> tensor<4x19xi32> {
  %e = tensor.empty() : tensor<4x19xi32>
  // REMARK: [[#@LINE+1]]:8: remark: [Missed] unsupported-types | Category:fused-legalize | Reason="the target has no such product of these element types", epilog=default, kept=default
  %d = fused.matmul epilog(default) transpose_b
      ins(%a, %b : tensor<4x2100xi8>, tensor<19x2100xi8>)
      outs(%e : tensor<4x19xi32>) -> tensor<4x19xi32>
  return %d : tensor<4x19xi32>
}

// Of an unknown number of terms, they may not be.
// CHECK-LABEL: @long_sums(
// CHECK-NOT: fused.matmul
func.func @long_sums(%a: tensor<4x?xi8>, %b: tensor<?x19xi8>)
    -> tensor<4x19xi32> {
  %e = tensor.empty() : tensor<4x19xi32>
  // REMARK: remark: [Missed] unsupported-types {{.*}} kept=none
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x?xi8>, tensor<?x19xi8>)
      outs(%e : tensor<4x19xi32>) -> tensor<4x19xi32>
  return %d : tensor<4x19xi32>
}

// Floats of 8 bits are numbers of bf16, and of f16; a bias of bf16 is one of
// f32.
// CHECK-LABEL: @floats(
// CHECK: arith.extf {{.*}} : f8E4M3FN to bf16
// CHECK: arith.extf {{.*}} : f8E5M2 to bf16
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) ins({{.*}} : tensor<4x7xbf16>, tensor<7x19xbf16>) bias({{.*}} : tensor<19xf32>) a_scale(%arg3 : tensor<f32>)
// CHECK: %[[E:.*]] = fused.matmul epilog(default) ins({{.*}} : tensor<4x7xf16>, tensor<7x19xf16>) outs({{.*}} : tensor<4x19xf16>)
// CHECK: return %[[D]], %[[E]]
func.func @floats(%a: tensor<4x7xf8E4M3FN>, %b: tensor<7x19xf8E5M2>,
                  %v: tensor<19xbf16>, %s: tensor<f32>)
    -> (tensor<4x19xf32>, tensor<4x19xf16>) {
  %e = tensor.empty() : tensor<4x19xf32>
  %f = tensor.empty() : tensor<4x19xf16>
  // REMARK: remark: [Missed] unsupported-types {{.*}} kept=relu_bias
  %d = fused.matmul epilog(relu_bias)
      ins(%a, %b : tensor<4x7xf8E4M3FN>, tensor<7x19xf8E5M2>)
      bias(%v : tensor<19xbf16>) a_scale(%s : tensor<f32>)
      outs(%e : tensor<4x19xf32>) -> tensor<4x19xf32>
  // REMARK: remark: [Missed] unsupported-types {{.*}} kept=default
  %h = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x7xf8E4M3FN>, tensor<7x19xf8E5M2>)
      outs(%f : tensor<4x19xf16>) -> tensor<4x19xf16>
  return %d, %h : tensor<4x19xf32>, tensor<4x19xf16>
}

// A D of 8 bits is scaled and narrowed after a product into f32.
// CHECK-LABEL: @narrow_result(
// CHECK: %[[P:.*]] = fused.matmul epilog(default) ins({{.*}} : tensor<4x7xbf16>, tensor<7x19xbf16>) a_scale(%arg2 : tensor<f32>) outs({{.*}} : tensor<4x19xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[P]], %arg3 : tensor<4x19xf32>, tensor<f32>)
// CHECK: arith.truncf {{.*}} : f32 to f8E4M3FN
func.func @narrow_result(%a: tensor<4x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
                         %s: tensor<f32>, %t: tensor<f32>)
    -> (tensor<4x19xf8E4M3FN>, tensor<f32>) {
  %e = tensor.empty() : tensor<4x19xf8E4M3FN>
  %m = tensor.empty() : tensor<f32>
  // REMARK: remark: [Missed] unsupported-types {{.*}} kept=default
  %d, %x = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      a_scale(%s : tensor<f32>) d_scale(%t : tensor<f32>)
      outs(%e : tensor<4x19xf8E4M3FN>) amax(%m : tensor<f32>)
      -> tensor<4x19xf8E4M3FN>, tensor<f32>
  return %d, %x : tensor<4x19xf8E4M3FN>, tensor<f32>
}
// REMARK-NOT: remark
