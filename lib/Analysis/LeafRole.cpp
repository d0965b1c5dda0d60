//===- LeafRole.cpp - The operands of what follows a product --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafRole.h"

using namespace mlir;
using namespace fused;

namespace {
/// Answers along which dimensions of the product a leaf varies.
class LeafClassifier {
public:
  LeafClassifier(const OperandSource &source, const IndexSpace &space)
      : source(source), owners(space.owners), type(space.type),
        varies(space.type.getRank()) {}

  /// Reads the map of the source; false if it is not one of dimensions.
  bool readMap() {
    auto sourceType = cast<RankedTensorType>(source.value.getType());
    for (auto [result, size] :
         llvm::zip_equal(source.map.getResults(), sourceType.getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim && size == 1)
        continue;
      if (!dim || varies[dim.getPosition()])
        return false;
      dims.push_back(dim.getPosition());
      varies[dims.back()] = true;
    }
    return true;
  }

  /// True if the source is stored in the order of `order`, the dimensions of
  /// the product.
  bool isStoredIn(ArrayRef<int64_t> order) const {
    auto getKey = [&](int64_t dim) {
      return std::pair(llvm::find(order, owners[dim]) - order.begin(), dim);
    };
    return llvm::is_sorted(
        dims, [&](int64_t a, int64_t b) { return getKey(a) < getKey(b); });
  }

  /// True if it varies along just the dimensions that belong to `chosen`.
  bool variesAlong(ArrayRef<int64_t> chosen) const {
    for (auto [dim, owner] : llvm::enumerate(owners))
      if (type.getDimSize(dim) != 1 &&
          varies[dim] != llvm::is_contained(chosen, owner))
        return false;
    return true;
  }

  /// True if it varies along all dimensions that belong to `chosen`, perhaps
  /// some that belong to `partly`, whose sizes are known, and no others.
  bool variesAlong(ArrayRef<int64_t> chosen, int64_t partly) const {
    for (auto [dim, owner] : llvm::enumerate(owners)) {
      if (owner == partly
              ? type.isDynamicDim(dim)
              : type.getDimSize(dim) != 1 &&
                    varies[dim] != llvm::is_contained(chosen, owner))
        return false;
    }
    return true;
  }

  /// How many consecutive products of the batch read the same matrix, if it
  /// varies along consecutive dimensions of the batch.
  std::optional<int64_t> getRepeat() const {
    // Dimensions of the batch after those along which it varies, along which
    // it varies, and before them.
    enum { Inner, Varying, Outer } part = Inner;
    int64_t repeat = 1;
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      if (owners[dim] != 0 || type.getDimSize(dim) == 1)
        continue;
      if (varies[dim] && part == Outer)
        return std::nullopt;
      if (varies[dim])
        part = Varying;
      else if (part == Varying)
        part = Outer;
      if (part == Inner)
        repeat *= type.getDimSize(dim);
    }
    if (part == Inner)
      return std::nullopt;
    return repeat;
  }

  /// True if it varies along no other dimension, not even one of size one.
  bool usesOnly(ArrayRef<int64_t> chosen) const {
    for (auto [dim, owner] : llvm::enumerate(owners))
      if (varies[dim] && !llvm::is_contained(chosen, owner))
        return false;
    return true;
  }

  /// The role of a leaf with the dimensions `chosen`: counts those of the
  /// source that belong to each; those at which it is always read at 0, as it
  /// is at others of size one, go with the one before.
  LeafRole getRole(LeafKind kind, ArrayRef<int64_t> chosen) const {
    LeafRole role{kind, {}};
    role.groups.assign(chosen.size(), 0);
    size_t group = 0;
    for (AffineExpr result : source.map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      auto *found =
          dim ? llvm::find(chosen, owners[dim.getPosition()]) : chosen.end();
      if (found != chosen.end())
        group = found - chosen.begin();
      assert((!dim || found != chosen.end() ||
              type.getDimSize(dim.getPosition()) == 1) &&
             "a leaf varies along its dimensions");
      ++role.groups[group];
    }
    return role;
  }

private:
  const OperandSource &source;
  ArrayRef<int64_t> owners;
  RankedTensorType type;
  SmallVector<bool> varies;
  /// The dimensions of the space, in the order of the source.
  SmallVector<int64_t> dims;
};
} // namespace

LeafRole fused::classifyLeaf(const OperandSource &source,
                             const IndexSpace &space, int64_t numDims) {
  if (!isa<RankedTensorType>(source.value.getType()))
    return {LeafKind::Scalar, {}};
  LeafClassifier leaf(source, space);
  if (!leaf.readMap())
    return {};
  int64_t m = numDims - 2, n = numDims - 1;
  DimOwners all = getOwnDims(numDims);
  DimOwners columnsFirst = transposeOwners(all, numDims);
  bool isOrdered = leaf.isStoredIn(all);
  if (leaf.usesOnly({n}) && leaf.variesAlong({n}))
    return isOrdered ? leaf.getRole(LeafKind::Vector, {n}) : LeafRole();
  if (leaf.variesAlong(all)) {
    if (isOrdered)
      return leaf.getRole(LeafKind::Matrix, all);
    return leaf.isStoredIn(columnsFirst)
               ? leaf.getRole(LeafKind::TransposedMatrix, columnsFirst)
               : LeafRole();
  }
  if (numDims == 3 && leaf.usesOnly({0, n}) && leaf.variesAlong({0, n}))
    return isOrdered ? leaf.getRole(LeafKind::BatchVector, {0, n}) : LeafRole();
  if (numDims == 3 && leaf.usesOnly({m, n}) && leaf.variesAlong({m, n})) {
    if (!isOrdered)
      return {};
    // A matrix of one row that all products have is a vector.
    return leaf.variesAlong({n}) ? leaf.getRole(LeafKind::Vector, {n})
                                 : leaf.getRole(LeafKind::SharedMatrix, {m, n});
  }
  if (numDims == 3 && isOrdered && leaf.variesAlong({m, n}, 0)) {
    std::optional<int64_t> repeat = leaf.getRepeat();
    if (!repeat)
      return {};
    LeafRole role = leaf.getRole(LeafKind::RepeatedMatrix, all);
    role.repeat = *repeat;
    return role;
  }
  if (numDims == 3 && leaf.usesOnly({0, n}) && leaf.variesAlong({n}, 0) &&
      isOrdered)
    return {LeafKind::RepeatedVector, {}};
  DimOwners outer = all;
  outer.erase(outer.end() - 2);
  if (isOrdered && leaf.variesAlong(outer, m) && !leaf.variesAlong(outer))
    return {LeafKind::RepeatedRows, {}};
  if (leaf.usesOnly({m}) && leaf.variesAlong({m}))
    return isOrdered ? leaf.getRole(LeafKind::RowValue, {m}) : LeafRole();
  if (leaf.variesAlong({m}) || (numDims == 3 && leaf.variesAlong({0, m})))
    return {LeafKind::RowValue, {}};
  if (leaf.variesAlong({}))
    return {LeafKind::Scalar, {}};
  if (numDims == 2 && isOrdered && leaf.usesOnly({n}) &&
      leaf.variesAlong({}, n))
    return {LeafKind::RepeatedVector, {}};
  return {};
}
