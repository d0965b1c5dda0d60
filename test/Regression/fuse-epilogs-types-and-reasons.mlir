// RUN: fused-opt --fused-fuse-epilogs --remarks-filter=".*" %s 2>&1 | FileCheck %s

#mn = affine_map<(i, j) -> (i, j)>

// There is no product of f32 into bf16: the rounding stays.
// CHECK: [Missed] element-type
// CHECK: [Missed] exact-gelu
// CHECK-LABEL: @element_type
// CHECK: fused.matmul epilog(default)
// CHECK-SAME: -> tensor<4x16xf32>
// CHECK: arith.truncf
func.func @element_type(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>)
    -> tensor<4x16xbf16> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %x = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %narrow = tensor.empty() : tensor<4x16xbf16>
  %d = linalg.generic {indexing_maps = [#mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x16xf32>) outs(%narrow : tensor<4x16xbf16>) {
  ^bb0(%p: f32, %out: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<4x16xbf16>
  return %d : tensor<4x16xbf16>
}

// The reason is that of the whole expression, not that of x * (1 + erf(...)).
// CHECK-LABEL: @reason
func.func @reason(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>)
    -> tensor<4x16xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %sqrt_half = arith.constant 0.70710678 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %x = fused.matmul epilog(default)
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %d = linalg.generic {indexing_maps = [#mn, #mn],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.mulf %p, %sqrt_half : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %p, %2 : f32
    %4 = arith.mulf %3, %half : f32
    linalg.yield %4 : f32
  } -> tensor<4x16xf32>
  return %d : tensor<4x16xf32>
}
