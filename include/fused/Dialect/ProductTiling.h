//===- ProductTiling.h - The tiles of a product -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_PRODUCTTILING_H
#define FUSED_DIALECT_PRODUCTTILING_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace fused {

/// How the kernel of a product divides its result: what is measured, and kept
/// under a name such as "128x128 turns cluster 2". All else follows from it
/// and from the sizes.
struct ProductTiling {
  /// What a warpgroup computes at a time.
  int64_t rows = 64, columns = 64;
  /// One warpgroup multiplies, or two: in turns, each with a tile of its own,
  /// or one below the other in a tile that they share.
  enum Consumers { One, Turns, Shared } consumers = One;
  /// The neighbouring blocks that share a tile of B.
  int64_t cluster = 1;
  /// The neighbouring blocks that share a tile of the result: each multiplies a
  /// part of K.
  int64_t split = 1;

  bool operator==(const ProductTiling &other) const {
    auto tie = [](const ProductTiling &tiling) {
      return std::tie(tiling.rows, tiling.columns, tiling.consumers,
                      tiling.cluster, tiling.split);
    };
    return tie(*this) == tie(other);
  }

  /// Reads a name. Returns nothing for a text that is none, or one of tiles
  /// that no kernel has.
  static std::optional<ProductTiling> parse(llvm::StringRef name);
  std::string getName() const;

  /// Rows of the tiles that a block multiplies at a time.
  int64_t getTileRows() const { return consumers == Shared ? 2 * rows : rows; }
  /// True if the blocks of a cluster have as many tiles each of `m` rows.
  bool dividesRows(int64_t m) const;
};

} // namespace fused

#endif // FUSED_DIALECT_PRODUCTTILING_H
