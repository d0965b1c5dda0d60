// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s

// What reads the weights of attention is not all of its gradients, or something
// else.
// CHECK-NOT: fused.attention
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

// The sum of each row is not that of weights and their gradients.
func.func @not_weights(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
    %5 = arith.mulf %4, %4 : f32
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

// Another power: the largest score has the place of the sum.
func.func @other_power(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
    %1 = arith.subf %0, %l : f32
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

// The gradients of the weights come from other values,
func.func @other_values(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
  %dw = fused.matmul epilog(default) transpose_b ins(%g, %k : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
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

// or from other gradients than those of the values.
func.func @other_gradient(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
  %dw = fused.matmul epilog(default) transpose_b ins(%x, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
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

// The gradients of the scores multiply something else than the queries.
func.func @other_queries(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %x : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>
}

// The program returns the weights,
func.func @returns_weights(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>, tensor<2x24x16xbf16>) {
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
  return %o, %dq, %dk, %dv, %w : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>, tensor<2x24x16xbf16>
}

// or the gradients of the scores.
func.func @returns_gradients(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>, tensor<2x24x16xbf16>) {
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
  return %o, %dq, %dk, %dv, %ds : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>, tensor<2x24x16xbf16>
}

// The rows of the heads of a group are multiplied by another matrix than the
// queries.
func.func @other_rows(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>)
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
  %qr = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x24x8xbf16> into tensor<48x8xbf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%dsr, %qr : tensor<48x16xbf16>, tensor<48x8xbf16>)
      outs(%dk0 : tensor<16x8xbf16>) -> tensor<16x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<16x8xbf16>, tensor<1x16x8xbf16>
}
