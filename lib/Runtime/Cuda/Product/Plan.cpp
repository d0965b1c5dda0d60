//===- Plan.cpp - How a product is executed -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "../../Core/Error.h"
#include "Describe.h"
#include "Tuning.h"

#include <cstdlib>

using namespace fused;
using namespace fused::runtime;

namespace {
/// When a product is split.
enum class SplitMode { Auto, Never, Always };

/// Reads the environment variable FUSED_CUDA_SPLIT: `never` and `always` are
/// for measurements and tests.
SplitMode getSplitMode() {
  static const SplitMode mode = [] {
    const char *text = std::getenv("FUSED_CUDA_SPLIT");
    if (text && std::strcmp(text, "never") == 0)
      return SplitMode::Never;
    if (text && std::strcmp(text, "always") == 0)
      return SplitMode::Always;
    return SplitMode::Auto;
  }();
  return mode;
}

} // namespace

bool fused::runtime::mayFuse() { return getSplitMode() != SplitMode::Always; }

bool fused::runtime::choosesWay() { return getSplitMode() == SplitMode::Auto; }

bool fused::runtime::maySplit(const CudaPlan &plan) {
  return getSplitMode() != SplitMode::Never &&
         SplitProduct::canExecute(plan.device, plan.key);
}

/// Says what cuBLASLt does not do for the problem of `plan`.
static fused_status_t refuse(const CudaPlan &plan, const char *missing,
                             const char *location) {
  char text[problemTextCapacity], library[deviceTextCapacity];
  printProblem(text, sizeof(text), plan.key);
  printDevice(library, sizeof(library), plan.device);
  return fail(FUSED_UNSUPPORTED, location, "%s %s: %s", library, missing, text);
}

fused_status_t
fused::runtime::makeFused(const CudaPlan &plan, int wanted,
                          const char *location,
                          std::unique_ptr<LibraryProduct> &made) {
  const PlanKey &key = plan.key;
  const char *missing = findUntranslatable(key);
  if (!missing && getSplitMode() != SplitMode::Never)
    missing = findInexact(key);
  if (!missing && leavesMaskPadding(key) && plan.device.kernels.empty())
    missing = "leaves the padding of masks undefined";
  if (!missing && leavesNanBits(key) && !plan.device.kernels.find(key.dType) &&
      getSplitMode() != SplitMode::Never)
    missing = "does not always set the bit of NaN in a mask";
  if (missing)
    return refuse(plan, missing, location);
  auto product = std::make_unique<LibraryProduct>(
      plan.device, translateAnySum(key), key.getAlpha(), key.getBeta());
  // Where K must not be split, a plain product that does split it, and the
  // kernels, are faster than a fused one that does not; if it is not measured.
  bool refuses = maySplit(plan) && wanted == LibraryProduct::fewAlgorithms;
  SplitK splitK = refuses ? SplitK::Refused : SplitK::Dropped;
  if (allowsSplitK(key) || getSplitMode() == SplitMode::Never)
    splitK = SplitK::Allowed;
  fused_status_t status = product->plan(key, splitK, location, wanted);
  if (status != FUSED_OK)
    return status;
  if (product->mayScaleOperand(key))
    return refuse(plan, "multiplies the elements of an operand by alpha",
                  location);
  made = std::move(product);
  return FUSED_OK;
}

/// Splits a product that can be executed if that should be faster.
static void splitIfFaster(CudaPlan &plan, const char *location) {
  // Figures scatter, and the host has more to launch.
  constexpr double factor = 1.1;
  auto fused = plan.fused.load(std::memory_order_relaxed)->estimate(0);
  if (!fused)
    return;
  auto split = std::make_unique<SplitProduct>(plan.device, plan.key);
  if (split->plan(location) != FUSED_OK)
    return;
  auto time = split->estimate();
  if (time && *time * factor < *fused)
    setSplit(plan, std::move(split));
}

void fused::runtime::setFused(CudaPlan &plan,
                              std::unique_ptr<LibraryProduct> product) {
  std::lock_guard<std::mutex> lock(plan.mutex);
  plan.fused.store(product.get(), std::memory_order_release);
  plan.split.store(nullptr, std::memory_order_release);
  plan.fusedProducts.push_back(std::move(product));
}

void fused::runtime::setSplit(CudaPlan &plan,
                              std::unique_ptr<SplitProduct> product) {
  std::lock_guard<std::mutex> lock(plan.mutex);
  plan.split.store(product.get(), std::memory_order_release);
  plan.splitProducts.push_back(std::move(product));
}

namespace {
fused_status_t planFused(CudaPlan &plan, const char *location) {
  std::unique_ptr<LibraryProduct> product;
  fused_status_t status =
      makeFused(plan, LibraryProduct::fewAlgorithms, location, product);
  if (status == FUSED_OK)
    setFused(plan, std::move(product));
  return status;
}

/// Makes the split of `plan` unless another thread did.
fused_status_t planSplit(CudaPlan &plan, const char *location,
                         SplitProduct *&split) {
  std::lock_guard<std::mutex> lock(plan.mutex);
  split = plan.split.load(std::memory_order_relaxed);
  if (split)
    return FUSED_OK;
  RelaxedCapture relaxed(plan.device.cuda);
  auto made = std::make_unique<SplitProduct>(plan.device, plan.key);
  fused_status_t status = made->plan(location);
  if (status != FUSED_OK)
    return status;
  split = made.get();
  plan.splitProducts.push_back(std::move(made));
  plan.split.store(split, std::memory_order_release);
  return FUSED_OK;
}

/// Executes a product that was split because that is faster, not because it has
/// to be: without memory for the accumulators, it is not.
fused_status_t executeTuned(CudaPlan &plan, SplitProduct &split,
                            const fused_matmul_operands_t &operands,
                            const char *location) {
  fused_status_t status = split.execute(operands, location);
  if (status != FUSED_OUT_OF_MEMORY)
    return status;
  return executeLibrary(plan.device,
                        *plan.fused.load(std::memory_order_acquire), plan.key,
                        operands, location);
}

fused_status_t execute(CudaPlan &plan, const fused_matmul_operands_t &operands,
                       const char *location) {
  SplitProduct *split = plan.split.load(std::memory_order_acquire);
  if (split && plan.fused.load(std::memory_order_relaxed))
    return executeTuned(plan, *split, operands, location);
  if (!split && plan.key.isEmpty())
    return clearExtraResults(plan.device, plan.key, operands, location);
  if (!split) {
    fused_status_t status =
        executeLibrary(plan.device, *plan.fused.load(std::memory_order_acquire),
                       plan.key, operands, location);
    if (status != FUSED_UNSUPPORTED || !maySplit(plan))
      return status;
    if ((status = planSplit(plan, location, split)))
      return status;
  }
  return split->execute(operands, location);
}
} // namespace

fused_status_t fused::runtime::makeCudaPlan(Device &device, const PlanKey &key,
                                            const char *location,
                                            std::unique_ptr<CudaPlan> &plan) {
  plan = std::make_unique<CudaPlan>(key, device);
  bool sumsOnly = key.isEmpty() && SplitProduct::isNeededForEmptyD(key);
  if (key.isEmpty() && !sumsOnly)
    return FUSED_OK;
  if (sumsOnly && !SplitProduct::canExecute(device, key))
    return fail(FUSED_UNSUPPORTED, location,
                "%s cannot sum an operand of an empty product", device.name);
  SplitProduct *made;
  if (sumsOnly)
    return planSplit(*plan, location, made);
  bool canSplit = maySplit(*plan);
  RelaxedCapture relaxed(device.cuda);
  bool split = getSplitMode() == SplitMode::Always || prefersSplit(key);
  if (!split || !canSplit) {
    fused_status_t status = planFused(*plan, location);
    if (status == FUSED_OK && canSplit && choosesWay() && maySplitPay(key))
      splitIfFaster(*plan, location);
    if (status != FUSED_UNSUPPORTED || !canSplit)
      return status;
  }
  return planSplit(*plan, location, made);
}

fused_status_t
fused::runtime::executeCudaPlan(CudaPlan &plan,
                                const fused_matmul_operands_t &operands,
                                const char *location) {
  bool tunes = isTuningDue(plan);
  if (plan.warm.load(std::memory_order_relaxed) && !tunes)
    return execute(plan, operands, location);
  // The first time, code may have to be loaded onto the device.
  RelaxedCapture relaxed(plan.device.cuda);
  if (tunes)
    tune(plan, operands, location);
  fused_status_t status = execute(plan, operands, location);
  if (status == FUSED_OK)
    plan.warm.store(true, std::memory_order_relaxed);
  return status;
}
