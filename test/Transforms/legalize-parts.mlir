// RUN: fused-opt %s --fused-legalize=table=%S/Inputs/support.json \
// RUN:   --split-input-file | FileCheck %s
// RUN: fused-opt %s --fused-legalize=table=%S/Inputs/support.json \
// RUN:   --split-input-file --remarks-filter=fused-legalize 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// What is left of a product on a target that lacks many epilogs.

// In 16 bits, the accumulator stays in f32, and a narrower C is added after it.

// CHECK-LABEL: @unsupported_epilog_16_bits(
// CHECK-SAME: tensor<8x16xbf16>, %[[C:.*]]: tensor<4x16xbf16>, %[[V:.*]]: tensor<16xbf16>
func.func @unsupported_epilog_16_bits(
    %a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %c: tensor<4x16xbf16>,
    %v: tensor<16xbf16>) -> (tensor<4x16xbf16>, tensor<4x16xi8>) {
  %e = tensor.empty() : tensor<4x16xbf16>
  %s = tensor.empty() : tensor<4x16xi8>
  // CHECK: %[[X:.*]] = fused.matmul epilog(default) alpha(5.000000e-01)
  // CHECK-NOT: c(
  // CHECK-SAME: -> tensor<4x16xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[C]], %[[V]] :
  // CHECK: %[[C_WIDE:.*]] = arith.extf
  // CHECK: %[[BETA_C:.*]] = arith.mulf %{{.*}}, %[[C_WIDE]]
  // CHECK: arith.addf %{{.*}}, %[[BETA_C]]
  // CHECK: arith.maximumf
  // REMARK: remark: [Missed] unsupported-epilog | Category:fused-legalize | Reason="the target has no such epilog for these element types", epilog=relu_aux_bias, kept=default
  %d:2 = fused.matmul epilog(relu_aux_bias) alpha(0.5) beta(3.0)
      ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
      c(%c : tensor<4x16xbf16>) bias(%v : tensor<16xbf16>)
      outs(%e, %s : tensor<4x16xbf16>, tensor<4x16xi8>)
      -> tensor<4x16xbf16>, tensor<4x16xi8>
  return %d#0, %d#1 : tensor<4x16xbf16>, tensor<4x16xi8>
}

// -----

// In f32, alpha and C stay in the product.

// CHECK-LABEL: @unsupported_epilog_f32
func.func @unsupported_epilog_f32(
    %a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %c: tensor<4x16xf32>)
    -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x16xf32>
  // CHECK: %[[X:.*]] = fused.matmul epilog(default) transpose_b alpha(5.000000e-01) beta(3.000000e+00) ins({{.*}}) c({{.*}}) outs({{.*}}) -> tensor<4x16xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<4x16xf32>)
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.constant 5.0
  // CHECK-NEXT: arith.mulf
  // REMARK: remark: [Missed] unsupported-epilog {{.*}} epilog=gelu, kept=default
  %d = fused.matmul epilog(gelu) transpose_b alpha(0.5) beta(3.0)
      ins(%a, %b : tensor<4x8xf32>, tensor<16x8xf32>)
      c(%c : tensor<4x16xf32>)
      outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %d : tensor<4x16xf32>
}

// -----

// Only the bias gradient is lacking. D is stored as it is summed.

// CHECK-LABEL: @unsupported_bias_gradient_f32
func.func @unsupported_bias_gradient_f32(
    %a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %c: tensor<4x16xf32>,
    %m: tensor<4x16xi8>) -> (tensor<4x16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<4x16xf32>
  %s = tensor.empty() : tensor<16xf32>
  // CHECK: %[[D:.*]] = fused.matmul epilog(drelu) transpose_b alpha(5.000000e-01) beta(3.000000e+00) ins({{.*}}) c({{.*}}) aux({{.*}}) outs
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[D]] :
  // CHECK: return %[[D]], %[[SUM]]
  // REMARK: remark: [Missed] unsupported-epilog {{.*}} epilog=drelu_bgrad, kept=drelu
  %d:2 = fused.matmul epilog(drelu_bgrad) transpose_b alpha(0.5) beta(3.0)
      ins(%a, %b : tensor<4x8xf32>, tensor<16x8xf32>)
      c(%c : tensor<4x16xf32>) aux(%m : tensor<4x16xi8>)
      outs(%e, %s : tensor<4x16xf32>, tensor<16xf32>)
      -> tensor<4x16xf32>, tensor<16xf32>
  return %d#0, %d#1 : tensor<4x16xf32>, tensor<16xf32>
}

// -----

// In 16 bits the sum is of D before it is rounded, which dgelu does not give.

// CHECK-LABEL: @unsupported_bias_gradient_16_bits
func.func @unsupported_bias_gradient_16_bits(
    %a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %x: tensor<4x16xbf16>)
    -> (tensor<4x16xbf16>, tensor<16xbf16>) {
  %e = tensor.empty() : tensor<4x16xbf16>
  %s = tensor.empty() : tensor<16xbf16>
  // CHECK: fused.matmul epilog(default) {{.*}} -> tensor<4x16xf32>
  // CHECK: %[[D:.*]]:2 = linalg.generic
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[D]]#1 : tensor<4x16xf32>)
  // REMARK: remark: [Missed] unsupported-epilog {{.*}} epilog=dgelu_bgrad, kept=default
  %d:2 = fused.matmul epilog(dgelu_bgrad)
      ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
      aux(%x : tensor<4x16xbf16>)
      outs(%e, %s : tensor<4x16xbf16>, tensor<16xbf16>)
      -> tensor<4x16xbf16>, tensor<16xbf16>
  return %d#0, %d#1 : tensor<4x16xbf16>, tensor<16xbf16>
}

// -----

// There is this product, but with a bias of another type.

// CHECK-LABEL: @unsupported_types_bias
func.func @unsupported_types_bias(
    %a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %v: tensor<16xbf16>)
    -> tensor<4x16xbf16> {
  %e = tensor.empty() : tensor<4x16xbf16>
  // CHECK: fused.matmul epilog(default) {{.*}} -> tensor<4x16xf32>
  // REMARK: remark: [Missed] unsupported-types {{.*}} epilog=bias, kept=default
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
      bias(%v : tensor<16xbf16>)
      outs(%e : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %d : tensor<4x16xbf16>
}

// -----

// The accumulator in f32 is there, but not in odd sizes.

// CHECK-LABEL: @unsupported_epilog_and_accumulator
func.func @unsupported_epilog_and_accumulator(
    %a: tensor<4x7xbf16>, %b: tensor<7x16xbf16>) -> tensor<4x16xbf16> {
  %e = tensor.empty() : tensor<4x16xbf16>
  // CHECK-NOT: fused.matmul
  // REMARK: remark: [Missed] unsupported-epilog {{.*}} epilog=gelu, kept=none
  %d = fused.matmul epilog(gelu)
      ins(%a, %b : tensor<4x7xbf16>, tensor<7x16xbf16>)
      outs(%e : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %d : tensor<4x16xbf16>
}

// -----

// On memrefs, too.

// CHECK-LABEL: @unsupported_epilog_memref
func.func @unsupported_epilog_memref(
    %a: memref<4x8xf32>, %b: memref<8x16xf32>, %v: memref<16xf32>,
    %d: memref<4x16xf32>) {
  // CHECK: fused.matmul epilog(default) {{.*}} -> tensor<4x16xf32>
  // CHECK: bufferization.materialize_in_destination
  // REMARK: remark: [Missed] unsupported-epilog {{.*}} epilog=relu_bias, kept=default
  fused.matmul epilog(relu_bias)
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
      bias(%v : memref<16xf32>) outs(%d : memref<4x16xf32>)
  return
}

// -----

// A row-major table names operands as we do.

// CHECK-LABEL: @unsupported_layout_row_major
func.func @unsupported_layout_row_major(
    %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %bt: tensor<16x8xf32>,
    %m: tensor<4x16xi8>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %e = tensor.empty() : tensor<4x16xf32>
  // CHECK: fused.matmul epilog(drelu) transpose_b
  %0 = fused.matmul epilog(drelu) transpose_b
      ins(%a, %bt : tensor<4x8xf32>, tensor<16x8xf32>)
      aux(%m : tensor<4x16xi8>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: fused.matmul epilog(default) ins
  // REMARK: remark: [Missed] unsupported-layout {{.*}} epilog=drelu, kept=default
  %1 = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      aux(%m : tensor<4x16xi8>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}
// REMARK-NOT: remark

// -----

// CHECK-LABEL: @unsupported_batch
func.func @unsupported_batch(
    %a: tensor<3x32x64xf32>, %b: tensor<3x64x48xf32>) -> tensor<3x32x48xf32> {
  %e = tensor.empty() : tensor<3x32x48xf32>
  // CHECK-NOT: fused.matmul
  // REMARK: remark: [Missed] unsupported-batch | Category:fused-legalize | Reason="the target has no such product in batches", epilog=default, kept=none
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x32x64xf32>, tensor<3x64x48xf32>)
      outs(%e : tensor<3x32x48xf32>) -> tensor<3x32x48xf32>
  return %d : tensor<3x32x48xf32>
}
