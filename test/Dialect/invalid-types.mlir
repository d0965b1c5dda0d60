// RUN: fused-opt %s --split-input-file --verify-diagnostics

// Element types that no product has.

func.func @mixed_operand_types(
    %a: tensor<5x7xf16>,
    %b: tensor<7x19xbf16>,
    %d0: tensor<5x19xf16>) {
  // expected-error @+1 {{there is no product of 'f16' and 'bf16' into 'f16'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xbf16>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return
}

// -----

func.func @narrow_result_of_f32(
    %a: tensor<5x7xf32>,
    %b: tensor<7x19xf32>,
    %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{there is no product of 'f32' and 'f32' into 'bf16'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}

// -----

func.func @wide_result_of_f16(
    %a: tensor<5x7xf16>,
    %b: tensor<7x19xf16>,
    %d0: tensor<5x19xf64>) {
  // expected-error @+1 {{there is no product of 'f16' and 'f16' into 'f64'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%d0 : tensor<5x19xf64>) -> tensor<5x19xf64>
  return
}

// -----

func.func @f16_into_bf16(
    %a: tensor<5x7xf16>,
    %b: tensor<7x19xf16>,
    %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{there is no product of 'f16' and 'f16' into 'bf16'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf16>, tensor<7x19xf16>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}

// -----

func.func @f32_result_of_f64(
    %a: tensor<5x7xf64>,
    %b: tensor<7x19xf64>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{there is no product of 'f64' and 'f64' into 'f32'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf64>, tensor<7x19xf64>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @i32_operands(
    %a: tensor<5x7xi32>,
    %b: tensor<7x19xi32>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{there is no product of 'i32' and 'i32' into 'i32'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi32>, tensor<7x19xi32>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}

// -----

func.func @unsigned_i8(
    %a: tensor<5x7xui8>,
    %b: tensor<7x19xui8>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{there is no product of 'ui8' and 'ui8' into 'i32'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xui8>, tensor<7x19xui8>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}

// -----

func.func @i8_into_f32(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{there is no product of 'i8' and 'i8' into 'f32'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @both_e5m2(
    %a: tensor<5x7xf8E5M2>,
    %b: tensor<7x19xf8E5M2>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{there is no product of 'f8E5M2' and 'f8E5M2' into 'f32'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E5M2>, tensor<7x19xf8E5M2>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @e5m2_result(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf8E5M2>) {
  // expected-error @+1 {{there is no product of 'f8E4M3FN' and 'f8E4M3FN' into 'f8E5M2'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%d0 : tensor<5x19xf8E5M2>) -> tensor<5x19xf8E5M2>
  return
}

// -----

func.func @other_f8(
    %a: tensor<5x7xf8E4M3FNUZ>,
    %b: tensor<7x19xf8E4M3FNUZ>,
    %d0: tensor<5x19xf32>) {
  // expected-error @+1 {{there is no product of 'f8E4M3FNUZ'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FNUZ>, tensor<7x19xf8E4M3FNUZ>)
      outs(%d0 : tensor<5x19xf32>) -> tensor<5x19xf32>
  return
}

// -----

func.func @f8_with_f16(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf16>,
    %d0: tensor<5x19xf16>) {
  // expected-error @+1 {{there is no product of 'f8E4M3FN' and 'f16' into 'f16'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf16>)
      outs(%d0 : tensor<5x19xf16>) -> tensor<5x19xf16>
  return
}

// -----

func.func @index_elements(
    %a: tensor<5x7xindex>,
    %b: tensor<7x19xindex>,
    %d0: tensor<5x19xindex>) {
  // expected-error @+1 {{there is no product of 'index'}}
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xindex>, tensor<7x19xindex>)
      outs(%d0 : tensor<5x19xindex>) -> tensor<5x19xindex>
  return
}

// -----

func.func @epilog_of_i32(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{epilog 'relu' does not exist for a product of 'i8' into 'i32'}}
  %0 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}

// -----

func.func @bias_of_i32(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %bias: tensor<19xi32>,
    %d0: tensor<5x19xi32>) {
  // expected-error @+1 {{epilog 'bias' does not exist for a product of 'i8' into 'i32'}}
  %0 = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>) bias(%bias : tensor<19xi32>)
      outs(%d0 : tensor<5x19xi32>) -> tensor<5x19xi32>
  return
}

// -----

func.func @gelu_aux_of_i8(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi8>,
    %x0: tensor<5x19xf32>) {
  // expected-error @+1 {{epilog 'gelu_aux' does not exist for a product of 'i8' into 'i8'}}
  %0:2 = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0, %x0 : tensor<5x19xi8>, tensor<5x19xf32>) -> tensor<5x19xi8>, tensor<5x19xf32>
  return
}

// -----

func.func @bgradb_of_i8(
    %a: tensor<5x7xi8>,
    %b: tensor<7x19xi8>,
    %d0: tensor<5x19xi8>,
    %x0: tensor<19xf32>) {
  // expected-error @+1 {{epilog 'bgradb' does not exist for a product of 'i8' into 'i8'}}
  %0:2 = fused.matmul epilog(bgradb)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%d0, %x0 : tensor<5x19xi8>, tensor<19xf32>) -> tensor<5x19xi8>, tensor<19xf32>
  return
}

// -----

func.func @drelu_of_f8_result(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf8E4M3FN>,
    %m: tensor<5x16xi8>,
    %d0: tensor<5x19xf8E4M3FN>) {
  // expected-error @+1 {{epilog 'drelu' does not exist for a product of 'f8E4M3FN' into 'f8E4M3FN'}}
  %0 = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      aux(%m : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xf8E4M3FN>) -> tensor<5x19xf8E4M3FN>
  return
}

// -----

func.func @gelu_aux_of_f8_into_f32(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf32>,
    %x0: tensor<5x19xbf16>) {
  // expected-error @+1 {{epilog 'gelu_aux' does not exist for a product of 'f8E4M3FN' into 'f32'}}
  %0:2 = fused.matmul epilog(gelu_aux)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%d0, %x0 : tensor<5x19xf32>, tensor<5x19xbf16>) -> tensor<5x19xf32>, tensor<5x19xbf16>
  return
}

// -----

func.func @bgrada_of_f8_into_f16(
    %a: tensor<5x7xf8E4M3FN>,
    %b: tensor<7x19xf8E4M3FN>,
    %d0: tensor<5x19xf16>,
    %x0: tensor<5xf16>) {
  // expected-error @+1 {{epilog 'bgrada' does not exist for a product of 'f8E4M3FN' into 'f16'}}
  %0:2 = fused.matmul epilog(bgrada)
      ins(%a, %b : tensor<5x7xf8E4M3FN>, tensor<7x19xf8E4M3FN>)
      outs(%d0, %x0 : tensor<5x19xf16>, tensor<5xf16>) -> tensor<5x19xf16>, tensor<5xf16>
  return
}
