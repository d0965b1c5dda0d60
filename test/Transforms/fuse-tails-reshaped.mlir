// RUN: fused-opt %s --fused-fuse-tails=tiling=64x64 --canonicalize \
// RUN:   | FileCheck %s

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#columns = affine_map<(d0, d1, d2) -> (d2)>
#rows = affine_map<(d0, d1, d2) -> (d1)>

// The rows of the product are apart where its gate is applied, and so are those
// of what one loop has saved for another. Both are rows of matrices again.
// CHECK-LABEL: func.func @saved(
// CHECK-SAME: %[[S:[^ ]*]]: tensor<3x4x32x64xbf16>
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[S]]
// CHECK: %[[GATE:.*]] = tensor.collapse_shape %[[PART]] {{\[}}[0, 1], [2]]
// CHECK: %[[P:.*]] = fused.product {{.*}} with(%[[GATE]], %{{.*}} : tensor<128x64xbf16>, tensor<64xbf16>)
// CHECK: tensor.expand_shape %[[P]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @saved(%stack: tensor<3x4x32x64xbf16>, %i: index, %a: tensor<128x32xbf16>, %b: tensor<32x64xbf16>, %scale: tensor<64xbf16>) -> tensor<4x32x64xbf16> {
  %e = tensor.empty() : tensor<128x64xbf16>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<128x32xbf16>, tensor<32x64xbf16>) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xbf16> into tensor<4x32x64xbf16>
  %gate = tensor.extract_slice %stack[%i, 0, 0, 0] [1, 4, 32, 64] [1, 1, 1, 1] : tensor<3x4x32x64xbf16> to tensor<4x32x64xbf16>
  %o = tensor.empty() : tensor<4x32x64xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #columns, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %gate, %scale : tensor<4x32x64xbf16>, tensor<4x32x64xbf16>, tensor<64xbf16>) outs(%o : tensor<4x32x64xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %w: bf16, %out: bf16):
    %0 = arith.mulf %u, %v : bf16
    %1 = arith.mulf %0, %w : bf16
    linalg.yield %1 : bf16
  } -> tensor<4x32x64xbf16>
  return %y : tensor<4x32x64xbf16>
}

// The position may be known.
// CHECK-LABEL: func.func @constant(
// CHECK: fused.product {{.*}} with(%{{.*}}, %{{.*}} : tensor<128x64xbf16>, tensor<64xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @constant(%stack: tensor<3x4x32x64xbf16>, %a: tensor<128x32xbf16>, %b: tensor<32x64xbf16>, %scale: tensor<64xbf16>) -> tensor<4x32x64xbf16> {
  %e = tensor.empty() : tensor<128x64xbf16>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<128x32xbf16>, tensor<32x64xbf16>) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xbf16> into tensor<4x32x64xbf16>
  %gate = tensor.extract_slice %stack[1, 0, 0, 0] [1, 4, 32, 64] [1, 1, 1, 1] : tensor<3x4x32x64xbf16> to tensor<4x32x64xbf16>
  %o = tensor.empty() : tensor<4x32x64xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #columns, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %gate, %scale : tensor<4x32x64xbf16>, tensor<4x32x64xbf16>, tensor<64xbf16>) outs(%o : tensor<4x32x64xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %w: bf16, %out: bf16):
    %0 = arith.mulf %u, %v : bf16
    %1 = arith.mulf %0, %w : bf16
    linalg.yield %1 : bf16
  } -> tensor<4x32x64xbf16>
  return %y : tensor<4x32x64xbf16>
}

// Not where an operand would have to be copied, or runs along a part of the
// rows.
// CHECK-LABEL: func.func @copied(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
func.func @copied(%wide: tensor<4x40x64xbf16>, %a: tensor<128x32xbf16>, %b: tensor<32x64xbf16>) -> tensor<4x32x64xbf16> {
  %e = tensor.empty() : tensor<128x64xbf16>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<128x32xbf16>, tensor<32x64xbf16>) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xbf16> into tensor<4x32x64xbf16>
  %gate = tensor.extract_slice %wide[0, 4, 0] [4, 32, 64] [1, 1, 1] : tensor<4x40x64xbf16> to tensor<4x32x64xbf16>
  %o = tensor.empty() : tensor<4x32x64xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %gate : tensor<4x32x64xbf16>, tensor<4x32x64xbf16>) outs(%o : tensor<4x32x64xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %out: bf16):
    %0 = arith.mulf %u, %v : bf16
    linalg.yield %0 : bf16
  } -> tensor<4x32x64xbf16>
  return %y : tensor<4x32x64xbf16>
}

// CHECK-LABEL: func.func @tokens(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
func.func @tokens(%token: tensor<32xbf16>, %a: tensor<128x32xbf16>, %b: tensor<32x64xbf16>) -> tensor<4x32x64xbf16> {
  %e = tensor.empty() : tensor<128x64xbf16>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<128x32xbf16>, tensor<32x64xbf16>) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %x = tensor.expand_shape %p [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xbf16> into tensor<4x32x64xbf16>
  %o = tensor.empty() : tensor<4x32x64xbf16>
  %y = linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %token : tensor<4x32x64xbf16>, tensor<32xbf16>) outs(%o : tensor<4x32x64xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %out: bf16):
    %0 = arith.mulf %u, %v : bf16
    linalg.yield %0 : bf16
  } -> tensor<4x32x64xbf16>
  return %y : tensor<4x32x64xbf16>
}

// CHECK-LABEL: func.func @memory(
// CHECK: fused.matmul
func.func @memory(%a: memref<128x32xbf16>, %b: memref<32x64xbf16>, %d: memref<128x64xbf16>) {
  fused.matmul epilog(default) ins(%a, %b : memref<128x32xbf16>, memref<32x64xbf16>) outs(%d : memref<128x64xbf16>)
  return
}
