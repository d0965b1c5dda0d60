// RUN: fused-opt %s --fused-eliminate-empty-tensors \
// RUN:   | FileCheck %s --check-prefix=TENSORS
// RUN: fused-opt %s --fused-to-llvm="target=cuda chip=sm_90" \
// RUN:   --mlir-print-ir-after=fused-copy-to-linalg -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// A product is computed in the part of the array in which its reshaped result
// is saved. Attention reads it there, in another order, at a position that the
// loop computes: its rows begin at multiples of 16 bytes.

// TENSORS-LABEL: func.func @saved(
// TENSORS: scf.for
// TENSORS: %[[PART:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0, 0, 0, 0] [1, 2, 64, 2, 64]
// TENSORS: %[[VIEW:.*]] = tensor.collapse_shape %[[PART]] {{\[}}[0, 1], [2, 3]]
// TENSORS: %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[VIEW]]
// TENSORS: linalg.matmul {{.*}} outs(%[[FILL]]

// CHECK-LABEL: func.func @saved(
// CHECK: scf.for
// CHECK: %[[PART:.*]] = memref.subview
// CHECK: %[[Q:.*]] = memref.collapse_shape %[[PART]]
// CHECK: fused.matmul {{.*}} outs(%[[Q]]
// CHECK-NOT: copy
// CHECK-NOT: transpose
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[PART]]
// CHECK: fused.attention ins(%[[VIEW]], %[[VIEW]], %[[VIEW]]
func.func @saved(%x: tensor<128x128xbf16>, %w: tensor<128x128xbf16>)
    -> (tensor<3x2x64x2x64xbf16>, tensor<2x2x64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %bzero = arith.constant 0.0 : bf16
  %stack = tensor.empty() : tensor<3x2x64x2x64xbf16>
  %carried = tensor.empty() : tensor<2x2x64x64xbf16>
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %stack, %y = %carried) -> (tensor<3x2x64x2x64xbf16>, tensor<2x2x64x64xbf16>) {
    %e = tensor.empty() : tensor<128x128xbf16>
    %f = linalg.fill ins(%bzero : bf16) outs(%e : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %p = linalg.matmul ins(%x, %w : tensor<128x128xbf16>, tensor<128x128xbf16>) outs(%f : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %q = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 64, 2, 64] : tensor<128x128xbf16> into tensor<2x64x2x64xbf16>
    %he = tensor.empty() : tensor<2x2x64x64xbf16>
    %h = linalg.transpose ins(%q : tensor<2x64x2x64xbf16>) outs(%he : tensor<2x2x64x64xbf16>) permutation = [0, 2, 1, 3]
    %se = tensor.empty() : tensor<2x2x64x64xf32>
    %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<2x2x64x64xf32>) -> tensor<2x2x64x64xf32>
    %scores = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, j, k)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%h, %h : tensor<2x2x64x64xbf16>, tensor<2x2x64x64xbf16>) outs(%sf : tensor<2x2x64x64xf32>) {
    ^bb0(%a: bf16, %b: bf16, %o: f32):
      %aw = arith.extf %a : bf16 to f32
      %bw = arith.extf %b : bf16 to f32
      %m = arith.mulf %aw, %bw : f32
      %sum = arith.addf %o, %m : f32
      linalg.yield %sum : f32
    } -> tensor<2x2x64x64xf32>
    %soft = linalg.softmax dimension(3) ins(%scores : tensor<2x2x64x64xf32>) outs(%se : tensor<2x2x64x64xf32>) -> tensor<2x2x64x64xf32>
    %weights = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%soft : tensor<2x2x64x64xf32>) outs(%he : tensor<2x2x64x64xbf16>) {
    ^bb0(%a: f32, %o: bf16):
      %t = arith.truncf %a : f32 to bf16
      linalg.yield %t : bf16
    } -> tensor<2x2x64x64xbf16>
    %of = linalg.fill ins(%bzero : bf16) outs(%he : tensor<2x2x64x64xbf16>) -> tensor<2x2x64x64xbf16>
    %out = linalg.generic {indexing_maps = [affine_map<(b, h, i, k, j) -> (b, h, i, j)>, affine_map<(b, h, i, k, j) -> (b, h, j, k)>, affine_map<(b, h, i, k, j) -> (b, h, i, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%weights, %h : tensor<2x2x64x64xbf16>, tensor<2x2x64x64xbf16>) outs(%of : tensor<2x2x64x64xbf16>) {
    ^bb0(%a: bf16, %b: bf16, %o: bf16):
      %m = arith.mulf %a, %b : bf16
      %sum = arith.addf %o, %m : bf16
      linalg.yield %sum : bf16
    } -> tensor<2x2x64x64xbf16>
    %sn = tensor.insert_slice %q into %s[%i, 0, 0, 0, 0] [1, 2, 64, 2, 64] [1, 1, 1, 1, 1] : tensor<2x64x2x64xbf16> into tensor<3x2x64x2x64xbf16>
    scf.yield %sn, %out : tensor<3x2x64x2x64xbf16>, tensor<2x2x64x64xbf16>
  }
  return %0#0, %0#1 : tensor<3x2x64x2x64xbf16>, tensor<2x2x64x64xbf16>
}
