// RUN: fused-run %s --verify --seed=1,2 | FileCheck %s

// Dropout: numbers in [0, 1) made of the bits of integers decide which elements
// of a product are kept. In double they are the same numbers.
// CHECK: verification: PASS

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<9x20xf32>, %b: tensor<20x31xf32>,
                %bits: tensor<9x31xi32>) -> (tensor<9x31xf32>, tensor<9x31xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %keep = arith.constant 0.75 : f32
  %hash = arith.constant 0x9E3779B9 : i32
  %shift = arith.constant 9 : i32
  %exponent = arith.constant 0x3F800000 : i32
  %sign = arith.constant 0x7FFFFFFF : i32
  %e = tensor.empty() : tensor<9x31xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<9x31xf32>) -> tensor<9x31xf32>
  %p = linalg.matmul ins(%a, %b : tensor<9x20xf32>, tensor<20x31xf32>)
      outs(%f : tensor<9x31xf32>) -> tensor<9x31xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %bits : tensor<9x31xf32>, tensor<9x31xi32>)
      outs(%e, %e : tensor<9x31xf32>, tensor<9x31xf32>) {
  ^bb0(%x: f32, %bit: i32, %out: f32, %out1: f32):
    %i = linalg.index 1 : index
    %i32 = arith.index_cast %i : index to i32
    %salted = arith.addi %bit, %i32 : i32
    %hashed = arith.muli %salted, %hash : i32
    %mantissa = arith.shrui %hashed, %shift : i32
    %number = arith.ori %mantissa, %exponent : i32
    %between = arith.bitcast %number : i32 to f32
    %uniform = arith.subf %between, %one : f32
    %kept = arith.cmpf olt, %uniform, %keep : f32
    %scaled = arith.divf %x, %keep : f32
    %y = arith.select %kept, %scaled, %zero : f32
    // The bits of a number that is computed: those of its own type.
    %xbits = arith.bitcast %x : f32 to i32
    %cleared = arith.andi %xbits, %sign : i32
    %magnitude = arith.bitcast %cleared : i32 to f32
    linalg.yield %y, %magnitude : f32, f32
  } -> (tensor<9x31xf32>, tensor<9x31xf32>)
  return %r#0, %r#1 : tensor<9x31xf32>, tensor<9x31xf32>
}
