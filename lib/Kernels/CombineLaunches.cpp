//===- CombineLaunches.cpp - One launch for independent kernels -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombinedKernel.h"

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/LaunchPasses.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_COMBINELAUNCHES
#include "fused/Kernels/LaunchPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// The bytes of arguments that every device takes.
static constexpr int64_t kMaxArgumentBytes = 4096;
/// The most bytes of one of them, with what aligns it.
static constexpr int64_t kArgumentBytes = 8;

/// The most operations that different kernels have together where they become
/// one. `ptxas` takes more time for a large kernel than for smaller ones.
static constexpr int64_t kMaxOperations = 3000;

namespace {
/// The values that the kernel of a combined launch takes. Each is a number of
/// those that an operand consists of.
class ArgumentList {
public:
  /// The number of the argument for `field` of `operand`.
  unsigned add(Value operand, unsigned field) {
    operands.insert(operand);
    auto [entry, isNew] = numbers.try_emplace({operand, field}, fields.size());
    if (isNew)
      fields.push_back({operand, field});
    return entry->second;
  }
  int64_t getNumBytes() const { return fields.size() * kArgumentBytes; }
  ArrayRef<Value> getOperands() const { return operands.getArrayRef(); }
  SmallVector<int32_t> getNumbers() const;

private:
  llvm::SetVector<Value> operands;
  DenseMap<std::pair<Value, unsigned>, unsigned> numbers;
  SmallVector<std::pair<Value, unsigned>> fields;
};

/// Launches that become one.
struct Combination {
  SmallVector<gpu::LaunchFuncOp> launches;
  CombinedKernel kernel;
  ArgumentList arguments;
};

struct CombineLaunches
    : public fused::impl::CombineLaunchesBase<CombineLaunches> {
  void runOnOperation() override;

private:
  void replace(Combination &combination);
  LLVM::LLVMFuncOp share(LLVM::LLVMFuncOp kernel);

  /// The combined kernels, all different.
  SmallVector<LLVM::LLVMFuncOp> emitted;
};
} // namespace

/// How many values an operand consists of.
static unsigned getNumFields(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return array ? MemRefDescriptor::getNumUnpackedValues(array) : 1;
}

SmallVector<int32_t> ArgumentList::getNumbers() const {
  DenseMap<Value, int32_t> begins;
  int32_t next = 0;
  for (Value operand : operands) {
    begins[operand] = next;
    next += getNumFields(operand.getType());
  }
  return llvm::map_to_vector(fields, [&](std::pair<Value, unsigned> field) {
    return int32_t(begins[field.first] + field.second);
  });
}

/// Adds the values that the kernel of `launch` takes, and returns their
/// numbers.
static SmallVector<unsigned> addArguments(gpu::LaunchFuncOp launch,
                                          ArgumentList &arguments) {
  SmallVector<std::pair<Value, unsigned>> all;
  for (Value operand : launch.getKernelOperands())
    for (unsigned field = 0; field < getNumFields(operand.getType()); ++field)
      all.push_back({operand, field});
  SmallVector<unsigned> numbers;
  auto kept = launch->getAttrOfType<DenseI32ArrayAttr>(kKernelArgumentsAttr);
  for (int32_t number : kept.asArrayRef())
    numbers.push_back(arguments.add(all[number].first, all[number].second));
  return numbers;
}

static LLVM::LLVMFuncOp getKernel(gpu::LaunchFuncOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      launch, launch.getKernelAttr());
}

/// Returns an equal kernel in place of a new one if there is one.
LLVM::LLVMFuncOp CombineLaunches::share(LLVM::LLVMFuncOp kernel) {
  for (LLVM::LLVMFuncOp other : emitted)
    if (other.getFunctionType() == kernel.getFunctionType() &&
        CombinedKernel::areAlike(other, kernel) &&
        OperationEquivalence::isRegionEquivalentTo(
            &other.getBody(), &kernel.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      kernel.erase();
      return other;
    }
  emitted.push_back(kernel);
  return kernel;
}

/// Shares out the launches of a group so that no kernel becomes too large.
/// Launches that can share a body stay together.
static SmallVector<Combination, 0>
shareOut(ArrayRef<gpu::LaunchFuncOp> launches) {
  SmallVector<Combination, 0> combinations;
  for (gpu::LaunchFuncOp launch : launches) {
    LLVM::LLVMFuncOp kernel = getKernel(launch);
    auto *place = llvm::find_if(combinations, [&](Combination &other) {
      int64_t added = other.kernel.getNumAddedOperations(kernel);
      return added == 0 ||
             other.kernel.getNumOperations() + added <= kMaxOperations;
    });
    if (place == combinations.end())
      place = &combinations.emplace_back();
    place->launches.push_back(launch);
    place->kernel.add(kernel, *getConstantIntValue(launch.getGridSizeX()),
                      *getConstantIntValue(launch.getGridSizeY()),
                      addArguments(launch, place->arguments));
  }
  return combinations;
}

/// Replaces launches by one in the place of the last.
void CombineLaunches::replace(Combination &combination) {
  auto &[launches, combined, arguments] = combination;
  if (launches.size() < 2)
    return;
  LLVM::LLVMFuncOp kernel = share(combined.emit());
  gpu::LaunchFuncOp last = launches.back();
  OpBuilder builder(last);
  Location loc = builder.getFusedLoc(llvm::map_to_vector(
      launches, [](gpu::LaunchFuncOp launch) { return launch.getLoc(); }));
  gpu::KernelDim3 grid = last.getGridSizeOperandValues();
  grid.x =
      arith::ConstantIndexOp::create(builder, loc, combined.getNumBlocks());
  grid.y = arith::ConstantIndexOp::create(builder, loc, 1);
  auto launch = gpu::LaunchFuncOp::create(
      builder, loc,
      SymbolRefAttr::get(last.getKernelModuleName(),
                         FlatSymbolRefAttr::get(kernel.getNameAttr())),
      grid, last.getBlockSizeOperandValues(),
      /*dynamicSharedMemorySize=*/Value(), arguments.getOperands());
  launch->setAttr(kKernelArgumentsAttr,
                  builder.getDenseI32ArrayAttr(arguments.getNumbers()));
  for (gpu::LaunchFuncOp member : launches)
    member.erase();
}

/// Accepts what `fused-gather-launches` has put into a group.
static bool isMember(gpu::LaunchFuncOp launch) {
  return launch && launch->hasAttr(kLaunchGroupAttr) &&
         launch->hasAttr(kKernelArgumentsAttr) && getKernel(launch) &&
         getConstantIntValue(launch.getGridSizeX()) &&
         getConstantIntValue(launch.getGridSizeY());
}

/// Calls `function` with the launches of each group, as many as arguments have
/// room for. There is nothing but computation between them.
static void
forEachGroup(Block &block,
             function_ref<void(ArrayRef<gpu::LaunchFuncOp>)> function) {
  SmallVector<SmallVector<gpu::LaunchFuncOp>> groups;
  ArgumentList arguments;
  Attribute current;
  for (Operation &op : block) {
    auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
    if (!isMember(launch)) {
      if (!isPure(&op))
        current = {};
      continue;
    }
    Attribute group = launch->getAttr(kLaunchGroupAttr);
    addArguments(launch, arguments);
    if (group != current || arguments.getNumBytes() > kMaxArgumentBytes ||
        !CombinedKernel::areAlike(getKernel(groups.back().front()),
                                  getKernel(launch))) {
      groups.emplace_back();
      arguments = ArgumentList();
      addArguments(launch, arguments);
    }
    groups.back().push_back(launch);
    current = group;
  }
  for (ArrayRef<gpu::LaunchFuncOp> group : groups)
    function(group);
}

/// Drops kernels of which nothing is left to launch.
static void dropUnused(ModuleOp module) {
  DenseSet<Operation *> used;
  module.walk([&](gpu::LaunchFuncOp launch) {
    used.insert(getKernel(launch));
    launch->removeAttr(kLaunchGroupAttr);
  });
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (auto function :
         llvm::make_early_inc_range(kernels.getOps<LLVM::LLVMFuncOp>()))
      if (function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) &&
          !used.contains(function))
        function.erase();
}

void CombineLaunches::runOnOperation() {
  emitted.clear();
  llvm::SetVector<Block *> blocks;
  getOperation().walk(
      [&](gpu::LaunchFuncOp launch) { blocks.insert(launch->getBlock()); });
  if (blocks.empty())
    return;
  for (Block *block : blocks)
    forEachGroup(*block, [&](ArrayRef<gpu::LaunchFuncOp> launches) {
      for (Combination &combination : shareOut(launches))
        replace(combination);
    });
  dropUnused(getOperation());
}
