// RUN: not fused-run %s --verify --json=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// The difference between a product and the same sum of products written so that
// it is no product for the compiler: 0 as long as both are summed in the same
// order. It is scaled up to be an error that must be found.

// CHECK: 1 {{ *}}random {{ *}}0 {{ *}}9x70xf32 {{ *}}{{[1-9][0-9.e-]+}} {{ *}}0.00e+00 {{.*}}FAIL
// CHECK: verification: FAIL
// JSON: "verification": {
// JSON-NEXT: "passed": false,

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>

func.func @main(%a: tensor<9x300xf32>, %b: tensor<300x70xf32>) -> tensor<9x70xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant dense<1.0e6> : tensor<9x70xf32>
  %0 = tensor.empty() : tensor<9x70xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<9x70xf32>) -> tensor<9x70xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<9x300xf32>, tensor<300x70xf32>)
      outs(%1 : tensor<9x70xf32>) -> tensor<9x70xf32>
  %3 = linalg.generic {indexing_maps = [#ik, #kj, #ij],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<9x300xf32>, tensor<300x70xf32>)
      outs(%1 : tensor<9x70xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %6 = arith.mulf %x, %y : f32
    %7 = arith.subf %x, %x : f32
    %8 = arith.addf %6, %7 : f32
    %9 = arith.addf %sum, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<9x70xf32>
  %4 = arith.subf %2, %3 : tensor<9x70xf32>
  %5 = arith.mulf %4, %scale : tensor<9x70xf32>
  return %5 : tensor<9x70xf32>
}
