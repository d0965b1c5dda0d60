// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

// The sixteen epilogs, on memrefs, batched.

// CHECK-LABEL: func.func @default(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2 : memref<3x5x19xbf16>)
func.func @default(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(default) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu(
// CHECK: fused.matmul epilog(relu) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2 : memref<3x5x19xbf16>)
func.func @relu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(relu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_aux(
// CHECK: fused.matmul epilog(relu_aux) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2, %arg3 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
func.func @relu_aux(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x16xi8>) {
  fused.matmul epilog(relu_aux) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
  return
}

// CHECK-LABEL: func.func @bias(
// CHECK: fused.matmul epilog(bias) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) bias(%arg2 : memref<19xbf16>) outs(%arg3 : memref<3x5x19xbf16>)
func.func @bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_bias(
// CHECK: fused.matmul epilog(relu_bias) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) bias(%arg2 : memref<19xbf16>) outs(%arg3 : memref<3x5x19xbf16>)
func.func @relu_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(relu_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_aux_bias(
// CHECK: fused.matmul epilog(relu_aux_bias) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) bias(%arg2 : memref<19xbf16>) outs(%arg3, %arg4 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
func.func @relu_aux_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x16xi8>) {
  fused.matmul epilog(relu_aux_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
  return
}

// CHECK-LABEL: func.func @drelu(
// CHECK: fused.matmul epilog(drelu) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) aux(%arg2 : memref<3x5x16xi8>) outs(%arg3 : memref<3x5x19xbf16>)
func.func @drelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x16xi8>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(drelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x16xi8>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @drelu_bgrad(
// CHECK: fused.matmul epilog(drelu_bgrad) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) aux(%arg2 : memref<3x5x16xi8>) outs(%arg3, %arg4 : memref<3x5x19xbf16>, memref<3x19xbf16>)
func.func @drelu_bgrad(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x16xi8>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(drelu_bgrad) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x16xi8>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu(
// CHECK: fused.matmul epilog(gelu) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2 : memref<3x5x19xbf16>)
func.func @gelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_aux(
// CHECK: fused.matmul epilog(gelu_aux) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2, %arg3 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
func.func @gelu_aux(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_aux) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_bias(
// CHECK: fused.matmul epilog(gelu_bias) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) bias(%arg2 : memref<19xbf16>) outs(%arg3 : memref<3x5x19xbf16>)
func.func @gelu_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_aux_bias(
// CHECK: fused.matmul epilog(gelu_aux_bias) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) bias(%arg2 : memref<19xbf16>) outs(%arg3, %arg4 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
func.func @gelu_aux_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_aux_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @dgelu(
// CHECK: fused.matmul epilog(dgelu) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) aux(%arg2 : memref<3x5x19xbf16>) outs(%arg3 : memref<3x5x19xbf16>)
func.func @dgelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(dgelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @dgelu_bgrad(
// CHECK: fused.matmul epilog(dgelu_bgrad) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) aux(%arg2 : memref<3x5x19xbf16>) outs(%arg3, %arg4 : memref<3x5x19xbf16>, memref<3x19xbf16>)
func.func @dgelu_bgrad(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(dgelu_bgrad) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}

// CHECK-LABEL: func.func @bgrada(
// CHECK: fused.matmul epilog(bgrada) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2, %arg3 : memref<3x5x19xbf16>, memref<3x5xbf16>)
func.func @bgrada(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x5xbf16>) {
  fused.matmul epilog(bgrada) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x5xbf16>)
  return
}

// CHECK-LABEL: func.func @bgradb(
// CHECK: fused.matmul epilog(bgradb) ins(%arg0, %arg1 : memref<3x5x7xbf16>, memref<3x7x19xbf16>) outs(%arg2, %arg3 : memref<3x5x19xbf16>, memref<3x19xbf16>)
func.func @bgradb(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(bgradb) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}

// With every size dynamic.

// CHECK-LABEL: func.func @dynamic_relu_aux_bias(
// CHECK: fused.matmul epilog(relu_aux_bias) ins(%arg0, %arg1 : memref<?x?x?xf16>, memref<?x?x?xf16>) bias(%arg2 : memref<?xf16>) outs(%arg3, %arg4 : memref<?x?x?xf16>, memref<?x?x?xi8>)
func.func @dynamic_relu_aux_bias(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %bias: memref<?xf16>, %d0: memref<?x?x?xf16>, %m0: memref<?x?x?xi8>) {
  fused.matmul epilog(relu_aux_bias) ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>)
      bias(%bias : memref<?xf16>)
      outs(%d0, %m0 : memref<?x?x?xf16>, memref<?x?x?xi8>)
  return
}

// CHECK-LABEL: func.func @dynamic_drelu_bgrad(
// CHECK: fused.matmul epilog(drelu_bgrad) ins(%arg0, %arg1 : memref<?x?x?xf16>, memref<?x?x?xf16>) aux(%arg2 : memref<?x?x?xi8>) outs(%arg3, %arg4 : memref<?x?x?xf16>, memref<?x?xf16>)
func.func @dynamic_drelu_bgrad(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %aux: memref<?x?x?xi8>, %d0: memref<?x?x?xf16>, %s0: memref<?x?xf16>) {
  fused.matmul epilog(drelu_bgrad) ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>)
      aux(%aux : memref<?x?x?xi8>)
      outs(%d0, %s0 : memref<?x?x?xf16>, memref<?x?xf16>)
  return
}

// CHECK-LABEL: func.func @dynamic_gelu_aux_bias(
// CHECK: fused.matmul epilog(gelu_aux_bias) ins(%arg0, %arg1 : memref<?x?x?xf16>, memref<?x?x?xf16>) bias(%arg2 : memref<?xf16>) outs(%arg3, %arg4 : memref<?x?x?xf16>, memref<?x?x?xf16>)
func.func @dynamic_gelu_aux_bias(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %bias: memref<?xf16>, %d0: memref<?x?x?xf16>, %m0: memref<?x?x?xf16>) {
  fused.matmul epilog(gelu_aux_bias) ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>)
      bias(%bias : memref<?xf16>)
      outs(%d0, %m0 : memref<?x?x?xf16>, memref<?x?x?xf16>)
  return
}

// CHECK-LABEL: func.func @dynamic_dgelu_bgrad(
// CHECK: fused.matmul epilog(dgelu_bgrad) ins(%arg0, %arg1 : memref<?x?x?xf16>, memref<?x?x?xf16>) aux(%arg2 : memref<?x?x?xf16>) outs(%arg3, %arg4 : memref<?x?x?xf16>, memref<?x?xf16>)
func.func @dynamic_dgelu_bgrad(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %aux: memref<?x?x?xf16>, %d0: memref<?x?x?xf16>, %s0: memref<?x?xf16>) {
  fused.matmul epilog(dgelu_bgrad) ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>)
      aux(%aux : memref<?x?x?xf16>)
      outs(%d0, %s0 : memref<?x?x?xf16>, memref<?x?xf16>)
  return
}

// CHECK-LABEL: func.func @dynamic_bgrada(
// CHECK: fused.matmul epilog(bgrada) ins(%arg0, %arg1 : memref<?x?x?xf16>, memref<?x?x?xf16>) outs(%arg2, %arg3 : memref<?x?x?xf16>, memref<?x?xf16>)
func.func @dynamic_bgrada(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %d0: memref<?x?x?xf16>, %s0: memref<?x?xf16>) {
  fused.matmul epilog(bgrada) ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>)
      outs(%d0, %s0 : memref<?x?x?xf16>, memref<?x?xf16>)
  return
}
