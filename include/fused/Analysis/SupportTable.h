//===- SupportTable.h - What a target executes ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The products and epilogs that a library executes on a chip, as read from the
// tables in docs/support, which are part of the compiled library. A table
// speaks the library's language. `column-major` ones are BLAS's: D is a
// column-major matrix. The row-major D (M x N) of `fused.matmul` is then given
// to the library as its transpose, which is the same memory:
//
//   D' = op(B)' op(A)'     column-major D' is N x M
//
// So the library's A is our B and its B our A, its M is our N and its N our M.
// A row-major matrix read as column-major is transposed as it stands: the
// library's op(A) is N (as stored) where we have no `transpose_b`, and T where
// we have; its op(B) is T where we have `transpose_a`. "TN" is our
// `transpose_b` alone. Its `bgrada` sums its A over K, which is our B: our
// `bgradb`, and the other way round. Hence
//
//   the library has             so we have
//   bgrada only with op(A) = N  bgradb only without transpose_b
//   bgradb only with op(B) = T  bgrada only with transpose_a
//
// which suits the gradient of weights in training, W' = X^T G: X is
// `transpose_a`, and G, whose sum over K is the gradient of the bias, is not
// transposed. The other epilogs keep their names: a bias along our N runs along
// the library's M, as it asks for.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_SUPPORTTABLE_H
#define FUSED_ANALYSIS_SUPPORTTABLE_H

#include "fused-runtime/EpilogSemantics.h"
#include "fused/Dialect/MatmulSizes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>

namespace fused {

/// Which operands of a product are transposed, in the order NN, NT, TN, TT.
struct TransposeSet {
  static constexpr std::array<const char *, 4> names = {"NN", "NT", "TN", "TT"};
  std::array<bool, 4> members = {true, true, true, true};

  bool contains(bool transposeA, bool transposeB) const {
    return members[2 * transposeA + transposeB];
  }
};

/// A set of epilogs, by their numbers.
struct EpilogSet {
  std::array<bool, numEpilogs> members = {};

  bool contains(Epilog epilog) const {
    return members[static_cast<int32_t>(epilog)];
  }
};

/// The products of one combination of element types, which are spelled as in
/// MLIR, and "tf32".
struct ProductSupport {
  std::string a, b, d, compute;
  /// The type of bias, bias gradient, and saved pre-activation.
  std::string bias;
  EpilogSet epilogs;
  TransposeSet transposes;
  /// M, N, K and strides of rows must be multiples of this number.
  int64_t multipleOf = 1;
  /// Whether several such products of one shape are one call.
  bool batch = false;
};

/// A product that the pass looks up: a `fused.matmul`, or a replacement for it.
struct SupportQuery {
  Epilog epilog = Epilog::DEFAULT;
  /// The element types.
  mlir::Type a, b, d;
  bool transposeA = false, transposeB = false;
  /// Whether the gradient of ReLU multiplies by the bit of the mask, so that
  /// NaN and infinity at a zero bit give NaN, instead of selecting.
  bool multipliesMask = false;
  MatmulSizes sizes;
  /// Row strides that are not the size of the row; `ShapedType::kDynamic` where
  /// not known.
  llvm::SmallVector<int64_t, 4> rowStrides;
};

/// One table of docs/support.
struct SupportTable {
  std::string target, chip, library, version;
  /// Where and when it was measured.
  std::string device, date;
  bool isColumnMajor = false;
  llvm::SmallVector<ProductSupport, 0> products;
  /// The operands that an epilog requires beyond those of its product.
  std::array<TransposeSet, numEpilogs> epilogTransposes = {};
  bool multiplyMask = false;
  /// Whether a whole batch may add one C. No library adds a batch of C whose
  /// matrices several products share.
  bool sharedC = false;
  llvm::SmallVector<std::string, 0> notes;

  /// Why the target does not execute `query`: the stable name of a reason, see
  /// FusionReasons.def, or empty if it does.
  llvm::StringRef findLack(const SupportQuery &query) const;

  /// "cuBLASLt 13.1 on sm_90".
  std::string getName() const;

  /// Drops what a chip that the table was not measured on does not have.
  void restrictTo(llvm::StringRef otherChip);
};

/// The number of a CUDA device that programs can be compiled for, such as 90 of
/// sm_90a; 0 for other chips.
unsigned getComputeCapability(llvm::StringRef chip);

/// Reads a table; `name` stands for the file in errors.
llvm::Expected<SupportTable> parseSupportTable(llvm::StringRef json,
                                               llvm::StringRef name);

/// The tables of docs/support.
llvm::ArrayRef<SupportTable> getSupportTables();

/// The first table for a target, a chip and a version of its library. An empty
/// chip or version stands for any. A CUDA device from sm_80 on that was not
/// measured has the table of the one that comes nearest. The error lists the
/// tables that there are.
llvm::Expected<const SupportTable *> findSupportTable(llvm::StringRef target,
                                                      llvm::StringRef chip,
                                                      llvm::StringRef version);

} // namespace fused

#endif // FUSED_ANALYSIS_SUPPORTTABLE_H
