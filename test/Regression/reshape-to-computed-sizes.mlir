// The sizes of a reshape as torch-mlir writes them, in an array that a kernel
// writes: the host read them in memory of the device.

// RUN: fused-run %s --verify=quick --dynamic-size=6 | FileCheck %s
// RUN: fused-run %s --target=cpu --dynamic-size=1 --verify=quick | FileCheck %s
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s %}
// CHECK: verification: PASS

func.func @main(%x: tensor<2x?xf32>) -> tensor<?x2x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %d = tensor.dim %x, %c1 : tensor<2x?xf32>
  %length = arith.index_cast %d : index to i64
  %e = tensor.empty() : tensor<3xi64>
  %s0 = tensor.insert %length into %e[%c0] : tensor<3xi64>
  %s1 = tensor.insert %two into %s0[%c1] : tensor<3xi64>
  %s2 = tensor.insert %one into %s1[%c2] : tensor<3xi64>
  %r = tensor.reshape %x(%s2) : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<?x2x?xf32>
  %o = math.absf %r : tensor<?x2x?xf32>
  return %o : tensor<?x2x?xf32>
}
