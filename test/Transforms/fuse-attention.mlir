// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-fuse-attention=numerics=strict --canonicalize | FileCheck %s --check-prefix=STRICT

// The kernel rounds weights elsewhere than the program does.
// STRICT-NOT: fused.attention

#all = affine_map<(b, h, i, j) -> (b, h, i, j)>
#keys = affine_map<(b, h, i, j) -> (b, j)>
#bij = affine_map<(b, i, j) -> (b, i, j)>
#ij = affine_map<(i, j) -> (i, j)>

// CHECK-DAG: #[[KEYS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
// CHECK-DAG: #[[SHARED:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
// CHECK-DAG: #[[VECTORS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>

// What the first product adds, and what the rows do before the softmax. The
// region computes in f32. C has a matrix for each head.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x3x24x8xbf16>, %[[K:[a-z0-9]+]]: tensor<2x3x16x8xbf16>, %[[V:[a-z0-9]+]]: tensor<2x3x16x8xbf16>, %[[C:[a-z0-9]+]]: tensor<3x24x16xbf16>, %[[BIAS:[a-z0-9]+]]: tensor<6x16xbf16>, %[[MASK:[a-z0-9]+]]: tensor<2x16xi1>
// CHECK: %[[BIASES:.*]] = tensor.expand_shape %[[BIAS]] {{.*}} into tensor<2x3x16xbf16>
// CHECK: %[[O:.*]] = fused.attention ins(%[[Q]], %[[K]], %[[V]] : {{.*}}) with(%[[MASK]], %[[C]], %[[BIASES]] : {{.*}}) maps [#[[KEYS]], #[[SHARED]], #[[VECTORS]]]
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[BIT:.*]]: i1, %[[C16:.*]]: bf16, %[[B16:.*]]: bf16):
// CHECK-DAG: %[[SCALED:.*]] = arith.mulf %[[X]], %{{.*}} : f32
// CHECK-DAG: %[[C32:.*]] = arith.extf %[[C16]]
// CHECK: %[[SUM:.*]] = arith.addf %[[SCALED]], %[[C32]]
// CHECK: %[[B32:.*]] = arith.extf %[[B16]]
// CHECK: %[[TOTAL:.*]] = arith.addf %[[SUM]], %[[B32]]
// CHECK: %[[I:.*]] = fused.index 2
// CHECK: %[[SCORE:.*]] = arith.select %[[BIT]], %[[TOTAL]], %{{.*}} : f32
// CHECK: fused.yield %{{.*}} : f32
// CHECK-NOT: fused.matmul
// CHECK: return %[[O]]
func.func @batch(%q: tensor<2x3x24x8xbf16>, %k: tensor<2x3x16x8xbf16>, %v: tensor<2x3x16x8xbf16>,
                 %c: tensor<3x24x16xbf16>, %bias: tensor<6x16xbf16>, %m: tensor<2x16xi1>) -> tensor<2x3x24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF80 : bf16
  %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x24x8xbf16> into tensor<6x24x8xbf16>
  %k3 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %v3 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x16x8xbf16> into tensor<6x16x8xbf16>
  %s0 = tensor.empty() : tensor<6x24x16xbf16>
  %s3 = fused.matmul epilog(bias) transpose_b alpha(0.5) ins(%q3, %k3 : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>)
      c(%c : tensor<3x24x16xbf16>) bias(%bias : tensor<6x16xbf16>) outs(%s0 : tensor<6x24x16xbf16>) -> tensor<6x24x16xbf16>
  %s = tensor.expand_shape %s3 [[0, 1], [2], [3]] output_shape [2, 3, 24, 16] : tensor<6x24x16xbf16> into tensor<2x3x24x16xbf16>
  %w0 = tensor.empty() : tensor<2x3x24x16xbf16>
  %w = fused.rows over [3] maps [#all, #keys, #all] ins(%s, %m : tensor<2x3x24x16xbf16>, tensor<2x16xi1>)
      outs(%w0 : tensor<2x3x24x16xbf16>) {
  ^bb0(%in: bf16, %bit: i1):
    %i = fused.index 2 : index
    %i32 = arith.index_cast %i : index to i32
    %number = arith.sitofp %i32 : i32 to bf16
    %0 = arith.select %bit, %in, %lowest : bf16
    %1 = arith.addf %0, %number : bf16
    %max = fused.reduce maximumf %1 init(%lowest) : bf16
    %2 = arith.subf %1, %max : bf16
    %3 = math.exp %2 : bf16
    %4 = arith.extf %3 : bf16 to f32
    %sum = fused.reduce addf %4 init(%zero) : f32
    %5 = arith.truncf %sum : f32 to bf16
    %6 = arith.divf %3, %5 : bf16
    fused.yield %6 : bf16
  } -> tensor<2x3x24x16xbf16>
  %w3 = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<2x3x24x16xbf16> into tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x24x8xbf16>
  %o3 = fused.matmul epilog(default) ins(%w3, %v3 : tensor<6x24x16xbf16>, tensor<6x16x8xbf16>)
      outs(%o0 : tensor<6x24x8xbf16>) -> tensor<6x24x8xbf16>
  %o = tensor.expand_shape %o3 [[0, 1], [2], [3]] output_shape [2, 3, 24, 8] : tensor<6x24x8xbf16> into tensor<2x3x24x8xbf16>
  return %o : tensor<2x3x24x8xbf16>
}

// One matrix; the result is the transpose of the output.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<24x8xf16>, %[[K:[a-z0-9]+]]: tensor<16x8xf16>, %[[V:[a-z0-9]+]]: tensor<16x40xf16>
// CHECK: %[[O:.*]] = fused.attention ins(%[[Q]], %[[K]], %[[V]] : {{.*}}) maps [] outs(%{{.*}} : tensor<24x40xf16>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[O]] : tensor<24x40xf16>) outs(%{{.*}} : tensor<40x24xf16>) permutation = [1, 0]
// CHECK: return %[[T]]
func.func @transposed(%q: tensor<24x8xf16>, %k: tensor<16x8xf16>, %v: tensor<16x40xf16>) -> tensor<40x24xf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xf16>, tensor<16x8xf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maxnumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to f16
    fused.yield %3 : f16
  } -> tensor<24x16xf16>
  %o0 = tensor.empty() : tensor<40x24xf16>
  %o = fused.matmul epilog(default) transpose_a transpose_b ins(%v, %w : tensor<16x40xf16>, tensor<24x16xf16>)
      outs(%o0 : tensor<40x24xf16>) -> tensor<40x24xf16>
  return %o : tensor<40x24xf16>
}

// Weights that have other dimensions in between are the same matrices.
// CHECK-LABEL: func.func @reshaped(
// CHECK: %[[O:.*]] = fused.attention
// CHECK-NOT: fused.matmul
// CHECK: return %[[O]]
func.func @reshaped(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>) -> tensor<2x24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<2x24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %w0 = tensor.empty() : tensor<2x24x16xbf16>
  %w = fused.rows over [2] maps [#bij, #bij] ins(%s : tensor<2x24x16xf32>) outs(%w0 : tensor<2x24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<2x24x16xbf16>
  %x = tensor.expand_shape %w [[0, 1], [2, 3], [4]] output_shape [1, 2, 24, 1, 16]
      : tensor<2x24x16xbf16> into tensor<1x2x24x1x16xbf16>
  %y = tensor.collapse_shape %x [[0, 1], [2], [3, 4]] : tensor<1x2x24x1x16xbf16> into tensor<2x24x16xbf16>
  %o0 = tensor.empty() : tensor<2x24x8xbf16>
  %o = fused.matmul epilog(default) ins(%y, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o : tensor<2x24x8xbf16>
}

// Heads share keys and values in groups.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<24x64x16xbf16>, %[[K:[a-z0-9]+]]: tensor<2x3x32x16xbf16>, %[[V:[a-z0-9]+]]: tensor<2x3x32x16xbf16>
// CHECK: %[[QS:.*]] = tensor.expand_shape %[[Q]] {{.*}} into tensor<2x3x4x64x16xbf16>
// CHECK: %[[KS:.*]] = tensor.expand_shape %[[K]] {{.*}} into tensor<2x3x1x32x16xbf16>
// CHECK: %[[VS:.*]] = tensor.expand_shape %[[V]] {{.*}} into tensor<2x3x1x32x16xbf16>
// CHECK: fused.attention ins(%[[QS]], %[[KS]], %[[VS]] : {{.*}} outs(%{{.*}} : tensor<2x3x4x64x16xbf16>)
func.func @shared(%q: tensor<24x64x16xbf16>, %k: tensor<2x3x32x16xbf16>, %v: tensor<2x3x32x16xbf16>) -> tensor<24x64x16xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x3x4x32x16xbf16>
  %k0 = linalg.broadcast ins(%k : tensor<2x3x32x16xbf16>) outs(%e : tensor<2x3x4x32x16xbf16>) dimensions = [2]
  %v0 = linalg.broadcast ins(%v : tensor<2x3x32x16xbf16>) outs(%e : tensor<2x3x4x32x16xbf16>) dimensions = [2]
  %k1 = tensor.collapse_shape %k0 [[0, 1, 2], [3], [4]] : tensor<2x3x4x32x16xbf16> into tensor<24x32x16xbf16>
  %v1 = tensor.collapse_shape %v0 [[0, 1, 2], [3], [4]] : tensor<2x3x4x32x16xbf16> into tensor<24x32x16xbf16>
  %s0 = tensor.empty() : tensor<24x64x32xf32>
  %s1 = fused.matmul epilog(default) transpose_b ins(%q, %k1 : tensor<24x64x16xbf16>, tensor<24x32x16xbf16>) outs(%s0 : tensor<24x64x32xf32>) -> tensor<24x64x32xf32>
  %s2 = tensor.expand_shape %s1 [[0, 1, 2], [3], [4]] output_shape [2, 3, 4, 64, 32] : tensor<24x64x32xf32> into tensor<2x3x4x64x32xf32>
  %w0 = tensor.empty() : tensor<2x3x4x64x32xbf16>
  %w1 = fused.rows over [4] maps [affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>] ins(%s2 : tensor<2x3x4x64x32xf32>) outs(%w0 : tensor<2x3x4x64x32xbf16>) {
  ^bb0(%s: f32):
    %m = fused.reduce maximumf %s init(%lowest) : f32
    %d = arith.subf %s, %m : f32
    %p = math.exp %d : f32
    %l = fused.reduce addf %p init(%zero) : f32
    %x = arith.divf %p, %l : f32
    %r = arith.truncf %x : f32 to bf16
    fused.yield %r : bf16
  } -> tensor<2x3x4x64x32xbf16>
  %w2 = tensor.collapse_shape %w1 [[0, 1, 2], [3], [4]] : tensor<2x3x4x64x32xbf16> into tensor<24x64x32xbf16>
  %o0 = tensor.empty() : tensor<24x64x16xbf16>
  %o1 = fused.matmul epilog(default) ins(%w2, %v1 : tensor<24x64x32xbf16>, tensor<24x32x16xbf16>) outs(%o0 : tensor<24x64x16xbf16>) -> tensor<24x64x16xbf16>
  return %o1 : tensor<24x64x16xbf16>
}

// A mask of queries and keys that is repeated for all heads is computed in the
// region, of what it is computed from.
// CHECK-LABEL: func.func @mask(
// CHECK-SAME: %[[BITS:[a-z0-9]+]]: tensor<16xi1>)
// CHECK-NOT: linalg.generic
// CHECK: fused.attention {{.*}} with(%[[BITS]] : tensor<16xi1>)
// CHECK: fused.index 1
// CHECK: fused.index 2
// CHECK: arith.cmpi uge
func.func @mask(%q: tensor<6x24x8xbf16>, %k: tensor<6x16x8xbf16>, %v: tensor<6x16x8xbf16>, %m: tensor<16xi1>) -> tensor<6x24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %lowest = arith.constant 0xFF80 : bf16
  %s0 = tensor.empty() : tensor<6x24x16xbf16>
  %c = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (j)>, #bij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m : tensor<16xi1>) outs(%s0 : tensor<6x24x16xbf16>) {
  ^bb0(%bit: i1, %out: bf16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %seen = arith.cmpi uge, %i, %j : index
    %both = arith.andi %seen, %bit : i1
    %0 = arith.select %both, %none, %lowest : bf16
    linalg.yield %0 : bf16
  } -> tensor<6x24x16xbf16>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>)
      c(%c : tensor<6x24x16xbf16>) outs(%s0 : tensor<6x24x16xbf16>) -> tensor<6x24x16xbf16>
  %w = fused.rows over [2] maps [#bij, #bij] ins(%s : tensor<6x24x16xbf16>) outs(%s0 : tensor<6x24x16xbf16>) {
  ^bb0(%in: bf16):
    %1 = arith.extf %in : bf16 to f32
    %low = arith.constant 0xFF800000 : f32
    %max = fused.reduce maximumf %1 init(%low) : f32
    %2 = arith.subf %1, %max : f32
    %3 = math.exp %2 : f32
    %sum = fused.reduce addf %3 init(%zero) : f32
    %4 = arith.divf %3, %sum : f32
    %5 = arith.truncf %4 : f32 to bf16
    fused.yield %5 : bf16
  } -> tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<6x24x16xbf16>, tensor<6x16x8xbf16>)
      outs(%o0 : tensor<6x24x8xbf16>) -> tensor<6x24x8xbf16>
  return %o : tensor<6x24x8xbf16>
}

// One that has a number for each query and key is not.
// CHECK-LABEL: func.func @matrix_mask(
// CHECK: %[[MASK:.*]] = linalg.generic
// CHECK: fused.attention {{.*}} with(%[[MASK]] : tensor<6x24x16xbf16>)
func.func @matrix_mask(%q: tensor<6x24x8xbf16>, %k: tensor<6x16x8xbf16>, %v: tensor<6x16x8xbf16>, %m: tensor<24x16xi1>) -> tensor<6x24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %lowest = arith.constant 0xFF80 : bf16
  %s0 = tensor.empty() : tensor<6x24x16xbf16>
  %c = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, #bij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m : tensor<24x16xi1>) outs(%s0 : tensor<6x24x16xbf16>) {
  ^bb0(%bit: i1, %out: bf16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %seen = arith.cmpi uge, %i, %j : index
    %both = arith.andi %seen, %bit : i1
    %0 = arith.select %both, %none, %lowest : bf16
    linalg.yield %0 : bf16
  } -> tensor<6x24x16xbf16>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<6x24x8xbf16>, tensor<6x16x8xbf16>)
      c(%c : tensor<6x24x16xbf16>) outs(%s0 : tensor<6x24x16xbf16>) -> tensor<6x24x16xbf16>
  %w = fused.rows over [2] maps [#bij, #bij] ins(%s : tensor<6x24x16xbf16>) outs(%s0 : tensor<6x24x16xbf16>) {
  ^bb0(%in: bf16):
    %1 = arith.extf %in : bf16 to f32
    %low = arith.constant 0xFF800000 : f32
    %max = fused.reduce maximumf %1 init(%low) : f32
    %2 = arith.subf %1, %max : f32
    %3 = math.exp %2 : f32
    %sum = fused.reduce addf %3 init(%zero) : f32
    %4 = arith.divf %3, %sum : f32
    %5 = arith.truncf %4 : f32 to bf16
    fused.yield %5 : bf16
  } -> tensor<6x24x16xbf16>
  %o0 = tensor.empty() : tensor<6x24x8xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<6x24x16xbf16>, tensor<6x16x8xbf16>)
      outs(%o0 : tensor<6x24x8xbf16>) -> tensor<6x24x8xbf16>
  return %o : tensor<6x24x8xbf16>
}
