//===- Elementwise.h - Expressions as operations on tensors -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_ELEMENTWISE_H
#define FUSED_FUZZ_ELEMENTWISE_H

#include "Dice.h"
#include "Expression.h"

#include <map>
#include <optional>

namespace fused::fuzz {

/// Writes expressions as linalg. It writes one operation, one operation per
/// node, or something in between. It uses linalg.generic with loops in any
/// order, or named operations on whole tensors, with operands in any order.
class ElementwiseWriter {
public:
  /// The operations run over `space`.
  ElementwiseWriter(Function &function, Dice &dice, llvm::ArrayRef<Dim> space);

  /// Writes the nodes that are not yet written and returns the value of `root`.
  Tensor write(Expr root);
  llvm::ArrayRef<Dim> getSpace() const { return space; }

private:
  struct Body {
    llvm::SmallVector<Access> inputs;
    std::string text;
    std::map<Expr, std::string> names;
    unsigned nextName = 0;
  };

  bool isSeparate(Expr node);
  bool isWhole(Expr node) const;
  Tensor writeGeneric(Expr node);
  std::string writeConstant(Expr node, Body &body);
  std::string writeScalar(Expr node, Body &body, bool isRoot);
  std::string addInput(const Access &access, Body &body);
  std::optional<Access> takeInit(Body &body, Element element,
                                 std::string &yielded);

  Tensor writeWhole(Expr node);
  Tensor writeNamed(Expr node, llvm::ArrayRef<Tensor> operands);
  Tensor writeBroadcast(const Access &access);
  Tensor writeSplat(Expr node);
  std::string formatOperation(Expr node, llvm::ArrayRef<std::string> operands,
                              bool onTensors) const;
  llvm::SmallVector<Expr, 3> orderOperands(Expr node);

  Function &function;
  Dice dice;
  Dims space;
  unsigned percentSeparate, percentWhole;
  bool ordersLoops, readsInits;
  std::map<Expr, Tensor> written;
  std::map<Expr, bool> separate;
};

/// Accesses all elements of `tensor` along the first `rank` loops, in the order
/// in which they are stored.
Access readAll(const Tensor &tensor);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_ELEMENTWISE_H
