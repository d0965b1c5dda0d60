// RUN: fused-run %s --verify | FileCheck %s
// RUN: fused-run %s --verify --shape=0=1x1 --shape=1=1x1 | FileCheck %s
// RUN: fused-run %s --verify --shape=0=300x20 --shape=1=20x301 | FileCheck %s
// RUN: fused-run %s --shape=0=0x3 --shape=1=3x5 | FileCheck %s --check-prefix=EMPTY

// All sizes are known only when the program runs; also one and zero.
// CHECK: verification: PASS
// EMPTY: result 0: 0x5xf32

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
  %dim_1 = tensor.dim %arg1, %c1 : tensor<?x?xf32>
  %0 = tensor.empty(%dim, %dim_1) : tensor<?x?xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.exp ins(%2 : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.empty(%dim) : tensor<?xf32>
  %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<?xf32>) -> tensor<?xf32>
  %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<?x?xf32>) outs(%5 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %15 = arith.addf %in, %out : f32
    linalg.yield %15 : f32
  } -> tensor<?xf32>
  %7 = tensor.empty(%dim_1) : tensor<?xf32>
  %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<?xf32>) -> tensor<?xf32>
  %9 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "parallel"]} ins(%3 : tensor<?x?xf32>) outs(%8 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %15 = arith.addf %in, %out : f32
    linalg.yield %15 : f32
  } -> tensor<?xf32>
  %10 = tensor.empty() : tensor<f32>
  %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<f32>) -> tensor<f32>
  %12 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%6 : tensor<?xf32>) outs(%11 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %15 = arith.addf %in, %out : f32
    linalg.yield %15 : f32
  } -> tensor<f32>
  %13 = tensor.empty(%dim, %dim_1) : tensor<?x?xi1>
  %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %6 : tensor<?x?xf32>, tensor<?xf32>) outs(%13 : tensor<?x?xi1>) {
  ^bb0(%in: f32, %in_2: f32, %out: i1):
    %15 = arith.cmpf olt, %in, %in_2 : f32
    linalg.yield %15 : i1
  } -> tensor<?x?xi1>
  return %3, %6, %9, %12, %14 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x?xi1>
}
