// RUN: fused-run %s --verify | FileCheck %s

// A softmax of a number of rows that is not known.
// CHECK: verification: PASS

func.func @main(%arg0: tensor<?x33xf32>) -> tensor<?x33xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x33xf32>
  %0 = tensor.empty(%dim) : tensor<?x33xf32>
  %1 = linalg.softmax dimension(1) ins(%arg0 : tensor<?x33xf32>) outs(%0 : tensor<?x33xf32>) -> tensor<?x33xf32>
  return %1 : tensor<?x33xf32>
}
