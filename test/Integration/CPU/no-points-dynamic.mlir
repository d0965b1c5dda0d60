// RUN: fused-run %s --verify=quick --shape=0=0x5 | FileCheck %s
// RUN: fused-run %s --verify=quick --shape=0=5x0 | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick --shape=0=0x5 | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick --shape=0=5x0 | FileCheck %s %}

// Reductions of what may have no points keep their initial values, also if
// several blocks share them, and with integers that are widened.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

func.func @main(%x: tensor<?x?xi8>) -> (tensor<i16>, tensor<i16>, tensor<i8>, tensor<?xi8>) {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %x, %c1 : tensor<?x?xi8>
  %one = arith.constant 1 : i16
  %minus = arith.constant -1 : i8
  %e0 = tensor.empty() : tensor<i16>
  %e1 = tensor.empty() : tensor<i8>
  %e2 = tensor.empty(%columns) : tensor<?xi8>
  %ones = linalg.fill ins(%one : i16) outs(%e0 : tensor<i16>) -> tensor<i16>
  %bits = linalg.fill ins(%minus : i8) outs(%e1 : tensor<i8>) -> tensor<i8>
  %row = linalg.fill ins(%minus : i8) outs(%e2 : tensor<?xi8>) -> tensor<?xi8>
  %least = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi8>) outs(%ones : tensor<i16>) {
  ^bb0(%in: i8, %old: i16):
    %0 = arith.extui %in : i8 to i16
    %1 = arith.minsi %old, %0 : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  %most = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi8>) outs(%ones : tensor<i16>) {
  ^bb0(%in: i8, %old: i16):
    %0 = arith.extsi %in : i8 to i16
    %1 = arith.maxsi %old, %0 : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  %and = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi8>) outs(%bits : tensor<i8>) {
  ^bb0(%in: i8, %old: i8):
    %0 = arith.andi %old, %in : i8
    linalg.yield %0 : i8
  } -> tensor<i8>
  %columnwise = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xi8>) outs(%row : tensor<?xi8>) {
  ^bb0(%in: i8, %old: i8):
    %0 = arith.minui %old, %in : i8
    linalg.yield %0 : i8
  } -> tensor<?xi8>
  return %least, %most, %and, %columnwise : tensor<i16>, tensor<i16>, tensor<i8>, tensor<?xi8>
}
