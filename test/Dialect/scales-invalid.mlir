// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @scale_of_f64(%a: tensor<32x16xf64>, %b: tensor<16x48xf64>,
                        %s: tensor<f32>, %d0: tensor<32x48xf64>) {
  // expected-error @+1 {{a_scale needs a product that is computed in f32, not in 'f64'}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf64>, tensor<16x48xf64>)
      a_scale(%s : tensor<f32>)
      outs(%d0 : tensor<32x48xf64>) -> tensor<32x48xf64>
  return
}

// -----

func.func @scale_of_i8(%a: tensor<32x16xi8>, %b: tensor<16x48xi8>,
                       %s: tensor<f32>, %d0: tensor<32x48xi8>) {
  // expected-error @+1 {{b_scale needs a product that is computed in f32, not in 'i32'}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xi8>, tensor<16x48xi8>)
      b_scale(%s : tensor<f32>)
      outs(%d0 : tensor<32x48xi8>) -> tensor<32x48xi8>
  return
}

// -----

func.func @scale_of_wide_d(%a: tensor<32x16xf8E4M3FN>,
                           %b: tensor<16x48xf8E4M3FN>, %s: tensor<f32>,
                           %d0: tensor<32x48xf16>) {
  // expected-error @+1 {{d_scale needs a D of 8-bit floating-point elements}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      d_scale(%s : tensor<f32>)
      outs(%d0 : tensor<32x48xf16>) -> tensor<32x48xf16>
  return
}

// -----

func.func @amax_of_wide_d(%a: tensor<32x16xf8E4M3FN>,
                          %b: tensor<16x48xf8E4M3FN>, %m0: tensor<f32>,
                          %d0: tensor<32x48xf32>) {
  // expected-error @+1 {{amax needs a D of 8-bit floating-point elements}}
  %d, %m = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      outs(%d0 : tensor<32x48xf32>) amax(%m0 : tensor<f32>)
      -> tensor<32x48xf32>, tensor<f32>
  return
}

// -----

func.func @no_result_for_amax(%a: tensor<32x16xf8E4M3FN>,
                              %b: tensor<16x48xf8E4M3FN>, %m0: tensor<f32>,
                              %d0: tensor<32x48xf8E4M3FN>) {
  // expected-error @+1 {{needs 2 results, but has 1}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      outs(%d0 : tensor<32x48xf8E4M3FN>) amax(%m0 : tensor<f32>)
      -> tensor<32x48xf8E4M3FN>
  return
}

// -----

func.func @scale_in_memory(%a: tensor<32x16xf8E4M3FN>,
                           %b: tensor<16x48xf8E4M3FN>, %s: memref<f32>,
                           %d0: tensor<32x48xf16>) {
  // expected-error @+1 {{mixes tensors and memrefs}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      a_scale(%s : memref<f32>)
      outs(%d0 : tensor<32x48xf16>) -> tensor<32x48xf16>
  return
}

// -----

func.func @vector_of_scales(%a: tensor<32x16xf8E4M3FN>,
                            %b: tensor<16x48xf8E4M3FN>, %s: tensor<32xf32>,
                            %d0: tensor<32x48xf16>) {
  // expected-error @+1 {{must be one number of f32, tensor or memref, but got 'tensor<32xf32>'}}
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<32x16xf8E4M3FN>, tensor<16x48xf8E4M3FN>)
      a_scale(%s : tensor<32xf32>)
      outs(%d0 : tensor<32x48xf16>) -> tensor<32x48xf16>
  return
}
