//===- Passes.td - Passes from tensors to tensors ----------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PASSES_TD
#define FUSED_TRANSFORMS_PASSES_TD

include "fused/Transforms/RecognitionPasses.td"
include "mlir/Pass/PassBase.td"

def Decompose : Pass<"fused-decompose"> {
  let summary = "Rewrite the operations of fused to linalg";
  let description = [{
    Rewrites each `fused.matmul`, with any epilog, on tensors or on memrefs, to
    a contraction that accumulates in the compute type and an elementwise
    operation that applies the epilog. This is the meaning of the operation, the
    oracle of the tests and the way out where a target lacks an epilog.

    `fused.pack_mask` and `fused.unpack_mask` become one elementwise operation
    each; booleans that are computed of one matrix, for a mask alone, are computed
    in it. With `products=false` only these are rewritten, as the pipelines do
    before bufferization: there is no other way to execute them.

    Example:

    ```mlir
    %d = fused.matmul epilog(relu)
        ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
        outs(%d0 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
    ```

    becomes

    ```mlir
    %acc = linalg.generic {...contraction...} ins(%a, %b : ...)
        outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
    %d = linalg.generic {...} ins(%acc : tensor<4x16xf32>)
        outs(%d0 : tensor<4x16xbf16>) {
    ^bb0(%x: f32, %out: bf16):
      %0 = arith.maximumf %x, %zero : f32
      %1 = arith.truncf %0 : f32 to bf16
      linalg.yield %1 : bf16
    } -> tensor<4x16xbf16>
    ```
  }];
  let options = [
    Option<"products", "products", "bool", "true",
           "Rewrite products, not only what converts masks">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Legalize : Pass<"fused-legalize"> {
  let summary = "Decompose what a target does not execute";
  let description = [{
    Rewrites each `fused.matmul` that the target does not execute, by its table
    of [support](Support.md), to the nearest that it does:

    *  A bias gradient that is lacking becomes a sum in `linalg` beside the
       product with the rest of the epilog. (Not the sum of a D of 16 bits: it
       is of D before it is rounded.)
    *  Otherwise the product keeps only the accumulator, in the compute type, so
       that nothing is rounded earlier than before, and the epilog becomes an
       elementwise operation.
    *  If that is lacking, too, but not where the operands are transposed in
       another way, they are transposed.
    *  Otherwise everything is decomposed as by `fused-decompose`.

    A constraint on sizes that are not known counts as not met. Each product
    that is changed is a missed-optimization remark of category
    `fused-legalize`, named by what is lacking (`docs/Recognition.md`).

    The option `table` reads a table from a file in the format of
    `docs/support`: for a chip or a version of a library that has been measured
    since.

    Example, with `target=cuda`, where the library sums a B over K only if it is
    not transposed:

    ```mlir
    %d, %sum = fused.matmul epilog(bgradb) transpose_b
        ins(%a, %b : tensor<4x8xbf16>, tensor<16x8xbf16>)
        outs(%d0, %s0 : tensor<4x16xbf16>, tensor<16xbf16>)
        -> tensor<4x16xbf16>, tensor<16xbf16>
    ```

    becomes

    ```mlir
    %d = fused.matmul epilog(default) transpose_b
        ins(%a, %b : tensor<4x8xbf16>, tensor<16x8xbf16>)
        outs(%d0 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
    %0 = linalg.generic {...sum of %b over its rows...} -> tensor<16xf32>
    %sum = linalg.generic {...rounding of %0...} -> tensor<16xbf16>
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"",
           "What executes the products: cpu or cuda">,
    Option<"chip", "chip", "std::string", "\"\"",
           "The chip, such as sm_90; any if empty">,
    Option<"library", "library", "std::string", "\"\"",
           "The version of the target's library, such as 13.1; any if empty">,
    Option<"table", "table", "std::string", "\"\"",
           "A file with the table, instead of those of the project">
  ];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ReportProducts : Pass<"fused-report", "::mlir::ModuleOp"> {
  let summary = "Report what became of each product";
  let description = [{
    Prints for each product of the module, a `fused.matmul` or a contraction that
    is still in `linalg`, its shape, its share of the floating-point operations
    and its epilog, or the reason why nothing more was fused into it; and
    totals. `docs/Report.md` describes both formats.

    The report shows the module as it is, and the pass does not change it: it
    stands after `fused-fuse-products` or `fused-fuse-epilogs`. `numerics` is
    the contract under which the reasons are judged, and should be theirs. The
    report goes to the standard error, so that the module can go on through a
    pipe.

    ```
    fused-opt --fused-fuse-products --fused-report program.mlir -o /dev/null
    ```
  }];
  let options = [
    Option<"format", "format", "::fused::ReportFormat",
           "::fused::ReportFormat::Text", "How the report is written",
           [{::llvm::cl::values(
               clEnumValN(::fused::ReportFormat::Text, "text", "A table"),
               clEnumValN(::fused::ReportFormat::Json, "json",
                          "One line of JSON"))}]>,
    Option<"output", "output", "std::string", "\"\"",
           "The file for the report; - for the standard output, the standard "
           "error if empty">,
    Option<"numerics", "numerics", "::fused::Numerics",
           "::fused::Numerics::Default",
           "The contract that the reasons are judged by",
           [{::llvm::cl::values(
               clEnumValN(::fused::Numerics::Strict, "strict",
                          "Keep every rounding of 16-bit types"),
               clEnumValN(::fused::Numerics::Default, "default",
                          "Round once, when the result is stored"),
               clEnumValN(::fused::Numerics::Fast, "fast",
                          "Also take the library's NaN and GELU"))}]>
  ];
}

def DefineFastMath : Pass<"fused-define-fast-math", "::mlir::ModuleOp"> {
  let summary = "Replace what fast-math flags leave undefined";
  let description = [{
    Drops the fast-math flags of all operations. With `value`, it also gives
    that number as the result of an operation with `nnan` or `ninf` where an
    operand or the result is what the flag says that it is not: a NaN, or an
    infinity or a number as large as the largest of its type, which may
    overflow. An i1 becomes true for a positive `value`, else false.

    Programs that are made with different values give different results where,
    and only where, a result depends on what the flags leave undefined. That is
    how `fused-run --verify` finds the elements that it must not judge.

    Example, with `value=-1234.5`:

    ```mlir
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.mulf %a, %b fastmath<nnan> : f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.mulf %a, %b : f32
      %1 = arith.cmpf uno, %a, %a : f32
      %2 = arith.cmpf uno, %b, %b : f32
      %3 = arith.ori %1, %2 : i1
      %4 = arith.cmpf uno, %0, %0 : f32
      %5 = arith.ori %3, %4 : i1
      %cst = arith.constant -1.234500e+03 : f32
      %6 = arith.select %5, %cst, %0 : f32
      return %6 : f32
    }
    ```
  }];
  let options = [
    Option<"value", "value", "double",
           "std::numeric_limits<double>::quiet_NaN()",
           "What takes the place of an undefined result; NaN leaves it">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PromoteToF64 : Pass<"fused-promote-to-f64", "::mlir::ModuleOp"> {
  let summary = "Compute a whole module in double precision";
  let description = [{
    Gives every value of a floating-point type narrower than 64 bits the type
    f64: in signatures, calls, block arguments, results and the regions of
    operations, inside of tensors, vectors, memrefs and complex numbers.
    Constants keep their value, which f64 holds exactly; `arith.extf` and
    `arith.truncf` between types that are now the same disappear. Integers are
    left alone, and conversions to and from them keep their meaning.

    A program of front-end IR that has gone through this pass and is then
    compiled without any fusion is the reference that `fused-run --verify`
    judges by.

    `arith.bitcast` keeps its meaning: a number that it makes of an integer has
    the type that the program has there, and is then widened, so that random
    numbers made of random bits are exact; a number whose bits it takes is
    rounded to that type before.

    The pass fails on what does not mean the same in double: other operations
    that look at the bits of a floating-point number, types wider than f64, and
    functions on floats that are defined elsewhere.

    Example:

    ```mlir
    func.func @f(%a: tensor<4xbf16>, %b: tensor<4xf32>) -> tensor<4xbf16> {
      %0 = arith.extf %a : tensor<4xbf16> to tensor<4xf32>
      %1 = arith.addf %0, %b : tensor<4xf32>
      %2 = arith.truncf %1 : tensor<4xf32> to tensor<4xbf16>
      return %2 : tensor<4xbf16>
    }
    ```

    becomes

    ```mlir
    func.func @f(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
      %0 = arith.addf %a, %b : tensor<4xf64>
      return %0 : tensor<4xf64>
    }
    ```
  }];
}

def FuseRows : Pass<"fused-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "Make operations on whole rows one linalg.generic";
  let description = [{
    Joins `linalg.generic` operations on tensors that run over the same rows
    into one, whose body has a `fused.reduce_row` where one of them reduces:
    softmax and its gradient, layer norm and the part of its gradient along
    rows, the loss of each row, and whatever else has this structure. A device
    then reads a row once, and writes only what others read.

    Rows are the last dimensions of some operand that a reduction sums (or
    combines by another associative operation) over. Around it are joined, as
    long as there are any,

    *  further reductions over the same dimensions, also if they only read one of
       the same operands,
    *  elementwise operations over all points, which read rows along memory, and
       over rows, with one element for each of them,

    that give something to another member or take it from one. What anything
    else reads as well is a result of the joined operation. An operation does
    not become a member if something outside would have to run between members,
    and neither if a body has regions or a reduction is not one associative
    operation on each of its outputs.

    Not joined are single operations, and rows of more than 8192 elements of
    which there are fewer than 64, or of which there is one of unknown length:
    several blocks share such rows, in several kernels.

    Example:

    ```mlir
    %s = linalg.generic {indexing_maps = [#ij, #i],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xf32>) outs(%zeros : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<64xf32>
    %y = linalg.generic {indexing_maps = [#ij, #i, #ij],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %s : tensor<64x512xf32>, tensor<64xf32>)
        outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = arith.divf %in, %sum : f32
      linalg.yield %0 : f32
    } -> tensor<64x512xf32>
    ```

    becomes

    ```mlir
    %y = linalg.generic {indexing_maps = [#ij, #ij],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xf32>) outs(%y0 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %sum = fused.reduce_row addf %in init(%zero) : f32
      %0 = arith.divf %in, %sum : f32
      linalg.yield %0 : f32
    } -> tensor<64x512xf32>
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Recompute : Pass<"fused-recompute", "::mlir::func::FuncOp"> {
  let summary = "Compute again what is cheaper to compute than to store";
  let description = [{
    A result of an elementwise operation, or of one on whole rows
    (`fused-fuse-rows`), is computed by the operations that read it where fewer
    bytes go through memory that way: they read what it is computed from. Of a
    row, that may be numbers such as its maximum, which then are results of the
    operation on rows. A result that nothing reads any more is not stored.

    All of it is decided by the sizes of arrays, where a size that is not known
    counts as 1024. Repeated are at most 24 operations on one element for each
    use, where a division or exponential counts as 4 and other functions as 12;
    only those of the dialects arith and math, in the same order on the same
    values, which gives the same bits. (A division by an array that turns out to
    be one number for each row becomes one of those below.)

    Not repeated are

    *  what a reduction adds up; but its sum can be read,
    *  a division by a number that belongs to the row, in an operation that is
       not on rows: those divide in a way of their own,
    *  what operations in another block read, and operations other than
       `linalg.generic`.

    Example: of a softmax, its gradient reads a matrix of f32 and adds a second
    row-wise sum.

    ```mlir
    %e, %p = linalg.generic {indexing_maps = [#ij, #ij, #ij],
                             iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xbf16>)
        outs(%e0, %p0 : tensor<64x512xf32>, tensor<64x512xbf16>) {
    ^bb0(%in: bf16, %out: f32, %out_0: bf16):
      %0 = arith.extf %in : bf16 to f32
      %max = fused.reduce_row maximumf %0 init(%lowest) : f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      ...
      linalg.yield %2, %5 : f32, bf16
    } -> (tensor<64x512xf32>, tensor<64x512xbf16>)
    ... = linalg.generic ... ins(%e, ... : tensor<64x512xf32>, ...)
    ```

    becomes

    ```mlir
    %p, %m = linalg.generic {indexing_maps = [#ij, #ij, #i],
                             iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x512xbf16>)
        outs(%p0, %m0 : tensor<64x512xbf16>, tensor<64xf32>) {
    ^bb0(%in: bf16, %out: bf16, %out_0: f32):
      ...
      linalg.yield %5, %max : bf16, f32
    } -> (tensor<64x512xbf16>, tensor<64xf32>)
    ... = linalg.generic ...
        ins(%x, %m, ... : tensor<64x512xbf16>, tensor<64xf32>, ...) {
    ^bb0(%in: bf16, %max: f32, ...):
      %0 = arith.extf %in : bf16 to f32
      %1 = arith.subf %0, %max : f32
      %2 = math.exp %1 : f32
      ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitSlices : Pass<"fused-split-slices", "::mlir::func::FuncOp"> {
  let summary = "Compute from arrays that are made of slices slice by slice";
  let description = [{
    An elementwise `linalg.generic` on tensors whose operands are made by
    `tensor.insert_slice` (padded or concatenated arrays, the gradients of
    slices) becomes one for each part of its iteration space in which every
    operand is a part of one inserted array, or of what was inserted into. Where
    that was filled with a number, the number is used. The parts are inserted
    into the result, so that each is computed where it lies. The same arithmetic
    is applied to each element, so signs of zeros remain.

    Shapes and the offsets of slices have to be known, and strides to be 1. There
    are at most 8 parts, and no more operations afterwards than there were with
    the fills and the insertions that only this operation needs. Broadcasts that
    such an operation reads are computed in each part. What reads or
    gives something to a reduction along memory stays whole, for
    `fused-fuse-rows`.

    Example: the sum of the gradients of two slices.

    ```mlir
    %zeros = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x32xf32>)
        -> tensor<64x32xf32>
    %a = tensor.insert_slice %da into %zeros[0, 0] [64, 16] [1, 1]
        : tensor<64x16xf32> into tensor<64x32xf32>
    %b = tensor.insert_slice %db into %zeros[0, 16] [64, 16] [1, 1]
        : tensor<64x16xf32> into tensor<64x32xf32>
    %sum = linalg.generic ... ins(%a, %b : tensor<64x32xf32>, tensor<64x32xf32>)
        outs(%empty : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.addf %in, %in_0 : f32
      linalg.yield %1 : f32
    } -> tensor<64x32xf32>
    ```

    becomes

    ```mlir
    %low = linalg.generic ... ins(%da : tensor<64x16xf32>)
        outs(%part : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %in, %zero : f32
      linalg.yield %1 : f32
    } -> tensor<64x16xf32>
    %half = tensor.insert_slice %low into %empty[0, 0] [64, 16] [1, 1]
        : tensor<64x16xf32> into tensor<64x32xf32>
    %high = linalg.generic ... ins(%db : tensor<64x16xf32>)
        outs(%part_0 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %zero, %in : f32
      linalg.yield %1 : f32
    } -> tensor<64x16xf32>
    %sum = tensor.insert_slice %high into %half[0, 16] [64, 16] [1, 1]
        : tensor<64x16xf32> into tensor<64x32xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_PASSES_TD
