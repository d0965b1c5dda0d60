//===- DevicePasses.td - Passes on tensors for devices -----*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_DEVICEPASSES_TD
#define FUSED_TRANSFORMS_DEVICEPASSES_TD

include "mlir/Pass/PassBase.td"

def FuseRows : Pass<"fused-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "Make operations on whole rows one fused.rows";
  let description = [{
    Joins `linalg.generic` operations on tensors that run over the same rows
    into one `fused.rows`. Its body has a `fused.reduce` for each reduction.
    Examples are softmax and its gradient, layer norm and the part of its
    gradient along rows, the loss of each row, and all others with this
    structure. A device then reads a row once, and writes only values that other
    operations read.

    Rows are the last dimensions of an operand that a reduction sums over, or
    combines by another associative operation. The pass starts with such a
    reduction and adds members as long as it finds any:

    *  further reductions over the same dimensions, also if they only read one
       of the same operands,
    *  elementwise operations over all points, which read rows along memory, and
       over rows, with one element for each of them.

    A member other than such a reduction must produce a value for another
    member, or use one. If an operation outside reads a value, the value becomes
    a result of the joined operation. An operation does not become a member in
    three cases: an operation outside would have to run between members, its
    body has regions, or its reduction is not one associative operation on each
    of its outputs.

    The pass does not join single operations. It also does not join rows of more
    than 8192 elements if there are fewer than 64 of them, or one row of unknown
    length. Several blocks share such rows, in several kernels.

    Example:

    ```mlir
    // before: --fused-fuse-rows --canonicalize
    #ij = affine_map<(i, j) -> (i, j)>
    #i = affine_map<(i, j) -> (i)>
    func.func @normalize(%x: tensor<64x512xf32>) -> tensor<64x512xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<64xf32>
      %zeros = linalg.fill ins(%zero : f32) outs(%0 : tensor<64xf32>)
          -> tensor<64xf32>
      %s = linalg.generic {indexing_maps = [#ij, #i],
                           iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<64x512xf32>) outs(%zeros : tensor<64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %1 = arith.addf %in, %out : f32
        linalg.yield %1 : f32
      } -> tensor<64xf32>
      %y0 = tensor.empty() : tensor<64x512xf32>
      %y = linalg.generic {indexing_maps = [#ij, #i, #ij],
                           iterator_types = ["parallel", "parallel"]}
          ins(%x, %s : tensor<64x512xf32>, tensor<64xf32>)
          outs(%y0 : tensor<64x512xf32>) {
      ^bb0(%in: f32, %sum: f32, %out: f32):
        %1 = arith.divf %in, %sum : f32
        linalg.yield %1 : f32
      } -> tensor<64x512xf32>
      return %y : tensor<64x512xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @normalize(%x: tensor<64x512xf32>) -> tensor<64x512xf32> {
      %cst = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<64x512xf32>
      %1 = fused.rows over [1] maps [#map, #map]
          ins(%x : tensor<64x512xf32>) outs(%0 : tensor<64x512xf32>) {
      ^bb0(%in: f32):
        %2 = fused.reduce addf %in init(%cst) : f32
        %3 = arith.divf %in, %2 : f32
        fused.yield %3 : f32
      } -> tensor<64x512xf32>
      return %1 : tensor<64x512xf32>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Recompute : Pass<"fused-recompute", "::mlir::func::FuncOp"> {
  let summary = "Compute values again if that is cheaper than storing them";
  let description = [{
    Computes the result of an elementwise operation, or of an operation on whole
    rows (`fused-fuse-rows`), again in the operations that read it, if fewer
    bytes go through memory that way. These operations then read the values that
    the result is computed from. For a row, such values may be numbers like its
    maximum, which become results of the operation on rows. A result without
    readers is not stored any more.

    The sizes of arrays decide, and an unknown size counts as 1024. For each
    use, at most 24 operations on one element are repeated. A division or
    exponential counts as 4 of them, and other functions count as 12. Only
    operations of the dialects arith and math are repeated, in the same order on
    the same values, which gives the same bits. There is one exception: if a
    division by an array turns out to divide by one number for each row, it
    becomes a division of the operation on rows.

    The pass does not repeat

    *  terms of a reduction; but its sum can be read,
    *  a division by a number that belongs to the row, in an operation that is
       not on rows, because operations on rows divide differently,
    *  values for operations in another block, or for operations other than
       `linalg.generic`.

    In the example, the second operation reads a matrix of f32 from a softmax.
    It then reads the input in bf16, and one number for each row.

    Example:

    ```mlir
    // before: --fused-recompute --canonicalize
    #ij = affine_map<(i, j) -> (i, j)>
    func.func @f(%x: tensor<64x512xbf16>, %g: tensor<64x512xf32>)
        -> (tensor<64x512xbf16>, tensor<64x512xf32>) {
      %lowest = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0.0 : f32
      %e0 = tensor.empty() : tensor<64x512xf32>
      %p0 = tensor.empty() : tensor<64x512xbf16>
      %e, %p = fused.rows over [1] maps [#ij, #ij, #ij]
          ins(%x : tensor<64x512xbf16>)
          outs(%e0, %p0 : tensor<64x512xf32>, tensor<64x512xbf16>) {
      ^bb0(%in: bf16):
        %0 = arith.extf %in : bf16 to f32
        %max = fused.reduce maximumf %0 init(%lowest) : f32
        %1 = arith.subf %0, %max : f32
        %2 = math.exp %1 : f32
        %sum = fused.reduce addf %2 init(%zero) : f32
        %3 = arith.divf %2, %sum : f32
        %4 = arith.truncf %3 : f32 to bf16
        fused.yield %2, %4 : f32, bf16
      } -> tensor<64x512xf32>, tensor<64x512xbf16>
      %y = linalg.generic {indexing_maps = [#ij, #ij, #ij],
                           iterator_types = ["parallel", "parallel"]}
          ins(%e, %g : tensor<64x512xf32>, tensor<64x512xf32>)
          outs(%e0 : tensor<64x512xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %0 = arith.mulf %in, %in_0 : f32
        linalg.yield %0 : f32
      } -> tensor<64x512xf32>
      return %p, %y : tensor<64x512xbf16>, tensor<64x512xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    #map1 = affine_map<(d0, d1) -> (d0)>
    func.func @f(%x: tensor<64x512xbf16>, %g: tensor<64x512xf32>)
        -> (tensor<64x512xbf16>, tensor<64x512xf32>) {
      %cst = arith.constant 0xFF800000 : f32
      %cst_0 = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<64x512xf32>
      %1 = tensor.empty() : tensor<64x512xbf16>
      %2 = tensor.empty() : tensor<64xf32>
      %3:2 = fused.rows over [1] maps [#map, #map, #map1]
          ins(%x : tensor<64x512xbf16>)
          outs(%1, %2 : tensor<64x512xbf16>, tensor<64xf32>) {
      ^bb0(%in: bf16):
        %5 = arith.extf %in : bf16 to f32
        %6 = fused.reduce maximumf %5 init(%cst) : f32
        %7 = arith.subf %5, %6 : f32
        %8 = math.exp %7 : f32
        %9 = fused.reduce addf %8 init(%cst_0) : f32
        %10 = arith.divf %8, %9 : f32
        %11 = arith.truncf %10 : f32 to bf16
        fused.yield %11, %6 : bf16, f32
      } -> tensor<64x512xbf16>, tensor<64xf32>
      %4 = linalg.generic {indexing_maps = [#map, #map, #map1, #map],
          iterator_types = ["parallel", "parallel"]}
          ins(%g, %x, %3#1
          : tensor<64x512xf32>, tensor<64x512xbf16>, tensor<64xf32>)
          outs(%0 : tensor<64x512xf32>) {
      ^bb0(%in: f32, %in_1: bf16, %in_2: f32, %out: f32):
        %5 = arith.extf %in_1 : bf16 to f32
        %6 = arith.subf %5, %in_2 : f32
        %7 = math.exp %6 : f32
        %8 = arith.mulf %7, %in : f32
        linalg.yield %8 : f32
      } -> tensor<64x512xf32>
      return %3#0, %4 : tensor<64x512xbf16>, tensor<64x512xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitSlices : Pass<"fused-split-slices", "::mlir::func::FuncOp"> {
  let summary = "Split operations on arrays that are made of slices";
  let description = [{
    Splits an elementwise `linalg.generic` on tensors whose operands
    `tensor.insert_slice` makes: padded or concatenated arrays, and the
    gradients of slices. Each part of the iteration space becomes one operation.
    In a part, every operand is a part of one inserted array, or of the array
    into which it was inserted. If that array was filled with a number, the
    number is used. The parts are inserted into the result, so that each is
    computed in its place. Each element has the same arithmetic as before, so
    the signs of zeros remain.

    Shapes and the offsets of slices must be known, and strides must be 1. There
    are at most 8 parts. There are no more operations afterwards than before,
    where the fills and insertions that only this operation needs also count.
    The parts also compute the broadcasts that such an operation reads. An
    operation that reads from a reduction along memory, or gives something to
    one, stays whole, for `fused-fuse-rows`.

    The example is the sum of the gradients of two slices.

    Example:

    ```mlir
    // before: --fused-split-slices --canonicalize
    #ij = affine_map<(i, j) -> (i, j)>
    func.func @sum(%da: tensor<64x16xf32>, %db: tensor<64x16xf32>)
        -> tensor<64x32xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<64x32xf32>
      %zeros = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x32xf32>)
          -> tensor<64x32xf32>
      %a = tensor.insert_slice %da into %zeros[0, 0] [64, 16] [1, 1]
          : tensor<64x16xf32> into tensor<64x32xf32>
      %b = tensor.insert_slice %db into %zeros[0, 16] [64, 16] [1, 1]
          : tensor<64x16xf32> into tensor<64x32xf32>
      %sum = linalg.generic {indexing_maps = [#ij, #ij, #ij],
                             iterator_types = ["parallel", "parallel"]}
          ins(%a, %b : tensor<64x32xf32>, tensor<64x32xf32>)
          outs(%0 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %1 = arith.addf %in, %in_0 : f32
        linalg.yield %1 : f32
      } -> tensor<64x32xf32>
      return %sum : tensor<64x32xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @sum(%da: tensor<64x16xf32>, %db: tensor<64x16xf32>)
        -> tensor<64x32xf32> {
      %cst = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<64x32xf32>
      %extracted_slice = tensor.extract_slice %0[0, 0] [64, 16] [1, 1]
          : tensor<64x32xf32> to tensor<64x16xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map],
          iterator_types = ["parallel", "parallel"]}
          ins(%da : tensor<64x16xf32>)
          outs(%extracted_slice : tensor<64x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        %3 = arith.addf %in, %cst : f32
        linalg.yield %3 : f32
      } -> tensor<64x16xf32>
      %inserted_slice = tensor.insert_slice %1 into %0[0, 0] [64, 16] [1, 1]
          : tensor<64x16xf32> into tensor<64x32xf32>
      %extracted_slice_0 = tensor.extract_slice %inserted_slice[0, 16] [64,
          16] [1, 1] : tensor<64x32xf32> to tensor<64x16xf32>
      %2 = linalg.generic {indexing_maps = [#map, #map],
          iterator_types = ["parallel", "parallel"]}
          ins(%db : tensor<64x16xf32>)
          outs(%extracted_slice_0 : tensor<64x16xf32>) {
      ^bb0(%in: f32, %out: f32):
        %3 = arith.addf %in, %cst : f32
        linalg.yield %3 : f32
      } -> tensor<64x16xf32>
      %inserted_slice_1 = tensor.insert_slice %2
          into %inserted_slice[0, 16] [64, 16] [1, 1]
          : tensor<64x16xf32> into tensor<64x32xf32>
      return %inserted_slice_1 : tensor<64x32xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def JoinElementwise
    : Pass<"fused-join-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Join neighbouring operations into fewer kernels";
  let description = [{
    Joins operations in four ways:

    *  An operation that reads fewer elements than it writes, such as a
       broadcast or a mask of indices, becomes a part of every operation that
       uses it. Its result is cheaper to compute than to load.
    *  An elementwise operation and one that reads its results at the same
       points become one operation, which also stores these results: both
       moments of an optimizer, the new weight and its copy in bf16 are one
       operation, which reads the gradient once. All other users come after both.
    *  Small operations of the same shape that do not depend on each other, such
       as the updates of several parameters, become one operation.
    *  Reductions of the same shape that read an array at the same indices, such
       as the gradients of scale and bias of a layer norm, become one operation.

    Example:

    ```mlir
    // before: --fused-join-elementwise
    #id = affine_map<(i) -> (i)>
    func.func @update(%p: tensor<256xf32>, %dp: tensor<256xf32>,
                      %q: tensor<256xf32>, %dq: tensor<256xf32>)
        -> (tensor<256xf32>, tensor<256xf32>) {
      %e = tensor.empty() : tensor<256xf32>
      %0 = linalg.generic {indexing_maps = [#id, #id, #id],
                           iterator_types = ["parallel"]}
          ins(%p, %dp : tensor<256xf32>, tensor<256xf32>)
          outs(%e : tensor<256xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %2 = arith.subf %in, %in_0 : f32
        linalg.yield %2 : f32
      } -> tensor<256xf32>
      %1 = linalg.generic {indexing_maps = [#id, #id, #id],
                           iterator_types = ["parallel"]}
          ins(%q, %dq : tensor<256xf32>, tensor<256xf32>)
          outs(%e : tensor<256xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %2 = arith.subf %in, %in_0 : f32
        linalg.yield %2 : f32
      } -> tensor<256xf32>
      return %0, %1 : tensor<256xf32>, tensor<256xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0) -> (d0)>
    func.func @update(%p: tensor<256xf32>, %dp: tensor<256xf32>,
        %q: tensor<256xf32>, %dq: tensor<256xf32>)
        -> (tensor<256xf32>, tensor<256xf32>) {
      %0 = tensor.empty() : tensor<256xf32>
      %1:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map,
          #map], iterator_types = ["parallel"]}
          ins(%p, %dp, %q, %dq
          : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>)
          outs(%0, %0 : tensor<256xf32>, tensor<256xf32>) {
      ^bb0(%in: f32, %in_0: f32, %in_1: f32, %in_2: f32, %out: f32,
          %out_3: f32):
        %2 = arith.subf %in, %in_0 : f32
        %3 = arith.subf %in_1, %in_2 : f32
        linalg.yield %2, %3 : f32, f32
      } -> (tensor<256xf32>, tensor<256xf32>)
      return %1#0, %1#1 : tensor<256xf32>, tensor<256xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // FUSED_TRANSFORMS_DEVICEPASSES_TD
