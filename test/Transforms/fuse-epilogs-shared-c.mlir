// RUN: fused-opt %s --fused-fuse-epilogs -canonicalize | FileCheck %s

// Scores of attention plus a matrix that does not vary along all of the batch.

#bhmn = affine_map<(b, h, m, n) -> (b, h, m, n)>
#hmn = affine_map<(b, h, m, n) -> (h, m, n)>
#bmn = affine_map<(b, h, m, n) -> (b, m, n)>
#mn = affine_map<(b, h, m, n) -> (m, n)>
#nm = affine_map<(b, h, m, n) -> (n, m)>
#unit = affine_map<(b, h, m, n) -> (0, h, m, n)>
#mnh = affine_map<(b, h, m, n) -> (m, n, h)>

// CHECK-LABEL: func.func @shared_by_all(
// CHECK: fused.matmul epilog(default) transpose_b ins({{.*}}) c(%arg2 : tensor<5x7xf32>)
func.func @shared_by_all(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<5x7xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #mn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<5x7xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// CHECK-LABEL: func.func @shared_by_heads(
// CHECK: fused.matmul epilog(default) transpose_b c_repeat(3) ins({{.*}}) c(%arg2 : tensor<2x5x7xf32>)
func.func @shared_by_heads(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<2x5x7xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<2x5x7xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// A mask of bf16 is small, and is widened for the product.
// CHECK-LABEL: func.func @widened_shared_by_heads(
// CHECK: %[[C:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<2x5x7xbf16>)
// CHECK: arith.extf
// CHECK: fused.matmul epilog(default) transpose_b c_repeat(3) ins({{.*}}) c(%[[C]] : tensor<2x5x7xf32>)
// CHECK-NOT: arith.addf
// CHECK: return
func.func @widened_shared_by_heads(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<2x5x7xbf16>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<2x5x7xbf16>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: bf16, %o: f32):
    %w = arith.extf %c_ : bf16 to f32
    %y = arith.addf %i, %w : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// A matrix for each product would have to be read and written once more.
// CHECK-LABEL: func.func @no_fuse_widened_matrix(
// CHECK: fused.matmul epilog(default) transpose_b ins(
// CHECK: arith.addf
func.func @no_fuse_widened_matrix(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<2x3x5x7xbf16>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #bhmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<2x3x5x7xbf16>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: bf16, %o: f32):
    %w = arith.extf %c_ : bf16 to f32
    %y = arith.addf %i, %w : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// CHECK-LABEL: func.func @shared_by_batch(
// CHECK: fused.matmul epilog(default) transpose_b ins({{.*}}) c(%arg2 : tensor<3x5x7xf32>)
func.func @shared_by_batch(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<3x5x7xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #hmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<3x5x7xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// CHECK-LABEL: func.func @shared_before_relu(
// CHECK: fused.matmul epilog(relu) transpose_b c_repeat(3) ins({{.*}}) c(%arg2 : tensor<2x5x7xf32>)
func.func @shared_before_relu(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<2x5x7xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<2x5x7xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    %z = arith.constant 0.0 : f32
    %r = arith.maximumf %y, %z : f32
    linalg.yield %r : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// CHECK-LABEL: func.func @rounded_before(
// CHECK: fused.matmul epilog(default) transpose_b allow_rounded_steps c_repeat(3) ins({{.*}}) c(%arg2 : tensor<2x5x7xbf16>)
func.func @rounded_before(
    %q: tensor<6x5x4xbf16>, %k: tensor<6x7x4xbf16>, %c: tensor<2x5x7xbf16>)
    -> tensor<2x3x5x7xbf16> {
  %e0 = tensor.empty() : tensor<6x5x7xbf16>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xbf16>, tensor<6x7x4xbf16>)
      outs(%e0 : tensor<6x5x7xbf16>) -> tensor<6x5x7xbf16>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xbf16> into tensor<2x3x5x7xbf16>
  %e1 = tensor.empty() : tensor<2x3x5x7xbf16>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #bmn, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xbf16>, tensor<2x5x7xbf16>)
      outs(%e1 : tensor<2x3x5x7xbf16>) {
  ^bb0(%i: bf16, %c_: bf16, %o: bf16):
    %y = arith.addf %i, %c_ : bf16
    linalg.yield %y : bf16
  } -> tensor<2x3x5x7xbf16>
  return %0 : tensor<2x3x5x7xbf16>
}

// It would have to be transposed for each product.
// CHECK-LABEL: func.func @no_fuse_transposed(
// CHECK: fused.matmul epilog(default) transpose_b ins(%arg0, %arg1 : {{[^)]*}}) outs
// CHECK: arith.addf
func.func @no_fuse_transposed(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %c: tensor<7x5xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #nm, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<7x5xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// It varies along the first and the last of three dimensions of the batch.
// CHECK-LABEL: func.func @no_fuse_gap(
// CHECK: fused.matmul epilog(default) transpose_b ins(%arg0, %arg1 : {{[^)]*}}) outs
// CHECK: arith.addf
func.func @no_fuse_gap(
    %q: tensor<12x5x4xf32>, %k: tensor<12x7x4xf32>, %c: tensor<2x2x5x7xf32>)
    -> tensor<2x3x2x5x7xf32> {
  %e0 = tensor.empty() : tensor<12x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<12x5x4xf32>, tensor<12x7x4xf32>)
      outs(%e0 : tensor<12x5x7xf32>) -> tensor<12x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1, 2], [3], [4]] output_shape [2, 3, 2, 5, 7]
      : tensor<12x5x7xf32> into tensor<2x3x2x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x2x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, h, m, n) -> (a, b, h, m, n)>,
                       affine_map<(a, b, h, m, n) -> (a, h, m, n)>,
                       affine_map<(a, b, h, m, n) -> (a, b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x2x5x7xf32>, tensor<2x2x5x7xf32>)
      outs(%e1 : tensor<2x3x2x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x2x5x7xf32>
  return %0 : tensor<2x3x2x5x7xf32>
}

// Positions of T5: a table has heads last. The copy has them first, and is read
// through a dimension of size one.
// CHECK-LABEL: func.func @permuted_copy_shared_by_batch(
// CHECK: %[[C:.*]] = linalg.transpose
// CHECK: fused.matmul epilog(default) transpose_b ins({{.*}}) c(%[[C]] : tensor<3x5x7xf32>)
func.func @permuted_copy_shared_by_batch(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %table: tensor<5x7x3xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e2 = tensor.empty() : tensor<3x5x7xf32>
  %t = linalg.transpose ins(%table : tensor<5x7x3xf32>)
      outs(%e2 : tensor<3x5x7xf32>) permutation = [2, 0, 1]
  %c = tensor.expand_shape %t [[0, 1], [2], [3]] output_shape [1, 3, 5, 7]
      : tensor<3x5x7xf32> into tensor<1x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #unit, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %c : tensor<2x3x5x7xf32>, tensor<1x3x5x7xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// Without a copy, the table is stored in another order.
// CHECK-LABEL: func.func @no_fuse_permuted(
// CHECK: fused.matmul epilog(default) transpose_b ins({{[^)]*}}) outs
// CHECK: arith.addf
func.func @no_fuse_permuted(
    %q: tensor<6x5x4xf32>, %k: tensor<6x7x4xf32>, %table: tensor<5x7x3xf32>)
    -> tensor<2x3x5x7xf32> {
  %e0 = tensor.empty() : tensor<6x5x7xf32>
  %p = fused.matmul epilog(default) transpose_b
      ins(%q, %k : tensor<6x5x4xf32>, tensor<6x7x4xf32>)
      outs(%e0 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %x = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 5, 7]
      : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
  %e1 = tensor.empty() : tensor<2x3x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [#bhmn, #mnh, #bhmn],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %table : tensor<2x3x5x7xf32>, tensor<5x7x3xf32>)
      outs(%e1 : tensor<2x3x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<2x3x5x7xf32>
  return %0 : tensor<2x3x5x7xf32>
}

// The program adds a permuted copy, whose source has another layout.
// CHECK-LABEL: func.func @copy_in_the_right_layout(
// CHECK: %[[C:.*]] = linalg.transpose
// CHECK: fused.matmul epilog(default) ins({{.*}}) c(%[[C]] :
func.func @copy_in_the_right_layout(
    %a: tensor<2x5x4xf32>, %b: tensor<4x7xf32>, %c: tensor<5x2x7xf32>) -> tensor<2x5x7xf32> {
  %e = tensor.empty() : tensor<2x5x7xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<2x5x4xf32>, tensor<4x7xf32>)
      outs(%e : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %t = linalg.transpose ins(%c : tensor<5x2x7xf32>) outs(%e : tensor<2x5x7xf32>)
      permutation = [1, 0, 2]
  %0 = linalg.add ins(%p, %t : tensor<2x5x7xf32>, tensor<2x5x7xf32>)
      outs(%e : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  return %0 : tensor<2x5x7xf32>
}

// CHECK-LABEL: func.func @shared_by_an_unknown_batch(
// CHECK: fused.matmul epilog(default) ins({{.*}}) c(%arg2 : tensor<5x7xf32>)
func.func @shared_by_an_unknown_batch(
    %a: tensor<?x5x4xf32>, %b: tensor<4x7xf32>, %c: tensor<5x7xf32>) -> tensor<?x5x7xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x5x4xf32>
  %e = tensor.empty(%n) : tensor<?x5x7xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<?x5x4xf32>, tensor<4x7xf32>)
      outs(%e : tensor<?x5x7xf32>) -> tensor<?x5x7xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (m, n)>,
                       affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %c : tensor<?x5x7xf32>, tensor<5x7xf32>)
      outs(%e : tensor<?x5x7xf32>) {
  ^bb0(%i: f32, %c_: f32, %o: f32):
    %y = arith.addf %i, %c_ : f32
    linalg.yield %y : f32
  } -> tensor<?x5x7xf32>
  return %0 : tensor<?x5x7xf32>
}

// The gradient of weights that the models of a batch share: it is transposed,
// and so is what the weights are added to.
// CHECK-LABEL: func.func @shared_by_transposed(
// CHECK: fused.matmul epilog(default) transpose_a alpha(-6.250000e-02) ins(%arg1, %arg0 : {{.*}}) c(%arg2 : tensor<7x5xf32>)
func.func @shared_by_transposed(
    %a: tensor<3x4x5xf32>, %b: tensor<3x4x7xf32>, %w: tensor<7x5xf32>) -> tensor<3x7x5xf32> {
  %e0 = tensor.empty() : tensor<3x5x7xf32>
  %p = fused.matmul epilog(default) transpose_a
      ins(%a, %b : tensor<3x4x5xf32>, tensor<3x4x7xf32>)
      outs(%e0 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %e1 = tensor.empty() : tensor<3x7x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, n, m) -> (b, m, n)>, affine_map<(b, n, m) -> (n, m)>,
                       affine_map<(b, n, m) -> (b, n, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %w : tensor<3x5x7xf32>, tensor<7x5xf32>)
      outs(%e1 : tensor<3x7x5xf32>) {
  ^bb0(%i: f32, %w_: f32, %o: f32):
    %rate = arith.constant 0.0625 : f32
    %y = arith.mulf %i, %rate : f32
    %z = arith.subf %w_, %y : f32
    linalg.yield %z : f32
  } -> tensor<3x7x5xf32>
  return %0 : tensor<3x7x5xf32>
}

// These weights are stored as the product is, and not as its transpose.
// CHECK-LABEL: func.func @no_fuse_untransposed(
// CHECK: fused.matmul epilog(default) {{.*}} ins({{[^)]*}}) outs
// CHECK: arith.subf
func.func @no_fuse_untransposed(
    %a: tensor<3x4x5xf32>, %b: tensor<3x4x7xf32>, %w: tensor<5x7xf32>) -> tensor<3x7x5xf32> {
  %e0 = tensor.empty() : tensor<3x5x7xf32>
  %p = fused.matmul epilog(default) transpose_a
      ins(%a, %b : tensor<3x4x5xf32>, tensor<3x4x7xf32>)
      outs(%e0 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %e1 = tensor.empty() : tensor<3x7x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, n, m) -> (b, m, n)>, affine_map<(b, n, m) -> (m, n)>,
                       affine_map<(b, n, m) -> (b, n, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %w : tensor<3x5x7xf32>, tensor<5x7xf32>)
      outs(%e1 : tensor<3x7x5xf32>) {
  ^bb0(%i: f32, %w_: f32, %o: f32):
    %rate = arith.constant 0.0625 : f32
    %y = arith.mulf %i, %rate : f32
    %z = arith.subf %w_, %y : f32
    linalg.yield %z : f32
  } -> tensor<3x7x5xf32>
  return %0 : tensor<3x7x5xf32>
}

// A mask of one query is a bias: all rows of all products have it.
// CHECK-LABEL: func.func @one_row(
// CHECK: %[[V:.*]] = tensor.collapse_shape %arg2 {{.*}} into tensor<20xf32>
// CHECK: fused.matmul epilog(bias) {{.*}} bias(%[[V]] : tensor<20xf32>)
func.func @one_row(%q: tensor<8x1x16xf32>, %k: tensor<8x16x20xf32>, %mask: tensor<1x1x1x20xf32>) -> tensor<2x4x1x20xf32> {
  %e = tensor.empty() : tensor<8x1x20xf32>
  %p = fused.matmul epilog(default) ins(%q, %k : tensor<8x1x16xf32>, tensor<8x16x20xf32>)
      outs(%e : tensor<8x1x20xf32>) -> tensor<8x1x20xf32>
  %h = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 4, 1, 20] : tensor<8x1x20xf32> into tensor<2x4x1x20xf32>
  %eh = tensor.empty() : tensor<2x4x1x20xf32>
  %y = linalg.generic {indexing_maps = [#bhmn, affine_map<(b, h, m, n) -> (0, 0, m, n)>, #bhmn],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%h, %mask : tensor<2x4x1x20xf32>, tensor<1x1x1x20xf32>) outs(%eh : tensor<2x4x1x20xf32>) {
  ^bb0(%in: f32, %o: f32, %out: f32):
    %1 = arith.addf %in, %o : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x1x20xf32>
  return %y : tensor<2x4x1x20xf32>
}

// Positions are widened and then repeated for each example. What the program
// has made of them is C.
// CHECK-LABEL: func.func @widened_positions(
// CHECK: %[[C:.*]] = linalg.broadcast
// CHECK: %[[C2:.*]] = tensor.collapse_shape %[[C]]
// CHECK: fused.matmul epilog(bias) ins({{.*}}) c(%[[C2]] : tensor<8x6xf32>) bias(
func.func @widened_positions(%a: tensor<8x5xf32>, %b: tensor<5x6xf32>, %v: tensor<6xf32>, %p: tensor<4x6xbf16>) -> tensor<2x4x6xf32> {
  %d0 = tensor.empty() : tensor<8x6xf32>
  %d = fused.matmul epilog(default) ins(%a, %b : tensor<8x5xf32>, tensor<5x6xf32>) outs(%d0 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %x = tensor.expand_shape %d [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(t, n) -> (t, n)>, affine_map<(t, n) -> (t, n)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<4x6xbf16>) outs(%w0 : tensor<4x6xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<4x6xf32>
  %e = tensor.empty() : tensor<2x4x6xf32>
  %c = linalg.broadcast ins(%w : tensor<4x6xf32>) outs(%e : tensor<2x4x6xf32>) dimensions = [0]
  %y = linalg.generic {indexing_maps = [affine_map<(b, t, n) -> (b, t, n)>, affine_map<(b, t, n) -> (n)>, affine_map<(b, t, n) -> (b, t, n)>, affine_map<(b, t, n) -> (b, t, n)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %v, %c : tensor<2x4x6xf32>, tensor<6xf32>, tensor<2x4x6xf32>) outs(%e : tensor<2x4x6xf32>) {
  ^bb0(%in: f32, %bias: f32, %position: f32, %out: f32):
    %0 = arith.addf %in, %bias : f32
    %1 = arith.addf %0, %position : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x6xf32>
  return %y : tensor<2x4x6xf32>
}
