// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s

// CHECK-LABEL: func.func @transposed(
// CHECK: fused.matmul epilog(default) transpose_a transpose_b ins(%arg0, %arg1 : tensor<7x5xf32>, tensor<19x7xf32>) outs(%arg2 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @transposed(%a: tensor<7x5xf32>, %b: tensor<19x7xf32>,
                      %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default) transpose_a transpose_b
      ins(%a, %b : tensor<7x5xf32>, tensor<19x7xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @scaled(
// CHECK: fused.matmul epilog(gelu_bias) transpose_b alpha(1.250000e-01) beta(-2.000000e+00) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<19x7xf32>) c(%arg2 : tensor<5x19xf32>) bias(%arg3 : tensor<19xf32>) outs(%arg4 : tensor<5x19xf32>) -> tensor<5x19xf32>
func.func @scaled(%a: tensor<5x7xf32>, %b: tensor<19x7xf32>,
                  %c: tensor<5x19xf32>, %v: tensor<19xf32>,
                  %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(gelu_bias) transpose_b alpha(0.125) beta(-2.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<19x7xf32>)
      c(%c : tensor<5x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// Scales of one are not printed.
// CHECK-LABEL: func.func @unit_scales(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) c(%arg2 : tensor<5x19xf32>) outs
func.func @unit_scales(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                       %c: tensor<5x19xf32>, %d0: tensor<5x19xf32>)
    -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default) alpha(1.0) beta(1.0)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @batch_on_both(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : tensor<3x5x7xf32>, tensor<3x7x19xf32>) outs(%arg2 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
func.func @batch_on_both(%a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>,
                         %d0: tensor<3x5x19xf32>) -> tensor<3x5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %d : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @batch_on_a(
// CHECK: fused.matmul epilog(bgradb) transpose_a ins(%arg0, %arg1 : tensor<3x7x5xf32>, tensor<7x19xf32>) outs(%arg2, %arg3 : tensor<3x5x19xf32>, tensor<3x19xf32>) -> tensor<3x5x19xf32>, tensor<3x19xf32>
func.func @batch_on_a(%a: tensor<3x7x5xf32>, %b: tensor<7x19xf32>,
                      %d0: tensor<3x5x19xf32>, %s0: tensor<3x19xf32>)
    -> tensor<3x5x19xf32> {
  %d, %s = fused.matmul epilog(bgradb) transpose_a
      ins(%a, %b : tensor<3x7x5xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<3x5x19xf32>, tensor<3x19xf32>)
      -> tensor<3x5x19xf32>, tensor<3x19xf32>
  return %d : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @batch_on_b(
// CHECK: fused.matmul epilog(bgrada) transpose_b ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<3x19x7xf32>) outs(%arg2, %arg3 : tensor<3x5x19xf32>, tensor<3x5xf32>) -> tensor<3x5x19xf32>, tensor<3x5xf32>
func.func @batch_on_b(%a: tensor<5x7xf32>, %b: tensor<3x19x7xf32>,
                      %d0: tensor<3x5x19xf32>, %s0: tensor<3x5xf32>)
    -> tensor<3x5x19xf32> {
  %d, %s = fused.matmul epilog(bgrada) transpose_b
      ins(%a, %b : tensor<5x7xf32>, tensor<3x19x7xf32>)
      outs(%d0, %s0 : tensor<3x5x19xf32>, tensor<3x5xf32>)
      -> tensor<3x5x19xf32>, tensor<3x5xf32>
  return %d : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @bias_shared_by_batch(
// CHECK: bias(%arg2 : tensor<19xf32>)
func.func @bias_shared_by_batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %v: tensor<19xf32>,
    %d0: tensor<3x5x19xf32>) -> tensor<3x5x19xf32> {
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %d : tensor<3x5x19xf32>
}

// CHECK-LABEL: func.func @bias_of_each_batch(
// CHECK: bias(%arg2 : tensor<3x19xf32>)
func.func @bias_of_each_batch(
    %a: tensor<3x5x7xf32>, %b: tensor<3x7x19xf32>, %v: tensor<3x19xf32>,
    %d0: tensor<3x5x19xf32>) -> tensor<3x5x19xf32> {
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x19xf32>)
      bias(%v : tensor<3x19xf32>)
      outs(%d0 : tensor<3x5x19xf32>) -> tensor<3x5x19xf32>
  return %d : tensor<3x5x19xf32>
}

// Sizes that only some operands know.
// CHECK-LABEL: func.func @partly_dynamic(
// CHECK: fused.matmul epilog(relu_aux) ins(%arg0, %arg1 : tensor<?x7xf32>, tensor<?x19xf32>) outs(%arg2, %arg3 : tensor<5x?xf32>, tensor<?x16xi8>) -> tensor<5x?xf32>, tensor<?x16xi8>
func.func @partly_dynamic(%a: tensor<?x7xf32>, %b: tensor<?x19xf32>,
                          %d0: tensor<5x?xf32>, %m0: tensor<?x16xi8>)
    -> tensor<5x?xf32> {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<?x7xf32>, tensor<?x19xf32>)
      outs(%d0, %m0 : tensor<5x?xf32>, tensor<?x16xi8>)
      -> tensor<5x?xf32>, tensor<?x16xi8>
  return %d : tensor<5x?xf32>
}

// Rows of the mask are padded to 128 columns.
// CHECK-LABEL: func.func @mask_of_129_columns(
// CHECK: -> tensor<5x129xf32>, tensor<5x32xi8>
func.func @mask_of_129_columns(%a: tensor<5x7xf32>, %b: tensor<7x129xf32>,
                               %d0: tensor<5x129xf32>, %m0: tensor<5x32xi8>)
    -> tensor<5x32xi8> {
  %d, %m = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x129xf32>)
      outs(%d0, %m0 : tensor<5x129xf32>, tensor<5x32xi8>)
      -> tensor<5x129xf32>, tensor<5x32xi8>
  return %m : tensor<5x32xi8>
}

// CHECK-LABEL: func.func @strided_rows(
// CHECK: fused.matmul epilog(default) ins(%arg0, %arg1 : memref<5x7xf32, strided<[32, 1], offset: ?>>, memref<7x19xf32>) outs(%arg2 : memref<5x19xf32, strided<[?, 1]>>)
func.func @strided_rows(%a: memref<5x7xf32, strided<[32, 1], offset: ?>>,
                        %b: memref<7x19xf32>,
                        %d: memref<5x19xf32, strided<[?, 1]>>) {
  fused.matmul epilog(default)
      ins(%a, %b : memref<5x7xf32, strided<[32, 1], offset: ?>>, memref<7x19xf32>)
      outs(%d : memref<5x19xf32, strided<[?, 1]>>)
  return
}

// Results are named after what they are.
// CHECK-LABEL: func.func @result_names(
// CHECK: %{{.*}}, %mask = fused.matmul epilog(relu_aux)
// CHECK: %{{.*}}, %preactivation = fused.matmul epilog(gelu_aux)
// CHECK: %{{.*}}, %bias_gradient = fused.matmul epilog(bgradb)
func.func @result_names(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                        %d0: tensor<5x19xf32>, %m0: tensor<5x16xi8>,
                        %s0: tensor<19xf32>) {
  %0, %1 = fused.matmul epilog(relu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %m0 : tensor<5x19xf32>, tensor<5x16xi8>)
      -> tensor<5x19xf32>, tensor<5x16xi8>
  %2, %3 = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %d0 : tensor<5x19xf32>, tensor<5x19xf32>)
      -> tensor<5x19xf32>, tensor<5x19xf32>
  %4, %5 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0, %s0 : tensor<5x19xf32>, tensor<19xf32>)
      -> tensor<5x19xf32>, tensor<19xf32>
  return
}

// CHECK-LABEL: func.func @attributes(
// CHECK: fused.matmul epilog(default)
// CHECK-SAME: outs(%arg2 : tensor<5x19xf32>) {test.name = "kept"} -> tensor<5x19xf32>
// CHECK: {fused.example = #fused.epilog<dgelu_bgrad>}
func.func @attributes(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
                      %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) {test.name = "kept"} -> tensor<5x19xf32>
  return {fused.example = #fused.epilog<dgelu_bgrad>} %d : tensor<5x19xf32>
}
