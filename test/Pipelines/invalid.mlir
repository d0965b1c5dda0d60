// RUN: fused-opt %s --fused-to-llvm --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-upstream-to-llvm --split-input-file --verify-diagnostics

// expected-error@+1 {{a value of type 'tensor<4xi7>' cannot be compiled: in 'i7', integers have 1, 8, 16, 32 or 64 bits}}
func.func @unsigned(%x: tensor<4xui7>) -> tensor<4xui7> {
  return %x : tensor<4xui7>
}

// -----

func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @no_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{of 'elsewhere', which has no body, cannot be compiled}}
  %0 = call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_lowering(%x: f8E4M3FN) -> i1 {
  // expected-error@+1 {{'math.isinf' cannot be compiled: there is no lowering to LLVM}}
  %0 = math.isinf %x : f8E4M3FN
  return %0 : i1
}
