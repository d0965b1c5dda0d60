//===- CleanupPasses.td - Passes around all others ---------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They do what upstream's passes do, in less time.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_CLEANUPPASSES_TD
#define FUSED_TRANSFORMS_CLEANUPPASSES_TD

include "mlir/Pass/PassBase.td"

def InlineCalls : Pass<"fused-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline functions, also into long ones, and erase unused ones";
  let description = [{
    Upstream's `inline`, without passes on what is inlined, and `symbol-dce`, which
    runs only if private symbols are left. For each call,
    upstream moves the rest of the block to a new block and back. In a program of
    one long block, such as a training step with calls for each layer, this takes
    time that grows with the square of its length. So the pass cuts the blocks of
    public functions that nothing calls after each call, and joins the parts
    again when all is inlined. The operations between the calls are set aside
    until then, unless they may use symbols: upstream walks over all operations
    several times.

    Functions that call themselves are not inlined. The pass gives an error for a
    public function that calls itself, or others that do, whatever its arguments
    are: the stack would overflow. Calls in branches and loops may end.

    Example:

    ```mlir
    // before: --fused-inline-calls
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = math.exp %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      %1 = math.exp %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def TensorsToLinalg : Pass<"fused-tensors-to-linalg"> {
  let summary = "Rewrite arithmetic on tensors, and padding, to linalg";
  let description = [{
    Upstream's `convert-elementwise-to-linalg` and `convert-tensor-to-linalg` in
    one pass. If there is nothing to convert, the IR is not verified again.
    Padding by a negative number, which upstream does not convert, becomes a
    slice, and `tensor.reshape` becomes `tensor.collapse_shape` and
    `tensor.expand_shape`.

    Example:

    ```mlir
    // before: --fused-tensors-to-linalg
    #map = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = linalg.generic {indexing_maps = [#map, #map],
                           iterator_types = ["parallel"]}
          ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %1 = math.exp %in : f32
        linalg.yield %1 : f32
      } -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Simplify : Pass<"fused-simplify"> {
  let summary = "Canonicalize, and eliminate common subexpressions";
  let description = [{
    Upstream's `canonicalize` and `cse` in one pass: the IR is verified once, and
    not at all if nothing changes. The verifier takes longer than most passes.
    Functions of one block are visited once, and then only what changes. A
    constant that the program rounds to nearest, to 16 bits or more, is rounded
    here; upstream folds only what is exact.

    Arithmetic on tensors of which each element is the same known number becomes
    a `linalg.fill`. Where such a number is one and a factor, or zero and what a
    single element is added to, it is dropped: Flax's BERT multiplies weights of
    attention by a mask of ones, in a contraction that sums nothing.

    A factor of products that is permuted and then rounded is rounded first, as
    the keys of attention with PyTorch's autocast: the products read through the
    permutation.

    Example:

    ```mlir
    // before: --fused-simplify
    func.func @f(%x: f32, %y: f32) -> (f32, f32) {
      %0 = arith.addf %x, %y : f32
      %1 = arith.addf %x, %y : f32
      %2 = arith.negf %1 : f32
      %3 = arith.negf %2 : f32
      return %0, %1 : f32, f32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32, %y: f32) -> (f32, f32) {
      %0 = arith.addf %x, %y : f32
      return %0, %0 : f32, f32
    }
    ```
  }];
}

def Verify : Pass<"fused-verify"> {
  let summary = "Verify the IR";
  let description = [{
    Runs MLIR's verifier, for pass managers that do not verify after each pass.
    The verifier reports what is wrong with the IR.

    Example:

    ```mlir
    // before: --fused-verify
    func.func @f(%x: f32) -> f32 {
      return %x : f32
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: f32) -> f32 {
      return %x : f32
    }
    ```
  }];
}

#endif // FUSED_TRANSFORMS_CLEANUPPASSES_TD
