// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --chip=sm_90 --emulate --product-tiling=64x64 --verify=quick | FileCheck %s
// RUN: %if cuda %{ fused-run %s --target=cuda --product-tiling=64x64 --verify | FileCheck %s %}

// Many partial sums of few columns: warps load several at a time, more than
// once, and the last ones lie beyond the end.
// CHECK: verification: PASS

#point = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<4999x8xbf16>, %b: tensor<8x40xbf16>, %z: tensor<4999x40xbf16>)
    -> (tensor<4999x40xbf16>, tensor<40xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<4999x40xbf16>
  %e = tensor.empty() : tensor<4999x40xi1>
  %bits = linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<4999x40xbf16>) outs(%e : tensor<4999x40xi1>) {
  ^bb0(%in: bf16, %o: i1):
    %c = arith.cmpf ogt, %in, %zero : bf16
    linalg.yield %c : i1
  } -> tensor<4999x40xi1>
  %m0 = tensor.empty() : tensor<4999x16xi8>
  %m = fused.pack_mask ins(%bits : tensor<4999x40xi1>) outs(%m0 : tensor<4999x16xi8>) -> tensor<4999x16xi8>
  %v0 = tensor.empty() : tensor<40xbf16>
  %1:2 = fused.matmul epilog(drelu_bgrad) allow_rounded_steps
      ins(%a, %b : tensor<4999x8xbf16>, tensor<8x40xbf16>) aux(%m : tensor<4999x16xi8>)
      outs(%0, %v0 : tensor<4999x40xbf16>, tensor<40xbf16>) -> tensor<4999x40xbf16>, tensor<40xbf16>
  return %1#0, %1#1 : tensor<4999x40xbf16>, tensor<40xbf16>
}
