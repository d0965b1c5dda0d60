// RUN: fused-opt %s --split-input-file --verify-diagnostics

// What the parser refuses.

func.func @unknown_epilog(%a: tensor<5x7xf32>, %d: tensor<5x7xf32>) {
  // expected-error @+1 {{unknown epilog 'silu'}}
  %0 = fused.matmul epilog(silu) ins(%a, %a : tensor<5x7xf32>, tensor<5x7xf32>)
      outs(%d : tensor<5x7xf32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @epilog_in_capitals(%a: tensor<5x7xf32>, %d: tensor<5x7xf32>) {
  // expected-error @+1 {{unknown epilog 'RELU'}}
  %0 = fused.matmul epilog(RELU) ins(%a, %a : tensor<5x7xf32>, tensor<5x7xf32>)
      outs(%d : tensor<5x7xf32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @no_epilog(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  // expected-error @+1 {{expected 'epilog'}}
  %0 = fused.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d : tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @epilog_as_number(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  // expected-error @+1 {{expected valid keyword}}
  %0 = fused.matmul epilog(4) ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d : tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @no_outs(%a: tensor<5x5xf32>) {
  %0 = fused.matmul epilog(default)
      // expected-error @+2 {{expected 'outs'}}
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      -> tensor<5x5xf32>
  return
}

// -----

func.func @fewer_types_than_outs(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  %0 = fused.matmul epilog(default)
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      // expected-error @+1 {{expected ','}}
      outs(%d, %d : tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @three_outs(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  %0 = fused.matmul epilog(default)
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      // expected-error @+1 {{expected ':'}}
      outs(%d, %d, %d : tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>)
      -> tensor<5x5xf32>
  return
}

// -----

func.func @one_factor(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  // expected-error @+1 {{expected ','}}
  %0 = fused.matmul epilog(default) ins(%a : tensor<5x5xf32>)
      outs(%d : tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @alpha_as_word(%a: tensor<5x5xf32>, %d: tensor<5x5xf32>) {
  // expected-error @+1 {{expected attribute value}}
  %0 = fused.matmul epilog(default) alpha(half)
      ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%d : tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

// expected-error @+1 {{unknown epilog 'sigmoid'}}
func.func private @unknown_epilog_attribute() attributes {x = #fused.epilog<sigmoid>}

// -----

// expected-error @+1 {{expected '<'}}
func.func private @epilog_attribute_without_value() attributes {x = #fused.epilog}

// -----

func.func @generic_form_without_segments(%a: tensor<5x5xf32>) {
  // expected-error @+1 {{operand count (3) does not match}}
  %0 = "fused.matmul"(%a, %a, %a)
      <{epilog = #fused.epilog<default>,
        operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}>
      : (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @generic_form_without_epilog(%a: tensor<5x5xf32>) {
  // expected-error @+1 {{requires attribute 'epilog'}}
  %0 = "fused.matmul"(%a, %a, %a)
      <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0>}>
      : (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  return
}
