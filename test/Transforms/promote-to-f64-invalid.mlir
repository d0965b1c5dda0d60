// RUN: fused-opt %s --fused-promote-to-f64 --split-input-file --verify-diagnostics

func.func @bits_of_a_vector(%x: vector<4xf32>) -> vector<8xi16> {
  // expected-error @below {{looks at the bits of a floating-point number, so the program cannot be evaluated in double}}
  %0 = vector.bitcast %x : vector<4xf32> to vector<8xi16>
  return %0 : vector<8xi16>
}

// -----

func.func @bits_in_memory(%x: memref<64xi8>, %i: index) -> memref<4xf32> {
  // expected-error @below {{looks at the bits of a floating-point number}}
  %0 = memref.view %x[%i][] : memref<64xi8> to memref<4xf32>
  return %0 : memref<4xf32>
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
