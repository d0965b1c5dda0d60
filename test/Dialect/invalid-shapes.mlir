// RUN: fused-opt %s --split-input-file --verify-diagnostics

// Shapes that do not agree.

func.func @k_differs(
    %a: tensor<5x7xf32>,
    %b: tensor<8x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{B should be 7x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<8x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @k_differs_transposed_a(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<7x19xf32>) {
  // expected-error @+1 {{B should be 5x19, but is}}
  %0 = fused.matmul epilog(default) transpose_a
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<7x19xf32>) -> tensor<7x19xf32>
  return
}

// -----

func.func @k_differs_transposed_b(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x7xf32>) {
  // expected-error @+1 {{B should be 7x7, but is}}
  %0 = fused.matmul epilog(default) transpose_b
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x7xf32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @rows_of_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<6x19xf32>) {
  // expected-error @+1 {{output should be 5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<6x19xf32>) -> tensor<6x19xf32>
  return
}

// -----

func.func @columns_of_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x20xf32>) {
  // expected-error @+1 {{output should be 5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x20xf32>) -> tensor<5x20xf32>
  return
}

// -----

func.func @rank_of_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<1x5x19xf32>) {
  // expected-error @+1 {{output should have rank 2, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<1x5x19xf32>) -> tensor<1x5x19xf32>
  return
}

// -----

func.func @rank_of_batched_output(
    %a: tensor<3x5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{output should have rank 3, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @batch_of_b(
    %a: tensor<3x5x7xf32>,
    %b: tensor<4x7x19xf32>,
    %d0: tensor<3x5x19xf32>) {
  // expected-error @+1 {{B should be 3x7x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<4x7x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return
}

// -----

func.func @batch_of_output(
    %a: tensor<3x5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<4x5x19xf32>) {
  // expected-error @+1 {{output should be 3x5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<4x5x19xf32>) -> tensor<4x5x19xf32>
  return
}

// -----

func.func @shape_of_c(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %c: tensor<19x5xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{C should be 5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) c(%c : tensor<19x5xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @bias_along_rows(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %bias: tensor<5xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{bias should be 19, but is}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%bias : tensor<5xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @bias_of_wrong_batch(
    %a: tensor<3x5x7xf32>,
    %b: tensor<7x19xf32>,
    %bias: tensor<5x19xf32>,
    %d0: tensor<3x5x19xf32>) {
  // expected-error @+1 {{bias should be 3x19, but is}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<7x19xf32>) bias(%bias : tensor<5x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return
}

// -----

func.func @bias_as_row_matrix(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %bias: tensor<1x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{bias should be 19, but is}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%bias : tensor<1x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @bias_gradient_of_d_along_rows(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %aux: tensor<5x16xi8>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5xf32>) {
  // expected-error @+1 {{bias gradient should be 19, but is}}
  %0:2 = fused.matmul epilog(drelu_bgrad)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%aux : tensor<5x16xi8>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5xf32>) -> tensor<5x19xf32>, tensor<5xf32>
  return
}

// -----

func.func @bias_gradient_of_a_along_columns(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<19xf32>) {
  // expected-error @+1 {{bias gradient should be 5, but is}}
  %0:2 = fused.matmul epilog(bgrada)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return
}

// -----

func.func @bias_gradient_of_b_along_rows(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5xf32>) {
  // expected-error @+1 {{bias gradient should be 19, but is}}
  %0:2 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5xf32>) -> tensor<5x19xf32>, tensor<5xf32>
  return
}

// -----

func.func @bias_gradient_without_batch(
    %a: tensor<3x5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<3x5x19xf32>,
    %x0: tensor<19xf32>) {
  // expected-error @+1 {{bias gradient should be 3x19, but is}}
  %0:2 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<3x5x19xf32>, tensor<19xf32>) -> tensor<3x5x19xf32>, tensor<19xf32>
  return
}

// -----

func.func @mask_without_padding(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %aux: tensor<5x3xi8>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{aux should be 5x16, but is}}
  %0 = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%aux : tensor<5x3xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @mask_of_129_columns(
    %a: tensor<5x7xf32>,
    %b: tensor<7x129xf32>,
    %d0: tensor<5x129xf32>,
    %x0: tensor<5x16xi8>) {
  // expected-error @+1 {{aux output should be 5x32, but is}}
  %0:2 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x129xf32>)
      outs(%d0, %x0 : tensor<5x129xf32>, tensor<5x16xi8>) -> tensor<5x129xf32>, tensor<5x16xi8>
  return
}

// -----

func.func @mask_as_bytes(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5x19xi8>) {
  // expected-error @+1 {{aux output should be 5x16, but is}}
  %0:2 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5x19xi8>) -> tensor<5x19xf32>, tensor<5x19xi8>
  return
}

// -----

func.func @preactivation_transposed(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<19x5xf32>) {
  // expected-error @+1 {{aux output should be 5x19, but is}}
  %0:2 = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<19x5xf32>) -> tensor<5x19xf32>, tensor<19x5xf32>
  return
}

// -----

func.func @loaded_preactivation_of_other_shape(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %aux: tensor<5x18xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{aux should be 5x19, but is}}
  %0 = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%aux : tensor<5x18xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @dynamic_size_in_message(
    %a: tensor<?x7xf32>,
    %b: tensor<7x19xf32>,
    %c: tensor<?x18xf32>,
    %d0: tensor<?x19xf32>) {
  // expected-error @+1 {{C should be ?x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x7xf32>, tensor<7x19xf32>) c(%c : tensor<?x18xf32>)
      outs(%d0 : tensor<?x19xf32>) -> tensor<?x19xf32>
  return
}

// -----

func.func @sizes_agree_through_output(
    %a: tensor<5x?xf32>,
    %b: tensor<?x19xf32>,
    %d0: tensor<6x?xf32>) {
  // expected-error @+1 {{output should be 5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x?xf32>, tensor<?x19xf32>)
      outs(%d0 : tensor<6x?xf32>) -> tensor<6x?xf32>
  return
}
