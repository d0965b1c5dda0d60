// REQUIRES: numpy
// RUN: %python -c "import numpy; [numpy.save(f'%t{n}.npy', numpy.int64(v)) for n, v in (('large', 2**32), ('negative', -5), ('three', 3))]"
// RUN: not fused-run %s --input=0=%tlarge.npy --input=1=%tlarge.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not fused-run %s --input=0=%tnegative.npy --input=1=%tthree.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: fused-run %s --input=0=%tthree.npy --input=1=%tthree.npy | FileCheck %s

// LARGE: out of memory: sizes-of-arrays.mlir:[[#@LINE+8]]:{{.*}}: the sizes of an array are too large
// NEGATIVE: invalid argument: sizes-of-arrays.mlir:[[#@LINE+7]]:{{.*}}: an array has a negative size
// CHECK: result 0: 3x3xf32
func.func @main(%n: tensor<i64>, %m: tensor<i64>) -> tensor<?x?xf32> {
  %k = tensor.extract %n[] : tensor<i64>
  %l = tensor.extract %m[] : tensor<i64>
  %i = arith.index_cast %k : i64 to index
  %j = arith.index_cast %l : i64 to index
  %e = tensor.empty(%i, %j) : tensor<?x?xf32>
  %z = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
