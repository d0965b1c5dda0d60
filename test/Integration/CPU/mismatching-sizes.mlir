// RUN: not fused-run %s --shape=0=8x7 --shape=1=16x12 --shape=2=12 2>&1 | FileCheck %s --check-prefix=CONTRACTED
// RUN: not fused-run %s --shape=0=8x16 --shape=1=16x12 --shape=2=11 2>&1 | FileCheck %s --check-prefix=BIAS
// RUN: not fused-run %s --shape=0=9x16 --shape=1=16x12 --shape=2=12 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not fused-run %s --entry=add --shape=0=3000x300 --shape=1=3x3 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: fused-run %s --shape=0=8x16 --shape=1=16x12 --shape=2=12 --verify | FileCheck %s
// CHECK: verification: PASS

#mn = affine_map<(i,j)->(i,j)>
#n = affine_map<(i,j)->(j)>

// CONTRACTED: mismatching-sizes.mlir:[[#@LINE+8]]:{{.*}}: sizes of 'linalg.matmul' differ: dimension 1 of operand 0 and dimension 0 of operand 1: 7 and 16
// BIAS: sizes of 'linalg.generic' differ: dimension 0 of operand 1 and dimension 1 of operand 0: 11 and 12
// RESULT: sizes of 'linalg.matmul' differ: dimension 0 of operand 0 and dimension 0 of operand 2: 9 and 8
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x12xf32>, %v: tensor<?xf32>)
    -> tensor<8x12xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x12xf32>)
      outs(%f : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0 = linalg.generic {indexing_maps = [#mn, #n, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<8x12xf32>, tensor<?xf32>) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %u = arith.maximumf %s, %z : f32
    linalg.yield %u : f32
  } -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// ADD: sizes of 'linalg.add' differ: dimension 0 of operand 0 and dimension 0 of operand 1: 3000 and 3
func.func @add(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %b, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
