//===- ProductTiling.cpp - The tiles of a product -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ProductTiling.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace fused;

/// The rows that one instruction multiplies, and a row of workgroup memory.
static constexpr int64_t kRows = 64, kSquare = 64;
/// A warpgroup has room for the accumulators of so many elements.
static constexpr int64_t kMaxElements = 128 * 128;
/// Every device of the chip has clusters of so many blocks.
static constexpr int64_t kMaxBlocks = 8;

/// True if kernels can have these tiles.
static bool isPossible(const ProductTiling &tiling) {
  return (tiling.rows == kRows || tiling.rows == 2 * kRows) &&
         tiling.columns > 0 && tiling.columns <= 256 &&
         tiling.rows * tiling.columns <= kMaxElements &&
         (tiling.cluster == 1 || tiling.cluster == 2) && tiling.split > 0 &&
         tiling.split <= kMaxBlocks &&
         (tiling.split == 1 ||
          (tiling.cluster == 1 && tiling.consumers == ProductTiling::One)) &&
         tiling.columns % (kSquare * tiling.cluster) == 0;
}

std::optional<ProductTiling> ProductTiling::parse(StringRef name) {
  ProductTiling tiling;
  if (name.consumeInteger(10, tiling.rows) || !name.consume_front("x") ||
      name.consumeInteger(10, tiling.columns))
    return std::nullopt;
  if (name.consume_front(" turns"))
    tiling.consumers = Turns;
  else if (name.consume_front(" shared"))
    tiling.consumers = Shared;
  if (name.consume_front(" cluster ") &&
      name.consumeInteger(10, tiling.cluster))
    return std::nullopt;
  if (name.consume_front(" split ") && name.consumeInteger(10, tiling.split))
    return std::nullopt;
  if (!name.empty() || !isPossible(tiling))
    return std::nullopt;
  return tiling;
}

std::string ProductTiling::getName() const {
  std::string name = std::to_string(rows) + "x" + std::to_string(columns);
  if (consumers != One)
    name += consumers == Turns ? " turns" : " shared";
  if (cluster != 1)
    name += " cluster " + std::to_string(cluster);
  if (split != 1)
    name += " split " + std::to_string(split);
  return name;
}

bool ProductTiling::dividesRows(int64_t m) const {
  return divideCeil(m, getTileRows()) % cluster == 0;
}
