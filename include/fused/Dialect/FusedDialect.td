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
  let summary = "Matrix products and what follows them";
  let description = [{
    Above all one operation, `fused.matmul`: a matrix product with one of the sixteen
    epilogs of cuBLASLt, on tensors or on memrefs. It stands between front-end
    `linalg` and calls to a library of matrix products: recognition rewrites a
    product and the operations that follow it into one `fused.matmul`, which is
    then bufferized and converted to a call of the fused runtime.

    Beside it, `fused.pack_mask` and `fused.unpack_mask` go between booleans of
    the program and the packed mask that links a ReLU with its gradient.
    `fused.reduce_row` is how whole rows, such as those of a softmax, are one
    operation on the way to a device.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
}

#endif // FUSED_DIALECT_FUSEDDIALECT_TD
