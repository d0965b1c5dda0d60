// RUN: fused-opt %s --fused-legalize=target=cpu -canonicalize | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: fused-opt %s --fused-legalize=target=cuda -canonicalize | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: fused-opt %s --fused-legalize=target=cuda --remarks-filter=fused-legalize 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: fused-opt %s --fused-decompose | FileCheck %s --check-prefix=LINALG --implicit-check-not=fused.matmul

// No library adds a C that some products of a batch share, and cuBLASLt one that
// all share. Behind the product, another operation can take the addition.

// CHECK-LABEL: func.func @shared(
// CUDA: fused.matmul epilog(default) ins({{.*}}) c(%arg2 : tensor<5x19xf32>)
// CPU: %[[P:.*]] = fused.matmul epilog(default) ins(%arg0, %arg1 : {{[^)]*}}) outs
// CPU: linalg.generic {{.*}} ins(%[[P]], %arg2 :
// LINALG-LABEL: func.func @shared(
func.func @shared(%a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<5x19xf32>,
                  %d0: tensor<6x5x19xf32>) -> tensor<6x5x19xf32> {
  %0 = fused.matmul epilog(default)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// CHECK-LABEL: func.func @repeated(
// CHECK: %[[P:.*]] = fused.matmul epilog(bias) {{.*}} bias(%arg3 : tensor<19xf32>) outs
// CHECK: %[[X:.*]] = tensor.expand_shape %[[P]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 3, 5, 19]
// CHECK: linalg.generic {indexing_maps = [#[[ALL:.*]], #[[C:.*]], #[[ALL]]]{{.*}} ins(%[[X]], %arg2 :
// REMARK: remark: [Missed] unsupported-c | Category:fused-legalize
func.func @repeated(%a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x5x19xf32>,
                    %v: tensor<19xf32>, %d0: tensor<6x5x19xf32>) -> tensor<6x5x19xf32> {
  %0 = fused.matmul epilog(bias) c_repeat(3)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<2x5x19xf32>)
      bias(%v : tensor<19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}

// The product may be rounded before the addition, or not.
// CHECK-LABEL: func.func @rounded(
// CHECK: fused.matmul epilog(default) ins({{.*}} -> tensor<6x5x19xbf16>
// CHECK: fused.matmul epilog(default) ins({{.*}} -> tensor<6x5x19xf32>
func.func @rounded(%a: tensor<6x5x7xbf16>, %b: tensor<7x19xbf16>, %c: tensor<2x5x19xbf16>,
                   %d0: tensor<6x5x19xbf16>) -> (tensor<6x5x19xbf16>, tensor<6x5x19xbf16>) {
  %0 = fused.matmul epilog(default) allow_rounded_steps c_repeat(3)
      ins(%a, %b : tensor<6x5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<2x5x19xbf16>)
      outs(%d0 : tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16>
  %1 = fused.matmul epilog(default) c_repeat(3)
      ins(%a, %b : tensor<6x5x7xbf16>, tensor<7x19xbf16>) c(%c : tensor<2x5x19xbf16>)
      outs(%d0 : tensor<6x5x19xbf16>) -> tensor<6x5x19xbf16>
  return %0, %1 : tensor<6x5x19xbf16>, tensor<6x5x19xbf16>
}

// What follows is part of the product: it gets a matrix for each of the batch.
// CHECK-LABEL: func.func @before_relu(
// CHECK: %[[C:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<2x5x19xf32>) outs(%{{.*}} : tensor<3x2x5x19xf32>)
// CHECK: %[[ALL:.*]] = tensor.collapse_shape %[[C]] {{\[\[}}0, 1], [2], [3]]
// CHECK: fused.matmul epilog(relu) {{.*}} c(%[[ALL]] :
func.func @before_relu(%a: tensor<6x5x7xf32>, %b: tensor<7x19xf32>, %c: tensor<2x5x19xf32>,
                       %d0: tensor<6x5x19xf32>) -> tensor<6x5x19xf32> {
  %0 = fused.matmul epilog(relu)
      ins(%a, %b : tensor<6x5x7xf32>, tensor<7x19xf32>) c(%c : tensor<2x5x19xf32>)
      outs(%d0 : tensor<6x5x19xf32>) -> tensor<6x5x19xf32>
  return %0 : tensor<6x5x19xf32>
}
