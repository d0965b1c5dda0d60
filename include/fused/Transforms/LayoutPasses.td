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

def RecomputeSaved : Pass<"fused-recompute-saved"> {
  let summary = "Compute again what a loop saves for another one";
  let description = [{
    A training step that goes over its layers in a loop saves, in each iteration,
    what the gradients need, in arrays with a part for each layer. Some of this
    can be computed from the rest. A loop that reads such a part computes it
    where that is cheaper than to store and to load it:

    *  what was given to the loop, such as a part of the weights, and what is
       saved twice, or permuted: what is permuted is saved instead;
    *  what elementwise operations compute, where only such operations and sums
       read it, such as a tensor in f32, or the steps of SiLU;
    *  the scores of attention in 16 bits, and all that is computed from them, so
       that `fused-fuse-attention` finds what their gradients consist of. The
       output has to be saved, too, and the weights are those of a softmax,
       without dropout.

    The results of other products are loaded, and sums that are much smaller than
    what they add up. The loops are `scf.for` from zero to a constant in steps of
    one; each iteration fills the part of its number.

    Example:

    ```mlir
    // before: --fused-recompute-saved --canonicalize
    #id = affine_map<(i) -> (i)>
    func.func @saved(%w: tensor<3x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %e = tensor.empty() : tensor<8xf32>
      %stack = tensor.empty() : tensor<3x8xf32>
      %0:2 = scf.for %i = %c0 to %c3 step %c1
          iter_args(%y = %x, %saved = %stack)
          -> (tensor<8xf32>, tensor<3x8xf32>) {
        %part = tensor.extract_slice %w[%i, 0] [1, 8] [1, 1]
            : tensor<3x8xf32> to tensor<8xf32>
        %1 = linalg.mul ins(%y, %part : tensor<8xf32>, tensor<8xf32>)
            outs(%e : tensor<8xf32>) -> tensor<8xf32>
        %2 = tensor.insert_slice %part into %saved[%i, 0] [1, 8] [1, 1]
            : tensor<8xf32> into tensor<3x8xf32>
        scf.yield %1, %2 : tensor<8xf32>, tensor<3x8xf32>
      }
      %3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%d = %0#0)
          -> tensor<8xf32> {
        %j = arith.subi %c2, %i : index
        %part = tensor.extract_slice %0#1[%j, 0] [1, 8] [1, 1]
            : tensor<3x8xf32> to tensor<8xf32>
        %4 = linalg.mul ins(%d, %part : tensor<8xf32>, tensor<8xf32>)
            outs(%e : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %4 : tensor<8xf32>
      }
      return %3 : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @saved(%w: tensor<3x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %0 = tensor.empty() : tensor<8xf32>
      %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x)
          -> (tensor<8xf32>) {
        %part = tensor.extract_slice %w[%i, 0] [1, 8] [1, 1]
            : tensor<3x8xf32> to tensor<8xf32>
        %3 = linalg.mul ins(%y, %part : tensor<8xf32>, tensor<8xf32>)
            outs(%0 : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %3 : tensor<8xf32>
      }
      %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%d = %1)
          -> (tensor<8xf32>) {
        %j = arith.subi %c2, %i : index
        %part = tensor.extract_slice %w[%j, 0] [1, 8] [1, 1]
            : tensor<3x8xf32> to tensor<8xf32>
        %4 = linalg.mul ins(%d, %part : tensor<8xf32>, tensor<8xf32>)
            outs(%0 : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %4 : tensor<8xf32>
      }
      return %2 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def BatchProducts : Pass<"fused-batch-products", "::mlir::func::FuncOp"> {
  let summary = "Make one batched product of several in a loop";
  let description = [{
    Makes one `fused.matmul` with a batch of several on tensors in one block of a
    loop: the products of the gates of a recurrent network. They agree in types
    and sizes, do not depend on each other, and have one operand in common, or
    one that no iteration changes. The other operands are stacked, outside of the
    loop if they come from there. So a device, which such small products leave
    idle, starts one kernel instead of several.

    The products have an epilog of `default`, no C, known sizes, and fewer than
    128 tiles of 128 x 128. One of which only the transpose is read computes
    that.

    The weights in the example are arguments.

    Example:

    ```mlir
    // before: --fused-batch-products
    func.func @gates(%h: tensor<2x8xf32>, %u: tensor<8x8xf32>,
                     %v: tensor<8x8xf32>, %n: index) -> tensor<2x8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = tensor.empty() : tensor<2x8xf32>
      %last = scf.for %i = %c0 to %n step %c1 iter_args(%state = %h)
          -> tensor<2x8xf32> {
        %1 = fused.matmul epilog(default)
            ins(%state, %u : tensor<2x8xf32>, tensor<8x8xf32>)
            outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
        %2 = fused.matmul epilog(default)
            ins(%state, %v : tensor<2x8xf32>, tensor<8x8xf32>)
            outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
        %3 = linalg.mul ins(%1, %2 : tensor<2x8xf32>, tensor<2x8xf32>)
            outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
        scf.yield %3 : tensor<2x8xf32>
      }
      return %last : tensor<2x8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @gates(%h: tensor<2x8xf32>, %u: tensor<8x8xf32>,
                     %v: tensor<8x8xf32>, %n: index) -> tensor<2x8xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = tensor.empty() : tensor<2x8xf32>
      %1 = tensor.empty() : tensor<2x8x8xf32>
      %inserted_slice = tensor.insert_slice %u into %1[0, 0, 0] [1, 8, 8] [1,
          1, 1] : tensor<8x8xf32> into tensor<2x8x8xf32>
      %inserted_slice_0 = tensor.insert_slice %v
          into %inserted_slice[1, 0, 0] [1, 8, 8] [1, 1, 1]
          : tensor<8x8xf32> into tensor<2x8x8xf32>
      %last = scf.for %i = %c0 to %n step %c1 iter_args(%state = %h)
          -> (tensor<2x8xf32>) {
        %3 = tensor.empty() : tensor<2x2x8xf32>
        %4 = fused.matmul epilog(default)
            ins(%state, %inserted_slice_0 : tensor<2x8xf32>, tensor<2x8x8xf32>)
            outs(%3 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
        %extracted_slice = tensor.extract_slice %4[0, 0, 0] [1, 2, 8] [1, 1, 1]
            : tensor<2x2x8xf32> to tensor<2x8xf32>
        %extracted_slice_1 = tensor.extract_slice %4[1, 0, 0] [1, 2, 8] [1, 1,
            1] : tensor<2x2x8xf32> to tensor<2x8xf32>
        %5 = linalg.mul
            ins(%extracted_slice, %extracted_slice_1
                : tensor<2x8xf32>, tensor<2x8xf32>)
            outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
        scf.yield %5 : tensor<2x8xf32>
      }
      return %last : tensor<2x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_LAYOUTPASSES_TD
