// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=FUSED
// RUN: fused-run %s --entry=chain --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=divided --verify --seed=1,2,3 | FileCheck %s
// RUN: fused-run %s --entry=heads --verify --dynamic-size=5 | FileCheck %s
// RUN: fused-run %s --entry=chain --verify --numerics=strict | FileCheck %s
// RUN: %if emulator %{ fused-run %s --entry=chain --target=cuda --emulate --verify --seed=1,2 | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=divided --target=cuda --emulate --verify --seed=1,2 | FileCheck %s %}
// RUN: %if emulator %{ fused-run %s --entry=heads --target=cuda --emulate --dynamic-size=16 --verify=quick | FileCheck %s %}
// CHECK: verification: PASS

// Results of 8-bit products that are stored in 8 bits.

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#none = affine_map<(m, n) -> ()>
#bmn = affine_map<(b, m, n) -> (b, m, n)>
#bnone = affine_map<(b, m, n) -> ()>
#xmk = affine_map<(m, n, k) -> (m, k)>
#xkn = affine_map<(m, n, k) -> (k, n)>
#xmn = affine_map<(m, n, k) -> (m, n)>

// Two layers, one operation for each step, in bf16; the second reads what the
// first has stored.
// FUSED-LABEL: @chain(
// FUSED: fused.matmul epilog(relu_bias) {{.*}} d_scale({{.*}} outs({{.*}} : tensor<32x64xf8E4M3FN>)
// FUSED: fused.matmul epilog(default) ins({{.*}} : tensor<32x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>)
func.func @chain(%x: tensor<32x48xf8E4M3FN>, %w: tensor<48x64xf8E4M3FN>,
                 %v: tensor<64xbf16>, %s: tensor<f32>,
                 %u: tensor<64x16xf8E4M3FN>) -> tensor<32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.generic {indexing_maps = [#xmk, #xkn, #xmn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<32x48xf8E4M3FN>, tensor<48x64xf8E4M3FN>)
      outs(%f : tensor<32x64xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN, %out: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.extf %b : f8E4M3FN to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<32x64xf32>
  %eb = tensor.empty() : tensor<32x64xbf16>
  %h = linalg.generic {indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<32x64xf32>, tensor<64xbf16>)
      outs(%eb : tensor<32x64xbf16>) {
  ^bb0(%in: f32, %bias: bf16, %out: bf16):
    %z = arith.constant 0.0 : f32
    %0 = arith.extf %bias : bf16 to f32
    %1 = arith.addf %in, %0 : f32
    %2 = arith.maximumf %1, %z : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<32x64xbf16>
  %scaled = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%h, %s : tensor<32x64xbf16>, tensor<f32>)
      outs(%e : tensor<32x64xf32>) {
  ^bb0(%in: bf16, %scale: f32, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<32x64xf32>
  %most = arith.constant dense<448.0> : tensor<32x64xf32>
  %least = arith.constant dense<-448.0> : tensor<32x64xf32>
  %c0 = arith.maximumf %scaled, %least : tensor<32x64xf32>
  %c1 = arith.minimumf %c0, %most : tensor<32x64xf32>
  %q = arith.truncf %c1 : tensor<32x64xf32> to tensor<32x64xf8E4M3FN>
  %e2 = tensor.empty() : tensor<32x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<32x16xf32>) -> tensor<32x16xf32>
  %r = linalg.generic {indexing_maps = [#xmk, #xkn, #xmn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %u : tensor<32x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>)
      outs(%f2 : tensor<32x16xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN, %out: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.extf %b : f8E4M3FN to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// FUSED-LABEL: @divided(
// FUSED: arith.divf
// FUSED: fused.matmul epilog(default) {{.*}} d_scale({{.*}} outs({{.*}} : tensor<48x80xf8E4M3FN>)
// FUSED-NOT: linalg.generic
func.func @divided(%x: tensor<48x32xf8E4M3FN>, %w: tensor<32x80xf8E5M2>,
                   %s: tensor<1xf32>) -> tensor<48x80xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x80xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x80xf32>) -> tensor<48x80xf32>
  %p = linalg.generic {indexing_maps = [#xmk, #xkn, #xmn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<48x32xf8E4M3FN>, tensor<32x80xf8E5M2>)
      outs(%f : tensor<48x80xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E5M2, %out: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.extf %b : f8E5M2 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<48x80xf32>
  %number = tensor.collapse_shape %s [] : tensor<1xf32> into tensor<f32>
  %q0 = tensor.empty() : tensor<48x80xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#mn, #none, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %number : tensor<48x80xf32>, tensor<f32>)
      outs(%q0 : tensor<48x80xf8E4M3FN>) {
  ^bb0(%in: f32, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.divf %in, %scale : f32
    %1 = arith.maximumf %0, %least : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.truncf %2 : f32 to f8E4M3FN
    linalg.yield %3 : f8E4M3FN
  } -> tensor<48x80xf8E4M3FN>
  return %q : tensor<48x80xf8E4M3FN>
}

// The rows of the product are two dimensions, and one size is not known. Without
// an epilog, the number multiplies the product.
// FUSED-LABEL: @heads(
// FUSED: fused.matmul epilog(default) {{.*}} a_scale({{.*}} outs({{.*}} : tensor<?x64xf8E4M3FN>)
// FUSED: tensor.expand_shape
func.func @heads(%x: tensor<?x16x48xf8E4M3FN>, %w: tensor<48x64xf8E4M3FN>,
                 %s: tensor<f32>) -> tensor<?x16x64xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?x16x48xf8E4M3FN>
  %e = tensor.empty(%size) : tensor<?x16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16x64xf32>) -> tensor<?x16x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                                        affine_map<(b, m, n, k) -> (k, n)>,
                                        affine_map<(b, m, n, k) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x16x48xf8E4M3FN>, tensor<48x64xf8E4M3FN>)
      outs(%f : tensor<?x16x64xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN, %out: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.extf %b : f8E4M3FN to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x16x64xf32>
  %q0 = tensor.empty(%size) : tensor<?x16x64xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#bmn, #bnone, #bmn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %s : tensor<?x16x64xf32>, tensor<f32>)
      outs(%q0 : tensor<?x16x64xf8E4M3FN>) {
  ^bb0(%in: f32, %scale: f32, %out: f8E4M3FN):
    %most = arith.constant 448.0 : f32
    %least = arith.constant -448.0 : f32
    %0 = arith.mulf %in, %scale : f32
    %1 = arith.maximumf %0, %least : f32
    %2 = arith.minimumf %1, %most : f32
    %3 = arith.truncf %2 : f32 to f8E4M3FN
    linalg.yield %3 : f8E4M3FN
  } -> tensor<?x16x64xf8E4M3FN>
  return %q : tensor<?x16x64xf8E4M3FN>
}
