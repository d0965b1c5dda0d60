//===- embed.cpp - A compiler that embeds the project ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds, with MLIR's C++ API, a module of
//   d = relu(a b + bias)
// in linalg, compiles it with `fused-to-llvm`, calls it in this process through
// the C ABI of the runtime, and compares the result with plain loops.
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/InitAll.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using namespace mlir;

static constexpr int64_t m = 37, n = 53, k = 129;

/// d = a b + bias as linalg writes it: products of a zero-filled tensor, then
/// an elementwise operation that adds the bias and applies ReLU.
static Value buildLayer(ImplicitLocOpBuilder &builder, Value a, Value b,
                        Value bias) {
  Type f32 = builder.getF32Type();
  Value zero =
      arith::ConstantOp::create(builder, builder.getF32FloatAttr(0.0f));
  Value empty = tensor::EmptyOp::create(builder, ArrayRef<int64_t>{m, n}, f32);
  Value zeros = linalg::FillOp::create(builder, zero, empty).getResult(0);
  Value product =
      linalg::MatmulOp::create(builder, ValueRange{a, b}, ValueRange{zeros})
          .getResult(0);
  AffineMap matrix = builder.getMultiDimIdentityMap(2);
  SmallVector<AffineMap> maps = {matrix, matrix.getSubMap({1}), matrix};
  SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
  auto layer = linalg::GenericOp::create(
      builder, empty.getType(), ValueRange{product, bias}, ValueRange{empty},
      maps, loops, [&](OpBuilder &inner, Location loc, ValueRange values) {
        Value sum = arith::AddFOp::create(inner, loc, values[0], values[1]);
        Value relu = arith::MaximumFOp::create(inner, loc, sum, zero);
        linalg::YieldOp::create(inner, loc, relu);
      });
  return layer.getResult(0);
}

static OwningOpRef<ModuleOp> buildModule(MLIRContext &context) {
  ImplicitLocOpBuilder builder(UnknownLoc::get(&context), &context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  Type f32 = builder.getF32Type();
  auto a = RankedTensorType::get({m, k}, f32);
  auto b = RankedTensorType::get({k, n}, f32);
  auto bias = RankedTensorType::get({n}, f32);
  auto d = RankedTensorType::get({m, n}, f32);
  auto function = func::FuncOp::create(
      builder, "layer", builder.getFunctionType({a, b, bias}, {d}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  Value result = buildLayer(builder, body->getArgument(0), body->getArgument(1),
                            body->getArgument(2));
  func::ReturnOp::create(builder, result);
  return module;
}

/// Counts the products with an epilog after recognition.
static int countFused(ModuleOp module) {
  OwningOpRef<ModuleOp> copy(module.clone());
  PassManager manager(module.getContext());
  fused::buildFuseProductsPipeline(manager, fused::FuseProductsOptions());
  int count = 0;
  if (succeeded(manager.run(*copy)))
    copy->walk([&](fused::MatmulOp product) {
      count += product.getEpilog() == fused::Epilog::RELU_BIAS;
    });
  return count;
}

static std::vector<float> makeRandom(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<float> values(size);
  std::generate(values.begin(), values.end(), [&] { return uniform(random); });
  return values;
}

/// The largest difference of `d` from plain loops in double precision.
static double compareWithLoops(const std::vector<float> &a,
                               const std::vector<float> &b,
                               const std::vector<float> &bias, const float *d) {
  double worst = 0.0;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = bias[j];
      for (int64_t l = 0; l < k; ++l)
        sum += double(a[i * k + l]) * double(b[l * n + j]);
      worst = std::max(worst, std::fabs(d[i * n + j] - std::max(sum, 0.0)));
    }
  return worst;
}

static int call(const fused_module_t *program) {
  const fused_function_t *layer = fused_module_find(program, "layer");
  if (!layer) {
    std::fprintf(stderr, "%s\n", fused_last_error());
    return 1;
  }
  std::vector<float> a = makeRandom(m * k, 1), b = makeRandom(k * n, 2),
                     bias = makeRandom(n, 3);
  fused_tensor_t inputs[] = {{a.data(), FUSED_F32, 2, {m, k}},
                             {b.data(), FUSED_F32, 2, {k, n}},
                             {bias.data(), FUSED_F32, 1, {n}}};
  std::vector<float> result(m * n);
  fused_tensor_t d = {result.data(), FUSED_F32, 2, {m, n}};
  if (fused_call(layer, inputs, &d, /*arena=*/nullptr) != FUSED_OK) {
    std::fprintf(stderr, "%s\n", fused_last_error());
    return 1;
  }
  double worst = compareWithLoops(a, b, bias, result.data());
  // Rounding of a sum of k products of numbers up to one, in any order.
  double tolerance = k * 6e-8 * k;
  std::printf("largest difference from plain loops: %.2g (allowed %.2g)\n",
              worst, tolerance);
  return worst <= tolerance ? 0 : 1;
}

int main() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  fused::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadDialect<arith::ArithDialect, func::FuncDialect,
                      linalg::LinalgDialect, tensor::TensorDialect>();

  OwningOpRef<ModuleOp> module = buildModule(context);
  std::printf("%d of 1 product fused to relu_bias\n", countFused(*module));

  PassManager manager(&context);
  fused::buildToLLVMPipeline(manager, fused::ToLLVMOptions());
  if (failed(manager.run(*module)))
    return 1;
  ExecutionEngineOptions options;
  auto optimize = makeOptimizingTransformer(3, 0, nullptr);
  options.transformer = optimize;
  auto engine = ExecutionEngine::create(*module, options);
  if (!engine) {
    llvm::errs() << toString(engine.takeError()) << "\n";
    return 1;
  }
  // The program exports one symbol: the table of its functions.
  auto program = (*engine)->lookup("fused_module");
  if (!program) {
    llvm::errs() << toString(program.takeError()) << "\n";
    return 1;
  }
  return call(static_cast<const fused_module_t *>(*program));
}
