// RUN: fused-run %s --verify | FileCheck %s
// CHECK: verification: PASS

// The runtime has no products of i8: they are compiled.

func.func @main(%a: tensor<5x37xi8>, %b: tensor<37x19xi8>)
    -> tensor<5x19xi32> {
  %e = tensor.empty() : tensor<5x19xi32>
  %d = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x37xi8>, tensor<37x19xi8>)
      outs(%e : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %d : tensor<5x19xi32>
}
