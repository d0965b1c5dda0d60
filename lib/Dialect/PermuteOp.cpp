//===- PermuteOp.cpp - Dimensions in another order ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/PermuteOp.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/PermuteOp.cpp.inc"

void FusedDialect::registerPermuteOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/PermuteOp.cpp.inc"
      >();
  declarePromisedInterface<bufferization::BufferizableOpInterface, PermuteOp>();
}

void PermuteOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape = applyPermutation(type.getShape(), permutation);
  build(builder, state, type.clone(shape), source, permutation);
}

LogicalResult PermuteOp::verify() {
  RankedTensorType type = getSource().getType();
  if (int64_t(getPermutation().size()) != type.getRank() ||
      !isPermutationVector(getPermutation()))
    return emitOpError("needs a permutation of the ")
           << type.getRank() << " dimensions of its source";
  auto permuted =
      type.clone(applyPermutation(type.getShape(), getPermutation()));
  if (getResult().getType() != permuted)
    return emitOpError("gives ")
           << permuted << ", not " << getResult().getType();
  return success();
}
