// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @repeat_without_c(%a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>,
                            %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{has c_repeat, but no C}}
  %0 = fused.matmul epilog(default) c_repeat(2)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @repeat_of_a_shared_matrix(
    %a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>, %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{c_repeat needs a batch of matrices of C}}
  %0 = fused.matmul epilog(default) c_repeat(6)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @shared_matrix_of_other_sizes(
    %a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<19x5xf32>, %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{C should be 5x19, but is}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<19x5xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @no_divisor(
    %a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<4x5x19xf32>, %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{cannot share 4 matrices of C, each repeated 1 times, among a batch of 6}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<4x5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @too_many(
    %a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x5x19xf32>, %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{cannot share 2 matrices of C, each repeated 6 times, among a batch of 6}}
  %0 = fused.matmul epilog(default) c_repeat(6)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<2x5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @negative(
    %a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x5x19xf32>, %d0: tensor<6x5x19xf32>) {
  // expected-error @+1 {{each repeated -3 times}}
  %0 = fused.matmul epilog(default) c_repeat(-3)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<2x5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return
}

// -----

func.func @unknown_batch(
    %a: tensor<?x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x5x19xf32>, %d0: tensor<?x5x19xf32>) {
  // expected-error @+1 {{c_repeat needs a batch of known size}}
  %0 = fused.matmul epilog(default) c_repeat(3)
      ins(%a, %b : tensor<?x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<2x5x19xf32>)
      outs(%d0 : tensor<?x5x19xf32>) -> tensor<?x5x19xf32>
  return
}
