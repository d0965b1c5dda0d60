// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s
// RUN: fused-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CANON
// RUN: fused-opt %s --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func.func @both_flags(
// CHECK: fused.matmul epilog(relu_aux_bias) allow_rounded_steps allow_any_nan_bit ins(
// BUFFER-LABEL: func.func @both_flags(
// BUFFER: fused.matmul epilog(relu_aux_bias) allow_rounded_steps allow_any_nan_bit ins({{.*}}memref
func.func @both_flags(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                      %v: tensor<19xbf16>, %d0: tensor<5x19xbf16>,
                      %m0: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<5x16xi8>) {
  %d, %m = fused.matmul epilog(relu_aux_bias) allow_rounded_steps allow_any_nan_bit
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      bias(%v : tensor<19xbf16>)
      outs(%d0, %m0 : tensor<5x19xbf16>, tensor<5x16xi8>)
      -> tensor<5x19xbf16>, tensor<5x16xi8>
  return %d, %m : tensor<5x19xbf16>, tensor<5x16xi8>
}

// What is left when the mask is not used.
// CANON-LABEL: func.func @drop_mask(
// CANON: fused.matmul epilog(relu_bias) allow_rounded_steps ins(
// CANON: fused.matmul epilog(relu) ins(
func.func @drop_mask(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                     %v: tensor<19xbf16>, %d0: tensor<5x19xbf16>,
                     %m0: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<5x19xbf16>) {
  %d, %m = fused.matmul epilog(relu_aux_bias) allow_rounded_steps allow_any_nan_bit
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      bias(%v : tensor<19xbf16>)
      outs(%d0, %m0 : tensor<5x19xbf16>, tensor<5x16xi8>)
      -> tensor<5x19xbf16>, tensor<5x16xi8>
  %e, %n = fused.matmul epilog(relu_aux) allow_any_nan_bit
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%d0, %m0 : tensor<5x19xbf16>, tensor<5x16xi8>)
      -> tensor<5x19xbf16>, tensor<5x16xi8>
  return %d, %e : tensor<5x19xbf16>, tensor<5x19xbf16>
}

// The steps of `drelu` alone do not round.
// CANON-LABEL: func.func @drop_bias_gradient(
// CANON: fused.matmul epilog(drelu) ins(
// CANON: fused.matmul epilog(dgelu) allow_rounded_steps ins(
func.func @drop_bias_gradient(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %mask: tensor<5x16xi8>,
    %x: tensor<5x19xbf16>, %d0: tensor<5x19xbf16>, %s0: tensor<19xbf16>)
    -> (tensor<5x19xbf16>, tensor<5x19xbf16>) {
  %d, %s = fused.matmul epilog(drelu_bgrad) allow_rounded_steps
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0, %s0 : tensor<5x19xbf16>, tensor<19xbf16>)
      -> tensor<5x19xbf16>, tensor<19xbf16>
  %e, %t = fused.matmul epilog(dgelu_bgrad) allow_rounded_steps
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%x : tensor<5x19xbf16>)
      outs(%d0, %s0 : tensor<5x19xbf16>, tensor<19xbf16>)
      -> tensor<5x19xbf16>, tensor<19xbf16>
  return %d, %e : tensor<5x19xbf16>, tensor<5x19xbf16>
}
