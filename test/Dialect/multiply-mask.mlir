// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s
// RUN: fused-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CANON
// RUN: fused-opt %s --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func.func @drelu(
// CHECK: fused.matmul epilog(drelu) transpose_b multiply_mask alpha(5.000000e-01) ins(
// BUFFER-LABEL: func.func @drelu(
// BUFFER: fused.matmul epilog(drelu) transpose_b multiply_mask alpha(5.000000e-01) ins({{.*}}memref
func.func @drelu(%a: tensor<5x7xf32>, %b: tensor<19x7xf32>,
                 %mask: tensor<5x16xi8>, %d0: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %d = fused.matmul epilog(drelu) transpose_b multiply_mask alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<19x7xf32>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @drelu_bgrad_memref(
// CHECK: fused.matmul epilog(drelu_bgrad) multiply_mask ins(
func.func @drelu_bgrad_memref(%a: memref<5x7xf32>, %b: memref<7x19xf32>,
                              %mask: memref<5x16xi8>, %d: memref<5x19xf32>,
                              %s: memref<19xf32>) {
  fused.matmul epilog(drelu_bgrad) multiply_mask
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      aux(%mask : memref<5x16xi8>)
      outs(%d, %s : memref<5x19xf32>, memref<19xf32>)
  return
}

// CANON-LABEL: func.func @drop_result(
// CANON: fused.matmul epilog(drelu) multiply_mask ins(
func.func @drop_result(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                       %mask: tensor<5x16xi8>, %d0: tensor<5x19xf32>,
                       %s0: tensor<19xf32>) -> tensor<5x19xf32> {
  %d, %s = fused.matmul epilog(drelu_bgrad) multiply_mask
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>)
      -> tensor<5x19xf32>, tensor<19xf32>
  return %d : tensor<5x19xf32>
}

// CANON-LABEL: func.func @no_merge_with_selection(
// CANON: fused.matmul epilog(drelu) multiply_mask ins(
// CANON: fused.matmul epilog(drelu) ins(
func.func @no_merge_with_selection(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %mask: tensor<5x16xi8>,
    %d0: tensor<5x19xf32>) -> (tensor<5x19xf32>, tensor<5x19xf32>) {
  %0 = fused.matmul epilog(drelu) multiply_mask
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  %1 = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %0, %1 : tensor<5x19xf32>, tensor<5x19xf32>
}
