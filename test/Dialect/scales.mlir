// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s
// RUN: fused-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CANON
// RUN: fused-opt %s --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func.func @all(
// CHECK: %[[D:.*]], %[[AMAX:.*]] = fused.matmul epilog(relu_bias) transpose_b ins(%arg0, %arg1 : tensor<32x16xf8E4M3FN>, tensor<48x16xf8E5M2>) bias(%arg2 : tensor<48xbf16>) a_scale(%arg3 : tensor<f32>) b_scale(%arg4 : tensor<f32>) d_scale(%arg5 : tensor<f32>) outs(%arg6 : tensor<32x48xf8E4M3FN>) amax(%arg7 : tensor<f32>) -> tensor<32x48xf8E4M3FN>, tensor<f32>
// CHECK: return %[[D]], %[[AMAX]]
// BUFFER-LABEL: func.func @all(
// BUFFER: fused.matmul epilog(relu_bias) {{.*}} a_scale(%{{[^ ]*}} : memref<f32{{[^)]*}}>) b_scale({{.*}}) d_scale({{.*}}) outs({{.*}}) amax(%[[M:.*]] : memref<f32{{.*}}>)
// BUFFER: return %{{.*}}, %[[M]] :
func.func @all(%a: tensor<32x16xf8E4M3FN>, %b: tensor<48x16xf8E5M2>,
               %v: tensor<48xbf16>, %sa: tensor<f32>, %sb: tensor<f32>,
               %sd: tensor<f32>, %d0: tensor<32x48xf8E4M3FN>, %m0: tensor<f32>)
    -> (tensor<32x48xf8E4M3FN>, tensor<f32>) {
  %d, %m = fused.matmul epilog(relu_bias) transpose_b
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<48x16xf8E5M2>)
      bias(%v : tensor<48xbf16>)
      a_scale(%sa : tensor<f32>) b_scale(%sb : tensor<f32>)
      d_scale(%sd : tensor<f32>)
      outs(%d0 : tensor<32x48xf8E4M3FN>) amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>, tensor<f32>
  return %d, %m : tensor<32x48xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: func.func @on_memrefs(
// CHECK: fused.matmul epilog(default) ins({{.*}}) b_scale(%arg2 : memref<f32>) outs(%arg3 : memref<32x48xf16>)
// CHECK: fused.matmul epilog(gelu_aux_bias) {{.*}} outs(%arg5, %arg6 : memref<32x48xf8E4M3FN>, memref<32x48xbf16>) amax(%arg7 : memref<f32>)
func.func @on_memrefs(%a: memref<32x16xf8E4M3FN>, %b: memref<16x48xf8E4M3FN>,
                      %sb: memref<f32>, %d: memref<32x48xf16>,
                      %v: memref<48xbf16>, %e: memref<32x48xf8E4M3FN>,
                      %x: memref<32x48xbf16>, %m: memref<f32>) {
  fused.matmul epilog(default)
      ins(%a, %b : memref<32x16xf8E4M3FN>, memref<16x48xf8E4M3FN>)
      b_scale(%sb : memref<f32>)
      outs(%d : memref<32x48xf16>)
  fused.matmul epilog(gelu_aux_bias)
      ins(%a, %b : memref<32x16xf8E4M3FN>, memref<16x48xf8E4M3FN>)
      bias(%v : memref<48xbf16>)
      outs(%e, %x : memref<32x48xf8E4M3FN>, memref<32x48xbf16>)
      amax(%m : memref<f32>)
  return
}

// Neither result beside D is used; then one of them is.
// CANON-LABEL: func.func @drop_results(
// CANON: fused.matmul epilog(gelu_bias) ins({{.*}}) bias({{.*}}) d_scale(%arg3 : tensor<f32>) outs(%arg4 : tensor<32x48xf8E4M3FN>) -> tensor<32x48xf8E4M3FN>
// CANON: %[[D:.*]], %[[AMAX:.*]] = fused.matmul epilog(gelu_bias) {{.*}} amax(%arg6 : tensor<f32>) -> tensor<32x48xf8E4M3FN>, tensor<f32>
// CANON: %[[E:.*]], %[[X:.*]] = fused.matmul epilog(gelu_aux_bias) {{.*}} outs(%arg4, %arg5 : tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>) -> tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>
// CANON: return %{{.*}}, %[[AMAX]], %[[X]]
func.func @drop_results(%a: tensor<32x16xf8E4M3FN>, %b: tensor<16x48xf8E4M3FN>,
                        %v: tensor<48xbf16>, %sd: tensor<f32>,
                        %d0: tensor<32x48xf8E4M3FN>, %x0: tensor<32x48xbf16>,
                        %m0: tensor<f32>)
    -> (tensor<32x48xf8E4M3FN>, tensor<f32>, tensor<32x48xbf16>) {
  %0:3 = fused.matmul epilog(gelu_aux_bias)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      bias(%v : tensor<48xbf16>) d_scale(%sd : tensor<f32>)
      outs(%d0, %x0 : tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>)
      amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>, tensor<f32>
  %1:3 = fused.matmul epilog(gelu_aux_bias)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      bias(%v : tensor<48xbf16>)
      outs(%d0, %x0 : tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>)
      amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>, tensor<f32>
  %2:3 = fused.matmul epilog(gelu_aux_bias) alpha(2.0)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      bias(%v : tensor<48xbf16>)
      outs(%d0, %x0 : tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>)
      amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>, tensor<32x48xbf16>, tensor<f32>
  return %0#0, %1#2, %2#1
      : tensor<32x48xf8E4M3FN>, tensor<f32>, tensor<32x48xbf16>
}
