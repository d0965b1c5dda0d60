//===- LayoutPasses.td - Slices and transposes of products -*- tablegen -*-===//
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

#ifndef FUSED_TRANSFORMS_LAYOUTPASSES_TD
#define FUSED_TRANSFORMS_LAYOUTPASSES_TD

include "mlir/Pass/PassBase.td"

def SinkSlices : Pass<"fused-sink-slices"> {
  let summary = "Take slices of a product after the operations on all of them";
  let description = [{
    Where the result of a `fused.matmul` is cut into parts, and the same
    elementwise operation follows each of them, computes the operation on the
    whole result and cuts that. The parts have to form the whole, and the other
    operands have to be the same slices of other tensors. Front ends write the
    gates of LSTM like this: `fused-fuse-epilogs` sees one addition of two
    products.

    Example:

    ```mlir
    // before: --fused-sink-slices --canonicalize
    func.func @gates(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>,
                     %c: tensor<4x10xf32>)
        -> (tensor<4x5xf32>, tensor<4x5xf32>) {
      %d = tensor.empty() : tensor<4x10xf32>
      %e = tensor.empty() : tensor<4x5xf32>
      %p = fused.matmul epilog(default)
          ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
          outs(%d : tensor<4x10xf32>) -> tensor<4x10xf32>
      %p0 = tensor.extract_slice %p[0, 0] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      %p1 = tensor.extract_slice %p[0, 5] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      %c0 = tensor.extract_slice %c[0, 0] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      %c1 = tensor.extract_slice %c[0, 5] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      %0 = linalg.add ins(%p0, %c0 : tensor<4x5xf32>, tensor<4x5xf32>)
          outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
      %1 = linalg.add ins(%p1, %c1 : tensor<4x5xf32>, tensor<4x5xf32>)
          outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
      return %0, %1 : tensor<4x5xf32>, tensor<4x5xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @gates(%x: tensor<4x6xf32>, %w: tensor<6x10xf32>,
                     %c: tensor<4x10xf32>)
        -> (tensor<4x5xf32>, tensor<4x5xf32>) {
      %0 = tensor.empty() : tensor<4x10xf32>
      %1 = fused.matmul epilog(default)
          ins(%x, %w : tensor<4x6xf32>, tensor<6x10xf32>)
          outs(%0 : tensor<4x10xf32>) -> tensor<4x10xf32>
      %2 = tensor.empty() : tensor<4x10xf32>
      %3 = linalg.add ins(%1, %c : tensor<4x10xf32>, tensor<4x10xf32>)
          outs(%2 : tensor<4x10xf32>) -> tensor<4x10xf32>
      %4 = tensor.extract_slice %3[0, 0] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      %5 = tensor.extract_slice %3[0, 5] [4, 5] [1, 1]
          : tensor<4x10xf32> to tensor<4x5xf32>
      return %4, %5 : tensor<4x5xf32>, tensor<4x5xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ReorderRows : Pass<"fused-reorder-rows"> {
  let summary = "Compute rows of products in the order in which they are read";
  let description = [{
    The rows of a product may be several dimensions, such as tokens and examples,
    that the program has brought into this order before the product and brings
    back after it, as in PyTorch's attention. What follows the product reads
    matrices in the order of the program, so that no epilog can add them. The
    pass computes the rows in the last order: the permutation before the product
    becomes another one or disappears, and that of the result disappears. Reshapes
    may stand between the permutation and the product. Behind it may stand
    reshapes, elementwise operations that read nothing else that varies along the
    rows, and other products of these rows. If something else reads the factor in
    the old order, the last result must be no smaller than the factor, of which
    there are two copies then.

    Example:

    ```mlir
    // before: --fused-reorder-rows --canonicalize
    func.func @tokens_first(%x: tensor<2x5x7xf32>, %w: tensor<7x3xf32>)
        -> tensor<2x5x3xf32> {
      %0 = tensor.empty() : tensor<5x2x7xf32>
      %1 = linalg.transpose ins(%x : tensor<2x5x7xf32>)
          outs(%0 : tensor<5x2x7xf32>) permutation = [1, 0, 2]
      %2 = tensor.collapse_shape %1 [[0, 1], [2]]
          : tensor<5x2x7xf32> into tensor<10x7xf32>
      %3 = tensor.empty() : tensor<10x3xf32>
      %4 = fused.matmul epilog(default)
          ins(%2, %w : tensor<10x7xf32>, tensor<7x3xf32>)
          outs(%3 : tensor<10x3xf32>) -> tensor<10x3xf32>
      %5 = tensor.expand_shape %4 [[0, 1], [2]] output_shape [5, 2, 3]
          : tensor<10x3xf32> into tensor<5x2x3xf32>
      %6 = tensor.empty() : tensor<2x5x3xf32>
      %7 = linalg.transpose ins(%5 : tensor<5x2x3xf32>)
          outs(%6 : tensor<2x5x3xf32>) permutation = [1, 0, 2]
      return %7 : tensor<2x5x3xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @tokens_first(%x: tensor<2x5x7xf32>, %w: tensor<7x3xf32>)
        -> tensor<2x5x3xf32> {
      %0 = tensor.empty() : tensor<10x3xf32>
      %1 = tensor.collapse_shape %x [[0, 1], [2]]
          : tensor<2x5x7xf32> into tensor<10x7xf32>
      %2 = fused.matmul epilog(default)
          ins(%1, %w : tensor<10x7xf32>, tensor<7x3xf32>)
          outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
      %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 5, 3]
          : tensor<10x3xf32> into tensor<2x5x3xf32>
      return %3 : tensor<2x5x3xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SinkTransposes : Pass<"fused-sink-transposes"> {
  let summary = "Transpose products after the operations that follow them";
  let description = [{
    A convolution whose channels come first is a product whose rows are images
    and places: its columns, the channels, belong between them. An epilog cannot
    end in this order. Nor can it if the dimensions of a batch, such as heads, do
    not come first. The pass moves such a transpose of a product behind the
    elementwise operations that use it. These may read other products that are
    transposed in the same way, smaller tensors, which are read where they come
    from, and booleans, which are transposed instead. Other tensors of its rank
    keep an operation behind the transpose.

    Several operations may use the transpose, and each other's results. In a
    training step, those of an activation and of its gradient do. They move if
    their results need no more transposes than the products, in bits of an
    element. Where nothing but a widening of the elements follows, it stays
    behind the transpose, which would move more bytes otherwise.

    A reshape between the transpose and the operation moves, too: a grouped
    convolution makes one dimension of its groups and its columns. Dimensions of
    size one are added after a transpose, where programs add them before it, and
    heads of several examples are joined after it. Two permutations become one.

    Example:

    ```mlir
    // before: --fused-sink-transposes --canonicalize
    #bcn = affine_map<(b, c, n) -> (b, c, n)>
    #c = affine_map<(b, c, n) -> (c)>
    func.func @bias(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>,
                    %v: tensor<3xf32>) -> tensor<2x3x5xf32> {
      %0 = tensor.empty() : tensor<10x3xf32>
      %1 = fused.matmul epilog(default)
          ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
          outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
      %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
          : tensor<10x3xf32> into tensor<2x5x3xf32>
      %3 = tensor.empty() : tensor<2x3x5xf32>
      %4 = linalg.transpose ins(%2 : tensor<2x5x3xf32>)
          outs(%3 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
      %5 = linalg.generic {indexing_maps = [#bcn, #c, #bcn],
                           iterator_types = ["parallel", "parallel",
                                             "parallel"]}
          ins(%4, %v : tensor<2x3x5xf32>, tensor<3xf32>)
          outs(%3 : tensor<2x3x5xf32>) {
      ^bb0(%in: f32, %bias: f32, %out: f32):
        %6 = arith.addf %in, %bias : f32
        linalg.yield %6 : f32
      } -> tensor<2x3x5xf32>
      return %5 : tensor<2x3x5xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #bnc = affine_map<(b, n, c) -> (b, n, c)>
    #c = affine_map<(b, n, c) -> (c)>
    func.func @bias(%a: tensor<10x7xf32>, %b: tensor<7x3xf32>,
                    %v: tensor<3xf32>) -> tensor<2x3x5xf32> {
      %0 = tensor.empty() : tensor<10x3xf32>
      %1 = fused.matmul epilog(default)
          ins(%a, %b : tensor<10x7xf32>, tensor<7x3xf32>)
          outs(%0 : tensor<10x3xf32>) -> tensor<10x3xf32>
      %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 5, 3]
          : tensor<10x3xf32> into tensor<2x5x3xf32>
      %3 = tensor.empty() : tensor<2x5x3xf32>
      %4 = linalg.generic {indexing_maps = [#bnc, #c, #bnc],
                           iterator_types = ["parallel", "parallel",
                                             "parallel"]}
          ins(%2, %v : tensor<2x5x3xf32>, tensor<3xf32>)
          outs(%3 : tensor<2x5x3xf32>) {
      ^bb0(%in: f32, %bias: f32, %out: f32):
        %6 = arith.addf %in, %bias : f32
        linalg.yield %6 : f32
      } -> tensor<2x5x3xf32>
      %5 = tensor.empty() : tensor<2x3x5xf32>
      %7 = linalg.transpose ins(%4 : tensor<2x5x3xf32>)
          outs(%5 : tensor<2x3x5xf32>) permutation = [0, 2, 1]
      return %7 : tensor<2x3x5xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_LAYOUTPASSES_TD
