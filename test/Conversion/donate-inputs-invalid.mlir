// RUN: fused-opt %s --fused-donate-inputs -split-input-file -verify-diagnostics

// expected-error @below {{argument 0 is donated to output 1 : i32, which 'f' does not have}}
func.func @f(%a: tensor<4xf32> {fused.output = 1 : i32}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 is donated to output "first", which 'f' does not have}}
func.func @f(%a: tensor<4xf32> {fused.output = "first"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{arguments 0 and 1 are donated to the same output}}
func.func @f(%a: tensor<4xf32> {fused.output = 0 : i32}, %b: tensor<4xf32> {tf.aliasing_output = 0 : i32})
    -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
