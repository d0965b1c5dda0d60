// RUN: fused-opt %s --fused-decompose | FileCheck %s --implicit-check-not=fused.matmul

// The sixteen epilogs on memrefs, batched; test/Integration runs them.

// CHECK-LABEL: func.func @default(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @default(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(default) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.maximumf
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @relu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(relu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_aux(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.maximumf
// CHECK: linalg.generic
// CHECK-COUNT-8: arith.cmpf uge
// CHECK: linalg.yield %{{.*}} : i8
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @relu_aux(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x16xi8>) {
  fused.matmul epilog(relu_aux) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
  return
}

// CHECK-LABEL: func.func @bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @relu_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(relu_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @relu_aux_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: linalg.generic
// CHECK-COUNT-8: arith.cmpf uge
// CHECK: linalg.yield %{{.*}} : i8
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @relu_aux_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x16xi8>) {
  fused.matmul epilog(relu_aux_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x16xi8>)
  return
}

// CHECK-LABEL: func.func @drelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: linalg.index
// CHECK: arith.shrui
// CHECK: arith.select
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @drelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x16xi8>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(drelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x16xi8>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @drelu_bgrad(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: linalg.index
// CHECK: arith.shrui
// CHECK: arith.select
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @drelu_bgrad(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x16xi8>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(drelu_bgrad) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x16xi8>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @gelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_aux(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK: linalg.yield %{{.*}}, %{{.*}} : bf16, bf16
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @gelu_aux(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_aux) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: math.tanh
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @gelu_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @gelu_aux_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: math.tanh
// CHECK: linalg.yield %{{.*}}, %{{.*}} : bf16, bf16
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @gelu_aux_bias(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %bias: memref<19xbf16>, %d0: memref<3x5x19xbf16>, %m0: memref<3x5x19xbf16>) {
  fused.matmul epilog(gelu_aux_bias) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      bias(%bias : memref<19xbf16>)
      outs(%d0, %m0 : memref<3x5x19xbf16>, memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @dgelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK: arith.subf
// CHECK-COUNT-1: bufferization.materialize_in_destination
func.func @dgelu(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x19xbf16>, %d0: memref<3x5x19xbf16>) {
  fused.matmul epilog(dgelu) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x19xbf16>)
      outs(%d0 : memref<3x5x19xbf16>)
  return
}

// CHECK-LABEL: func.func @dgelu_bgrad(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK: arith.subf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @dgelu_bgrad(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %aux: memref<3x5x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(dgelu_bgrad) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      aux(%aux : memref<3x5x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}

// CHECK-LABEL: func.func @bgrada(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @bgrada(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x5xbf16>) {
  fused.matmul epilog(bgrada) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x5xbf16>)
  return
}

// CHECK-LABEL: func.func @bgradb(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
// CHECK-COUNT-2: bufferization.materialize_in_destination
func.func @bgradb(%a: memref<3x5x7xbf16>, %b: memref<3x7x19xbf16>, %d0: memref<3x5x19xbf16>, %s0: memref<3x19xbf16>) {
  fused.matmul epilog(bgradb) ins(%a, %b : memref<3x5x7xbf16>, memref<3x7x19xbf16>)
      outs(%d0, %s0 : memref<3x5x19xbf16>, memref<3x19xbf16>)
  return
}
