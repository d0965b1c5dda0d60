// RUN: fused-opt %s --fused-fuse-epilogs=numerics=default | FileCheck %s
// RUN: fused-opt %s --fused-fuse-epilogs=numerics=fast | FileCheck %s

// What stands between a product and an epilog.

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#n = affine_map<(m, n) -> (n)>
#zn = affine_map<(m, n) -> (0, n)>

// CHECK-LABEL: func.func @no_fuse_slice_between_product_and_bias(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_slice_between_product_and_bias(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>)
    -> tensor<4x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %s = tensor.extract_slice %p[1, 0] [4, 19] [1, 1]
      : tensor<5x19xf32> to tensor<4x19xf32>
  %f = tensor.empty() : tensor<4x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%s, %v : tensor<4x19xf32>, tensor<19xf32>)
      outs(%f : tensor<4x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<4x19xf32>
  return %0 : tensor<4x19xf32>
}

// The second row of two.
// CHECK-LABEL: func.func @no_fuse_bias_read_at_an_offset(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_bias_read_at_an_offset(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<2x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, affine_map<(m, n) -> (1, n)>, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<2x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// The number of rows is not known to be one.
// CHECK-LABEL: func.func @no_fuse_bias_in_the_first_of_many_rows(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_bias_in_the_first_of_many_rows(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<?x19xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #zn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<?x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_matrix_read_along_a_diagonal(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.addf
func.func @no_fuse_matrix_read_along_a_diagonal(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<5x19x23xf32>)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, affine_map<(m, n) -> (m, n, m + n)>, #mn],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<5x19xf32>, tensor<5x19x23xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %v_: f32, %out: f32):
    %1 = arith.addf %x, %v_ : f32
    linalg.yield %1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_in_another_block(
// CHECK: fused.matmul epilog(default)
// CHECK: scf.if
// CHECK: arith.addf
func.func @no_fuse_in_another_block(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>, %v: tensor<19xf32>, %c: i1)
    -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = scf.if %c -> tensor<5x19xf32> {
    %1 = linalg.generic {
        indexing_maps = [#mn, #n, #mn],
        iterator_types = ["parallel", "parallel"]}
        ins(%p, %v : tensor<5x19xf32>, tensor<19xf32>)
        outs(%e : tensor<5x19xf32>) {
    ^bb0(%x: f32, %v_: f32, %out: f32):
      %2 = arith.addf %x, %v_ : f32
      linalg.yield %2 : f32
    } -> tensor<5x19xf32>
    scf.yield %1 : tensor<5x19xf32>
  } else {
    scf.yield %e : tensor<5x19xf32>
  }
  return %0 : tensor<5x19xf32>
}

// CHECK-LABEL: func.func @no_fuse_index_of_row(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.index
func.func @no_fuse_index_of_row(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %w = arith.sitofp %j : i32 to f32
    %y1 = arith.addf %x, %w : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// A product of integers is not raised, nor fused.
// CHECK-LABEL: func.func @no_fuse_integer_product(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.add
func.func @no_fuse_integer_product(
    %a: tensor<5x7xi8>, %b: tensor<7x19xi8>, %c: tensor<5x19xi32>)
    -> tensor<5x19xi32> {
  %e = tensor.empty() : tensor<5x19xi32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xi8>, tensor<7x19xi8>)
      outs(%e : tensor<5x19xi32>) -> tensor<5x19xi32>
  %0 = linalg.add ins(%p, %c : tensor<5x19xi32>, tensor<5x19xi32>)
      outs(%e : tensor<5x19xi32>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
}

// -1 as i8 is 255 as an unsigned number, so this is no ReLU.
// CHECK-LABEL: func.func @no_fuse_in_unsigned_integers(
// CHECK: fused.matmul epilog(default)
// CHECK: arith.uitofp
func.func @no_fuse_in_unsigned_integers(
    %a: tensor<5x7xf32>, %b: tensor<7x19xf32>) -> tensor<5x19xf32> {
  %e = tensor.empty() : tensor<5x19xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x19xf32>)
      outs(%e : tensor<5x19xf32>) -> tensor<5x19xf32>
  %0 = linalg.generic {
      indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x19xf32>)
      outs(%e : tensor<5x19xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %i0 = arith.constant 0 : i8
    %i1 = arith.constant -1 : i8
    %c = arith.cmpf uge, %x, %z : f32
    %s = arith.select %c, %i1, %i0 : i8
    %w = arith.uitofp %s : i8 to f32
    %a_ = math.absf %x : f32
    %y1 = arith.select %c, %w, %z : f32
    linalg.yield %y1 : f32
  } -> tensor<5x19xf32>
  return %0 : tensor<5x19xf32>
}

// Columns are tokens and heads; what is written has heads before tokens. That
// is no transposed product: the columns are in another order.
// CHECK-LABEL: func.func @no_fuse_permuted_columns(
// CHECK: fused.matmul epilog(default)
// CHECK: linalg.generic
func.func @no_fuse_permuted_columns(
    %a: tensor<5x7xf32>, %b: tensor<7x33xf32>, %bias: tensor<3x11xf32>)
    -> tensor<3x11x5xf32> {
  %e = tensor.empty() : tensor<5x33xf32>
  %p = fused.matmul epilog(default)
      ins(%a, %b : tensor<5x7xf32>, tensor<7x33xf32>)
      outs(%e : tensor<5x33xf32>) -> tensor<5x33xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 11, 3]
      : tensor<5x33xf32> into tensor<5x11x3xf32>
  %r = tensor.empty() : tensor<3x11x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(h, t, m) -> (m, t, h)>,
                       affine_map<(h, t, m) -> (h, t)>,
                       affine_map<(h, t, m) -> (h, t, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<5x11x3xf32>, tensor<3x11xf32>)
      outs(%r : tensor<3x11x5xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %y = arith.addf %v, %w : f32
    linalg.yield %y : f32
  } -> tensor<3x11x5xf32>
  return %0 : tensor<3x11x5xf32>
}
