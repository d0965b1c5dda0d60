// RUN: fused-opt %s --fused-raise-contractions=grouped-queries | FileCheck %s
// RUN: fused-opt %s --fused-raise-contractions="grouped-queries numerics=strict" | FileCheck %s --check-prefix=ROWS
// RUN: fused-opt %s --fused-raise-contractions | FileCheck %s --check-prefix=ROWS

#score_q = affine_map<(b, k, t, g, s, h) -> (b, t, k, g, h)>
#score_k = affine_map<(b, k, t, g, s, h) -> (b, s, k, h)>
#score = affine_map<(b, k, t, g, s, h) -> (b, k, t, g, s)>
#out_w = affine_map<(b, t, k, g, h, s) -> (b, k, t, g, s)>
#out_v = affine_map<(b, t, k, g, h, s) -> (b, s, k, h)>
#out = affine_map<(b, t, k, g, h, s) -> (b, t, k, g, h)>
#dk_w = affine_map<(b, s, k, h, t, g) -> (b, k, t, g, s)>
#dk_q = affine_map<(b, s, k, h, t, g) -> (b, t, k, g, h)>
#dk = affine_map<(b, s, k, h, t, g) -> (b, s, k, h)>
#id = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>

// Four heads of queries share keys and values. Each becomes a product of its
// own. The gradient of the weights is found above what reads it.

// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x64x3x4x16xbf16>, %[[K:[a-z0-9]+]]: tensor<2x32x3x16xbf16>, %[[V:[a-z0-9]+]]: tensor<2x32x3x16xbf16>, %[[G:[a-z0-9]+]]: tensor<2x64x3x4x16xbf16>
// CHECK: %[[Q1:.*]] = linalg.transpose ins(%[[Q]] : {{.*}}) outs(%{{.*}} : tensor<2x3x4x64x16xbf16>) permutation = [0, 2, 3, 1, 4]
// CHECK: %[[QS:.*]] = tensor.collapse_shape %[[Q1]] {{\[}}[0, 1, 2], [3], [4]]
// CHECK: %[[K1:.*]] = linalg.transpose ins(%[[K]] : {{.*}}) outs(%{{.*}} : tensor<2x3x32x16xbf16>)
// CHECK: %[[K2:.*]] = linalg.broadcast ins(%[[K1]] : {{.*}}) outs(%{{.*}} : tensor<2x3x4x32x16xbf16>) dimensions = [2]
// CHECK: %[[KS:.*]] = tensor.collapse_shape %[[K2]] {{\[}}[0, 1, 2], [3], [4]]
// CHECK: fused.matmul epilog(default) transpose_b ins(%[[QS]], %[[KS]] : tensor<24x64x16xbf16>, tensor<24x32x16xbf16>)
// CHECK: linalg.softmax
// CHECK: fused.matmul epilog(default) ins(%{{.*}}, %{{.*}} : tensor<24x64x32xbf16>, tensor<24x32x16xbf16>)
// CHECK: fused.matmul epilog(default) transpose_b ins(%{{.*}}, %{{.*}} : tensor<24x64x16xbf16>, tensor<24x32x16xbf16>)

// The products of a group are added before they are rounded.
// CHECK: %[[DK:.*]] = fused.matmul epilog(default) transpose_a ins(%{{.*}}, %{{.*}} : tensor<24x64x32xbf16>, tensor<24x64x16xbf16>) outs(%{{.*}} : tensor<24x32x16xf32>)
// CHECK: %[[PARTS:.*]] = tensor.expand_shape %[[DK]] {{\[}}[0, 1, 2], [3], [4]] output_shape [2, 3, 4, 32, 16]
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%[[PARTS]] : tensor<2x3x4x32x16xf32>)
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<2x3x32x16xf32>) outs(%{{.*}} : tensor<2x3x32x16xbf16>)
// CHECK: linalg.transpose ins(%[[ROUNDED]] : {{.*}}) outs(%{{.*}} : tensor<2x32x3x16xbf16>)
// ROWS-LABEL: func.func @attention(
// ROWS: fused.matmul {{.*}} tensor<6x256x16xbf16>, tensor<6x32x16xbf16>
// ROWS: fused.matmul {{.*}} tensor<6x256x32xbf16>, tensor<6x32x16xbf16>
// ROWS: fused.matmul {{.*}} tensor<6x256x16xbf16>, tensor<6x32x16xbf16>
// ROWS: fused.matmul {{.*}} tensor<6x256x32xbf16>, tensor<6x256x16xbf16>
func.func @attention(%q: tensor<2x64x3x4x16xbf16>, %k: tensor<2x32x3x16xbf16>, %v: tensor<2x32x3x16xbf16>, %grad: tensor<2x64x3x4x16xbf16>)
    -> (tensor<2x64x3x4x16xbf16>, tensor<2x32x3x16xbf16>) {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<2x3x64x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<2x64x3x4x16xbf16>, tensor<2x32x3x16xbf16>) outs(%s1 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x3x64x4x32xf32>) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %w0 = tensor.empty() : tensor<2x3x64x4x32xbf16>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x3x64x4x32xf32>) outs(%w0 : tensor<2x3x64x4x32xbf16>) {
  ^bb0(%in: f32, %unused: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x64x4x32xbf16>
  %o0 = tensor.empty() : tensor<2x64x3x4x16xbf16>
  %o1 = linalg.fill ins(%zero16 : bf16) outs(%o0 : tensor<2x64x3x4x16xbf16>) -> tensor<2x64x3x4x16xbf16>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%w, %v : tensor<2x3x64x4x32xbf16>, tensor<2x32x3x16xbf16>) outs(%o1 : tensor<2x64x3x4x16xbf16>) -> tensor<2x64x3x4x16xbf16>
  %dw1 = linalg.fill ins(%zero16 : bf16) outs(%w0 : tensor<2x3x64x4x32xbf16>) -> tensor<2x3x64x4x32xbf16>
  %dw = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%grad, %v : tensor<2x64x3x4x16xbf16>, tensor<2x32x3x16xbf16>) outs(%dw1 : tensor<2x3x64x4x32xbf16>) -> tensor<2x3x64x4x32xbf16>
  %ds = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p, %dw : tensor<2x3x64x4x32xf32>, tensor<2x3x64x4x32xbf16>) outs(%w0 : tensor<2x3x64x4x32xbf16>) {
  ^bb0(%in: f32, %d: bf16, %unused: bf16):
    %wide = arith.extf %d : bf16 to f32
    %m = arith.mulf %wide, %in : f32
    %r = arith.truncf %m : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x64x4x32xbf16>
  %dk0 = tensor.empty() : tensor<2x32x3x16xbf16>
  %dk1 = linalg.fill ins(%zero16 : bf16) outs(%dk0 : tensor<2x32x3x16xbf16>) -> tensor<2x32x3x16xbf16>
  %dk = linalg.contract indexing_maps = [#dk_w, #dk_q, #dk] ins(%ds, %q : tensor<2x3x64x4x32xbf16>, tensor<2x64x3x4x16xbf16>) outs(%dk1 : tensor<2x32x3x16xbf16>) -> tensor<2x32x3x16xbf16>
  return %o, %dk : tensor<2x64x3x4x16xbf16>, tensor<2x32x3x16xbf16>
}

// One group: products have its dimension in different places, and none does.

// CHECK-LABEL: func.func @one_group(
// CHECK: linalg.broadcast ins({{.*}} : tensor<2x32x16xbf16>) outs({{.*}} : tensor<2x4x32x16xbf16>) dimensions = [1]
// CHECK: fused.matmul epilog(default) transpose_b ins({{.*}} : tensor<8x64x16xbf16>, tensor<8x32x16xbf16>)
// CHECK: linalg.softmax
// CHECK: linalg.broadcast ins({{.*}} : tensor<2x32x16xbf16>) outs({{.*}} : tensor<2x4x32x16xbf16>) dimensions = [1]
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<8x64x32xbf16>, tensor<8x32x16xbf16>)
// CHECK: %[[DK:.*]] = fused.matmul epilog(default) transpose_a {{.*}} -> tensor<8x32x16xf32>
// CHECK: %[[PARTS:.*]] = tensor.expand_shape %[[DK]] {{.*}} output_shape [2, 4, 32, 16]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%[[PARTS]] :
func.func @one_group(%q: tensor<2x64x1x4x16xbf16>, %k: tensor<2x32x1x16xbf16>, %v: tensor<2x32x1x16xbf16>, %grad: tensor<2x64x1x4x16xbf16>)
    -> (tensor<2x64x1x4x16xbf16>, tensor<2x32x1x16xbf16>) {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<2x1x64x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x1x64x4x32xf32>) -> tensor<2x1x64x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<2x64x1x4x16xbf16>, tensor<2x32x1x16xbf16>) outs(%s1 : tensor<2x1x64x4x32xf32>) -> tensor<2x1x64x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x1x64x4x32xf32>) outs(%s0 : tensor<2x1x64x4x32xf32>) -> tensor<2x1x64x4x32xf32>
  %w0 = tensor.empty() : tensor<2x1x64x4x32xbf16>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x1x64x4x32xf32>) outs(%w0 : tensor<2x1x64x4x32xbf16>) {
  ^bb0(%in: f32, %unused: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x1x64x4x32xbf16>
  %o0 = tensor.empty() : tensor<2x64x1x4x16xbf16>
  %o1 = linalg.fill ins(%zero16 : bf16) outs(%o0 : tensor<2x64x1x4x16xbf16>) -> tensor<2x64x1x4x16xbf16>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%w, %v : tensor<2x1x64x4x32xbf16>, tensor<2x32x1x16xbf16>) outs(%o1 : tensor<2x64x1x4x16xbf16>) -> tensor<2x64x1x4x16xbf16>
  %dw1 = linalg.fill ins(%zero16 : bf16) outs(%w0 : tensor<2x1x64x4x32xbf16>) -> tensor<2x1x64x4x32xbf16>
  %dw = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%grad, %v : tensor<2x64x1x4x16xbf16>, tensor<2x32x1x16xbf16>) outs(%dw1 : tensor<2x1x64x4x32xbf16>) -> tensor<2x1x64x4x32xbf16>
  %ds = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p, %dw : tensor<2x1x64x4x32xf32>, tensor<2x1x64x4x32xbf16>) outs(%w0 : tensor<2x1x64x4x32xbf16>) {
  ^bb0(%in: f32, %d: bf16, %unused: bf16):
    %wide = arith.extf %d : bf16 to f32
    %m = arith.mulf %wide, %in : f32
    %r = arith.truncf %m : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x1x64x4x32xbf16>
  %dk0 = tensor.empty() : tensor<2x32x1x16xbf16>
  %dk1 = linalg.fill ins(%zero16 : bf16) outs(%dk0 : tensor<2x32x1x16xbf16>) -> tensor<2x32x1x16xbf16>
  %dk = linalg.contract indexing_maps = [#dk_w, #dk_q, #dk] ins(%ds, %q : tensor<2x1x64x4x32xbf16>, tensor<2x64x1x4x16xbf16>) outs(%dk1 : tensor<2x32x1x16xbf16>) -> tensor<2x32x1x16xbf16>
  return %o, %dk : tensor<2x64x1x4x16xbf16>, tensor<2x32x1x16xbf16>
}

// Without a batch, keys and values are repeated for each head.

// CHECK-LABEL: func.func @one_matrix_of_keys(
// CHECK: linalg.broadcast ins({{.*}} : tensor<32x16xbf16>) outs({{.*}} : tensor<4x32x16xbf16>) dimensions = [0]
// CHECK: fused.matmul epilog(default) transpose_b ins({{.*}} : tensor<4x64x16xbf16>, tensor<4x32x16xbf16>)
// CHECK: linalg.softmax
// CHECK: linalg.broadcast ins({{.*}} : tensor<32x16xbf16>) outs({{.*}} : tensor<4x32x16xbf16>) dimensions = [0]
// CHECK: fused.matmul epilog(default) ins({{.*}} : tensor<4x64x32xbf16>, tensor<4x32x16xbf16>)
func.func @one_matrix_of_keys(%q: tensor<1x64x1x4x16xbf16>, %k: tensor<1x32x1x16xbf16>, %v: tensor<1x32x1x16xbf16>, %grad: tensor<1x64x1x4x16xbf16>)
    -> (tensor<1x64x1x4x16xbf16>, tensor<1x32x1x16xbf16>) {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<1x1x64x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<1x1x64x4x32xf32>) -> tensor<1x1x64x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<1x64x1x4x16xbf16>, tensor<1x32x1x16xbf16>) outs(%s1 : tensor<1x1x64x4x32xf32>) -> tensor<1x1x64x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<1x1x64x4x32xf32>) outs(%s0 : tensor<1x1x64x4x32xf32>) -> tensor<1x1x64x4x32xf32>
  %w0 = tensor.empty() : tensor<1x1x64x4x32xbf16>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<1x1x64x4x32xf32>) outs(%w0 : tensor<1x1x64x4x32xbf16>) {
  ^bb0(%in: f32, %unused: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<1x1x64x4x32xbf16>
  %o0 = tensor.empty() : tensor<1x64x1x4x16xbf16>
  %o1 = linalg.fill ins(%zero16 : bf16) outs(%o0 : tensor<1x64x1x4x16xbf16>) -> tensor<1x64x1x4x16xbf16>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%w, %v : tensor<1x1x64x4x32xbf16>, tensor<1x32x1x16xbf16>) outs(%o1 : tensor<1x64x1x4x16xbf16>) -> tensor<1x64x1x4x16xbf16>
  %dw1 = linalg.fill ins(%zero16 : bf16) outs(%w0 : tensor<1x1x64x4x32xbf16>) -> tensor<1x1x64x4x32xbf16>
  %dw = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%grad, %v : tensor<1x64x1x4x16xbf16>, tensor<1x32x1x16xbf16>) outs(%dw1 : tensor<1x1x64x4x32xbf16>) -> tensor<1x1x64x4x32xbf16>
  %ds = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p, %dw : tensor<1x1x64x4x32xf32>, tensor<1x1x64x4x32xbf16>) outs(%w0 : tensor<1x1x64x4x32xbf16>) {
  ^bb0(%in: f32, %d: bf16, %unused: bf16):
    %wide = arith.extf %d : bf16 to f32
    %m = arith.mulf %wide, %in : f32
    %r = arith.truncf %m : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<1x1x64x4x32xbf16>
  %dk0 = tensor.empty() : tensor<1x32x1x16xbf16>
  %dk1 = linalg.fill ins(%zero16 : bf16) outs(%dk0 : tensor<1x32x1x16xbf16>) -> tensor<1x32x1x16xbf16>
  %dk = linalg.contract indexing_maps = [#dk_w, #dk_q, #dk] ins(%ds, %q : tensor<1x1x64x4x32xbf16>, tensor<1x64x1x4x16xbf16>) outs(%dk1 : tensor<1x32x1x16xbf16>) -> tensor<1x32x1x16xbf16>
  return %o, %dk : tensor<1x64x1x4x16xbf16>, tensor<1x32x1x16xbf16>
}

// An ensemble of classifiers: what the softmax is multiplied by are the factors
// of the scores themselves.

// CHECK-LABEL: func.func @classifiers(
// CHECK-NOT: linalg.broadcast
// CHECK: return
func.func @classifiers(%q: tensor<2x64x3x4x16xbf16>, %k: tensor<2x32x3x16xbf16>) -> tensor<2x64x3x4x16xbf16> {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
  %s0 = tensor.empty() : tensor<2x3x64x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<2x64x3x4x16xbf16>, tensor<2x32x3x16xbf16>) outs(%s1 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x3x64x4x32xf32>) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %w0 = tensor.empty() : tensor<2x3x64x4x32xbf16>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x3x64x4x32xf32>) outs(%w0 : tensor<2x3x64x4x32xbf16>) {
  ^bb0(%in: f32, %unused: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x64x4x32xbf16>
  %o0 = tensor.empty() : tensor<2x64x3x4x16xbf16>
  %o1 = linalg.fill ins(%zero16 : bf16) outs(%o0 : tensor<2x64x3x4x16xbf16>) -> tensor<2x64x3x4x16xbf16>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%w, %k : tensor<2x3x64x4x32xbf16>, tensor<2x32x3x16xbf16>) outs(%o1 : tensor<2x64x3x4x16xbf16>) -> tensor<2x64x3x4x16xbf16>
  return %o : tensor<2x64x3x4x16xbf16>
}

// No kernel multiplies f32.

// CHECK-LABEL: func.func @wide(
// CHECK-NOT: linalg.broadcast
// CHECK: return
func.func @wide(%q: tensor<2x64x3x4x16xf32>, %k: tensor<2x32x3x16xf32>, %v: tensor<2x32x3x16xf32>) -> tensor<2x64x3x4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %s0 = tensor.empty() : tensor<2x3x64x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<2x64x3x4x16xf32>, tensor<2x32x3x16xf32>) outs(%s1 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x3x64x4x32xf32>) outs(%s0 : tensor<2x3x64x4x32xf32>) -> tensor<2x3x64x4x32xf32>
  %o0 = tensor.empty() : tensor<2x64x3x4x16xf32>
  %o1 = linalg.fill ins(%zero : f32) outs(%o0 : tensor<2x64x3x4x16xf32>) -> tensor<2x64x3x4x16xf32>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%p, %v : tensor<2x3x64x4x32xf32>, tensor<2x32x3x16xf32>) outs(%o1 : tensor<2x64x3x4x16xf32>) -> tensor<2x64x3x4x16xf32>
  return %o : tensor<2x64x3x4x16xf32>
}

// Fewer queries than kernels compute at once.

// CHECK-LABEL: func.func @few(
// CHECK-NOT: linalg.broadcast
// CHECK: return
func.func @few(%q: tensor<2x8x3x4x16xbf16>, %k: tensor<2x32x3x16xbf16>, %v: tensor<2x32x3x16xbf16>) -> tensor<2x8x3x4x16xbf16> {
  %zero = arith.constant 0.0 : f32
  %s0 = tensor.empty() : tensor<2x3x8x4x32xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<2x3x8x4x32xf32>) -> tensor<2x3x8x4x32xf32>
  %s = linalg.contract indexing_maps = [#score_q, #score_k, #score] ins(%q, %k : tensor<2x8x3x4x16xbf16>, tensor<2x32x3x16xbf16>) outs(%s1 : tensor<2x3x8x4x32xf32>) -> tensor<2x3x8x4x32xf32>
  %p = linalg.softmax dimension(4) ins(%s : tensor<2x3x8x4x32xf32>) outs(%s0 : tensor<2x3x8x4x32xf32>) -> tensor<2x3x8x4x32xf32>
  %zero16 = arith.constant 0.0 : bf16
  %w0 = tensor.empty() : tensor<2x3x8x4x32xbf16>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x3x8x4x32xf32>) outs(%w0 : tensor<2x3x8x4x32xbf16>) {
  ^bb0(%in: f32, %unused: bf16):
    %r = arith.truncf %in : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x3x8x4x32xbf16>
  %o0 = tensor.empty() : tensor<2x8x3x4x16xbf16>
  %o1 = linalg.fill ins(%zero16 : bf16) outs(%o0 : tensor<2x8x3x4x16xbf16>) -> tensor<2x8x3x4x16xbf16>
  %o = linalg.contract indexing_maps = [#out_w, #out_v, #out] ins(%w, %v : tensor<2x3x8x4x32xbf16>, tensor<2x32x3x16xbf16>) outs(%o1 : tensor<2x8x3x4x16xbf16>) -> tensor<2x8x3x4x16xbf16>
  return %o : tensor<2x8x3x4x16xbf16>
}
