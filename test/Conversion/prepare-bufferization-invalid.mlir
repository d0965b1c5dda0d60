// RUN: fused-opt %s --fused-prepare-bufferization --split-input-file --verify-diagnostics

func.func @softmax_of_integers(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tensor.empty() : tensor<4x8xi32>
  // expected-error@+1 {{'linalg.softmax' op on 'tensor<4x8xi32>' cannot be compiled: its elements are not floats}}
  %1 = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%0 : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %1 : tensor<4x8xi32>
}
