// RUN: fused-opt %s --fused-merge-sums --canonicalize | FileCheck %s
// RUN: fused-opt %s --fused-merge-sums=numerics=strict --canonicalize | FileCheck %s --check-prefix=STRICT
// RUN: fused-opt %s --fused-fuse-products | FileCheck %s --check-prefix=PRODUCT

// The gradient for the weights of patches, as torch-mlir writes it: the images
// are groups, and a permutation comes before their sum.
// CHECK-LABEL: func.func @images_in_groups
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
// CHECK-NOT: linalg.{{transpose|reduce}}
// CHECK: return
// PRODUCT-LABEL: func.func @images_in_groups
// PRODUCT: fused.matmul epilog(default) ins({{.*}} : tensor<6x32xf32>, tensor<32x48xf32>)
func.func @images_in_groups(%x: tensor<3x2x1x16x16xf32>,
                            %g: tensor<2x6x1x4x4xf32>) -> tensor<6x3x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x2x6x4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x2x6x4x4xf32>)
      -> tensor<3x2x6x4x4xf32>
  %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<4> : tensor<2xi64>}
      ins(%x, %g : tensor<3x2x1x16x16xf32>, tensor<2x6x1x4x4xf32>)
      outs(%1 : tensor<3x2x6x4x4xf32>) -> tensor<3x2x6x4x4xf32>
  %3 = tensor.empty() : tensor<2x6x3x4x4xf32>
  %4 = linalg.transpose ins(%2 : tensor<3x2x6x4x4xf32>)
      outs(%3 : tensor<2x6x3x4x4xf32>) permutation = [1, 2, 0, 3, 4]
  %5 = tensor.empty() : tensor<6x3x4x4xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<6x3x4x4xf32>)
      -> tensor<6x3x4x4xf32>
  %7 = linalg.reduce { arith.addf } ins(%4 : tensor<2x6x3x4x4xf32>)
      outs(%6 : tensor<6x3x4x4xf32>) dimensions = [0]
  return %7 : tensor<6x3x4x4xf32>
}

// A sum over rows is not one over products: one factor would be summed alone.
// CHECK-LABEL: func.func @no_merge_rows
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_rows(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                         %init: tensor<3x9xf32>) -> tensor<3x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5x9xf32>)
      -> tensor<3x5x9xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
      outs(%1 : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<3x5x9xf32>)
      outs(%init : tensor<3x9xf32>) dimensions = [1]
  return %3 : tensor<3x9xf32>
}

// CHECK-LABEL: func.func @no_merge_used
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_used(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                         %init: tensor<5x9xf32>)
    -> (tensor<5x9xf32>, tensor<3x5x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5x9xf32>)
      -> tensor<3x5x9xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
      outs(%1 : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<3x5x9xf32>)
      outs(%init : tensor<5x9xf32>) dimensions = [0]
  return %3, %2 : tensor<5x9xf32>, tensor<3x5x9xf32>
}

// The init would be added once, not three times.
// CHECK-LABEL: func.func @no_merge_init
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_init(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                         %c: tensor<3x5x9xf32>, %init: tensor<5x9xf32>)
    -> tensor<5x9xf32> {
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
      outs(%c : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<3x5x9xf32>)
      outs(%init : tensor<5x9xf32>) dimensions = [0]
  return %3 : tensor<5x9xf32>
}

// The program rounds each product to bf16.
// CHECK-LABEL: func.func @no_merge_bf16
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_bf16(%a: tensor<3x5x7xbf16>, %b: tensor<3x7x9xbf16>,
                         %init: tensor<5x9xbf16>) -> tensor<5x9xbf16> {
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<3x5x9xbf16>
  %1 = linalg.fill ins(%zero : bf16) outs(%0 : tensor<3x5x9xbf16>)
      -> tensor<3x5x9xbf16>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xbf16>, tensor<3x7x9xbf16>)
      outs(%1 : tensor<3x5x9xbf16>) -> tensor<3x5x9xbf16>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<3x5x9xbf16>)
      outs(%init : tensor<5x9xbf16>) dimensions = [0]
  return %3 : tensor<5x9xbf16>
}

// The largest of the products.
// CHECK-LABEL: func.func @no_merge_maximum
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_maximum(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                            %init: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5x9xf32>)
      -> tensor<3x5x9xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
      outs(%1 : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
  %3 = linalg.reduce { arith.maximumf } ins(%2 : tensor<3x5x9xf32>)
      outs(%init : tensor<5x9xf32>) dimensions = [0]
  return %3 : tensor<5x9xf32>
}

// Sums over dimensions of one element are reshapes, and zero loses its sign.
// CHECK-LABEL: func.func @unit_sum
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2], [3, 4]] : tensor<1x5x1x?x1xf32> into tensor<5x?xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}["parallel", "parallel"]{{.*}} ins(%[[X]]
// CHECK: arith.addf %in, %[[ZERO]]
// CHECK: return %[[SUM]]
func.func @unit_sum(%x: tensor<1x5x1x?x1xf32>, %n: index) -> tensor<5x?xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty(%n) : tensor<5x?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<5x?xf32>) -> tensor<5x?xf32>
  %2 = linalg.reduce { arith.addf } ins(%x : tensor<1x5x1x?x1xf32>)
      outs(%1 : tensor<5x?xf32>) dimensions = [0, 2, 4]
  return %2 : tensor<5x?xf32>
}

// As JAX writes it: the loops are in another order than the dimensions.
// CHECK-LABEL: func.func @unit_sum_with_loops_in_another_order
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<1x5x1xbf16> into tensor<5xbf16>
// CHECK-NOT: "reduction"
func.func @unit_sum_with_loops_in_another_order(%x: tensor<1x5x1xbf16>) -> tensor<5xbf16> {
  %zero = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<5xbf16>
  %1 = linalg.fill ins(%zero : bf16) outs(%0 : tensor<5xbf16>) -> tensor<5xbf16>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(c, i, j) -> (i, c, j)>, affine_map<(c, i, j) -> (c)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<1x5x1xbf16>) outs(%1 : tensor<5xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %3 = arith.addf %out, %in : bf16
    linalg.yield %3 : bf16
  } -> tensor<5xbf16>
  return %2 : tensor<5xbf16>
}

// CHECK-LABEL: func.func @no_drop_unknown_size
// CHECK: linalg.reduce
func.func @no_drop_unknown_size(%x: tensor<?x5xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<5xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.reduce { arith.addf } ins(%x : tensor<?x5xf32>)
      outs(%1 : tensor<5xf32>) dimensions = [0]
  return %2 : tensor<5xf32>
}

// CHECK-LABEL: func.func @no_drop_sum_into_another
// CHECK: linalg.reduce
func.func @no_drop_sum_into_another(%x: tensor<1x5xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<1x5xf32>)
      outs(%init : tensor<5xf32>) dimensions = [0]
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @no_drop_permuted_sum
// CHECK: arith.addf
func.func @no_drop_permuted_sum(%x: tensor<1x5x3xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x5xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(u, i, j) -> (u, i, j)>, affine_map<(u, i, j) -> (j, i)>],
      iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x : tensor<1x5x3xf32>) outs(%1 : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.addf %in, %out : f32
    linalg.yield %3 : f32
  } -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}

#id = affine_map<(a, b, c, d) -> (a, b, c, d)>

// The same in mixed precision: each image is rounded, and their sum is one of
// bf16. Strict keeps these roundings.
// CHECK-LABEL: func.func @rounded_images
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
// CHECK: arith.truncf
// CHECK-NOT: linalg.reduce
// CHECK: return
// STRICT-LABEL: func.func @rounded_images
// STRICT: linalg.conv_2d_ngchw_gfchw
// STRICT: arith.truncf
// STRICT: linalg.reduce
// PRODUCT-LABEL: func.func @rounded_images
// PRODUCT: fused.matmul epilog(default) ins({{.*}} : tensor<6x32xbf16>, tensor<32x48xbf16>) {{.*}} -> tensor<6x48xbf16>
func.func @rounded_images(%x: tensor<3x2x1x16x16xbf16>,
    %g: tensor<2x6x1x4x4xbf16>) -> tensor<6x3x4x4xbf16> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<3x2x6x4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x2x6x4x4xf32>)
      -> tensor<3x2x6x4x4xf32>
  %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<4> : tensor<2xi64>}
      ins(%x, %g : tensor<3x2x1x16x16xbf16>, tensor<2x6x1x4x4xbf16>)
      outs(%1 : tensor<3x2x6x4x4xf32>) -> tensor<3x2x6x4x4xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]]
      : tensor<3x2x6x4x4xf32> into tensor<3x12x4x4xf32>
  %e = tensor.empty() : tensor<3x12x4x4xbf16>
  %4 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%3 : tensor<3x12x4x4xf32>) outs(%e : tensor<3x12x4x4xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %y = arith.truncf %i : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<3x12x4x4xbf16>
  %5 = tensor.expand_shape %4 [[0], [1, 2], [3], [4]]
      output_shape [3, 2, 6, 4, 4]
      : tensor<3x12x4x4xbf16> into tensor<3x2x6x4x4xbf16>
  %6 = tensor.empty() : tensor<2x6x3x4x4xbf16>
  %7 = linalg.transpose ins(%5 : tensor<3x2x6x4x4xbf16>)
      outs(%6 : tensor<2x6x3x4x4xbf16>) permutation = [1, 2, 0, 3, 4]
  %8 = tensor.empty() : tensor<6x3x4x4xbf16>
  %f = linalg.fill ins(%start : bf16) outs(%8 : tensor<6x3x4x4xbf16>)
      -> tensor<6x3x4x4xbf16>
  %9 = linalg.reduce { arith.addf } ins(%7 : tensor<2x6x3x4x4xbf16>)
      outs(%f : tensor<6x3x4x4xbf16>) dimensions = [0]
  return %9 : tensor<6x3x4x4xbf16>
}

// CHECK-LABEL: func.func @no_merge_rounded_and_used
// CHECK: linalg.conv_2d_ngchw_gfchw
// CHECK: linalg.reduce
func.func @no_merge_rounded_and_used(%x: tensor<3x2x1x16x16xbf16>,
    %g: tensor<2x6x1x4x4xbf16>) -> (tensor<6x3x4x4xbf16>, tensor<3x12x4x4xbf16>) {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<3x2x6x4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x2x6x4x4xf32>)
      -> tensor<3x2x6x4x4xf32>
  %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<4> : tensor<2xi64>}
      ins(%x, %g : tensor<3x2x1x16x16xbf16>, tensor<2x6x1x4x4xbf16>)
      outs(%1 : tensor<3x2x6x4x4xf32>) -> tensor<3x2x6x4x4xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]]
      : tensor<3x2x6x4x4xf32> into tensor<3x12x4x4xf32>
  %e = tensor.empty() : tensor<3x12x4x4xbf16>
  %4 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%3 : tensor<3x12x4x4xf32>) outs(%e : tensor<3x12x4x4xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %y = arith.truncf %i : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<3x12x4x4xbf16>
  %5 = tensor.expand_shape %4 [[0], [1, 2], [3], [4]]
      output_shape [3, 2, 6, 4, 4]
      : tensor<3x12x4x4xbf16> into tensor<3x2x6x4x4xbf16>
  %6 = tensor.empty() : tensor<2x6x3x4x4xbf16>
  %7 = linalg.transpose ins(%5 : tensor<3x2x6x4x4xbf16>)
      outs(%6 : tensor<2x6x3x4x4xbf16>) permutation = [1, 2, 0, 3, 4]
  %8 = tensor.empty() : tensor<6x3x4x4xbf16>
  %f = linalg.fill ins(%start : bf16) outs(%8 : tensor<6x3x4x4xbf16>)
      -> tensor<6x3x4x4xbf16>
  %9 = linalg.reduce { arith.addf } ins(%7 : tensor<2x6x3x4x4xbf16>)
      outs(%f : tensor<6x3x4x4xbf16>) dimensions = [0]
  return %9, %4 : tensor<6x3x4x4xbf16>, tensor<3x12x4x4xbf16>
}

// CHECK-LABEL: func.func @no_merge_rounded_sum_from_one
// CHECK: linalg.conv_2d_ngchw_gfchw
// CHECK: linalg.reduce
func.func @no_merge_rounded_sum_from_one(%x: tensor<3x2x1x16x16xbf16>,
    %g: tensor<2x6x1x4x4xbf16>) -> tensor<6x3x4x4xbf16> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant 1.0 : bf16
  %0 = tensor.empty() : tensor<3x2x6x4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x2x6x4x4xf32>)
      -> tensor<3x2x6x4x4xf32>
  %2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<4> : tensor<2xi64>}
      ins(%x, %g : tensor<3x2x1x16x16xbf16>, tensor<2x6x1x4x4xbf16>)
      outs(%1 : tensor<3x2x6x4x4xf32>) -> tensor<3x2x6x4x4xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]]
      : tensor<3x2x6x4x4xf32> into tensor<3x12x4x4xf32>
  %e = tensor.empty() : tensor<3x12x4x4xbf16>
  %4 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%3 : tensor<3x12x4x4xf32>) outs(%e : tensor<3x12x4x4xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %y = arith.truncf %i : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<3x12x4x4xbf16>
  %5 = tensor.expand_shape %4 [[0], [1, 2], [3], [4]]
      output_shape [3, 2, 6, 4, 4]
      : tensor<3x12x4x4xbf16> into tensor<3x2x6x4x4xbf16>
  %6 = tensor.empty() : tensor<2x6x3x4x4xbf16>
  %7 = linalg.transpose ins(%5 : tensor<3x2x6x4x4xbf16>)
      outs(%6 : tensor<2x6x3x4x4xbf16>) permutation = [1, 2, 0, 3, 4]
  %8 = tensor.empty() : tensor<6x3x4x4xbf16>
  %f = linalg.fill ins(%start : bf16) outs(%8 : tensor<6x3x4x4xbf16>)
      -> tensor<6x3x4x4xbf16>
  %9 = linalg.reduce { arith.addf } ins(%7 : tensor<2x6x3x4x4xbf16>)
      outs(%f : tensor<6x3x4x4xbf16>) dimensions = [0]
  return %9 : tensor<6x3x4x4xbf16>
}

// JAX writes the gradients of a layer for each example as products without a
// sum, and their mean as a sum.
// CHECK-LABEL: func.func @gradients_of_examples
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["reduction", "parallel", "parallel"]}
// CHECK-SAME: ins(%arg0, %arg1 :
// CHECK-NOT: linalg.{{transpose|reduce}}
// CHECK: return
// PRODUCT-LABEL: func.func @gradients_of_examples
// PRODUCT: fused.matmul epilog(default) transpose_a ins(%arg1, %arg0 :
func.func @gradients_of_examples(%g: tensor<3x5xf32>, %x: tensor<3x7xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x5x7xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m)>, affine_map<(b, m, n) -> (b, n)>,
                       affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %x : tensor<3x5xf32>, tensor<3x7xf32>) outs(%1 : tensor<3x5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5x7xf32>
  %3 = tensor.empty() : tensor<3x7x5xf32>
  %4 = linalg.transpose ins(%2 : tensor<3x5x7xf32>) outs(%3 : tensor<3x7x5xf32>) permutation = [0, 2, 1]
  %5 = tensor.empty() : tensor<7x5xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<7x5xf32>) -> tensor<7x5xf32>
  %7 = linalg.reduce { arith.addf } ins(%4 : tensor<3x7x5xf32>)
      outs(%6 : tensor<7x5xf32>) dimensions = [0]
  return %7 : tensor<7x5xf32>
}

// A product of matrices that repeats them first. One is widened.
// CHECK-LABEL: func.func @repeated_and_multiplied
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%[[X]], %arg1 : tensor<6x5xf32>, tensor<7x5xbf16>)
// CHECK: arith.extf
// CHECK-NOT: linalg.generic
// CHECK: return
// PRODUCT-LABEL: func.func @repeated_and_multiplied
// PRODUCT: fused.matmul epilog(default) transpose_b
func.func @repeated_and_multiplied(%x: tensor<6x1x5xf32>, %w: tensor<7x5xbf16>,
                                   %init: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %0 = tensor.empty() : tensor<6x7x5xf32>
  %repeated = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<7x5xbf16>) outs(%0 : tensor<6x7x5xf32>) {
  ^bb0(%a: bf16, %out: f32):
    %f = arith.extf %a : bf16 to f32
    linalg.yield %f : f32
  } -> tensor<6x7x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, 0, k)>, affine_map<(m, n, k) -> (m, n, k)>,
                       affine_map<(m, n, k) -> (m, n, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %repeated : tensor<6x1x5xf32>, tensor<6x7x5xf32>) outs(%0 : tensor<6x7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<6x7x5xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<6x7x5xf32>)
      outs(%init : tensor<6x7xf32>) dimensions = [2]
  return %2 : tensor<6x7xf32>
}

// Each element is used for one result.
// CHECK-LABEL: func.func @no_merge_rows_times_rows
// CHECK: linalg.mul
// CHECK: linalg.reduce
func.func @no_merge_rows_times_rows(%a: tensor<6x5xf32>, %b: tensor<6x5xf32>,
                                    %init: tensor<6xf32>) -> tensor<6xf32> {
  %0 = tensor.empty() : tensor<6x5xf32>
  %1 = linalg.mul ins(%a, %b : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<6x5xf32>)
      outs(%init : tensor<6xf32>) dimensions = [1]
  return %2 : tensor<6xf32>
}

// The first row alone is a part of the tensor, not a dimension of size one.
// CHECK-LABEL: func.func @no_merge_first_row
// CHECK: arith.mulf
// CHECK: linalg.reduce
func.func @no_merge_first_row(%x: tensor<6x4x5xf32>, %w: tensor<7x5xf32>,
                              %init: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %0 = tensor.empty() : tensor<6x7x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, 0, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<6x4x5xf32>, tensor<7x5xf32>) outs(%0 : tensor<6x7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<6x7x5xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<6x7x5xf32>)
      outs(%init : tensor<6x7xf32>) dimensions = [2]
  return %2 : tensor<6x7xf32>
}

// Each product is rounded to 16 bits before the sum.
// CHECK-LABEL: func.func @no_merge_rounded_elements
// CHECK: arith.mulf {{.*}} : bf16
// CHECK: linalg.reduce
func.func @no_merge_rounded_elements(%x: tensor<6x5xbf16>, %w: tensor<7x5xbf16>,
                                     %init: tensor<6x7xbf16>) -> tensor<6x7xbf16> {
  %0 = tensor.empty() : tensor<6x7x5xbf16>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<6x5xbf16>, tensor<7x5xbf16>) outs(%0 : tensor<6x7x5xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %out: bf16):
    %p = arith.mulf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<6x7x5xbf16>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<6x7x5xbf16>)
      outs(%init : tensor<6x7xbf16>) dimensions = [2]
  return %2 : tensor<6x7xbf16>
}

// Squares of what is repeated: the first loop runs along neither factor.
// CHECK-LABEL: func.func @no_merge_repeated_squares
// CHECK: arith.mulf
// CHECK: linalg.reduce
func.func @no_merge_repeated_squares(%x: tensor<6x5xf32>, %init: tensor<7x6xf32>) -> tensor<7x6xf32> {
  %0 = tensor.empty() : tensor<7x6x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(b, m, k) -> (m, k)>, affine_map<(b, m, k) -> (m, k)>,
                       affine_map<(b, m, k) -> (b, m, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %x : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<7x6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<7x6x5xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<7x6x5xf32>)
      outs(%init : tensor<7x6xf32>) dimensions = [2]
  return %2 : tensor<7x6xf32>
}

// The gradient of keys that two heads share, with the summed dimension kept, as
// torch-mlir writes it: the heads become a part of what is summed.
// CHECK-LABEL: func.func @shared_keys
// CHECK: %[[A:.*]] = tensor.expand_shape %arg0 {{.*}} into tensor<3x2x4x5x7xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %arg1 {{.*}} into tensor<3x2x4x7x9xf32>
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%[[A]], %[[B]] :
// CHECK-NOT: linalg.{{batch_matmul|generic}}
// CHECK: return
// PRODUCT-LABEL: func.func @shared_keys
// PRODUCT: fused.matmul epilog(default) {{.*}}ins({{.*}} : tensor<6x5x28xf32>, tensor<6x28x9xf32>)
func.func @shared_keys(%a: tensor<24x5x7xf32>, %b: tensor<24x7x9xf32>)
    -> tensor<3x2x1x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<24x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<24x5x9xf32>)
      -> tensor<24x5x9xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<24x5x7xf32>, tensor<24x7x9xf32>)
      outs(%1 : tensor<24x5x9xf32>) -> tensor<24x5x9xf32>
  %3 = tensor.expand_shape %2 [[0, 1, 2], [3], [4]]
      output_shape [3, 2, 4, 5, 9]
      : tensor<24x5x9xf32> into tensor<3x2x4x5x9xf32>
  %4 = tensor.empty() : tensor<3x2x1x5x9xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<3x2x1x5x9xf32>)
      -> tensor<3x2x1x5x9xf32>
  %6 = linalg.generic {
      indexing_maps = [
        affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>,
        affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel",
                        "parallel"]}
      ins(%3 : tensor<3x2x4x5x9xf32>) outs(%5 : tensor<3x2x1x5x9xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %y = arith.addf %x, %sum : f32
    linalg.yield %y : f32
  } -> tensor<3x2x1x5x9xf32>
  return %6 : tensor<3x2x1x5x9xf32>
}

// The same in a batch of one example, of weights that were transposed before
// the heads became the only batch: what was transposed is read.
// CHECK-LABEL: func.func @shared_keys_of_one
// CHECK-SAME: %[[A:.*]]: tensor<1x4x7x5xf32>, %[[B:.*]]: tensor<4x7x9xf32>
// CHECK: %[[W:.*]] = tensor.collapse_shape %[[A]] {{.*}} into tensor<4x7x5xf32>
// CHECK: %[[HEADS:.*]] = tensor.expand_shape %[[W]] {{.*}} into tensor<2x2x7x5xf32>
// CHECK: linalg.generic {{.*}} ins(%[[HEADS]], %{{.*}} :
// PRODUCT-LABEL: func.func @shared_keys_of_one
// PRODUCT: fused.matmul epilog(default) transpose_a ins({{.*}} : tensor<2x14x5xf32>, tensor<2x14x9xf32>)
func.func @shared_keys_of_one(%w: tensor<1x4x7x5xf32>, %b: tensor<4x7x9xf32>)
    -> tensor<2x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %heads = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<1x4x7x5xf32> into tensor<4x7x5xf32>
  %t0 = tensor.empty() : tensor<4x5x7xf32>
  %t = linalg.transpose ins(%heads : tensor<4x7x5xf32>) outs(%t0 : tensor<4x5x7xf32>) permutation = [0, 2, 1]
  %0 = tensor.empty() : tensor<4x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x5x9xf32>)
      -> tensor<4x5x9xf32>
  %2 = linalg.batch_matmul ins(%t, %b : tensor<4x5x7xf32>, tensor<4x7x9xf32>)
      outs(%1 : tensor<4x5x9xf32>) -> tensor<4x5x9xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 2, 5, 9]
      : tensor<4x5x9xf32> into tensor<2x2x5x9xf32>
  %4 = tensor.empty() : tensor<2x5x9xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<2x5x9xf32>)
      -> tensor<2x5x9xf32>
  %6 = linalg.reduce { arith.addf } ins(%3 : tensor<2x2x5x9xf32>)
      outs(%5 : tensor<2x5x9xf32>) dimensions = [1]
  return %6 : tensor<2x5x9xf32>
}

// Through two reshapes and a permutation, and of factors whose heads come after
// the tokens: these are permuted before they are reshaped.
// CHECK-LABEL: func.func @shared_keys_permuted
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg1 {{.*}} permutation = [0, 2, 1, 3]
// CHECK: tensor.expand_shape %[[T]] {{.*}} into tensor<3x2x4x7x9xf32>
// CHECK: linalg.generic
// CHECK-SAME: outs({{.*}} : tensor<3x5x2x9xf32>)
// CHECK-NOT: linalg.{{generic|reduce}}
// CHECK: return
// PRODUCT-LABEL: func.func @shared_keys_permuted
// PRODUCT: fused.matmul epilog(default) transpose_a ins({{.*}} : tensor<6x28x5xf32>, tensor<6x28x9xf32>)
func.func @shared_keys_permuted(%a: tensor<3x8x7x5xf32>,
                                %b: tensor<3x7x8x9xf32>)
    -> tensor<3x5x2x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x8x5x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x8x5x9xf32>)
      -> tensor<3x8x5x9xf32>
  %2 = linalg.generic {
      indexing_maps = [
        affine_map<(e, h, i, j, k) -> (e, h, k, i)>,
        affine_map<(e, h, i, j, k) -> (e, k, h, j)>,
        affine_map<(e, h, i, j, k) -> (e, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction"]}
      ins(%a, %b : tensor<3x8x7x5xf32>, tensor<3x7x8x9xf32>)
      outs(%1 : tensor<3x8x5x9xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x8x5x9xf32>
  %3 = tensor.empty() : tensor<3x5x8x9xf32>
  %4 = linalg.transpose ins(%2 : tensor<3x8x5x9xf32>)
      outs(%3 : tensor<3x5x8x9xf32>) permutation = [0, 2, 1, 3]
  %5 = tensor.expand_shape %4 [[0], [1], [2, 3], [4]]
      output_shape [3, 5, 2, 4, 9]
      : tensor<3x5x8x9xf32> into tensor<3x5x2x4x9xf32>
  %6 = tensor.empty() : tensor<3x5x2x9xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<3x5x2x9xf32>)
      -> tensor<3x5x2x9xf32>
  %8 = linalg.reduce { arith.addf } ins(%5 : tensor<3x5x2x4x9xf32>)
      outs(%7 : tensor<3x5x2x9xf32>) dimensions = [3]
  return %8 : tensor<3x5x2x9xf32>
}

// Parts of the rows are no batch.
// CHECK-LABEL: func.func @no_merge_parts_of_rows
// CHECK: linalg.batch_matmul
// CHECK: linalg.reduce
func.func @no_merge_parts_of_rows(%a: tensor<3x8x7xf32>, %b: tensor<3x7x9xf32>)
    -> tensor<3x2x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x8x9xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x8x9xf32>)
      -> tensor<3x8x9xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<3x8x7xf32>, tensor<3x7x9xf32>)
      outs(%1 : tensor<3x8x9xf32>) -> tensor<3x8x9xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2], [3]] output_shape [3, 2, 4, 9]
      : tensor<3x8x9xf32> into tensor<3x2x4x9xf32>
  %4 = tensor.empty() : tensor<3x2x9xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<3x2x9xf32>)
      -> tensor<3x2x9xf32>
  %6 = linalg.reduce { arith.addf } ins(%3 : tensor<3x2x4x9xf32>)
      outs(%5 : tensor<3x2x9xf32>) dimensions = [2]
  return %6 : tensor<3x2x9xf32>
}

// A sum of everything stays, and so does what it adds up.
// CHECK-LABEL: func.func @no_merge_everything(
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]}
// CHECK: tensor.expand_shape
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "reduction"]}
func.func @no_merge_everything(%a: tensor<6x3xf32>, %b: tensor<6x3xf32>) -> tensor<1x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<6x3xf32>, tensor<6x3xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  %3 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %g = tensor.empty() : tensor<1x1xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<1x1xf32>) -> tensor<1x1xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, 0)>], iterator_types = ["reduction", "reduction"]}
      ins(%3 : tensor<2x3xf32>) outs(%h : tensor<1x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %o, %x : f32
    linalg.yield %1 : f32
  } -> tensor<1x1xf32>
  return %4 : tensor<1x1xf32>
}

// A bilinear layer, as torch-mlir writes it: the weights times one input, times
// the other, and two sums. The inputs are multiplied first.
// CHECK-LABEL: func.func @three_factors(
// CHECK: %[[XY:.*]] = linalg.generic {{.*}} ins(%arg1, %arg2 : tensor<5x7xf32>, tensor<5x9xf32>)
// CHECK: arith.mulf
// CHECK: -> tensor<5x7x9xf32>
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME: ins(%[[XY]], %arg0 : tensor<5x7x9xf32>, tensor<6x7x9xf32>)
// CHECK-NOT: linalg.reduce
// CHECK: return
// STRICT-LABEL: func.func @three_factors(
// STRICT: linalg.generic {{.*}} ins(%arg0, %arg1 :
// STRICT: -> tensor<5x6x7x9xf32>
// PRODUCT-LABEL: func.func @three_factors(
// PRODUCT: fused.matmul epilog(bias) transpose_b {{.*}} : tensor<5x63xf32>, tensor<6x63xf32>) bias(%arg3 :
func.func @three_factors(%w: tensor<6x7x9xf32>, %x: tensor<5x7xf32>,
                         %y: tensor<5x9xf32>, %bias: tensor<6xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<5x6x7x9xf32>
  %wx = linalg.generic {
      indexing_maps = [affine_map<(b, o, i, j) -> (o, i, j)>,
                       affine_map<(b, o, i, j) -> (b, i)>,
                       affine_map<(b, o, i, j) -> (b, o, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<6x7x9xf32>, tensor<5x7xf32>) outs(%e4 : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %wxy = linalg.generic {
      indexing_maps = [affine_map<(b, o, i, j) -> (b, o, i, j)>,
                       affine_map<(b, o, i, j) -> (b, j)>,
                       affine_map<(b, o, i, j) -> (b, o, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wx, %y : tensor<5x6x7x9xf32>, tensor<5x9xf32>) outs(%e4 : tensor<5x6x7x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7x9xf32>
  %e3 = tensor.empty() : tensor<5x6x7xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<5x6x7xf32>) -> tensor<5x6x7xf32>
  %s3 = linalg.reduce { arith.addf } ins(%wxy : tensor<5x6x7x9xf32>)
      outs(%z3 : tensor<5x6x7xf32>) dimensions = [3]
  %e2 = tensor.empty() : tensor<5x6xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %s2 = linalg.reduce { arith.addf } ins(%s3 : tensor<5x6x7xf32>)
      outs(%z2 : tensor<5x6xf32>) dimensions = [2]
  %d = linalg.generic {
      indexing_maps = [affine_map<(b, o) -> (b, o)>, affine_map<(b, o) -> (o)>,
                       affine_map<(b, o) -> (b, o)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s2, %bias : tensor<5x6xf32>, tensor<6xf32>) outs(%e2 : tensor<5x6xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %a = arith.addf %l, %r : f32
    linalg.yield %a : f32
  } -> tensor<5x6xf32>
  return %d : tensor<5x6xf32>
}

// Something else reads the product of two.
// CHECK-LABEL: func.func @no_group_used(
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 :
// CHECK: linalg.generic
// CHECK: linalg.reduce
func.func @no_group_used(%w: tensor<6x9xf32>, %x: tensor<5x9xf32>, %y: tensor<5x6xf32>)
    -> (tensor<6x9xf32>, tensor<5x6x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %e3 = tensor.empty() : tensor<5x6x9xf32>
  %wx = linalg.generic {
      indexing_maps = [affine_map<(b, o, i) -> (o, i)>, affine_map<(b, o, i) -> (b, i)>,
                       affine_map<(b, o, i) -> (b, o, i)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<6x9xf32>, tensor<5x9xf32>) outs(%e3 : tensor<5x6x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x9xf32>
  %wxy = linalg.generic {
      indexing_maps = [affine_map<(b, o, i) -> (b, o, i)>, affine_map<(b, o, i) -> (b, o)>,
                       affine_map<(b, o, i) -> (b, o, i)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%wx, %y : tensor<5x6x9xf32>, tensor<5x6xf32>) outs(%e3 : tensor<5x6x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x9xf32>
  %e2 = tensor.empty() : tensor<6x9xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6x9xf32>) -> tensor<6x9xf32>
  %s2 = linalg.reduce { arith.addf } ins(%wxy : tensor<5x6x9xf32>)
      outs(%z2 : tensor<6x9xf32>) dimensions = [0]
  return %s2, %wx : tensor<6x9xf32>, tensor<5x6x9xf32>
}

// No two factors leave a third one whose elements are used several times.
// CHECK-LABEL: func.func @no_group_rows(
// CHECK: linalg.mul ins(%arg0, %arg1 :
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg2 :
// CHECK: linalg.reduce
func.func @no_group_rows(%w: tensor<5x9xf32>, %x: tensor<5x9xf32>, %y: tensor<5xf32>)
    -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x9xf32>
  %wx = linalg.mul ins(%w, %x : tensor<5x9xf32>, tensor<5x9xf32>)
      outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  %wxy = linalg.generic {
      indexing_maps = [affine_map<(b, i) -> (b, i)>, affine_map<(b, i) -> (b)>,
                       affine_map<(b, i) -> (b, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wx, %y : tensor<5x9xf32>, tensor<5xf32>) outs(%e : tensor<5x9xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x9xf32>
  %f = tensor.empty() : tensor<5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.reduce { arith.addf } ins(%wxy : tensor<5x9xf32>)
      outs(%z : tensor<5xf32>) dimensions = [1]
  return %s : tensor<5xf32>
}

// What is summed is the second input of an operation that copies it.
// CHECK-LABEL: func.func @sum_of_second_input(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}["reduction", "parallel", "parallel"]{{.*}} ins(%arg0, %arg1 :
// CHECK: return %[[D]]
func.func @sum_of_second_input(%a: tensor<5x6xf32>, %b: tensor<5x7xf32>, %c: tensor<5x6x7xf32>)
    -> tensor<6x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e3 = tensor.empty() : tensor<5x6x7xf32>
  %ab = linalg.generic {
      indexing_maps = [affine_map<(b, o, i) -> (b, o)>, affine_map<(b, o, i) -> (b, i)>,
                       affine_map<(b, o, i) -> (b, o, i)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<5x6xf32>, tensor<5x7xf32>) outs(%e3 : tensor<5x6x7xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    linalg.yield %m : f32
  } -> tensor<5x6x7xf32>
  %copy = linalg.map ins(%c, %ab : tensor<5x6x7xf32>, tensor<5x6x7xf32>)
      outs(%e3 : tensor<5x6x7xf32>) (%l: f32, %r: f32, %o: f32) {
    linalg.yield %r : f32
  }
  %e2 = tensor.empty() : tensor<6x7xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6x7xf32>) -> tensor<6x7xf32>
  %s2 = linalg.reduce { arith.addf } ins(%copy : tensor<5x6x7xf32>)
      outs(%z2 : tensor<6x7xf32>) dimensions = [0]
  return %s2 : tensor<6x7xf32>
}
