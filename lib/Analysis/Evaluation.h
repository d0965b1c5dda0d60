//===- Evaluation.h - The values of an expression ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_EVALUATION_H
#define FUSED_LIB_ANALYSIS_EVALUATION_H

#include "fused/Analysis/Expression.h"
#include <vector>

namespace fused {

/// The values of the nodes of an expression at a list of samples, each node
/// evaluated once, when it is asked for.
class Evaluation {
public:
  Evaluation(const Expression &expression, size_t numSamples)
      : expression(expression), numSamples(numSamples),
        states(expression.nodes.size()) {}

  /// Gives a node its values; what it is computed from no longer matters.
  void set(unsigned node, std::vector<double> values);

  /// Evaluates `node`. Fails if it depends on a leaf or accumulator that has
  /// been given no values.
  mlir::LogicalResult evaluate(unsigned node);

  /// The values of a node that has been evaluated.
  llvm::ArrayRef<double> get(unsigned node) const {
    return states[node].values;
  }

  /// True if fast-math flags leave an evaluated node undefined at a sample:
  /// `nnan` and `ninf` where an operand or the result is NaN or infinite, and
  /// what uses an undefined value.
  bool isUndefined(unsigned node, size_t sample) const {
    return !states[node].undefined.empty() && states[node].undefined[sample];
  }

private:
  struct State {
    bool isKnown = false;
    std::vector<double> values;
    std::vector<bool> undefined;
  };

  void compute(unsigned index);
  void findUndefined(unsigned index);

  const Expression &expression;
  size_t numSamples;
  std::vector<State> states;
};

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_EVALUATION_H
