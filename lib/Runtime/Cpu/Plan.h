//===- Plan.h - How a product is executed -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_PLAN_H
#define FUSED_LIB_RUNTIME_CPU_PLAN_H

#include "../Core/Problem.h"
#include "OneDnnProduct.h"

#include <array>
#include <atomic>

namespace fused::runtime {

/// The chosen way for a problem. Immutable except for the idle products, and
/// safe to execute from many threads at once.
struct Plan {
  explicit Plan(const PlanKey &key) : key(key) {}
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  enum class Library {
    None,   ///< The product is empty or zero.
    OneDnn, ///< f32 and 16-bit types.
    Eigen,  ///< f64.
    Rows    ///< Few rows: kernels of our own, with the tail of each part.
  };

  const PlanKey key;
  Library library = Library::None;
  /// oneDNN gets dense copies of A, or B: it lacks their type, and they are
  /// converted to f32, or it does not take them as they are, and
  /// `spec.k` may be more than K, with zeros behind.
  bool copiesA = false, copiesB = false;
  /// All batches share A and B: multiplied once, for the tails of all.
  bool sharesProduct = false;
  /// The library stores the product where D belongs; else in memory of its own.
  bool multipliesIntoD = false;
  /// A tail follows the product: the library does not do the whole epilog.
  bool hasTail = false;
  /// The tail of `spec.m` rows runs before the next rows are multiplied, so
  /// that it finds them in the cache.
  bool hasPanels = false;
  /// The tail only activates what the library stored in D.
  bool activatesD = false;
  ProductSpec spec = {};

  /// Takes an idle product, or makes one.
  fused_status_t acquireProduct(const char *location,
                                std::unique_ptr<OneDnnProduct> &product);
  /// Keeps `product` for the next execution.
  void releaseProduct(std::unique_ptr<OneDnnProduct> product);
  /// Destroys the idle products unless the plan was used since the last call of
  /// this function. True if there were any.
  bool dropIfUnused();

private:
  /// As many as there are callers at the same time, in most programs.
  std::array<std::atomic<OneDnnProduct *>, 8> idle = {};
  std::atomic<bool> used{true};
};

/// Few rows are multiplied by parts of the columns: at least so many, which
/// masks demand, of at most so many rows.
constexpr int64_t minPartColumns = 128, maxPartRows = 64;

/// Chooses a way to execute `key`, which passed `checkKey`.
fused_status_t makePlan(const PlanKey &key, const char *location,
                        std::unique_ptr<Plan> &plan);

/// Executes `plan` on operands that it was made for.
fused_status_t executePlan(Plan &plan, const fused_matmul_operands_t &operands,
                           const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_PLAN_H
