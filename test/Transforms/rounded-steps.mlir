// RUN: fused-opt %s --fused-fuse-epilogs \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=strict \
// RUN:   | FileCheck %s --check-prefix=STRICT

// A target may round the steps of an epilog where the program does.

// STRICT-NOT: allow_rounded_steps

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// Product, sum and ReLU are stored in bf16.
// CHECK-LABEL: func.func @each_step_in_bf16(
// CHECK: fused.matmul epilog(relu_bias) allow_rounded_steps ins(
func.func @each_step_in_bf16(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %w: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %s = arith.addf %x, %w : bf16
    %y = arith.maximumf %s, %z : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// One rounding, at the end.
// CHECK-LABEL: func.func @f32_until_the_end(
// DEFAULT: fused.matmul epilog(relu_bias) ins(
// FAST: fused.matmul epilog(relu_bias) allow_rounded_steps ins(
func.func @f32_until_the_end(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %r = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xbf16>) outs(%r : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %w: bf16, %out: bf16):
    %z = arith.constant 0.0 : f32
    %wf = arith.extf %w : bf16 to f32
    %s = arith.addf %x, %wf : f32
    %y = arith.maximumf %s, %z : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The sum is rounded behind ReLU, which comes to the same.
// CHECK-LABEL: func.func @rounded_product_then_f32(
// CHECK: fused.matmul epilog(relu_bias) allow_rounded_steps ins(
func.func @rounded_product_then_f32(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %w: bf16, %out: bf16):
    %z = arith.constant 0.0 : f32
    %xf = arith.extf %x : bf16 to f32
    %wf = arith.extf %w : bf16 to f32
    %s = arith.addf %xf, %wf : f32
    %y = arith.maximumf %s, %z : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The product is rounded by an operation of its own.
// CHECK-LABEL: func.func @rounded_in_the_body(
// CHECK: fused.matmul epilog(bias) allow_rounded_steps ins(
func.func @rounded_in_the_body(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %r = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xbf16>) outs(%r : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %w: bf16, %out: bf16):
    %t = arith.truncf %x : f32 to bf16
    %s = arith.addf %t, %w : bf16
    linalg.yield %s : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// What GELU computes inside is no step.
// CHECK-LABEL: func.func @gelu_in_f32_of_rounded_product(
// CHECK: fused.matmul epilog(gelu) allow_rounded_steps ins(
func.func @gelu_in_f32_of_rounded_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %xf = arith.extf %x : bf16 to f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %root = arith.constant 0.797884583 : f32
    %g1 = arith.mulf %xf, %xf : f32
    %g2 = arith.mulf %g1, %xf : f32
    %g3 = arith.mulf %g2, %cubic : f32
    %g4 = arith.addf %xf, %g3 : f32
    %g5 = arith.mulf %g4, %root : f32
    %g6 = math.tanh %g5 : f32
    %g7 = arith.addf %g6, %one : f32
    %g8 = arith.mulf %xf, %half : f32
    %g9 = arith.mulf %g8, %g7 : f32
    %t = arith.truncf %g9 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The product is rounded, but not the sum that GELU is of.
// CHECK-LABEL: func.func @gelu_in_f32_of_f32_sum(
// DEFAULT: fused.matmul epilog(gelu_bias) ins(
// FAST: fused.matmul epilog(gelu_bias) allow_rounded_steps ins(
func.func @gelu_in_f32_of_f32_sum(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xbf16>, tensor<19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %w: bf16, %out: bf16):
    %xf = arith.extf %x : bf16 to f32
    %wf = arith.extf %w : bf16 to f32
    %s = arith.addf %xf, %wf : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %root = arith.constant 0.797884583 : f32
    %g1 = arith.mulf %s, %s : f32
    %g2 = arith.mulf %g1, %s : f32
    %g3 = arith.mulf %g2, %cubic : f32
    %g4 = arith.addf %s, %g3 : f32
    %g5 = arith.mulf %g4, %root : f32
    %g6 = math.tanh %g5 : f32
    %g7 = arith.addf %g6, %one : f32
    %g8 = arith.mulf %s, %half : f32
    %g9 = arith.mulf %g8, %g7 : f32
    %t = arith.truncf %g9 : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// The product is not rounded before the bias, although much is afterwards.
// CHECK-LABEL: func.func @gelu_in_bf16_of_f32_product(
// DEFAULT: fused.matmul epilog(gelu_bias) ins(
// FAST: fused.matmul epilog(gelu_bias) allow_rounded_steps ins(
func.func @gelu_in_bf16_of_f32_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xf32>
  %r = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xbf16>) outs(%r : tensor<5x19xbf16>) {
  ^bb0(%x: f32, %w: bf16, %out: bf16):
    %wf = arith.extf %w : bf16 to f32
    %sf = arith.addf %x, %wf : f32
    %s = arith.truncf %sf : f32 to bf16
    %half = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %cubic = arith.constant 4.471500e-02 : bf16
    %root = arith.constant 0.797884583 : bf16
    %g1 = arith.mulf %s, %s : bf16
    %g2 = arith.mulf %g1, %s : bf16
    %g3 = arith.mulf %g2, %cubic : bf16
    %g4 = arith.addf %s, %g3 : bf16
    %g5 = arith.mulf %g4, %root : bf16
    %g6 = math.tanh %g5 : bf16
    %g7 = arith.addf %g6, %one : bf16
    %g8 = arith.mulf %s, %half : bf16
    %g9 = arith.mulf %g8, %g7 : bf16
    linalg.yield %g9 : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @relu_has_no_steps(
// CHECK: fused.matmul epilog(relu) ins(
func.func @relu_has_no_steps(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>)
    -> tensor<5x19xbf16> {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %z = arith.constant 0.0 : bf16
    %y = arith.maximumf %x, %z : bf16
    linalg.yield %y : bf16
  } -> tensor<5x19xbf16>
  return %0 : tensor<5x19xbf16>
}

// Nothing is rounded to 16 bits.
// CHECK-LABEL: func.func @wide_result(
// CHECK: fused.matmul epilog(bias) ins(
func.func @wide_result(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %v: tensor<19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %w: f32, %out: f32):
    %s = arith.addf %x, %w : f32
    linalg.yield %s : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}
