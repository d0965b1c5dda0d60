//===- Pipelines.h - From front-end IR to the LLVM dialect ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines of the compiler, each with one struct of options. A module
// that has gone through one of the pipelines to the LLVM dialect exports one
// symbol, the constant `fused_module` of fused_runtime.h, through which every
// public function of the program can be called. It refers to the fused runtime,
// to the C math library and, unless OpenMP is off, to LLVM's OpenMP runtime.
//
// The translation to LLVM IR needs the translations of the builtin, LLVM and
// OpenMP dialects. Loops are written so that LLVM's loop vectorizer can do its
// work: optimise the module at -O3 for the machine it runs on.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PIPELINES_PIPELINES_H
#define FUSED_PIPELINES_PIPELINES_H

#include "fused/Analysis/Numerics.h"
#include "fused/Conversion/Target.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace fused {

class ProductChoices;

/// The values of an option that selects the numerics contract.
inline llvm::cl::ValuesClass numericsValues() {
  return llvm::cl::values(clEnumValN(Numerics::Strict, "strict",
                                     "Keep every rounding of 16-bit types"),
                          clEnumValN(Numerics::Default, "default",
                                     "Round once, when the result is stored"),
                          clEnumValN(Numerics::Fast, "fast",
                                     "Also accept the library's NaN and GELU"));
}

struct FuseProductsOptions
    : public mlir::PassPipelineOptions<FuseProductsOptions> {
  Option<Numerics> numerics{
      *this, "numerics", llvm::cl::desc("How fusing may change the results"),
      llvm::cl::init(Numerics::Default), numericsValues()};
  Option<bool> epilogs{*this, "epilogs",
                       llvm::cl::desc("Fuse epilogs into products"),
                       llvm::cl::init(true)};
  Option<bool> batchProducts{
      *this, "batch-products",
      llvm::cl::desc("Make one batched product of several in a loop"),
      llvm::cl::init(false)};
  Option<bool> recomputeSaved{
      *this, "recompute-saved",
      llvm::cl::desc("Compute again what a loop saves for another one"),
      llvm::cl::init(false)};
  Option<bool> groupedQueries{
      *this, "grouped-queries",
      llvm::cl::desc("Give each head of attention keys of its own"),
      llvm::cl::init(false)};
};

struct ToLLVMOptions : public mlir::PassPipelineOptions<ToLLVMOptions> {
  Option<Target> target{
      *this, "target", llvm::cl::desc("The target of the products"),
      llvm::cl::init(Target::Cpu),
      llvm::cl::values(clEnumValN(Target::Cpu, "cpu", "oneDNN"),
                       clEnumValN(Target::Cuda, "cuda", "cuBLASLt"))};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc(
          "The chip of the target, for CUDA from sm_80 on; if empty, "
          "any table of support, and kernels for sm_90")};
  Option<std::string> library{
      *this, "library",
      llvm::cl::desc("The version of the target's library; any if empty")};
  Option<Numerics> numerics{
      *this, "numerics", llvm::cl::desc("How fusing may change the results"),
      llvm::cl::init(Numerics::Default), numericsValues()};
  Option<bool> epilogs{*this, "epilogs",
                       llvm::cl::desc("Fuse epilogs into products"),
                       llvm::cl::init(true)};
  Option<bool> emulate{*this, "emulate",
                       llvm::cl::desc("Leave kernels as LLVM bitcode, which "
                                      "the emulator runs"),
                       llvm::cl::init(false)};
  Option<bool> productKernels{
      *this, "product-kernels",
      llvm::cl::desc("Compile products to kernels where the chip has "
                     "instructions for them, and the library is slower"),
      llvm::cl::init(true)};
  Option<std::string> productTiling{
      *this, "product-tiling",
      llvm::cl::desc("Compile all products that can be kernels to such with "
                     "these tiles, for measurements"),
      llvm::cl::init("")};
  Option<bool> productsAsLarge{
      *this, "products-as-large",
      llvm::cl::desc("Let blocks share out products as if these were large, "
                     "for tests"),
      llvm::cl::init(false)};
  Option<bool> openmp{*this, "openmp",
                      llvm::cl::desc("Run large loops on several threads"),
                      llvm::cl::init(true)};
  /// If not null, decides between kernels and the library before the rule does.
  /// Outlives the pass manager.
  ProductChoices *productChoices = nullptr;
  /// If not null, adds passes between two stages. Programs are on tensors
  /// there.
  std::function<void(mlir::OpPassManager &)> betweenStages;
  /// If true, the pipeline verifies the IR itself, at the end of some stages.
  /// For pass managers that do not verify after each pass.
  bool verifyStages = false;
};

struct UpstreamToLLVMOptions
    : public mlir::PassPipelineOptions<UpstreamToLLVMOptions> {
  Option<bool> openmp{*this, "openmp",
                      llvm::cl::desc("Run parallel loops on several threads"),
                      llvm::cl::init(true)};
  /// If false, multiplications by inserted zeros are left out, as the numerics
  /// contract may permit. For references.
  bool keepInsertedZeros = true;
};

/// Tensors to tensors: makes each product and its epilog one `fused.matmul`.
/// Registered as `fused-fuse-products`.
void buildFuseProductsPipeline(mlir::OpPassManager &manager,
                               const FuseProductsOptions &options);

/// Front-end IR on tensors, fused or not, to the LLVM dialect. Products become
/// calls of the runtime, and everything else is compiled. Registered as
/// `fused-to-llvm`.
void buildToLLVMPipeline(mlir::OpPassManager &manager,
                         const ToLLVMOptions &options);

/// The two parts of `fused-to-llvm`, between which products and their epilogs
/// are one operation each, whatever the target can execute.
void buildToFusedPipeline(mlir::OpPassManager &manager,
                          const ToLLVMOptions &options);
void buildFusedToLLVMPipeline(mlir::OpPassManager &manager,
                              const ToLLVMOptions &options);

/// Front-end IR on tensors to the LLVM dialect by upstream's passes, without
/// fusion or library calls. `fused-to-llvm` is verified and measured against
/// it. A `fused.matmul` is decomposed first. Registered as
/// `fused-upstream-to-llvm`.
void buildUpstreamToLLVMPipeline(mlir::OpPassManager &manager,
                                 const UpstreamToLLVMOptions &options);

/// The chip that kernels are compiled for, if `chip` names one or none.
std::string getKernelChip(llvm::StringRef chip);

/// The folder of CUDA's toolkit, which compiles kernels. It is the folder that
/// the environment variable CUDA_ROOT, CUDA_HOME or CUDA_PATH names, the folder
/// of the ptxas in PATH, or /usr/local/cuda. Empty if none of them has both
/// ptxas and libdevice.
std::string findCudaToolkit();

/// Adds to `registry` the interfaces that compile kernels for devices: the NVVM
/// target, and translations to LLVM IR.
void registerKernelTranslations(mlir::DialectRegistry &registry);

/// Registers the three pipelines above.
void registerPipelines();

} // namespace fused

#endif // FUSED_PIPELINES_PIPELINES_H
