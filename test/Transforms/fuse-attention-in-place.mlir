// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s

// Queries, keys and values are read where their heads are, and the output is
// written there, although the program multiplies the other way around.

// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x24x3x8xbf16>, %[[K:[a-z0-9]+]]: tensor<2x16x3x8xbf16>, %[[V:[a-z0-9]+]]: tensor<2x16x3x8xbf16>
// CHECK-DAG: %[[QV:.*]] = fused.permute %[[Q]] [0, 2, 1, 3]
// CHECK-DAG: %[[KV:.*]] = fused.permute %[[K]] [0, 2, 1, 3]
// CHECK-DAG: %[[VV:.*]] = fused.permute %[[V]] [0, 2, 1, 3]
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty() : tensor<2x24x3x8xbf16>
// CHECK-DAG: %[[OUT:.*]] = fused.permute %[[EMPTY]] [0, 2, 1, 3]
// CHECK: %[[O:.*]] = fused.attention ins(%[[QV]], %[[KV]], %[[VV]] : {{.*}}) maps [] outs(%[[OUT]] :
// CHECK: %[[RESULT:.*]] = fused.permute %[[O]] [0, 2, 1, 3]
// CHECK-NOT: linalg.transpose
// CHECK: return %[[RESULT]]
func.func @heads(%q: tensor<2x24x3x8xbf16>, %k: tensor<2x16x3x8xbf16>, %v: tensor<2x16x3x8xbf16>) -> tensor<2x24x3x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %q0 = tensor.empty() : tensor<2x3x24x8xbf16>
  %k0 = tensor.empty() : tensor<2x3x16x8xbf16>
  %q1 = linalg.transpose ins(%q : tensor<2x24x3x8xbf16>) outs(%q0 : tensor<2x3x24x8xbf16>) permutation = [0, 2, 1, 3]
  %k1 = linalg.transpose ins(%k : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %v1 = linalg.transpose ins(%v : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %q2 = tensor.collapse_shape %q1 [[0, 1], [2], [3]] : tensor<2x3x24x8xbf16> into tensor<6x24x8xbf16>
  %k2 = tensor.collapse_shape %k1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %s0 = tensor.empty() : tensor<6x24x16xf32>
  %s1 = fused.matmul epilog(default) transpose_b ins(%q2, %k2 : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>) outs(%s0 : tensor<6x24x16xf32>) -> tensor<6x24x16xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xf32> into tensor<2x3x24x16xf32>
  %w0 = tensor.empty() : tensor<2x3x24x16xbf16>
  %w1 = fused.rows over [3] maps [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>] ins(%s2 : tensor<2x3x24x16xf32>) outs(%w0 : tensor<2x3x24x16xbf16>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    %d = arith.subf %s, %m : f32
    %e = math.exp %d : f32
    %l = fused.reduce addf %e init(%zero) : f32
    %p = arith.divf %e, %l : f32
    %r = arith.truncf %p : f32 to bf16
    fused.yield %r : bf16
  } -> tensor<2x3x24x16xbf16>
  %w2 = tensor.collapse_shape %w1 [[0, 1], [2], [3]] : tensor<2x3x24x16xbf16> into tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x8x24xbf16>
  %o1 = fused.matmul epilog(default) transpose_a transpose_b ins(%v2, %w2 : tensor<6x16x8xbf16>, tensor<6x24x16xbf16>) outs(%o0 : tensor<6x8x24xbf16>) -> tensor<6x8x24xbf16>
  %o2 = tensor.expand_shape %o1 [[0, 1], [2], [3]] output_shape [2, 3, 8, 24] : tensor<6x8x24xbf16> into tensor<2x3x8x24xbf16>
  %o3 = tensor.empty() : tensor<2x24x3x8xbf16>
  %o4 = linalg.transpose ins(%o2 : tensor<2x3x8x24xbf16>) outs(%o3 : tensor<2x24x3x8xbf16>) permutation = [0, 3, 1, 2]
  return %o4 : tensor<2x24x3x8xbf16>
}

// Nor is it copied for a product behind, which reads it transposed, or for others.

// CHECK-LABEL: func.func @projected(
// CHECK-NOT: linalg.transpose
// CHECK: %[[O:.*]] = fused.attention
// CHECK-NOT: linalg.transpose
// CHECK: %[[RESULT:.*]] = fused.permute %[[O]] [0, 2, 1, 3]
// CHECK-NOT: linalg.transpose
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[RESULT]]
// CHECK-NOT: linalg.transpose
// CHECK: fused.matmul epilog(default) ins(%[[A]]
// CHECK: return %{{.*}}, %[[RESULT]]
func.func @projected(%q: tensor<2x24x3x8xbf16>, %k: tensor<2x16x3x8xbf16>, %v: tensor<2x16x3x8xbf16>, %w: tensor<24x16xbf16>) -> (tensor<48x16xbf16>, tensor<2x24x3x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %q0 = tensor.empty() : tensor<2x3x24x8xbf16>
  %k0 = tensor.empty() : tensor<2x3x16x8xbf16>
  %q1 = linalg.transpose ins(%q : tensor<2x24x3x8xbf16>) outs(%q0 : tensor<2x3x24x8xbf16>) permutation = [0, 2, 1, 3]
  %k1 = linalg.transpose ins(%k : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %v1 = linalg.transpose ins(%v : tensor<2x16x3x8xbf16>) outs(%k0 : tensor<2x3x16x8xbf16>) permutation = [0, 2, 1, 3]
  %q2 = tensor.collapse_shape %q1 [[0, 1], [2], [3]] : tensor<2x3x24x8xbf16> into tensor<6x24x8xbf16>
  %k2 = tensor.collapse_shape %k1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %s0 = tensor.empty() : tensor<6x24x16xf32>
  %s1 = fused.matmul epilog(default) transpose_b ins(%q2, %k2 : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>) outs(%s0 : tensor<6x24x16xf32>) -> tensor<6x24x16xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xf32> into tensor<2x3x24x16xf32>
  %w0 = tensor.empty() : tensor<2x3x24x16xbf16>
  %w1 = fused.rows over [3] maps [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>] ins(%s2 : tensor<2x3x24x16xf32>) outs(%w0 : tensor<2x3x24x16xbf16>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    %d = arith.subf %s, %m : f32
    %e = math.exp %d : f32
    %l = fused.reduce addf %e init(%zero) : f32
    %p = arith.divf %e, %l : f32
    %r = arith.truncf %p : f32 to bf16
    fused.yield %r : bf16
  } -> tensor<2x3x24x16xbf16>
  %w2 = tensor.collapse_shape %w1 [[0, 1], [2], [3]] : tensor<2x3x24x16xbf16> into tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x8x24xbf16>
  %o1 = fused.matmul epilog(default) transpose_a transpose_b ins(%v2, %w2 : tensor<6x16x8xbf16>, tensor<6x24x16xbf16>) outs(%o0 : tensor<6x8x24xbf16>) -> tensor<6x8x24xbf16>
  %o2 = tensor.expand_shape %o1 [[0, 1], [2], [3]] output_shape [2, 3, 8, 24] : tensor<6x8x24xbf16> into tensor<2x3x8x24xbf16>
  %o3 = tensor.collapse_shape %o2 [[0], [1, 2], [3]] : tensor<2x3x8x24xbf16> into tensor<2x24x24xbf16>
  %o4 = tensor.empty() : tensor<24x2x24xbf16>
  %o5 = linalg.transpose ins(%o3 : tensor<2x24x24xbf16>) outs(%o4 : tensor<24x2x24xbf16>) permutation = [1, 0, 2]
  %o6 = tensor.collapse_shape %o5 [[0], [1, 2]] : tensor<24x2x24xbf16> into tensor<24x48xbf16>
  %p0 = tensor.empty() : tensor<48x16xbf16>
  %p1 = fused.matmul epilog(default) transpose_a ins(%o6, %w : tensor<24x48xbf16>, tensor<24x16xbf16>) outs(%p0 : tensor<48x16xbf16>) -> tensor<48x16xbf16>
  %o7 = tensor.empty() : tensor<2x24x3x8xbf16>
  %o8 = linalg.transpose ins(%o2 : tensor<2x3x8x24xbf16>) outs(%o7 : tensor<2x24x3x8xbf16>) permutation = [0, 3, 1, 2]
  return %p1, %o8 : tensor<48x16xbf16>, tensor<2x24x3x8xbf16>
}

// Two products read a permutation that moves columns. Both read another one,
// which moves rows.

// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<2x24x3x8xbf16>
// CHECK: %[[ROWS:.*]] = linalg.transpose ins(%[[G]] : {{.*}}) outs(%{{.*}} : tensor<2x3x24x8xbf16>) permutation = [0, 2, 1, 3]
// CHECK: %[[MATRICES:.*]] = tensor.collapse_shape %[[ROWS]]
// CHECK: fused.matmul epilog(default) ins(%[[MATRICES]], %{{.*}}
// CHECK: fused.matmul epilog(default) transpose_a ins(%[[MATRICES]], %{{.*}}
func.func @columns(%g: tensor<2x24x3x8xbf16>, %v: tensor<6x8x16xbf16>, %w: tensor<6x24x16xbf16>) -> (tensor<6x24x16xbf16>, tensor<6x8x16xbf16>) {
  %0 = tensor.empty() : tensor<2x3x8x24xbf16>
  %1 = linalg.transpose ins(%g : tensor<2x24x3x8xbf16>) outs(%0 : tensor<2x3x8x24xbf16>) permutation = [0, 2, 3, 1]
  %2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x3x8x24xbf16> into tensor<6x8x24xbf16>
  %3 = tensor.empty() : tensor<6x24x16xbf16>
  %4 = fused.matmul epilog(default) transpose_a ins(%2, %v : tensor<6x8x24xbf16>, tensor<6x8x16xbf16>) outs(%3 : tensor<6x24x16xbf16>) -> tensor<6x24x16xbf16>
  %5 = tensor.empty() : tensor<6x8x16xbf16>
  %6 = fused.matmul epilog(default) ins(%2, %w : tensor<6x8x24xbf16>, tensor<6x24x16xbf16>) outs(%5 : tensor<6x8x16xbf16>) -> tensor<6x8x16xbf16>
  return %4, %6 : tensor<6x24x16xbf16>, tensor<6x8x16xbf16>
}

// One permutation in two shapes: dimensions without extent are elsewhere.

// CHECK-LABEL: func.func @shared(
// CHECK: %[[ROWS:.*]] = linalg.transpose
// CHECK: %[[MATRICES:.*]] = tensor.collapse_shape %[[ROWS]]
// CHECK: fused.matmul epilog(default) ins(%[[MATRICES]], %{{.*}}
// CHECK: fused.matmul epilog(default) transpose_a ins(%[[MATRICES]], %{{.*}}
func.func @shared(%g: tensor<2x24x3x1x8xbf16>, %v: tensor<6x8x16xbf16>, %w: tensor<6x24x16xbf16>) -> (tensor<6x24x16xbf16>, tensor<6x8x16xbf16>) {
  %0 = tensor.empty() : tensor<2x3x24x1x8xbf16>
  %1 = linalg.transpose ins(%g : tensor<2x24x3x1x8xbf16>) outs(%0 : tensor<2x3x24x1x8xbf16>) permutation = [0, 2, 1, 3, 4]
  %2 = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : tensor<2x3x24x1x8xbf16> into tensor<6x24x8xbf16>
  %3 = tensor.empty() : tensor<2x3x1x24x8xbf16>
  %4 = linalg.transpose ins(%g : tensor<2x24x3x1x8xbf16>) outs(%3 : tensor<2x3x1x24x8xbf16>) permutation = [0, 2, 3, 1, 4]
  %5 = tensor.collapse_shape %4 [[0, 1], [2, 3], [4]] : tensor<2x3x1x24x8xbf16> into tensor<6x24x8xbf16>
  %6 = tensor.empty() : tensor<6x24x16xbf16>
  %7 = fused.matmul epilog(default) ins(%2, %v : tensor<6x24x8xbf16>, tensor<6x8x16xbf16>) outs(%6 : tensor<6x24x16xbf16>) -> tensor<6x24x16xbf16>
  %8 = tensor.empty() : tensor<6x8x16xbf16>
  %9 = fused.matmul epilog(default) transpose_a ins(%5, %w : tensor<6x24x8xbf16>, tensor<6x24x16xbf16>) outs(%8 : tensor<6x8x16xbf16>) -> tensor<6x8x16xbf16>
  return %7, %9 : tensor<6x24x16xbf16>, tensor<6x8x16xbf16>
}

// Rows that read the output, too, read the view, wherever they are.

#bhij = affine_map<(b, h, i, j) -> (b, h, i, j)>
#bhi = affine_map<(b, h, i, j) -> (b, h, i)>

// CHECK-LABEL: func.func @readers(
// CHECK: %[[O:.*]] = fused.attention
// CHECK: %[[RESULT:.*]] = fused.permute %[[O]] [0, 2, 1, 3]
// CHECK: fused.rows {{.*}} ins(%[[O]] :
// CHECK: fused.rows {{.*}} ins(%[[O]] :
// CHECK: return %[[RESULT]],
func.func @readers(%q: tensor<2x3x24x8xbf16>, %k: tensor<2x3x16x8xbf16>) -> (tensor<2x24x3x8xbf16>, tensor<2x3x24xf32>, tensor<2x3x24xf32>) {
  %zero = arith.constant 0.0 : f32
  %o0 = tensor.empty() : tensor<2x3x24x8xbf16>
  %r0 = tensor.empty() : tensor<2x3x24xf32>
  %p0 = tensor.empty() : tensor<2x24x3x8xbf16>
  %o = fused.attention ins(%q, %k, %k : tensor<2x3x24x8xbf16>, tensor<2x3x16x8xbf16>, tensor<2x3x16x8xbf16>) maps [] outs(%o0 : tensor<2x3x24x8xbf16>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<2x3x24x8xbf16>
  %before = fused.rows over [3] maps [#bhij, #bhi] ins(%o : tensor<2x3x24x8xbf16>) outs(%r0 : tensor<2x3x24xf32>) {
  ^bb0(%x: bf16):
    %y = arith.extf %x : bf16 to f32
    %z = arith.negf %y : f32
    %t = fused.reduce addf %z init(%zero) : f32
    fused.yield %t : f32
  } -> tensor<2x3x24xf32>
  %p = linalg.transpose ins(%o : tensor<2x3x24x8xbf16>) outs(%p0 : tensor<2x24x3x8xbf16>) permutation = [0, 2, 1, 3]
  %after = fused.rows over [3] maps [#bhij, #bhi] ins(%o : tensor<2x3x24x8xbf16>) outs(%r0 : tensor<2x3x24xf32>) {
  ^bb0(%x: bf16):
    %y = arith.extf %x : bf16 to f32
    %z = math.absf %y : f32
    %t = fused.reduce addf %z init(%zero) : f32
    fused.yield %t : f32
  } -> tensor<2x3x24xf32>
  return %p, %before, %after : tensor<2x24x3x8xbf16>, tensor<2x3x24xf32>, tensor<2x3x24xf32>
}

// Arrays stay as they are.
// CHECK-LABEL: func.func @arrays(
// CHECK: fused.attention ins(%arg0, %arg0, %arg0 : memref<2x128x64xbf16>,
// CHECK: fused.attention_gradient ins(%arg0, %arg0, %arg0, %arg0 : memref<2x128x64xbf16>,
func.func @arrays(%q: memref<2x128x64xbf16>, %g: memref<2x128x64xbf16>) -> memref<2x128x64xbf16> {
  %o = memref.alloc() : memref<2x128x64xbf16>
  fused.attention ins(%q, %q, %q : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>) maps [] outs(%o : memref<2x128x64xbf16>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  fused.attention_gradient ins(%q, %q, %q, %q : memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>, memref<2x128x64xbf16>) maps [] outs(%g : memref<2x128x64xbf16>) {
  ^bb0(%x: f32, %y: f32):
    fused.yield %x : f32
  }
  return %o : memref<2x128x64xbf16>
}

// Rows are read and written where products have them, and their loops are
// those of the first product.

// CHECK-LABEL: func.func @rows(
// CHECK: %[[S:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2], [3]] output_shape [2, 3, 24, 16]
// CHECK: %[[W:.*]] = fused.rows over [3] maps [#[[ID:.*]], #[[ID]]] ins(%[[S]] : {{.*}}) outs(%{{.*}} : tensor<2x3x24x16xf32>) {
// CHECK: fused.index 1 : index
// CHECK: fused.index 2 : index
// CHECK: } -> tensor<2x3x24x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return %[[W]]
func.func @rows(%a: tensor<6x24x32xf32>, %b: tensor<6x32x16xf32>) -> tensor<2x3x24x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<6x24x16xf32>
  %s1 = fused.matmul epilog(default) ins(%a, %b : tensor<6x24x32xf32>, tensor<6x32x16xf32>) outs(%s0 : tensor<6x24x16xf32>) -> tensor<6x24x16xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xf32> into tensor<2x3x24x16xf32>
  %t0 = tensor.empty() : tensor<2x24x3x16xf32>
  %t1 = linalg.transpose ins(%s2 : tensor<2x3x24x16xf32>) outs(%t0 : tensor<2x24x3x16xf32>) permutation = [0, 2, 1, 3]
  %w0 = tensor.empty() : tensor<3x2x24x16xf32>
  %w1 = fused.rows over [3] maps [affine_map<(b, i, h, j) -> (b, i, h, j)>, affine_map<(b, i, h, j) -> (h, b, i, j)>] ins(%t1 : tensor<2x24x3x16xf32>) outs(%w0 : tensor<3x2x24x16xf32>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    %h = fused.index 2 : index
    %i = fused.index 1 : index
    %j = arith.addi %h, %i : index
    %n = arith.index_cast %j : index to i32
    %x = arith.sitofp %n : i32 to f32
    %d = arith.subf %s, %m : f32
    %r = arith.mulf %d, %x : f32
    fused.yield %r : f32
  } -> tensor<3x2x24x16xf32>
  %u0 = tensor.empty() : tensor<2x3x24x16xf32>
  %u1 = linalg.transpose ins(%w1 : tensor<3x2x24x16xf32>) outs(%u0 : tensor<2x3x24x16xf32>) permutation = [1, 0, 2, 3]
  return %u1 : tensor<2x3x24x16xf32>
}

// What other rows read has the order of the loops, too.

// CHECK-LABEL: func.func @statistics(
// CHECK: %[[S:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2], [3]] output_shape [2, 3, 24, 16]
// CHECK: %[[M:.*]] = fused.rows over [3] maps [#[[ID:.*]], #[[ROW:.*]]] ins(%[[S]] : {{.*}}) outs(%{{.*}} : tensor<2x3x24xf32>) {
// CHECK: fused.rows over [3] maps [#[[ID]], #[[ROW]], #[[ID]]] ins(%[[S]], %[[M]] :
func.func @statistics(%a: tensor<6x24x32xf32>, %b: tensor<6x32x16xf32>) -> tensor<2x3x24x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<6x24x16xf32>
  %s1 = fused.matmul epilog(default) ins(%a, %b : tensor<6x24x32xf32>, tensor<6x32x16xf32>) outs(%s0 : tensor<6x24x16xf32>) -> tensor<6x24x16xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xf32> into tensor<2x3x24x16xf32>
  %m0 = tensor.empty() : tensor<3x2x24xf32>
  %m1 = fused.rows over [3] maps [affine_map<(h, b, i, j) -> (b, h, i, j)>, affine_map<(h, b, i, j) -> (h, b, i)>] ins(%s2 : tensor<2x3x24x16xf32>) outs(%m0 : tensor<3x2x24xf32>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    fused.yield %m : f32
  } -> tensor<3x2x24xf32>
  %d0 = tensor.empty() : tensor<2x3x24x16xf32>
  %d1 = fused.rows over [3] maps [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (h, b, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>] ins(%s2, %m1 : tensor<2x3x24x16xf32>, tensor<3x2x24xf32>) outs(%d0 : tensor<2x3x24x16xf32>) {
  ^bb0(%s: f32, %m: f32):
    %n = fused.reduce maximumf %s init(%lowest) : f32
    %d = arith.subf %s, %m : f32
    %r = arith.mulf %d, %n : f32
    fused.yield %r : f32
  } -> tensor<2x3x24x16xf32>
  return %d1 : tensor<2x3x24x16xf32>
}
