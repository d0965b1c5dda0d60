// RUN: fused-run %s --verify=quick --json=%t.json 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// The program refuses zeros and NaN, as torch-mlir's reciprocal does, and so the
// inputs of the round that has them. It has no results to compare there.
// CHECK: random {{.*}} ok
// CHECK: zeros {{.*}} ok
// CHECK: special values in all inputs {{.*}} refused
// CHECK: verification: PASS
// JSON-COUNT-1: "refusal": "{{.*}}zero element
// JSON-NOT: "refusal"
func.func @main(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %is = arith.cmpf one, %in, %zero : f32
    cf.assert %is, "zero element"
    %y = arith.divf %one, %in : f32
    linalg.yield %y : f32
  } -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
