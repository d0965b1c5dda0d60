//===- Plan.cpp - How a product is executed -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "../Core/Error.h"
#include "OneDnnConditions.h"
#include "PlanCache.h"
#include "Threads.h"

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

/// True if oneDNN's post-ops mean exactly what the epilog means, and it may be
/// asked for them. Its ReLU turns NaN into 0, it has no masks and saves
/// nothing. C must lie like D, or be D.
bool canUsePostOps(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  if (info.activation != Activation::None &&
      info.activation != Activation::Gelu)
    return false;
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

/// True if D is the bare product.
bool isPlain(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  return info.activation == Activation::None && info.aux == Aux::None &&
         info.biasGradient != BiasGradient::SumOfD && !info.hasBias &&
         !key.readsC() && key.getAlpha() == 1;
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

/// Fills in what the plan asks of oneDNN, with operands of `inputType`.
void specify(Plan &plan, fused_type_t inputType) {
  const PlanKey &key = plan.key;
  const EpilogInfo &info = key.getInfo();
  ProductSpec &spec = plan.spec;
  spec = {};
  specifyInputs(plan, inputType);
  plan.sharesProduct = key.batch > 1 && key.a.batch == 0 && key.b.batch == 0;
  bool acceptsD =
      !plan.sharesProduct && acceptsStrides(key.d, key.batch, key.m, key.n);
  // D in f16 is rounded from f32 by the tail; so is bf16 if its inputs are not.
  bool storesD = key.dType == FUSED_F32 || key.dType == inputType;
  plan.hasTail = !storesD || !acceptsD || !canUsePostOps(key);
  plan.multipliesIntoD = !plan.hasTail || (acceptsD && key.dType == FUSED_F32 &&
                                           !(key.readsC() && key.cIsD));

  spec.batch = plan.sharesProduct ? 1 : key.batch;
  spec.m = key.m;
  spec.n = key.n;
  spec.dType = plan.hasTail ? FUSED_F32 : key.dType;
  spec.d = plan.multipliesIntoD
               ? key.d
               : getDenseStrides(spec.batch == 1, key.m, key.n);
  spec.scale = 1.0f;
  if (!plan.hasTail) {
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
