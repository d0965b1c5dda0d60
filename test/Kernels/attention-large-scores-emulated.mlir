// REQUIRES: fake-cuda, ptxas

// Scores of about 1e25, whose units are about 1e18: gradients have to round them
// as attention does, or the power of the difference to the largest score is
// infinite.
// RUN: fused-opt %s --fused-fuse-attention | FileCheck %s --check-prefix=IR
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s

// Products by 0.5 and its powers are exact. Powers within scores are not
// approximated.
// IR-LABEL: func.func @main
// IR: fused.attention_gradient
// IR: %[[SCALED:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// IR: arith.mulf %[[SCALED]], %{{[a-z0-9_]+}} : f32
// IR: math.exp %{{[a-z0-9_]+}} : f32
// IR: arith.subf {{.*}} fastmath<contract> : f32
// IR: math.exp {{.*}} fastmath<afn> : f32
// IR: arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: verification: PASS
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
func.func @main(%q: tensor<2x24x8xf16>, %k: tensor<2x16x8xf16>, %v: tensor<2x16x8xf16>, %x: tensor<2x24x8xf16>)
    -> (tensor<2x24x8xf16>, tensor<2x24x8xf16>, tensor<2x16x8xf16>, tensor<2x16x8xf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %large = arith.constant 1.1e+25 : f32
  %s0 = tensor.empty() : tensor<2x24x16xf32>
  %w0 = tensor.empty() : tensor<2x24x16xf16>
  %o0 = tensor.empty() : tensor<2x24x8xf16>
  %k0 = tensor.empty() : tensor<2x16x8xf16>
  %r0 = tensor.empty() : tensor<2x24xf32>
  %s = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<2x24x8xf16>, tensor<2x16x8xf16>) outs(%s0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %w, %max, %sum = fused.rows over [2] maps [#all, #all, #row, #row] ins(%s : tensor<2x24x16xf32>)
      outs(%w0, %r0, %r0 : tensor<2x24x16xf16>, tensor<2x24xf32>, tensor<2x24xf32>) {
  ^bb0(%in: f32):
    %0 = arith.mulf %in, %half : f32
    %scaled = arith.mulf %0, %large : f32
    %e = math.exp %0 : f32
    %score = arith.addf %scaled, %e : f32
    %m = fused.reduce maximumf %score init(%lowest) : f32
    %1 = arith.subf %score, %m : f32
    %2 = math.exp %1 : f32
    %l = fused.reduce addf %2 init(%zero) : f32
    %3 = arith.divf %2, %l : f32
    %4 = arith.truncf %3 : f32 to f16
    fused.yield %4, %m, %l : f16, f32, f32
  } -> tensor<2x24x16xf16>, tensor<2x24xf32>, tensor<2x24xf32>
  %o = fused.matmul epilog(default) ins(%w, %v : tensor<2x24x16xf16>, tensor<2x16x8xf16>)
      outs(%o0 : tensor<2x24x8xf16>) -> tensor<2x24x8xf16>
  %dv = fused.matmul epilog(default) transpose_a ins(%w, %x : tensor<2x24x16xf16>, tensor<2x24x8xf16>)
      outs(%k0 : tensor<2x16x8xf16>) -> tensor<2x16x8xf16>
  %dw = fused.matmul epilog(default) transpose_b ins(%x, %v : tensor<2x24x8xf16>, tensor<2x16x8xf16>)
      outs(%s0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %ds = fused.rows over [2] maps [#all, #all, #row, #row, #all]
      ins(%dw, %s, %max, %sum : tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x24xf32>, tensor<2x24xf32>)
      outs(%w0 : tensor<2x24x16xf16>) {
  ^bb0(%dw_in: f32, %s_in: f32, %m: f32, %l: f32):
    %0 = arith.mulf %s_in, %half : f32
    %scaled = arith.mulf %0, %large : f32
    %e = math.exp %0 : f32
    %score = arith.addf %scaled, %e : f32
    %1 = arith.subf %score, %m : f32
    %2 = math.exp %1 : f32
    %weight = arith.divf %2, %l : f32
    %3 = arith.mulf %weight, %dw_in : f32
    %r = fused.reduce addf %3 init(%zero) : f32
    %4 = arith.subf %dw_in, %r : f32
    %5 = arith.mulf %4, %weight : f32
    %6 = arith.truncf %5 : f32 to f16
    fused.yield %6 : f16
  } -> tensor<2x24x16xf16>
  %dk = fused.matmul epilog(default) transpose_a ins(%ds, %q : tensor<2x24x16xf16>, tensor<2x24x8xf16>)
      outs(%k0 : tensor<2x16x8xf16>) -> tensor<2x16x8xf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xf16>, tensor<2x16x8xf16>)
      outs(%o0 : tensor<2x24x8xf16>) -> tensor<2x24x8xf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xf16>, tensor<2x24x8xf16>, tensor<2x16x8xf16>, tensor<2x16x8xf16>
}
