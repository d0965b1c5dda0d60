// RUN: fused-opt %s --fused-fuse-tails=tiling=64x128 | FileCheck %s

// A batch that shares one C, whose rows and columns the region reads for each
// product.
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @shared
// CHECK-SAME: %[[CS:[a-z0-9]+]]: tensor<64x128xf32>, %[[BIASES:[a-z0-9]+]]: tensor<9x128xf32>
// CHECK: fused.product transpose_b tiling "64x128"
// CHECK-SAME: with(%[[BIASES]], %[[CS]] : {{.*}}) maps [#[[BIAS]], #[[C]], #{{.*}}]
func.func @shared(%a: tensor<9x64x64xf16>, %b: tensor<9x128x64xf16>, %c: tensor<64x128xf32>, %bias: tensor<9x128xf32>)
    -> tensor<9x64x128xf32> {
  %0 = tensor.empty() : tensor<9x64x128xf32>
  %1 = fused.matmul epilog(bias) transpose_b alpha(2.0) ins(%a, %b : tensor<9x64x64xf16>, tensor<9x128x64xf16>)
      c(%c : tensor<64x128xf32>) bias(%bias : tensor<9x128xf32>) outs(%0 : tensor<9x64x128xf32>) -> tensor<9x64x128xf32>
  return %1 : tensor<9x64x128xf32>
}
