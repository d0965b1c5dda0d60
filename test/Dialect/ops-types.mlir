// RUN: fused-opt %s | fused-opt | FileCheck %s

// The element types of products, as docs/generated/Epilogs.md lists them.

// CHECK-LABEL: func.func @f16_f16_f16(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf16>, tensor<7x19xf16>) outs(%arg2 : tensor<5x19xf16>)
func.func @f16_f16_f16(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
    %d0: tensor<5x19xf16>) -> tensor<5x19xf16> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return %d : tensor<5x19xf16>
}

// CHECK-LABEL: func.func @f16_f16_f32(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf16>, tensor<7x19xf16>) outs(%arg2 : tensor<5x19xf32>)
func.func @f16_f16_f32(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @bf16_bf16_bf16(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xbf16>, tensor<7x19xbf16>) outs(%arg2 : tensor<5x19xbf16>)
func.func @bf16_bf16_bf16(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %d0: tensor<5x19xbf16>) -> tensor<5x19xbf16> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return %d : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @bf16_bf16_f32(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xbf16>, tensor<7x19xbf16>) outs(%arg2 : tensor<5x19xf32>)
func.func @bf16_bf16_f32(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f32_f32_f32(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x19xf32>) outs(%arg2 : tensor<5x19xf32>)
func.func @f32_f32_f32(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f64_f64_f64(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf64>, tensor<7x19xf64>) outs(%arg2 : tensor<5x19xf64>)
func.func @f64_f64_f64(%a: tensor<5x7xf64>, %b: tensor<7x19xf64>,
    %d0: tensor<5x19xf64>) -> tensor<5x19xf64> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%d0 : tensor<5x19xf64>) -> tensor<5x19xf64>
  return %d : tensor<5x19xf64>
}

// CHECK-LABEL: func.func @f8e4m3fn_f8e4m3fn_f16(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>) outs(%arg2 : tensor<5x19xf16>)
func.func @f8e4m3fn_f8e4m3fn_f16(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf16>) -> tensor<5x19xf16> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return %d : tensor<5x19xf16>
}

// CHECK-LABEL: func.func @f8e4m3fn_f8e5m2_bf16(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E5M2>) outs(%arg2 : tensor<5x19xbf16>)
func.func @f8e4m3fn_f8e5m2_bf16(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E5M2>,
    %d0: tensor<5x19xbf16>) -> tensor<5x19xbf16> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E5M2>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return %d : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @f8e5m2_f8e4m3fn_f32(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf8E5M2>, tensor<7x19xf8E4M3FN>) outs(%arg2 : tensor<5x19xf32>)
func.func @f8e5m2_f8e4m3fn_f32(%a: tensor<5x7xf8E5M2>, %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E5M2>, tensor<7x19xf8E4M3FN>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f8e4m3fn_f8e4m3fn_f8e4m3fn(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>) outs(%arg2 : tensor<5x19xf8E4M3FN>)
func.func @f8e4m3fn_f8e4m3fn_f8e4m3fn(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%d0 : tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN>
  return %d : tensor<5x19xf8E4M3FN>
}

// CHECK-LABEL: func.func @i8_i8_i32(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xi8>, tensor<7x19xi8>) outs(%arg2 : tensor<5x19xi32>)
func.func @i8_i8_i32(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi32>) -> tensor<5x19xi32> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %d : tensor<5x19xi32>
}

// CHECK-LABEL: func.func @i8_i8_i8(
// CHECK: ins(%arg0, %arg1 : tensor<5x7xi8>, tensor<7x19xi8>) outs(%arg2 : tensor<5x19xi8>)
func.func @i8_i8_i8(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi8>) -> tensor<5x19xi8> {
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xi8>) -> tensor<5x19xi8>
  return %d : tensor<5x19xi8>
}

// CHECK-LABEL: func.func @f8_result_with_bf16_bias_and_c(
// CHECK: c(%arg2 : tensor<5x19xbf16>) bias(%arg3 : tensor<19xbf16>)
func.func @f8_result_with_bf16_bias_and_c(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
    %c: tensor<5x19xbf16>, %v: tensor<19xbf16>,
    %d0: tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN> {
  %d = fused.matmul epilog(gelu_bias)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      c(%c : tensor<5x19xbf16>) bias(%v : tensor<19xbf16>)
      outs(%d0 : tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN>
  return %d : tensor<5x19xf8E4M3FN>
}

// CHECK-LABEL: func.func @f8_into_f32_with_bf16_bias(
// CHECK: c(%arg2 : tensor<5x19xf32>) bias(%arg3 : tensor<19xbf16>)
func.func @f8_into_f32_with_bf16_bias(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
    %c: tensor<5x19xf32>, %v: tensor<19xbf16>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(relu_bias)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      c(%c : tensor<5x19xf32>) bias(%v : tensor<19xbf16>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @f8_into_f16_with_f16_bias(
// CHECK: c(%arg2 : tensor<5x19xf16>) bias(%arg3 : tensor<19xf16>)
func.func @f8_into_f16_with_f16_bias(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>,
    %c: tensor<5x19xf16>, %v: tensor<19xf16>,
    %d0: tensor<5x19xf16>) -> tensor<5x19xf16> {
  %d = fused.matmul epilog(gelu_bias)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      c(%c : tensor<5x19xf16>) bias(%v : tensor<19xf16>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return %d : tensor<5x19xf16>
}

// CHECK-LABEL: func.func @i8_result_with_f32_bias(
// CHECK: c(%arg2 : tensor<5x19xi8>) bias(%arg3 : tensor<19xf32>)
func.func @i8_result_with_f32_bias(%a: tensor<5x7xi8>, %b: tensor<7x19xi8>,
    %c: tensor<5x19xi8>, %v: tensor<19xf32>,
    %d0: tensor<5x19xi8>) -> tensor<5x19xi8> {
  %d = fused.matmul epilog(relu_bias)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      c(%c : tensor<5x19xi8>) bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<5x19xi8>) -> tensor<5x19xi8>
  return %d : tensor<5x19xi8>
}

// CHECK-LABEL: func.func @f16_into_f32_with_f32_bias(
// CHECK: c(%arg2 : tensor<5x19xf32>) bias(%arg3 : tensor<19xf32>)
func.func @f16_into_f32_with_f32_bias(%a: tensor<5x7xf16>, %b: tensor<7x19xf16>,
    %c: tensor<5x19xf32>, %v: tensor<19xf32>,
    %d0: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %d = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      c(%c : tensor<5x19xf32>) bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %d : tensor<5x19xf32>
}

// The pre-activation of an f8 product is bf16.
// CHECK-LABEL: func.func @f8_preactivation(
// CHECK: outs(%arg3, %arg4 : tensor<5x19xf8E4M3FN>, tensor<5x19xbf16>)
func.func @f8_preactivation(
    %a: tensor<5x7xf8E4M3FN>, %b: tensor<7x19xf8E4M3FN>, %v: tensor<19xbf16>,
    %d0: tensor<5x19xf8E4M3FN>, %x0: tensor<5x19xbf16>)
    -> tensor<5x19xbf16> {
  %d, %x = fused.matmul epilog(gelu_aux_bias)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      bias(%v : tensor<19xbf16>)
      outs(%d0, %x0 : tensor<5x19xf8E4M3FN>, tensor<5x19xbf16>)
      -> tensor<5x19xf8E4M3FN>, tensor<5x19xbf16>
  return %x : tensor<5x19xbf16>
}
