// RUN: fused-opt %s --fused-fuse-products | FileCheck %s
// RUN: fused-opt %s --fused-fuse-products=numerics=strict | FileCheck %s --check-prefix=STRICT

// A helper function is inlined, arithmetic on whole tensors is seen, and the
// helper is dropped. Nothing is said about buffers.

// CHECK-LABEL: func.func @main(
// CHECK-NOT: bufferization
// CHECK: fused.matmul epilog(relu_bias)
// CHECK-NOT: linalg.generic
// CHECK-NOT: @relu
// STRICT-LABEL: func.func @main(
// STRICT: fused.matmul epilog(default)
func.func @main(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %v: tensor<16xbf16>) -> tensor<4x16xbf16> {
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<4x16xbf16>
  %1 = linalg.fill ins(%zero : bf16) outs(%0 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  %2 = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>) outs(%1 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  %3 = linalg.broadcast ins(%v : tensor<16xbf16>) outs(%0 : tensor<4x16xbf16>) dimensions = [0]
  %4 = arith.addf %2, %3 : tensor<4x16xbf16>
  %5 = call @relu(%4) : (tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %5 : tensor<4x16xbf16>
}

func.func private @relu(%x: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %zero = arith.constant dense<0.0> : tensor<4x16xbf16>
  %0 = arith.maximumf %x, %zero : tensor<4x16xbf16>
  return %0 : tensor<4x16xbf16>
}
