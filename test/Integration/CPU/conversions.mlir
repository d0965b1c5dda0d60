// RUN: fused-run %s --print | FileCheck %s
// RUN: fused-run %s --verify

// Integers that are out of range are the nearest, NaN is 0.

// CHECK: [-2147483648, 2147483647, -2147483648, 2147483647, 0, -300, 1, 0]
// CHECK: [-128, 127, -128, 127, 0, -128, 1, 0]
// CHECK: [0, -1, 0, -1, 0, 0, 1, 0]

#map = affine_map<(i) -> (i)>
func.func @main() -> (tensor<8xi32>, tensor<8xi8>, tensor<8xi8>) {
  %x = arith.constant dense<[-1.0e30, 1.0e30, 0xFF800000, 0x7F800000, 0x7FC00000, -300.7, 1.9, -0.4]> : tensor<8xf32>
  %words = tensor.empty() : tensor<8xi32>
  %bytes = tensor.empty() : tensor<8xi8>
  %results:3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%words, %bytes, %bytes : tensor<8xi32>, tensor<8xi8>, tensor<8xi8>) {
  ^bb0(%in: f32, %out: i32, %out_0: i8, %out_1: i8):
    %word = arith.fptosi %in : f32 to i32
    %byte = arith.fptosi %in : f32 to i8
    %unsigned = arith.fptoui %in : f32 to i8
    linalg.yield %word, %byte, %unsigned : i32, i8, i8
  } -> (tensor<8xi32>, tensor<8xi8>, tensor<8xi8>)
  return %results#0, %results#1, %results#2 : tensor<8xi32>, tensor<8xi8>, tensor<8xi8>
}
