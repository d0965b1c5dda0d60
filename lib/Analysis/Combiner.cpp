//===- Combiner.cpp - How a reduction combines elements -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Combiner.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fused;

/// The kind of an associative and commutative operation.
static std::optional<arith::AtomicRMWKind> getKind(Operation *op) {
  using Kind = arith::AtomicRMWKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case([](arith::AddFOp) { return Kind::addf; })
      .Case([](arith::MulFOp) { return Kind::mulf; })
      .Case([](arith::MaximumFOp) { return Kind::maximumf; })
      .Case([](arith::MinimumFOp) { return Kind::minimumf; })
      .Case([](arith::MaxNumFOp) { return Kind::maxnumf; })
      .Case([](arith::MinNumFOp) { return Kind::minnumf; })
      .Case([](arith::AddIOp) { return Kind::addi; })
      .Case([](arith::MulIOp) { return Kind::muli; })
      .Case([](arith::MaxSIOp) { return Kind::maxs; })
      .Case([](arith::MinSIOp) { return Kind::mins; })
      .Case([](arith::MaxUIOp) { return Kind::maxu; })
      .Case([](arith::MinUIOp) { return Kind::minu; })
      .Case([](arith::AndIOp) { return Kind::andi; })
      .Case([](arith::OrIOp) { return Kind::ori; })
      .Case([](arith::XOrIOp) { return Kind::xori; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Combiner> fused::findCombiner(linalg::GenericOp op,
                                            unsigned output) {
  return findCombiner(op.getRegionOutputArgs()[output],
                      op.getBody()->getTerminator()->getOperand(output));
}

std::optional<Combiner> fused::findCombiner(BlockArgument argument,
                                            Value yielded) {
  if (!argument.hasOneUse())
    return std::nullopt;
  Operation *user = *argument.user_begin();
  // Of an index, or a vector, there is no neutral element.
  if (!argument.getType().isIntOrFloat())
    return std::nullopt;
  std::optional<arith::AtomicRMWKind> kind = getKind(user);
  if (!kind || user->getBlock() != argument.getOwner() ||
      yielded != user->getResult(0) || !user->getResult(0).hasOneUse() ||
      !arith::getNeutralElement(user))
    return std::nullopt;
  bool isFirst = user->getOperand(0) == argument;
  return Combiner{user, *kind, user->getOperand(isFirst ? 1 : 0)};
}
