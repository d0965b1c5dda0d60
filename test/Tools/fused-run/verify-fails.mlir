// RUN: not fused-run %s --verify --json=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// The difference between a GELU that is fused, with exact constants, and the
// same function of a sum of products that is no product for the compiler, with
// a published constant. It is scaled up to be an error that must be found.

// CHECK: 1 {{ *}}random {{ *}}0 {{ *}}9x70xf32 {{ *}}{{[1-9][0-9.e+-]+}} {{.*}}FAIL
// CHECK: verification: FAIL
// JSON: "verification": {
// JSON-NEXT: "passed": false,

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>

func.func private @gelu(%x: tensor<9x70xf32>) -> tensor<9x70xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 4.471500e-02 : f32
  %root = arith.constant 0.7977240352174656 : f32
  %0 = tensor.empty() : tensor<9x70xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9x70xf32>) outs(%0 : tensor<9x70xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.mulf %in, %in : f32
    %3 = arith.mulf %2, %in : f32
    %4 = arith.mulf %3, %cubic : f32
    %5 = arith.addf %in, %4 : f32
    %6 = arith.mulf %5, %root : f32
    %7 = math.tanh %6 : f32
    %8 = arith.addf %7, %one : f32
    %9 = arith.mulf %in, %half : f32
    %10 = arith.mulf %9, %8 : f32
    linalg.yield %10 : f32
  } -> tensor<9x70xf32>
  return %1 : tensor<9x70xf32>
}

func.func @main(%a: tensor<9x20xf32>, %b: tensor<20x70xf32>) -> tensor<9x70xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant dense<1.0e6> : tensor<9x70xf32>
  %0 = tensor.empty() : tensor<9x70xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<9x70xf32>) -> tensor<9x70xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<9x20xf32>, tensor<20x70xf32>)
      outs(%1 : tensor<9x70xf32>) -> tensor<9x70xf32>
  %3 = linalg.generic {indexing_maps = [#ik, #kj, #ij],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<9x20xf32>, tensor<20x70xf32>)
      outs(%1 : tensor<9x70xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %8 = arith.mulf %x, %y : f32
    %9 = arith.subf %x, %x : f32
    %10 = arith.addf %8, %9 : f32
    %11 = arith.addf %sum, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<9x70xf32>
  %4 = func.call @gelu(%2) : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %5 = func.call @gelu(%3) : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %6 = arith.subf %4, %5 : tensor<9x70xf32>
  %7 = arith.mulf %6, %scale : tensor<9x70xf32>
  return %7 : tensor<9x70xf32>
}
