// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @twice(%x: tensor<2x5xf32>) {
  // expected-error @below {{needs a permutation of the 2 dimensions of its source}}
  %0 = fused.permute %x [1, 1] : tensor<2x5xf32> -> tensor<5x5xf32>
  return
}

// -----

func.func @shape(%x: tensor<2x5xf32>) {
  // expected-error @below {{gives 'tensor<5x2xf32>', not 'tensor<2x5xf32>'}}
  %0 = fused.permute %x [1, 0] : tensor<2x5xf32> -> tensor<2x5xf32>
  return
}
