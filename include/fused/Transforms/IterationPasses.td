//===- IterationPasses.td - Loops of programs --------------*- tablegen -*-===//
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

#ifndef FUSED_TRANSFORMS_ITERATIONPASSES_TD
#define FUSED_TRANSFORMS_ITERATIONPASSES_TD

include "fused/Transforms/NumericsPass.td"
include "mlir/Pass/PassBase.td"

def RaiseLoops : Pass<"fused-raise-loops"> {
  let summary = "Turn loops that count to a number into scf.for";
  let description = [{
    A `scf.while` whose condition is that a counter is less than a number, and
    which adds one to the counter, becomes a `scf.for`. StableHLO's passes write
    `jax.lax.scan` like this, after `fused-carry-numbers` has made the counter a
    scalar. Passes over the iterations of a loop need to know their number.

    Example:

    ```mlir
    // before: --fused-raise-loops --canonicalize
    func.func @count(%x: tensor<4xf32>) -> tensor<4xf32> {
      %zero = arith.constant 0 : index
      %five = arith.constant 5 : index
      %one = arith.constant 1 : index
      %0:2 = scf.while (%i = %zero, %y = %x)
          : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
        %isLess = arith.cmpi slt, %i, %five : index
        scf.condition(%isLess) %i, %y : index, tensor<4xf32>
      } do {
      ^bb0(%i: index, %y: tensor<4xf32>):
        %next = arith.addi %i, %one : index
        %double = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>)
            outs(%y : tensor<4xf32>) -> tensor<4xf32>
        scf.yield %next, %double : index, tensor<4xf32>
      }
      return %0#1 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @count(%x: tensor<4xf32>) -> tensor<4xf32> {
      %zero = arith.constant 0 : index
      %five = arith.constant 5 : index
      %one = arith.constant 1 : index
      %0 = scf.for %i = %zero to %five step %one iter_args(%y = %x)
          -> (tensor<4xf32>) {
        %double = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>)
            outs(%y : tensor<4xf32>) -> tensor<4xf32>
        scf.yield %double : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
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

def SumAfterLoops : NumericsPass<"fused-sum-after-loops"> {
  let summary = "Multiply once after a loop what its iterations would add up";
  let description = [{
    The gradients of weights that all iterations of a loop use, such as those of
    a recurrent network, are sums of products, one of each iteration. The loop
    carries the sum, and reads and writes all of it in each iteration. This pass
    keeps the operands of these products instead, in arrays with a part for each
    iteration, and multiplies all parts at once behind the loop: the sum over
    the iterations becomes a part of the sum in the product. What is added up
    along a kept operand, as the gradient of a bias is, becomes one sum, too.

    At least one of the operands is such an array already, or a part of one. The
    other one is stored if that is no more to write than the sum is to read and
    to write. Between product and sum, there may be transposes and a sum with
    zero. The products are
    `fused.matmul` of matrices with an epilog of `default` and `transpose_a`,
    without C, so that the parts lie one behind the other. The loops are
    `scf.for` from zero to a constant in steps of one.

    The order of the sums changes, and those of 16 bits are rounded once. The
    numerics `strict` leave the loops as they are.

    Example:

    ```mlir
    // before: --fused-sum-after-loops --canonicalize --cse
    func.func @gradient(%x: tensor<3x2x8xf32>, %d: tensor<2x16xf32>,
                        %sum: tensor<8x16xf32>)
        -> (tensor<8x16xf32>, tensor<2x16xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %0 = tensor.empty() : tensor<8x16xf32>
      %1 = tensor.empty() : tensor<2x16xf32>
      %2:2 = scf.for %i = %c0 to %c3 step %c1
          iter_args(%carried = %sum, %di = %d)
          -> (tensor<8x16xf32>, tensor<2x16xf32>) {
        %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 8] [1, 1, 1]
            : tensor<3x2x8xf32> to tensor<2x8xf32>
        %3 = fused.matmul epilog(default) transpose_a
            ins(%xi, %di : tensor<2x8xf32>, tensor<2x16xf32>)
            outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
        %4 = linalg.add ins(%carried, %3 : tensor<8x16xf32>, tensor<8x16xf32>)
            outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
        %5 = linalg.exp ins(%di : tensor<2x16xf32>)
            outs(%1 : tensor<2x16xf32>) -> tensor<2x16xf32>
        scf.yield %4, %5 : tensor<8x16xf32>, tensor<2x16xf32>
      }
      return %2#0, %2#1 : tensor<8x16xf32>, tensor<2x16xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @gradient(%x: tensor<3x2x8xf32>, %d: tensor<2x16xf32>,
                        %sum: tensor<8x16xf32>)
        -> (tensor<8x16xf32>, tensor<2x16xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %0 = tensor.empty() : tensor<2x16xf32>
      %1 = tensor.empty() : tensor<3x2x16xf32>
      %2:2 = scf.for %i = %c0 to %c3 step %c1
          iter_args(%di = %d, %stored = %1)
          -> (tensor<2x16xf32>, tensor<3x2x16xf32>) {
        %6 = linalg.exp ins(%di : tensor<2x16xf32>)
            outs(%0 : tensor<2x16xf32>) -> tensor<2x16xf32>
        %7 = tensor.insert_slice %di into %stored[%i, 0, 0] [1, 2, 16] [1, 1, 1]
            : tensor<2x16xf32> into tensor<3x2x16xf32>
        scf.yield %6, %7 : tensor<2x16xf32>, tensor<3x2x16xf32>
      }
      %xs = tensor.collapse_shape %x [[0, 1], [2]]
          : tensor<3x2x8xf32> into tensor<6x8xf32>
      %ds = tensor.collapse_shape %2#1 [[0, 1], [2]]
          : tensor<3x2x16xf32> into tensor<6x16xf32>
      %3 = tensor.empty() : tensor<8x16xf32>
      %4 = fused.matmul epilog(default) transpose_a
          ins(%xs, %ds : tensor<6x8xf32>, tensor<6x16xf32>)
          outs(%3 : tensor<8x16xf32>) -> tensor<8x16xf32>
      %5 = linalg.add ins(%sum, %4 : tensor<8x16xf32>, tensor<8x16xf32>)
          outs(%3 : tensor<8x16xf32>) -> tensor<8x16xf32>
      return %5, %2#0 : tensor<8x16xf32>, tensor<2x16xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def BatchProducts : Pass<"fused-batch-products", "::mlir::func::FuncOp"> {
  let summary = "Make one batched product of several in a loop";
  let description = [{
    Makes one `fused.matmul` with a batch of several on tensors in one block of a
    loop: the products of the gates of a recurrent network. They agree in types
    and sizes, do not depend on each other, and have one operand in common, or
    one that no iteration changes. The other operands are stacked, outside of the
    loop if they come from there. What an iteration computes is read in the stack
    by others, too, so that it can be computed there. So a device, which such
    small products leave idle, starts one kernel instead of several.

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

#endif // FUSED_TRANSFORMS_ITERATIONPASSES_TD
