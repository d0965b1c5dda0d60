// RUN: fused-run %s --verify | FileCheck %s

// A reduction of two results that looks at the index.
// CHECK: verification: PASS

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
func.func @main(%arg0: tensor<37x53xf32>) -> (tensor<37xf32>, tensor<37xi64>) {
  %cst = arith.constant 0xFF800000 : f32
  %c0_i64 = arith.constant 0 : i64
  %0 = tensor.empty() : tensor<37xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<37xf32>) -> tensor<37xf32>
  %2 = tensor.empty() : tensor<37xi64>
  %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<37xi64>) -> tensor<37xi64>
  %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<37x53xf32>) outs(%1, %3 : tensor<37xf32>, tensor<37xi64>) {
  ^bb0(%in: f32, %out: f32, %out_0: i64):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.cmpf ogt, %in, %out : f32
    %8 = arith.select %7, %in, %out : f32
    %9 = arith.select %7, %6, %out_0 : i64
    linalg.yield %8, %9 : f32, i64
  } -> (tensor<37xf32>, tensor<37xi64>)
  return %4#0, %4#1 : tensor<37xf32>, tensor<37xi64>
}
