//===- ElementwisePasses.td - Fusing into users ------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_ELEMENTWISEPASSES_TD
#define FUSED_TRANSFORMS_ELEMENTWISEPASSES_TD

include "mlir/Pass/PassBase.td"

def FuseElementwise : Pass<"fused-fuse-elementwise"> {
  let summary = "Fuse elementwise operations into their users";
  let description = [{
    Fuses an elementwise operation with its only user, as upstream's
    `linalg-fuse-elementwise-ops` does. Upstream replaces an output that a body
    does not read by an uninitialized one, although a reduction without points
    leaves it as it is. Whether a body reads an output may change while
    operations are fused and folded. So this pass makes a body read such an
    output first, as `fused-keep-outputs` does.

    Example:

    ```mlir
    // before: --fused-fuse-elementwise
    func.func @f(%a: tensor<?xi32>) -> tensor<i32> {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %0 = tensor.empty() : tensor<i32>
      %1 = linalg.fill ins(%one : i32) outs(%0 : tensor<i32>) -> tensor<i32>
      %2 = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]}
          ins(%a : tensor<?xi32>) outs(%1 : tensor<i32>) {
      ^bb0(%x: i32, %old: i32):
        %3 = arith.muli %old, %zero : i32
        linalg.yield %3 : i32
      } -> tensor<i32>
      return %2 : tensor<i32>
    }
    ```

    becomes

    ```mlir
    // after
    ...
      ^bb0(%in: i32, %out: i32):
        %2 = linalg.index 0 : index
        %3 = arith.cmpi slt, %2, %c0 : index
        %4 = arith.select %3, %out, %c0_i32 : i32
        linalg.yield %4 : i32
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def KeepOutputs : Pass<"fused-keep-outputs"> {
  let summary = "Keep the elements of outputs that operations do not write";
  let description = [{
    An operation does not write all elements of an output if a reduction may
    have no points, or if the indexing map does not reach all elements. Upstream
    replaces such an output by an uninitialized one if the body does not read
    it, or if there is no reduction. So the pass makes the body select the old
    element for negative indices, which no loop has. It also declares the first
    loop a reduction until the operation is lowered to loops. It replaces an
    operation with a single point by `tensor.extract` and `tensor.insert`.

    Example:

    ```mlir
    // before: --fused-keep-outputs
    func.func @f(%a: tensor<3xf32>, %b: tensor<5xf32>) -> tensor<5xf32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>],
          iterator_types = ["parallel"]}
          ins(%a : tensor<3xf32>) outs(%b : tensor<5xf32>) {
      ^bb0(%x: f32, %old: f32):
        linalg.yield %x : f32
      } -> tensor<5xf32>
      return %0 : tensor<5xf32>
    }
    ```

    becomes

    ```mlir
    // after
    ...
      %0 = linalg.generic {indexing_maps = [#map, #map1],
                           iterator_types = ["reduction"]}
          ins(%a : tensor<3xf32>) outs(%b : tensor<5xf32>) {
      ^bb0(%in: f32, %out: f32):
        %1 = linalg.index 0 : index
        %c0 = arith.constant 0 : index
        %2 = arith.cmpi slt, %1, %c0 : index
        %3 = arith.select %2, %out, %in : f32
        linalg.yield %3 : f32
      } -> tensor<5xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_ELEMENTWISEPASSES_TD
