//===- ProductPasses.td - Passes on whole products ---------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PRODUCTPASSES_TD
#define FUSED_TRANSFORMS_PRODUCTPASSES_TD

include "fused/Transforms/NumericsPass.td"
include "mlir/Pass/PassBase.td"

def CheckShapes : Pass<"fused-check-shapes", "::mlir::func::FuncOp"> {
  let summary = "Assert the conditions of operations on the sizes of arrays";
  let description = [{
    An operation on arrays may have conditions on sizes that their types do not
    state. Sizes of operands must be equal, a slice must lie within its source,
    and a reshape must keep the number of elements. For each condition that the
    pass cannot prove, it adds a `cf.assert` that compares sizes at run time. It
    adds nothing for static sizes or for sizes with the same origin. It refuses
    operations whose computed indices leave arrays of static sizes.
    `fused-guard-bodies` checks the elements that a body reads at computed
    indices.

    The assertions compare the origins of the operands' sizes, not the operands
    themselves. They are as early in a block as possible. Therefore they keep no
    array alive and prevent no fusion. The pass comes first in a pipeline,
    because fused operations no longer show these conditions.

    Example:

    ```mlir
    // before: --fused-check-shapes --canonicalize
    func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>)
          -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %dim = tensor.dim %a, %c0 : tensor<?xf32>
      %dim_0 = tensor.dim %b, %c0 : tensor<?xf32>
      %same = arith.cmpi eq, %dim, %dim_0 : index
      cf.assert %same, "sizes of 'linalg.exp' differ: dimension 0 of operand 0 and dimension 0 of operand 1"
      %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>)
          -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Decompose : Pass<"fused-decompose"> {
  let summary = "Rewrite the operations of fused to linalg";
  let description = [{
    Rewrites each `fused.matmul`, with any epilog, on tensors or on memrefs. The
    result is a contraction that accumulates in the compute type, and an
    elementwise operation that applies the epilog. These operations define the
    meaning of `fused.matmul`. They are the oracle of the tests, and the
    fallback for a target that lacks an epilog.

    `fused.pack_mask` and `fused.unpack_mask` become one elementwise operation
    each. If booleans are computed from one matrix and only a mask uses them,
    that operation computes them, too. With `products=false`, only these
    operations and `fused.rows` are rewritten. The pipelines do this before
    bufferization, because there is no other way to execute them.

    `fused.product` becomes such a contraction, too, and an elementwise
    operation with its region.

    `fused.rows` on tensors becomes a reduction for each `fused.reduce`, and an
    elementwise operation over points and one over rows, for the outputs that
    have such elements. With `rows=false` it stays, as devices have kernels for
    it.

    `fused.scatter` becomes loops over updates and elements, as its description
    states them. On tensors, the loops carry the array.

    Example:

    ```mlir
    // before: --fused-decompose --canonicalize
    func.func @product(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>,
                       %d0: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
      %d = fused.matmul epilog(relu)
          ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
          outs(%d0 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
      return %d : tensor<4x16xbf16>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1, d2) -> (d0, d2)>
    #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
    #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
    #map3 = affine_map<(d0, d1) -> (d0, d1)>
    func.func @product(%a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>,
        %d0: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
      %cst = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<4x16xf32>
      %1 = linalg.fill
          ins(%cst : f32) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
      %2 = linalg.generic {indexing_maps = [#map, #map1, #map2],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<4x8xbf16>, tensor<8x16xbf16>)
          outs(%1 : tensor<4x16xf32>) {
      ^bb0(%in: bf16, %in_0: bf16, %out: f32):
        %4 = arith.extf %in : bf16 to f32
        %5 = arith.extf %in_0 : bf16 to f32
        %6 = arith.mulf %4, %5 : f32
        %7 = arith.addf %out, %6 : f32
        linalg.yield %7 : f32
      } -> tensor<4x16xf32>
      %3 = linalg.generic {indexing_maps = [#map3, #map3],
          iterator_types = ["parallel", "parallel"]}
          ins(%2 : tensor<4x16xf32>) outs(%d0 : tensor<4x16xbf16>) {
      ^bb0(%in: f32, %out: bf16):
        %4 = arith.maximumf %in, %cst : f32
        %5 = arith.truncf %4 : f32 to bf16
        linalg.yield %5 : bf16
      } -> tensor<4x16xbf16>
      return %3 : tensor<4x16xbf16>
    }
    ```
  }];
  let options = [
    Option<"products", "products", "bool", "true",
           "Rewrite products and scatters, too">,
    Option<"rows", "rows", "bool", "true", "Rewrite fused.rows on tensors">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PadProducts : Pass<"fused-pad-products", "::mlir::func::FuncOp"> {
  let summary = "Compute products of odd sizes as larger ones";
  let description = [{
    Libraries and kernels for devices read and write 16 bytes at a time. Where
    the rows of a matrix of 16-bit floats do not begin at multiples of 16 bytes,
    as with a vocabulary of 50257 tokens, they take up to seven times as long.
    The pass pads rows to a multiple of 8 elements, with zeros, and the program
    reads a slice of the result. Zeros add nothing to a sum, and the slice leaves
    out rows and columns of them, so that all results are the same.

    An operand that the program computes is computed in its place within the
    padded one. Others are copied, unless only the number of the rows of B is
    odd: then the last columns are a product of their own. The pass pads a
    product if the copies should take less time than they save, by an estimate
    ([Products](../Products.md)). All sizes must be known. With `attention`, the
    products before and behind a softmax stay as they are if they should become
    `fused.attention`, whose kernel never stores the scores.

    Each padded product gives a remark of category `fused-pad-products`.

    Example:

    ```mlir
    // before: --fused-pad-products=always
    func.func @layer(%x: tensor<4x8xbf16>, %w: tensor<8x9xbf16>,
                     %d: tensor<4x9xbf16>) -> tensor<4x9xbf16> {
      %0 = fused.matmul epilog(relu)
          ins(%x, %w : tensor<4x8xbf16>, tensor<8x9xbf16>)
          outs(%d : tensor<4x9xbf16>) -> tensor<4x9xbf16>
      return %0 : tensor<4x9xbf16>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @layer(%x: tensor<4x8xbf16>, %w: tensor<8x9xbf16>,
                     %d: tensor<4x9xbf16>) -> tensor<4x9xbf16> {
      %0 = tensor.empty() : tensor<8x16xbf16>
      %inserted_slice = tensor.insert_slice %w into %0[0, 0] [8, 9] [1, 1]
          : tensor<8x9xbf16> into tensor<8x16xbf16>
      %1 = tensor.empty() : tensor<8x7xbf16>
      %cst = arith.constant 0.0 : bf16
      %2 = linalg.fill ins(%cst : bf16) outs(%1 : tensor<8x7xbf16>)
          -> tensor<8x7xbf16>
      %inserted_slice_0 = tensor.insert_slice %2 into %inserted_slice[0, 9]
          [8, 7] [1, 1] : tensor<8x7xbf16> into tensor<8x16xbf16>
      %3 = tensor.empty() : tensor<4x16xbf16>
      %4 = fused.matmul epilog(relu)
          ins(%x, %inserted_slice_0 : tensor<4x8xbf16>, tensor<8x16xbf16>)
          outs(%3 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
      %extracted_slice = tensor.extract_slice %4[0, 0] [4, 9] [1, 1]
          : tensor<4x16xbf16> to tensor<4x9xbf16>
      return %extracted_slice : tensor<4x9xbf16>
    }
    ```
  }];
  let options = [
    Option<"always", "always", "bool", "false",
           "Pad all products that can be, faster or not. For tests">,
    Option<"attention", "attention", "bool", "false",
           "Leave products around a softmax to fused-fuse-attention">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Legalize : NumericsPass<"fused-legalize", [
    Option<"target", "target", "std::string", "\"cpu\"",
           "The target of the products: cpu or cuda">,
    Option<"chip", "chip", "std::string", "\"\"",
           "The chip, such as sm_90; any chip if empty. A CUDA device that was "
           "not measured has the table of the nearest">,
    Option<"library", "library", "std::string", "\"\"",
           "The version of the target's library, such as 13.1; any if empty">,
    Option<"table", "table", "std::string", "\"\"",
           "A file with the table, in place of those of the project">,
    Option<"productKernels", "product-kernels", "bool", "false",
           "Keep each fused.product that has a kernel on the chip, and make one "
           "of GELU and of gradients where a kernel should be faster">,
    Option<"tiling", "tiling", "std::string", "\"\"",
           "Make these products kernels with this tiling, faster or not">]> {
  let summary = "Decompose products that a target does not execute";
  let description = [{
    Rewrites each `fused.matmul` that the target does not execute, by its table
    of [support](Support.md). It becomes the nearest form that the target
    executes:

    *  A `fused.product` becomes a product whose result is the accumulator, and
       an elementwise operation. With `product-kernels`, it stays if it has a
       kernel on the chip ([Products](../Products.md)). Products with GELU or
       the gradient of an activation become one where a kernel should be faster,
       or was in a measurement that the compiler gives to the pass.
    *  If only the bias gradient is missing, it becomes a sum in `linalg` beside
       the product with the rest of the epilog. This does not apply to the sum
       of a D of 16 bits, because that sums D before it is rounded.
    *  Otherwise the product keeps only the accumulator, in the compute type, so
       that nothing is rounded earlier than before. The epilog becomes an
       elementwise operation.
    *  If that is missing, too, but exists for operands that are transposed in
       another way, the operands are transposed.
    *  Otherwise everything is decomposed as by `fused-decompose`.

    An unknown size does not satisfy a constraint on sizes. Each changed product
    gives a missed-optimization remark of category `fused-legalize`. Its name is
    the reason (`docs/Recognition.md`).

    The option `table` reads a table from a file in the format of
    `docs/support`. Use it for a chip or a version of a library that has been
    measured since.

    In the example, the library sums a B over K only if B is not transposed.

    Example:

    ```mlir
    // before: --fused-legalize=target=cuda --canonicalize
    func.func @sum(%a: tensor<4x8xbf16>, %b: tensor<16x8xbf16>,
                   %d0: tensor<4x16xbf16>, %s0: tensor<16xbf16>)
        -> (tensor<4x16xbf16>, tensor<16xbf16>) {
      %d, %s = fused.matmul epilog(bgradb) transpose_b
          ins(%a, %b : tensor<4x8xbf16>, tensor<16x8xbf16>)
          outs(%d0, %s0 : tensor<4x16xbf16>, tensor<16xbf16>)
          -> tensor<4x16xbf16>, tensor<16xbf16>
      return %d, %s : tensor<4x16xbf16>, tensor<16xbf16>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    #map1 = affine_map<(d0, d1) -> (d0)>
    #map2 = affine_map<(d0) -> (d0)>
    func.func @sum(%a: tensor<4x8xbf16>, %b: tensor<16x8xbf16>,
        %d0: tensor<4x16xbf16>, %s0: tensor<16xbf16>)
        -> (tensor<4x16xbf16>, tensor<16xbf16>) {
      %cst = arith.constant 0.0 : f32
      %0 = fused.matmul epilog(default) transpose_b
          ins(%a, %b : tensor<4x8xbf16>, tensor<16x8xbf16>)
          outs(%d0 : tensor<4x16xbf16>) -> tensor<4x16xbf16>
      %1 = tensor.empty() : tensor<16xf32>
      %2 = linalg.fill
          ins(%cst : f32) outs(%1 : tensor<16xf32>) -> tensor<16xf32>
      %3 = linalg.generic {indexing_maps = [#map, #map1],
          iterator_types = ["parallel", "reduction"]}
          ins(%b : tensor<16x8xbf16>) outs(%2 : tensor<16xf32>) {
      ^bb0(%in: bf16, %out: f32):
        %5 = arith.extf %in : bf16 to f32
        %6 = arith.addf %out, %5 : f32
        linalg.yield %6 : f32
      } -> tensor<16xf32>
      %4 = linalg.generic {indexing_maps = [#map2, #map2],
          iterator_types = ["parallel"]}
          ins(%3 : tensor<16xf32>) outs(%s0 : tensor<16xbf16>) {
      ^bb0(%in: f32, %out: bf16):
        %5 = arith.truncf %in : f32 to bf16
        linalg.yield %5 : bf16
      } -> tensor<16xbf16>
      return %0, %4 : tensor<4x16xbf16>, tensor<16xbf16>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ReportProducts : Pass<"fused-report", "::mlir::ModuleOp"> {
  let summary = "Report the fate of each product";
  let description = [{
    Prints a table of the products of the module. A product is a `fused.matmul`,
    or a contraction that is still in `linalg`. The table has the shape of each
    product, its share of the floating-point operations and its epilog, or the
    reason why nothing more was fused into it. Totals follow. `docs/Report.md`
    describes this format and the format in JSON.

    The pass describes the current state of the module and does not change it.
    It usually runs after `fused-fuse-products` or `fused-fuse-epilogs`. The
    option `numerics` is the contract that decides about the reasons, and should
    be the same as for the fusion. The report goes to the standard error, so
    that the module can continue through a pipe.

    Example:

    ```mlir
    // before: --fused-report=output=- -o /dev/null
    func.func @layer(%x: tensor<64x784xf32>, %w: tensor<784x512xf32>,
                     %b: tensor<512xf32>, %d0: tensor<64x512xf32>)
        -> tensor<64x512xf32> {
      %d = fused.matmul epilog(relu_bias)
          ins(%x, %w : tensor<64x784xf32>, tensor<784x512xf32>)
          bias(%b : tensor<512xf32>)
          outs(%d0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      return %d : tensor<64x512xf32>
    }
    ```

    prints

    ```text
    // after
    location            function  flops   ...  types             epilog     bytes left  reason
    example.mlir:5:8    layer     51.4 M  ...  f32 x f32 -> f32  relu_bias  0
    1 of 1 products fused, 1 with an epilog other than default
    products have 51.4 M floating-point operations, 100.0 % of all
    ...
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
           "The file for the report; - for the standard output, or empty for "
           "the standard error">,
    Option<"numerics", "numerics", "::fused::Numerics",
           "::fused::Numerics::Default",
           "The contract that decides about the reasons",
           [{::llvm::cl::values(
               clEnumValN(::fused::Numerics::Strict, "strict",
                          "Keep every rounding of 16-bit types"),
               clEnumValN(::fused::Numerics::Default, "default",
                          "Round once, when the result is stored"),
               clEnumValN(::fused::Numerics::Fast, "fast",
                          "Also accept the library's NaN and GELU"))}]>
  ];
}

#endif // FUSED_TRANSFORMS_PRODUCTPASSES_TD
