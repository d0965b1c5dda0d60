// REQUIRES: emulator
// RUN: fused-run %s --target=cuda --emulate --shape=0=4 --verify=quick | FileCheck %s
// RUN: not fused-run %s --target=cuda --emulate --shape=0=3 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: fused-run %s --target=cuda --emulate --entry=row --shape=0=4 --verify=quick | FileCheck %s
// RUN: not fused-run %s --target=cuda --emulate --entry=row --shape=0=3 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: fused-run %s --target=cuda --emulate --entry=branch --shape=0=4
// RUN: not fused-run %s --target=cuda --emulate --entry=branch --shape=0=3 2>&1 | FileCheck %s --check-prefix=BRANCH

// Operations on whole rows whose bodies can fail: at each point, once for each
// row, and in a branch that has a result.

// CHECK: verification: PASS

#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>

// GATHER: invalid argument: gathers-in-rows.mlir:[[#@LINE+11]]:{{.*}}: an index lies outside of the array
func.func @main(%table: tensor<?xf32>, %x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %indices = arith.constant dense<[0, 3, 2, 2, 1]> : tensor<5xi32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %s = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %indices : tensor<3x5xf32>, tensor<5xi32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%in: f32, %index: i32, %out: f32):
    %i = arith.index_cast %index : i32 to index
    %t = tensor.extract %table[%i] : tensor<?xf32>
    %v = arith.addf %in, %t : f32
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<3x5xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<3x5xf32>, tensor<3xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %v = arith.subf %in, %sum : f32
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}

// ROW: invalid argument: gathers-in-rows.mlir:[[#@LINE+17]]:{{.*}}: an index lies outside of the array
func.func @row(%table: tensor<?xf32>, %x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %indices = arith.constant dense<[0, 3, 2, 2, 1]> : tensor<5xi32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %s = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x7xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0, %indices : tensor<5x7xf32>, tensor<5xf32>, tensor<5xi32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f32, %sum: f32, %index: i32, %out: f32):
    %i = arith.index_cast %index : i32 to index
    %t = tensor.extract %table[%i] : tensor<?xf32>
    %u = arith.addf %sum, %t : f32
    %v = arith.subf %in, %u : f32
    linalg.yield %v : f32
  } -> tensor<5x7xf32>
  return %1 : tensor<5x7xf32>
}

// BRANCH: invalid argument: gathers-in-rows.mlir:[[#@LINE+15]]:{{.*}}: must be less than the size
func.func @branch(%table: tensor<?xf32>, %x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %indices = arith.constant dense<[0, 3, 2, 2, 1]> : tensor<5xi32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %size = tensor.dim %table, %c0 : tensor<?xf32>
  %end = arith.index_cast %size : index to i32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = fused.rows over [1] maps [#ij, #j, #ij]
      ins(%x, %indices : tensor<3x5xf32>, tensor<5xi32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%in: f32, %index: i32):
    %large = arith.cmpi ugt, %index, %two : i32
    %t = scf.if %large -> (f32) {
      %less = arith.cmpi ult, %index, %end : i32
      cf.assert %less, "must be less than the size"
      %n = arith.negf %in : f32
      scf.yield %n : f32
    } else {
      scf.yield %in : f32
    }
    %s = fused.reduce addf %t init(%zero) : f32
    %v = arith.subf %t, %s : f32
    fused.yield %v : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
