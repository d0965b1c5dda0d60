//===- SizeSource.h - Where the size of an array comes from -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SIZESOURCE_H
#define FUSED_LIB_TRANSFORMS_SIZESOURCE_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// A number (`value` is null), an index that the program computes, or dimension
/// `number` of an array of which no more is known.
struct SizeSource {
  mlir::Value value;
  int64_t number = 0;

  bool isNumber() const { return !value; }
  bool isDimension() const { return value && !value.getType().isIndex(); }
  bool operator==(const SizeSource &other) const {
    return value == other.value && number == other.number;
  }

  /// The size as an index, made where `builder` stands.
  mlir::OpFoldResult build(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// The same for the analysis of bounds.
  mlir::ValueBoundsConstraintSet::Variable
  getVariable(mlir::MLIRContext *context) const;
};

/// Follows a dimension of a tensor to what gave it its size.
SizeSource getSizeSource(mlir::Value array, int64_t dim);

/// The same for an index.
SizeSource getSizeSource(mlir::OpFoldResult index);

/// Sizes that are known to be equal, with the facts of enclosing regions.
class EqualSizes {
public:
  bool areEqual(const SizeSource &a, const SizeSource &b);
  void setEqual(const SizeSource &a, const SizeSource &b);

  /// How much is known, and back to when no more was known than that.
  size_t getMark() const { return trail.size(); }
  void rewind(size_t mark);

private:
  using Key = std::pair<mlir::Value, int64_t>;
  Key find(Key key) const;

  llvm::DenseMap<Key, Key> parents;
  llvm::SmallVector<Key> trail;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SIZESOURCE_H
