// RUN: fused-opt %s --fused-pair-epilogs --fused-fuse-bias-gradients \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-pair-epilogs=numerics=fast --fused-fuse-bias-gradients=numerics=fast \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FAST

// Which steps may be rounded of a product that gains a second result.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#n = affine_map<(m, n) -> (n)>
#m = affine_map<(m, n) -> (m)>

// The program stores what GELU is of.
// CHECK-LABEL: func.func @saved_product(
// CHECK: fused.matmul epilog(gelu_aux) allow_rounded_steps ins(
func.func @saved_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>)
    -> (tensor<5x19xbf16>, tensor<5x19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %half = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %cubic = arith.constant 4.471500e-02 : bf16
    %root = arith.constant 0.797884583 : bf16
    %g1 = arith.mulf %x, %x : bf16
    %g2 = arith.mulf %g1, %x : bf16
    %g3 = arith.mulf %g2, %cubic : bf16
    %g4 = arith.addf %x, %g3 : bf16
    %g5 = arith.mulf %g4, %root : bf16
    %g6 = math.tanh %g5 : bf16
    %g7 = arith.addf %g6, %one : bf16
    %g8 = arith.mulf %x, %half : bf16
    %g9 = arith.mulf %g8, %g7 : bf16
    linalg.yield %g9 : bf16
  } -> tensor<5x19xbf16>
  return %0, %p : tensor<5x19xbf16>, tensor<5x19xbf16>
}

// That the product is rounded before the bias, too, it has to say.
// CHECK-LABEL: func.func @saved_sum(
// CHECK: fused.matmul epilog(gelu_aux_bias) ins(
func.func @saved_sum(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> (tensor<5x19xbf16>, tensor<5x19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>) bias(%v : tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %half = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %cubic = arith.constant 4.471500e-02 : bf16
    %root = arith.constant 0.797884583 : bf16
    %g1 = arith.mulf %x, %x : bf16
    %g2 = arith.mulf %g1, %x : bf16
    %g3 = arith.mulf %g2, %cubic : bf16
    %g4 = arith.addf %x, %g3 : bf16
    %g5 = arith.mulf %g4, %root : bf16
    %g6 = math.tanh %g5 : bf16
    %g7 = arith.addf %g6, %one : bf16
    %g8 = arith.mulf %x, %half : bf16
    %g9 = arith.mulf %g8, %g7 : bf16
    linalg.yield %g9 : bf16
  } -> tensor<5x19xbf16>
  return %0, %p : tensor<5x19xbf16>, tensor<5x19xbf16>
}

// CHECK-LABEL: func.func @saved_sum_of_rounded_product(
// CHECK: fused.matmul epilog(gelu_aux_bias) allow_rounded_steps ins(
func.func @saved_sum_of_rounded_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %v: tensor<19xbf16>)
    -> (tensor<5x19xbf16>, tensor<5x19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %p = fused.matmul epilog(bias) allow_rounded_steps
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>) bias(%v : tensor<19xbf16>)
      outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %half = arith.constant 0.5 : bf16
    %one = arith.constant 1.0 : bf16
    %cubic = arith.constant 4.471500e-02 : bf16
    %root = arith.constant 0.797884583 : bf16
    %g1 = arith.mulf %x, %x : bf16
    %g2 = arith.mulf %g1, %x : bf16
    %g3 = arith.mulf %g2, %cubic : bf16
    %g4 = arith.addf %x, %g3 : bf16
    %g5 = arith.mulf %g4, %root : bf16
    %g6 = math.tanh %g5 : bf16
    %g7 = arith.addf %g6, %one : bf16
    %g8 = arith.mulf %x, %half : bf16
    %g9 = arith.mulf %g8, %g7 : bf16
    linalg.yield %g9 : bf16
  } -> tensor<5x19xbf16>
  return %0, %p : tensor<5x19xbf16>, tensor<5x19xbf16>
}

// The bits of a mask say what the program says of NaN, unless nobody cares.
// CHECK-LABEL: func.func @mask(
// DEFAULT: fused.matmul epilog(relu_aux_bias) ins(
// FAST: fused.matmul epilog(relu_aux_bias) allow_any_nan_bit ins(
func.func @mask(%a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> (tensor<5x19xf32>, tensor<5x16xi8>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %be = tensor.empty() : tensor<5x19xi1>
  %me = tensor.empty() : tensor<5x16xi8>
  %z = arith.constant 0.0 : f32
  %p = fused.matmul epilog(bias)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      bias(%v : tensor<19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.maximumf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %1 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>) outs(%be : tensor<5x19xi1>) {
  ^bb0(%x: f32, %out: i1):
    %y = arith.cmpf uge, %x, %z : f32
    linalg.yield %y : i1
  } -> tensor<5x19xi1>
  %2 = fused.pack_mask ins(%1 : tensor<5x19xi1>) outs(%me : tensor<5x16xi8>)
      -> tensor<5x16xi8>
  return %0, %2 : tensor<5x19xf32>, tensor<5x16xi8>
}

// The program sums what it has stored in 16 bits.
// CHECK-LABEL: func.func @sum_of_stored_values(
// CHECK: fused.matmul epilog(drelu_bgrad) allow_rounded_steps ins(
func.func @sum_of_stored_values(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %saved: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%saved : tensor<5x16xi8>) outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %z = arith.constant 0.0 : bf16
  %se = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%se : tensor<19xbf16>)
      -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  return %g, %s : tensor<5x19xbf16>, tensor<19xbf16>
}

// The product is not rounded before it is multiplied by the derivative.
// CHECK-LABEL: func.func @sum_behind_unrounded_product(
// CHECK: fused.matmul epilog(dgelu_bgrad) ins(
func.func @sum_behind_unrounded_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %saved: tensor<5x19xbf16>)
    -> (tensor<5x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%saved : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %z = arith.constant 0.0 : bf16
  %se = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%se : tensor<19xbf16>)
      -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  return %g, %s : tensor<5x19xbf16>, tensor<19xbf16>
}

// Here it is.
// CHECK-LABEL: func.func @sum_behind_rounded_product(
// CHECK: fused.matmul epilog(dgelu_bgrad) allow_rounded_steps ins(
func.func @sum_behind_rounded_product(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>, %saved: tensor<5x19xbf16>)
    -> (tensor<5x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(dgelu) allow_rounded_steps
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%saved : tensor<5x19xbf16>) outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %z = arith.constant 0.0 : bf16
  %se = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%se : tensor<19xbf16>)
      -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  return %g, %s : tensor<5x19xbf16>, tensor<19xbf16>
}
