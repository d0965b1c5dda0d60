// REQUIRES: fake-cuda, ptxas

// A softmax of bf16 whose queries see one key each: the gradients of queries and
// keys are zero, because the gradient of a weight is the sum that is subtracted
// from it. Neither may be rounded alone. The error shows where the gradient of
// the queries is subtracted from numbers of f32.
// RUN: fused-opt %s --fused-fuse-attention | FileCheck %s --check-prefix=IR
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s

// IR: fused.attention_gradient
// CHECK: verification: PASS
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
func.func @main(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>, %p: tensor<2x24x8xf32>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xf32>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF7F : bf16
  %zero16 = arith.constant 0.0 : bf16
  %one = arith.constant 1 : i32
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
    %i1 = fused.index 2 : index
    %j1 = arith.index_cast %i1 : index to i32
    %seen1 = arith.cmpi slt, %j1, %one : i32
    %masked1 = arith.select %seen1, %in, %lowest : bf16
    %m = fused.reduce maximumf %masked1 init(%lowest) : bf16
    %1 = arith.subf %masked1, %m : bf16
    %2 = math.exp %1 : bf16
    %3 = arith.extf %2 : bf16 to f32
    %wide = fused.reduce addf %3 init(%zero) : f32
    %l = arith.truncf %wide : f32 to bf16
    %4 = arith.divf %2, %l : bf16
    fused.yield %4, %m, %l : bf16, bf16, bf16
  } -> tensor<2x24x16xbf16>, tensor<2x24xbf16>, tensor<2x24xbf16>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %x : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%x, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) -> tensor<2x24x16xbf16>
  %ds = fused.rows over [2] maps [#all, #all, #row, #row, #all]
      ins(%dw, %s, %max, %sum : tensor<2x24x16xbf16>, tensor<2x24x16xbf16>, tensor<2x24xbf16>, tensor<2x24xbf16>)
      outs(%s0 : tensor<2x24x16xbf16>) {
  ^bb0(%dw_in: bf16, %s_in: bf16, %m: bf16, %l: bf16):
    %i2 = fused.index 2 : index
    %j2 = arith.index_cast %i2 : index to i32
    %seen2 = arith.cmpi slt, %j2, %one : i32
    %masked2 = arith.select %seen2, %s_in, %lowest : bf16
    %1 = arith.subf %masked2, %m : bf16
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
  %p0 = tensor.empty() : tensor<2x24x8xf32>
  %new = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dq : tensor<2x24x8xf32>, tensor<2x24x8xbf16>) outs(%p0 : tensor<2x24x8xf32>) {
  ^bb0(%a: f32, %b: bf16, %out: f32):
    %0 = arith.extf %b : bf16 to f32
    %size = math.absf %0 : f32
    %1 = arith.subf %a, %size : f32
    linalg.yield %1 : f32
  } -> tensor<2x24x8xf32>
  return %o, %new, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xf32>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>
}
