// RUN: fused-run %s --verify | FileCheck %s

// Complex numbers inside a program.
// CHECK: verification: PASS

#map = affine_map<(d0) -> (d0)>
func.func @main(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = tensor.empty() : tensor<5xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xf32>) outs(%0 : tensor<5xcomplex<f32>>) {
  ^bb0(%in: f32, %out: complex<f32>):
    %4 = complex.create %in, %in : complex<f32>
    %5 = complex.exp %4 : complex<f32>
    linalg.yield %5 : complex<f32>
  } -> tensor<5xcomplex<f32>>
  %2 = tensor.empty() : tensor<5xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<5xcomplex<f32>>) outs(%2 : tensor<5xf32>) {
  ^bb0(%in: complex<f32>, %out: f32):
    %4 = complex.abs %in : complex<f32>
    linalg.yield %4 : f32
  } -> tensor<5xf32>
  return %3 : tensor<5xf32>
}
