//===- LinalgToGpu.cpp - Kernels for linalg on memrefs --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Launch.h"
#include "Scatter.h"

#include "fused/Analysis/FailureFlag.h"
#include "fused/Analysis/SupportTable.h"
#include "fused/Kernels/GpuPasses.h"
#include "fused/Transforms/NormalizeIterators.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace fused {
#define GEN_PASS_DEF_LINALGTOGPU
#include "fused/Kernels/GpuPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct LinalgToGpu : public fused::impl::LinalgToGpuBase<LinalgToGpu> {
  using Base::Base;
  void runOnOperation() override;

private:
  FailureOr<linalg::GenericOp> prepare(linalg::LinalgOp op,
                                       IRRewriter &rewriter);
  void emit(IRRewriter &rewriter, linalg::GenericOp op);
  LogicalResult convertScatters(IRRewriter &rewriter, func::FuncOp function);
  LogicalResult convertRows(IRRewriter &rewriter, func::FuncOp function);
  void outline(gpu::LaunchOp launch, StringRef name);
  gpu::GPUModuleOp getKernels();
  bool hasClusters() const {
    return chip.empty() || getComputeCapability(chip) >= 90;
  }

  gpu::GPUModuleOp kernels;
  /// The initial values of buffers to which the next reduction writes.
  DenseMap<Value, Value> starts;
};
} // namespace

static bool isFailureFlag(memref::GetGlobalOp op) {
  return isFailureFlag(SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr()));
}

static bool isReport(memref::AtomicRMWOp op) {
  auto flag = op.getMemref().getDefiningOp<memref::GetGlobalOp>();
  return flag && isFailureFlag(flag) && op.use_empty();
}

/// True if a thread can compute the body: nothing in it returns a failure or
/// writes memory, but to report one.
static bool canRunInThread(Block *body) {
  WalkResult result = body->walk([&](Operation *inside) {
    auto atomic = dyn_cast<memref::AtomicRMWOp>(inside);
    bool isHarmless = isa<memref::LoadOp, scf::IfOp, scf::ForOp, scf::YieldOp,
                          linalg::YieldOp, fused::YieldOp>(inside) ||
                      isMemoryEffectFree(inside) ||
                      (atomic && isReport(atomic));
    return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Writes an operation as `linalg.generic`, unless a thread could not run it.
FailureOr<linalg::GenericOp> LinalgToGpu::prepare(linalg::LinalgOp op,
                                                  IRRewriter &rewriter) {
  if (isOnTensors(op)) {
    op.emitOpError("is not on memrefs: bufferize first");
    return failure();
  }
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> result =
        linalg::generalizeNamedOp(rewriter, op);
    if (failed(result)) {
      op.emitOpError("cannot be written as a kernel");
      return failure();
    }
    generic = *result;
  }
  if (!canRunInThread(generic.getBody())) {
    generic.emitOpError("cannot be written as a kernel: its body can fail, or "
                        "writes memory");
    return failure();
  }
  return generic;
}

/// True if a user of a buffer may give it another name.
static bool givesAlias(Operation *user) {
  bool isYielded = isa<RegionBranchTerminatorOpInterface>(user) &&
                   !isa<func::ReturnOp>(user);
  return isYielded || user->getNumSuccessors() != 0 ||
         llvm::any_of(user->getResultTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

/// True if the next operation on what `fill` fills is a reduction in the same
/// block that writes all of it once, and can begin with that number instead of
/// reading it.
static bool startsReduction(linalg::FillOp fill) {
  if (!fill.hasPureBufferSemantics())
    return false;
  Value buffer = fill.getOutputs().front();
  if (!buffer.getDefiningOp<memref::AllocOp>() ||
      fill.getInputs().front().getType() != getElementTypeOrSelf(buffer))
    return false;
  Operation *next = nullptr;
  for (Operation *user : buffer.getUsers()) {
    if (givesAlias(user))
      return false;
    Operation *ancestor = fill->getBlock()->findAncestorOpInBlock(*user);
    if (ancestor && fill->isBeforeInBlock(ancestor) &&
        (!next || ancestor->isBeforeInBlock(next)))
      next = ancestor;
  }
  auto reduction = dyn_cast_or_null<linalg::LinalgOp>(next);
  if (!reduction || reduction.getNumReductionLoops() == 0 ||
      !reduction.hasPureBufferSemantics())
    return false;
  auto reduces = [&](OpOperand &output) {
    auto kinds = reduction.getIteratorTypesArray();
    AffineMap map = reduction.getMatchingIndexingMap(&output);
    return map.isProjectedPermutation() &&
           llvm::all_of(map.getResults(), [&](AffineExpr expr) {
             return kinds[cast<AffineDimExpr>(expr).getPosition()] ==
                    utils::IteratorType::parallel;
           });
  };
  unsigned uses = 0;
  for (OpOperand &operand : reduction->getOpOperands()) {
    if (operand.get() != buffer)
      continue;
    ++uses;
    if (!reduction.isDpsInit(&operand) || !reduces(operand))
      return false;
  }
  return uses == 1;
}

/// Writes the kernels of an operation, which stays.
void LinalgToGpu::emit(IRRewriter &rewriter, linalg::GenericOp op) {
  rewriter.setInsertionPoint(op);
  Schedule schedule = chooseSchedule(PointOp(op));
  if (schedule.kind == Schedule::Kind::Points)
    return emitPoints(rewriter, op, schedule);
  if (schedule.kind == Schedule::Kind::Transposition)
    return emitTranspose(rewriter, op, schedule);
  SmallVector<Value> begins;
  for (Value output : op.getOutputs()) {
    begins.push_back(starts.lookup(output));
    starts.erase(output);
  }
  if (schedule.kind == Schedule::Kind::Sequence)
    return emitSequence(rewriter, op, schedule, begins);
  emitReduction(rewriter, op, schedule, begins);
}

LogicalResult LinalgToGpu::convertScatters(IRRewriter &rewriter,
                                           func::FuncOp function) {
  SmallVector<ScatterOp> ops;
  function.walk([&](ScatterOp op) { ops.push_back(op); });
  for (ScatterOp op : ops) {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError("is not on memrefs: bufferize first");
    if (op.callsFunctions())
      return op.emitOpError("cannot be written as a kernel: its region calls a "
                            "function");
    rewriter.setInsertionPoint(op);
    emitScatterKernels(rewriter, op);
    rewriter.eraseOp(op);
  }
  return success();
}

LogicalResult LinalgToGpu::convertRows(IRRewriter &rewriter,
                                       func::FuncOp function) {
  SmallVector<RowsOp> ops;
  function.walk([&](RowsOp op) { ops.push_back(op); });
  for (RowsOp op : ops) {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError("is not on memrefs: bufferize first");
    if (!canRunInThread(op.getBodyBlock()))
      return op.emitOpError("cannot be written as a kernel: its body can fail, "
                            "or writes memory");
    rewriter.setInsertionPoint(op);
    emitRows(rewriter, op, chooseSchedule(PointOp(op), hasClusters()));
    rewriter.eraseOp(op);
  }
  return success();
}

gpu::GPUModuleOp LinalgToGpu::getKernels() {
  if (kernels)
    return kernels;
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "fused_kernels");
  symbols.insert(kernels);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return kernels;
}

/// Makes the body of a launch a kernel of the module.
void LinalgToGpu::outline(gpu::LaunchOp launch, StringRef name) {
  // Constants are worth more where they are used than as arguments.
  (void)sinkOperationsIntoLaunchOp(launch, [](Operation *op) {
    return isa<arith::ConstantOp, memref::DimOp>(op);
  });
  gpu::GPUModuleOp module = getKernels();
  SmallVector<Value> operands;
  gpu::GPUFuncOp kernel = outlineKernelFunc(launch, name, operands);
  SymbolTable(module).insert(kernel);
  kernel.setKnownBlockSizeAttr(DenseI32ArrayAttr::get(
      &getContext(),
      {int32_t(*getConstantIntValue(launch.getBlockSizeX())), 1, 1}));
  std::optional<gpu::KernelDim3> cluster;
  if (launch.hasClusterSize()) {
    cluster = launch.getClusterSizeOperandValues();
    kernel.setKnownClusterSizeAttr(DenseI32ArrayAttr::get(
        &getContext(), {int32_t(*getConstantIntValue(cluster->x)), 1, 1}));
  }
  // What a launch says of its kernel.
  for (NamedAttribute attribute : launch->getDiscardableAttrs())
    kernel->setDiscardableAttr(attribute.getName(), attribute.getValue());
  OpBuilder builder(launch);
  gpu::LaunchFuncOp::create(builder, launch.getLoc(), kernel,
                            launch.getGridSizeOperandValues(),
                            launch.getBlockSizeOperandValues(),
                            launch.getDynamicSharedMemorySize(), operands,
                            /*asyncTokenType=*/nullptr,
                            /*asyncDependencies=*/ValueRange(), cluster);
  launch.erase();
}

/// Moves constant arrays to the beginning of the function: kernels take their
/// addresses.
static void hoistConstants(func::FuncOp function) {
  Block &entry = function.getBody().front();
  function.walk(
      [&](memref::GetGlobalOp op) { op->moveBefore(&entry, entry.begin()); });
}

static bool isConstantArray(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  return global && global.getConstant() && !global.isUninitialized();
}

/// Refuses what reads or writes arrays on the host, where they are not. Single
/// elements can be read.
static LogicalResult verifyHost(func::FuncOp function) {
  WalkResult result = function.walk([&](Operation *op) {
    if (isa<memref::AllocaOp>(op)) {
      op->emitOpError("is memory of the host, which kernels cannot access");
      return WalkResult::interrupt();
    }
    if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
      if (isConstantArray(global) || isFailureFlag(global))
        return WalkResult::advance();
      op->emitOpError("is an array that can change, and not on the device");
      return WalkResult::interrupt();
    }
    if (!isa<memref::StoreOp, memref::CopyOp, memref::ReshapeOp,
             memref::AtomicRMWOp, memref::GenericAtomicRMWOp, vector::LoadOp,
             vector::StoreOp, affine::AffineLoadOp, affine::AffineStoreOp>(op))
      return WalkResult::advance();
    op->emitOpError("reads or writes elements of an array on the host, and the "
                    "array is on the device");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void LinalgToGpu::runOnOperation() {
  kernels = {};
  IRRewriter rewriter(&getContext());
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    hoistConstants(function);
    SmallVector<linalg::LinalgOp> ops;
    function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    if (failed(convertScatters(rewriter, function)) ||
        failed(convertRows(rewriter, function)))
      return signalPassFailure();
    for (linalg::LinalgOp op : ops)
      if (failed(normalizeIterators(op)))
        return signalPassFailure();
    for (linalg::LinalgOp op : ops) {
      auto fill = dyn_cast<linalg::FillOp>(op.getOperation());
      if (fill && startsReduction(fill)) {
        starts[fill.getOutputs().front()] = fill.getInputs().front();
        rewriter.eraseOp(fill);
        continue;
      }
      FailureOr<linalg::GenericOp> generic = prepare(op, rewriter);
      if (failed(generic))
        return signalPassFailure();
      emit(rewriter, *generic);
      rewriter.eraseOp(*generic);
    }
    emitElementKernels(rewriter, function);
    SmallVector<gpu::LaunchOp> launches;
    function.walk([&](gpu::LaunchOp op) { launches.push_back(op); });
    for (auto [index, launch] : llvm::enumerate(launches))
      outline(launch, getKernelName(function.getName(), "_" + Twine(index)));
    if (failed(verifyHost(function)))
      return signalPassFailure();
  }
}
