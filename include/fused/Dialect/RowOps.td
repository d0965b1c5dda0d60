//===- RowOps.td - Sums of rows ----------------------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ROWOPS_TD
#define FUSED_DIALECT_ROWOPS_TD

include "fused/Dialect/FusedDialect.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Fused_ReduceRowOp : Op<Fused_Dialect, "reduce_row", [
    Pure,
    AllTypesMatch<["value", "init", "result"]>]> {
  let summary = "Reduces the values of all points of a row";
  let description = [{
    This operation belongs in the body of a `linalg.generic` whose iterators are
    `parallel` for rows and `reduction` for the points of a row. It combines the
    `value` of all points of the row with `init`, which is the same for all of
    them. Each point gets the result. So the body runs for all points of a row
    together. Its outputs have one element for each point, or one for each row,
    which is then the same at all points. The previous contents of the outputs
    are not read.

    The kinds are those of `memref.atomic_rmw` except `assign`. The order is not
    defined. Sums and products of floats of at most 16 bits are computed in f32
    and rounded once.

    `over` gives the number of points of a row, or `?` if it is not known. It
    must be the product of the sizes of the loops called `reduction`. A
    transformation that cuts rows, such as tiling, then gives invalid IR and
    not another result. Rows of unknown length have no such guarantee. The
    operation therefore exists only between `fused-fuse-rows` and the lowering
    to kernels, where no pass of this project cuts rows.

    The example is the softmax of each row.

    ```mlir
    %y = linalg.generic {indexing_maps = [#ij, #ij],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xf32>) outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %max = fused.reduce_row maximumf %in init(%lowest) over(512) : f32
      %0 = arith.subf %in, %max : f32
      %1 = math.exp %0 : f32
      %sum = fused.reduce_row addf %1 init(%zero) over(512) : f32
      %2 = arith.divf %1, %sum : f32
      linalg.yield %2 : f32
    } -> tensor<64x512xf32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind,
                       SignlessIntegerOrFloatLike:$value,
                       SignlessIntegerOrFloatLike:$init,
                       I64Attr:$length);
  let results = (outs SignlessIntegerOrFloatLike:$result);
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = [{
    $kind $value `init` `(` $init `)` custom<RowLength>($length) attr-dict `:`
    type($result)
  }];
}

#endif // FUSED_DIALECT_ROWOPS_TD
