//===- LinalgBody.h - Bodies of operations, by type -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_LINALGBODY_H
#define FUSED_FUZZ_LINALGBODY_H

#include "LinalgCase.h"

namespace fused::fuzz {

/// A scalar in a body.
struct Scalar {
  std::string name;
  Element element;
  Numbers numbers;
};

/// Writes the body of an operation: scalars computed from scalars. What it
/// captures is written before the operation, in the function.
class Body {
public:
  /// `space` are the loops, if indices can be read.
  Body(LinalgCase &c, llvm::ArrayRef<Dim> space = {})
      : c(c), space(space.begin(), space.end()) {}

  /// Adds what can be read.
  void add(const Scalar &scalar) { scalars.push_back(scalar); }
  /// A constant, in the body or captured.
  Scalar makeConstant(double value, Element element);
  /// `count` operations at random, and then something of this type.
  Scalar make(Element element, unsigned count);
  /// Any scalar, as one of this type; one that is not rough if `exact`.
  Scalar get(Element element, bool exact = false);
  Scalar convert(const Scalar &scalar, Element element);
  /// Writes "`name` = `operation` : type".
  Scalar emit(Element element, Numbers numbers, const std::string &operation);
  /// The same number, smaller if it is larger than `maxBound`.
  Scalar limit(const Scalar &scalar);

  const std::string &getText() const { return text; }

private:
  Scalar convertFloat(const Scalar &scalar, Element element);
  Scalar convertToFloat(const Scalar &scalar, Element element);
  Scalar convertToInteger(const Scalar &scalar, Element element);
  Scalar convertBits(const Scalar &scalar, Element element);
  Scalar apply(const std::string &name, llvm::ArrayRef<Scalar> operands,
               Numbers numbers);
  Scalar makeCondition();
  Scalar makeFloat(Element element);
  Scalar makeFunction(Element element);
  Scalar makeJump(Element element);
  Scalar makeInteger(Element element);
  Scalar makeDivision(Element element);
  Scalar makeIndexOfLoop();
  Scalar makeGather();
  Scalar makeBranch(Element element);
  Scalar makeLoop(Element element);
  Scalar makeOne(Element element);
  /// An index in [0, size) as a name; sizes are not 0.
  std::string makeIndexInto(Dim dim);
  void write(const std::string &line) {
    text += std::string(4 + 2 * nesting, ' ') + line + "\n";
  }

  LinalgCase &c;
  Dims space;
  std::vector<Scalar> scalars;
  std::string text;
  unsigned nesting = 0;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGBODY_H
