// RUN: fused-opt %s --fused-verify-types --split-input-file --verify-diagnostics
// RUN: %if ptxas %{ fused-opt %s --fused-to-llvm=target=cuda --split-input-file --verify-diagnostics %}
// RUN: fused-opt %s --fused-to-llvm --split-input-file --verify-diagnostics
// RUN: fused-opt %s --fused-upstream-to-llvm --split-input-file --verify-diagnostics

func.func @every_type(%a: tensor<2xi1>, %b: tensor<2xi8>, %c: tensor<2xi16>, %d: tensor<2xi32>,
                      %e: tensor<2xi64>, %f: tensor<2xindex>, %g: tensor<2xf16>, %h: tensor<2xbf16>,
                      %i: tensor<2xf32>, %j: tensor<2xf64>, %k: tensor<2xf8E4M3FN>,
                      %l: tensor<?xf8E5M2>) -> tensor<?xf8E5M2> {
  return %l : tensor<?xf8E5M2>
}

// -----

func.func @wide_integers_in_a_body(%x: tensor<7xi64>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<7xi64>) outs(%e : tensor<7xf32>) {
  ^bb0(%in: i64, %out: f32):
    // expected-error@+1 {{a value of type 'i128' cannot be compiled: integers have 1, 8, 16, 32 or 64 bits}}
    %a = arith.extsi %in : i64 to i128
    %b = arith.muli %a, %a : i128
    %c = arith.uitofp %b : i128 to f32
    linalg.yield %c : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @wide_floats_in_a_body(%x: tensor<7xf64>) -> tensor<7xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<7xf64>) outs(%x : tensor<7xf64>) {
  ^bb0(%in: f64, %out: f64):
    // expected-error@+1 {{a value of type 'f128' cannot be compiled: floats are f16, bf16, f32, f64, f8E4M3FN or f8E5M2}}
    %a = arith.extf %in : f64 to f128
    %b = arith.mulf %a, %a : f128
    %c = arith.truncf %b : f128 to f64
    linalg.yield %c : f64
  } -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func @odd_constant() -> i32 {
  // expected-error@+1 {{a value of type 'i7' cannot be compiled: integers have 1, 8, 16, 32 or 64 bits}}
  %0 = arith.constant 5 : i7
  %1 = arith.extui %0 : i7 to i32
  return %1 : i32
}

// -----

// expected-error@+1 {{a value of type 'tensor<4xtf32>' cannot be compiled: in 'tf32', floats are}}
func.func @argument(%x: tensor<4xtf32>) -> tensor<4xtf32> {
  return %x : tensor<4xtf32>
}

// -----

// expected-error@+1 {{a value of type 'f80' cannot be compiled: floats are}}
func.func private @declared() -> f80

// -----

// expected-error@+1 {{in 'complex<f16>', complex numbers consist of f32 or f64}}
func.func @narrow_complex(%x: tensor<4xcomplex<f16>>) -> tensor<4xcomplex<f16>> {
  return %x : tensor<4xcomplex<f16>>
}

// -----

// expected-error@+1 {{a value of type 'tensor<4xvector<2xf32>>' cannot be compiled: the elements of arrays are numbers}}
func.func @vectors(%x: tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>> {
  return %x : tensor<4xvector<2xf32>>
}

// -----

// expected-error@+1 {{a value of type 'tensor<2x9223372036854775807xi8>' cannot be compiled: its bytes cannot be counted in 63 bits}}
func.func @too_large(%x: tensor<2x9223372036854775807xi8>) -> tensor<2x9223372036854775807xi8> {
  return %x : tensor<2x9223372036854775807xi8>
}

// -----

// expected-error@+1 {{its bytes cannot be counted in 63 bits}}
func.func @too_large_beside_nothing(%x: tensor<0x9223372036854775807x?xi8>) {
  return
}

// -----

func.func @one_of_many(%x: tensor<3x3xf32>) -> tensor<f32> {
  // expected-error@+1 {{'tensor.collapse_shape' op cannot be compiled: 'tensor<f32>' has one element, and 'tensor<3x3xf32>' has sizes other than 1}}
  %0 = tensor.collapse_shape %x [] : tensor<3x3xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @one_of_any_size(%x: tensor<?xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %x [] : tensor<?xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @other_size(%x: tensor<19xf32>) -> tensor<1x19xf32> {
  // expected-error@+1 {{'tensor.expand_shape' op cannot be compiled: size 4294967296 of dimension 1 is not that of 'tensor<1x19xf32>'}}
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [1, 4294967296] : tensor<19xf32> into tensor<1x19xf32>
  return %0 : tensor<1x19xf32>
}

// -----

func.func @view_of_ambiguous_shape(%x: memref<3x1xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{a view of type 'memref<1xf32, strided<[2], offset: 1>>' cannot be compiled: its strides do not tell which dimensions it has dropped}}
  %0 = memref.subview %x[1, 0] [1, 1] [2, 1] : memref<3x1xf32> to memref<1xf32, strided<[2], offset: 1>>
  %1 = memref.load %0[%c0] : memref<1xf32, strided<[2], offset: 1>>
  return %1 : f32
}

// -----

func.func @views_of_known_shape(%x: memref<3x1xf32>, %y: memref<4x3x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %x[1, 0] [1, 1] [1, 1] : memref<3x1xf32> to memref<1xf32, strided<[1], offset: 1>>
  %1 = memref.load %0[%c0] : memref<1xf32, strided<[1], offset: 1>>
  %2 = memref.subview %y[1, 2, 1] [1, 1, 3] [1, 1, 3] : memref<4x3x8xf32> to memref<1x3xf32, strided<[24, 3], offset: 41>>
  %3 = memref.load %2[%c0, %c0] : memref<1x3xf32, strided<[24, 3], offset: 41>>
  %4 = arith.addf %1, %3 : f32
  return %4 : f32
}

// -----

func.func @constant_of_unknown_size() -> tensor<?xf32> {
  // expected-error@+1 {{'arith.constant' op of 'tensor<?xf32>' cannot be compiled: its sizes are not known}}
  %0 = arith.constant dense_resource<missing> : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
// expected-error@+1 {{a value of type 'tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>' cannot be compiled: arrays are stored with all of their elements}}
func.func @sparse(%x: tensor<4xf32, #sparse>) {
  return
}

// -----

// expected-error@+1 {{argument 1 of public function 'complex_argument' has type 'tensor<4xcomplex<f32>>', which cannot be passed to or from a caller: only numbers that are not complex, and dense arrays of them of at most 8 dimensions can}}
func.func @complex_argument(%x: tensor<4xf32>, %y: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{result 0 of public function 'complex_result' has type 'complex<f64>'}}
func.func @complex_result(%x: f64) -> complex<f64> {
  %0 = complex.create %x, %x : complex<f64>
  return %0 : complex<f64>
}

// -----

// expected-error@+1 {{argument 0 of public function 'rank_nine' has type 'tensor<1x1x1x1x1x1x1x1x1xf32>'}}
func.func @rank_nine(%x: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  return
}

// -----

// expected-error@+1 {{result 0 of public function 'no_rank' has type 'tensor<*xf32>'}}
func.func @no_rank(%x: tensor<4xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Nobody else calls this one.
func.func private @complex_inside(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}
