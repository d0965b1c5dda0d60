//===- HiddenKeys.h - Values of regions for hidden keys ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_HIDDENKEYS_H
#define FUSED_LIB_ANALYSIS_HIDDENKEYS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"

#include <optional>

namespace fused {

/// What a comparison of a query and a key is where the key is behind the last
/// one that the query sees.
struct Comparison {
  mlir::arith::CmpIOp op;
  /// The query i sees the keys up to i + distance.
  int64_t distance;
  bool isTrueBehind;
};

/// Finds what values of a region of attention are for keys that queries do not
/// see, given the result of a comparison. Products, the first arguments of the
/// region, are between -bound and bound.
class HiddenKeys {
public:
  /// `maps` are those of the further arguments.
  HiddenKeys(Comparison comparison, int64_t keyLoop,
             llvm::ArrayRef<double> bounds,
             llvm::SmallVector<mlir::AffineMap> maps)
      : comparison(comparison), keyLoop(keyLoop), bounds(bounds),
        maps(std::move(maps)) {}

  /// The numbers between which `value` is, which is not NaN. The addition of a
  /// product to a number as low as a mask gives this number.
  struct Interval {
    double low, high;
    bool isNumber() const { return low == high; }
  };
  std::optional<Interval> getInterval(mlir::Value value);

  /// True if a weight is zero for all of these keys and all products if the
  /// region says so for one key, and for products of bounds of either sign.
  bool isZeroForAllIfForOne(mlir::Value weight);

  /// True if any answer took into account that products are bounded.
  bool needsBounds() const { return usesBounds; }

private:
  bool dependsOnQuery(mlir::Value value);
  bool isAffine(mlir::Value value);
  std::optional<Interval> getIntervalOf(mlir::Operation *op);
  std::optional<Interval> getBoolean(mlir::Operation *op);
  /// The operand that a selection gives, if it is always the same.
  mlir::Value getSelected(mlir::Operation *op);

  Comparison comparison;
  int64_t keyLoop;
  llvm::ArrayRef<double> bounds;
  llvm::SmallVector<mlir::AffineMap> maps;
  bool usesBounds = false;
  /// How many more values may be looked at.
  int budget = 2000;
};

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_HIDDENKEYS_H
