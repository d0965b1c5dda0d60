// RUN: fused-run %s --verify | FileCheck %s
// RUN: %if (fake-cuda && ptxas) %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}

// Reductions of the type index, which has no neutral element for a maximum.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#id = affine_map<(i) -> (i)>

func.func @main(%x: tensor<64x100xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  %zero = arith.constant 0 : index
  %e = tensor.empty() : tensor<64xindex>
  %f = linalg.fill ins(%zero : index) outs(%e : tensor<64xindex>) -> tensor<64xindex>
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x100xi32>) outs(%f, %f : tensor<64xindex>, tensor<64xindex>) {
  ^bb0(%in: i32, %sum: index, %most: index):
    %a = arith.index_cast %in : i32 to index
    %b = arith.addi %sum, %a : index
    %c = arith.maxsi %most, %a : index
    linalg.yield %b, %c : index, index
  } -> (tensor<64xindex>, tensor<64xindex>)
  %r = tensor.empty() : tensor<64xi32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%0#0, %0#1 : tensor<64xindex>, tensor<64xindex>) outs(%r, %r : tensor<64xi32>, tensor<64xi32>) {
  ^bb0(%a: index, %b: index, %out: i32, %out2: i32):
    %c = arith.index_cast %a : index to i32
    %d = arith.index_cast %b : index to i32
    linalg.yield %c, %d : i32, i32
  } -> (tensor<64xi32>, tensor<64xi32>)
  return %1#0, %1#1 : tensor<64xi32>, tensor<64xi32>
}
