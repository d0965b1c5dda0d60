//===- Numerics.h - What fusing may change in the results -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_NUMERICS_H
#define FUSED_ANALYSIS_NUMERICS_H

#include "fused-runtime/EpilogSemantics.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace fused {

/// The numerics contract that the user chose; docs/Numerics.md states it.
enum class Numerics {
  /// Every rounding of a 16-bit type stays.
  Strict,
  /// One rounding at the end instead of one at each step.
  Default,
  /// Also the library's treatment of NaN in ReLU, and tanh GELU for exact GELU.
  Fast
};

/// The name of a contract in options.
constexpr const char *stringifyNumerics(Numerics numerics) {
  constexpr const char *names[] = {"strict", "default", "fast"};
  return names[static_cast<int>(numerics)];
}

/// The contract of this name, if there is one.
inline std::optional<Numerics> symbolizeNumerics(llvm::StringRef name) {
  for (Numerics numerics :
       {Numerics::Strict, Numerics::Default, Numerics::Fast})
    if (name == stringifyNumerics(numerics))
      return numerics;
  return std::nullopt;
}

/// A difference between a program and an epilog that a contract may permit.
enum class Concession {
#define FUSED_CONCESSION(ENUMERATOR, reason, strict, default, fast, none,      \
                         relu, gelu, drelu, dgelu, description)                \
  ENUMERATOR,
#include "fused/Analysis/NumericsContract.def"
};

/// One row of the table of concessions.
struct ConcessionInfo {
  /// The stable name of the reason for a refusal; empty if it leads to none.
  const char *reason;
  /// By Numerics.
  bool isPermitted[3];
  /// By Activation: whether it can occur with such an epilog.
  bool concerns[5];
  const char *description;
};

/// The table of concessions, in the order of the enumerators.
inline constexpr ConcessionInfo concessionTable[] = {
#define FUSED_CONCESSION(ENUMERATOR, reason, strict, default, fast, none,      \
                         relu, gelu, drelu, dgelu, description)                \
  {reason,                                                                     \
   {strict != 0, default != 0, fast != 0},                                     \
   {none != 0, relu != 0, gelu != 0, drelu != 0, dgelu != 0},                  \
   description},
#include "fused/Analysis/NumericsContract.def"
};

/// Returns the row of `concession`.
constexpr const ConcessionInfo &getConcessionInfo(Concession concession) {
  return concessionTable[static_cast<int>(concession)];
}

/// True if `numerics` lets an epilog differ from the program in this way.
constexpr bool isPermitted(Numerics numerics, Concession concession) {
  return getConcessionInfo(concession).isPermitted[static_cast<int>(numerics)];
}

} // namespace fused

#endif // FUSED_ANALYSIS_NUMERICS_H
