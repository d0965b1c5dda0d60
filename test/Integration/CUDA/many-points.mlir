// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --chip=sm_90 --emulate --verify=quick | FileCheck %s
// RUN: %if cuda %{ fused-run %s --target=cuda --verify | FileCheck %s %}

// Rows that do not begin where memory is aligned: a thread computes several
// points that are a block apart, and the last block has fewer.
// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<1021x1031xbf16>, %s: tensor<1021xbf16>) -> tensor<1021x1032xbf16> {
  %e = tensor.empty() : tensor<1021x1031xbf16>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<1021x1031xbf16>, tensor<1021xbf16>) outs(%e : tensor<1021x1031xbf16>) {
  ^bb0(%in: bf16, %scale: bf16, %o: bf16):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to bf16
    %0 = arith.mulf %in, %scale : bf16
    %1 = arith.subf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<1021x1031xbf16>
  %zero = arith.constant 0.0 : bf16
  %r = tensor.pad %y low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : bf16
  } : tensor<1021x1031xbf16> to tensor<1021x1032xbf16>
  return %r : tensor<1021x1032xbf16>
}
