//===- LowerIntrinsics.cpp - What only devices have -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include "LowerKernels.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace fused::emulator;

namespace {
class IntrinsicLowering {
public:
  IntrinsicLowering(Function &function, KernelBuilder &kernels)
      : function(function), kernels(kernels), builder(function.getContext()) {}

  Error run() {
    SmallVector<CallInst *> calls;
    SmallVector<Instruction *> ends;
    for (Instruction &instruction : instructions(function)) {
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
      else if (isa<UnreachableInst>(instruction))
        ends.push_back(&instruction);
    }
    for (Instruction *end : ends) {
      builder.SetInsertPoint(end);
      trap(*end);
    }
    for (CallInst *call : calls)
      if (Error error = visit(*call))
        return error;
    return Error::success();
  }

private:
  Error visit(CallInst &call) {
    builder.SetInsertPoint(&call);
    Expected<bool> isLowered = lowerAsync(call, kernels);
    if (!isLowered || *isLowered)
      return isLowered.takeError();
    if (call.isInlineAsm())
      return visitAssembly(call);
    auto *callee =
        dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (!callee)
      return refuse("a call through a pointer");
    if (callee->getFunctionType() != call.getFunctionType())
      return createStringError(
          "'" + callee->getName() +
          "' is called with another signature than it has");
    if (!callee->isDeclaration()) {
      call.setAttributes(AttributeList());
      return Error::success();
    }
    StringRef name = callee->getName();
    if (name.consume_front("llvm.nvvm."))
      return visitNvvm(call, name);
    if (!callee->isIntrinsic())
      return refuse("the function '" + name + "'");
    visitGeneric(call);
    return Error::success();
  }

  void replace(CallInst &call, Value *value) {
    if (!call.getType()->isVoidTy())
      call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }

  void trap(Instruction &instruction) {
    kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorTrap),
                 builder.getVoidTy(), {kernels.makeSite(instruction)});
  }

  static Error refuse(const Twine &what) {
    return createStringError("the emulator knows nothing of " + what);
  }

  //===--------------------------------------------------------------------===//
  // Intrinsics of LLVM
  //===--------------------------------------------------------------------===//

  void visitGeneric(CallInst &call) {
    Type *scalar = call.getType()->getScalarType();
    switch (call.getIntrinsicID()) {
    case Intrinsic::fma:
      if (scalar->isHalfTy() || scalar->isBFloatTy())
        replace(call, multiplyAdd(call, scalar));
      return;
    // On a device, the negative zero is less than the positive one.
    case Intrinsic::minnum:
      return replaceBy(call, Intrinsic::minimumnum);
    case Intrinsic::maxnum:
      return replaceBy(call, Intrinsic::maximumnum);
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
      return trap(call);
    default:
      return;
    }
  }

  void replaceBy(CallInst &call, Intrinsic::ID id) {
    SmallVector<Value *> operands(call.args());
    replace(call, builder.CreateIntrinsic(id, {call.getType()}, operands));
  }

  /// Multiplies and adds numbers of 16 bits with one rounding.
  Value *multiplyAdd(CallInst &call, Type *scalar) {
    const void *function =
        findDeviceFunction(scalar->isHalfTy() ? "fma.f16" : "fma.bf16");
    auto *vector = dyn_cast<FixedVectorType>(call.getType());
    unsigned count = vector ? vector->getNumElements() : 1;
    Value *result = PoisonValue::get(call.getType());
    for (unsigned i = 0; i < count; ++i) {
      SmallVector<Value *> operands;
      for (Value *operand : call.args()) {
        Value *element =
            vector ? builder.CreateExtractElement(operand, i) : operand;
        operands.push_back(
            builder.CreateBitCast(element, builder.getInt16Ty()));
      }
      Value *value = builder.CreateBitCast(
          kernels.call(builder, function, builder.getInt16Ty(), operands),
          scalar);
      result = vector ? builder.CreateInsertElement(result, value, i) : value;
    }
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Intrinsics of NVVM
  //===--------------------------------------------------------------------===//

  Error visitNvvm(CallInst &call, StringRef name) {
    if (name.consume_front("read.ptx.sreg."))
      return visitRegister(call, name);
    if (name.starts_with("shfl.sync."))
      return visitShuffle(call, name.drop_front(strlen("shfl.sync.")));
    if (name == "barrier0" || name.starts_with("barrier.cta.sync."))
      return visitBarrier(call, name);
    if (name.consume_front("barrier.cluster."))
      return visitClusterBarrier(call, name);
    if (name == "mapa.shared.cluster")
      return visitMap(call);
    if (name == "bar.warp.sync") {
      kernels.call(
          builder, reinterpret_cast<const void *>(fusedEmulatorSyncWarp),
          builder.getVoidTy(), {call.getArgOperand(0), kernels.makeSite(call)});
      replace(call, nullptr);
      return Error::success();
    }
    // Kernels are executed one after the other.
    if (name.starts_with("membar.") || name.starts_with("fence.") ||
        name.starts_with("griddepcontrol.")) {
      replace(call, nullptr);
      return Error::success();
    }
    if (name.starts_with("cp.async."))
      return visitCopy(call, name.drop_front(strlen("cp.async.")));
    if (name.starts_with("ldg.global.")) {
      auto *alignment = cast<ConstantInt>(call.getArgOperand(1));
      replace(call,
              builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0),
                                        Align(alignment->getZExtValue())));
      return Error::success();
    }
    std::optional<unsigned> vote = getVote(name);
    if (vote)
      return visitVote(call, *vote);
    return visitArithmetic(call, name);
  }

  Error visitRegister(CallInst &call, StringRef name) {
    if (name == "warpsize") {
      replace(call, builder.getInt32(32));
      return Error::success();
    }
    auto [kind, dimension] = name.rsplit('.');
    const auto *dimensions = StringSwitch<const Dimensions *>(kind)
                                 .Case("tid", &registers.thread)
                                 .Case("ctaid", &registers.block)
                                 .Case("ntid", &registers.blockSize)
                                 .Case("nctaid", &registers.gridSize)
                                 .Case("clusterid", &registers.cluster)
                                 .Case("nclusterid", &registers.numClusters)
                                 .Case("cluster.ctaid", &registers.inCluster)
                                 .Case("cluster.nctaid", &registers.clusterSize)
                                 .Default(nullptr);
    const uint32_t *address = nullptr;
    if (dimensions)
      address = StringSwitch<const uint32_t *>(dimension)
                    .Case("x", &dimensions->x)
                    .Case("y", &dimensions->y)
                    .Case("z", &dimensions->z)
                    .Default(nullptr);
    else if (name == "cluster.ctarank")
      address = &registers.inCluster.x;
    else if (name == "cluster.nctarank")
      address = &registers.clusterSize.x;
    else if (name == "laneid")
      address = &registers.lane;
    else if (name == "dynamic_smem_size")
      address = &registers.dynamicSize;
    if (!address)
      return refuse("the register '" + name + "'");
    replace(call, kernels.readRegister(builder, address));
    return Error::success();
  }

  Error visitClusterBarrier(CallInst &call, StringRef name) {
    name.consume_back(".aligned");
    Value *site = kernels.makeSite(call);
    if (name == "wait")
      kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorWait),
                   builder.getVoidTy(), {site});
    else if (name == "arrive" || name == "arrive.relaxed")
      kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorArrive),
                   builder.getVoidTy(),
                   {builder.getInt1(name != "arrive"), site});
    else
      return refuse("the barrier '" + name + "'");
    replace(call, nullptr);
    return Error::success();
  }

  /// The same place in the workgroup memory of another block of the cluster. If
  /// there is no such block, nothing is there: LLVM maps before branches.
  Error visitMap(CallInst &call) {
    Value *rank = call.getArgOperand(1);
    Value *own = kernels.readRegister(builder, &registers.inCluster.x);
    Value *distance = builder.CreateMul(
        builder.CreateSub(builder.CreateZExt(rank, builder.getInt64Ty()),
                          builder.CreateZExt(own, builder.getInt64Ty())),
        builder.getInt64(kernels.getSharedStride()));
    Value *address =
        builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty());
    Value *size = kernels.readRegister(builder, &registers.clusterSize.x);
    Value *mapped = builder.CreateSelect(builder.CreateICmpULT(rank, size),
                                         builder.CreateAdd(address, distance),
                                         builder.getInt64(0));
    replace(call, builder.CreateIntToPtr(mapped, call.getType()));
    return Error::success();
  }

  /// Copies at once what a thread would have to wait for.
  Error visitCopy(CallInst &call, StringRef name) {
    unsigned size = 0;
    bool isWait = name.starts_with("commit") || name.starts_with("wait");
    if (!isWait && (name.rsplit('.').second.getAsInteger(10, size) ||
                    call.arg_size() != 2))
      return refuse("the copy '" + name + "'");
    if (!isWait) {
      Type *type = FixedVectorType::get(builder.getInt32Ty(), size / 4);
      Value *value =
          builder.CreateAlignedLoad(type, call.getArgOperand(1), Align(size));
      builder.CreateAlignedStore(value, call.getArgOperand(0), Align(size));
    }
    replace(call, nullptr);
    return Error::success();
  }

  Error visitBarrier(CallInst &call, StringRef name) {
    // Such a barrier takes the number of threads as its second operand.
    if (name.contains("count"))
      return refuse("barriers for a part of a block");
    kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorBarrier),
                 builder.getVoidTy(), {kernels.makeSite(call)});
    replace(call, nullptr);
    return Error::success();
  }

  /// The operands are the mask, the value, the lane and the limit of the lane.
  Error visitShuffle(CallInst &call, StringRef name) {
    auto [mode, type] = name.split('.');
    auto number = StringSwitch<std::optional<Shuffle>>(mode)
                      .Case("up", Shuffle::Up)
                      .Case("down", Shuffle::Down)
                      .Case("bfly", Shuffle::Butterfly)
                      .Case("idx", Shuffle::Index)
                      .Default(std::nullopt);
    if (!number)
      return refuse("'" + name + "'");
    Value *value = call.getArgOperand(1);
    Type *valueType = value->getType();
    Value *operands[] = {builder.getInt32(unsigned(*number)),
                         call.getArgOperand(0),
                         builder.CreateBitCast(value, builder.getInt32Ty()),
                         call.getArgOperand(2),
                         call.getArgOperand(3),
                         kernels.makeSite(call)};
    Value *received = kernels.call(
        builder, reinterpret_cast<const void *>(fusedEmulatorShuffle),
        builder.getInt64Ty(), operands);
    Value *result = builder.CreateBitCast(
        builder.CreateTrunc(received, builder.getInt32Ty()), valueType);
    if (call.getType()->isStructTy()) {
      Value *inRange = builder.CreateTrunc(builder.CreateLShr(received, 32),
                                           builder.getInt1Ty());
      Value *pair = PoisonValue::get(call.getType());
      pair = builder.CreateInsertValue(pair, result, 0);
      result = builder.CreateInsertValue(pair, inRange, 1);
    }
    replace(call, result);
    return Error::success();
  }

  static std::optional<unsigned> getVote(StringRef name) {
    auto vote = StringSwitch<std::optional<Vote>>(name)
                    .Case("vote.any.sync", Vote::Any)
                    .Case("vote.all.sync", Vote::All)
                    .Case("vote.ballot.sync", Vote::Ballot)
                    .Case("redux.sync.add", Vote::Add)
                    .Case("redux.sync.min", Vote::Min)
                    .Case("redux.sync.max", Vote::Max)
                    .Case("redux.sync.umin", Vote::UMin)
                    .Case("redux.sync.umax", Vote::UMax)
                    .Case("redux.sync.and", Vote::And)
                    .Case("redux.sync.or", Vote::Or)
                    .Case("redux.sync.xor", Vote::Xor)
                    .Default(std::nullopt);
    if (!vote)
      return std::nullopt;
    return unsigned(*vote);
  }

  /// The mask is the first operand of a vote and the last one of a reduction.
  Error visitVote(CallInst &call, unsigned vote) {
    bool maskFirst = vote <= unsigned(Vote::Ballot);
    Value *mask = call.getArgOperand(maskFirst ? 0 : 1);
    Value *value = builder.CreateZExt(call.getArgOperand(maskFirst ? 1 : 0),
                                      builder.getInt32Ty());
    Value *operands[] = {builder.getInt32(vote), mask, value,
                         kernels.makeSite(call)};
    Value *result =
        kernels.call(builder, reinterpret_cast<const void *>(fusedEmulatorVote),
                     builder.getInt32Ty(), operands);
    replace(call, builder.CreateTrunc(result, call.getType()));
    return Error::success();
  }

  Error visitArithmetic(CallInst &call, StringRef name) {
    auto generic = StringSwitch<Intrinsic::ID>(name.split('.').first)
                       .Case("fabs", Intrinsic::fabs)
                       .Case("floor", Intrinsic::floor)
                       .Case("ceil", Intrinsic::ceil)
                       .Case("trunc", Intrinsic::trunc)
                       .Case("round", Intrinsic::roundeven)
                       .Case("fmin", Intrinsic::minimumnum)
                       .Case("fmax", Intrinsic::maximumnum)
                       .Default(Intrinsic::not_intrinsic);
    if (name.starts_with("fmin.nan"))
      generic = Intrinsic::minimum;
    if (name.starts_with("fmax.nan"))
      generic = Intrinsic::maximum;
    if (name.starts_with("fma.rn.") && !name.contains("ftz"))
      generic = Intrinsic::fma;
    if (generic != Intrinsic::not_intrinsic && !name.contains("ftz") &&
        !name.contains("xorsign")) {
      replaceBy(call, generic);
      return Error::success();
    }
    const void *host = findDeviceFunction(std::string_view(name));
    if (!host)
      return refuse("'llvm.nvvm." + name + "'");
    replaceByHost(call, host);
    return Error::success();
  }

  void replaceByHost(CallInst &call, const void *host) {
    SmallVector<Value *> operands(call.args());
    replace(call, kernels.call(builder, host, call.getType(), operands));
  }

  Error visitAssembly(CallInst &call) {
    Value *value = lowerAssembly(call, kernels);
    if (!value)
      return refuse(
          "the assembly '" +
          Twine(cast<InlineAsm>(call.getCalledOperand())->getAsmString()) +
          "'");
    replace(call, value);
    return Error::success();
  }

  Function &function;
  KernelBuilder &kernels;
  IRBuilder<> builder;
};
} // namespace

Error fused::emulator::lowerIntrinsics(Function &function,
                                       KernelBuilder &builder) {
  return IntrinsicLowering(function, builder).run();
}
