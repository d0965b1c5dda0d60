// RUN: fused-opt %s --split-input-file --verify-diagnostics

// Element types of the further operands, and scales.

func.func @type_of_c(
    %a: tensor<5x7xbf16>,
    %b: tensor<7x19xbf16>,
    %c: tensor<5x19xf32>,
    %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{C should have elements of 'bf16', but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}

// -----

func.func @type_of_c_of_f8(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf8E4M3FN>,
    %c: tensor<5x19xf8E4M3FN>,
    %d0: tensor<5x19xf8E4M3FN>) {
  // expected-error @+1 {{C should have elements of 'bf16', but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>) c(%c : tensor<5x19xf8E4M3FN>)
      outs(%d0 : tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN>
  return
}

// -----

func.func @type_of_bias(
    %a: tensor<5x7xbf16>,
    %b: tensor<7x19xbf16>,
    %bias: tensor<19xbf16>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{bias should have elements of 'f32', but is}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>) bias(%bias : tensor<19xbf16>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @type_of_mask(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %aux: tensor<5x16xi1>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{aux should have elements of 'i8', but is}}
  %0 = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%aux : tensor<5x16xi1>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @type_of_mask_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5x16xf32>) {
  // expected-error @+1 {{aux output should have elements of 'i8', but is}}
  %0:2 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5x16xf32>) -> tensor<5x19xf32>, tensor<5x16xf32>
  return
}

// -----

func.func @type_of_preactivation(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5x19xi8>) {
  // expected-error @+1 {{aux output should have elements of 'f32', but is}}
  %0:2 = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5x19xi8>) -> tensor<5x19xf32>, tensor<5x19xi8>
  return
}

// -----

func.func @type_of_loaded_preactivation(
    %a: tensor<5x7xbf16>,
    %b: tensor<7x19xbf16>,
    %aux: tensor<5x19xf32>,
    %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{aux should have elements of 'bf16', but is}}
  %0 = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>) aux(%aux : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}

// -----

func.func @type_of_bias_gradient(
    %a: tensor<5x7xbf16>,
    %b: tensor<7x19xbf16>,
    %d0: tensor<5x19xbf16>,
    %x0: tensor<19xf32>) {
  // expected-error @+1 {{bias gradient should have elements of 'bf16', but is}}
  %0:2 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%d0, %x0 : tensor<5x19xbf16>, tensor<19xf32>) -> tensor<5x19xbf16>, tensor<19xf32>
  return
}

// -----

func.func @beta_without_c(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{has beta, but no C}}
  %0 = fused.matmul epilog(default) beta(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @infinite_alpha(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{alpha and beta should be finite}}
  %0 = fused.matmul epilog(default) alpha(0x7FF0000000000000)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @nan_beta(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %c: tensor<5x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{alpha and beta should be finite}}
  %0 = fused.matmul epilog(default) beta(0x7FF8000000000000)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @alpha_of_i32(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{a product into i32 has neither alpha nor beta}}
  %0 = fused.matmul epilog(default) alpha(2.0)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}

// -----

func.func @beta_of_i32(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %c: tensor<5x19xi32>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{a product into i32 has neither alpha nor beta}}
  %0 = fused.matmul epilog(default) beta(2.0)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>) c(%c : tensor<5x19xi32>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}
