//===- LinalgGeneric.h - linalg.generic with several results ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_LINALGGENERIC_H
#define FUSED_FUZZ_LINALGGENERIC_H

#include "LinalgBody.h"

namespace fused::fuzz {

/// An operand that linalg.generic reads or writes.
struct Operand {
  Value value;
  llvm::SmallVector<int, 4> loops; ///< One for each dimension; -1 stands for
                                   ///< index 0.
};

/// linalg.generic without a body.
struct Generic {
  Dims space;
  std::string kinds; ///< 'p' or 'r' for each loop.
  llvm::SmallVector<Operand> inputs, inits;

  /// The names of the body's arguments.
  std::string getInput(size_t i) const { return "%x" + std::to_string(i); }
  std::string getInit(size_t i) const { return "%o" + std::to_string(i); }
};

/// Shuffles the dimensions.
void shuffle(Dice &dice, Dims &dims);
/// Returns how to read `value` along `space`, if that is possible.
std::optional<Operand> readAlong(LinalgCase &c, const Value &value,
                                 llvm::ArrayRef<Dim> space);
/// Adds inputs from the pool that can be read along the loops.
void addInputs(LinalgCase &c, Generic &generic, unsigned count);
/// Adds the scalars that the body can read: inputs, and inits that have values.
void addScalars(const Generic &generic, Body &body);
/// Writes the operation. Does not add its results to the pool.
std::vector<Value> writeGeneric(LinalgCase &c, const Generic &generic,
                                const Body &body,
                                llvm::ArrayRef<Scalar> yielded);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGGENERIC_H
