// RUN: fused-run %s --shape=0=1x1 --verify=quick | FileCheck %s
// RUN: not fused-run %s --shape=0=1x2 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %if emulator %{ fused-run %s --target=cuda --emulate --shape=0=1x1 --verify=quick | FileCheck %s %}
// RUN: fused-run %s --entry=known --shape=0=1 --verify=quick | FileCheck %s
// RUN: not fused-run %s --entry=known --shape=0=2 2>&1 | FileCheck %s --check-prefix=KNOWN
// RUN: not fused-run %s --entry=expand --shape=0=2 2>&1 | FileCheck %s --check-prefix=EXPAND

// A number of an array whose sizes are not known to be 1, and back.

// CHECK: verification: PASS
// TWO: invalid argument: arrays-of-one-element.mlir:[[#@LINE+4]]:{{.*}}: 'tensor.collapse_shape' has other than one element in dimension 1: 2 and 1
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = tensor.collapse_shape %x [] : tensor<?x?xf32> into tensor<f32>
  %1 = tensor.empty() : tensor<f32>
  %2 = linalg.exp ins(%0 : tensor<f32>) outs(%1 : tensor<f32>) -> tensor<f32>
  %3 = tensor.expand_shape %2 [] output_shape [%n, %n] : tensor<f32> into tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// EXPAND: 'tensor.expand_shape' has other than one element in dimension 0: 2 and 1
func.func @expand(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.expand_shape %y [] output_shape [%n] : tensor<f32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// KNOWN: 'tensor.expand_shape' has other than one element in dimension 0: 2 and 1
func.func @known(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.expand_shape %y [] output_shape [%n] : tensor<f32> into tensor<1xf32>
  return %0 : tensor<1xf32>
}
