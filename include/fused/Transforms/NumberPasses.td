//===- NumberPasses.td - Passes on single numbers ----------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_NUMBERPASSES_TD
#define FUSED_TRANSFORMS_NUMBERPASSES_TD

include "mlir/Pass/PassBase.td"

def CarryNumbers : Pass<"fused-carry-numbers", "::mlir::func::FuncOp"> {
  let summary = "Carry the counters of loops as scalars";
  let description = [{
    A tensor without dimensions lies in memory of the device. If a loop carries
    its counter in one, as those of `jax.lax.scan` do, the host has to wait for
    the device in each iteration, and no graph can be captured. This pass makes
    integers that a loop carries scalars of the host, if they depend on nothing
    but constants, other such numbers and scalars, and if the host reads an
    element that is computed from them. What the host reads is computed there.

    Example:

    ```mlir
    // before: --pass-pipeline=builtin.module(func.func(fused-carry-numbers,fused-simplify))
    #map = affine_map<() -> ()>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %zero = arith.constant dense<0> : tensor<i32>
      %five = arith.constant 5 : i32
      %one = arith.constant 1 : i32
      %0:2 = scf.while (%i = %zero, %y = %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
        %number = tensor.extract %i[] : tensor<i32>
        %isLess = arith.cmpi slt, %number, %five : i32
        scf.condition(%isLess) %i, %y : tensor<i32>, tensor<4xf32>
      } do {
      ^bb0(%i: tensor<i32>, %y: tensor<4xf32>):
        %empty = tensor.empty() : tensor<i32>
        %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%i : tensor<i32>) outs(%empty : tensor<i32>) {
        ^bb0(%in: i32, %out: i32):
          %sum = arith.addi %in, %one : i32
          linalg.yield %sum : i32
        } -> tensor<i32>
        %square = linalg.square ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
        scf.yield %next, %square : tensor<i32>, tensor<4xf32>
      }
      return %0#1 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %c0_i32 = arith.constant 0 : i32
      ...
      %0:2 = scf.while (%arg1 = %c0_i32, %arg2 = %arg0) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
        %1 = arith.cmpi slt, %arg1, %c5_i32 : i32
        scf.condition(%1) %arg1, %arg2 : i32, tensor<4xf32>
      } do {
      ^bb0(%arg1: i32, %arg2: tensor<4xf32>):
        %1 = arith.addi %arg1, %c1_i32 : i32
        %2 = linalg.square ins(%arg2 : tensor<4xf32>) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
        scf.yield %1, %2 : i32, tensor<4xf32>
      }
      return %0#1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SinkElements : Pass<"fused-sink-elements"> {
  let summary = "Read single elements where they are used";
  let description = [{
    Moves `tensor.extract`, and the arithmetic on its result, into the `linalg`
    operations that use the number. A kernel then reads the element, and the
    host does not have to wait for it. `linalg.fill` and `tensor.splat` of such
    a number become `linalg.generic`.

    If such a number is the offset of a slice, and the host does not need it for
    anything else, `tensor.extract_slice` becomes a `linalg.generic` that reads
    the elements, and `tensor.insert_slice` a `fused.scatter` of one window. A
    slice that is a view would need its address on the host.

    Example:

    ```mlir
    // before: --fused-sink-elements
    func.func @f(%scale: tensor<f32>) -> tensor<8xf32> {
      %s = tensor.extract %scale[] : tensor<f32>
      %e = tensor.empty() : tensor<8xf32>
      %0 = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%scale: tensor<f32>) -> tensor<8xf32> {
      %0 = tensor.empty() : tensor<8xf32>
      %1 = linalg.generic {indexing_maps = [#map],
          iterator_types = ["parallel"]} outs(%0 : tensor<8xf32>) {
      ^bb0(%out: f32):
        %extracted = tensor.extract %scale[] : tensor<f32>
        linalg.yield %extracted : f32
      } -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::fused::FusedDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // FUSED_TRANSFORMS_NUMBERPASSES_TD
