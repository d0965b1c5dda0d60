//===- RecognitionPasses.td - Passes that find products ----*- tablegen -*-===//
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

#ifndef FUSED_TRANSFORMS_RECOGNITIONPASSES_TD
#define FUSED_TRANSFORMS_RECOGNITIONPASSES_TD

include "mlir/Pass/PassBase.td"

/// A pass to which the numerics contract matters.
class NumericsPass<string name> : Pass<name> {
  let options = [
    Option<"numerics", "numerics", "::fused::Numerics",
           /*default=*/"::fused::Numerics::Default",
           "What fusing may change in the results",
           [{::llvm::cl::values(
               clEnumValN(::fused::Numerics::Strict, "strict",
                          "Keep every rounding of 16-bit types"),
               clEnumValN(::fused::Numerics::Default, "default",
                          "Round once, when the result is stored"),
               clEnumValN(::fused::Numerics::Fast, "fast",
                          "Also take the library's NaN and GELU"))}]>
  ];
}

def RaiseContractions : Pass<"fused-raise-contractions"> {
  let summary = "Rewrite contractions in linalg to fused.matmul";
  let description = [{
    Rewrites every `linalg` operation on tensors that multiplies two operands
    and sums over at least one dimension into a `fused.matmul` with the default
    epilog: `linalg.matmul` and `linalg.batch_matmul` with any indexing maps,
    `linalg.matvec`, `linalg.vecmat`, `linalg.dot`, `linalg.contract`, and
    `linalg.generic` with the body of a contraction.

    *  Dimensions are grouped into batch, M, N and K and each group is collapsed
       into one. An operand whose dimensions are not in an order that collapses
       is transposed first.
    *  An init that is filled with zeros disappears; any other becomes C.
    *  Widening of 16-bit operands to the type of the accumulator, and
       permutations of operands, are folded in.

    The sum of products is not evaluated in the order, nor rounded at each step,
    as the loop nest would have it: it is accumulated in f32 (f64 for f64) in
    any order. Products of integers are left alone.

    Example:

    ```mlir
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
    ```

    becomes

    ```mlir
    %a = tensor.collapse_shape %x [[0, 1], [2]]
        : tensor<8x32x128xf32> into tensor<256x128xf32>
    %d0 = tensor.empty() : tensor<256x96xf32>
    %d = fused.matmul epilog(default)
        ins(%a, %w : tensor<256x128xf32>, tensor<128x96xf32>)
        outs(%d0 : tensor<256x96xf32>) -> tensor<256x96xf32>
    %2 = tensor.expand_shape %d [[0, 1], [2]] output_shape [8, 32, 96]
        : tensor<256x96xf32> into tensor<8x32x96xf32>
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseEpilogs : NumericsPass<"fused-fuse-epilogs"> {
  let summary = "Fuse what follows a product into its epilog";
  let description = [{
    For each `fused.matmul` on tensors, finds the largest region of pure
    elementwise consumers whose value is, as a function of the accumulator, that
    of an epilog, and rewrites the product and the region into one operation.

    The region is compared with the epilogs by evaluation, not by its spelling:
    every scalar operation in it is evaluated in double precision over the same
    samples (special values, a sweep over all magnitudes, and points around each
    constant that occurs in the region) for the accumulator, a vector along N
    and a full matrix at once, and a value is an epilog if it agrees with the
    table's function at every sample. GELU agrees within 1e-6 relative to the
    magnitude of its argument; everything else to the last few bits of double
    precision. `docs/Recognition.md` describes the method and lists the reasons
    for which a product is left alone; each is emitted as a missed-optimization
    remark, each fusion as a passed one.

    `numerics` says what the compiler may change (`docs/Numerics.md`):
    `strict` changes no rounding of a 16-bit type, `default` permits one
    rounding at the end instead of one at each step, and `fast` moreover permits
    the library's treatment of NaN in ReLU and the tanh form for exact GELU.

    Example:

    ```mlir
    %0 = fused.matmul epilog(default) ins(%a, %b : ...) outs(%d0 : ...) -> ...
    %1 = linalg.generic {indexing_maps = [#mn, #n, #mn],
                         iterator_types = ["parallel", "parallel"]}
        ins(%0, %v : tensor<64x512xf32>, tensor<512xf32>)
        outs(%d0 : tensor<64x512xf32>) {
    ^bb0(%x: f32, %bias: f32, %out: f32):
      %2 = arith.addf %x, %bias : f32
      %3 = arith.maximumf %2, %zero : f32
      linalg.yield %3 : f32
    } -> tensor<64x512xf32>
    ```

    becomes

    ```mlir
    %1 = fused.matmul epilog(relu_bias) ins(%a, %b : ...)
        bias(%v : tensor<512xf32>) outs(%d0 : ...) -> tensor<64x512xf32>
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PairEpilogs : NumericsPass<"fused-pair-epilogs"> {
  let summary = "Let forward products save what backward ones need";
  let description = [{
    For each `fused.matmul` on tensors that ends in its pre-activation, because
    more than the activation is computed from it (a gradient, usually), gives it
    the activation nevertheless:

    *  GELU: the pre-activation becomes the aux of `gelu_aux` or
       `gelu_aux_bias`, and everything else reads that.
    *  ReLU, where everything else that is computed from the pre-activation can
       be computed from the ReLU just as well (`x > 0` can: it is `relu(x) > 0`)
       or is the mask of `relu_aux` (`x >= 0` or NaN). What can be computed from
       it is found by evaluation, as an epilog is. The pre-activation
       disappears.

    With `numerics=fast`, `x > 0` counts as the mask of `relu_aux`, which
    differs where x is zero.

    Example:

    ```mlir
    %x = fused.matmul epilog(bias) ins(%a, %b : ...) bias(%v : ...)
        outs(%d0 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %y = linalg.generic {...gelu...} ins(%x : tensor<64x512xf32>) ...
    %g = fused.matmul epilog(dgelu) ins(%c, %d : ...) aux(%x : ...) ...
    ```

    becomes

    ```mlir
    %y, %x = fused.matmul epilog(gelu_aux_bias) ins(%a, %b : ...) bias(%v : ...)
        outs(%d0, %x0 : tensor<64x512xf32>, tensor<64x512xf32>)
        -> tensor<64x512xf32>, tensor<64x512xf32>
    %g = fused.matmul epilog(dgelu) ins(%c, %d : ...) aux(%x : ...) ...
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseBiasGradients : NumericsPass<"fused-fuse-bias-gradients"> {
  let summary = "Let sums ride on products";
  let description = [{
    Makes the sum over the rows of a matrix, the gradient of a bias, the second
    result of a `fused.matmul` on tensors: of the product that computes the
    matrix, if that ends in the gradient of an activation (`drelu_bgrad`,
    `dgelu_bgrad`), or of one that reads it as a factor and sums over the same
    dimension (`bgrada`, `bgradb`), such as the gradient of the weights.

    The sum may be of a reshape of the matrix, in any order of dimensions, in a
    wider type and rounded afterwards, and may be followed by sums over unit
    dimensions. It starts from zero. A product is moved up, if it has to be, to
    stand before what uses the sum. A sum along the rows of D is one along the
    columns of its transpose: then the product is transposed.

    Where several products could compute a sum, one that computes the matrix
    comes before one that reads it; a cost model given to
    `createFuseBiasGradients` may choose otherwise.

    With `numerics=strict`, sums of 16-bit types that are rounded on the way are
    left alone.

    Example:

    ```mlir
    %g = fused.matmul epilog(drelu) ins(%a, %b : ...) aux(%mask : ...)
        outs(%g0 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %s = linalg.reduce ins(%g : tensor<64x512xf32>)
        outs(%zeros : tensor<512xf32>) dimensions = [0] {...addf...}
    ```

    becomes

    ```mlir
    %g, %s = fused.matmul epilog(drelu_bgrad) ins(%a, %b : ...) aux(%mask : ...)
        outs(%g0, %s0 : tensor<64x512xf32>, tensor<512xf32>)
        -> tensor<64x512xf32>, tensor<512xf32>
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_RECOGNITIONPASSES_TD
