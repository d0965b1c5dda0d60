//===- RowLayout.cpp - How threads share rows -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLayout.h"

#include "Element.h"
#include "Subgroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// Elements of each array that a thread should have, and those that it may
/// have, in registers.
static constexpr int64_t kElements = 16, kMaxElements = 32;

static int64_t getFewChunks(int64_t width) {
  return std::max<int64_t>(kElements / width, 1);
}

/// Rows of a known length: as few threads as can keep them in registers.
static RowLayout chooseLayout(int64_t length, int64_t width) {
  int64_t wanted = llvm::divideCeil(std::max<int64_t>(length, 1), kElements);
  RowLayout layout;
  layout.threads =
      std::min<int64_t>(llvm::PowerOf2Ceil(uint64_t(wanted)), kBlockSize);
  layout.chunks = llvm::divideCeil(length, layout.threads * width);
  layout.loops = length == 0 || layout.chunks * width > kMaxElements;
  if (layout.loops)
    layout.chunks = getFewChunks(width);
  return layout;
}

/// Rows of an unknown length: short ones belong to a warp, long ones to a
/// block, and longer ones do not stay in registers.
SmallVector<RowVariant> fused::chooseRowVariants(OpBuilder &builder,
                                                 Location loc, Value length,
                                                 int64_t width) {
  if (std::optional<int64_t> known = getConstantIntValue(length))
    return {{chooseLayout(*known, width), Value()}};
  SmallVector<RowVariant> variants;
  // Rows without elements are left to the loops.
  Value last = builder.createOrFold<arith::SubIOp>(
      loc, length, createIndex(builder, loc, 1));
  for (int64_t threads : {kWarp, kBlockSize}) {
    RowLayout layout = {threads, getFewChunks(width), /*loops=*/false};
    Value fits = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, last,
        createIndex(builder, loc, threads * layout.chunks * width));
    variants.push_back({layout, fits});
  }
  variants.push_back(
      {{kBlockSize, getFewChunks(width), /*loops=*/true}, Value()});
  return variants;
}

Value fused::countRowBlocks(OpBuilder &builder, Location loc,
                            ArrayRef<RowVariant> variants, Value numRows) {
  Value blocks;
  for (const RowVariant &variant : llvm::reverse(variants)) {
    Value rows = createIndex(builder, loc, kBlockSize / variant.layout.threads);
    Value count = createCeilDiv(builder, loc, numRows, rows);
    blocks = variant.condition
                 ? arith::SelectOp::create(builder, loc, variant.condition,
                                           count, blocks)
                       .getResult()
                 : count;
  }
  return blocks;
}
