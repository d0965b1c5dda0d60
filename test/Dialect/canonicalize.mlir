// RUN: fused-opt %s --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @drop_c_of_beta_zero
// CHECK-NOT: beta
// CHECK-NOT: c(
func.func @drop_c_of_beta_zero(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                               %c: tensor<5x19xf32>, %d0: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %d = fused.matmul epilog(relu) alpha(0.5) beta(0.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  // CHECK: fused.matmul epilog(relu) alpha(5.000000e-01) ins(
  // CHECK-NOT: c(
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_c_of_zeros
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x7xf32>, tensor<7x19xf32>) outs(
func.func @drop_c_of_zeros(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                           %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %c = arith.constant dense<0.0> : tensor<5x19xf32>
  %d = fused.matmul epilog(default) beta(3.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_c_filled_with_negative_zero
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<5x7xf32>, tensor<7x19xf32>) outs(
func.func @drop_c_filled_with_negative_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %zero = arith.constant -0.0 : f32
  %c = linalg.fill ins(%zero : f32) outs(%d0 : tensor<5x19xf32>)
      -> tensor<5x19xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_c_of_memrefs
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : memref<5x7xf32>, memref<7x19xf32>) outs(
func.func @drop_c_of_memrefs(%a: memref<5x7xf32>, %b: memref<7x19xf32>,
                             %c: memref<5x19xf32>, %d: memref<5x19xf32>) {
  fused.matmul epilog(default) beta(0.0)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      c(%c : memref<5x19xf32>) outs(%d : memref<5x19xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @no_drop_c_of_ones
// CHECK: c(%{{.*}} : tensor<5x19xf32>)
func.func @no_drop_c_of_ones(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                             %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %c = arith.constant dense<1.0> : tensor<5x19xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @no_drop_c_partly_zero
// CHECK: c(%{{.*}} : tensor<1x2xf32>)
func.func @no_drop_c_partly_zero(%a: tensor<1x7xf32>, %b: tensor<7x2xf32>,
                                 %d0: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %c = arith.constant dense<[[0.0, 1.0]]> : tensor<1x2xf32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<1x7xf32>, tensor<7x2xf32>)
      c(%c : tensor<1x2xf32>)
      outs(%d0 : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %d : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @fold_transposes
// CHECK-SAME: %[[A:.*]]: tensor<7x5xf32>, %[[B:.*]]: tensor<19x7xf32>
// CHECK-NOT: linalg.transpose
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%[[A]], %[[B]] :
func.func @fold_transposes(%a: tensor<7x5xf32>, %b: tensor<19x7xf32>,
                           %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %a0 = tensor.empty() : tensor<5x7xf32>
  %b0 = tensor.empty() : tensor<7x19xf32>
  %at = linalg.transpose ins(%a : tensor<7x5xf32>) outs(%a0 : tensor<5x7xf32>)
      permutation = [1, 0]
  %bt = linalg.transpose ins(%b : tensor<19x7xf32>) outs(%b0 : tensor<7x19xf32>)
      permutation = [1, 0]
  %d = fused.matmul epilog(default)
      ins(%at, %bt : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @fold_transpose_of_transposed_operand
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 :
func.func @fold_transpose_of_transposed_operand(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %b0 = tensor.empty() : tensor<19x7xf32>
  %bt = linalg.transpose ins(%b : tensor<7x19xf32>) outs(%b0 : tensor<19x7xf32>)
      permutation = [1, 0]
  %d = fused.matmul epilog(default) transpose_b
      ins(%a, %bt : tensor<5x7xf32>, tensor<19x7xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @fold_transpose_keeps_everything_else
// CHECK: fused.matmul epilog(relu_aux_bias) transpose_a transpose_b alpha(5.000000e-01) beta(2.000000e+00) ins(%arg0, %arg1 : {{.*}}) c(%arg2 : {{.*}}) bias(%arg3 : {{.*}}) outs(%arg4, %arg5 :
func.func @fold_transpose_keeps_everything_else(
    %a: tensor<3x7x5xf32>, %b: tensor<19x7xf32>, %c: tensor<3x5x19xf32>,
    %v: tensor<19xf32>, %d0: tensor<3x5x19xf32>, %m0: tensor<3x5x16xi8>)
    -> (tensor<3x5x19xf32>, tensor<3x5x16xi8>) {
  %a0 = tensor.empty() : tensor<3x5x7xf32>
  %at = linalg.transpose ins(%a : tensor<3x7x5xf32>)
      outs(%a0 : tensor<3x5x7xf32>) permutation = [0, 2, 1]
  %d, %m = fused.matmul epilog(relu_aux_bias) transpose_b alpha(0.5) beta(2.0)
      ins(%at, %b : tensor<3x5x7xf32>, tensor<19x7xf32>)
      c(%c : tensor<3x5x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0, %m0 : tensor<3x5x19xf32>, tensor<3x5x16xi8>)
      -> tensor<3x5x19xf32>, tensor<3x5x16xi8>
  return %d, %m : tensor<3x5x19xf32>, tensor<3x5x16xi8>
}

// -----

// CHECK-LABEL: func.func @no_fold_transpose_of_batch
// CHECK: linalg.transpose
// CHECK: fused.matmul epilog(default) ins(
func.func @no_fold_transpose_of_batch(
    %a: tensor<5x3x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<3x5x19xf32>)
    -> tensor<3x5x19xf32> {
  %a0 = tensor.empty() : tensor<3x5x7xf32>
  %at = linalg.transpose ins(%a : tensor<5x3x7xf32>)
      outs(%a0 : tensor<3x5x7xf32>) permutation = [1, 0, 2]
  %d = fused.matmul epilog(default)
      ins(%at, %b : tensor<3x5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %d : tensor<3x5x19xf32>
}

// -----

// CHECK-LABEL: func.func @no_fold_transpose_of_buffers
// CHECK: linalg.transpose
// CHECK: fused.matmul epilog(default) ins(
func.func @no_fold_transpose_of_buffers(
    %a: memref<7x5xf32>, %at: memref<5x7xf32>, %b: memref<7x19xf32>,
    %d: memref<5x19xf32>) {
  linalg.transpose ins(%a : memref<7x5xf32>) outs(%at : memref<5x7xf32>)
      permutation = [1, 0]
  fused.matmul epilog(default)
      ins(%at, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%d : memref<5x19xf32>)
  return
}

// Libraries take operands of 8 bits in one layout: transposes that lead to it
// stay, and others are read through.

// CHECK-LABEL: func.func @transposes_of_8_bits(
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg1 :
// CHECK: fused.matmul epilog(default) transpose_b ins(%arg0, %[[T]] :
// CHECK: fused.matmul epilog(default) transpose_b ins(%arg0, %arg1 :
func.func @transposes_of_8_bits(%a: tensor<16x32xi8>, %b: tensor<32x32xi8>)
    -> (tensor<16x32xi32>, tensor<16x32xi32>) {
  %e = tensor.empty() : tensor<32x32xi8>
  %f = tensor.empty() : tensor<16x32xi32>
  %t = linalg.transpose ins(%b : tensor<32x32xi8>)
      outs(%e : tensor<32x32xi8>) permutation = [1, 0]
  %0 = fused.matmul epilog(default) transpose_b
      ins(%a, %t : tensor<16x32xi8>, tensor<32x32xi8>)
      outs(%f : tensor<16x32xi32>) -> tensor<16x32xi32>
  %1 = fused.matmul epilog(default)
      ins(%a, %t : tensor<16x32xi8>, tensor<32x32xi8>)
      outs(%f : tensor<16x32xi32>) -> tensor<16x32xi32>
  return %0, %1 : tensor<16x32xi32>, tensor<16x32xi32>
}
