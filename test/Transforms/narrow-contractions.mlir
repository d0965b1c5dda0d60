// RUN: fused-opt %s --fused-narrow-contractions --canonicalize --split-input-file | FileCheck %s

// A slice that is all that reads a contraction is a contraction of slices.

// CHECK-LABEL: func.func @columns(
// CHECK: %[[B:.*]] = tensor.extract_slice %arg1[0, 5] [6, 3] [1, 1]
// CHECK: %[[INIT:.*]] = linalg.fill ins({{.*}}) outs(%{{.*}} : tensor<4x3xf32>)
// CHECK: %[[D:.*]] = linalg.matmul ins(%arg0, %[[B]] : tensor<4x6xf32>, tensor<6x3xf32>) outs(%[[INIT]] :
// CHECK: return %[[D]]
func.func @columns(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>)
    -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x10xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x10xf32>)
      -> tensor<4x10xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%f : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 5] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  return %s : tensor<4x3xf32>
}

// -----

#btk = affine_map<(b, t, n, k) -> (b, t, k)>
#kn = affine_map<(b, t, n, k) -> (k, n)>
#btn = affine_map<(b, t, n, k) -> (b, t, n)>
#id = affine_map<(b, t, n) -> (b, t, n)>
#n = affine_map<(b, t, n) -> (n)>

// The scores of the last token: a bias stands between, and C is not zero.
// CHECK-LABEL: func.func @last_token(
// CHECK-DAG: %[[A:.*]] = tensor.extract_slice %arg0[0, 4, 0] [2, 1, 7] [1, 1, 1]
// CHECK-DAG: %[[C:.*]] = tensor.extract_slice %arg3[0, 4, 0] [2, 1, 9] [1, 1, 1]
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[A]], %arg1 : tensor<2x1x7xf32>, tensor<7x9xf32>) outs(%[[C]] :
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[D]], %arg2 : tensor<2x1x9xf32>, tensor<9xf32>)
// CHECK: %[[S:.*]] = tensor.collapse_shape %[[Y]] {{\[}}[0, 1], [2]]
// CHECK: return %[[S]]
func.func @last_token(%x: tensor<2x5x7xf32>, %w: tensor<7x9xf32>,
    %v: tensor<9xf32>, %c: tensor<2x5x9xf32>) -> tensor<2x9xf32> {
  %p = linalg.generic {indexing_maps = [#btk, #kn, #btn],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x5x7xf32>, tensor<7x9xf32>)
      outs(%c : tensor<2x5x9xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %y = arith.addf %o, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x5x9xf32>
  %e = tensor.empty() : tensor<2x5x9xf32>
  %y = linalg.generic {indexing_maps = [#id, #n, #id],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %v : tensor<2x5x9xf32>, tensor<9xf32>)
      outs(%e : tensor<2x5x9xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<2x5x9xf32>
  %s = tensor.extract_slice %y[0, 4, 0] [2, 1, 9] [1, 1, 1]
      : tensor<2x5x9xf32> to tensor<2x9xf32>
  return %s : tensor<2x9xf32>
}

// -----

#in = affine_map<(b, i, n, k, c) -> (b, 2 * i + k, c)>
#kernel = affine_map<(b, i, n, k, c) -> (k, c, n)>
#out = affine_map<(b, i, n, k, c) -> (b, i, n)>

// Windows of the other rows are not read: 2 * 3, and 2 * (4 - 1) + 2 more.
// CHECK-LABEL: func.func @rows_of_a_convolution(
// CHECK: tensor.extract_slice %arg0[0, 6, 0] [2, 9, 5] [1, 1, 1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<2x9x5xf32>, tensor<3x5x7xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<2x4x7xf32>)
func.func @rows_of_a_convolution(%x: tensor<2x17x5xf32>, %w: tensor<3x5x7xf32>,
    %c: tensor<2x8x7xf32>) -> tensor<2x4x7xf32> {
  %p = linalg.generic {indexing_maps = [#in, #kernel, #out],
      iterator_types = ["parallel", "parallel", "parallel", "reduction",
                        "reduction"]}
      ins(%x, %w : tensor<2x17x5xf32>, tensor<3x5x7xf32>)
      outs(%c : tensor<2x8x7xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %y = arith.addf %o, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x8x7xf32>
  %s = tensor.extract_slice %p[0, 3, 0] [2, 4, 7] [1, 1, 1]
      : tensor<2x8x7xf32> to tensor<2x4x7xf32>
  return %s : tensor<2x4x7xf32>
}

// -----

// The product still reads through the transpose, which something else reads.
// CHECK-LABEL: func.func @transposed_factor(
// CHECK: %[[W:.*]] = tensor.extract_slice %arg1[2, 0] [3, 6] [1, 1]
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] : tensor<3x6xf32>)
// CHECK: linalg.matmul ins(%arg0, %[[T]] :
func.func @transposed_factor(%x: tensor<4x6xf32>, %w: tensor<10x6xf32>,
    %c: tensor<4x10xf32>) -> (tensor<4x3xf32>, tensor<6x10xf32>) {
  %e = tensor.empty() : tensor<6x10xf32>
  %t = linalg.transpose ins(%w : tensor<10x6xf32>) outs(%e : tensor<6x10xf32>)
      permutation = [1, 0]
  %p = linalg.matmul ins(%x, %t : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 2] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  return %s, %t : tensor<4x3xf32>, tensor<6x10xf32>
}

// -----

// CHECK-LABEL: func.func @no_narrow_other_elements_are_read(
// CHECK: linalg.matmul {{.*}} -> tensor<4x10xf32>
func.func @no_narrow_other_elements_are_read(%x: tensor<4x6xf32>,
    %w: tensor<6x10xf32>, %c: tensor<4x10xf32>)
    -> (tensor<4x3xf32>, tensor<4x5xf32>) {
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 2] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  %r = tensor.extract_slice %p[0, 5] [4, 5] [1, 1]
      : tensor<4x10xf32> to tensor<4x5xf32>
  return %s, %r : tensor<4x3xf32>, tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @no_narrow_every_other_column(
// CHECK: linalg.matmul {{.*}} -> tensor<4x10xf32>
func.func @no_narrow_every_other_column(%x: tensor<4x6xf32>,
    %w: tensor<6x10xf32>, %c: tensor<4x10xf32>) -> tensor<4x5xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 0] [4, 5] [1, 2]
      : tensor<4x10xf32> to tensor<4x5xf32>
  return %s : tensor<4x5xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (-m + 3, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @no_narrow_reversed_rows(
// CHECK: linalg.generic {{.*}} outs(%arg2 : tensor<4x10xf32>)
// CHECK: tensor.extract_slice
func.func @no_narrow_reversed_rows(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>,
    %c: tensor<4x10xf32>) -> tensor<2x10xf32> {
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %y = arith.addf %o, %m : f32
    linalg.yield %y : f32
  } -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[1, 0] [2, 10] [1, 1]
      : tensor<4x10xf32> to tensor<2x10xf32>
  return %s : tensor<2x10xf32>
}

// -----

// The loop would compute the product each time.
// CHECK-LABEL: func.func @no_narrow_in_a_loop(
// CHECK: linalg.matmul {{.*}} -> tensor<4x10xf32>
// CHECK: scf.for
func.func @no_narrow_in_a_loop(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>,
    %c: tensor<4x10xf32>, %a: tensor<4x3xf32>, %n: index) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4x3xf32> {
    %s = tensor.extract_slice %p[0, 2] [4, 3] [1, 1]
        : tensor<4x10xf32> to tensor<4x3xf32>
    %y = linalg.add ins(%s, %b : tensor<4x3xf32>, tensor<4x3xf32>)
        outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
    scf.yield %y : tensor<4x3xf32>
  }
  return %r : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @no_narrow_unknown_part(
// CHECK: linalg.matmul {{.*}} -> tensor<4x10xf32>
func.func @no_narrow_unknown_part(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>,
    %c: tensor<4x10xf32>, %i: index) -> tensor<4x3xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, %i] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  return %s : tensor<4x3xf32>
}

// -----

// There is no contraction.
// CHECK-LABEL: func.func @no_narrow_sum(
// CHECK: linalg.add {{.*}} -> tensor<4x10xf32>
func.func @no_narrow_sum(%x: tensor<4x10xf32>, %w: tensor<4x10xf32>)
    -> tensor<4x3xf32> {
  %e = tensor.empty() : tensor<4x10xf32>
  %p = linalg.add ins(%x, %w : tensor<4x10xf32>, tensor<4x10xf32>)
      outs(%e : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 2] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  return %s : tensor<4x3xf32>
}

// -----

// Upstream has no slices of factors without elements.
// CHECK-LABEL: func.func @no_narrow_empty_sum(
// CHECK: linalg.matmul {{.*}} -> tensor<4x10xf32>
func.func @no_narrow_empty_sum(%x: tensor<4x0xf32>, %w: tensor<0x10xf32>,
    %c: tensor<4x10xf32>) -> tensor<4x3xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<4x0xf32>, tensor<0x10xf32>)
      outs(%c : tensor<4x10xf32>) -> tensor<4x10xf32>
  %s = tensor.extract_slice %p[0, 2] [4, 3] [1, 1]
      : tensor<4x10xf32> to tensor<4x3xf32>
  return %s : tensor<4x3xf32>
}

// -----

// A causal mask for more tokens than there are: its first elements are those of
// a smaller one.
// CHECK-LABEL: func.func @narrow_mask(
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<16x16xi32>)
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<16x16xi1>)
// CHECK-NOT: tensor.extract_slice
#id = affine_map<(i, j) -> (i, j)>
func.func @narrow_mask() -> (tensor<16x16xi1>, tensor<32x32xi1>) {
  %e = tensor.empty() : tensor<32x32xi32>
  %keys = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<32x32xi32>) {
  ^bb0(%out: i32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    linalg.yield %0 : i32
  } -> tensor<32x32xi32>
  %f = tensor.empty() : tensor<32x32xi1>
  %mask = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%keys : tensor<32x32xi32>) outs(%f : tensor<32x32xi1>) {
  ^bb0(%key: i32, %out: i1):
    %i = linalg.index 0 : index
    %query = arith.index_cast %i : index to i32
    %0 = arith.cmpi sge, %query, %key : i32
    linalg.yield %0 : i1
  } -> tensor<32x32xi1>
  %part = tensor.extract_slice %mask[0, 0] [16, 16] [1, 1] : tensor<32x32xi1> to tensor<16x16xi1>
  return %part, %mask : tensor<16x16xi1>, tensor<32x32xi1>
}

// -----

// Later elements have other numbers, and an argument is read.
// CHECK-LABEL: func.func @no_narrow_mask(
// CHECK-COUNT-2: tensor.extract_slice
#id = affine_map<(i, j) -> (i, j)>
func.func @no_narrow_mask(%keys: tensor<32x32xi32>) -> (tensor<16x16xi1>, tensor<16x16xi1>) {
  %f = tensor.empty() : tensor<32x32xi1>
  %seen = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<32x32xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.cmpi uge, %i, %j : index
    linalg.yield %0 : i1
  } -> tensor<32x32xi1>
  %late = tensor.extract_slice %seen[16, 0] [16, 16] [1, 1] : tensor<32x32xi1> to tensor<16x16xi1>
  %mask = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%keys : tensor<32x32xi32>) outs(%f : tensor<32x32xi1>) {
  ^bb0(%key: i32, %out: i1):
    %i = linalg.index 0 : index
    %query = arith.index_cast %i : index to i32
    %0 = arith.cmpi sge, %query, %key : i32
    linalg.yield %0 : i1
  } -> tensor<32x32xi1>
  %part = tensor.extract_slice %mask[0, 0] [16, 16] [1, 1] : tensor<32x32xi1> to tensor<16x16xi1>
  return %part, %late : tensor<16x16xi1>, tensor<16x16xi1>
}

// -----

// One element of a mask, without dimensions.
// CHECK-LABEL: func.func @narrow_scalar(
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<1xi32>)
// CHECK: tensor.collapse_shape {{.*}} [] : tensor<1xi32> into tensor<i32>
#id = affine_map<(i) -> (i)>
func.func @narrow_scalar() -> tensor<i32> {
  %0 = tensor.empty() : tensor<8xi32>
  %numbers = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%0 : tensor<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %number = arith.index_cast %i : index to i32
    linalg.yield %number : i32
  } -> tensor<8xi32>
  %first = tensor.extract_slice %numbers[0] [1] [1] : tensor<8xi32> to tensor<i32>
  return %first : tensor<i32>
}

// -----

// The gradient of the weights of a convolution with steps: PyTorch reshapes it
// before it takes the part with as many elements as the window has.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: %[[X:.*]]: tensor<64x2x1x10xf32>
// CHECK: %[[READ:.*]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [64, 2, 1, 9]
// CHECK: linalg.generic {{.*}} ins(%[[READ]], {{.*}} outs({{.*}} : tensor<64x2x8x3xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return
#window = affine_map<(n, g, o, w, c, k) -> (n, g, c, w + 2 * k)>
#factor = affine_map<(n, g, o, w, c, k) -> (g, o, c, k)>
#sum = affine_map<(n, g, o, w, c, k) -> (n, g, o, w)>
func.func @reshaped(%x: tensor<64x2x1x10xf32>, %dy: tensor<2x8x1x4xf32>) -> tensor<64x2x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x2x8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x2x8x4xf32>) -> tensor<64x2x8x4xf32>
  %dw = linalg.generic {indexing_maps = [#window, #factor, #sum],
                        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %dy : tensor<64x2x1x10xf32>, tensor<2x8x1x4xf32>) outs(%f : tensor<64x2x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x2x8x4xf32>
  %flat = tensor.collapse_shape %dw [[0], [1, 2], [3]] : tensor<64x2x8x4xf32> into tensor<64x16x4xf32>
  %part = tensor.extract_slice %flat[0, 0, 0] [64, 16, 3] [1, 1, 1] : tensor<64x16x4xf32> to tensor<64x16x3xf32>
  %split = tensor.expand_shape %part [[0], [1, 2], [3]] output_shape [64, 2, 8, 3] : tensor<64x16x3xf32> into tensor<64x2x8x3xf32>
  return %split : tensor<64x2x8x3xf32>
}

// -----

// The slice takes a part of what is joined, so that it stays behind the product.
// CHECK-LABEL: func.func @joined(
// CHECK: linalg.matmul {{.*}} outs({{.*}} : tensor<4x10xf32>)
// CHECK: tensor.extract_slice {{.*}}[3] [30] [1]
func.func @joined(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>) -> tensor<30xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x10xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x10xf32>) -> tensor<4x10xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>) outs(%f : tensor<4x10xf32>) -> tensor<4x10xf32>
  %flat = tensor.collapse_shape %p [[0, 1]] : tensor<4x10xf32> into tensor<40xf32>
  %part = tensor.extract_slice %flat[3] [30] [1] : tensor<40xf32> to tensor<30xf32>
  return %part : tensor<30xf32>
}

// -----

// Dimensions that a slice drops may be those that it cuts behind a reshape.
// CHECK-LABEL: func.func @reshaped_row(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[W:.*]]: tensor<6x10xf32>
// CHECK: %[[ROW:.*]] = tensor.extract_slice %[[X]][1, 0] [1, 6] [1, 1]
// CHECK: %[[P:.*]] = linalg.matmul ins(%[[ROW]], %[[W]] {{.*}} outs({{.*}} : tensor<1x10xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return {{.*}} : tensor<2x5xf32>
func.func @reshaped_row(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>) -> tensor<2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x10xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x10xf32>) -> tensor<4x10xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>) outs(%f : tensor<4x10xf32>) -> tensor<4x10xf32>
  %heads = tensor.expand_shape %p [[0], [1, 2]] output_shape [4, 2, 5] : tensor<4x10xf32> into tensor<4x2x5xf32>
  %row = tensor.extract_slice %heads[1, 0, 0] [1, 2, 5] [1, 1, 1] : tensor<4x2x5xf32> to tensor<2x5xf32>
  return %row : tensor<2x5xf32>
}
