// RUN: fused-opt %s --fused-check-shapes --split-input-file --verify-diagnostics

func.func @no_such_dimension(%a: tensor<?x?xf32>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{'tensor.dim' op asks for dimension 2 of 'tensor<?x?xf32>'}}
  %0 = tensor.dim %a, %c2 : tensor<?x?xf32>
  return %0 : index
}

// -----

func.func @negative_dimension(%a: tensor<?x?xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-error@+1 {{'tensor.dim' op asks for dimension -1 of 'tensor<?x?xf32>'}}
  %0 = tensor.dim %a, %c : tensor<?x?xf32>
  return %0 : index
}
