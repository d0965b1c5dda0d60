// RUN: fused-opt %s --fused-reorder-rows -canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-reorder-rows -canonicalize --fused-fuse-epilogs | FileCheck %s --check-prefix=FUSED

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#m = affine_map<(m, n) -> (m)>
#ijn = affine_map<(i, j, n) -> (i, j, n)>

// Heads come before tokens, and tokens before examples, as in the attention of
// PyTorch. The bias is repeated for all rows.
// CHECK-LABEL: func.func @residual(
// CHECK: %[[X:.*]] = linalg.transpose ins(%arg0 : tensor<2x4x5x3xf32>) outs({{.*}} : tensor<2x5x4x3xf32>) permutation = [0, 2, 1, 3]
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2, 3]] : tensor<2x5x4x3xf32> into tensor<10x12xf32>
// CHECK: fused.matmul epilog(default) ins(%[[A]], %arg1 :
// CHECK: %[[D:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [2, 5, 7] : tensor<10x7xf32> into tensor<2x5x7xf32>
// CHECK: linalg.add ins(%[[D]], %arg3 :
// FUSED-LABEL: func.func @residual(
// FUSED: fused.matmul epilog(bias) {{.*}} c(%{{.*}} : tensor<10x7xf32>) bias(%arg2 : tensor<7xf32>)
// FUSED-NOT: linalg.add
func.func @residual(%x: tensor<2x4x5x3xf32>, %w: tensor<12x7xf32>,
                    %v: tensor<7xf32>, %r: tensor<2x5x7xf32>)
    -> tensor<2x5x7xf32> {
  %0 = tensor.empty() : tensor<5x2x4x3xf32>
  %t = linalg.transpose ins(%x : tensor<2x4x5x3xf32>)
      outs(%0 : tensor<5x2x4x3xf32>) permutation = [2, 0, 1, 3]
  %a = tensor.collapse_shape %t [[0, 1], [2, 3]]
      : tensor<5x2x4x3xf32> into tensor<10x12xf32>
  %1 = tensor.empty() : tensor<10x7xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x12xf32>, tensor<12x7xf32>)
      outs(%1 : tensor<10x7xf32>) -> tensor<10x7xf32>
  %repeated = linalg.generic {indexing_maps = [#n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<7xf32>) outs(%1 : tensor<10x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<10x7xf32>
  %q = linalg.add ins(%p, %repeated : tensor<10x7xf32>, tensor<10x7xf32>)
      outs(%1 : tensor<10x7xf32>) -> tensor<10x7xf32>
  %e = tensor.expand_shape %q [[0, 1], [2]] output_shape [5, 2, 7]
      : tensor<10x7xf32> into tensor<5x2x7xf32>
  %2 = tensor.empty() : tensor<2x5x7xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x7xf32>)
      outs(%2 : tensor<2x5x7xf32>) permutation = [1, 0, 2]
  %s = linalg.add ins(%d, %r : tensor<2x5x7xf32>, tensor<2x5x7xf32>)
      outs(%2 : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  return %s : tensor<2x5x7xf32>
}

// Rows of three dimensions, in a factor that is stored by columns, with a
// batch. Generic operations permute.
#in = affine_map<(b, k, i, j, l) -> (b, k, j, l, i)>
#out = affine_map<(b, k, i, j, l) -> (b, k, i, j, l)>
#ein = affine_map<(b, j, l, i, n) -> (b, i, j, l, n)>
#eout = affine_map<(b, j, l, i, n) -> (b, j, l, i, n)>
// CHECK-LABEL: func.func @stored_by_columns(
// CHECK-NOT: linalg.
// CHECK: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[}}[0], [1], [2, 3, 4]] : tensor<2x3x5x4x7xf32> into tensor<2x3x140xf32>
// CHECK: %[[P:.*]] = fused.matmul epilog(default) transpose_a ins(%[[A]], %arg1 :
// CHECK-NEXT: %[[D:.*]] = tensor.expand_shape %[[P]] {{\[}}[0], [1, 2, 3], [4]] output_shape [2, 5, 4, 7, 6]
// CHECK-NEXT: return %[[D]]
func.func @stored_by_columns(%x: tensor<2x3x5x4x7xf32>, %w: tensor<2x3x6xf32>)
    -> tensor<2x5x4x7x6xf32> {
  %0 = tensor.empty() : tensor<2x3x7x5x4xf32>
  %t = linalg.generic {indexing_maps = [#in, #out], iterator_types = [
      "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x5x4x7xf32>) outs(%0 : tensor<2x3x7x5x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x7x5x4xf32>
  %a = tensor.collapse_shape %t [[0], [1], [2, 3, 4]]
      : tensor<2x3x7x5x4xf32> into tensor<2x3x140xf32>
  %1 = tensor.empty() : tensor<2x140x6xf32>
  %p = fused.matmul epilog(default) transpose_a
      ins(%a, %w : tensor<2x3x140xf32>, tensor<2x3x6xf32>)
      outs(%1 : tensor<2x140x6xf32>) -> tensor<2x140x6xf32>
  %e = tensor.expand_shape %p [[0], [1, 2, 3], [4]] output_shape [2, 7, 5, 4, 6]
      : tensor<2x140x6xf32> into tensor<2x7x5x4x6xf32>
  %2 = tensor.empty() : tensor<2x5x4x7x6xf32>
  %d = linalg.generic {indexing_maps = [#ein, #eout], iterator_types = [
      "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%e : tensor<2x7x5x4x6xf32>) outs(%2 : tensor<2x5x4x7x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x5x4x7x6xf32>
  return %d : tensor<2x5x4x7x6xf32>
}

// Examples and heads are one dimension where they are permuted, and the rows are
// tokens and examples. The copy in the old order has another reader.
// CHECK-LABEL: func.func @examples_with_heads(
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{\[}}[0, 1], [2], [3]] output_shape [2, 4, 5, 3] : tensor<8x5x3xf32> into tensor<2x4x5x3xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : {{.*}} outs({{.*}} : tensor<2x5x4x3xf32>) permutation = [0, 2, 1, 3]
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2, 3]] : tensor<2x5x4x3xf32> into tensor<10x12xf32>
// CHECK: %[[P:.*]] = fused.matmul epilog(default) ins(%[[A]], %arg1 :
// CHECK: tensor.expand_shape %[[P]] {{\[}}[0, 1], [2]] output_shape [2, 5, 12]
func.func @examples_with_heads(%x: tensor<8x5x3xf32>, %w: tensor<12x12xf32>)
    -> (tensor<2x5x12xf32>, tensor<5x8x3xf32>) {
  %0 = tensor.empty() : tensor<5x8x3xf32>
  %t = linalg.transpose ins(%x : tensor<8x5x3xf32>)
      outs(%0 : tensor<5x8x3xf32>) permutation = [1, 0, 2]
  %u = tensor.collapse_shape %t [[0], [1, 2]]
      : tensor<5x8x3xf32> into tensor<5x24xf32>
  %v = tensor.expand_shape %u [[0], [1, 2]] output_shape [5, 2, 12]
      : tensor<5x24xf32> into tensor<5x2x12xf32>
  %a = tensor.collapse_shape %v [[0, 1], [2]]
      : tensor<5x2x12xf32> into tensor<10x12xf32>
  %1 = tensor.empty() : tensor<10x12xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x12xf32>, tensor<12x12xf32>)
      outs(%1 : tensor<10x12xf32>) -> tensor<10x12xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 2, 12]
      : tensor<10x12xf32> into tensor<5x2x12xf32>
  %2 = tensor.empty() : tensor<2x5x12xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x12xf32>)
      outs(%2 : tensor<2x5x12xf32>) permutation = [1, 0, 2]
  return %d, %t : tensor<2x5x12xf32>, tensor<5x8x3xf32>
}

// Windows of an image, as in Swin, with a bias before the reshape; and two
// products, between which nothing distinguishes rows.
#wtn = affine_map<(w, t, n) -> (w, t, n)>
#ofn = affine_map<(w, t, n) -> (n)>
// CHECK-LABEL: func.func @windows(
// CHECK-NOT: linalg.transpose
// CHECK: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1, 2, 3], [4]] : tensor<3x2x4x2x7xf32> into tensor<48x7xf32>
// CHECK: fused.matmul epilog(default) ins(%[[A]], %arg1 :
// CHECK-NOT: linalg.transpose
// CHECK: return
// FUSED-LABEL: func.func @windows(
// FUSED: fused.matmul epilog(relu_bias)
// FUSED: fused.matmul epilog(bias) {{.*}} c(
func.func @windows(%x: tensor<3x2x4x2x7xf32>, %w: tensor<7x5xf32>,
                   %v: tensor<5xf32>, %w2: tensor<5x7xf32>, %v2: tensor<7xf32>)
    -> tensor<3x2x4x2x7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x4x2x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<3x2x4x2x7xf32>)
      outs(%0 : tensor<3x4x2x2x7xf32>) permutation = [0, 2, 1, 3, 4]
  %a = tensor.collapse_shape %t [[0, 1, 2, 3], [4]]
      : tensor<3x4x2x2x7xf32> into tensor<48x7xf32>
  %1 = tensor.empty() : tensor<48x5xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<48x7xf32>, tensor<7x5xf32>)
      outs(%1 : tensor<48x5xf32>) -> tensor<48x5xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [12, 4, 5]
      : tensor<48x5xf32> into tensor<12x4x5xf32>
  %2 = tensor.empty() : tensor<12x4x5xf32>
  %q = linalg.generic {indexing_maps = [#wtn, #ofn, #wtn],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%e, %v : tensor<12x4x5xf32>, tensor<5xf32>)
      outs(%2 : tensor<12x4x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %3 = arith.addf %in, %bias : f32
    %4 = arith.maximumf %3, %zero : f32
    linalg.yield %4 : f32
  } -> tensor<12x4x5xf32>
  %b = tensor.collapse_shape %q [[0, 1], [2]]
      : tensor<12x4x5xf32> into tensor<48x5xf32>
  %5 = tensor.empty() : tensor<48x7xf32>
  %p2 = fused.matmul epilog(default)
      ins(%b, %w2 : tensor<48x5xf32>, tensor<5x7xf32>)
      outs(%5 : tensor<48x7xf32>) -> tensor<48x7xf32>
  %q2 = linalg.generic {indexing_maps = [#mn, #n, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p2, %v2 : tensor<48x7xf32>, tensor<7xf32>)
      outs(%5 : tensor<48x7xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %6 = arith.addf %in, %bias : f32
    linalg.yield %6 : f32
  } -> tensor<48x7xf32>
  %e2 = tensor.expand_shape %q2 [[0, 1, 2, 3], [4]] output_shape [3, 4, 2, 2, 7]
      : tensor<48x7xf32> into tensor<3x4x2x2x7xf32>
  %7 = tensor.empty() : tensor<3x2x4x2x7xf32>
  %d = linalg.transpose ins(%e2 : tensor<3x4x2x2x7xf32>)
      outs(%7 : tensor<3x2x4x2x7xf32>) permutation = [0, 2, 1, 3, 4]
  %s = linalg.add ins(%d, %x : tensor<3x2x4x2x7xf32>, tensor<3x2x4x2x7xf32>)
      outs(%7 : tensor<3x2x4x2x7xf32>) -> tensor<3x2x4x2x7xf32>
  return %s : tensor<3x2x4x2x7xf32>
}

// The rows become columns of the next product.
// CHECK-LABEL: func.func @no_reorder_columns_of_next(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_columns_of_next(%x: tensor<2x5x7xf32>, %w: tensor<7x3xf32>,
                                      %y: tensor<6x3xf32>)
    -> tensor<6x2x5xf32> {
  %0 = tensor.empty() : tensor<5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>)
      outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
  %a = tensor.collapse_shape %t [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %2 = tensor.empty() : tensor<6x10xf32>
  %q = fused.matmul epilog(default) transpose_b
      ins(%y, %p : tensor<6x3xf32>, tensor<10x3xf32>)
      outs(%2 : tensor<6x10xf32>) -> tensor<6x10xf32>
  %e = tensor.expand_shape %q [[0], [1, 2]] output_shape [6, 5, 2]
      : tensor<6x10xf32> into tensor<6x5x2xf32>
  %3 = tensor.empty() : tensor<6x2x5xf32>
  %d = linalg.transpose ins(%e : tensor<6x5x2xf32>)
      outs(%3 : tensor<6x2x5xf32>) permutation = [0, 2, 1]
  return %d : tensor<6x2x5xf32>
}

// A reshape mixes rows with the batch and columns.
// CHECK-LABEL: func.func @no_reorder_mixed(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_mixed(%x: tensor<2x2x5x7xf32>, %w: tensor<2x7x3xf32>)
    -> tensor<2x5x2x3xf32> {
  %0 = tensor.empty() : tensor<2x5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x2x5x7xf32>)
      outs(%0 : tensor<2x5x2x7xf32>) permutation = [0, 2, 1, 3]
  %a = tensor.collapse_shape %t [[0], [1, 2], [3]]
      : tensor<2x5x2x7xf32> into tensor<2x10x7xf32>
  %1 = tensor.empty() : tensor<2x10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<2x10x7xf32>, tensor<2x7x3xf32>)
      outs(%1 : tensor<2x10x3xf32>) -> tensor<2x10x3xf32>
  %c = tensor.collapse_shape %p [[0, 1, 2]]
      : tensor<2x10x3xf32> into tensor<60xf32>
  %e = tensor.expand_shape %c [[0, 1, 2, 3]] output_shape [5, 2, 2, 3]
      : tensor<60xf32> into tensor<5x2x2x3xf32>
  %2 = tensor.empty() : tensor<2x5x2x3xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x2x3xf32>)
      outs(%2 : tensor<2x5x2x3xf32>) permutation = [1, 0, 2, 3]
  return %d : tensor<2x5x2x3xf32>
}

// The parts of the factor's dimensions are not those of the rows.
// CHECK-LABEL: func.func @no_reorder_other_parts(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_other_parts(%x: tensor<6x5x4xf32>, %w: tensor<6x8xf32>)
    -> tensor<4x5x8xf32> {
  %0 = tensor.empty() : tensor<5x6x4xf32>
  %t = linalg.transpose ins(%x : tensor<6x5x4xf32>)
      outs(%0 : tensor<5x6x4xf32>) permutation = [1, 0, 2]
  %u = tensor.collapse_shape %t [[0], [1, 2]]
      : tensor<5x6x4xf32> into tensor<5x24xf32>
  %v = tensor.expand_shape %u [[0], [1, 2]] output_shape [5, 4, 6]
      : tensor<5x24xf32> into tensor<5x4x6xf32>
  %a = tensor.collapse_shape %v [[0, 1], [2]]
      : tensor<5x4x6xf32> into tensor<20x6xf32>
  %1 = tensor.empty() : tensor<20x8xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<20x6xf32>, tensor<6x8xf32>)
      outs(%1 : tensor<20x8xf32>) -> tensor<20x8xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 4, 8]
      : tensor<20x8xf32> into tensor<5x4x8xf32>
  %2 = tensor.empty() : tensor<4x5x8xf32>
  %d = linalg.transpose ins(%e : tensor<5x4x8xf32>)
      outs(%2 : tensor<4x5x8xf32>) permutation = [1, 0, 2]
  return %d : tensor<4x5x8xf32>
}

// A value for each row would have to be permuted.
// CHECK-LABEL: func.func @no_reorder_value_of_rows(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_value_of_rows(%x: tensor<2x5x7xf32>, %w: tensor<7x3xf32>,
                                    %v: tensor<10xf32>) -> tensor<2x5x3xf32> {
  %0 = tensor.empty() : tensor<5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>)
      outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
  %a = tensor.collapse_shape %t [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %q = linalg.generic {indexing_maps = [#mn, #m, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<10x3xf32>, tensor<10xf32>)
      outs(%1 : tensor<10x3xf32>) {
  ^bb0(%in: f32, %of_row: f32, %out: f32):
    %3 = arith.addf %in, %of_row : f32
    linalg.yield %3 : f32
  } -> tensor<10x3xf32>
  %e = tensor.expand_shape %q [[0, 1], [2]] output_shape [5, 2, 3]
      : tensor<10x3xf32> into tensor<5x2x3xf32>
  %2 = tensor.empty() : tensor<2x5x3xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x3xf32>)
      outs(%2 : tensor<2x5x3xf32>) permutation = [1, 0, 2]
  return %d : tensor<2x5x3xf32>
}

// The rows are other dimensions behind the product.
// CHECK-LABEL: func.func @no_reorder_other_dimensions(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_other_dimensions(%x: tensor<2x5x7xf32>,
                                       %w: tensor<7x3xf32>)
    -> tensor<5x2x3xf32> {
  %0 = tensor.empty() : tensor<5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>)
      outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
  %a = tensor.collapse_shape %t [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 5, 3]
      : tensor<10x3xf32> into tensor<2x5x3xf32>
  %2 = tensor.empty() : tensor<5x2x3xf32>
  %d = linalg.transpose ins(%e : tensor<2x5x3xf32>)
      outs(%2 : tensor<5x2x3xf32>) permutation = [1, 0, 2]
  return %d : tensor<5x2x3xf32>
}

// The factor would have to be copied.
// CHECK-LABEL: func.func @no_reorder_factor_as_it_is(
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_factor_as_it_is(%x: tensor<5x2x7xf32>,
                                      %w: tensor<7x3xf32>)
    -> tensor<2x5x3xf32> {
  %a = tensor.collapse_shape %x [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 2, 3]
      : tensor<10x3xf32> into tensor<5x2x3xf32>
  %2 = tensor.empty() : tensor<2x5x3xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x3xf32>)
      outs(%2 : tensor<2x5x3xf32>) permutation = [1, 0, 2]
  return %d : tensor<2x5x3xf32>
}

// Another reader keeps the old copy of the factor, and the new one would be
// larger than the result.
// CHECK-LABEL: func.func @no_reorder_larger_factor(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_larger_factor(%x: tensor<2x5x7xf32>, %w: tensor<7x3xf32>)
    -> (tensor<2x5x3xf32>, tensor<5x2x7xf32>) {
  %0 = tensor.empty() : tensor<5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>)
      outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
  %a = tensor.collapse_shape %t [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 2, 3]
      : tensor<10x3xf32> into tensor<5x2x3xf32>
  %2 = tensor.empty() : tensor<2x5x3xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x3xf32>)
      outs(%2 : tensor<2x5x3xf32>) permutation = [1, 0, 2]
  return %d, %t : tensor<2x5x3xf32>, tensor<5x2x7xf32>
}

// Something else reads the rows in the old order.
// CHECK-LABEL: func.func @no_reorder_several_readers(
// CHECK: linalg.transpose
// CHECK: fused.matmul
// CHECK: linalg.transpose
func.func @no_reorder_several_readers(%x: tensor<2x5x7xf32>,
                                      %w: tensor<7x3xf32>)
    -> (tensor<2x5x3xf32>, tensor<10x3xf32>) {
  %0 = tensor.empty() : tensor<5x2x7xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x7xf32>)
      outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
  %a = tensor.collapse_shape %t [[0, 1], [2]]
      : tensor<5x2x7xf32> into tensor<10x7xf32>
  %1 = tensor.empty() : tensor<10x3xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %w : tensor<10x7xf32>, tensor<7x3xf32>)
      outs(%1 : tensor<10x3xf32>) -> tensor<10x3xf32>
  %e = tensor.expand_shape %p [[0, 1], [2]] output_shape [5, 2, 3]
      : tensor<10x3xf32> into tensor<5x2x3xf32>
  %2 = tensor.empty() : tensor<2x5x3xf32>
  %d = linalg.transpose ins(%e : tensor<5x2x3xf32>)
      outs(%2 : tensor<2x5x3xf32>) permutation = [1, 0, 2]
  return %d, %p : tensor<2x5x3xf32>, tensor<10x3xf32>
}
