// RUN: fused-opt %s --fused-tensors-to-linalg --split-input-file --verify-diagnostics

func.func @unknown_size(%x: tensor<?xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{padding by a negative number needs known sizes}}
  %0 = tensor.pad %x low[-5] high[7] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @nothing_left(%x: tensor<?x3xf32>) -> tensor<?x5xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{padding by negative numbers leaves nothing of a tensor whose other sizes are unknown}}
  %0 = tensor.pad %x low[0, -5] high[0, 7] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x3xf32> to tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
