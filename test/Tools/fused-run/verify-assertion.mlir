// RUN: fused-run %s --verify=quick | FileCheck %s

// Random integers are less than 8; the program accepts 0 and 1.
// CHECK: verification: PASS
func.func @main(%table: tensor<2x5xf32>, %index: tensor<9xi64>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %two = arith.constant 2 : i64
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%index : tensor<9xi64>) outs(%e : tensor<9x5xf32>) {
  ^bb0(%in: i64, %out: f32):
    %is = arith.cmpi slt, %in, %two : i64
    cf.assert %is, "index must be smaller than dim size"
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %table[%row, %column] : tensor<2x5xf32>
    linalg.yield %x : f32
  } -> tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}
