// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s -canonicalize | FileCheck %s --check-prefix=CANON

// A C that several products of a batch add.

// CHECK-LABEL: func.func @shared(
// CHECK: fused.matmul epilog(default) ins({{.*}}) c(%arg2 : tensor<5x19xf32>)
func.func @shared(%a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
                  %d0: tensor<6x5x19xf32>) -> tensor<6x5x19xf32> {
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// CHECK-LABEL: func.func @shared_by_an_unknown_batch(
// CHECK: c(%arg2 : tensor<5x19xf32>)
func.func @shared_by_an_unknown_batch(
    %a: tensor<?x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
    %d0: tensor<?x5x19xf32>) -> tensor<?x5x19xf32> {
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<?x5x19xf32>) -> tensor<?x5x19xf32>
  return %0 : tensor<?x5x19xf32>
}

// CHECK-LABEL: func.func @repeated(
// CHECK: fused.matmul epilog(default) allow_rounded_steps beta(5.000000e-01) c_repeat(3) ins({{.*}}) c(%arg2 : tensor<2x5x19xbf16>)
// CHECK: fused.matmul epilog(default) ins({{.*}}) c(%arg2 : tensor<2x5x19xbf16>)
func.func @repeated(%a: tensor<6x5x7xbf16>, %b: tensor<7x19xbf16>, %c: tensor<2x5x19xbf16>,
                    %d0: tensor<6x5x19xbf16>) -> (tensor<6x5x19xbf16>, tensor<6x5x19xbf16>) {
  %0 = fused.matmul epilog(default) allow_rounded_steps beta(0.5) c_repeat(3)
      ins(%a, %b : tensor<6x5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<2x5x19xbf16>)
      outs(%d0 : tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16>
  %1 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<2x5x19xbf16>)
      outs(%d0 : tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16>
  return %0, %1 : tensor<6x5x19xbf16>, tensor<6x5x19xbf16>
}

// The flags go with C.
// CANON-LABEL: func.func @dropped(
// CANON: fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) outs(
func.func @dropped(%a: tensor<6x5x7xbf16>, %b: tensor<7x19xbf16>, %c: tensor<2x5x19xbf16>,
                   %d0: tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16> {
  %0 = fused.matmul epilog(default) allow_rounded_steps beta(0.0) c_repeat(3)
      ins(%a, %b : tensor<6x5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<2x5x19xbf16>)
      outs(%d0 : tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16>
  return %0 : tensor<6x5x19xbf16>
}
