// RUN: fused-opt %s --fused-promote-to-f64 | FileCheck %s

// CHECK-LABEL: func.func @signature
// CHECK-SAME: (%[[A:.*]]: tensor<4xf64>, %[[B:.*]]: tensor<?xf64>, %{{.*}}: tensor<3xi32>, %{{.*}}: f64) -> (tensor<4xf64>, vector<2xf64>)
func.func @signature(%a: tensor<4xbf16>, %b: tensor<?xf16>, %i: tensor<3xi32>,
                     %c: f32) -> (tensor<4xbf16>, vector<2xf32>) {
  // CHECK: %[[V:.*]] = vector.broadcast %{{.*}} : f64 to vector<2xf64>
  %v = vector.broadcast %c : f32 to vector<2xf32>
  // CHECK: return %[[A]], %[[V]]
  return %a, %v : tensor<4xbf16>, vector<2xf32>
}

// Conversions between floats become identities; those with integers stay.
// CHECK-LABEL: func.func @conversions
// CHECK-SAME: (%[[A:.*]]: tensor<4xf64>, %[[I:.*]]: i32)
func.func @conversions(%a: tensor<4xbf16>, %i: i32) -> (tensor<4xf16>, f32, i8) {
  // CHECK-NOT: arith.extf
  // CHECK-NOT: arith.truncf
  // CHECK: arith.addf %[[A]], %[[A]] : tensor<4xf64>
  %0 = arith.extf %a : tensor<4xbf16> to tensor<4xf32>
  %1 = arith.addf %0, %0 : tensor<4xf32>
  %2 = arith.truncf %1 : tensor<4xf32> to tensor<4xf16>
  // CHECK: %[[F:.*]] = arith.sitofp %[[I]] : i32 to f64
  %3 = arith.sitofp %i : i32 to f32
  // CHECK: arith.fptoui %[[F]] : f64 to i8
  %4 = arith.fptoui %3 : f32 to i8
  return %2, %3, %4 : tensor<4xf16>, f32, i8
}

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // The nearest bf16 to 0.1, exactly; infinity and NaN stay what they are.
  // CHECK: dense<[1.000000e+00, 0x7FF0000000000000, 0xFFF8000000000000, 0.10009765625]> : tensor<4xf64>
  %0 = arith.constant dense<[1.0, 0x7F80, 0xFFC0, 0.1]> : tensor<4xbf16>
  // CHECK: dense<0.10000000149011612> : tensor<2x3xf64>
  %1 = arith.constant dense<0.1> : tensor<2x3xf32>
  // The smallest denormal of f16 is a normal number of f64.
  // CHECK: arith.constant 5.9604644775390625E-8 : f64
  %2 = arith.constant 0x0001 : f16
  // CHECK: arith.constant -0.000000e+00 : f64
  %3 = arith.constant -0.0 : f32
  // CHECK: dense<[1.000000e+00, -2.000000e+00]> : tensor<2xf64>
  %4 = arith.constant dense_resource<weights> : tensor<2xf32>
  // CHECK: dense<(1.000000e+00,5.000000e-01)> : tensor<2xcomplex<f64>>
  %5 = arith.constant dense<(1.0, 0.5)> : tensor<2xcomplex<f32>>
  // CHECK: dense<[1, 2]> : tensor<2xi32>
  %6 = arith.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: arith.constant 1.000000e-01 : f64
  %7 = arith.constant 0.1 : f64
  // CHECK: dense<> : tensor<0xf64>
  %8 = arith.constant dense<> : tensor<0xf32>
  return
}

// The region of a named operation converts its operands; afterwards it must
// still be that of the named operation.
// CHECK-LABEL: func.func @regions
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<3x5xf64>, tensor<5x7xf64>) outs(%{{.*}} : tensor<3x7xf64>)
// CHECK: linalg.generic
// CHECK: ^bb0(%[[X:.*]]: f64, %{{.*}}: f64):
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]] : f64
// CHECK-NEXT: linalg.yield %[[E]] : f64
func.func @regions(%a: tensor<3x5xf16>, %b: tensor<5x7xf16>,
                   %c: tensor<3x7xf32>, %d: tensor<3x7xf16>) -> tensor<3x7xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xf16>, tensor<5x7xf16>)
      outs(%c : tensor<3x7xf32>) -> tensor<3x7xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x7xf32>) outs(%d : tensor<3x7xf16>) {
  ^bb0(%in: f32, %out: f16):
    %2 = math.exp %in : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<3x7xf16>
  return %1 : tensor<3x7xf16>
}

// CHECK-LABEL: func.func @calls_and_loops
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f64)
// CHECK: call @callee(%{{.*}}) : (f64) -> f64
func.func @calls_and_loops(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (f32) {
    %1 = func.call @callee(%y) : (f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK: func.func private @callee(%{{.*}}: f64) -> f64
func.func private @callee(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

// Bits of integers may be looked at.
// CHECK-LABEL: func.func @integer_bitcast
func.func @integer_bitcast(%a: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: tensor.bitcast
  %0 = tensor.bitcast %a : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xi32>
  return %1 : tensor<4xi32>
}

// Random numbers of random bits are those of the program, exactly.
// CHECK-LABEL: func.func @float_of_bits
// CHECK-SAME: (%[[I:.*]]: tensor<4xi32>) -> tensor<4xf64>
func.func @float_of_bits(%i: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK: %[[N:.*]] = arith.bitcast %[[I]] : tensor<4xi32> to tensor<4xf32>
  // CHECK: %[[W:.*]] = arith.extf %[[N]] : tensor<4xf32> to tensor<4xf64>
  // CHECK: arith.addf %[[W]], %[[W]] : tensor<4xf64>
  %0 = arith.bitcast %i : tensor<4xi32> to tensor<4xf32>
  %1 = arith.addf %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The bits of a number are those of the type that the program gives it.
// CHECK-LABEL: func.func @bits_of_float
// CHECK-SAME: (%[[X:.*]]: tensor<4xf64>, %{{.*}}: tensor<4xi16>)
// CHECK: ^bb0(%[[IN:.*]]: f64, %{{.*}}: i16):
// CHECK: %[[N:.*]] = arith.truncf %[[IN]] : f64 to bf16
// CHECK: %[[B:.*]] = arith.bitcast %[[N]] : bf16 to i16
// CHECK: linalg.yield %[[B]] : i16
func.func @bits_of_float(%x: tensor<4xbf16>, %y: tensor<4xi16>) -> tensor<4xi16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<4xbf16>) outs(%y : tensor<4xi16>) {
  ^bb0(%in: bf16, %out: i16):
    %1 = arith.bitcast %in : bf16 to i16
    linalg.yield %1 : i16
  } -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// CHECK-LABEL: func.func @bits_of_doubles
func.func @bits_of_doubles(%x: f64) -> i64 {
  // CHECK-NEXT: arith.bitcast %{{.*}} : f64 to i64
  // CHECK-NEXT: return
  %0 = arith.bitcast %x : f64 to i64
  return %0 : i64
}

// CHECK-LABEL: func.func @between_narrow_floats
func.func @between_narrow_floats(%x: f16) -> bf16 {
  // CHECK-NEXT: %[[N:.*]] = arith.truncf %{{.*}} : f64 to f16
  // CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[N]] : f16 to bf16
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[B]] : bf16 to f64
  // CHECK-NEXT: return %[[W]]
  %0 = arith.bitcast %x : f16 to bf16
  return %0 : bf16
}

{-#
  dialect_resources: {
    builtin: { weights: "0x040000000000803F000000C0" }
  }
#-}
