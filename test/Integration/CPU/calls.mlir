// RUN: fused-run %s --verify | FileCheck %s

// Functions that are not inlined, some by names of the C library.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) {
  %0 = call @free(%arg0) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @tanhf(%0) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = call @id(%1) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0, %1, %2 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>
}
func.func @free(%arg0: tensor<6x6xf32>) -> tensor<6x6xf32> attributes {no_inline} {
  %0 = arith.addf %arg0, %arg0 : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
func.func private @id(%arg0: tensor<6x6xf32>) -> tensor<6x6xf32> attributes {no_inline} {
  return %arg0 : tensor<6x6xf32>
}
func.func @tanhf(%arg0: tensor<6x6xf32>) -> tensor<6x6xf32> attributes {no_inline} {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<6x6xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.matmul ins(%arg0, %arg0 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%1 : tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = math.tanh %2 : tensor<6x6xf32>
  return %3 : tensor<6x6xf32>
}
