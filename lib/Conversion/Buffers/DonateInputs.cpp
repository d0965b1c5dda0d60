//===- DonateInputs.cpp - Outputs in the memory of inputs -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Runtime/MemoryPlan.h"
#include "fused/Conversion/BufferizationPasses.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {
#define GEN_PASS_DEF_DONATEINPUTS
#define GEN_PASS_DEF_DROPDONATEDRESULTS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// What JAX and TensorFlow write on an argument.
static constexpr llvm::StringLiteral kAliasingOutputAttr = "tf.aliasing_output";

//===----------------------------------------------------------------------===//
// On tensors
//===----------------------------------------------------------------------===//

/// Reads the attributes of the arguments.
static FailureOr<SmallVector<int32_t>> findDonations(func::FuncOp function) {
  SmallVector<int32_t> donations(function.getNumResults(), -1);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Attribute attr = function.getArgAttr(i, kOutputAttr);
    if (!attr)
      attr = function.getArgAttr(i, kAliasingOutputAttr);
    if (!attr)
      continue;
    auto output = dyn_cast<IntegerAttr>(attr);
    if (!output || !output.getValue().ult(donations.size()))
      return function.emitError()
             << "argument " << i << " is donated to output " << attr
             << ", which '" << function.getName() << "' does not have";
    int32_t &donation = donations[output.getValue().getZExtValue()];
    if (donation >= 0)
      return function.emitError() << "arguments " << donation << " and " << i
                                  << " are donated to the same output";
    donation = int32_t(i);
  }
  return donations;
}

/// True if a result of this type may be computed in an argument of that type:
/// whether sizes that are not known are equal, only the run tells.
static bool canHaveMemoryOf(Type result, Type argument) {
  auto tensor = dyn_cast<RankedTensorType>(result);
  return tensor && tensor.hasStaticShape() && result == argument;
}

namespace {
/// One argument that is donated.
struct Donation {
  StringAttr function;
  unsigned output;
  int32_t argument;
};
} // namespace

/// Finds the donations that bufferization may carry out.
static LogicalResult collectDonations(func::FuncOp function,
                                      SmallVectorImpl<Donation> &found) {
  FailureOr<SmallVector<int32_t>> donations = findDonations(function);
  if (failed(donations))
    return failure();
  if (!function.getBody().hasOneBlock())
    return success();
  for (auto [output, argument] : llvm::enumerate(*donations))
    if (argument >= 0 && canHaveMemoryOf(function.getResultTypes()[output],
                                         function.getArgumentTypes()[argument]))
      found.push_back({function.getSymNameAttr(), unsigned(output), argument});
  return success();
}

/// Makes the arguments destinations of the outputs.
static void donate(ModuleOp module, ArrayRef<Donation> donations) {
  SymbolTable symbols(module);
  for (const Donation &donation : donations) {
    auto function = symbols.lookup<func::FuncOp>(donation.function);
    OpBuilder builder(function.getBody().front().getTerminator());
    OpOperand &result =
        builder.getInsertionPoint()->getOpOperand(donation.output);
    function.setArgAttr(donation.argument,
                        bufferization::BufferizationDialect::kWritableAttrName,
                        builder.getBoolAttr(true));
    result.set(bufferization::MaterializeInDestinationOp::create(
                   builder, result.get().getLoc(), result.get(),
                   function.getArgument(donation.argument))
                   .getResult());
    SmallVector<int32_t> all = getDonations(function, function.getNumResults());
    all[donation.output] = donation.argument;
    function->setAttr(kDonationsAttr, builder.getDenseI32ArrayAttr(all));
  }
}

/// True if the module can be bufferized with these donations. Upstream does not
/// copy what a destination would overwrite.
static bool canDonate(ModuleOp module, ArrayRef<Donation> donations) {
  OwningOpRef<ModuleOp> changed = module.clone();
  donate(*changed, donations);
  ScopedDiagnosticHandler ignored(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  IRRewriter rewriter(module.getContext());
  if (failed(bufferization::eliminateEmptyTensors(rewriter, *changed)))
    return false;
  // As the pipeline bufferizes.
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.allowReturnAllocsFromLoops = true;
  bufferization::OneShotAnalysisState state(*changed, options);
  return succeeded(bufferization::analyzeModuleOp(*changed, state));
}

/// Adds those of `donations` to `chosen` that are possible beside them. There
/// are seldom others.
static void choose(ModuleOp module, ArrayRef<Donation> donations,
                   SmallVectorImpl<Donation> &chosen) {
  if (donations.empty())
    return;
  SmallVector<Donation> together(chosen.begin(), chosen.end());
  llvm::append_range(together, donations);
  if (canDonate(module, together)) {
    chosen.assign(together.begin(), together.end());
    return;
  }
  if (donations.size() == 1)
    return;
  size_t half = donations.size() / 2;
  choose(module, donations.take_front(half), chosen);
  choose(module, donations.drop_front(half), chosen);
}

namespace {
struct DonateInputs : public fused::impl::DonateInputsBase<DonateInputs> {
  void runOnOperation() override {
    SmallVector<Donation> donations, chosen;
    for (func::FuncOp function : collectEntries(getOperation()))
      if (failed(collectDonations(function, donations)))
        return signalPassFailure();
    choose(getOperation(), donations, chosen);
    donate(getOperation(), chosen);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// On buffers
//===----------------------------------------------------------------------===//

/// Removes results that are donated arguments, which the caller has.
static void dropDonatedResults(func::FuncOp function) {
  auto attr = function->getAttrOfType<DenseI32ArrayAttr>(kDonationsAttr);
  if (!attr)
    return;
  SmallVector<int32_t> donations(attr.asArrayRef());
  Operation *end = function.getBody().front().getTerminator();
  llvm::BitVector dropped(end->getNumOperands());
  for (auto [output, donation] : llvm::enumerate(donations)) {
    if (donation < 0)
      continue;
    Value value = end->getOperand(output);
    while (auto cast = value.getDefiningOp<memref::CastOp>())
      value = cast.getSource();
    if (value == function.getArgument(donation))
      dropped.set(output);
    else
      donation = -1;
  }
  end->eraseOperands(dropped);
  (void)function.eraseResults(dropped);
  function->setAttr(kDonationsAttr,
                    DenseI32ArrayAttr::get(function.getContext(), donations));
}

namespace {
struct DropDonatedResults
    : public fused::impl::DropDonatedResultsBase<DropDonatedResults> {
  void runOnOperation() override { dropDonatedResults(getOperation()); }
};
} // namespace
