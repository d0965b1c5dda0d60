//===- SavedForms.cpp - What is computed from a pre-activation ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActivationMatcher.h"
#include "Bends.h"
#include "Evaluation.h"
#include "OperandRoles.h"
#include "fused/Analysis/EpilogMatcher.h"

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

namespace {
/// Evaluates what is computed from a pre-activation, and the same from
/// max(x, 0) in its place.
class SavedFormClassifier {
public:
  SavedFormClassifier(const EpilogRegion &region, Numerics numerics)
      : expression(region.expression), numerics(numerics),
        samples(createSamples(getBends(expression))),
        evaluation(expression, samples.size()),
        ofRelu(expression, samples.size()), types(getTypes(expression)) {
    std::vector<double> positive;
    for (double x : samples.accumulator)
      positive.push_back(relu(x));
    for (auto [index, node] : llvm::enumerate(expression.nodes)) {
      if (node.kind == Kind::Accumulator) {
        evaluation.set(index, samples.accumulator);
        ofRelu.set(index, positive);
      } else if (node.kind == Kind::Leaf) {
        // Each leaf has other values.
        std::vector<double> values = samples.vector;
        std::rotate(values.begin(),
                    values.begin() + (7 * node.leaf + 3) % values.size(),
                    values.end());
        evaluation.set(index, values);
        ofRelu.set(index, values);
      }
    }
  }

  SavedForm classify(unsigned index) {
    const ExpressionNode &node = expression.nodes[index];
    SavedForm form;
    if (failed(evaluation.evaluate(index)) || failed(ofRelu.evaluate(index)))
      return form;
    form.isOfRelu = isOfRelu(index);
    if (node.leaves != 0)
      return form;
    if (isa<FloatType>(node.type))
      form.activation = findActivation(index, node);
    form.isReluMask = node.type.isInteger(1) && isMask(index);
    return form;
  }

private:
  Activation findActivation(unsigned index, const ExpressionNode &node) {
    if (node.narrowest < node.type.getIntOrFloatBitWidth() ||
        (node.roundings != 0 &&
         !isPermitted(numerics, Concession::OneRounding)))
      return Activation::None;
    LinearPart identity;
    return fused::findActivation(
               samples, evaluation.get(index),
               [&](size_t s) { return evaluation.isUndefined(index, s); },
               identity, types, numerics)
        .activation.value_or(Activation::None);
  }

  bool isMask(unsigned index) {
    for (auto [x, bit] :
         llvm::zip(samples.accumulator, evaluation.get(index))) {
      bool isOpen =
          isPermitted(numerics, x == 0.0 ? Concession::ReluGradientAtZero
                                         : Concession::NaNHandling) &&
          (x == 0.0 || std::isnan(x));
      if (!isOpen && (bit != 0.0) != getReluMaskBit(x))
        return false;
    }
    return true;
  }

  bool isOfRelu(unsigned index) {
    return llvm::all_of(llvm::zip(evaluation.get(index), ofRelu.get(index)),
                        [](auto pair) {
                          auto [x, y] = pair;
                          return x == y ? std::signbit(x) == std::signbit(y)
                                        : std::isnan(x) && std::isnan(y);
                        });
  }

  const Expression &expression;
  Numerics numerics;
  Samples samples;
  Evaluation evaluation, ofRelu;
  SmallVector<Type> types;
};
} // namespace

SmallVector<SavedForm> fused::classifySavedForms(const EpilogRegion &region,
                                                 Numerics numerics) {
  SavedFormClassifier classifier(region, numerics);
  SmallVector<SavedForm> forms;
  for (const RegionTensor &tensor : region.tensors)
    forms.push_back(classifier.classify(tensor.node));
  return forms;
}
