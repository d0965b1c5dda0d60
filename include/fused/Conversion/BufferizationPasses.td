//===- BufferizationPasses.td - Around bufferization -------*- tablegen -*-===//
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

#ifndef FUSED_CONVERSION_BUFFERIZATIONPASSES_TD
#define FUSED_CONVERSION_BUFFERIZATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareBufferization : Pass<"fused-prepare-bufferization", "::mlir::ModuleOp"> {
  let summary = "Make a module on tensors ready for one-shot bufferization";
  let description = [{
    *  Arguments of public functions become read-only (`bufferization.writable =
       false`), so that the program never overwrites the inputs of a caller.
    *  Operations that stand for several (`linalg.softmax`, `tensor.concat`) are
       decomposed into operations that bufferize.
    *  A constant array of one number becomes a `linalg.fill` where it is
       updated, such as the zeros that gradients are added to. The constant would
       be stored in the program, and copied for the update.
    *  If a slice with steps drops some of its dimensions of size 1, but not
       all, the pass makes the slice keep them and adds a reshape. Upstream
       cannot tell from the strides of such a view which dimensions were
       dropped, and crashes.
    *  A `tensor.collapse_shape` of no elements becomes an empty array. If a
       group has a size of 0 and an unknown one, upstream makes an operation of
       it that its own verifier rejects.
    *  A `linalg.transpose` that moves dimensions of size 1 alone becomes a
       reshape, which copies nothing.
    *  It is an error if an operation writes to the memory of an argument of a
       public function, as a program on memrefs may do.
    *  It is an error if an operation on tensors cannot be bufferized, such as
       one of TOSA.

    Example:

    ```mlir
    // before: --fused-prepare-bufferization
    func.func @f(%x: tensor<4xf32>) -> tensor<8xf32> {
      %0 = tensor.concat dim(0) %x, %x
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
        -> tensor<8xf32> {
      %0 = tensor.empty() : tensor<8xf32>
      %inserted_slice = tensor.insert_slice %x into %0[0] [4] [1]
          : tensor<4xf32> into tensor<8xf32>
      %inserted_slice_0 = tensor.insert_slice %x into %inserted_slice[4] [4] [1]
          : tensor<4xf32> into tensor<8xf32>
      return %inserted_slice_0 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ProtectOperands : Pass<"fused-protect-operands"> {
  let summary = "Protect operands from simplifications that do not hold";
  let description = [{
    Upstream's passes simplify two kinds of `linalg.generic` wrongly. This pass
    gives them a form that upstream's passes keep.

    *  Operands with a dimension whose index is a sum of loops of which all but
       one have a single point, such as a window of one element. Such a
       dimension may be larger than the loop. Upstream drops the loops with one
       point and then expects the dimension to have the size of the other loop.
       So the pass slices the operand to that size.
    *  Outputs that an elementwise operation reads and writes as a whole.
       Upstream fuses the operation with a user that has more loops. There, it
       is repeated and reads what it has written. So the pass makes the output
       an input, and a new array the output.

    Example:

    ```mlir
    // before: --fused-protect-operands
    func.func @f(%a: tensor<9xf32>, %b: tensor<5x1xf32>, %c: tensor<5x1xf32>)
        -> tensor<5x1xf32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i + j)>,
                           affine_map<(i, j) -> (i, j)>,
                           affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%a, %b : tensor<9xf32>, tensor<5x1xf32>)
          outs(%c : tensor<5x1xf32>) {
      ^bb0(%x: f32, %y: f32, %old: f32):
        %1 = arith.addf %x, %y : f32
        linalg.yield %1 : f32
      } -> tensor<5x1xf32>
      return %0 : tensor<5x1xf32>
    }
    ```

    becomes

    ```mlir
    // after
    ...
    func.func @f(%a: tensor<9xf32>, %b: tensor<5x1xf32>, %c: tensor<5x1xf32>)
        -> tensor<5x1xf32> {
      %window = tensor.extract_slice %a[0] [5] [1]
          : tensor<9xf32> to tensor<5xf32>
      %0 = linalg.generic ...
          ins(%window, %b : tensor<5xf32>, tensor<5x1xf32>)
          outs(%c : tensor<5x1xf32>) {
      ^bb0(%x: f32, %y: f32, %old: f32):
        %1 = arith.addf %x, %y : f32
        linalg.yield %1 : f32
      } -> tensor<5x1xf32>
      return %0 : tensor<5x1xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DonateInputs : Pass<"fused-donate-inputs", "::mlir::ModuleOp"> {
  let summary = "Compute outputs in the memory of donated arguments";
  let description = [{
    An argument of a public function with the attribute `fused.output`, or
    `tf.aliasing_output` of JAX and TensorFlow, is donated to the output of this
    number: it may be overwritten. The pass makes it writable and the destination
    of the output, so that bufferization computes the output there. Both must
    have the same type, of known sizes. The pass asks one-shot bufferization, on
    a copy of the module, which donations are possible, since it does not copy
    what a destination would overwrite. It leaves the others to the runtime,
    which copies the output. The function gets the list of donations.

    Example:

    ```mlir
    // before: --fused-donate-inputs
    func.func @f(%p: tensor<4xf32> {fused.output = 0 : i32}, %g: tensor<4xf32>)
        -> tensor<4xf32> {
      %0 = arith.subf %p, %g : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%p: tensor<4xf32> {bufferization.writable = true,
                                    fused.output = 0 : i32},
                 %g: tensor<4xf32>)
        -> tensor<4xf32> attributes {fused.donations = array<i32: 0>} {
      %0 = arith.subf %p, %g : tensor<4xf32>
      %1 = bufferization.materialize_in_destination %0 in %p
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def SeparateInits : Pass<"fused-separate-inits"> {
  let summary = "Give each operation an output tensor of its own";
  let description = [{
    Gives each operation its own `tensor.empty` or `linalg.fill` as an output.
    After the elimination of common subexpressions, unrelated operations write
    into the same one. One-shot bufferization would then have to find out that
    they do not share a buffer. That takes time that grows with the square of
    their number, and copies filled buffers. After this pass, each output has
    one use.

    An output in a loop stands in the loop, if its size is known. What an
    iteration leaves to the next one would otherwise be copied out of the one
    buffer before the loop. Buffers in loops cost no more, because their places
    are planned.

    An array all of which a loop stores, one part in each iteration, starts
    without elements, such as what `lax.scan` of JAX stacks.

    Example:

    ```mlir
    // before: --fused-separate-inits
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>)
          -> tensor<4xf32>
      %2 = linalg.exp ins(%b : tensor<4xf32>) outs(%0 : tensor<4xf32>)
          -> tensor<4xf32>
      return %1, %2 : tensor<4xf32>, tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.exp
          ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
      %3 = linalg.exp
          ins(%b : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
      return %2, %3 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CarryInPlace : Pass<"fused-carry-in-place"> {
  let summary = "Keep the arrays of loops and branches in one place";
  let description = [{
    Stores the arrays that an iteration of a loop passes to the next one where
    the iteration before has them, and the results of both branches of an
    `scf.if` in the same arrays. Bufferization would otherwise allocate an array
    in each iteration or branch, and find out at run time which of them has to
    be released. The number of these comparisons grows with the square of the
    number of arrays.

    Arrays are copied at the end of an iteration or branch. Where they can be
    computed in their place, the elimination of empty tensors removes the copy.
    Arrays that change places in an iteration are copied twice.
    Arrays with sizes that are not known may change their size in a loop. They
    are left alone.

    Example:

    ```mlir
    // before: --fused-carry-in-place
    func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
          -> (tensor<4xf32>) {
        %1 = tensor.empty() : tensor<4xf32>
        %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>)
            -> tensor<4xf32>
        scf.yield %2 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
          -> (tensor<4xf32>) {
        %1 = tensor.empty() : tensor<4xf32>
        %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>)
            -> tensor<4xf32>
        %3 = linalg.copy ins(%2 : tensor<4xf32>) outs(%a : tensor<4xf32>)
            -> tensor<4xf32>
        scf.yield %3 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def EliminateEmptyTensors
    : Pass<"fused-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Compute values where they are inserted";
  let description = [{
    Upstream's `eliminate-empty-tensors`, except where it gives invalid IR: a
    slice of the result of an `scf.if` may be put into a branch of it. Then the
    module stays as it is, and the values are copied. Upstream's looks through no
    reshapes between the value and `tensor.insert_slice`, this one does.

    Example:

    ```mlir
    // before: --fused-eliminate-empty-tensors --canonicalize
    func.func @f(%x: f32, %a: tensor<8xf32> {bufferization.writable = true})
        -> tensor<8xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %1 = tensor.insert_slice %0 into %a[2] [4] [1]
          : tensor<4xf32> into tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32, %a: tensor<8xf32> {bufferization.writable = true})
        -> tensor<8xf32> {
      %slice = tensor.extract_slice %a[2] [4] [1]
          : tensor<8xf32> to tensor<4xf32>
      %0 = linalg.fill ins(%x : f32) outs(%slice : tensor<4xf32>)
          -> tensor<4xf32>
      %1 = tensor.insert_slice %0 into %a[2] [4] [1]
          : tensor<4xf32> into tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def DropDonatedResults
    : Pass<"fused-drop-donated-results", "::mlir::func::FuncOp"> {
  let summary = "Remove results that are donated arguments";
  let description = [{
    Removes the results of a function that are arguments by its list of
    donations. The entry point makes outputs of these arguments. If bufferization
    put an output elsewhere, it stays a result, and the list no longer has it.

    Example:

    ```mlir
    // before: --fused-drop-donated-results
    func.func @f(%p: memref<4xf32>, %g: memref<4xf32>)
        -> (memref<4xf32>, memref<4xf32>)
        attributes {fused.donations = array<i32: 0, -1>} {
      return %p, %g : memref<4xf32>, memref<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%p: memref<4xf32>, %g: memref<4xf32>) -> memref<4xf32>
        attributes {fused.donations = array<i32: 0, -1>} {
      return %g : memref<4xf32>
    }
    ```
  }];
}

def CopyReturnedViews : Pass<"fused-copy-returned-views", "::mlir::func::FuncOp"> {
  let summary = "Return arrays whose elements lie next to each other";
  let description = [{
    If a function returns an array whose strides may differ from those of the
    result's type, the pass copies the array. One-shot bufferization casts a
    view with dynamic strides to the type of the result as if the view were
    dense, because this type has no layout.

    Example:

    ```mlir
    // before: --fused-copy-returned-views
    func.func @f(%x: memref<4x?xf32>, %n: index) -> memref<4x?xf32> {
      %0 = memref.subview %x[0, 0] [4, %n] [1, 1]
          : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
      %1 = memref.cast %0
          : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      return %1 : memref<4x?xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: memref<4x?xf32>, %n: index) -> memref<4x?xf32> {
      %0 = memref.subview %x[0, 0] [4, %n] [1, 1]
          : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
      %1 = memref.cast %0
          : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      %c1 = arith.constant 1 : index
      %2 = memref.dim %0, %c1 : memref<4x?xf32, strided<[?, 1]>>
      %3 = memref.alloc(%2) {alignment = 64 : i64} : memref<4x?xf32>
      memref.copy %0, %3
          : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
      return %3 : memref<4x?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // FUSED_CONVERSION_BUFFERIZATIONPASSES_TD
