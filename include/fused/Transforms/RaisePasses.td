//===- RaisePasses.td - Passes that find products ----------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which pipelines run them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_RAISEPASSES_TD
#define FUSED_TRANSFORMS_RAISEPASSES_TD

include "fused/Transforms/NumericsPass.td"

def RaiseErrorFunctions : Pass<"fused-raise-error-functions"> {
  let summary = "Make formulas of erf and erfc the functions again";
  let description = [{
    Front ends write erf and erfc as polynomials, exponentials and quotients, in
    some 60 operations. This pass writes `math.erf` and `math.erfc` in place of
    such formulas, in the body of one operation or in elementwise operations
    that read each other's results. Targets have functions of fewer operations.

    The pass evaluates formulas of up to 160 operations with at least 8 different
    constants that depend on one value, in double precision, and compares the
    results with both functions. In f32 they may differ by 1e-6 of the result, in
    f64 by 1e-14.

    Example:

    ```mlir
    // before: --fused-raise-error-functions --canonicalize
    #map = affine_map<(i) -> (i)>
    func.func @erf(%x: tensor<8xf32>) -> tensor<8xf32> {
      %least = arith.constant -4.000000e+00 : f32
      %most = arith.constant 4.000000e+00 : f32
      %a6 = arith.constant -2.72614237E-10 : f32
      %a5 = arith.constant 2.77068146E-8 : f32
      %a4 = arith.constant -2.10102394E-6 : f32
      %a3 = arith.constant -5.69250624E-5 : f32
      %a2 = arith.constant -7.34990637E-4 : f32
      %a1 = arith.constant -2.954600e-03 : f32
      %a0 = arith.constant -0.0160960332 : f32
      %b4 = arith.constant -1.45660715E-5 : f32
      %b3 = arith.constant -2.13374049E-4 : f32
      %b2 = arith.constant -0.00168282702 : f32
      %b1 = arith.constant -0.00737332925 : f32
      %b0 = arith.constant -0.0142647391 : f32
      %empty = tensor.empty() : tensor<8xf32>
      %y = linalg.generic {indexing_maps = [#map, #map],
                           iterator_types = ["parallel"]}
          ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.maximumf %in, %least : f32
        %c = arith.minimumf %0, %most : f32
        %s = arith.mulf %c, %c : f32
        %1 = math.fma %a6, %s, %a5 : f32
        %2 = math.fma %1, %s, %a4 : f32
        %3 = math.fma %2, %s, %a3 : f32
        %4 = math.fma %3, %s, %a2 : f32
        %5 = math.fma %4, %s, %a1 : f32
        %6 = math.fma %5, %s, %a0 : f32
        %7 = math.fma %b4, %s, %b3 : f32
        %8 = math.fma %7, %s, %b2 : f32
        %9 = math.fma %8, %s, %b1 : f32
        %10 = math.fma %9, %s, %b0 : f32
        %11 = arith.mulf %c, %6 : f32
        %12 = arith.divf %11, %10 : f32
        linalg.yield %12 : f32
      } -> tensor<8xf32>
      return %y : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0) -> (d0)>
    func.func @erf(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = tensor.empty() : tensor<8xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map],
                           iterator_types = ["parallel"]}
          ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %2 = math.erf %in : f32
        linalg.yield %2 : f32
      } -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

def NarrowContractions : Pass<"fused-narrow-contractions"> {
  let summary = "Compute only the part of contractions and masks that is read";
  let description = [{
    Where a `tensor.extract_slice` is all that reads a contraction, or an
    elementwise operation on one, computes only the elements in the slice, from
    slices of the operands, also if a reshape of other dimensions is between
    them. Slices move on through operations that only copy, so that a product
    still reads a transposed tensor. Examples are the scores of the last token,
    the gradient of a concatenation if only one part needs one, and the gradient
    of a convolution that reads no later elements. An epilog behind the slice is
    then one behind the product.

    Slices also move through operations that compute their elements from the
    numbers of loops, such as a causal mask for more tokens than there are. Then
    what reads the mask can compute it.

    Sizes have to be known, and a slice takes neighbours. Indices have to be
    sums of loops.

    Example:

    ```mlir
    // before: --fused-narrow-contractions --canonicalize
    func.func @part(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>)
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
    ```

    becomes

    ```mlir
    // after
    func.func @part(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>)
        -> tensor<4x3xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.extract_slice %w[0, 5] [6, 3] [1, 1]
          : tensor<6x10xf32> to tensor<6x3xf32>
      %1 = tensor.empty() : tensor<4x3xf32>
      %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<4x3xf32>)
          -> tensor<4x3xf32>
      %3 = linalg.matmul ins(%x, %0 : tensor<4x6xf32>, tensor<6x3xf32>)
          outs(%2 : tensor<4x3xf32>) -> tensor<4x3xf32>
      return %3 : tensor<4x3xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MergeSums : NumericsPass<"fused-merge-sums"> {
  let summary = "Sum over a batch of products within the product";
  let description = [{
    Some front ends write the gradient for the weights of a convolution as a
    convolution for each image of a batch, and sum the results. The pass makes
    the sum part of the contraction, so that there is one product instead of a
    batch of them. The contraction must start from zeros, in f32 or f64, and
    nothing else may use its result. Both factors must run along what is summed.
    Where the contract permits one rounding, the results may be rounded to 16
    bits and summed in these: the sum is rounded instead.

    A sum over an elementwise product of two tensors, which may be repeated
    first, becomes a contraction, too, if each of their elements is used for at
    least four results. JAX writes the gradients of a layer in this way for
    each example of `vmap`, before their mean. Where the contract permits another
    order of factors, two of three are multiplied first if this makes such a
    contraction. A power of two that multiplies a factor of 16 bits, which is
    widened for this, multiplies the result instead.

    A sum from zero over dimensions of one element becomes a reshape and an
    addition of zero, which decides the sign of zero. JAX writes it for
    dimensions that `vmap` and broadcasts add.

    Example:

    ```mlir
    // before: --fused-merge-sums --canonicalize
    func.func @gradient(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                        %init: tensor<5x9xf32>) -> tensor<5x9xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<3x5x9xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x5x9xf32>)
          -> tensor<3x5x9xf32>
      %2 = linalg.batch_matmul
          ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
          outs(%1 : tensor<3x5x9xf32>) -> tensor<3x5x9xf32>
      %3 = linalg.reduce { arith.addf } ins(%2 : tensor<3x5x9xf32>)
          outs(%init : tensor<5x9xf32>) dimensions = [0]
      return %3 : tensor<5x9xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @gradient(%a: tensor<3x5x7xf32>, %b: tensor<3x7x9xf32>,
                        %init: tensor<5x9xf32>) -> tensor<5x9xf32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(i, m, n, k) -> (i, m, k)>,
                           affine_map<(i, m, n, k) -> (i, k, n)>,
                           affine_map<(i, m, n, k) -> (m, n)>],
          iterator_types = ["reduction", "parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<3x5x7xf32>, tensor<3x7x9xf32>)
          outs(%init : tensor<5x9xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %1 = arith.mulf %in, %in_0 : f32
        %2 = arith.addf %out, %1 : f32
        linalg.yield %2 : f32
      } -> tensor<5x9xf32>
      return %0 : tensor<5x9xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DropInsertedZeros : NumericsPass<"fused-drop-inserted-zeros"> {
  let summary = "Leave out multiplications by zeros that a program inserts";
  let description = [{
    The gradients of a convolution with strides, and transposed convolutions,
    are written as convolutions of a tensor between whose elements zeros are
    inserted: `tensor.insert_slice` with strides into zeros. Most of their
    multiplications are by these zeros. The pass rewrites such an operation to
    one on the elements alone:

    *  A loop of the sum along a dimension with zeros runs along the elements.
       The other factor is read with steps.
    *  A loop of the result along such a dimension does, too. The other results
       are zero.
    *  If the index is the sum of a loop of the result and one of the sum, which
       has at most as many iterations as the elements are apart, then at most
       one iteration meets an element. The result is computed for each element
       and each iteration, with the other factor reversed, and reshaped.

    Zero times a NaN or an infinity is NaN, so results may differ
    (`docs/Numerics.md`). With `numerics=strict`, the pass changes nothing.

    Example, the gradient for the weights of a convolution with steps of 4:

    ```mlir
    // before: --fused-drop-inserted-zeros --canonicalize
    func.func @weight_gradient(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
        -> tensor<4x3x5xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<2x13x5xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x13x5xf32>)
          -> tensor<2x13x5xf32>
      %dilated = tensor.insert_slice %g into %1[0, 0, 0] [2, 4, 5] [1, 4, 1]
          : tensor<2x4x5xf32> into tensor<2x13x5xf32>
      %2 = tensor.empty() : tensor<4x3x5xf32>
      %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<4x3x5xf32>)
          -> tensor<4x3x5xf32>
      %4 = linalg.generic {
          indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t, c)>,
                           affine_map<(b, f, k, t, c) -> (b, t, f)>,
                           affine_map<(b, f, k, t, c) -> (k, c, f)>],
          iterator_types = ["reduction", "parallel", "parallel", "reduction",
                            "parallel"]}
          ins(%x, %dilated : tensor<2x16x3xf32>, tensor<2x13x5xf32>)
          outs(%3 : tensor<4x3x5xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %5 = arith.mulf %in, %in_0 : f32
        %6 = arith.addf %out, %5 : f32
        linalg.yield %6 : f32
      } -> tensor<4x3x5xf32>
      return %4 : tensor<4x3x5xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @weight_gradient(%x: tensor<2x16x3xf32>, %g: tensor<2x4x5xf32>)
        -> tensor<4x3x5xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<4x3x5xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x3x5xf32>)
          -> tensor<4x3x5xf32>
      %2 = linalg.generic {
          indexing_maps = [affine_map<(b, f, k, t, c) -> (b, k + t * 4, c)>,
                           affine_map<(b, f, k, t, c) -> (b, t, f)>,
                           affine_map<(b, f, k, t, c) -> (k, c, f)>],
          iterator_types = ["reduction", "parallel", "parallel", "reduction",
                            "parallel"]}
          ins(%x, %g : tensor<2x16x3xf32>, tensor<2x4x5xf32>)
          outs(%1 : tensor<4x3x5xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %3 = arith.mulf %in, %in_0 : f32
        %4 = arith.addf %out, %3 : f32
        linalg.yield %4 : f32
      } -> tensor<4x3x5xf32>
      return %2 : tensor<4x3x5xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RaiseConvolutions : Pass<"fused-raise-convolutions"> {
  let summary = "Rewrite convolutions to contractions";
  let description = [{
    Rewrites every `linalg` operation on tensors that multiplies two operands,
    reads one of them at sums of loops, and sums. The result is a
    `linalg.generic` that reads both at plain loops, which
    `fused-raise-contractions` makes a product. Each index
    `offset + c0 * i0 + c1 * i1 ...` becomes one dimension for each loop:

    *  Loops of one iteration disappear, so that a kernel of one element leaves
       a plain index or a slice with steps.
    *  Windows that neither overlap nor leave gaps, as where the kernel is as
       large as the stride, become dimensions by `tensor.expand_shape`.
    *  Others are copied, each element of each window. This pays if each copy is
       used by several channels. Convolutions of each channel on its own do not
       change, and neither do those whose copied windows would take more than
       1 GiB.

    `docs/Recognition.md` lists the reasons for which a convolution does not
    change.

    Example:

    ```mlir
    // before: --fused-raise-convolutions --canonicalize
    func.func @patches(%x: tensor<2x16x3xf32>, %w: tensor<4x3x5xf32>,
                       %init: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
      %0 = linalg.conv_1d_nwc_wcf {strides = dense<4> : tensor<1xi64>}
          ins(%x, %w : tensor<2x16x3xf32>, tensor<4x3x5xf32>)
          outs(%init : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
      return %0 : tensor<2x4x5xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @patches(%x: tensor<2x16x3xf32>, %w: tensor<4x3x5xf32>,
                       %init: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
      %windows = tensor.expand_shape %x [[0], [1, 2], [3]]
          output_shape [2, 4, 4, 3]
          : tensor<2x16x3xf32> into tensor<2x4x4x3xf32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(b, t, f, k, c) -> (b, t, k, c)>,
                           affine_map<(b, t, f, k, c) -> (k, c, f)>,
                           affine_map<(b, t, f, k, c) -> (b, t, f)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction",
                            "reduction"]}
          ins(%windows, %w : tensor<2x4x4x3xf32>, tensor<4x3x5xf32>)
          outs(%init : tensor<2x4x5xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %1 = arith.mulf %in, %in_0 : f32
        %2 = arith.addf %out, %1 : f32
        linalg.yield %2 : f32
      } -> tensor<2x4x5xf32>
      return %0 : tensor<2x4x5xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RaiseContractions : NumericsPass<"fused-raise-contractions", [
  Option<"groupedQueries", "grouped-queries", "bool", /*default=*/"false",
         "Give each head of attention keys of its own">
]> {
  let summary = "Rewrite contractions in linalg to fused.matmul";
  let description = [{
    Rewrites every `linalg` operation on tensors that multiplies two operands
    and sums over at least one dimension into a `fused.matmul` with the default
    epilog. These operations are `linalg.matmul` and `linalg.batch_matmul` with
    any indexing maps, `linalg.matvec`, `linalg.vecmat`, `linalg.dot`,
    `linalg.contract`, and `linalg.generic` with the body of a contraction.

    *  Dimensions are grouped into batch, M, N and K, and each group is
       collapsed into one dimension. If the order of an operand's dimensions
       does not allow this, the operand is transposed first.
    *  An init that is filled with zeros disappears. Any other init becomes C.
    *  Widening of operands of 8 and 16 bits to the type of the accumulator, and
       permutations of operands, are folded into the product.
    *  Numbers that multiply an operand of 8-bit floats, one for all of it or
       one for each row or column, multiply the result instead. With
       `numerics=strict`, they do not, and operands of 8-bit floats are widened.

    Heads of attention may share keys and values in groups. As products, the
    queries of a group are further rows. With `grouped-queries`, each head is a
    product of its own, for which keys and values are repeated, if there are
    kernels for attention of such matrices. Their gradients are added in f32.

    The product accumulates in f32 (f64 for f64) in any order. It keeps neither
    the order of the loop nest nor its rounding at each step. Integers of 8 bits
    are multiplied into i32. Other products of integers do not change. Nor does
    a `linalg.generic` that sums the elements of two tensors row by row, in f32
    or f64: each element is used once, and a library would be slower.

    Example:

    ```mlir
    // before: --fused-raise-contractions --canonicalize
    func.func @product(%x: tensor<8x32x128xf32>, %w: tensor<128x96xf32>)
        -> tensor<8x32x96xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<8x32x96xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8x32x96xf32>)
          -> tensor<8x32x96xf32>
      %2 = linalg.generic {
          indexing_maps = [affine_map<(b, t, n, k) -> (b, t, k)>,
                           affine_map<(b, t, n, k) -> (k, n)>,
                           affine_map<(b, t, n, k) -> (b, t, n)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x32x128xf32>, tensor<128x96xf32>)
          outs(%1 : tensor<8x32x96xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %3 = arith.mulf %in, %in_0 : f32
        %4 = arith.addf %out, %3 : f32
        linalg.yield %4 : f32
      } -> tensor<8x32x96xf32>
      return %2 : tensor<8x32x96xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @product(%x: tensor<8x32x128xf32>, %w: tensor<128x96xf32>)
        -> tensor<8x32x96xf32> {
      %collapsed = tensor.collapse_shape %x [[0, 1], [2]]
          : tensor<8x32x128xf32> into tensor<256x128xf32>
      %0 = tensor.empty() : tensor<8x32x96xf32>
      %collapsed_0 = tensor.collapse_shape %0 [[0, 1], [2]]
          : tensor<8x32x96xf32> into tensor<256x96xf32>
      %1 = fused.matmul epilog(default)
          ins(%collapsed, %w : tensor<256x128xf32>, tensor<128x96xf32>)
          outs(%collapsed_0 : tensor<256x96xf32>) -> tensor<256x96xf32>
      %expanded = tensor.expand_shape %1 [[0, 1], [2]] output_shape [8, 32, 96]
          : tensor<256x96xf32> into tensor<8x32x96xf32>
      return %expanded : tensor<8x32x96xf32>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_RAISEPASSES_TD
