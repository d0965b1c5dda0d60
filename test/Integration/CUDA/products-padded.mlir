// REQUIRES: emulator
// DEFINE: %{emulated} = fused-run %s --target=cuda --chip=sm_90 --emulate --products-as-large --verify=quick
// DEFINE: %{device} = fused-run %s --target=cuda --products-as-large --verify
// RUN: %{emulated} --entry=head | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=head | FileCheck %s %}
// RUN: %{emulated} --entry=rows | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=rows | FileCheck %s %}
// RUN: %{emulated} --entry=step | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=step | FileCheck %s %}
// RUN: %{emulated} --entry=attention | FileCheck %s
// RUN: %if cuda %{ %{device} --entry=attention | FileCheck %s %}

// Products of odd sizes, which are computed as larger ones: the operands and
// results of some are parts of those of others.
// CHECK: verification: PASS

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#bij = affine_map<(b, i, j) -> (b, i, j)>
#bi = affine_map<(b, i, j) -> (b, i)>

// The last layer of a language model, with a loss whose gradient both products
// of the backward pass read.
func.func @head(%x: tensor<12x16xbf16>, %w: tensor<37x16xbf16>, %y: tensor<12x37xbf16>)
    -> (tensor<12x16xbf16>, tensor<37x16xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %d0 = tensor.empty() : tensor<12x37xbf16>
  %df = linalg.fill ins(%zero : bf16) outs(%d0 : tensor<12x37xbf16>) -> tensor<12x37xbf16>
  %logits = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<12x16xbf16>, tensor<37x16xbf16>) outs(%df : tensor<12x37xbf16>) -> tensor<12x37xbf16>
  %g = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%logits, %y : tensor<12x37xbf16>, tensor<12x37xbf16>) outs(%d0 : tensor<12x37xbf16>) {
  ^bb0(%l: bf16, %t: bf16, %o: bf16):
    %0 = math.tanh %l : bf16
    %1 = arith.subf %0, %t : bf16
    linalg.yield %1 : bf16
  } -> tensor<12x37xbf16>
  %dx0 = tensor.empty() : tensor<12x16xbf16>
  %dxf = linalg.fill ins(%zero : bf16) outs(%dx0 : tensor<12x16xbf16>) -> tensor<12x16xbf16>
  %dx = linalg.matmul ins(%g, %w : tensor<12x37xbf16>, tensor<37x16xbf16>) outs(%dxf : tensor<12x16xbf16>) -> tensor<12x16xbf16>
  %dw0 = tensor.empty() : tensor<37x16xbf16>
  %dwf = linalg.fill ins(%zero : bf16) outs(%dw0 : tensor<37x16xbf16>) -> tensor<37x16xbf16>
  %dw = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%g, %x : tensor<12x37xbf16>, tensor<12x16xbf16>) outs(%dwf : tensor<37x16xbf16>) -> tensor<37x16xbf16>
  return %dx, %dw : tensor<12x16xbf16>, tensor<37x16xbf16>
}

// Weights of which most are read where they are.
func.func @rows(%a: tensor<6x8xbf16>, %b: tensor<21x8xbf16>, %v: tensor<21xbf16>) -> (tensor<6x21xbf16>, tensor<6xf32>) {
  %0 = tensor.empty() : tensor<6x21xbf16>
  %1 = fused.matmul epilog(gelu_bias) transpose_b allow_rounded_steps ins(%a, %b : tensor<6x8xbf16>, tensor<21x8xbf16>)
      bias(%v : tensor<21xbf16>) outs(%0 : tensor<6x21xbf16>) -> tensor<6x21xbf16>
  %zero = arith.constant 0.0 : f32
  %n0 = tensor.empty() : tensor<6xf32>
  %nf = linalg.fill ins(%zero : f32) outs(%n0 : tensor<6xf32>) -> tensor<6xf32>
  %n = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%1 : tensor<6x21xbf16>) outs(%nf : tensor<6xf32>) {
  ^bb0(%in: bf16, %o: f32):
    %2 = arith.extf %in : bf16 to f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<6xf32>
  return %1, %n : tensor<6x21xbf16>, tensor<6xf32>
}

// Two layers, of which the first has an odd number of columns, with their
// gradients: a saved pre-activation, a bias gradient, zeros beyond a result.
func.func @step(%x: tensor<10x8xbf16>, %w: tensor<8x21xbf16>, %v: tensor<21xbf16>, %u: tensor<21x8xbf16>,
                %g: tensor<10x8xbf16>) -> (tensor<10x8xbf16>, tensor<8x21xbf16>, tensor<21xbf16>, tensor<21x8xbf16>) {
  %h0 = tensor.empty() : tensor<10x21xbf16>
  %v0 = tensor.empty() : tensor<21xbf16>
  %h, %z = fused.matmul epilog(gelu_aux_bias) allow_rounded_steps ins(%x, %w : tensor<10x8xbf16>, tensor<8x21xbf16>)
      bias(%v : tensor<21xbf16>) outs(%h0, %h0 : tensor<10x21xbf16>, tensor<10x21xbf16>)
      -> tensor<10x21xbf16>, tensor<10x21xbf16>
  %y0 = tensor.empty() : tensor<10x8xbf16>
  %y = fused.matmul epilog(default) ins(%h, %u : tensor<10x21xbf16>, tensor<21x8xbf16>)
      c(%g : tensor<10x8xbf16>) outs(%y0 : tensor<10x8xbf16>) -> tensor<10x8xbf16>
  %dz, %dv = fused.matmul epilog(dgelu_bgrad) transpose_b allow_rounded_steps
      ins(%g, %u : tensor<10x8xbf16>, tensor<21x8xbf16>)
      aux(%z : tensor<10x21xbf16>) outs(%h0, %v0 : tensor<10x21xbf16>, tensor<21xbf16>)
      -> tensor<10x21xbf16>, tensor<21xbf16>
  %w0 = tensor.empty() : tensor<8x21xbf16>
  %dw = fused.matmul epilog(default) transpose_a ins(%x, %dz : tensor<10x8xbf16>, tensor<10x21xbf16>)
      outs(%w0 : tensor<8x21xbf16>) -> tensor<8x21xbf16>
  %u0 = tensor.empty() : tensor<21x8xbf16>
  %du = fused.matmul epilog(default) transpose_a ins(%h, %g : tensor<10x21xbf16>, tensor<10x8xbf16>)
      outs(%u0 : tensor<21x8xbf16>) -> tensor<21x8xbf16>
  return %y, %dw, %dv, %du : tensor<10x8xbf16>, tensor<8x21xbf16>, tensor<21xbf16>, tensor<21x8xbf16>
}

// Sequences of an odd length: scores, and their product with values.
func.func @attention(%q: tensor<3x13x8xf16>, %k: tensor<3x13x8xf16>, %v: tensor<3x13x8xf16>) -> tensor<3x13x8xf16> {
  %s0 = tensor.empty() : tensor<3x13x13xf16>
  %s = fused.matmul epilog(default) transpose_b alpha(0.5) ins(%q, %k : tensor<3x13x8xf16>, tensor<3x13x8xf16>)
      outs(%s0 : tensor<3x13x13xf16>) -> tensor<3x13x13xf16>
  %zero = arith.constant 0.0 : f32
  %n0 = tensor.empty() : tensor<3x13xf32>
  %nf = linalg.fill ins(%zero : f32) outs(%n0 : tensor<3x13xf32>) -> tensor<3x13xf32>
  %n = linalg.generic {indexing_maps = [#bij, #bi], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<3x13x13xf16>) outs(%nf : tensor<3x13xf32>) {
  ^bb0(%in: f16, %o: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x13xf32>
  %p = linalg.generic {indexing_maps = [#bij, #bi, #bij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %n : tensor<3x13x13xf16>, tensor<3x13xf32>) outs(%s0 : tensor<3x13x13xf16>) {
  ^bb0(%in: f16, %sum: f32, %o: f16):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.divf %0, %sum : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<3x13x13xf16>
  %d0 = tensor.empty() : tensor<3x13x8xf16>
  %d = fused.matmul epilog(default) ins(%p, %v : tensor<3x13x13xf16>, tensor<3x13x8xf16>)
      outs(%d0 : tensor<3x13x8xf16>) -> tensor<3x13x8xf16>
  return %d : tensor<3x13x8xf16>
}
