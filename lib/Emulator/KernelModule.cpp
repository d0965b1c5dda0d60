//===- KernelModule.cpp - Kernels of a program on the host ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModule.h"

#include "BFloatBits.h"
#include "DeviceFunctions.h"
#include "Errors.h"
#include "LowerKernels.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>
#include <set>

using namespace llvm;
using namespace fused::emulator;

class fused::emulator::KernelModule {
public:
  static Expected<std::unique_ptr<KernelModule>> load(StringRef bitcode);

  KernelData data;
  std::unique_ptr<orc::LLJIT> jit;
  StringMap<Kernel> kernels;

private:
  Error parse(StringRef bitcode);
  Error lower();
  Error placeSharedMemory();
  void placeVariable(GlobalVariable &variable, char *begin);
  void addCaller(Function &function);
  Error compile();
  Error registerGlobals();

  orc::ThreadSafeContext context{std::make_unique<LLVMContext>()};
  std::unique_ptr<Module> module;
  std::vector<std::pair<std::string, uint64_t>> globals;
  /// The types of arguments that are passed by value, in memory.
  DenseMap<const Argument *, Type *> valueTypes;
};

static const char *callerSuffix = ".fused_call";

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

Error KernelModule::parse(StringRef bitcode) {
  Expected<std::unique_ptr<Module>> parsed =
      context.withContextDo([&](LLVMContext *inside) {
        return parseBitcodeFile(MemoryBufferRef(bitcode, "kernels"), *inside);
      });
  if (!parsed)
    return parsed.takeError();
  module = std::move(*parsed);
  return Error::success();
}

/// Adds the functions that use `value`.
static void collectFunctions(const Value &value,
                             SmallPtrSetImpl<const Function *> &functions) {
  for (const User *user : value.users()) {
    if (const auto *instruction = dyn_cast<Instruction>(user))
      functions.insert(instruction->getFunction());
    else
      collectFunctions(*user, functions);
  }
}

/// How many blocks of a kernel are a cluster.
static uint32_t getClusterSize(const Function &function) {
  uint32_t size = 1;
  StringRef sizes =
      function.getFnAttribute("nvvm.cluster_dim").getValueAsString();
  sizes.split(',').first.getAsInteger(10, size);
  return size;
}

/// The bytes of a variable.
static uint64_t getSize(const GlobalVariable &variable) {
  return variable.getDataLayout().getTypeAllocSize(variable.getValueType());
}

/// Lays out variables of workgroup memory. Leaves room between variables, so
/// that no index that is a little too large leads to another one.
Error KernelModule::placeSharedMemory() {
  // The room between variables. Memory that launches add comes first, so that
  // descriptors of matrices have its addresses.
  constexpr uint64_t room = 256;
  SharedMemory &shared = data.shared;
  shared.numBlocks = 1;
  for (const Function &function : *module)
    shared.numBlocks = std::max(shared.numBlocks, getClusterSize(function));
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &global : module->globals()) {
    if (global.getAddressSpace() != 3)
      continue;
    // An array without elements stands for what launches add.
    if (getSize(global) == 0 && !global.isDeclaration())
      return createStringError("'" + global.getName() +
                               "' is defined, but stands for the workgroup "
                               "memory that launches add");
    variables.push_back(&global);
  }
  partition(variables, [](const GlobalVariable *variable) {
    return getSize(*variable) == 0;
  });
  uint64_t next = 0;
  for (const GlobalVariable *variable : variables) {
    uint64_t size = getSize(*variable);
    next =
        alignTo(next, std::max(variable->getAlign().valueOrOne(), Align(room)));
    shared.variables.push_back({next, size == 0 ? hopperSharedSize : size});
    next += shared.variables.back().size + room;
  }
  shared.stride = alignTo(next, sharedUnit);
  if (!variables.empty() && !shared.allocate())
    return createStringError("there is no memory for workgroup memory at "
                             "addresses of 32 bits");
  for (auto [variable, place] : zip_equal(variables, shared.variables))
    placeVariable(*variable, shared.begin + place.offset);
  return Error::success();
}

/// Replaces a variable of workgroup memory, which is at `begin` in the first
/// block of a cluster.
void KernelModule::placeVariable(GlobalVariable &variable, char *begin) {
  KernelBuilder kernelBuilder(*module, data);
  SmallPtrSet<const Function *, 4> functions;
  collectFunctions(variable, functions);
  auto size = static_cast<int64_t>(getSize(variable));
  convertUsersOfConstantsToInstructions({&variable});
  for (const Function *function : functions) {
    Kernel &kernel = kernels[function->getName()];
    if (size == 0)
      kernel.dynamic = begin;
    kernel.sharedSize += static_cast<int>(size);
    BasicBlock &entry =
        module->getFunction(function->getName())->getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    Value *rank = kernelBuilder.readRegister(builder, &registers.inCluster.x);
    Value *address = builder.CreateAdd(
        builder.CreateMul(builder.CreateZExt(rank, builder.getInt64Ty()),
                          builder.getInt64(data.shared.stride)),
        builder.getInt64(reinterpret_cast<uintptr_t>(begin)));
    Value *pointer = builder.CreateIntToPtr(address, variable.getType());
    variable.replaceUsesWithIf(pointer, [&](Use &use) {
      return cast<Instruction>(use.getUser())->getFunction() == function;
    });
  }
  variable.eraseFromParent();
}

/// True if a thread may wait for other threads in this call.
static bool isWait(const CallInst &call) {
  if (isAsync(call))
    return true;
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  return name.starts_with("llvm.nvvm.") &&
         (name.contains("bar") || name.contains(".sync")) &&
         !name.contains("membar");
}

/// True if `function`, or one that it calls, has a call that is asked for.
static bool has(const Function &function, bool (*isAskedFor)(const CallInst &),
                std::set<const Function *> &visited) {
  if (!visited.insert(&function).second)
    return false;
  for (const Instruction &instruction : instructions(function)) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      continue;
    if (isAskedFor(*call))
      return true;
    const Function *callee = call->getCalledFunction();
    if (callee && !callee->isDeclaration() && has(*callee, isAskedFor, visited))
      return true;
  }
  return false;
}

/// Adds a function that takes the addresses of the arguments, as the driver
/// passes them.
void KernelModule::addCaller(Function &function) {
  LLVMContext &inside = module->getContext();
  auto *pointer = PointerType::get(inside, 0);
  auto *caller = Function::Create(
      FunctionType::get(Type::getVoidTy(inside), {pointer}, false),
      GlobalValue::ExternalLinkage, function.getName() + callerSuffix,
      module.get());
  IRBuilder<> builder(BasicBlock::Create(inside, "", caller));
  SmallVector<Value *> values;
  Kernel &kernel = kernels[function.getName()];
  for (auto [i, argument] : enumerate(function.args())) {
    Type *passed = valueTypes.lookup(&argument);
    Type *type = passed ? passed : argument.getType();
    Value *place = builder.CreateConstGEP1_64(pointer, caller->getArg(0), i);
    Value *address = builder.CreateLoad(pointer, place);
    values.push_back(passed ? address : builder.CreateLoad(type, address));
    kernel.argumentSizes.push_back(
        module->getDataLayout().getTypeStoreSize(type));
  }
  builder.CreateCall(&function, values);
  builder.CreateRetVoid();
}

Error KernelModule::lower() {
  for (Function &function : *module)
    if (!function.isDeclaration() &&
        function.getCallingConv() == CallingConv::PTX_Kernel)
      kernels[function.getName()].waitsForKernels = waitsForKernels(function);
  if (Error error = placeSharedMemory())
    return error;
  SmallVector<Function *> functions, entries;
  for (Function &function : *module) {
    if (function.isDeclaration())
      continue;
    functions.push_back(&function);
    std::set<const Function *> visited;
    if (function.getCallingConv() == CallingConv::PTX_Kernel) {
      entries.push_back(&function);
      Kernel &kernel = kernels[function.getName()];
      kernel.name = function.getName().str();
      kernel.threadsWait = has(function, isWait, visited);
      kernel.clusterSize = getClusterSize(function);
      kernel.shared = &data.shared;
      visited.clear();
      kernel.isAsync = has(function, isAsync, visited);
      for (const Argument &argument : function.args())
        if (argument.hasByValAttr())
          valueTypes[&argument] = argument.getParamByValType();
    }
  }
  KernelBuilder builder(*module, data);
  unsigned granule = 4;
  for (Function *function : functions) {
    // These attributes are for devices, or are no longer true.
    function->setAttributes(AttributeList());
    function->setCallingConv(CallingConv::C);
    if (Error error = lowerIntrinsics(*function, builder))
      return error;
    defineResults(*function);
    granule = std::min(granule, insertChecks(*function, builder));
  }
  readBFloatBitsFromFloats(*module);
  for (Function *function : entries) {
    kernels[function->getName()].granule = granule;
    addCaller(*function);
  }
  // The sites have stored the source locations already.
  StripDebugInfo(*module);
  // Registers the constants and variables of the kernels.
  for (GlobalVariable &global : module->globals()) {
    if (global.isDeclaration() || global.getName().starts_with("llvm."))
      continue;
    global.setLinkage(GlobalValue::ExternalLinkage);
    globals.emplace_back(
        global.getName().str(),
        module->getDataLayout().getTypeAllocSize(global.getValueType()));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Describes a host with the extensions that most machines of this architecture
/// have. So the code is the same on all of them.
static Expected<orc::JITTargetMachineBuilder> describeHost() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  orc::JITTargetMachineBuilder builder{Triple(sys::getProcessTriple())};
  StringMap<bool> features = sys::getHostCPUFeatures();
  bool isCommon = features.lookup("avx2") && features.lookup("fma") &&
                  features.lookup("f16c") && features.lookup("bmi2");
  if (Triple(sys::getProcessTriple()).isX86())
    builder.setCPU(isCommon ? "x86-64-v3" : "x86-64");
  builder.setCodeGenOptLevel(CodeGenOptLevel::Less);
  return builder;
}

Error KernelModule::compile() {
  Expected<orc::JITTargetMachineBuilder> machine = describeHost();
  if (!machine)
    return machine.takeError();
  Expected<std::unique_ptr<orc::LLJIT>> made =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*machine))
          .create();
  if (!made)
    return made.takeError();
  jit = std::move(*made);
  module->setTargetTriple(jit->getTargetTriple());
  module->setDataLayout(jit->getDataLayout());
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(*module, &os))
    return createStringError("kernels are invalid: " + problem);

  orc::JITDylib &library = jit->getMainJITDylib();
  orc::SymbolMap symbols;
  for (auto [name, function] : getConversionFunctions())
    symbols[jit->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                           JITSymbolFlags::Exported |
                                               JITSymbolFlags::Callable};
  if (Error error = library.define(orc::absoluteSymbols(std::move(symbols))))
    return error;
  auto ofProcess = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit->getDataLayout().getGlobalPrefix());
  if (!ofProcess)
    return ofProcess.takeError();
  library.addGenerator(std::move(*ofProcess));
  if (Error error =
          jit->addIRModule(orc::ThreadSafeModule(std::move(module), context)))
    return error;
  for (auto &entry : kernels) {
    Expected<orc::ExecutorAddr> caller =
        jit->lookup((entry.first() + callerSuffix).str());
    if (!caller)
      return caller.takeError();
    entry.second.call = caller->toPtr<void (*)(void **)>();
  }
  return registerGlobals();
}

Error KernelModule::registerGlobals() {
  for (const auto &[name, size] : globals) {
    Expected<orc::ExecutorAddr> address = jit->lookup(name);
    if (!address)
      return address.takeError();
    // CUDA's library has tables that it does not declare constant.
    addRegion(address->toPtr<const void *>(), size, RegionKind::Constant);
    data.regions.push_back(address->toPtr<const void *>());
  }
  return Error::success();
}

Expected<std::unique_ptr<KernelModule>> KernelModule::load(StringRef bitcode) {
  auto made = std::make_unique<KernelModule>();
  if (Error error = made->parse(bitcode))
    return error;
  if (Error error = made->lower())
    return error;
  if (Error error = made->compile())
    return error;
  return made;
}

//===----------------------------------------------------------------------===//
// The driver's side
//===----------------------------------------------------------------------===//

namespace {
/// The addresses of all kernels that were loaded.
struct KernelSet {
  std::mutex mutex;
  std::set<const void *> kernels;
  /// What is loaded stays, as no program unloads its kernels.
  std::vector<std::unique_ptr<KernelModule>> modules;
};
KernelSet &getKernelSet() {
  static KernelSet *set = new KernelSet();
  return *set;
}
} // namespace

/// The header of wrapped bitcode has five words. The third is the offset of the
/// bitcode, the fourth its size.
static constexpr uint32_t wrapperMagic = 0x0B17C0DE;

bool fused::emulator::isBitcode(const void *image) {
  return support::endian::read32le(image) == wrapperMagic;
}

CUresult fused::emulator::loadModule(const void *image, KernelModule *&module) {
  const auto *bytes = static_cast<const char *>(image);
  uint32_t offset = support::endian::read32le(bytes + 8);
  uint32_t size = support::endian::read32le(bytes + 12);
  Expected<std::unique_ptr<KernelModule>> loaded =
      KernelModule::load(StringRef(bytes + offset, size));
  if (!loaded)
    return failWith(CUDA_ERROR_INVALID_IMAGE, toString(loaded.takeError()));
  KernelSet &set = getKernelSet();
  std::lock_guard<std::mutex> lock(set.mutex);
  module = set.modules.emplace_back(std::move(*loaded)).get();
  for (auto &entry : module->kernels)
    set.kernels.insert(&entry.second);
  return CUDA_SUCCESS;
}

const Kernel *fused::emulator::findKernel(const KernelModule &module,
                                          const char *name) {
  auto entry = module.kernels.find(name);
  return entry == module.kernels.end() ? nullptr : &entry->second;
}

bool fused::emulator::isKernel(const void *address) {
  KernelSet &set = getKernelSet();
  std::lock_guard<std::mutex> lock(set.mutex);
  return set.kernels.count(address) != 0;
}
