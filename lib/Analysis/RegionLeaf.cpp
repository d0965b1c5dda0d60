//===- RegionLeaf.cpp - The operands of what follows a product ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionLeaf.h"

using namespace mlir;
using namespace fused;

/// Counts the dimensions of the source that belong to each of `dims`; those
/// at which it is always read at 0 go with the one before.
static void setGroups(RegionLeaf &leaf, LeafKind kind, ArrayRef<int64_t> dims,
                      ArrayRef<int64_t> owners) {
  leaf.kind = kind;
  leaf.groups.assign(dims.size(), 0);
  size_t group = 0;
  for (AffineExpr result : leaf.source.map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      group = llvm::find(dims, owners[dim.getPosition()]) - dims.begin();
    assert(group < dims.size() && "a leaf varies along its own dimensions");
    ++leaf.groups[group];
  }
}

RegionLeaf fused::classifyLeaf(const OperandSource &source,
                               ArrayRef<int64_t> owners, RankedTensorType type,
                               int64_t numDims) {
  RegionLeaf leaf{LeafKind::Other, source, {}};
  if (!isa<RankedTensorType>(source.value.getType())) {
    leaf.kind = LeafKind::Scalar;
    return leaf;
  }
  SmallVector<bool> varies(type.getRank());
  int64_t last = -1;
  auto sourceType = cast<RankedTensorType>(source.value.getType());
  for (auto [result, size] :
       llvm::zip_equal(source.map.getResults(), sourceType.getShape())) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim && size == 1)
      continue;
    if (!dim)
      return leaf;
    if (static_cast<int64_t>(dim.getPosition()) <= last)
      return leaf;
    last = dim.getPosition();
    varies[last] = true;
  }
  int64_t m = numDims - 2, n = numDims - 1;
  // True if it varies along just the dimensions that belong to `chosen`.
  auto variesAlong = [&](ArrayRef<int64_t> chosen) {
    for (auto [dim, owner] : llvm::enumerate(owners))
      if (type.getDimSize(dim) != 1 &&
          varies[dim] != llvm::is_contained(chosen, owner))
        return false;
    return true;
  };
  auto usesOnly = [&](ArrayRef<int64_t> chosen) {
    for (auto [dim, owner] : llvm::enumerate(owners))
      if (varies[dim] && !llvm::is_contained(chosen, owner))
        return false;
    return true;
  };
  if (usesOnly({n}) && variesAlong({n}))
    setGroups(leaf, LeafKind::Vector, {n}, owners);
  else if (variesAlong(llvm::to_vector(llvm::seq<int64_t>(0, numDims))))
    setGroups(leaf, LeafKind::Matrix,
              llvm::to_vector(llvm::seq<int64_t>(0, numDims)), owners);
  else if (numDims == 3 && usesOnly({0, n}) && variesAlong({0, n}))
    setGroups(leaf, LeafKind::BatchVector, {0, n}, owners);
  else if (variesAlong({m}) || (numDims == 3 && variesAlong({0, m})))
    leaf.kind = LeafKind::RowValue;
  else if (variesAlong({}))
    leaf.kind = LeafKind::Scalar;
  return leaf;
}
