// RUN: fused-opt %s --fused-legalize='target=cuda chip=sm_90 library=13.1' \
// RUN:   --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-legalize='target=cuda chip=sm_80' \
// RUN:   --split-input-file | FileCheck %s --check-prefix=OLD
// RUN: fused-opt %s --fused-legalize=target=cuda --split-input-file \
// RUN:   --remarks-filter=fused-legalize 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// What cuBLASLt 13.1 does on an H200. It computes the transpose: its A is our
// B, and is transposed where ours is.

// bgradb is the library's bgrada, which it has only with op(A) = N.

// CHECK-LABEL: @bgradb
func.func @bgradb(%a: tensor<7x4xbf16>, %b: tensor<7x19xbf16>)
    -> (tensor<4x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<4x19xbf16>
  %s = tensor.empty() : tensor<19xbf16>
  // CHECK: fused.matmul epilog(bgradb) transpose_a ins
  %d:2 = fused.matmul epilog(bgradb) transpose_a
      ins(%a, %b : tensor<7x4xbf16>, tensor<7x19xbf16>)
      outs(%e, %s : tensor<4x19xbf16>, tensor<19xbf16>)
      -> tensor<4x19xbf16>, tensor<19xbf16>
  // CHECK: fused.matmul epilog(bgradb) ins
  %at = tensor.empty() : tensor<4x7xbf16>
  %f:2 = fused.matmul epilog(bgradb)
      ins(%at, %b : tensor<4x7xbf16>, tensor<7x19xbf16>)
      outs(%d#0, %d#1 : tensor<4x19xbf16>, tensor<19xbf16>)
      -> tensor<4x19xbf16>, tensor<19xbf16>
  return %f#0, %f#1 : tensor<4x19xbf16>, tensor<19xbf16>
}

// -----

// CHECK-LABEL: @unsupported_layout_bgradb(
// CHECK-SAME: %[[A:.*]]: tensor<4x7xbf16>, %[[B:.*]]: tensor<19x7xbf16>
func.func @unsupported_layout_bgradb(
    %a: tensor<4x7xbf16>, %b: tensor<19x7xbf16>)
    -> (tensor<4x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<4x19xbf16>
  %s = tensor.empty() : tensor<19xbf16>
  // CHECK: %[[D:.*]] = fused.matmul epilog(default) transpose_b
  // CHECK-SAME: -> tensor<4x19xbf16>
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[B]] :
  // CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<19xf32>)
  // CHECK: return %[[D]], %[[ROUNDED]]
  // REMARK: [[#@LINE+1]]:10: remark: [Missed] unsupported-layout | Category:fused-legalize | Reason="the target has it only for operands that are transposed in another way", epilog=bgradb, kept=default
  %d:2 = fused.matmul epilog(bgradb) transpose_b
      ins(%a, %b : tensor<4x7xbf16>, tensor<19x7xbf16>)
      outs(%e, %s : tensor<4x19xbf16>, tensor<19xbf16>)
      -> tensor<4x19xbf16>, tensor<19xbf16>
  return %d#0, %d#1 : tensor<4x19xbf16>, tensor<19xbf16>
}

// -----

// bgrada is the library's bgradb, which it has only with op(B) = T.

// CHECK-LABEL: @bgrada
func.func @bgrada(%a: tensor<7x4xf32>, %b: tensor<19x7xf32>)
    -> (tensor<4x19xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x19xf32>
  %s = tensor.empty() : tensor<4xf32>
  // CHECK: fused.matmul epilog(bgrada) transpose_a transpose_b
  %d:2 = fused.matmul epilog(bgrada) transpose_a transpose_b
      ins(%a, %b : tensor<7x4xf32>, tensor<19x7xf32>)
      outs(%e, %s : tensor<4x19xf32>, tensor<4xf32>)
      -> tensor<4x19xf32>, tensor<4xf32>
  return %d#0, %d#1 : tensor<4x19xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @unsupported_layout_bgrada(
// CHECK-SAME: %[[A:.*]]: tensor<4x7xf32>, %[[B:.*]]: tensor<19x7xf32>
func.func @unsupported_layout_bgrada(
    %a: tensor<4x7xf32>, %b: tensor<19x7xf32>)
    -> (tensor<4x19xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x19xf32>
  %s = tensor.empty() : tensor<4xf32>
  // CHECK: fused.matmul epilog(default) transpose_b
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[A]] :
  // REMARK: remark: [Missed] unsupported-layout {{.*}} epilog=bgrada, kept=default
  %d:2 = fused.matmul epilog(bgrada) transpose_b
      ins(%a, %b : tensor<4x7xf32>, tensor<19x7xf32>)
      outs(%e, %s : tensor<4x19xf32>, tensor<4xf32>)
      -> tensor<4x19xf32>, tensor<4xf32>
  return %d#0, %d#1 : tensor<4x19xf32>, tensor<4xf32>
}

// -----

// e4m3 is there only for TN, which is our transpose_b, in multiples of 16, and
// not on chips before sm_89.

// OLD-LABEL: @f8
// OLD-NOT: fused.matmul
// OLD: linalg.generic
// CHECK-LABEL: @f8
func.func @f8(%a: tensor<32x64xf8E4M3FN>, %b: tensor<48x64xf8E4M3FN>,
              %v: tensor<48xbf16>) -> tensor<32x48xbf16> {
  %e = tensor.empty() : tensor<32x48xbf16>
  // CHECK: fused.matmul epilog(gelu_bias) transpose_b
  %d = fused.matmul epilog(gelu_bias) transpose_b
      ins(%a, %b : tensor<32x64xf8E4M3FN>, tensor<48x64xf8E4M3FN>)
      bias(%v : tensor<48xbf16>)
      outs(%e : tensor<32x48xbf16>) -> tensor<32x48xbf16>
  return %d : tensor<32x48xbf16>
}

// -----

// In another layout its operands are transposed.

// CHECK-LABEL: @unsupported_layout_f8(
// CHECK-SAME: %[[A:.*]]: tensor<32x64xf8E4M3FN>, %[[B:.*]]: tensor<64x48xf8E4M3FN>
func.func @unsupported_layout_f8(
    %a: tensor<32x64xf8E4M3FN>, %b: tensor<64x48xf8E4M3FN>)
    -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[B]] : {{.*}}) {{.*}} permutation = [1, 0]
  // CHECK: fused.matmul epilog(relu) transpose_b ins(%[[A]], %[[T]] :
  // REMARK: remark: [Missed] unsupported-layout {{.*}} epilog=relu, kept=relu
  %d = fused.matmul epilog(relu)
      ins(%a, %b : tensor<32x64xf8E4M3FN>, tensor<64x48xf8E4M3FN>)
      outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %d : tensor<32x48xf32>
}

// -----

// CHECK-LABEL: @unsupported_layout_f8_both(
// CHECK-SAME: %[[A:.*]]: tensor<64x32xf8E4M3FN>, %[[B:.*]]: tensor<64x48xf8E4M3FN>
func.func @unsupported_layout_f8_both(
    %a: tensor<64x32xf8E4M3FN>, %b: tensor<64x48xf8E4M3FN>)
    -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  // CHECK: %[[TA:.*]] = linalg.transpose ins(%[[A]] :
  // CHECK: %[[TB:.*]] = linalg.transpose ins(%[[B]] :
  // CHECK: fused.matmul epilog(default) transpose_b ins(%[[TA]], %[[TB]] :
  // REMARK: remark: [Missed] unsupported-layout {{.*}} epilog=default, kept=default
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %b : tensor<64x32xf8E4M3FN>, tensor<64x48xf8E4M3FN>)
      outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %d : tensor<32x48xf32>
}

// -----

// On memrefs there is no tensor to transpose.

// CHECK-LABEL: @unsupported_layout_memref
func.func @unsupported_layout_memref(
    %a: memref<32x64xf8E4M3FN>, %b: memref<64x48xf8E4M3FN>,
    %d: memref<32x48xf32>) {
  // CHECK-NOT: fused.matmul
  // REMARK: remark: [Missed] unsupported-layout {{.*}} epilog=default, kept=none
  fused.matmul epilog(default)
      ins(%a, %b : memref<32x64xf8E4M3FN>, memref<64x48xf8E4M3FN>)
      outs(%d : memref<32x48xf32>)
  return
}

// -----

// CHECK-LABEL: @unsupported_size
func.func @unsupported_size(
    %a: tensor<32x64xf8E4M3FN>, %b: tensor<40x64xf8E4M3FN>)
    -> tensor<32x40xf32> {
  %e = tensor.empty() : tensor<32x40xf32>
  // CHECK: fused.matmul epilog(relu) transpose_b ins({{.*}} : tensor<32x64xbf16>, tensor<40x64xbf16>)
  // REMARK: remark: [Missed] unsupported-size | Category:fused-legalize | Reason="a size or stride is not, or not known to be, the multiple that the target asks for", epilog=relu, kept=relu
  %d = fused.matmul epilog(relu) transpose_b
      ins(%a, %b : tensor<32x64xf8E4M3FN>, tensor<40x64xf8E4M3FN>)
      outs(%e : tensor<32x40xf32>) -> tensor<32x40xf32>
  return %d : tensor<32x40xf32>
}

// -----

// CHECK-LABEL: @unsupported_size_dynamic
func.func @unsupported_size_dynamic(
    %a: tensor<32x?xf8E4M3FN>, %b: tensor<48x?xf8E4M3FN>)
    -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  // CHECK: fused.matmul epilog(default) transpose_b ins({{.*}} : tensor<32x?xbf16>, tensor<48x?xbf16>)
  // REMARK: remark: [Missed] unsupported-size
  %d = fused.matmul epilog(default) transpose_b
      ins(%a, %b : tensor<32x?xf8E4M3FN>, tensor<48x?xf8E4M3FN>)
      outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %d : tensor<32x48xf32>
}

// -----

// CHECK-LABEL: @unsupported_size_stride
func.func @unsupported_size_stride(
    %a: memref<32x64xf8E4M3FN, strided<[72, 1]>>,
    %b: memref<48x64xf8E4M3FN, strided<[80, 1]>>, %d: memref<32x48xf32>) {
  // CHECK-NOT: fused.matmul
  // REMARK: remark: [Missed] unsupported-size
  fused.matmul epilog(default) transpose_b
      ins(%a, %b : memref<32x64xf8E4M3FN, strided<[72, 1]>>,
          memref<48x64xf8E4M3FN, strided<[80, 1]>>)
      outs(%d : memref<32x48xf32>)
  return
}

// -----

// CHECK-LABEL: @unsupported_types
func.func @unsupported_types(
    %a: tensor<32x64xf8E5M2>, %b: tensor<48x64xf8E4M3FN>)
    -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  // CHECK: fused.matmul epilog(relu) transpose_b ins({{.*}} : tensor<32x64xbf16>, tensor<48x64xbf16>)
  // REMARK: remark: [Missed] unsupported-types | Category:fused-legalize | Reason="the target has no such product of these element types", epilog=relu, kept=relu
  %d = fused.matmul epilog(relu) transpose_b
      ins(%a, %b : tensor<32x64xf8E5M2>, tensor<48x64xf8E4M3FN>)
      outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %d : tensor<32x48xf32>
}

// -----

// CHECK-LABEL: @unsupported_mask
func.func @unsupported_mask(%a: tensor<4x7xbf16>, %b: tensor<7x19xbf16>,
                            %m: tensor<4x16xi8>) -> tensor<4x19xbf16> {
  %e = tensor.empty() : tensor<4x19xbf16>
  // CHECK: %[[X:.*]] = fused.matmul epilog(default) {{.*}} -> tensor<4x19xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<4x19xf32>, tensor<4x16xi8>)
  // REMARK: remark: [Missed] unsupported-mask | Category:fused-legalize | Reason="the target's gradient of ReLU selects by the mask and does not multiply", epilog=drelu, kept=default
  %d = fused.matmul epilog(drelu) multiply_mask
      ins(%a, %b : tensor<4x7xbf16>, tensor<7x19xbf16>)
      aux(%m : tensor<4x16xi8>)
      outs(%e : tensor<4x19xbf16>) -> tensor<4x19xbf16>
  return %d : tensor<4x19xbf16>
}

// -----

// Products of i8 were measured with sizes that are multiples of 4.
// CHECK-LABEL: func.func @i8_of_odd_sizes(
// CHECK-NOT: fused.matmul
// CHECK: return
func.func @i8_of_odd_sizes(%a: tensor<5x37xi8>, %b: tensor<37x19xi8>)
    -> tensor<5x19xi32> {
  %e = tensor.empty() : tensor<5x19xi32>
  // REMARK: remark: [Missed] unsupported-layout | {{.*}}epilog=default, kept=none
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x37xi8>, tensor<37x19xi8>)
      outs(%e : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %d : tensor<5x19xi32>
}

// -----

// Everything of 16 bits and more, in batches and of any size.

// CHECK-LABEL: @wide
func.func @wide(%a: tensor<3x?x7xf16>, %b: tensor<19x7xf16>,
                %v: tensor<19xf32>, %n: index)
    -> (tensor<3x?x19xf32>, tensor<3x?x19xf32>) {
  %e = tensor.empty(%n) : tensor<3x?x19xf32>
  // CHECK: fused.matmul epilog(gelu_aux_bias) transpose_b
  %d:2 = fused.matmul epilog(gelu_aux_bias) transpose_b
      ins(%a, %b : tensor<3x?x7xf16>, tensor<19x7xf16>)
      bias(%v : tensor<19xf32>)
      outs(%e, %e : tensor<3x?x19xf32>, tensor<3x?x19xf32>)
      -> tensor<3x?x19xf32>, tensor<3x?x19xf32>
  return %d#0, %d#1 : tensor<3x?x19xf32>, tensor<3x?x19xf32>
}
// REMARK-NOT: remark
