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

/// What linalg.generic reads or writes.
struct Operand {
  Value value;
  llvm::SmallVector<int, 4> loops; ///< For each dimension; -1 for index 0.
};

/// linalg.generic before it has a body.
struct Generic {
  Dims space;
  std::string kinds; ///< 'p' or 'r' for each loop.
  llvm::SmallVector<Operand> inputs, inits;

  /// Names of the body's arguments.
  std::string getInput(size_t i) const { return "%x" + std::to_string(i); }
  std::string getInit(size_t i) const { return "%o" + std::to_string(i); }
};

/// The loops in any order.
void shuffle(Dice &dice, Dims &dims);
/// How `value` is read along `space`, if it can be.
std::optional<Operand> readAlong(LinalgCase &c, const Value &value,
                                 llvm::ArrayRef<Dim> space);
/// Operands from the pool that can be read along the loops.
void addInputs(LinalgCase &c, Generic &generic, unsigned count);
/// Adds what the body can read: inputs, and the inits that hold something.
void addScalars(const Generic &generic, Body &body);
/// Writes the operation; its values are not yet in the pool.
std::vector<Value> writeGeneric(LinalgCase &c, const Generic &generic,
                                const Body &body,
                                llvm::ArrayRef<Scalar> yielded);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGGENERIC_H
