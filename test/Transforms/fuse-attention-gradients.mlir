// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s

// The backward pass computes the weights again, from what the forward pass
// keeps of each row. What is the same for all keys is computed once.
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x24x8xbf16>, %[[K:[a-z0-9]+]]: tensor<2x16x8xbf16>, %[[V:[a-z0-9]+]]: tensor<2x16x8xbf16>
// CHECK: %[[O:.*]]:3 = fused.attention ins(%[[Q]], %[[K]], %[[V]] : {{.*}}) maps []
// CHECK: %[[G:.*]] = linalg.add ins(%[[O]]#0,
// CHECK: %[[R:.*]]:2 = fused.rows over [2] maps [#[[ALL]], #[[ALL]], #[[ROW]], #[[ROW]], #[[ROW]]] ins(%[[O]]#0, %[[G]], %[[O]]#2 : {{.*}})
// CHECK-NEXT: ^bb0(%[[OI:.*]]: bf16, %[[GI:.*]]: bf16, %[[L:.*]]: f32):
// CHECK-DAG: %[[OW:.*]] = arith.extf %[[OI]]
// CHECK-DAG: %[[GW:.*]] = arith.extf %[[GI]]
// CHECK: %[[P:.*]] = arith.mulf %[[OW]], %[[GW]]
// CHECK: %[[NAN:.*]] = arith.subf %[[GW]], %[[GW]]
// CHECK: %[[T:.*]] = arith.addf %[[P]], %[[NAN]]
// CHECK: %[[DOT:.*]] = fused.reduce addf %[[T]]
// CHECK: %[[QUOTIENT:.*]] = arith.divf %[[L]], %[[L]]
// CHECK: %[[SUM:.*]] = arith.mulf %[[DOT]], %[[QUOTIENT]]
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[L]]
// CHECK: fused.yield %[[SUM]], %[[INVERSE]]
// CHECK: %[[DQ:.*]] = fused.attention_gradient ins(%[[Q]], %[[K]], %[[G]], %[[V]] : {{.*}}) with(%[[O]]#1, %[[R]]#0, %[[R]]#1 : {{.*}}) maps [#[[ROW]], #[[ROW]], #[[ROW]]]
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[D:.*]]: f32, %[[M:.*]]: f32, %[[RI:.*]]: f32, %[[I:.*]]: f32):
// CHECK: %[[SCORE:.*]] = arith.mulf %[[S]], %{{.*}} : f32
// CHECK: %[[DIFFERENCE:.*]] = arith.subf %[[SCORE]], %[[M]]
// CHECK: %[[POWER:.*]] = math.exp %[[DIFFERENCE]]
// CHECK: %[[WEIGHT:.*]] = arith.mulf %[[POWER]], %[[I]]
// CHECK: %[[REST:.*]] = arith.subf %[[D]], %[[RI]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[REST]], %[[WEIGHT]]
// CHECK: %[[SCALED:.*]] = arith.mulf %[[PRODUCT]], %{{.*}} : f32
// CHECK: fused.yield %[[SCALED]] : f32
// CHECK: %[[DKV:.*]]:2 = fused.attention_gradient ins(%[[K]], %[[Q]], %[[V]], %[[G]] : {{.*}}) with(%[[O]]#1, %[[R]]#0, %[[R]]#1 : {{.*}}) maps [#[[COLUMN]], #[[COLUMN]], #[[COLUMN]]]
// CHECK: fused.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK: return %[[O]]#0, %[[DQ]], %[[DKV]]#0, %[[DKV]]#1
func.func @step(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 2.500000e-01 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<2x24x16xbf16>
  %o0 = tensor.empty() : tensor<2x24x8xbf16>
  %k0 = tensor.empty() : tensor<2x16x8xbf16>
  %r0 = tensor.empty() : tensor<2x24xf32>
  %s = fused.matmul epilog(default) transpose_b alpha(2.500000e-01)
      ins(%q, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>) outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %w, %max, %sum = fused.rows over [2] maps [#all, #all, #row, #row] ins(%s : tensor<2x24x16xbf16>)
      outs(%s0, %r0, %r0 : tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>) {
  ^bb0(%in: bf16):
    %0 = arith.extf %in : bf16 to f32
    %m = fused.reduce maximumf %0 init(%lowest) : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    %l = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %2, %l : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4, %m, %l : bf16, f32, f32
  } -> tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %g = linalg.add ins(%o, %x : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>)
      -> tensor<2x24x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %g : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %ds = fused.rows over [2] maps [#all, #all, #row, #row, #all]
      ins(%dw, %s, %max, %sum : tensor<2x24x16xbf16>, tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>)
      outs(%s0 : tensor<2x24x16xbf16>) {
  ^bb0(%dw_in: bf16, %s_in: bf16, %m: f32, %l: f32):
    %0 = arith.extf %s_in : bf16 to f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    %3 = arith.divf %2, %l : f32
    %4 = arith.extf %dw_in : bf16 to f32
    %5 = arith.mulf %4, %3 : f32
    %r = fused.reduce addf %5 init(%zero) : f32
    %6 = arith.subf %4, %r : f32
    %7 = arith.mulf %6, %3 : f32
    %8 = arith.mulf %7, %scale : f32
    %9 = arith.truncf %8 : f32 to bf16
    fused.yield %9 : bf16
  } -> tensor<2x24x16xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %q : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>
}

// JAX computes the softmax of bf16 in bf16, but for the sum, which it rounds.
// The gradient reads the powers, and the rounded sum. The kernels round neither
// the gradient of a weight nor what is subtracted from it: those of a single key
// are equal.

// CHECK-LABEL: func.func @rounded_statistics(
// CHECK: %[[O:.*]]:3 = fused.attention ins(
// CHECK-NOT: arith.truncf
// CHECK: fused.rows
// CHECK-NOT: arith.truncf
// CHECK: -> tensor<2x24xf32>, tensor<2x24xf32>
// CHECK-NOT: arith.truncf
// CHECK: fused.attention_gradient
// CHECK-NOT: arith.truncf
// CHECK: fused.attention_gradient
// CHECK-NOT: {{arith.truncf|fused.matmul}}
// CHECK: return %[[O]]#0
func.func @rounded_statistics(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF80 : bf16
  %zero16 = arith.constant 0.0 : bf16
  %one16 = arith.constant 1.0 : bf16
  %s0 = tensor.empty() : tensor<2x24x16xbf16>
  %o0 = tensor.empty() : tensor<2x24x8xbf16>
  %k0 = tensor.empty() : tensor<2x16x8xbf16>
  %r0 = tensor.empty() : tensor<2x24xbf16>
  %s = fused.matmul epilog(default) transpose_b alpha(2.500000e-01)
      ins(%q, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>) outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %w, %max, %sum = fused.rows over [2] maps [#all, #all, #row, #row] ins(%s : tensor<2x24x16xbf16>)
      outs(%s0, %r0, %r0 : tensor<2x24x16xbf16>, tensor<2x24xbf16>, tensor<2x24xbf16>) {
  ^bb0(%in: bf16):
    %m = fused.reduce maximumf %in init(%lowest) : bf16
    %1 = arith.subf %in, %m : bf16
    %2 = math.exp %1 : bf16
    %3 = arith.extf %2 : bf16 to f32
    %wide = fused.reduce addf %3 init(%zero) : f32
    %l = arith.truncf %wide : f32 to bf16
    %4 = arith.divf %2, %l : bf16
    fused.yield %4, %m, %l : bf16, bf16, bf16
  } -> tensor<2x24x16xbf16>, tensor<2x24xbf16>, tensor<2x24xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %g = linalg.add ins(%o, %x : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>)
      -> tensor<2x24x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %g : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %ds = fused.rows over [2] maps [#all, #all, #row, #row, #all]
      ins(%dw, %s, %max, %sum : tensor<2x24x16xbf16>, tensor<2x24x16xbf16>, tensor<2x24xbf16>, tensor<2x24xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) {
  ^bb0(%dw_in: bf16, %s_in: bf16, %m: bf16, %l: bf16):
    %1 = arith.subf %s_in, %m : bf16
    %2 = math.exp %1 : bf16
    %3 = arith.mulf %l, %l : bf16
    %4 = arith.divf %one16, %3 : bf16
    %5 = arith.mulf %dw_in, %4 : bf16
    %6 = arith.mulf %5, %2 : bf16
    %r = fused.reduce addf %6 init(%zero16) : bf16
    %7 = arith.negf %r : bf16
    %8 = arith.divf %dw_in, %l : bf16
    %rest = arith.addf %8, %7 : bf16
    %9 = arith.mulf %rest, %2 : bf16
    fused.yield %9 : bf16
  } -> tensor<2x24x16xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %q : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>
}

// Heads that share keys, which the program repeats: the gradients of these are
// sums over the heads of a group, which are further rows of the weights.

// CHECK-LABEL: func.func @shared_keys(
// CHECK: %[[O:.*]]:3 = fused.attention ins(
// CHECK: %[[DQ:.*]] = fused.attention_gradient ins(
// CHECK: %[[DKV:.*]]:2 = fused.attention_gradient
// CHECK: -> tensor<2x16x8xf32>, tensor<2x16x8xf32>
// CHECK: %[[HEADS:.*]] = tensor.expand_shape %[[DKV]]#0 {{\[}}[0, 1], [2], [3]] output_shape [1, 2, 16, 8]
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%[[HEADS]] :
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<1x16x8xf32>)
// CHECK: arith.truncf
// CHECK: %[[DK:.*]] = tensor.collapse_shape %[[ROUNDED]] {{\[}}[0, 1], [2]]
// CHECK-NOT: fused.matmul
// CHECK: return %[[O]]#0, %[[DQ]], %[[DK]], %{{.*}}
func.func @shared_keys(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<16x8xbf16>, tensor<1x16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 2.500000e-01 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<2x24x16xbf16>
  %o0 = tensor.empty() : tensor<2x24x8xbf16>
  %dk0 = tensor.empty() : tensor<16x8xbf16>
  %dv0 = tensor.empty() : tensor<1x16x8xbf16>
  %r0 = tensor.empty() : tensor<2x24xf32>
  %s = fused.matmul epilog(default) transpose_b alpha(2.500000e-01)
      ins(%q, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>) outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %w, %max, %sum = fused.rows over [2] maps [#all, #all, #row, #row] ins(%s : tensor<2x24x16xbf16>)
      outs(%s0, %r0, %r0 : tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>) {
  ^bb0(%in: bf16):
    %0 = arith.extf %in : bf16 to f32
    %m = fused.reduce maximumf %0 init(%lowest) : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    %l = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %2, %l : f32
    %4 = arith.truncf %3 : f32 to bf16
    fused.yield %4, %m, %l : bf16, f32, f32
  } -> tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %g = linalg.add ins(%o, %x : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>)
      -> tensor<2x24x8xbf16>
  %we = tensor.expand_shape %w [[0, 1], [2], [3]] output_shape [1, 2, 24, 16] : tensor<2x24x16xbf16> into tensor<1x2x24x16xbf16>
  %wr = tensor.collapse_shape %we [[0], [1, 2], [3]] : tensor<1x2x24x16xbf16> into tensor<1x48x16xbf16>
  %ge = tensor.expand_shape %g [[0, 1], [2], [3]] output_shape [1, 2, 24, 8] : tensor<2x24x8xbf16> into tensor<1x2x24x8xbf16>
  %gr = tensor.collapse_shape %ge [[0], [1, 2], [3]] : tensor<1x2x24x8xbf16> into tensor<1x48x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%wr, %gr : tensor<1x48x16xbf16>, tensor<1x48x8xbf16>)
      outs(%dv0 : tensor<1x16x8xbf16>) -> tensor<1x16x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %ds = fused.rows over [2] maps [#all, #all, #row, #row, #all]
      ins(%dw, %s, %max, %sum : tensor<2x24x16xbf16>, tensor<2x24x16xbf16>, tensor<2x24xf32>, tensor<2x24xf32>)
      outs(%s0 : tensor<2x24x16xbf16>) {
  ^bb0(%dw_in: bf16, %s_in: bf16, %m: f32, %l: f32):
    %0 = arith.extf %s_in : bf16 to f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    %3 = arith.divf %2, %l : f32
    %4 = arith.extf %dw_in : bf16 to f32
    %5 = arith.mulf %4, %3 : f32
    %r = fused.reduce addf %5 init(%zero) : f32
    %6 = arith.subf %4, %r : f32
    %7 = arith.mulf %6, %3 : f32
    %8 = arith.mulf %7, %scale : f32
    %9 = arith.truncf %8 : f32 to bf16
    fused.yield %9 : bf16
  } -> tensor<2x24x16xbf16>
  %dsr = tensor.collapse_shape %ds [[0, 1], [2]] : tensor<2x24x16xbf16> into tensor<48x16xbf16>
  %qr = tensor.collapse_shape %q [[0, 1], [2]] : tensor<2x24x8xbf16> into tensor<48x8xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%dsr, %qr : tensor<48x16xbf16>, tensor<48x8xbf16>)
      outs(%dk0 : tensor<16x8xbf16>) -> tensor<16x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<16x8xbf16>, tensor<1x16x8xbf16>
}
