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

// -----

// Between the first and the last iteration, which the verifier looks at.

func.func @begin(%x: tensor<8xf32>, %k: tensor<3xf32>, %d: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{'linalg.generic' op accesses indices -2 to 5 of dimension 0 of operand 0, which has 8 elements}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i - j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<8xf32>, tensor<3xf32>) outs(%d : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

func.func @remainder(%x: memref<1xf32>, %d: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op accesses indices 0 to 2 of dimension 0 of operand 0, which has 1 elements}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x : memref<1xf32>) outs(%d : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

func.func @written(%x: tensor<8x3xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'linalg.generic' op accesses indices -2 to 7 of dimension 0 of operand 1, which has 8 elements}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i - j)>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<8x3xf32>) outs(%d : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
