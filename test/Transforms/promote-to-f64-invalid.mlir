// RUN: fused-opt %s --fused-promote-to-f64 --split-input-file --verify-diagnostics

func.func @bits_of_a_float(%x: f32) -> i32 {
  // expected-error @below {{looks at the bits of a floating-point number, so the program cannot be evaluated in double}}
  %0 = arith.bitcast %x : f32 to i32
  return %0 : i32
}

// -----

func.func @float_from_bits(%x: tensor<4xi16>) -> tensor<4xbf16> {
  // expected-error @below {{looks at the bits of a floating-point number}}
  %0 = arith.bitcast %x : tensor<4xi16> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @bits_in_a_region(%x: tensor<4xf32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<4xi32>) {
  ^bb0(%in: f32, %out: i32):
    // expected-error @below {{looks at the bits of a floating-point number}}
    %1 = arith.bitcast %in : f32 to i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// expected-error @below {{computes in a type wider than double}}
func.func @wide_argument(%x: tensor<4xf80>) {
  return
}

// -----

func.func @wider_than_double(%x: f64) -> f128 {
  // expected-error @below {{computes in a type wider than double}}
  %0 = arith.extf %x : f64 to f128
  return %0 : f128
}

// -----

// expected-error @below {{is defined elsewhere, so the program cannot be evaluated in double}}
func.func private @erff(f32) -> f32

// -----

func.func @resource_without_data() -> tensor<2xf32> {
  // expected-error @below {{has a constant without its data}}
  %0 = arith.constant dense_resource<missing> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
