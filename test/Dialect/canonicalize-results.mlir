// RUN: fused-opt %s --canonicalize --cse --split-input-file | FileCheck %s

// A second result that nothing uses is not computed.

// CHECK-LABEL: func.func @drop_result_of_relu_aux
// CHECK: %[[D:.*]] = fused.matmul epilog(relu) alpha(5.000000e-01) ins(
// CHECK-SAME: outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_relu_aux(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<5x16xi8>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(relu_aux) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_relu_aux_bias
// CHECK: %[[D:.*]] = fused.matmul epilog(relu_bias) alpha(5.000000e-01) ins(
// CHECK-SAME: bias(%arg2 : tensor<19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_relu_aux_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<5x16xi8>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(relu_aux_bias) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_gelu_aux
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu) alpha(5.000000e-01) ins(
// CHECK-SAME: outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_gelu_aux(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(gelu_aux) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<5x19xf32>)
      -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_gelu_aux_bias
// CHECK: %[[D:.*]] = fused.matmul epilog(gelu_bias) alpha(5.000000e-01) ins(
// CHECK-SAME: bias(%arg2 : tensor<19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_gelu_aux_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(gelu_aux_bias) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<5x19xf32>)
      -> tensor<5x19xf32>, tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_drelu_bgrad
// CHECK: %[[D:.*]] = fused.matmul epilog(drelu) alpha(5.000000e-01) ins(
// CHECK-SAME: aux(%arg2 : tensor<5x16xi8>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_drelu_bgrad(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %x: tensor<5x16xi8>,
    %d0: tensor<5x19xf32>, %e0: tensor<19xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(drelu_bgrad) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%x : tensor<5x16xi8>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<19xf32>)
      -> tensor<5x19xf32>, tensor<19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_dgelu_bgrad
// CHECK: %[[D:.*]] = fused.matmul epilog(dgelu) alpha(5.000000e-01) ins(
// CHECK-SAME: aux(%arg2 : tensor<5x19xf32>) outs(%arg3 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_dgelu_bgrad(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %x: tensor<5x19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<19xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(dgelu_bgrad) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>) aux(%x : tensor<5x19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<19xf32>)
      -> tensor<5x19xf32>, tensor<19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_bgrada
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(5.000000e-01) ins(
// CHECK-SAME: outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_bgrada(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<5xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(bgrada) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<5xf32>)
      -> tensor<5x19xf32>, tensor<5xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @drop_result_of_bgradb
// CHECK: %[[D:.*]] = fused.matmul epilog(default) alpha(5.000000e-01) ins(
// CHECK-SAME: outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
// CHECK-NEXT: return %[[D]]
func.func @drop_result_of_bgradb(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>, %e0: tensor<19xf32>) -> tensor<5x19xf32> {
  %d, %unused = fused.matmul epilog(bgradb) alpha(0.5)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %e0 : tensor<5x19xf32>, tensor<19xf32>)
      -> tensor<5x19xf32>, tensor<19xf32>
  return %d : tensor<5x19xf32>
}

// -----

// CHECK-LABEL: func.func @no_drop_used_result
// CHECK: %[[D:.*]], %[[MASK:.*]] = fused.matmul epilog(relu_aux)
// CHECK: return %[[MASK]]
func.func @no_drop_used_result(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %d0: tensor<5x19xf32>,
    %m0: tensor<5x16xi8>) -> tensor<5x16xi8> {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  return %m : tensor<5x16xi8>
}

// -----

// Without results there is nothing to see that a mask is not read.
// CHECK-LABEL: func.func @no_drop_output_in_memory
// CHECK: fused.matmul epilog(relu_aux)
func.func @no_drop_output_in_memory(
    %a: memref<5x7xf32>, %b: memref<7x19xf32>, %d: memref<5x19xf32>,
    %m: memref<5x16xi8>) {
  fused.matmul epilog(relu_aux)
      ins(%a, %b : memref<5x7xf32>, memref<7x19xf32>)
      outs(%d, %m : memref<5x19xf32>, memref<5x16xi8>)
  return
}
