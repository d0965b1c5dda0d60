// RUN: fused-opt %s --fused-to-llvm | FileCheck %s
// RUN: %if emulator %{ fused-opt %s --fused-to-llvm=target=cuda | FileCheck %s %}
// RUN: %if emulator %{ fused-opt %s --fused-to-llvm="target=cuda emulate=true" | FileCheck %s %}

// Operations that a front end has inlined have the place of the call as well.

// CHECK: llvm.func internal @fused.main(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
      loc(callsite(callsite("layer.mlir":3:4 at "block.mlir":5:6) at "model.mlir":1:2))
  return %0 : tensor<8xf32>
}
