//===- Plan.cpp - How a product is executed -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "../Core/Error.h"
#include "Kernels.h"
#include "OneDnnConditions.h"
#include "PlanCache.h"
#include "Threads.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace fused;
using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Idle products
//===----------------------------------------------------------------------===//

Plan::~Plan() {
  for (std::atomic<OneDnnProduct *> &product : idle)
    delete product.load(std::memory_order_relaxed);
}

fused_status_t Plan::acquireProduct(const char *location,
                                    std::unique_ptr<OneDnnProduct> &product) {
  if (!used.load(std::memory_order_relaxed))
    used.store(true, std::memory_order_relaxed);
  for (std::atomic<OneDnnProduct *> &entry : idle) {
    if (!entry.load(std::memory_order_relaxed))
      continue;
    product.reset(entry.exchange(nullptr, std::memory_order_acquire));
    if (product)
      return FUSED_OK;
  }
  if (fused_status_t status = OneDnnProduct::create(
          spec, /*allowReference=*/true, location, product))
    return status == FUSED_UNSUPPORTED
               ? fail(status, location, "oneDNN has no such product")
               : status;
  getPlanCache().dropSurplusProducts();
  return FUSED_OK;
}

void Plan::releaseProduct(std::unique_ptr<OneDnnProduct> product) {
  for (std::atomic<OneDnnProduct *> &entry : idle) {
    OneDnnProduct *expected = nullptr;
    if (entry.compare_exchange_strong(expected, product.get(),
                                      std::memory_order_release,
                                      std::memory_order_relaxed)) {
      product.release();
      return;
    }
  }
}

bool Plan::dropIfUnused() {
  if (used.exchange(false, std::memory_order_relaxed))
    return false;
  bool dropped = false;
  for (std::atomic<OneDnnProduct *> &entry : idle)
    if (OneDnnProduct *product =
            entry.exchange(nullptr, std::memory_order_acquire)) {
      delete product;
      dropped = true;
    }
  return dropped;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

namespace {
/// From so many rows on, B is packed for a product of bf16.
constexpr int64_t minPackedRows = 1024;

/// Multiplies all batches as one matrix of batch * M rows, if B is shared and
/// the rows of A and D are evenly spaced through all batches.
void collapseBatch(ProductSpec &spec) {
  bool collapses = spec.batch > 1 && spec.b.batch == 0 && !spec.transposeA &&
                   spec.a.batch == spec.m * spec.a.row &&
                   spec.d.batch == spec.m * spec.d.row;
  if (!collapses)
    return;
  spec.m *= spec.batch;
  spec.batch = 1;
  spec.a.batch = spec.d.batch = 0;
}

/// Strides of a dense copy of rows x columns elements in each batch.
Strides getDenseStrides(bool shared, int64_t rows, int64_t columns) {
  return {columns, shared ? 0 : rows * columns};
}

/// True if oneDNN's post-ops mean exactly what the epilog means before its
/// activation, and it may be asked for them. It has no masks and saves nothing.
/// C must lie like D, or be D.
bool canUsePostOps(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  if (info.aux != Aux::None || info.biasGradient == BiasGradient::SumOfD)
    return false;
  if (info.hasBias && key.bias.batch != 0)
    return false;
  auto scale = static_cast<float>(key.getAlpha());
  if ((scale != 1 || key.scalesProduct()) && info.hasBias &&
      !acceptsScaledBias(key.d, key.batch, key.m, key.n))
    return false;
  // A sum has to be the first post-op.
  if (key.scalesProduct() && key.readsC() && key.cIsD)
    return false;
  if (scale != 1 && key.readsC() && key.cIsD && !acceptsScaledSum(scale))
    return false;
  bool hasScaledC = key.readsC() && !key.cIsD && key.getBeta() != 1;
  bool cLiesLikeD = key.c.row == key.d.row && key.c.batch == key.d.batch;
  return !hasScaledC && (!key.readsC() || cLiesLikeD);
}

/// True if oneDNN has the activation. Its ReLU turns NaN into 0.
bool hasActivation(Activation activation) {
  return activation == Activation::None || activation == Activation::Gelu;
}

/// True if a tail should apply ReLU to a D of bf16 that oneDNN has rounded,
/// which gives the same as ReLU of what it rounds: half the memory of
/// accumulators. Panels are better where there are enough rows.
bool shouldActivateD(const PlanKey &key) {
  return key.getInfo().activation == Activation::Relu &&
         key.dType == FUSED_BF16 && !key.readsC() &&
         key.batch * key.m < minPackedRows;
}

/// True if D is the bare product.
bool isPlain(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  return info.activation == Activation::None && info.aux == Aux::None &&
         info.biasGradient != BiasGradient::SumOfD && !info.hasBias &&
         !key.readsC() && key.getAlpha() == 1 && !key.scalesProduct();
}

/// True if oneDNN copies what it needs of a B of f32 that is not transposed.
bool copiesPlainB(int64_t n) { return (n & (n - 1)) == 0; }

/// The number of rows up to which our kernels are faster than oneDNN, as
/// measured: they read B where it lies, and the tail finds the accumulators in
/// the cache. They take rows of A whose elements lie next to each other.
int64_t getMaxRows(const PlanKey &key) {
  constexpr double minSize = 1 << 15, minSizeOfMatrix = 1 << 20;
  double size = static_cast<double>(key.k) * static_cast<double>(key.n) *
                static_cast<double>(fused_type_size(key.inputType));
  bool hasDenseRow = !key.transposesA() || key.a.row == 1 || key.k == 1;
  if (size < minSize || !hasDenseRow)
    return 0;
  const Kernels &kernels = getKernels();
  bool allThreadsHaveColumns = key.n / minPartColumns >= key.numThreads;
  if (key.transposesA() || !kernels.hasWideRegisters || !allThreadsHaveColumns)
    return 1;
  bool isBFloat16 = key.inputType == FUSED_BF16;
  if (isBFloat16 && (!kernels.multipliesPairs || hasMatrixUnits()))
    return size < minSizeOfMatrix ? 1 : key.transposesB() ? 2 : 4;
  // Lanes have to be added for each element of D if B is transposed.
  int64_t rows = key.transposesB() ? key.k / 8 : maxPartRows;
  return std::clamp<int64_t>(rows, 1, maxPartRows);
}

/// True unless the environment variable FUSED_CPU_FEW_ROWS is `never`, for
/// measurements and tests of the other ways.
bool mayMultiplyRows() {
  static const bool may = [] {
    const char *text = std::getenv("FUSED_CPU_FEW_ROWS");
    return !text || std::strcmp(text, "never") != 0;
  }();
  return may;
}

/// True if a call of oneDNN would take longer than the product itself, as
/// measured.
bool isSmall(const PlanKey &key) {
  constexpr double maxWork = 1 << 15;
  auto batch = static_cast<double>(key.batch), m = static_cast<double>(key.m),
       n = static_cast<double>(key.n), k = static_cast<double>(key.k);
  return key.m <= maxPartRows && batch * m * n * k <= maxWork;
}

/// Decides whether oneDNN gets A and B as they are or as dense copies in
/// `inputType`, and fills in their part of what it is asked.
void specifyInputs(Plan &plan, fused_type_t inputType) {
  const PlanKey &key = plan.key;
  ProductSpec &spec = plan.spec;
  spec.inputType = inputType;
  spec.transposeA = key.transposesA();
  spec.transposeB = key.transposesB();
  spec.k = acceptsSumLength(inputType, key.k) ? key.k : key.k + 1;
  bool copies = inputType != key.inputType || spec.k != key.k;
  auto specifyInput = [&](bool transposed, int64_t outer, int64_t inner,
                          int64_t paddedOuter, int64_t paddedInner,
                          const Strides &strides, bool &isCopied) {
    int64_t rows = transposed ? inner : outer;
    int64_t columns = transposed ? outer : inner;
    isCopied = copies || !acceptsStrides(strides, key.batch, rows, columns);
    if (!isCopied)
      return strides;
    return getDenseStrides(strides.batch == 0,
                           transposed ? paddedInner : paddedOuter,
                           transposed ? paddedOuter : paddedInner);
  };
  spec.a = specifyInput(spec.transposeA, key.m, key.k, key.m, spec.k, key.a,
                        plan.copiesA);
  spec.b = specifyInput(spec.transposeB, key.k, key.n, spec.k, key.n, key.b,
                        plan.copiesB);
}

/// True if oneDNN is faster where B is packed before, in every call, as
/// measured. It copies what it needs of B itself otherwise, again for other
/// rows; but not a B of f32 that is not transposed, unless N is a power of two,
/// and slows down where the rows of B compete for the same places in the cache.
bool shouldPack(const ProductSpec &spec) {
  if (spec.batch != 1)
    return false;
  if (spec.inputType == FUSED_BF16)
    return spec.m >= minPackedRows;
  if (spec.transposeB || copiesPlainB(spec.n) || spec.n <= 256)
    return false;
  return spec.m >= (spec.b.row % 1024 == 0 ? 33 : 384);
}

/// Divides M into panels whose accumulators fit into the threads' second level
/// of the cache.
void specifyPanels(Plan &plan) {
  constexpr int64_t bytesPerThread = 1 << 20;
  int64_t rowSize = plan.key.n * static_cast<int64_t>(sizeof(float));
  int64_t rows = plan.key.numThreads * bytesPerThread / rowSize;
  rows = std::max(rows / tileRows * tileRows, 2 * tileRows);
  if (plan.key.m < 2 * rows)
    return;
  plan.hasPanels = true;
  plan.multipliesIntoD = false;
  plan.spec.m = rows;
  plan.spec.d = getDenseStrides(/*shared=*/true, rows, plan.key.n);
}

/// Fills in what the plan asks of oneDNN, with operands of `inputType`.
void specify(Plan &plan, fused_type_t inputType) {
  const PlanKey &key = plan.key;
  const EpilogInfo &info = key.getInfo();
  ProductSpec &spec = plan.spec;
  spec = {};
  plan.hasPanels = false;
  specifyInputs(plan, inputType);
  plan.sharesProduct = key.batch > 1 && key.a.batch == 0 && key.b.batch == 0;
  bool acceptsD =
      !plan.sharesProduct && acceptsStrides(key.d, key.batch, key.m, key.n);
  // D in f16 is rounded from f32 by the tail; so is bf16 if its inputs are not.
  bool storesD = key.dType == FUSED_F32 || key.dType == inputType;
  bool usesPostOps = storesD && acceptsD && canUsePostOps(key);
  plan.activatesD = usesPostOps && shouldActivateD(key);
  usesPostOps &= plan.activatesD || hasActivation(info.activation);
  plan.hasTail = !usesPostOps || plan.activatesD;
  plan.multipliesIntoD = usesPostOps || (acceptsD && key.dType == FUSED_F32 &&
                                         !(key.readsC() && key.cIsD));

  spec.batch = plan.sharesProduct ? 1 : key.batch;
  spec.m = key.m;
  spec.n = key.n;
  spec.dType = usesPostOps ? key.dType : FUSED_F32;
  spec.d = plan.multipliesIntoD
               ? key.d
               : getDenseStrides(spec.batch == 1, key.m, key.n);
  spec.scale = 1.0f;
  if (usesPostOps) {
    spec.scale = static_cast<float>(key.getAlpha());
    spec.hasAScale = key.has(FUSED_SCALE_A);
    spec.hasBScale = key.has(FUSED_SCALE_B);
    spec.hasSum = key.readsC() && key.cIsD;
    spec.sumScale = static_cast<float>(key.getBeta());
    spec.hasC = key.readsC() && !key.cIsD;
    spec.hasBias = info.hasBias;
    spec.hasGelu = info.activation == Activation::Gelu;
  }
  collapseBatch(spec);
  spec.packsB = shouldPack(spec);
  if (spec.packsB && plan.hasTail && !plan.activatesD && key.batch == 1)
    specifyPanels(plan);
}

} // namespace

fused_status_t fused::runtime::makePlan(const PlanKey &key,
                                        const char *location,
                                        std::unique_ptr<Plan> &plan) {
  plan.reset(new (std::nothrow) Plan(key));
  if (!plan)
    return fail(FUSED_OUT_OF_MEMORY, location, "no memory for a plan");
  if (key.isEmpty())
    return FUSED_OK;
  if (key.hasZeroProduct()) {
    plan->hasTail = true;
    return FUSED_OK;
  }
  if (key.inputType == FUSED_F64) {
    plan->library = Plan::Library::Eigen;
    plan->multipliesIntoD = !(key.readsC() && key.cIsD);
    plan->hasTail = !isPlain(key);
    return FUSED_OK;
  }
  if (mayMultiplyRows() && (isSmall(key) || key.m <= getMaxRows(key))) {
    plan->library = Plan::Library::Rows;
    plan->hasTail = true;
    return FUSED_OK;
  }
  plan->library = Plan::Library::OneDnn;
  // oneDNN may have nothing better for bf16 than its reference implementation,
  // which is slower than a conversion by orders of magnitude.
  std::unique_ptr<OneDnnProduct> product;
  fused_status_t status = FUSED_UNSUPPORTED;
  if (key.inputType != FUSED_F16) {
    specify(*plan, key.inputType);
    status = OneDnnProduct::create(plan->spec, /*allowReference=*/false,
                                   location, product);
  }
  if (status == FUSED_UNSUPPORTED) {
    specify(*plan, FUSED_F32);
    status = OneDnnProduct::create(plan->spec, /*allowReference=*/true,
                                   location, product);
  }
  if (status != FUSED_OK)
    return status == FUSED_UNSUPPORTED
               ? fail(status, location, "oneDNN has no such product")
               : status;
  getPlanCache().dropSurplusProducts();
  plan->releaseProduct(std::move(product));
  return FUSED_OK;
}
