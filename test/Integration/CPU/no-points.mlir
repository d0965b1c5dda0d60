// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}

// Reductions without points, whose bodies no longer read their output when they
// are folded: the output stays as it is.

// CHECK: verification: PASS

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%a: tensor<0xf32>, %b: tensor<1x0xi16>)
    -> (tensor<i16>, tensor<1xi64>) {
  %four = arith.constant 4.0 : f32
  %one16 = arith.constant 1 : i16
  %one64 = arith.constant 1 : i64
  %e16 = tensor.empty() : tensor<i16>
  %e64 = tensor.empty() : tensor<1xi64>
  %init16 = linalg.fill ins(%one16 : i16) outs(%e16 : tensor<i16>) -> tensor<i16>
  %init64 = linalg.fill ins(%one64 : i64) outs(%e64 : tensor<1xi64>) -> tensor<1xi64>
  %0 = linalg.generic {indexing_maps = [#i, #i, #none], iterator_types = ["reduction"]}
      ins(%a, %a : tensor<0xf32>, tensor<0xf32>) outs(%init16 : tensor<i16>) {
  ^bb0(%x: f32, %y: f32, %old: i16):
    %1 = arith.mulf %x, %four : f32
    %2 = arith.fptoui %1 : f32 to i16
    %3 = arith.mulf %y, %four : f32
    %4 = arith.fptoui %3 : f32 to i16
    %5 = arith.subi %2, %4 : i16
    %6 = arith.andi %old, %5 : i16
    linalg.yield %6 : i16
  } -> tensor<i16>
  %7 = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<1x0xi16>) outs(%init64 : tensor<1xi64>) {
  ^bb0(%x: i16, %old: i64):
    %8 = arith.extsi %x : i16 to i64
    %9 = arith.xori %8, %8 : i64
    %10 = arith.muli %old, %9 : i64
    linalg.yield %10 : i64
  } -> tensor<1xi64>
  return %0, %7 : tensor<i16>, tensor<1xi64>
}
