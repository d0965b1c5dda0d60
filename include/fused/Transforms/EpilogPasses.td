//===- EpilogPasses.td - Passes that find epilogs ----------*- tablegen -*-===//
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

#ifndef FUSED_TRANSFORMS_EPILOGPASSES_TD
#define FUSED_TRANSFORMS_EPILOGPASSES_TD

include "fused/Transforms/NumericsPass.td"

def FuseEpilogs : NumericsPass<"fused-fuse-epilogs"> {
  let summary = "Fuse the operations after a product into its epilog";
  let description = [{
    For each `fused.matmul` on tensors, finds the largest region of pure
    elementwise consumers whose value, as a function of the accumulator, is that
    of an epilog. Rewrites the product and the region into one operation.

    The pass compares the region with the epilogs by evaluation, not by its
    spelling. It evaluates every scalar operation in double precision over the
    same samples: special values, a sweep over all magnitudes, and points around
    each constant in the region. The samples are values for the accumulator, a
    vector along N and a full matrix at once. A value is an epilog if it agrees
    with the table's function at every sample. GELU must agree within 1e-6
    relative to the magnitude of its argument, and everything else to the last
    few bits of double precision. `docs/Recognition.md` describes the method and
    lists the reasons for which a product stays unfused. Each reason is a
    missed-optimization remark, and each fusion is a passed one.

    A C that repeats a tensor along the columns is no bias. If an operation on
    other matrices follows, it is added behind the product, as part of that.

    The option `numerics` says what the compiler may change
    (`docs/Numerics.md`). `strict` changes no rounding of a 16-bit type.
    `default` permits one rounding at the end instead of one at each step.
    `fast` also permits the library's treatment of NaN in ReLU, and the tanh
    form for exact GELU.

    Example:

    ```mlir
    // before: --fused-fuse-epilogs --canonicalize
    #mn = affine_map<(m, n) -> (m, n)>
    #n = affine_map<(m, n) -> (n)>
    func.func @layer(%a: tensor<64x784xf32>, %b: tensor<784x512xf32>,
                     %v: tensor<512xf32>) -> tensor<64x512xf32> {
      %zero = arith.constant 0.0 : f32
      %d0 = tensor.empty() : tensor<64x512xf32>
      %0 = fused.matmul epilog(default)
          ins(%a, %b : tensor<64x784xf32>, tensor<784x512xf32>)
          outs(%d0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      %1 = linalg.generic {indexing_maps = [#mn, #n, #mn],
                           iterator_types = ["parallel", "parallel"]}
          ins(%0, %v : tensor<64x512xf32>, tensor<512xf32>)
          outs(%d0 : tensor<64x512xf32>) {
      ^bb0(%x: f32, %bias: f32, %out: f32):
        %2 = arith.addf %x, %bias : f32
        %3 = arith.maximumf %2, %zero : f32
        linalg.yield %3 : f32
      } -> tensor<64x512xf32>
      return %1 : tensor<64x512xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @layer(%a: tensor<64x784xf32>, %b: tensor<784x512xf32>,
        %v: tensor<512xf32>) -> tensor<64x512xf32> {
      %0 = tensor.empty() : tensor<64x512xf32>
      %1 = fused.matmul epilog(relu_bias)
          ins(%a, %b : tensor<64x784xf32>, tensor<784x512xf32>)
          bias(%v : tensor<512xf32>)
          outs(%0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      return %1 : tensor<64x512xf32>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PairEpilogs : NumericsPass<"fused-pair-epilogs"> {
  let summary = "Let forward products save the values for backward ones";
  let description = [{
    Looks at each `fused.matmul` on tensors that ends in its pre-activation. It
    ends there because more than the activation is computed from the
    pre-activation, usually a gradient. The pass gives the product the
    activation nevertheless:

    *  GELU: the pre-activation becomes the aux of `gelu_aux` or
       `gelu_aux_bias`, and all other operations read that.
    *  ReLU: each other value that is computed from the pre-activation must be
       the mask of `relu_aux` (`x >= 0` or NaN), or must have the same value
       when it is computed from the ReLU. An example is `x > 0`, which is
       `relu(x) > 0`. Evaluation decides this, as for an epilog. The
       pre-activation disappears.

    With `numerics=fast`, `x > 0` counts as the mask of `relu_aux`, although it
    differs where x is zero.

    Example:

    ```mlir
    // before: --fused-pair-epilogs --canonicalize
    #mn = affine_map<(m, n) -> (m, n)>
    func.func @step(%a: tensor<64x784xf32>, %b: tensor<784x512xf32>,
                    %v: tensor<512xf32>, %g: tensor<64x10xf32>,
                    %w: tensor<10x512xf32>)
        -> (tensor<64x512xf32>, tensor<64x512xf32>) {
      %zero = arith.constant 0.0 : f32
      %d0 = tensor.empty() : tensor<64x512xf32>
      %x = fused.matmul epilog(bias)
          ins(%a, %b : tensor<64x784xf32>, tensor<784x512xf32>)
          bias(%v : tensor<512xf32>)
          outs(%d0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      %y = linalg.generic {indexing_maps = [#mn, #mn],
                           iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<64x512xf32>) outs(%d0 : tensor<64x512xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.maximumf %in, %zero : f32
        linalg.yield %0 : f32
      } -> tensor<64x512xf32>
      %b0 = tensor.empty() : tensor<64x512xi1>
      %bits = linalg.generic {indexing_maps = [#mn, #mn],
                              iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<64x512xf32>) outs(%b0 : tensor<64x512xi1>) {
      ^bb0(%in: f32, %out: i1):
        %0 = arith.cmpf uge, %in, %zero : f32
        linalg.yield %0 : i1
      } -> tensor<64x512xi1>
      %m0 = tensor.empty() : tensor<64x64xi8>
      %mask = fused.pack_mask ins(%bits : tensor<64x512xi1>)
          outs(%m0 : tensor<64x64xi8>) -> tensor<64x64xi8>
      %gradient = fused.matmul epilog(drelu)
          ins(%g, %w : tensor<64x10xf32>, tensor<10x512xf32>)
          aux(%mask : tensor<64x64xi8>)
          outs(%d0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      return %y, %gradient : tensor<64x512xf32>, tensor<64x512xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @step(%a: tensor<64x784xf32>, %b: tensor<784x512xf32>,
        %v: tensor<512xf32>, %g: tensor<64x10xf32>, %w: tensor<10x512xf32>)
        -> (tensor<64x512xf32>, tensor<64x512xf32>) {
      %0 = tensor.empty() : tensor<64x512xf32>
      %1 = tensor.empty() : tensor<64x64xi8>
      %2, %mask = fused.matmul epilog(relu_aux_bias)
          ins(%a, %b : tensor<64x784xf32>, tensor<784x512xf32>)
          bias(%v : tensor<512xf32>)
          outs(%0, %1 : tensor<64x512xf32>, tensor<64x64xi8>)
          -> tensor<64x512xf32>, tensor<64x64xi8>
      %3 = fused.matmul epilog(drelu)
          ins(%g, %w : tensor<64x10xf32>, tensor<10x512xf32>)
          aux(%mask : tensor<64x64xi8>)
          outs(%0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      return %2, %3 : tensor<64x512xf32>, tensor<64x512xf32>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseBiasGradients : NumericsPass<"fused-fuse-bias-gradients"> {
  let summary = "Compute sums as part of products";
  let description = [{
    Makes the sum over the rows of a matrix, which is the gradient of a bias,
    the second result of a `fused.matmul` on tensors. There are two kinds of
    products for this: the product that computes the matrix, if it ends in the
    gradient of an activation (`drelu_bgrad`, `dgelu_bgrad`), and a product that
    reads the matrix as a factor and sums over the same dimension (`bgrada`,
    `bgradb`), such as the gradient of the weights.

    The sum may read a reshape of the matrix, with any order of dimensions. It
    may be in a wider type and be rounded afterwards, and sums over unit
    dimensions may follow. It must start from zero. If necessary, the product
    moves up with what it needs, so that it stands before the users of the sum.
    A sum along the rows of D is one along the columns of its transpose, so the
    product is transposed for it. If the sum kept an epilog of another product
    from ending, the pass fuses that, too.

    If several products could compute a sum, the product that computes the
    matrix is preferred to one that reads it. A cost model given to
    `createFuseBiasGradients` may choose differently.

    With `numerics=strict`, the pass does not change sums of 16-bit types with a
    rounding in between.

    Example:

    ```mlir
    // before: --fused-fuse-bias-gradients --canonicalize
    func.func @gradient(%a: tensor<64x10xf32>, %b: tensor<10x512xf32>,
                        %mask: tensor<64x64xi8>)
        -> (tensor<64x512xf32>, tensor<512xf32>) {
      %zero = arith.constant 0.0 : f32
      %g0 = tensor.empty() : tensor<64x512xf32>
      %g = fused.matmul epilog(drelu)
          ins(%a, %b : tensor<64x10xf32>, tensor<10x512xf32>)
          aux(%mask : tensor<64x64xi8>)
          outs(%g0 : tensor<64x512xf32>) -> tensor<64x512xf32>
      %s0 = tensor.empty() : tensor<512xf32>
      %zeros = linalg.fill ins(%zero : f32) outs(%s0 : tensor<512xf32>)
          -> tensor<512xf32>
      %s = linalg.reduce {arith.addf} ins(%g : tensor<64x512xf32>)
          outs(%zeros : tensor<512xf32>) dimensions = [0]
      return %g, %s : tensor<64x512xf32>, tensor<512xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @gradient(%a: tensor<64x10xf32>, %b: tensor<10x512xf32>,
        %mask: tensor<64x64xi8>) -> (tensor<64x512xf32>, tensor<512xf32>) {
      %0 = tensor.empty() : tensor<64x512xf32>
      %1 = tensor.empty() : tensor<512xf32>
      %2, %bias_gradient = fused.matmul epilog(drelu_bgrad)
          ins(%a, %b : tensor<64x10xf32>, tensor<10x512xf32>)
          aux(%mask : tensor<64x64xi8>)
          outs(%0, %1 : tensor<64x512xf32>, tensor<512xf32>)
          -> tensor<64x512xf32>, tensor<512xf32>
      return %2, %bias_gradient : tensor<64x512xf32>, tensor<512xf32>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseRequantization : NumericsPass<"fused-fuse-requantization"> {
  let summary = "Store the results of 8-bit products in 8 bits";
  let description = [{
    If a program computes nothing from a `fused.matmul` of 8-bit floats but one
    tensor of `f8E4M3FN`, and that is the result times a number, saturated at
    448, then the product stores it, with the number as `d_scale`. A program may
    also divide by the number, or have none.

    Example:

    ```mlir
    // before: --fused-fuse-requantization --canonicalize
    func.func @layer(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>,
                     %s: tensor<f32>) -> tensor<64x48xf8E4M3FN> {
      %d = tensor.empty() : tensor<64x48xbf16>
      %p = fused.matmul epilog(relu) transpose_b
          ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
          outs(%d : tensor<64x48xbf16>) -> tensor<64x48xbf16>
      %e = tensor.empty() : tensor<64x48xf8E4M3FN>
      %q = linalg.generic {
          indexing_maps = [affine_map<(m, n) -> (m, n)>,
                           affine_map<(m, n) -> ()>,
                           affine_map<(m, n) -> (m, n)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%p, %s : tensor<64x48xbf16>, tensor<f32>)
          outs(%e : tensor<64x48xf8E4M3FN>) {
      ^bb0(%in: bf16, %scale: f32, %out: f8E4M3FN):
        %most = arith.constant 4.48e+02 : f32
        %least = arith.constant -4.48e+02 : f32
        %0 = arith.extf %in : bf16 to f32
        %1 = arith.mulf %0, %scale : f32
        %2 = arith.minimumf %1, %most : f32
        %3 = arith.maximumf %2, %least : f32
        %4 = arith.truncf %3 : f32 to f8E4M3FN
        linalg.yield %4 : f8E4M3FN
      } -> tensor<64x48xf8E4M3FN>
      return %q : tensor<64x48xf8E4M3FN>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @layer(%x: tensor<64x32xf8E4M3FN>, %w: tensor<48x32xf8E4M3FN>,
                     %s: tensor<f32>) -> tensor<64x48xf8E4M3FN> {
      %0 = tensor.empty() : tensor<64x48xf8E4M3FN>
      %1 = fused.matmul epilog(relu) transpose_b
          ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<48x32xf8E4M3FN>)
          d_scale(%s : tensor<f32>)
          outs(%0 : tensor<64x48xf8E4M3FN>) -> tensor<64x48xf8E4M3FN>
      return %1 : tensor<64x48xf8E4M3FN>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseAttention : NumericsPass<"fused-fuse-attention"> {
  let summary = "Make two products and the softmax between them one operation";
  let description = [{
    Makes a `fused.attention` of a product, a `fused.rows` that computes the
    softmax of its rows, and a product of these weights, if there is a kernel for
    it ([Attention](../Attention.md)). Scales, masks and biases between the first
    product and the softmax become the region.

    Nothing else may read the scores or the weights, but for the gradients of
    the queries, keys and values. These become two `fused.attention_gradient`,
    which compute the weights again from the largest score of each row and the
    sum of its powers. The sum over the keys of weights and their gradients is
    computed as that of a row of the output and its gradient. All of them read
    and write views of permuted tensors, if kernels can address them. So do
    rows, if the permutation leaves rows where they are. The factor of the last
    product, and a C of those that give outputs or gradients, are applied by
    operations behind them.

    The kernel rounds weights before it divides by their sum, so the pass does
    nothing with `numerics=strict`. Otherwise, the region computes in f32 what
    the program computes in 16 bits, as that of `fused.product` does.

    Example:

    ```mlir
    // before: --fused-fuse-attention --canonicalize
    #all = affine_map<(b, i, j) -> (b, i, j)>
    func.func @attention(%q: tensor<8x512x64xbf16>, %k: tensor<8x512x64xbf16>,
                         %v: tensor<8x512x64xbf16>) -> tensor<8x512x64xbf16> {
      %zero = arith.constant 0.0 : f32
      %lowest = arith.constant 0xFF800000 : f32
      %s0 = tensor.empty() : tensor<8x512x512xbf16>
      %s = fused.matmul epilog(default) transpose_b alpha(1.250000e-01)
          ins(%q, %k : tensor<8x512x64xbf16>, tensor<8x512x64xbf16>)
          outs(%s0 : tensor<8x512x512xbf16>) -> tensor<8x512x512xbf16>
      %w = fused.rows over [2] maps [#all, #all]
          ins(%s : tensor<8x512x512xbf16>) outs(%s0 : tensor<8x512x512xbf16>) {
      ^bb0(%in: bf16):
        %x = arith.extf %in : bf16 to f32
        %max = fused.reduce maximumf %x init(%lowest) : f32
        %0 = arith.subf %x, %max : f32
        %1 = math.exp %0 : f32
        %sum = fused.reduce addf %1 init(%zero) : f32
        %2 = arith.divf %1, %sum : f32
        %3 = arith.truncf %2 : f32 to bf16
        fused.yield %3 : bf16
      } -> tensor<8x512x512xbf16>
      %o0 = tensor.empty() : tensor<8x512x64xbf16>
      %o = fused.matmul epilog(default)
          ins(%w, %v : tensor<8x512x512xbf16>, tensor<8x512x64xbf16>)
          outs(%o0 : tensor<8x512x64xbf16>) -> tensor<8x512x64xbf16>
      return %o : tensor<8x512x64xbf16>
    }
    ```

    ```mlir
    // after
    func.func @attention(%q: tensor<8x512x64xbf16>, %k: tensor<8x512x64xbf16>,
                         %v: tensor<8x512x64xbf16>) -> tensor<8x512x64xbf16> {
      %scale = arith.constant 1.250000e-01 : f32
      %o0 = tensor.empty() : tensor<8x512x64xbf16>
      %o = fused.attention
          ins(%q, %k, %v : tensor<8x512x64xbf16>, tensor<8x512x64xbf16>,
                           tensor<8x512x64xbf16>)
          maps [] outs(%o0 : tensor<8x512x64xbf16>) {
      ^bb0(%product: f32):
        %score = arith.mulf %product, %scale fastmath<contract> : f32
        fused.yield %score : f32
      } -> tensor<8x512x64xbf16>
      return %o : tensor<8x512x64xbf16>
    }
    ```
  }];
  let dependentDialects = ["::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseTails : NumericsPass<"fused-fuse-tails", [
    Option<"tiling", "tiling", "std::string", "\"\"",
           "Make kernels with this tiling of all products that can be one">]> {
  let summary = "Compute what follows a product on its accumulator";
  let description = [{
    Makes a `fused.product` of a `fused.matmul`, its epilog and the elementwise
    operations that read its result, if there is a kernel for it that should be
    faster ([Products](../Products.md)). The other operands are matrices, vectors
    or numbers. Sums over the rows become results of the same operation. What
    reads the result with its rows apart, as batch and tokens, reads rows.

    With `numerics=strict`, the region has the roundings of the program.
    Otherwise, it computes in f32 what the program computes in 16 bits, except
    what is compared or rounded to integers, and what was rounded may be
    approximate (`afn`).

    The compiler can give the pass choices that were measured, which come before
    the rule, also for products that nothing follows. With the option `tiling`,
    all products become kernels that have one.

    Example:

    ```mlir
    // before: --fused-fuse-tails
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>,
                 %d0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
      %d = fused.matmul epilog(default)
          ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
          outs(%d0 : tensor<64x64xbf16>) -> tensor<64x64xbf16>
      %0 = linalg.generic {indexing_maps = [#map, #map],
          iterator_types = ["parallel", "parallel"]}
          ins(%d : tensor<64x64xbf16>) outs(%d0 : tensor<64x64xbf16>) {
      ^bb0(%in: bf16, %out: bf16):
        %1 = arith.extf %in : bf16 to f32
        %2 = math.tanh %1 : f32
        %3 = arith.truncf %2 : f32 to bf16
        linalg.yield %3 : bf16
      } -> tensor<64x64xbf16>
      return %0 : tensor<64x64xbf16>
    }
    ```

    becomes

    ```mlir
    // after
      %0 = fused.product ins(%arg0, %arg1 : ...) maps [#map] outs(%arg2 : tensor<64x64xbf16>) {
      ^bb0(%arg3: f32):
        %1 = math.tanh %arg3 fastmath<afn> : f32
        %2 = arith.truncf %1 : f32 to bf16
        fused.yield %2 : bf16
      } -> tensor<64x64xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // FUSED_TRANSFORMS_EPILOGPASSES_TD
