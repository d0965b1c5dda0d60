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

/// Writes the body of an operation, which computes scalars from scalars. Writes
/// captured values before the operation, in the function.
class Body {
public:
  /// `space` has the loops whose indices the body can read.
  Body(LinalgCase &c, llvm::ArrayRef<Dim> space = {})
      : c(c), space(space.begin(), space.end()) {}

  /// Adds a scalar that the body can read.
  void add(const Scalar &scalar) { scalars.push_back(scalar); }
  /// Writes a constant in the body, or captures one.
  Scalar makeConstant(double value, Element element);
  /// Writes `count` random operations, and then a scalar of this type.
  Scalar make(Element element, unsigned count);
  /// Returns a scalar, converted to this type. If `exact`, it is not rough.
  Scalar get(Element element, bool exact = false);
  Scalar convert(const Scalar &scalar, Element element);
  /// Writes an assertion about a scalar, which holds.
  void assertTruth();
  /// Writes "`name` = `operation` : type".
  Scalar emit(Element element, Numbers numbers, const std::string &operation);
  /// Returns `scalar`, scaled down if it may be larger than `maxBound`.
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
  Scalar makeLimitedFunction(Element element);
  Scalar makeJump(Element element);
  Scalar makeInteger(Element element);
  Scalar makeDivision(Element element);
  Scalar makeIndexOfLoop();
  Scalar makeGather();
  Scalar makeBranch(Element element);
  Scalar makeLoop(Element element);
  Scalar makeOne(Element element);
  /// Returns the name of an index in [0, size). The size must not be 0.
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
