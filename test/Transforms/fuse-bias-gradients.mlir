// RUN: fused-opt %s --fused-fuse-bias-gradients -canonicalize | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: fused-opt %s --fused-fuse-bias-gradients=numerics=strict -canonicalize | FileCheck %s --check-prefixes=CHECK,STRICT

// Sums over the rows of a matrix, in the forms that front ends write.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
#id = affine_map<(d) -> (d)>
#btn = affine_map<(b, t, n) -> (b, t, n)>
#btn_n = affine_map<(b, t, n) -> (n)>

// CHECK-LABEL: func.func @generic_sum(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]], %[[S]]
func.func @generic_sum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @reduce(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad) ins(%arg0, %arg1 :
// CHECK-SAME: aux(%arg2 :
// CHECK-NEXT: return %[[D]], %[[S]]
func.func @reduce(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.reduce ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>)
      dimensions = [0]
      (%i: f32, %o: f32) {
        %y = arith.addf %o, %i : f32
        linalg.yield %y : f32
      }
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @sum_of_gelu_gradient(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(dgelu_bgrad)
// CHECK-NEXT: return %[[D]], %[[S]]
func.func @sum_of_gelu_gradient(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %p: tensor<5x19xf32>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(dgelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%p : tensor<5x19xf32>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// JAX keeps the sum as a row, and sums that over its one element, of which
// fused-merge-sums has left the addition.
// CHECK-LABEL: func.func @sum_plus_zero(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad)
// CHECK-NEXT: return %[[D]], %[[S]]
func.func @sum_plus_zero(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s1 = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s1 : tensor<19xf32>) outs(%se : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %i, %z : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// The same in mixed precision.
// CHECK-LABEL: func.func @sum_plus_zero_widened(
// DEFAULT: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb)
// DEFAULT-NEXT: return %[[D]], %[[S]]
// STRICT: fused.matmul epilog(default)
func.func @sum_plus_zero_widened(
    %a: tensor<5x7xbf16>, %g: tensor<5x19xbf16>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : bf16
  %c = arith.constant 0.0 : bf16
  %es = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%es : tensor<19xbf16>) -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<19xbf16>) outs(%es : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %c, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %ew = tensor.empty() : tensor<19xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<19xbf16>) outs(%ew : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %d, %w : tensor<7x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @no_fuse_sum_plus_one_widened(
// CHECK: fused.matmul epilog(default)
func.func @no_fuse_sum_plus_one_widened(
    %a: tensor<5x7xbf16>, %g: tensor<5x19xbf16>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : bf16
  %c = arith.constant 1.0 : bf16
  %es = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%es : tensor<19xbf16>) -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<19xbf16>) outs(%es : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %c, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %ew = tensor.empty() : tensor<19xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<19xbf16>) outs(%ew : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %d, %w : tensor<7x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @sum_of_three_dimensions(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad)
// CHECK: %[[X:.*]] = tensor.expand_shape %[[D]]
// CHECK-NEXT: return %[[X]], %[[S]]
func.func @sum_of_three_dimensions(
    %a: tensor<6x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<6x16xi8>)
    -> (tensor<2x3x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<6x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<6x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<6x16xi8>) outs(%e : tensor<6x19xf32>) -> tensor<6x19xf32>
  %x = tensor.expand_shape %g [[0, 1], [2]] output_shape [2, 3, 19]
      : tensor<6x19xf32> into tensor<2x3x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#btn, #btn_n],
      iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<2x3x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %i, %o : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %x, %s : tensor<2x3x19xf32>, tensor<19xf32>
}

// The elements are rounded before they are summed: strict keeps that.
// CHECK-LABEL: func.func @accumulated_in_f32(
// DEFAULT: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad)
// DEFAULT-NEXT: return %[[D]], %[[S]]
// STRICT: fused.matmul epilog(drelu) 
// STRICT: arith.addf
func.func @accumulated_in_f32(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %ew = tensor.empty() : tensor<5x19xf32>
  %w = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<5x19xbf16>) outs(%ew : tensor<5x19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s1 = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %en = tensor.empty() : tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s1 : tensor<19xf32>) outs(%en : tensor<19xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %y = arith.truncf %i : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  return %g, %s : tensor<5x19xbf16>, tensor<19xbf16>
}

// A bias gradient of a product in bf16 is bf16.
// CHECK-LABEL: func.func @no_fuse_wider_sum(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: arith.addf
func.func @no_fuse_wider_sum(
    %a: tensor<5x7xbf16>, %b: tensor<7x19xbf16>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xbf16>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xbf16>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xbf16>, tensor<7x19xbf16>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xbf16>) -> tensor<5x19xbf16>
  %ew = tensor.empty() : tensor<5x19xf32>
  %w = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<5x19xbf16>) outs(%ew : tensor<5x19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xbf16>, tensor<19xf32>
}

// Mixed precision: parameters are f32, gradients bf16. Strict keeps the roundings.
// CHECK-LABEL: func.func @summed_in_bf16_and_widened(
// DEFAULT: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb)
// DEFAULT-NEXT: return %[[D]], %[[S]]
// STRICT: fused.matmul epilog(default)
// STRICT: arith.addf {{.*}} : bf16
// STRICT: arith.extf
func.func @summed_in_bf16_and_widened(
    %a: tensor<5x7xbf16>, %g: tensor<5x19xbf16>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : bf16
  %es = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%es : tensor<19xbf16>) -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %ew = tensor.empty() : tensor<19xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<19xbf16>) outs(%ew : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %d, %w : tensor<7x19xf32>, tensor<19xf32>
}

// The same, accumulated in f32. Strict keeps the rounding of the sum alone.
// CHECK-LABEL: func.func @rounded_and_widened(
// DEFAULT: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb)
// DEFAULT-NEXT: return %[[D]], %[[S]]
// STRICT: fused.matmul epilog(bgradb)
// STRICT: arith.truncf
// STRICT: arith.extf
func.func @rounded_and_widened(
    %a: tensor<5x7xbf16>, %g: tensor<5x19xbf16>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%es : tensor<19xf32>) -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %w = arith.extf %i : bf16 to f32
    %y = arith.addf %o, %w : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %er = tensor.empty() : tensor<19xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<19xf32>) outs(%er : tensor<19xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %y = arith.truncf %i : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %ew = tensor.empty() : tensor<19xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%r : tensor<19xbf16>) outs(%ew : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %d, %w : tensor<7x19xf32>, tensor<19xf32>
}

// The sum in bf16 is a result, too.
// CHECK-LABEL: func.func @no_fuse_rounded_sum_is_used(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf {{.*}} : bf16
// CHECK: arith.extf
func.func @no_fuse_rounded_sum_is_used(
    %a: tensor<5x7xbf16>, %g: tensor<5x19xbf16>)
    -> (tensor<7x19xf32>, tensor<19xf32>, tensor<19xbf16>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xbf16>, tensor<5x19xbf16>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : bf16
  %es = tensor.empty() : tensor<19xbf16>
  %s0 = linalg.fill ins(%z : bf16) outs(%es : tensor<19xbf16>) -> tensor<19xbf16>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xbf16>) outs(%s0 : tensor<19xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %y = arith.addf %o, %i : bf16
    linalg.yield %y : bf16
  } -> tensor<19xbf16>
  %ew = tensor.empty() : tensor<19xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<19xbf16>) outs(%ew : tensor<19xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %y = arith.extf %i : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %d, %w, %s : tensor<7x19xf32>, tensor<19xf32>, tensor<19xbf16>
}

// The product comes after the sum and moves up.
// CHECK-LABEL: func.func @factor_of_the_gradient_of_weights(
// CHECK: %[[W:.*]], %[[S:.*]] = fused.matmul epilog(bgradb) transpose_a ins(%arg2, %arg3 :
// CHECK-NEXT: return %[[W]], %[[S]]
func.func @factor_of_the_gradient_of_weights(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %x0: tensor<5x7xf32>,
    %y0: tensor<5x19xf32>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%y0 : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %w = fused.matmul epilog(default) transpose_a
      ins(%x0, %y0 : tensor<5x7xf32>, tensor<5x19xf32>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  return %w, %s : tensor<7x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @first_factor(
// CHECK: %[[W:.*]], %[[S:.*]] = fused.matmul epilog(bgrada) transpose_a ins(%arg3, %arg2 :
// CHECK-NEXT: return %[[W]], %[[S]]
func.func @first_factor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %x0: tensor<5x7xf32>,
    %y0: tensor<5x19xf32>)
    -> (tensor<19x7xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<19x7xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%y0 : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %w = fused.matmul epilog(default) transpose_a
      ins(%y0, %x0 : tensor<5x19xf32>, tensor<5x7xf32>)
      outs(%e : tensor<19x7xf32>) -> tensor<19x7xf32>
  return %w, %s : tensor<19x7xf32>, tensor<19xf32>
}

// Either product could compute the sum.
// CHECK-LABEL: func.func @gradient_comes_before_its_factor(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad)
// CHECK: %[[W:.*]] = fused.matmul epilog(default) transpose_a
// CHECK: return %[[W]], %[[S]]
func.func @gradient_comes_before_its_factor(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<7x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %ew = tensor.empty() : tensor<7x19xf32>
  %w = fused.matmul epilog(default) transpose_a
      ins(%a, %g : tensor<5x7xf32>, tensor<5x19xf32>)
      outs(%ew : tensor<7x19xf32>) -> tensor<7x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %w, %s : tensor<7x19xf32>, tensor<19xf32>
}

// The gradient of a bias along rows: the product is transposed.
// CHECK-LABEL: func.func @sum_along_rows(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[P:.*]] = fused.pack_mask ins(%[[T]] :
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad) transpose_a transpose_b ins(%arg1, %arg0 :
// CHECK-SAME: aux(%[[P]] :
// CHECK: %[[DT:.*]] = linalg.transpose ins(%[[D]] :
// CHECK: return %[[DT]], %[[S]]
func.func @sum_along_rows(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<5xf32>)
      -> tensor<5xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %g, %s : tensor<5x19xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @no_fuse_sum_of_everything(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: arith.addf
func.func @no_fuse_sum_of_everything(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<f32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {
      indexing_maps = [#mn, affine_map<(m, n) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %i, %o : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  return %g, %s : tensor<5x19xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @no_fuse_sum_from_one(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: linalg.generic
// CHECK: return
func.func @no_fuse_sum_from_one(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 1.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @no_fuse_maximum(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: linalg.generic
// CHECK: return
func.func @no_fuse_maximum(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.maximumf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @no_fuse_sum_of_squares(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: linalg.generic
// CHECK: return
func.func @no_fuse_sum_of_squares(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.mulf %i, %i : f32
    %y = arith.addf %o, %q : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @no_fuse_difference(
// CHECK: fused.matmul epilog(drelu) 
// CHECK: linalg.generic
// CHECK: return
func.func @no_fuse_difference(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>)
      -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.subf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<19xf32>
}

// CHECK-LABEL: func.func @no_fuse_sum_over_the_kept_dimension(
// CHECK: arith.addf
// CHECK: fused.matmul epilog(default)
// CHECK: return
func.func @no_fuse_sum_over_the_kept_dimension(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>,
    %x0: tensor<5x7xf32>,
    %y0: tensor<5x19xf32>)
    -> (tensor<7x19xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<7x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<5xf32>)
      -> tensor<5xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #m], iterator_types = ["parallel", "reduction"]}
      ins(%y0 : tensor<5x19xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %w = fused.matmul epilog(default) transpose_a
      ins(%x0, %y0 : tensor<5x7xf32>, tensor<5x19xf32>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  return %w, %s : tensor<7x19xf32>, tensor<5xf32>
}

// The reshape stands before the product that comes to compute the sum.
// CHECK-LABEL: func.func @sum_that_is_reshaped(
// CHECK: %[[W:.*]], %[[S:.*]] = fused.matmul epilog(bgradb) transpose_a ins(%arg0, %arg1 :
// CHECK: %[[R:.*]] = tensor.expand_shape %[[S]]
// CHECK: return %[[R]], %[[W]]
func.func @sum_that_is_reshaped(
    %x: tensor<5x7xf32>, %g: tensor<5x19xf32>)
    -> (tensor<1x19xf32>, tensor<7x19xf32>) {
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<19xf32>) -> tensor<19xf32>
  %s = linalg.generic {
      indexing_maps = [#nm, #m], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<19xf32>
  %r = tensor.expand_shape %s [[0, 1]] output_shape [1, 19]
      : tensor<19xf32> into tensor<1x19xf32>
  %e = tensor.empty() : tensor<7x19xf32>
  %w = fused.matmul epilog(default) transpose_a
      ins(%x, %g : tensor<5x7xf32>, tensor<5x19xf32>)
      outs(%e : tensor<7x19xf32>) -> tensor<7x19xf32>
  return %r, %w : tensor<1x19xf32>, tensor<7x19xf32>
}

#keep = affine_map<(m, n) -> (0, n)>

// CHECK-LABEL: func.func @sum_that_keeps_the_dimension(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(drelu_bgrad)
// CHECK: %[[R:.*]] = tensor.expand_shape %[[S]]
// CHECK: return %[[D]], %[[R]]
func.func @sum_that_keeps_the_dimension(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %m: tensor<5x16xi8>)
    -> (tensor<5x19xf32>, tensor<1x19xf32>) {
  %e = tensor.empty() : tensor<5x19xf32>
  %g = fused.matmul epilog(drelu)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      aux(%m : tensor<5x16xi8>) outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<1x19xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%se : tensor<1x19xf32>)
      -> tensor<1x19xf32>
  %s = linalg.generic {
      indexing_maps = [#mn, #keep], iterator_types = ["reduction", "parallel"]}
      ins(%g : tensor<5x19xf32>) outs(%s0 : tensor<1x19xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<1x19xf32>
  return %g, %s : tensor<5x19xf32>, tensor<1x19xf32>
}

// Something uses the sum before the views of the product: they move up, too.
// CHECK-LABEL: func.func @sum_is_used_before_views(
// CHECK: tensor.collapse_shape
// CHECK: tensor.collapse_shape
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb)
// CHECK: %[[T:.*]] = arith.addf %[[S]], %arg2
// CHECK: return %[[D]], %[[T]]
func.func @sum_is_used_before_views(
    %x: tensor<4x8x48xf32>, %g: tensor<4x8x24xf32>, %other: tensor<24xf32>)
    -> (tensor<48x24xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<4x8x24xf32>)
      outs(%z : tensor<24xf32>) dimensions = [0, 1]
  %total = arith.addf %s, %other : tensor<24xf32>
  %xs = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x8x48xf32> into tensor<32x48xf32>
  %gs = tensor.collapse_shape %g [[0, 1], [2]] : tensor<4x8x24xf32> into tensor<32x24xf32>
  %ed = tensor.empty() : tensor<48x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%xs, %gs : tensor<32x48xf32>, tensor<32x24xf32>)
      outs(%ed : tensor<48x24xf32>) -> tensor<48x24xf32>
  return %d, %total : tensor<48x24xf32>, tensor<24xf32>
}

// Here a factor is computed after that, and from it.
// CHECK-LABEL: func.func @no_fuse_factor_needs_the_sum(
// CHECK: fused.matmul epilog(default)
func.func @no_fuse_factor_needs_the_sum(
    %x: tensor<32x24xf32>, %g: tensor<32x24xf32>)
    -> (tensor<24x24xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<32x24xf32>)
      outs(%z : tensor<24xf32>) dimensions = [0]
  %ex = tensor.empty() : tensor<32x24xf32>
  %y = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<32x24xf32>, tensor<24xf32>) outs(%ex : tensor<32x24xf32>) {
  ^bb0(%i: f32, %v: f32, %o: f32):
    %0 = arith.mulf %i, %v : f32
    linalg.yield %0 : f32
  } -> tensor<32x24xf32>
  %ed = tensor.empty() : tensor<24x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%y, %g : tensor<32x24xf32>, tensor<32x24xf32>)
      outs(%ed : tensor<24x24xf32>) -> tensor<24x24xf32>
  return %d, %s : tensor<24x24xf32>, tensor<24xf32>
}

// Something uses the sum before the program computes the other factor, from
// something else.
// CHECK-LABEL: func.func @sum_is_used_before_the_other_factor(
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb) transpose_a ins(%[[Y]], %arg1 :
// CHECK: %[[T:.*]] = arith.addf %[[S]], %arg2
// CHECK: return %[[D]], %[[T]]
func.func @sum_is_used_before_the_other_factor(
    %x: tensor<32x40xf32>, %g: tensor<32x24xf32>, %other: tensor<24xf32>)
    -> (tensor<40x24xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<32x24xf32>)
      outs(%z : tensor<24xf32>) dimensions = [0]
  %total = arith.addf %s, %other : tensor<24xf32>
  %ex = tensor.empty() : tensor<32x40xf32>
  %y = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x40xf32>) outs(%ex : tensor<32x40xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = math.tanh %i : f32
    linalg.yield %0 : f32
  } -> tensor<32x40xf32>
  %ed = tensor.empty() : tensor<40x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%y, %g : tensor<32x40xf32>, tensor<32x24xf32>)
      outs(%ed : tensor<40x24xf32>) -> tensor<40x24xf32>
  return %d, %total : tensor<40x24xf32>, tensor<24xf32>
}

func.func private @effect(%x: tensor<32x40xf32>) -> tensor<32x40xf32> {
  return %x : tensor<32x40xf32>
}

// What a call does besides computing its result stays where it is.
// CHECK-LABEL: func.func @no_fuse_factor_of_a_call(
// CHECK: fused.matmul epilog(default)
func.func @no_fuse_factor_of_a_call(
    %x: tensor<32x40xf32>, %g: tensor<32x24xf32>, %other: tensor<24xf32>)
    -> (tensor<40x24xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<32x24xf32>)
      outs(%z : tensor<24xf32>) dimensions = [0]
  %total = arith.addf %s, %other : tensor<24xf32>
  %y = call @effect(%x) : (tensor<32x40xf32>) -> tensor<32x40xf32>
  %ed = tensor.empty() : tensor<40x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%y, %g : tensor<32x40xf32>, tensor<32x24xf32>)
      outs(%ed : tensor<40x24xf32>) -> tensor<40x24xf32>
  return %d, %total : tensor<40x24xf32>, tensor<24xf32>
}

#heads = affine_map<(b, t, h, d) -> (b, t, h, d)>
#heads_first = affine_map<(b, t, h, d) -> (b, h, t, d)>
#kept = affine_map<(b, t, h, d) -> (h, d)>

// The product reads another copy of the gradient, or its source, in another
// order of dimensions.
// CHECK-LABEL: func.func @copies_in_other_orders(
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb)
// CHECK: %[[E:.*]] = tensor.expand_shape %[[S]] {{\[\[}}0, 1]] output_shape [4, 6]
// CHECK: return %[[D]], %[[E]]
func.func @copies_in_other_orders(%x: tensor<16x10xf32>, %g: tensor<2x4x8x6xf32>)
    -> (tensor<10x24xf32>, tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %ep = tensor.empty() : tensor<2x8x4x6xf32>
  %p = linalg.generic {indexing_maps = [#heads_first, #heads],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%g : tensor<2x4x8x6xf32>) outs(%ep : tensor<2x8x4x6xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<2x8x4x6xf32>
  %es = tensor.empty() : tensor<4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = linalg.generic {indexing_maps = [#heads, #kept],
                       iterator_types = ["reduction", "reduction", "parallel", "parallel"]}
      ins(%p : tensor<2x8x4x6xf32>) outs(%z : tensor<4x6xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<4x6xf32>
  %q = linalg.transpose ins(%g : tensor<2x4x8x6xf32>) outs(%ep : tensor<2x8x4x6xf32>)
      permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %q [[0, 1], [2, 3]] : tensor<2x8x4x6xf32> into tensor<16x24xf32>
  %ed = tensor.empty() : tensor<10x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %c : tensor<16x10xf32>, tensor<16x24xf32>)
      outs(%ed : tensor<10x24xf32>) -> tensor<10x24xf32>
  return %d, %s : tensor<10x24xf32>, tensor<4x6xf32>
}

// The columns of the product are in another order than those of the sum.
// CHECK-LABEL: func.func @no_fuse_columns_in_another_order(
// CHECK: fused.matmul epilog(default)
func.func @no_fuse_columns_in_another_order(%x: tensor<16x10xf32>, %g: tensor<2x4x8x6xf32>)
    -> (tensor<10x24xf32>, tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = linalg.generic {indexing_maps = [#heads_first, #kept],
                       iterator_types = ["reduction", "reduction", "parallel", "parallel"]}
      ins(%g : tensor<2x4x8x6xf32>) outs(%z : tensor<4x6xf32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.addf %o, %i : f32
    linalg.yield %y : f32
  } -> tensor<4x6xf32>
  %ep = tensor.empty() : tensor<2x8x6x4xf32>
  %q = linalg.transpose ins(%g : tensor<2x4x8x6xf32>) outs(%ep : tensor<2x8x6x4xf32>)
      permutation = [0, 2, 3, 1]
  %c = tensor.collapse_shape %q [[0, 1], [2, 3]] : tensor<2x8x6x4xf32> into tensor<16x24xf32>
  %ed = tensor.empty() : tensor<10x24xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %c : tensor<16x10xf32>, tensor<16x24xf32>)
      outs(%ed : tensor<10x24xf32>) -> tensor<10x24xf32>
  return %d, %s : tensor<10x24xf32>, tensor<4x6xf32>
}

// The sum reads the gradient where no epilog can end. Without the sum, one can.
// CHECK-LABEL: func.func @epilog_behind_the_sum(
// CHECK: %[[G:.*]] = fused.matmul epilog(drelu) ins(%arg0, %arg1 :
// CHECK: %[[D:.*]], %[[S:.*]] = fused.matmul epilog(bgradb) transpose_a ins(%arg3, %{{.*}} :
// CHECK: return %[[D]], %[[S]]
func.func @epilog_behind_the_sum(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %h: tensor<10x3xf32>, %x: tensor<10x4xf32>)
    -> (tensor<4x3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %ep = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%ep : tensor<10x3xf32>) -> tensor<10x3xf32>
  %px = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %et = tensor.empty() : tensor<2x3x5xf32>
  %t = linalg.transpose ins(%px : tensor<2x5x3xf32>) outs(%et : tensor<2x3x5xf32>)
      permutation = [0, 2, 1]
  %hx = tensor.expand_shape %h [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %ht = linalg.transpose ins(%hx : tensor<2x5x3xf32>) outs(%et : tensor<2x3x5xf32>)
      permutation = [0, 2, 1]
  %g = linalg.generic {indexing_maps = [#btn, #btn, #btn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ht, %t : tensor<2x3x5xf32>, tensor<2x3x5xf32>) outs(%et : tensor<2x3x5xf32>) {
  ^bb0(%v: f32, %i: f32, %o: f32):
    %bit = arith.cmpf ogt, %v, %zero : f32
    %0 = arith.select %bit, %i, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %e = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<2x3x5xf32>)
      outs(%z : tensor<3xf32>) dimensions = [0, 2]
  %eu = tensor.empty() : tensor<2x5x3xf32>
  %u = linalg.transpose ins(%g : tensor<2x3x5xf32>) outs(%eu : tensor<2x5x3xf32>)
      permutation = [0, 2, 1]
  %gs = tensor.collapse_shape %u [[0, 1], [2]] : tensor<2x5x3xf32> into tensor<10x3xf32>
  %ed = tensor.empty() : tensor<4x3xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %gs : tensor<10x4xf32>, tensor<10x3xf32>)
      outs(%ed : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %d, %s : tensor<4x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @no_epilog_before_another_use(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.select
// CHECK: fused.matmul epilog(bgradb)
func.func @no_epilog_before_another_use(
    %a: tensor<10x7xf32>, %b: tensor<7x3xf32>, %h: tensor<10x3xf32>, %x: tensor<10x4xf32>)
    -> (tensor<4x3xf32>, tensor<3xf32>, tensor<2x3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %ep = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default) ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%ep : tensor<10x3xf32>) -> tensor<10x3xf32>
  %px = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %et = tensor.empty() : tensor<2x3x5xf32>
  %t = linalg.transpose ins(%px : tensor<2x5x3xf32>) outs(%et : tensor<2x3x5xf32>)
      permutation = [0, 2, 1]
  %hx = tensor.expand_shape %h [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %ht = linalg.transpose ins(%hx : tensor<2x5x3xf32>) outs(%et : tensor<2x3x5xf32>)
      permutation = [0, 2, 1]
  %g = linalg.generic {indexing_maps = [#btn, #btn, #btn],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ht, %t : tensor<2x3x5xf32>, tensor<2x3x5xf32>) outs(%et : tensor<2x3x5xf32>) {
  ^bb0(%v: f32, %i: f32, %o: f32):
    %bit = arith.cmpf ogt, %v, %zero : f32
    %0 = arith.select %bit, %i, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x5xf32>
  %e = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%g : tensor<2x3x5xf32>)
      outs(%z : tensor<3xf32>) dimensions = [0, 2]
  %eu = tensor.empty() : tensor<2x5x3xf32>
  %u = linalg.transpose ins(%g : tensor<2x3x5xf32>) outs(%eu : tensor<2x5x3xf32>)
      permutation = [0, 2, 1]
  %gs = tensor.collapse_shape %u [[0, 1], [2]] : tensor<2x5x3xf32> into tensor<10x3xf32>
  %ed = tensor.empty() : tensor<4x3xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %gs : tensor<10x4xf32>, tensor<10x3xf32>)
      outs(%ed : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %d, %s, %g : tensor<4x3xf32>, tensor<3xf32>, tensor<2x3x5xf32>
}

// A product that has a bias gradient takes no other sum.
// CHECK-LABEL: func.func @second_sum(
// CHECK: %[[D:.*]], %[[V:.*]] = fused.matmul epilog(drelu_bgrad)
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%[[D]] : tensor<32x16xf32>)
// CHECK: return %[[D]], %[[V]], %[[ROWS]]
func.func @second_sum(%a: tensor<32x24xf32>, %b: tensor<24x16xf32>, %mask: tensor<32x16xi8>)
    -> (tensor<32x16xf32>, tensor<16xf32>, tensor<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x16xf32>
  %s = tensor.empty() : tensor<16xf32>
  %t = tensor.empty() : tensor<32xf32>
  %g, %gb = fused.matmul epilog(drelu_bgrad) ins(%a, %b : tensor<32x24xf32>, tensor<24x16xf32>)
      aux(%mask : tensor<32x16xi8>) outs(%e, %s : tensor<32x16xf32>, tensor<16xf32>) -> tensor<32x16xf32>, tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%t : tensor<32xf32>) -> tensor<32xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                          iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<32x16xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<32xf32>
  return %g, %gb, %rows : tensor<32x16xf32>, tensor<16xf32>, tensor<32xf32>
}

// Equinox sums over one example more, and adds its dimension again, before the
// sum is widened.
// CHECK-LABEL: func.func @unit_sums_widened(
// DEFAULT: %[[D:.*]], %[[SUM:.*]] = fused.matmul epilog(bgrada) transpose_a {{.*}} -> tensor<4x6xf32>, tensor<4xf32>
// DEFAULT: return %[[D]], %[[SUM]]
// STRICT: fused.matmul epilog(default)
func.func @unit_sums_widened(%g: tensor<8x4xbf16>, %x: tensor<8x6xbf16>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : bf16
  %d0 = tensor.empty() : tensor<4x6xf32>
  %d = fused.matmul epilog(default) transpose_a ins(%g, %x : tensor<8x4xbf16>, tensor<8x6xbf16>) outs(%d0 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s0 = tensor.empty() : tensor<4xbf16>
  %s1 = linalg.fill ins(%zero : bf16) outs(%s0 : tensor<4xbf16>) -> tensor<4xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<8x4xbf16>) outs(%s1 : tensor<4xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %out, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<4xbf16>
  %u0 = tensor.empty() : tensor<1x4xbf16>
  %u = linalg.generic {indexing_maps = [affine_map<(i, n) -> (n)>, affine_map<(i, n) -> (i, n)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4xbf16>) outs(%u0 : tensor<1x4xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    linalg.yield %in : bf16
  } -> tensor<1x4xbf16>
  %v = tensor.collapse_shape %u [[0, 1]] : tensor<1x4xbf16> into tensor<4xbf16>
  %w0 = tensor.empty() : tensor<4xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> (n)>], iterator_types = ["parallel"]} ins(%v : tensor<4xbf16>) outs(%w0 : tensor<4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %d, %w : tensor<4x6xf32>, tensor<4xf32>
}

// A reshape to fewer dimensions than the one before it has.
// CHECK-LABEL: func.func @reshaped_twice(
// CHECK: %[[D:.*]], %[[V:.*]] = fused.matmul epilog(bgradb)
// CHECK: %[[COLUMN:.*]] = tensor.expand_shape %[[V]] {{\[}}[0, 1]] output_shape [8, 1]
// CHECK: return %[[D]], %[[COLUMN]]
func.func @reshaped_twice(%x: tensor<10x7xf32>, %g: tensor<10x8xf32>)
    -> (tensor<7x8xf32>, tensor<8x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<7x8xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %g : tensor<10x7xf32>, tensor<10x8xf32>)
      outs(%0 : tensor<7x8xf32>) -> tensor<7x8xf32>
  %1 = tensor.empty() : tensor<8xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
  %v = linalg.reduce { arith.addf } ins(%g : tensor<10x8xf32>)
      outs(%2 : tensor<8xf32>) dimensions = [0]
  %e = tensor.expand_shape %v [[0, 1, 2]] output_shape [1, 8, 1]
      : tensor<8xf32> into tensor<1x8x1xf32>
  %c = tensor.collapse_shape %e [[0, 1], [2]]
      : tensor<1x8x1xf32> into tensor<8x1xf32>
  return %d, %c : tensor<7x8xf32>, tensor<8x1xf32>
}

// CHECK-LABEL: func.func @reshaped_twice_dynamic(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: %[[D:.*]], %[[V:.*]] = fused.matmul epilog(bgradb)
// CHECK: %[[SIZE:.*]] = arith.muli %[[N]], %c2 : index
// CHECK: tensor.expand_shape %[[V]] {{\[}}[0, 1]] output_shape [%[[SIZE]], 1]
func.func @reshaped_twice_dynamic(%x: tensor<10x7xf32>, %g: tensor<10x?xf32>,
                                  %n: index)
    -> (tensor<7x?xf32>, tensor<?x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %s = tensor.dim %g, %c1 : tensor<10x?xf32>
  %0 = tensor.empty(%s) : tensor<7x?xf32>
  %d = fused.matmul epilog(default) transpose_a
      ins(%x, %g : tensor<10x7xf32>, tensor<10x?xf32>)
      outs(%0 : tensor<7x?xf32>) -> tensor<7x?xf32>
  %1 = tensor.empty(%s) : tensor<?xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  %v = linalg.reduce { arith.addf } ins(%g : tensor<10x?xf32>)
      outs(%2 : tensor<?xf32>) dimensions = [0]
  %e = tensor.expand_shape %v [[0, 1, 2, 3]] output_shape [1, 2, %n, 1]
      : tensor<?xf32> into tensor<1x2x?x1xf32>
  %c = tensor.collapse_shape %e [[0, 1, 2], [3]]
      : tensor<1x2x?x1xf32> into tensor<?x1xf32>
  return %d, %c : tensor<7x?xf32>, tensor<?x1xf32>
}
