// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=FUSED
// RUN: fused-run %s --verify --seed=1,14 | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify --seed=14 | FileCheck %s --check-prefixes=CHECK,EXCUSED %}
// EXCUSED: special values{{.*}} ill-conditioned
// CHECK: verification: PASS

// Libraries multiply the scales first. Their product overflows where the
// largest number is one of them.

// FUSED-LABEL: func.func @two_scales
// FUSED: fused.matmul {{.*}} a_scale({{.*}}) b_scale(
#empty = affine_map<() -> ()>
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ijOfK = affine_map<(i, j, k) -> (i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func @two_scales(%a: tensor<64x16xf8E4M3FN>,
                      %b: tensor<16x64xf8E4M3FN>, %s: tensor<f32>,
                      %t: tensor<f32>) -> tensor<64x64xf32> {
  %none = tensor.empty() : tensor<f32>
  %u = linalg.generic {indexing_maps = [#empty, #empty],
                       iterator_types = []}
      ins(%t : tensor<f32>)
      outs(%none : tensor<f32>) {
  ^bb0(%x: f32, %out: f32):
    %c = arith.constant 16.0 : f32
    %0 = arith.mulf %x, %c : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %dot = linalg.generic {indexing_maps = [#ik, #kj, #ijOfK],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x16xf8E4M3FN>, tensor<16x64xf8E4M3FN>)
      outs(%fill : tensor<64x64xf32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %sum: f32):
    %0 = arith.extf %x : f8E4M3FN to f32
    %1 = arith.extf %y : f8E4M3FN to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  %scaled = linalg.generic {indexing_maps = [#ij, #none, #none, #ij],
                       iterator_types = ["parallel", "parallel"]}
      ins(%dot, %s, %u : tensor<64x64xf32>, tensor<f32>, tensor<f32>)
      outs(%empty : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.mulf %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %scaled : tensor<64x64xf32>
}
