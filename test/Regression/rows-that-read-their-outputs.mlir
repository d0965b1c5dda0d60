// REQUIRES: fake-cuda, ptxas
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s

// What the threads of a row read, one of them writes after all have read it,
// and threads that have no row read nothing that others write: the last block
// has fewer rows than threads for them.

// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<1037x24xf32>, %n: tensor<7x64xi8>, %w: tensor<37x300xi64>,
                %m: tensor<1037xf32>, %y: tensor<37xi64>)
    -> (tensor<1037xf32>, tensor<7xi8>, tensor<37xi64>) {
  %0 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1037x24xf32>) outs(%m : tensor<1037xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<1037xf32>
  // A number that was filled in, but not in the order of the rows.
  %one = arith.constant 1 : i8
  %e = tensor.empty() : tensor<7xi8>
  %f = linalg.fill ins(%one : i8) outs(%e : tensor<7xi8>) -> tensor<7xi8>
  %1 = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (6 - i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%n : tensor<7x64xi8>) outs(%f : tensor<7xi8>) {
  ^bb0(%in: i8, %out: i8):
    %a = arith.addi %in, %out : i8
    linalg.yield %a : i8
  } -> tensor<7xi8>
  %2 = linalg.reduce { arith.xori } ins(%w : tensor<37x300xi64>) outs(%y : tensor<37xi64>) dimensions = [1]
  return %0, %1, %2 : tensor<1037xf32>, tensor<7xi8>, tensor<37xi64>
}
