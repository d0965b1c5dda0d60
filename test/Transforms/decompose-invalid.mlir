// RUN: fused-opt %s --fused-decompose --split-input-file --verify-diagnostics

func.func @quantised_result(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
                            %d0: tensor<5x19xi8>) -> tensor<5x19xi8> {
  // expected-error @+1 {{has no meaning in linalg: the scale of a quantised result is not part of the operation}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xi8>) -> tensor<5x19xi8>
  return %d : tensor<5x19xi8>
}

// -----

// What is never executed stays, without an error.
func.func @unreachable_product(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  return %a : tensor<5x5xf32>
^bb1:
  %d = fused.matmul epilog(relu) ins(%d, %a : tensor<5x5xf32>, tensor<5x5xf32>)
      outs(%a : tensor<5x5xf32>) -> tensor<5x5xf32>
  cf.br ^bb1
}
