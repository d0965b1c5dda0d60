// REQUIRES: numpy, ptxas, fake-cuda
// RUN: %python -c "import numpy; [numpy.save(f'%t{n}.npy', numpy.array([0, v, 2, 3])) for n, v in (('good', 4), ('large', 5), ('negative', -1))]"
// RUN: fused-run %s --target=cuda --emulate --input=1=%tgood.npy --verify | FileCheck %s
// RUN: not fused-run %s --target=cuda --emulate --input=1=%tlarge.npy 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not fused-run %s --target=cuda --emulate --input=1=%tnegative.npy 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: fused-run %s --target=cuda --emulate --entry=embedding --input=1=%tgood.npy --verify | FileCheck %s
// RUN: not fused-run %s --target=cuda --emulate --entry=embedding --input=1=%tlarge.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not fused-run %s --target=cuda --emulate --entry=embedding --input=1=%tnegative.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// CHECK: verification: PASS

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>

// GATHER: invalid argument: failures-in-kernels.mlir:[[#@LINE+9]]:{{.*}}: an index lies outside of the array
func.func @main(%table: tensor<5x6xf32>, %indices: tensor<4xi64>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [#rows, #all],
                       iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<4xi64>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%in: i64, %out: f32):
    %i = arith.index_cast %in : i64 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%i, %j] : tensor<5x6xf32>
    linalg.yield %x : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// LARGE: invalid argument: failures-in-kernels.mlir:{{.*}}: index must be smaller than dim size
// NEGATIVE: invalid argument: failures-in-kernels.mlir:{{.*}}: index must be larger or equal to 0
func.func @embedding(%table: tensor<5x6xf32>, %indices: tensor<4xi64>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [#rows, #all],
                       iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<4xi64>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%in: i64, %out: f32):
    %i = arith.index_cast %in : i64 to index
    %j = linalg.index 1 : index
    %small = arith.cmpi slt, %i, %c5 : index
    cf.assert %small, "index must be smaller than dim size"
    %positive = arith.cmpi sge, %in, %c0 : i64
    cf.assert %positive, "index must be larger or equal to 0"
    %x = tensor.extract %table[%i, %j] : tensor<5x6xf32>
    linalg.yield %x : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
