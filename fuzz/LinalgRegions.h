//===- LinalgRegions.h - Regions of random programs -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_LINALGREGIONS_H
#define FUSED_FUZZ_LINALGREGIONS_H

#include "LinalgCase.h"

namespace fused::fuzz {

/// Opens a region. At its end, removes the region's values from the pool.
class Region {
public:
  explicit Region(LinalgCase &c)
      : c(c), numValues(c.pool.size()), numCounters(c.counters.size()) {
    ++c.depth;
  }
  ~Region() {
    c.pool.resize(numValues);
    c.counters.resize(numCounters);
    --c.depth;
  }

private:
  LinalgCase &c;
  size_t numValues, numCounters;
};

/// Chooses values that a loop carries.
std::vector<Value> chooseCarried(LinalgCase &c);

/// Returns what is known of a carried value before its loop is written. It may
/// become rough, and each trip limits its elements at the end.
Numbers getCarriedNumbers(const Value &value);

/// Writes the operations of a trip and returns a value for each of `types`.
std::vector<Value> writeTrip(LinalgCase &c, llvm::ArrayRef<Value> types);

/// Formats "%1, %2 : tensor<4xf32>, f32" for "scf.yield".
std::string formatYield(LinalgCase &c, llvm::ArrayRef<Value> values,
                        const std::string &prefix = "",
                        const std::string &prefixType = "");

/// Formats the types of `values`.
std::string formatTypes(LinalgCase &c, llvm::ArrayRef<Value> values);

/// Adds the results `name`#i of an operation with a region to the pool.
void addResults(LinalgCase &c, llvm::ArrayRef<Value> carried,
                const std::string &name, unsigned first, unsigned count);

/// Formats the name of so many results before "=".
std::string formatName(const std::string &name, size_t count);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGREGIONS_H
