//===- GatherLaunches.cpp - Independent launches side by side -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchAccesses.h"
#include "Schedule.h"

#include "fused/Analysis/KernelArguments.h"
#include "fused/Kernels/LaunchPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_GATHERLAUNCHES
#include "fused/Kernels/LaunchPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// A launch of more blocks fills a device by itself.
static constexpr int64_t kMaxBlocks = 1024;
/// Launches in a group.
static constexpr size_t kMaxMembers = 64;
/// Bytes of arrays that one group lets live longer.
static constexpr int64_t kMaxBytes = int64_t(32) << 20;
/// Workgroup memory of the kernels of a group, of which each block of their
/// common launch has the whole.
static constexpr int64_t kMaxWorkgroupBytes = 32 << 10;
/// Operations behind a group among which there may be launches for it.
static constexpr size_t kWindow = 512;

/// The bytes of an array, if they are known.
static std::optional<int64_t> getBytes(Value array) {
  auto type = cast<MemRefType>(array.getType());
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !element.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

static int64_t getWorkgroupBytes(gpu::GPUFuncOp kernel) {
  int64_t bytes = 0;
  for (BlockArgument array : kernel.getWorkgroupAttributions())
    bytes += getBytes(array).value_or(kMaxWorkgroupBytes);
  return bytes;
}

/// True if a kernel asks for nothing special of a device.
static bool isPlain(gpu::GPUFuncOp kernel) {
  return llvm::none_of(
      kernel->getDiscardableAttrs(), [](NamedAttribute attribute) {
        return isa_and_nonnull<NVVM::NVVMDialect>(attribute.getNameDialect());
      });
}

namespace {
/// Gathers the launches of one block.
class Gatherer {
public:
  Gatherer(LaunchAccesses &analysis, int32_t &numGroups)
      : analysis(analysis), numGroups(numGroups) {}

  void run(Block &block);

private:
  bool canBeMember(Operation &op);
  bool hasRoom(gpu::LaunchFuncOp launch);
  void add(gpu::LaunchFuncOp launch, const Accesses &accesses);
  bool delay(memref::DeallocOp release);
  bool collectOperands(Operation *op, Operation *before,
                       llvm::SetVector<Operation *> &needed, int64_t &bytes);
  void findFollowing(Operation *before);
  void close(Operation *before);
  /// True if `op` stands in front of `before`, an operation that `run` has come
  /// to. Moves would let MLIR number the whole block again for each question.
  bool isInFront(Operation *op, Operation *before) const {
    return positions.lookup(op) < positions.lookup(before);
  }

  LaunchAccesses &analysis;
  int32_t &numGroups;
  /// The launches of the group that is open, in order, what they access, and
  /// the releases that wait for them.
  SmallVector<gpu::LaunchFuncOp> members;
  Accesses accesses;
  SmallVector<Operation *> releases;
  llvm::SetVector<Operation *> kernels;
  int64_t bytes = 0, workgroupBytes = 0;
  /// Launches that another one's group has taken.
  DenseSet<Operation *> taken;
  /// The operations of the block in their order, without those that have moved
  /// to the front.
  DenseMap<Operation *, unsigned> positions;
};

struct GatherLaunches : public fused::impl::GatherLaunchesBase<GatherLaunches> {
  void runOnOperation() override;
};
} // namespace

/// Accepts a launch that leaves some of a device idle.
bool Gatherer::canBeMember(Operation &op) {
  auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
  if (!launch || launch.hasClusterSize() || launch.getAsyncToken() ||
      !launch.getAsyncDependencies().empty() ||
      launch.getDynamicSharedMemorySize())
    return false;
  gpu::GPUFuncOp kernel = analysis.getKernel(launch);
  if (!kernel || !isPlain(kernel) ||
      getWorkgroupBytes(kernel) > kMaxWorkgroupBytes)
    return false;
  auto isConstant = [](Value size, int64_t least, int64_t most) {
    std::optional<int64_t> known = getConstantIntValue(size);
    return known && *known >= least && *known <= most;
  };
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  return isConstant(grid.x, 1, kMaxBlocks) &&
         isConstant(grid.y, 1, kMaxBlocks / *getConstantIntValue(grid.x)) &&
         isConstant(grid.z, 1, 1) &&
         isConstant(block.x, kBlockSize, kBlockSize) &&
         isConstant(block.y, 1, 1) && isConstant(block.z, 1, 1);
}

bool Gatherer::hasRoom(gpu::LaunchFuncOp launch) {
  gpu::GPUFuncOp kernel = analysis.getKernel(launch);
  int64_t more = kernels.contains(kernel) ? 0 : getWorkgroupBytes(kernel);
  return members.size() < kMaxMembers &&
         workgroupBytes + more <= kMaxWorkgroupBytes;
}

void Gatherer::add(gpu::LaunchFuncOp launch, const Accesses &own) {
  members.push_back(launch);
  accesses.add(own);
  gpu::GPUFuncOp kernel = analysis.getKernel(launch);
  if (kernels.insert(kernel))
    workgroupBytes += getWorkgroupBytes(kernel);
}

/// Lets the release of an array wait for the group. Fails if that is too large.
bool Gatherer::delay(memref::DeallocOp release) {
  std::optional<int64_t> size = getBytes(release.getMemref());
  if (!size || bytes + *size > kMaxBytes)
    return false;
  bytes += *size;
  releases.push_back(release);
  return true;
}

/// Collects what has to move in front of `before` so that `op` can, with the
/// bytes that are allocated earlier then.
bool Gatherer::collectOperands(Operation *op, Operation *before,
                               llvm::SetVector<Operation *> &needed,
                               int64_t &bytes) {
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || def->getBlock() != before->getBlock() ||
        isInFront(def, before) || needed.contains(def))
      continue;
    if (isa<memref::AllocOp>(def)) {
      std::optional<int64_t> size = getBytes(operand);
      if (!size)
        return false;
      bytes += *size;
    } else if (!isPure(def) || def->getNumRegions() != 0) {
      return false;
    }
    if (!collectOperands(def, before, needed, bytes))
      return false;
    needed.insert(def);
  }
  return true;
}

/// Adds launches from `before` on that can as well be in front of it.
void Gatherer::findFollowing(Operation *before) {
  Accesses passed;
  size_t count = 0;
  Operation *next = nullptr;
  for (Operation *op = before; op && count < kWindow; op = next, ++count) {
    next = op->getNextNode();
    std::optional<Accesses> own = analysis.get(*op);
    if (!own || analysis.waits(*op))
      return;
    llvm::SetVector<Operation *> needed;
    int64_t earlier = 0;
    if (!canBeMember(*op) || !hasRoom(cast<gpu::LaunchFuncOp>(op)) ||
        passed.conflictsWith(*own) || accesses.conflictsWith(*own) ||
        !collectOperands(op, before, needed, earlier) ||
        bytes + earlier > kMaxBytes) {
      passed.add(*own);
      continue;
    }
    bytes += earlier;
    for (Operation *def : needed) {
      def->moveBefore(members.front());
      positions.erase(def);
    }
    op->moveBefore(before);
    add(cast<gpu::LaunchFuncOp>(op), *own);
    taken.insert(op);
  }
}

/// Moves the members of the group in front of `before`.
void Gatherer::close(Operation *before) {
  if (members.empty())
    return;
  Operation *place = members.front()->getPrevNode();
  for (gpu::LaunchFuncOp launch : members)
    launch->moveBefore(before);
  findFollowing(before);
  if (members.size() > 1) {
    for (Operation *release : releases)
      release->moveBefore(before);
    Builder builder(before->getContext());
    for (gpu::LaunchFuncOp launch : members)
      launch->setAttr(kLaunchGroupAttr, builder.getI32IntegerAttr(numGroups));
    ++numGroups;
  } else if (place) {
    // It stays where it was.
    members.front()->moveAfter(place);
  } else {
    members.front()->moveBefore(&before->getBlock()->front());
  }
  members.clear();
  accesses = Accesses();
  releases.clear();
  kernels.clear();
  bytes = workgroupBytes = 0;
}

void Gatherer::run(Block &block) {
  auto ops = llvm::map_to_vector(
      block, [](Operation &op) -> Operation * { return &op; });
  for (auto [index, op] : llvm::enumerate(ops))
    positions[op] = index;
  for (Operation *op : ops) {
    if (taken.contains(op))
      continue;
    std::optional<Accesses> own = analysis.get(*op);
    if (!own || analysis.waits(*op)) {
      close(op);
      continue;
    }
    if (accesses.conflictsWith(*own)) {
      auto release = dyn_cast<memref::DeallocOp>(op);
      if (release && delay(release))
        continue;
      close(op);
      if (taken.contains(op))
        continue;
    }
    if (!canBeMember(*op))
      continue;
    auto launch = cast<gpu::LaunchFuncOp>(op);
    if (!members.empty() && !hasRoom(launch))
      close(op);
    if (!taken.contains(op))
      add(launch, *own);
  }
}

void GatherLaunches::runOnOperation() {
  int32_t numGroups = 0;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    LaunchAccesses analysis(function);
    SmallVector<Block *> blocks;
    function.walk([&](Block *block) {
      if (!block->empty())
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      Gatherer(analysis, numGroups).run(*block);
  }
}
