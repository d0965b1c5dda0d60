// RUN: fused-opt %s --split-input-file --verify-diagnostics

func.func @no_steps(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                    %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{epilog 'relu' has no steps that could be rounded}}
  %d = fused.matmul epilog(relu) allow_rounded_steps
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}

// -----

func.func @no_saved_mask(%a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
                         %mask: tensor<5x16xi8>, %d0: tensor<5x19xbf16>) {
  // expected-error @+1 {{epilog 'drelu' saves no mask}}
  %d = fused.matmul epilog(drelu) allow_any_nan_bit
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%mask : tensor<5x16xi8>)
      outs(%d0 : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  return
}
