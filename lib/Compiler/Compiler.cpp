//===- Compiler.cpp - From MLIR to object code ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Compiler/Compiler.h"

#include "ProductTuner.h"

#include "fused/Compiler/Files.h"
#include "fused/Support/TemporaryFolder.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/CalledValuePropagation.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace mlir;
using namespace fused;

const char *fused::getName(Lowering lowering) {
  switch (lowering) {
  case Lowering::Fused:
    return "fused";
  case Lowering::Unfused:
    return "unfused";
  case Lowering::Reference:
    return "reference";
  case Lowering::Plain:
    return "plain";
  case Lowering::PositiveReference:
    return "reference with positive numbers for undefined ones";
  case Lowering::NegativeReference:
    return "reference with negative numbers for undefined ones";
  case Lowering::PerturbedReference:
    return "reference with perturbed roundings";
  case Lowering::CompactReference:
    return "reference without inserted zeros";
  case Lowering::EpilogReference:
    return "reference with the formulas of epilogs";
  }
  return "";
}

/// True if LLVM knows a CPU of this name.
static bool isCpu(const Triple &triple, StringRef name) {
  std::string reason;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, reason);
  std::unique_ptr<MCSubtargetInfo> info(
      target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
  return info && info->isCPUStringValid(name);
}

Expected<std::unique_ptr<Compiler>>
Compiler::create(const CompileOptions &options, Effort effort) {
  if (options.target == fused::Target::Cuda && fused::findCudaToolkit().empty())
    return makeError(
        "programs for CUDA devices cannot be compiled: ptxas and "
        "libdevice of CUDA's toolkit are neither in CUDA_HOME, nor "
        "beside a ptxas in PATH, nor in /usr/local/cuda");
  if (options.target == fused::Target::Cuda)
    if (Error error = fused::checkTemporaryFolder())
      return error;
  Expected<orc::JITTargetMachineBuilder> builder =
      orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  if (options.cpu != "host") {
    if (!isCpu(builder->getTargetTriple(), options.cpu))
      return makeError(
          "unknown CPU '%s': there are host, generic and the names "
          "that 'llc -mcpu=help' lists",
          options.cpu.c_str());
    builder->setCPU(options.cpu);
    builder->getFeatures() = SubtargetFeatures();
  }
  builder->setRelocationModel(Reloc::PIC_);
  builder->setCodeGenOptLevel(effort.optLevel == 0
                                  ? CodeGenOptLevel::None
                                  : CodeGenOptLevel::Aggressive);
  Expected<std::unique_ptr<TargetMachine>> machine =
      builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  std::unique_ptr<Compiler> compiler(new Compiler(options, effort));
  compiler->machine = std::move(*machine);
  return compiler;
}

/// Returns the number that replaces values that fast-math flags leave
/// undefined.
static double getDefinition(Lowering lowering) {
  switch (lowering) {
  case Lowering::PositiveReference:
    return 1234.5;
  case Lowering::NegativeReference:
    return -1234.5;
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// Runs our pipeline.
static LogicalResult runFused(ModuleOp module, Lowering lowering,
                              const CompileOptions &options, Effort effort,
                              Report *report) {
  ToLLVMOptions pipeline;
  pipeline.target = options.target;
  pipeline.chip = options.chip;
  pipeline.emulate = options.emulate;
  pipeline.productKernels = options.productKernels;
  pipeline.productTiling = options.productTiling;
  pipeline.productsAsLarge = options.productsAsLarge;
  pipeline.epilogs = lowering == Lowering::Fused;
  pipeline.numerics = options.numerics;
  pipeline.openmp = effort.openmp;
  pipeline.betweenStages = options.betweenStages;
  pipeline.verifyStages = !options.verifyPasses;
  std::optional<ProductTuner> tuner;
  if (ProductTuner::isNeeded(options))
    pipeline.productChoices = &tuner.emplace(options, effort);
  mlir::PassManager fuse(module.getContext());
  fuse.enableVerifier(options.verifyPasses);
  if (!options.skipsFusion)
    buildToFusedPipeline(fuse, pipeline);
  if (failed(fuse.run(module)))
    return failure();
  if (report)
    *report = collectReport(module, options.numerics);
  mlir::PassManager lower(module.getContext());
  lower.enableVerifier(options.verifyPasses);
  buildFusedToLLVMPipeline(lower, pipeline);
  return lower.run(module);
}

/// Runs upstream's pipeline.
static LogicalResult runUpstream(ModuleOp module, Lowering lowering,
                                 Numerics numerics, Effort effort) {
  mlir::PassManager manager(module.getContext());
  if (lowering == Lowering::EpilogReference) {
    FuseProductsOptions fusion;
    fusion.numerics = numerics;
    buildFuseProductsPipeline(manager, fusion);
    manager.addPass(createDecompose());
  }
  if (lowering != Lowering::Unfused) {
    manager.addPass(createDefineFastMath({getDefinition(lowering)}));
    if (lowering == Lowering::PerturbedReference) {
      manager.addPass(createDecompose());
      // Equal operations round in the same way: x == x stays true.
      manager.addPass(createCSEPass());
      manager.addPass(createPerturbRoundings());
    }
    manager.addPass(createPromoteToF64());
  }
  UpstreamToLLVMOptions pipeline;
  pipeline.openmp = effort.openmp;
  pipeline.keepInsertedZeros = lowering != Lowering::CompactReference;
  buildUpstreamToLLVMPipeline(manager, pipeline);
  return manager.run(module);
}

/// Optimizes a module. Unlike `mlir::makeOptimizingTransformer`, this leaves
/// functions alone that have `optnone`.
static void optimize(llvm::Module &module, TargetMachine &machine,
                     unsigned optLevel) {
  const OptimizationLevel levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = true;
  PassInstrumentationCallbacks callbacks;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  StandardInstrumentations instrumentations(module.getContext(),
                                            /*DebugLogging=*/false);
  instrumentations.registerCallbacks(callbacks, &modules);
  // Programs call no function by its address, and this takes time that grows
  // with the square of their size.
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef pass, const Any &) {
        return pass != CalledValuePropagationPass::name();
      });
  PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  OptimizationLevel level = levels[std::min(optLevel, 3u)];
  ModulePassManager passes = optLevel == 0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

/// Lets a program give `text` to the runtime when it is loaded.
static void carryChoices(llvm::Module &module, StringRef text) {
  LLVMContext &context = module.getContext();
  llvm::IRBuilder<> builder(context);
  auto *noArguments = llvm::FunctionType::get(builder.getVoidTy(), false);
  auto *load = llvm::Function::Create(
      noArguments, llvm::GlobalValue::ExternalLinkage, choicesSymbol, module);
  load->setVisibility(llvm::GlobalValue::HiddenVisibility);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", load));
  llvm::Value *global = builder.CreateGlobalString(text, "choices");
  builder.CreateCall(module.getOrInsertFunction("fused_cuda_add_choices",
                                                builder.getInt32Ty(),
                                                builder.getPtrTy()),
                     global);
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, load, /*Priority=*/65535);
}

/// True if other blocks use `value`, which is not an address on the stack.
static bool leavesBlock(const llvm::Instruction &value) {
  return !isa<llvm::AllocaInst>(value) &&
         value.isUsedOutsideOfBlock(value.getParent());
}

/// Keeps the values of large functions, which only call others, in memory. The
/// time that their allocation to registers takes would grow with the square of
/// their size. Unlike LLVM's own pass (`reg2mem`), this one leaves blocks as
/// they are.
static void keepValuesInMemory(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.hasOptNone())
      continue;
    SmallVector<llvm::Instruction *> values;
    SmallVector<llvm::PHINode *> arguments;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (auto *argument = dyn_cast<llvm::PHINode>(&instruction))
        arguments.push_back(argument);
      else if (leavesBlock(instruction))
        values.push_back(&instruction);
    }
    for (llvm::Instruction *value : values)
      llvm::DemoteRegToStack(*value);
    for (llvm::PHINode *argument : arguments)
      llvm::DemotePHIToStack(argument);
  }
}

static Expected<std::unique_ptr<MemoryBuffer>>
emitObject(llvm::Module &module, TargetMachine &machine) {
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, os, nullptr,
                                  CodeGenFileType::ObjectFile))
    return makeError("this machine cannot write object files");
  manager.run(module);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), "program", /*RequiresNullTerminator=*/false);
}

Expected<std::unique_ptr<MemoryBuffer>>
Compiler::compile(Source &source, Lowering lowering, Report *report) {
  OwningOpRef<ModuleOp> module = source.getModule().clone();
  bool isOurs = lowering == Lowering::Fused || lowering == Lowering::Plain;
  if (failed(isOurs ? runFused(*module, lowering, options, effort, report)
                    : runUpstream(*module, lowering, options.numerics, effort)))
    return source.makeError("compiling");

  LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(*module, context);
  if (!llvmModule)
    return source.makeError("translating to LLVM IR");
  llvmModule->setTargetTriple(machine->getTargetTriple());
  llvmModule->setDataLayout(machine->createDataLayout());
  // Perturbed programs are long, and run a few times.
  unsigned optLevel = lowering == Lowering::PerturbedReference
                          ? std::min(effort.optLevel, 1u)
                          : effort.optLevel;
  optimize(*llvmModule, *machine, optLevel);
  keepValuesInMemory(*llvmModule);
  if (!options.choices.empty() && lowering == Lowering::Fused)
    carryChoices(*llvmModule, options.choices);
  return emitObject(*llvmModule, *machine);
}
