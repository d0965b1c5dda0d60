// RUN: fused-run %s --verify --json=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// With nnan and ninf, a NaN may be multiplied by zero or replaced by it.
// CHECK: special values, 3 rounds {{.*}} undefined {{ *}}ok
// CHECK: verification: PASS
// JSON: "undefined": {{[1-9]}}

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<7x7xf32>, %b: tensor<7x7xf32>, %mask: tensor<7x7xi1>)
    -> tensor<7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %g = linalg.matmul ins(%a, %b : tensor<7x7xf32>, tensor<7x7xf32>)
      outs(%f : tensor<7x7xf32>) -> tensor<7x7xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%g, %mask : tensor<7x7xf32>, tensor<7x7xi1>) outs(%e : tensor<7x7xf32>) {
  ^bb0(%x: f32, %is: i1, %out: f32):
    %factor = arith.uitofp %is : i1 to f32
    %y = arith.mulf %x, %factor fastmath<nnan,ninf> : f32
    linalg.yield %y : f32
  } -> tensor<7x7xf32>
  return %0 : tensor<7x7xf32>
}
