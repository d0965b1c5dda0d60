//===- FusedDialect.h - The fused dialect -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_FUSEDDIALECT_H
#define FUSED_DIALECT_FUSEDDIALECT_H

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

namespace fused {

/// The spelling of an epilog in IR, such as "relu_bias".
llvm::StringRef stringifyEpilog(Epilog epilog);

/// The epilog with this spelling, if there is one.
std::optional<Epilog> symbolizeEpilog(llvm::StringRef name);

/// Everything of a `fused.matmul` beside its epilog, A, B and outputs.
struct MatmulOptions {
  bool transposeA = false;
  bool transposeB = false;
  bool multiplyMask = false;
  bool allowRoundedSteps = false;
  bool allowAnyNanBit = false;
  double alpha = 1.0;
  double beta = 1.0;
  mlir::Value c;
  mlir::Value bias;
  mlir::Value aux;
  mlir::Value aScale;
  mlir::Value bScale;
  mlir::Value dScale;
  mlir::Value amaxInit;

  /// Turns the factors of A B into those of its transpose, B^T A^T. The caller
  /// transposes operands with the shape of the result.
  void transposeFactors(mlir::Value &a, mlir::Value &b) {
    std::swap(a, b);
    std::swap(aScale, bScale);
    std::swap(transposeA, transposeB);
    transposeA = !transposeA;
    transposeB = !transposeB;
  }
};

/// The sizes of a product, `ShapedType::kDynamic` where not known.
struct MatmulSizes {
  int64_t batch = 1, m = 0, n = 0, k = 0;
  bool isBatched = false;
};

/// Checks that a product of element types `a` and `b` into `d` exists with
/// `epilog`: the combinations that cuBLASLt offers, not those of one target.
/// If it does not exist, reports the reason through `emitError`, unless that is
/// null.
mlir::LogicalResult
verifyElementTypes(Epilog epilog, mlir::Type a, mlir::Type b, mlir::Type d,
                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// True for the 8-bit floating-point types, whose matrices may have scales.
bool isFloat8(mlir::Type type);

/// The element type of bias, aux (where it is a pre-activation) and bias
/// gradient of a product of elements of type `a` into `d`.
mlir::Type getExtraElementType(mlir::Type a, mlir::Type d);

/// The element type of C of a product into elements of type `d`.
mlir::Type getCElementType(mlir::Type d);

/// The type in which products of elements of type `a` are accumulated.
mlir::Type getComputeType(mlir::Type a);

/// Computes how many bytes one row of the ReLU mask of a matrix of `numColumns`
/// columns has, as `getMaskRowBytes` does where it is known.
mlir::OpFoldResult createMaskRowBytes(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      mlir::OpFoldResult numColumns);

/// Makes the operations known to one-shot bufferization.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace fused

#include "fused/Dialect/FusedDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "fused/Dialect/FusedAttrs.h.inc"

#define GET_OP_CLASSES
#include "fused/Dialect/FusedOps.h.inc"

#endif // FUSED_DIALECT_FUSEDDIALECT_H
