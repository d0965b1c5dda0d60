//===- MemRefPasses.td - Passes on memrefs -----------------*- tablegen -*-===//
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

#ifndef FUSED_CONVERSION_MEMREFPASSES_TD
#define FUSED_CONVERSION_MEMREFPASSES_TD

include "mlir/Pass/PassBase.td"

def CopyToLinalg : Pass<"fused-copy-to-linalg"> {
  let summary = "Rewrite memref.copy to linalg.generic";
  let description = [{
    Rewrites copies. A copy of memory that is not dense would become a call of a
    library of upstream's. As a loop nest, it is compiled, vectorised and run on
    several threads like everything else.

    Example:

    ```mlir
    // before: --fused-copy-to-linalg
    func.func @f(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
      memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
      return
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
      linalg.generic {indexing_maps = [#map, #map],
          iterator_types = ["parallel", "parallel"]}
          ins(%a : memref<4x8xf32, strided<[16, 1]>>)
          outs(%b : memref<4x8xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def GuardBodies : Pass<"fused-guard-bodies", "::mlir::ModuleOp"> {
  let summary = "Let bodies of operations report failures, and read in bounds";
  let description = [{
    Many threads execute the body of a `linalg` operation on memrefs, and none
    of them can return a failure. A `cf.assert` in a body sets a flag instead,
    and the body continues. If the index of an element may lie outside of its
    array, the body reads the element only if the index is in bounds, and sets
    the flag otherwise. The pass adds nothing where ranges of integers, loops
    and the conditions around an access prove that it is in bounds. An index
    that the program clamps is such a case.

    On the CPU, the flag is on the stack of the function, and assertions after
    the operation return the failure. With `target=cuda`, the flag is the
    global `fused_failure`, which lists messages and places.
    `convert-fused-to-runtime` turns it into what `fused_cuda_assertions`
    returns. The first failed assertion in program order is reported.

    Example:

    ```mlir
    // before: --fused-guard-bodies --canonicalize
    #map = affine_map<(i) -> (i)>
    func.func @gather(%table: memref<100xf32>, %i: memref<8xindex>,
                      %d: memref<8xf32>) {
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
      ^bb0(%in: index, %out: f32):
        %0 = memref.load %table[%in] : memref<100xf32>
        linalg.yield %0 : f32
      }
      return
    }
    ```

    becomes

    ```mlir
    // after
    #map = affine_map<(i) -> (i)>
    func.func @gather(%table: memref<100xf32>, %i: memref<8xindex>,
                      %d: memref<8xf32>) {
      %c1_i32 = arith.constant 1 : i32
      %c100 = arith.constant 100 : index
      %c0 = arith.constant 0 : index
      %c0_i32 = arith.constant 0 : i32
      %flag = memref.alloca() : memref<i32>
      memref.store %c0_i32, %flag[] : memref<i32>
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%i : memref<8xindex>) outs(%d : memref<8xf32>) {
      ^bb0(%in: index, %out: f32):
        %within = arith.cmpi ult, %in, %c100 : index
        %fails = arith.cmpi uge, %in, %c100 : index
        scf.if %fails {
          %1 = memref.atomic_rmw maxu %c1_i32, %flag[] : (i32, memref<i32>) -> i32
        }
        %index = arith.select %within, %in, %c0 : index
        %0 = memref.load %table[%index] : memref<100xf32>
        linalg.yield %0 : f32
      }
      %failure = memref.load %flag[] : memref<i32>
      %holds = arith.cmpi ne, %failure, %c1_i32 : i32
      cf.assert %holds, "an index lies outside of the array"
      return
    }
    ```
  }];
  let options = [
    Option<"target", "target", "::fused::Target", "::fused::Target::Cpu",
           "Where the bodies are executed",
           [{::llvm::cl::values(
               clEnumValN(::fused::Target::Cpu, "cpu", "The host"),
               clEnumValN(::fused::Target::Cuda, "cuda",
                          "A CUDA device"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandDynamicShapes : Pass<"fused-expand-dynamic-shapes"> {
  let summary = "Rewrite reshapes to several dynamic sizes as casts";
  let description = [{
    Rewrites each `memref.expand_shape` that splits a dimension into several, of
    which more than one is dynamic, to a `memref.reinterpret_cast`. An example
    is `[batch, time]` of a product. Upstream's `expand-strided-metadata`
    derives one dynamic size from the others and does not accept more. It also
    cannot be derived if one of the others is zero.

    Example:

    ```mlir
    // before: --fused-expand-dynamic-shapes --canonicalize
    func.func @f(%0: memref<?x96xf32>, %b: index, %t: index)
        -> memref<?x?x96xf32> {
      %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%b, %t, 96]
          : memref<?x96xf32> into memref<?x?x96xf32>
      return %1 : memref<?x?x96xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func @f(%x: memref<?x96xf32>, %b: index, %t: index)
        -> memref<?x?x96xf32> {
      %c96 = arith.constant 96 : index
      %0 = arith.muli %t, %c96 : index
      %reinterpret_cast = memref.reinterpret_cast %x
          to offset: [0], sizes: [%b, %t, 96], strides: [%0, 96, 1]
          : memref<?x96xf32> to memref<?x?x96xf32>
      return %reinterpret_cast : memref<?x?x96xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // FUSED_CONVERSION_MEMREFPASSES_TD
