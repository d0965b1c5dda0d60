// RUN: fused-opt %s --fused-decompose | FileCheck %s --implicit-check-not=fused.matmul

// The sixteen epilogs on tensors; test/Integration runs them.

// CHECK-LABEL: func.func @default(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @default(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.maximumf
func.func @relu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(relu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
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
func.func @relu_aux(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %d, %extra = fused.matmul epilog(relu_aux) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d, %extra : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
func.func @bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @relu_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: arith.maximumf
func.func @relu_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(relu_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
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
func.func @relu_aux_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %d, %extra = fused.matmul epilog(relu_aux_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>) -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d, %extra : tensor<5x19xf32>, tensor<5x16xi8>
}

// CHECK-LABEL: func.func @drelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: linalg.index
// CHECK: arith.shrui
// CHECK: arith.select
func.func @drelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x16xi8>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(drelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
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
func.func @drelu_bgrad(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x16xi8>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(drelu_bgrad) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x16xi8>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @gelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
func.func @gelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(gelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_aux(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f32
func.func @gelu_aux(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d, %extra = fused.matmul epilog(gelu_aux) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: math.tanh
func.func @gelu_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(gelu_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @gelu_aux_bias(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: arith.addf
// CHECK: math.tanh
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f32
func.func @gelu_aux_bias(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %bias: tensor<19xf32>, %d0: tensor<5x19xf32>, %m0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %d, %extra = fused.matmul epilog(gelu_aux_bias) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%bias : tensor<19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x19xf32>) -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5x19xf32>
}

// CHECK-LABEL: func.func @dgelu(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(
// CHECK: math.tanh
// CHECK: arith.subf
func.func @dgelu(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x19xf32>, %d0: tensor<5x19xf32>)
    -> (tensor<5x19xf32>) {
  %d = fused.matmul epilog(dgelu) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
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
func.func @dgelu_bgrad(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %aux: tensor<5x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(dgelu_bgrad) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%aux : tensor<5x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @bgrada(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
func.func @bgrada(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<5xf32>)
    -> (tensor<5x19xf32>, tensor<5xf32>) {
  %d, %extra = fused.matmul epilog(bgrada) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<5xf32>) -> tensor<5x19xf32>, tensor<5xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @bgradb(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: arith.addf
func.func @bgradb(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>, %s0: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %d, %extra = fused.matmul epilog(bgradb) ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>) -> tensor<5x19xf32>, tensor<19xf32>
  return %d, %extra : tensor<5x19xf32>, tensor<19xf32>
}
