// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @no_mask(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                   %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'default' has no mask to multiply by}}
  %d = fused.matmul epilog(default) multiply_mask
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @saved_mask(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                      %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>) {
  // expected-error @+1 {{epilog 'relu_aux' has no mask to multiply by}}
  %d, %m = fused.matmul epilog(relu_aux) multiply_mask
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  return
}

// -----

func.func @preactivation(%a: memref<5x7xf32>, %b: memref<7x19xf32>,
                         %x: memref<5x19xf32>, %d: memref<5x19xf32>,
                         %s: memref<19xf32>) {
  // expected-error @+1 {{epilog 'dgelu_bgrad' has no mask to multiply by}}
  fused.matmul epilog(dgelu_bgrad) multiply_mask
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      aux(%x : memref<5x19xf32>)
      outs(%d, %s : memref<5x19xf32>, memref<19xf32>)
  return
}
