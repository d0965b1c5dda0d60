// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

// The sixteen epilogs, on tensors.

// CHECK-LABEL: func.func @default(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @default(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu(
// CHECK: fused.matmul epilog(relu) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @relu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(relu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_aux(
// CHECK: fused.matmul epilog(relu_aux) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2, %arg3 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
func.func @relu_aux(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %d, %extra = fused.matmul epilog(relu_aux) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d, %extra : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @bias(
// CHECK: fused.matmul epilog(bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) bias(%arg2 : tensor<19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_bias(
// CHECK: fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) bias(%arg2 : tensor<19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @relu_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(relu_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_aux_bias(
// CHECK: fused.matmul epilog(relu_aux_bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) bias(%arg2 : tensor<19xf32>) outs(%arg3, %arg4 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
func.func @relu_aux_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %d, %extra = fused.matmul epilog(relu_aux_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d, %extra : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @drelu(
// CHECK: fused.matmul epilog(drelu) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) aux(%arg2 : tensor<5x16xi8>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @drelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x16xi8>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(drelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @drelu_bgrad(
// CHECK: fused.matmul epilog(drelu_bgrad) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) aux(%arg2 : tensor<5x16xi8>) outs(%arg3, %arg4 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
func.func @drelu_bgrad(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x16xi8>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(drelu_bgrad) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x16xi8>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @gelu(
// CHECK: fused.matmul epilog(gelu) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @gelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(gelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_aux(
// CHECK: fused.matmul epilog(gelu_aux) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2, %arg3 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
func.func @gelu_aux(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d, %extra = fused.matmul epilog(gelu_aux) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_bias(
// CHECK: fused.matmul epilog(gelu_bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) bias(%arg2 : tensor<19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @gelu_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(gelu_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_aux_bias(
// CHECK: fused.matmul epilog(gelu_aux_bias) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) bias(%arg2 : tensor<19xf32>) outs(%arg3, %arg4 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
func.func @gelu_aux_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d, %extra = fused.matmul epilog(gelu_aux_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @dgelu(
// CHECK: fused.matmul epilog(dgelu) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) aux(%arg2 : tensor<5x19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @dgelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(dgelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @dgelu_bgrad(
// CHECK: fused.matmul epilog(dgelu_bgrad) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) aux(%arg2 : tensor<5x19xf32>) outs(%arg3, %arg4 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
func.func @dgelu_bgrad(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(dgelu_bgrad) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @bgrada(
// CHECK: fused.matmul epilog(bgrada) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2, %arg3 : tensor<5x19xf32>, tensor<5xf32>) -> tensor<5x19xf32>, tensor<5xf32>
func.func @bgrada(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<5xf32>)
    -> (tensor<5x19xf32>, tensor<5xf32>) {
  %d, %extra = fused.matmul epilog(bgrada) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<5xf32>) -> tensor<5x19xf32>, tensor<5xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @bgradb(
// CHECK: fused.matmul epilog(bgradb) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2, %arg3 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
func.func @bgradb(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(bgradb) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}
