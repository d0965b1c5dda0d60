// RUN: not fused-run %s --verify 2>&1 | FileCheck %s

// Absolute value by clearing the sign bit.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %mask = arith.constant dense<0x7fffffff> : tensor<4xi32>
  // CHECK: verify-impossible.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: 'arith.bitcast' op looks at the bits of a floating-point number, so the program cannot be evaluated in double
  %0 = arith.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %1 = arith.andi %0, %mask : tensor<4xi32>
  %2 = arith.bitcast %1 : tensor<4xi32> to tensor<4xf32>
  return %2 : tensor<4xf32>
}
// CHECK-NOT: error:
