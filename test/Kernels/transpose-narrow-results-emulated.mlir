// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --chip=sm_90 --emulate --verify=quick | FileCheck %s

// Squares of f64 have 32 rows of 32 columns, and a thread would store eight
// neighbours of i16: half of the threads of a block had no place in the square.

// CHECK: verification: PASS

func.func @main(%x: tensor<64x96xf64>) -> tensor<96x64xi16> {
  %0 = tensor.empty() : tensor<96x64xi16>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x96xf64>) outs(%0 : tensor<96x64xi16>) {
  ^bb0(%in: f64, %out: i16):
    %y = arith.fptosi %in : f64 to i16
    linalg.yield %y : i16
  } -> tensor<96x64xi16>
  return %1 : tensor<96x64xi16>
}
