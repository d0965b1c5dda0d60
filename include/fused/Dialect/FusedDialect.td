//===- FusedDialect.td - The fused dialect -----------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDDIALECT_TD
#define FUSED_DIALECT_FUSEDDIALECT_TD

include "mlir/IR/OpBase.td"

def Fused_Dialect : Dialect {
  let name = "fused";
  let cppNamespace = "::fused";
  let summary = "Matrix products with epilogs";
  let description = [{
    The main operation is `fused.matmul`: a matrix product with one of the
    sixteen epilogs of cuBLASLt, on tensors or on memrefs. It stands between
    front-end `linalg` and calls to a library of matrix products. Recognition
    rewrites a product and the operations that follow it into one
    `fused.matmul`. Later passes bufferize it and convert it to a call of the
    fused runtime.

    `fused.pack_mask` and `fused.unpack_mask` convert between booleans of the
    program and the packed mask that links a ReLU with its gradient.

    `fused.rows` computes whole rows, such as those of a softmax. Programs for
    devices are rewritten to it.

    `fused.attention` is the softmax of a product, times a third matrix. Programs
    for devices are rewritten to it, too. It reads and writes tensors in the
    order of dimensions that `fused.permute` gives them without a copy.

    `fused.scatter` combines updates with the elements of an array at indices
    that the program computes. Front ends write it, as `linalg` has no such
    operation.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Each is defined beside its operations, so that the dialect includes no
    /// header of operations.
    void registerAttentionOp();
    void registerMaskOps();
    void registerMatmulOp();
    void registerPermuteOp();
    void registerProductOp();
    void registerRowOps();
    void registerScatterOp();
  }];
}

#endif // FUSED_DIALECT_FUSEDDIALECT_TD
