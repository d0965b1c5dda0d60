// RUN: fused-opt %s --split-input-file --verify-diagnostics

// What an epilog asks for, and the form of the operation.

func.func @missing_bias(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'relu_bias' needs bias}}
  %0 = fused.matmul epilog(relu_bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @unexpected_bias(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %bias: tensor<19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'gelu' has no bias}}
  %0 = fused.matmul epilog(gelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @missing_aux(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'dgelu' needs aux}}
  %0 = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @unexpected_aux(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %aux: tensor<5x16xi8>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'relu' has no aux}}
  %0 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%aux : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @missing_aux_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'relu_aux' needs aux output}}
  %0 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @missing_bias_gradient_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'bgradb' needs bias gradient output}}
  %0 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @unexpected_bias_gradient_output(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<19xf32>) {
  // expected-error @+1 {{epilog 'relu' has no bias gradient output}}
  %0:2 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return
}

// -----

func.func @mixed_tensors_and_memrefs(
    %a: tensor<5x7xf32>,
    %b: memref<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, memref<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @memref_output_of_tensors(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: memref<5x19xf32>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : memref<5x19xf32>)
  return
}

// -----

func.func @non_unit_stride_of_a(
    %a: memref<5x7xf32, strided<[14, 2]>>,
    %b: memref<7x19xf32>,
    %d0: memref<5x19xf32>) {
  // expected-error @+1 {{needs rows with unit stride, but has}}
  fused.matmul epilog(default)
      ins(%a, %b : memref<5x7xf32, strided<[14, 2]>>, memref<7x19xf32>)
      outs(%d0 : memref<5x19xf32>)
  return
}

// -----

func.func @dynamic_inner_stride(
    %a: memref<5x7xf32>,
    %b: memref<7x19xf32, strided<[?, ?], offset: ?>>,
    %d0: memref<5x19xf32>) {
  // expected-error @+1 {{needs rows with unit stride, but has}}
  fused.matmul epilog(default)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32, strided<[?, ?], offset: ?>>)
      outs(%d0 : memref<5x19xf32>)
  return
}

// -----

func.func @layout_without_strides(
    %a: memref<5x7xf32>,
    %b: memref<7x19xf32>,
    %d0: memref<5x19xf32, affine_map<(m, n) -> (m, n mod 4)>>) {
  // expected-error @+1 {{needs rows with unit stride, but has}}
  fused.matmul epilog(default)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%d0 : memref<5x19xf32, affine_map<(m, n) -> (m, n mod 4)>>)
  return
}

// -----

func.func @non_unit_stride_of_bias(
    %a: memref<5x7xf32>,
    %b: memref<7x19xf32>,
    %bias: memref<19xf32, strided<[2]>>,
    %d0: memref<5x19xf32>) {
  // expected-error @+1 {{needs rows with unit stride, but has}}
  fused.matmul epilog(bias)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>) bias(%bias : memref<19xf32, strided<[2]>>)
      outs(%d0 : memref<5x19xf32>)
  return
}

// -----

func.func @memrefs_with_results(
    %a: memref<5x7xf32>,
    %b: memref<7x19xf32>,
    %d0: memref<5x19xf32>) {
  // expected-error @+1 {{needs 0 results, but has 1}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%d0 : memref<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @tensors_without_result(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{needs 1 results, but has 0}}
  fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>)
  return
}

// -----

func.func @tensors_without_second_result(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5x16xi8>) {
  // expected-error @+1 {{needs 2 results, but has 1}}
  %0 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>
  return
}

// -----

func.func @result_of_another_type(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{expected type of operand #2}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x20xf32>
  return
}

// -----

func.func @vector_as_operand(
    %a: tensor<7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{must be matrix or batch of matrices}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @four_dimensions(
    %a: tensor<2x3x5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{must be matrix or batch of matrices}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<2x3x5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @unranked_operand(
    %a: tensor<5x7xf32>,
    %b: tensor<*xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{must be matrix or batch of matrices}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<*xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @matrix_of_matrices_as_bias(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %bias: tensor<1x1x19xf32>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{must be vector or batch of vectors}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%bias : tensor<1x1x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}
