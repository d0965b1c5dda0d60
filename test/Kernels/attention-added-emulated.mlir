// REQUIRES: fake-cuda, ptxas

// Attention has no factor and no C behind its products. Other operations apply
// them: C of a gradient is known where the product is, which may be behind the
// first reader of another gradient.
// RUN: fused-opt %s --fused-fuse-attention --canonicalize | FileCheck %s
// RUN: fused-run %s --target=cuda --emulate --verify=quick | FileCheck %s --check-prefix=PASS
// RUN: fused-run %s --entry=scaled --target=cuda --emulate --verify=quick | FileCheck %s --check-prefix=PASS
// RUN: fused-run %s --entry=rounded --target=cuda --emulate --verify=quick | FileCheck %s --check-prefix=PASS

// PASS: verification: PASS

#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#ij = affine_map<(i, j) -> (i, j)>

// D is rounded once. C is one matrix for all products.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<24x8xbf16>)
// CHECK: %[[A:.*]]:3 = fused.attention {{.*}} outs(%{{.*}} : tensor<2x24x8xf32>,
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[A]]#0 : tensor<2x24x8xf32>)
// CHECK: arith.mulf
// CHECK: %[[O:.*]] = linalg.generic {{.*}} ins(%[[SCALED]], %[[C]] : tensor<2x24x8xf32>, tensor<24x8xbf16>)
// CHECK: arith.truncf {{.*}} : f32 to bf16
// CHECK: %[[G:.*]] = linalg.add ins(%[[O]],
// CHECK: fused.rows {{.*}} ins(%[[A]]#0, %[[G]],
// CHECK: %[[DQ:.*]] = fused.attention_gradient {{.*}} outs(%{{.*}} : tensor<2x24x8xf32>)
// CHECK: %[[DKV:.*]]:2 = fused.attention_gradient
// CHECK: %[[SUM:.*]] = linalg.add ins(%[[DKV]]#0, %[[DKV]]#1
// CHECK: %[[WIDE:.*]] = tensor.pad
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[DQ]], %[[WIDE]] : tensor<2x24x8xf32>, tensor<2x24x8xbf16>)
// CHECK-NOT: fused.matmul
// CHECK: return %[[O]], %[[D]], %[[DKV]]#0, %[[DKV]]#1
func.func @main(%q: tensor<2x24x8xbf16>, %k: tensor<2x16x8xbf16>, %v: tensor<2x16x8xbf16>, %x: tensor<2x24x8xbf16>,
                %c: tensor<24x8xbf16>)
    -> (tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) {
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : bf16
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
  %o = fused.matmul epilog(default) alpha(2.0) ins(%w, %v : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      c(%c : tensor<24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  %g = linalg.add ins(%o, %x : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>)
      -> tensor<2x24x8xbf16>
  %dv = fused.matmul epilog(default) transpose_a alpha(2.0) ins(%w, %g : tensor<2x24x16xbf16>, tensor<2x24x8xbf16>)
      outs(%k0 : tensor<2x16x8xbf16>) -> tensor<2x16x8xbf16>
  %dw = fused.matmul epilog(default) transpose_b alpha(2.0) ins(%g, %v : tensor<2x24x8xbf16>, tensor<2x16x8xbf16>)
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
  %dkv = linalg.add ins(%dk, %dv : tensor<2x16x8xbf16>, tensor<2x16x8xbf16>) outs(%k0 : tensor<2x16x8xbf16>)
      -> tensor<2x16x8xbf16>
  %part = tensor.extract_slice %dkv[0, 0, 0] [2, 1, 8] [1, 1, 1] : tensor<2x16x8xbf16> to tensor<2x1x8xbf16>
  %wide = tensor.pad %part low[0, 0, 0] high[0, 23, 0] {
  ^bb0(%b: index, %i: index, %j: index):
    tensor.yield %zero16 : bf16
  } : tensor<2x1x8xbf16> to tensor<2x24x8xbf16>
  %dq = fused.matmul epilog(default) ins(%ds, %k : tensor<2x24x16xbf16>, tensor<2x16x8xbf16>)
      c(%wide : tensor<2x24x8xbf16>) outs(%o0 : tensor<2x24x8xbf16>) -> tensor<2x24x8xbf16>
  return %o, %dq, %dk, %dv : tensor<2x24x8xbf16>, tensor<2x24x8xbf16>, tensor<2x16x8xbf16>, tensor<2x16x8xbf16>
}

// One matrix has a factor.
// CHECK-LABEL: func.func @scaled(
// CHECK: %[[A:.*]] = fused.attention {{.*}} outs(%{{.*}} : tensor<24x8xf32>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<24x8xf32>)
// CHECK: arith.mulf
// CHECK: arith.truncf {{.*}} : f32 to bf16
// CHECK: return %[[D]]
func.func @scaled(%q: tensor<24x8xbf16>, %k: tensor<16x8xbf16>, %v: tensor<16x8xbf16>) -> tensor<24x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<24x8xbf16>, tensor<16x8xbf16>)
      outs(%s0 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %w0 = tensor.empty() : tensor<24x16xbf16>
  %w = fused.rows over [1] maps [#ij, #ij] ins(%s : tensor<24x16xf32>) outs(%w0 : tensor<24x16xbf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to bf16
    fused.yield %3 : bf16
  } -> tensor<24x16xbf16>
  %o0 = tensor.empty() : tensor<24x8xbf16>
  %o = fused.matmul epilog(default) alpha(2.0) ins(%w, %v : tensor<24x16xbf16>, tensor<16x8xbf16>)
      outs(%o0 : tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// The transposed product may be rounded before C is added.
// CHECK-LABEL: func.func @rounded(
// CHECK: %[[A:.*]] = fused.attention {{.*}} outs(%{{.*}} : tensor<2x24x40xf16>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[A]] : tensor<2x24x40xf16>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[T]], %{{.*}} : tensor<2x40x24xf16>, tensor<2x40x24xf16>)
// CHECK: return %[[D]]
func.func @rounded(%q: tensor<2x24x8xf16>, %k: tensor<2x16x8xf16>, %v: tensor<2x16x40xf16>, %c: tensor<2x40x24xf16>)
    -> tensor<2x40x24xf16> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %s0 = tensor.empty() : tensor<2x24x16xf32>
  %s = fused.matmul epilog(default) transpose_b ins(%q, %k : tensor<2x24x8xf16>, tensor<2x16x8xf16>)
      outs(%s0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %w0 = tensor.empty() : tensor<2x24x16xf16>
  %w = fused.rows over [2] maps [#all, #all] ins(%s : tensor<2x24x16xf32>) outs(%w0 : tensor<2x24x16xf16>) {
  ^bb0(%in: f32):
    %max = fused.reduce maximumf %in init(%lowest) : f32
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %sum = fused.reduce addf %1 init(%zero) : f32
    %2 = arith.divf %1, %sum : f32
    %3 = arith.truncf %2 : f32 to f16
    fused.yield %3 : f16
  } -> tensor<2x24x16xf16>
  %o0 = tensor.empty() : tensor<2x40x24xf16>
  %o = fused.matmul epilog(default) transpose_a transpose_b allow_rounded_steps
      ins(%v, %w : tensor<2x16x40xf16>, tensor<2x24x16xf16>) c(%c : tensor<2x40x24xf16>)
      outs(%o0 : tensor<2x40x24xf16>) -> tensor<2x40x24xf16>
  return %o : tensor<2x40x24xf16>
}
