// RUN: fused-run %s --verify=quick | FileCheck %s

// Random integers are numbers up to 7, but the table has two rows. The program
// has no assertion; the fused program finds the index.
// CHECK: verification: PASS

func.func @main(%t: tensor<2x8xf32>, %i: tensor<4xi64>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: i64, %out: f32):
    %k = arith.index_cast %in : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%k, %j] : tensor<2x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
