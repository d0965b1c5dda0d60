// RUN: fused-opt %s --fused-to-llvm --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-upstream-to-llvm --split-input-file --verify-diagnostics

// expected-error@+1 {{a value of type 'tensor<4xui8>' cannot be compiled: in 'ui8', integers have no sign of their own}}
func.func @unsigned(%x: tensor<4xui8>) -> tensor<4xui8> {
  return %x : tensor<4xui8>
}

// -----

func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @no_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{of 'elsewhere', which has no body, cannot be compiled}}
  %0 = call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_lowering(%x: tensor<4xf8E4M3FN>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.extf' cannot be compiled: matrix products alone compute with floats of 8 bits}}
  %0 = arith.extf %x : tensor<4xf8E4M3FN> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
