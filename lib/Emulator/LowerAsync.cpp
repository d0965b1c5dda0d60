//===- LowerAsync.cpp - What Hopper devices do beside their threads -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "LowerKernels.h"
#include "TensorMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace fused::emulator;

namespace {
enum class Kind {
  None,
  Ignored,
  InitBarrier,
  Arrive,
  ArriveAndExpect,
  Wait,
  LoadTile,
  StoreTile,
  CommitStores,
  WaitForStores,
  FenceCopies,
  Multiply,
  FenceProducts,
  CommitProducts,
  WaitForProducts,
  LoadSquares,
  StoreSquares
};
} // namespace

static constexpr const char *waitText =
    "mbarrier.try_wait.parity.shared.b64 P1, [$0], $1, $2;";
static constexpr const char *multiplyText = "wgmma.mma_async.sync.aligned.m64n";

static StringRef getAssembly(const CallInst &call) {
  return cast<InlineAsm>(call.getCalledOperand())->getAsmString();
}

static Kind getKind(const CallInst &call) {
  if (call.isInlineAsm()) {
    StringRef text = getAssembly(call);
    // A loop around the attempt.
    if (text.contains(waitText) && text.contains("bra.uni     LAB_WAIT;"))
      return Kind::Wait;
    return text.contains(multiplyText) ? Kind::Multiply : Kind::None;
  }
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front("llvm.nvvm."))
    return Kind::None;
  return StringSwitch<Kind>(name)
      .Case("mbarrier.init.shared", Kind::InitBarrier)
      .Case("mbarrier.arrive.shared", Kind::Arrive)
      .StartsWith("mbarrier.arrive.scope.", Kind::Arrive)
      .StartsWith("mbarrier.arrive.expect.tx.scope.", Kind::ArriveAndExpect)
      .Cases({"cp.async.bulk.tensor.g2s.tile.2d",
              "cp.async.bulk.tensor.g2s.tile.3d",
              "cp.async.bulk.tensor.g2s.tile.4d",
              "cp.async.bulk.tensor.g2s.tile.5d"},
             Kind::LoadTile)
      .Cases({"cp.async.bulk.tensor.s2g.tile.2d",
              "cp.async.bulk.tensor.s2g.tile.3d",
              "cp.async.bulk.tensor.s2g.tile.4d",
              "cp.async.bulk.tensor.s2g.tile.5d"},
             Kind::StoreTile)
      .Case("cp.async.bulk.commit.group", Kind::CommitStores)
      .Cases({"cp.async.bulk.wait.group", "cp.async.bulk.wait.group.read"},
             Kind::WaitForStores)
      .StartsWith("fence.proxy.async", Kind::FenceCopies)
      .Case("wgmma.fence.sync.aligned", Kind::FenceProducts)
      .Case("wgmma.commit_group.sync.aligned", Kind::CommitProducts)
      .Case("wgmma.wait_group.sync.aligned", Kind::WaitForProducts)
      .StartsWith("ldmatrix.sync.aligned.m8n8.", Kind::LoadSquares)
      .StartsWith("stmatrix.sync.aligned.m8n8.", Kind::StoreSquares)
      .StartsWith("setmaxnreg.", Kind::Ignored)
      .Default(Kind::None);
}

bool fused::emulator::isAsync(const CallInst &call) {
  switch (getKind(call)) {
  case Kind::None:
  case Kind::Ignored:
  case Kind::LoadSquares:
  case Kind::StoreSquares:
    return false;
  default:
    return true;
  }
}

namespace {
class AsyncLowering {
public:
  AsyncLowering(CallInst &call, KernelBuilder &kernels)
      : call(call), kernels(kernels), builder(&call) {}

  Expected<bool> lower();

private:
  /// Calls a function of the emulator with `operands`.
  template <typename Function>
  void callHost(Function *function, SmallVector<Value *> operands) {
    kernels.call(builder, reinterpret_cast<const void *>(function),
                 builder.getVoidTy(), operands);
  }
  Value *getSite() { return kernels.makeSite(call); }
  Value *get(unsigned operand) { return call.getArgOperand(operand); }
  /// Of copies of tiles: how many coordinates they have behind the column and
  /// the row, and the address of these.
  unsigned countBatch() {
    return call.getCalledFunction()->getName().drop_back().back() - '2';
  }
  Value *storeBatch(unsigned operand);
  /// Memory of this thread.
  Value *allocate(Type *element, uint64_t count);
  Expected<Value *> multiply();
  SmallVector<Value *> findRows(uint32_t count);
  Expected<uint32_t> countSquares();
  Error loadSquares();
  Error storeSquares();
  void replace(Value *value);

  CallInst &call;
  KernelBuilder &kernels;
  IRBuilder<> builder;
};
} // namespace

static Error refuse(const Twine &what) {
  return createStringError("the emulator knows nothing of " + what);
}

Value *AsyncLowering::allocate(Type *element, uint64_t count) {
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  IRBuilder<> atBegin(&entry, entry.begin());
  return atBegin.CreateAlloca(ArrayType::get(element, count));
}

/// Replaces the call. Nobody looks at the states that arrivals return.
void AsyncLowering::replace(Value *value) {
  if (!value && !call.getType()->isVoidTy())
    value = Constant::getNullValue(call.getType());
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The operands of the assembly are a thread's sums, the descriptors of A and
/// B, whether the sums are added to, the signs of A and B, and whether A and B
/// are transposed.
Expected<Value *> AsyncLowering::multiply() {
  StringRef text = getAssembly(call);
  StringRef shape = text.substr(text.find(multiplyText) + strlen(multiplyText));
  uint32_t columns = 0;
  bool isHalf = shape.contains("k16.f32.f16.f16 ");
  if (shape.consumeInteger(10, columns) || columns % 8 != 0 || columns > 256 ||
      call.arg_size() != columns / 2 + 7 ||
      (!isHalf && !shape.contains("k16.f32.bf16.bf16 ")))
    return refuse("the assembly '" + text + "'");
  uint32_t numSums = columns / 2, form = isHalf ? 0u : IsBFloat;
  std::array<std::pair<unsigned, uint32_t>, 5> flags = {{{2, Accumulates},
                                                         {3, NegatesA},
                                                         {4, NegatesB},
                                                         {5, TransposesA},
                                                         {6, TransposesB}}};
  for (auto [operand, flag] : flags) {
    auto *constant = dyn_cast<ConstantInt>(get(numSums + operand));
    if (!constant)
      return refuse("the operands of '" + text + "'");
    // Signs are 1 or -1.
    bool isSign = flag == NegatesA || flag == NegatesB;
    if (isSign ? constant->isMinusOne() : !constant->isZero())
      form |= flag;
  }
  Type *element = builder.getFloatTy();
  Value *sums = allocate(element, numSums);
  for (uint32_t i = 0; i < numSums; ++i)
    builder.CreateStore(get(i), builder.CreateConstGEP1_32(element, sums, i));
  callHost(fusedEmulatorMultiply,
           {sums, get(numSums), get(numSums + 1), builder.getInt32(columns),
            builder.getInt32(form), getSite()});
  Value *result = PoisonValue::get(call.getType());
  for (uint32_t i = 0; i < numSums; ++i)
    result = builder.CreateInsertValue(
        result,
        builder.CreateLoad(element,
                           builder.CreateConstGEP1_32(element, sums, i)),
        i);
  return result;
}

//===----------------------------------------------------------------------===//
// Squares
//===----------------------------------------------------------------------===//

/// How many squares the name of an intrinsic says, such as "...x4.b16.p3".
Expected<uint32_t> AsyncLowering::countSquares() {
  StringRef name = call.getCalledFunction()->getName();
  uint32_t count = 0;
  StringRef rest = name.substr(name.find("m8n8.x") + strlen("m8n8.x"));
  if (rest.consumeInteger(10, count) || !rest.starts_with(".b16") || count > 4)
    return refuse("'" + name + "'");
  return count;
}

/// The addresses of two neighbours in each square.
SmallVector<Value *> AsyncLowering::findRows(uint32_t count) {
  Type *word = builder.getInt32Ty();
  Value *rows = allocate(word, count);
  callHost(fusedEmulatorMatrixRows,
           {get(0), builder.getInt32(count), rows, getSite()});
  SmallVector<Value *> addresses;
  for (uint32_t i = 0; i < count; ++i)
    addresses.push_back(builder.CreateIntToPtr(
        builder.CreateLoad(word, builder.CreateConstGEP1_32(word, rows, i)),
        get(0)->getType()));
  return addresses;
}

Error AsyncLowering::loadSquares() {
  Expected<uint32_t> count = countSquares();
  if (!count)
    return count.takeError();
  Value *result = PoisonValue::get(call.getType());
  for (auto [i, address] : enumerate(findRows(*count))) {
    Value *word =
        builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(4));
    result = *count == 1 ? word
                         : builder.CreateInsertValue(result, word, unsigned(i));
  }
  replace(result);
  return Error::success();
}

Error AsyncLowering::storeSquares() {
  Expected<uint32_t> count = countSquares();
  if (!count)
    return count.takeError();
  for (auto [i, address] : enumerate(findRows(*count)))
    builder.CreateAlignedStore(get(unsigned(i) + 1), address, Align(4));
  replace(nullptr);
  return Error::success();
}

Value *AsyncLowering::storeBatch(unsigned operand) {
  unsigned number = countBatch();
  Value *batch = allocate(builder.getInt32Ty(), TensorMap::maxBatch);
  for (unsigned i = 0; i < TensorMap::maxBatch; ++i)
    builder.CreateStore(
        i < number ? get(operand + i) : builder.getInt32(0),
        builder.CreateConstGEP1_32(builder.getInt32Ty(), batch, i));
  return batch;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

Expected<bool> AsyncLowering::lower() {
  Value *result = nullptr;
  switch (getKind(call)) {
  case Kind::None:
    return false;
  case Kind::Ignored:
    break;
  case Kind::InitBarrier:
    callHost(fusedEmulatorInitBarrier, {get(0), get(1), getSite()});
    break;
  case Kind::Arrive: {
    Value *count = call.arg_size() > 1 ? get(1) : builder.getInt32(1);
    callHost(fusedEmulatorArriveAt, {get(0), count, getSite()});
    break;
  }
  case Kind::ArriveAndExpect:
    callHost(fusedEmulatorArriveAndExpect, {get(0), get(1), getSite()});
    break;
  case Kind::Wait:
    callHost(fusedEmulatorWaitFor, {get(0), get(1), getSite()});
    break;
  case Kind::LoadTile: {
    // After the coordinates: the blocks that get the tile, a hint, and whether
    // there are such blocks.
    unsigned end = 5 + countBatch();
    Value *blocks = builder.CreateSelect(
        get(end + 2), builder.CreateZExt(get(end), builder.getInt32Ty()),
        builder.getInt32(0));
    callHost(fusedEmulatorLoadTile, {get(0), get(1), get(2), get(3), get(4),
                                     storeBatch(5), blocks, getSite()});
    break;
  }
  case Kind::StoreTile:
    callHost(fusedEmulatorStoreTile,
             {get(0), get(1), get(2), get(3), storeBatch(4), getSite()});
    break;
  case Kind::CommitStores:
    callHost(fusedEmulatorCommitStores, {});
    break;
  case Kind::WaitForStores:
    callHost(fusedEmulatorWaitForStores, {get(0)});
    break;
  case Kind::FenceCopies:
    callHost(fusedEmulatorFenceCopies, {});
    break;
  case Kind::Multiply: {
    Expected<Value *> product = multiply();
    if (!product)
      return product.takeError();
    result = *product;
    break;
  }
  case Kind::FenceProducts:
    callHost(fusedEmulatorFenceProducts, {});
    break;
  case Kind::CommitProducts:
    callHost(fusedEmulatorCommitProducts, {});
    break;
  case Kind::WaitForProducts:
    callHost(fusedEmulatorWaitForProducts, {get(0)});
    break;
  case Kind::LoadSquares:
    if (Error error = loadSquares())
      return error;
    return true;
  case Kind::StoreSquares:
    if (Error error = storeSquares())
      return error;
    return true;
  }
  replace(result);
  return true;
}

Expected<bool> fused::emulator::lowerAsync(CallInst &call,
                                           KernelBuilder &kernels) {
  return AsyncLowering(call, kernels).lower();
}
