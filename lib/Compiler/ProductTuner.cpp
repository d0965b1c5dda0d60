//===- ProductTuner.cpp - Choosing kernels by measurement -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductTuner.h"

#include "ProductTimer.h"

#include "fused-runtime/fused_cuda.h"
#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/ProductSchedule.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Compiler/Program.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;
using namespace fused;

/// Another way replaces that of the rule only if it takes so much less time, as
/// figures scatter.
static constexpr double kUntunedFactor = 0.99;

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

namespace {
/// A way to execute a group: a kernel with a tiling, or the library.
struct Way {
  const ProductGroup *group;
  std::string name;
  std::unique_ptr<CompiledProgram> program = nullptr;
  std::optional<double> microseconds = {};

  bool isUntuned() const { return name == group->untuned; }
  double getScore() const {
    return *microseconds * (isUntuned() ? kUntunedFactor : 1);
  }
};
} // namespace

static std::vector<Way> makeWays(const ProductGroup &group) {
  std::vector<Way> ways;
  ways.push_back({&group, kLibrary.str()});
  for (const ProductTiling &tiling : getTilingsToMeasure(group.sizes))
    ways.push_back({&group, tiling.getName()});
  if (none_of(ways, [](const Way &way) { return way.isUntuned(); }))
    ways.push_back({&group, group.untuned});
  return ways;
}

/// Compiles the program of a way, and loads it. What fails has none.
static void compileWay(Way &way, CompileOptions options, Effort effort) {
  options.skipsFusion = true;
  options.choices.clear();
  options.betweenStages = nullptr;
  options.productKernels = way.name != kLibrary;
  options.productTiling = options.productKernels ? way.name : "";
  auto ignore = [](const Message &) {};
  auto compile = [&]() -> Expected<std::unique_ptr<CompiledProgram>> {
    auto source = Source::parse(
        MemoryBuffer::getMemBuffer(way.group->program, "product"), ignore);
    if (!source)
      return source.takeError();
    auto compiler = Compiler::create(options, effort);
    if (!compiler)
      return compiler.takeError();
    auto object = (*compiler)->compile(**source, Lowering::Fused);
    if (!object)
      return object.takeError();
    return CompiledProgram::fromObject(std::move(*object));
  };
  Expected<std::unique_ptr<CompiledProgram>> program = compile();
  if (program)
    way.program = std::move(*program);
  else
    consumeError(program.takeError());
}

/// Measures the ways of one group.
static void timeWays(MutableArrayRef<Way> ways, NumbersByType &numbers) {
  SmallVector<const fused_function_t *> functions;
  for (const Way &way : ways)
    functions.push_back(
        way.program ? fused_module_find(&way.program->getModule(), "main")
                    : nullptr);
  auto times = ProductTimer(numbers).run(functions);
  for (auto [way, time] : zip_equal(ways, times)) {
    way.microseconds = time;
    if (way.program)
      fused_module_release(&way.program->getModule());
    way.program = nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Choices as text
//===----------------------------------------------------------------------===//

static std::string printChoice(const Way &best, ArrayRef<Way> ways) {
  std::string text =
      formatv("{0}{1}, {2:f2} us", best.name == kLibrary ? "" : "kernel ",
              best.name, *best.microseconds);
  for (const Way &way : ways)
    if (way.isUntuned() && way.microseconds)
      text += formatv(", untuned {0:f2} us", *way.microseconds);
  return text;
}

/// The name of a tiling, or `kLibrary`; nothing if `text` is something else.
static std::optional<std::string> parseChoice(StringRef text) {
  StringRef way = text.split(',').first;
  if (way == kLibrary ||
      (way.consume_front("kernel ") && ProductTiling::parse(way)))
    return way.str();
  return std::nullopt;
}

/// Says what was measured, fastest first.
static void report(const ProductGroup &group, ArrayRef<Way> ways,
                   const Way *best) {
  SmallVector<const Way *> measured;
  for (const Way &way : ways)
    if (way.microseconds)
      measured.push_back(&way);
  sort(measured, [](const Way *a, const Way *b) {
    return *a->microseconds < *b->microseconds;
  });
  std::string line = best ? "fused: tuned: "
                          : "fused: not tuned, as all ways "
                            "failed: ";
  line += group.problem + ":";
  for (const Way *way : measured)
    line +=
        formatv("{0} {1}{2} {3:f2} us{4}", way == measured.front() ? "" : ",",
                way->name, way->isUntuned() ? " (untuned)" : "",
                *way->microseconds, way == best ? " *" : "");
  errs() << line << "\n";
}

//===----------------------------------------------------------------------===//
// ProductTuner
//===----------------------------------------------------------------------===//

bool ProductTuner::isNeeded(const CompileOptions &options) {
  return options.target == fused::Target::Cuda && options.productKernels &&
         options.productTiling.empty() &&
         fused_cuda_get_tuning() != FUSED_TUNING_OFF;
}

ProductTuner::ProductTuner(const CompileOptions &options, Effort effort)
    : options(options), effort(effort), chip(getKernelChip(options.chip)) {
  // A device that can run the kernels.
  measures = fused_cuda_get_tuning() >= FUSED_TUNING_ON &&
             hasProductKernels(chip) &&
             fused_cuda_compute_capability() == hopper::kComputeCapability;
}

ProductTuner::Knowledge &ProductTuner::lookUp(const ProductGroup &group) {
  auto [place, isNew] = known.try_emplace(group.problem);
  Knowledge &knowledge = place->second;
  if (!isNew)
    return knowledge;
  char text[256];
  if (fused_cuda_find_choice(group.problem.c_str(), chip.c_str(), text,
                             sizeof(text)))
    return knowledge;
  knowledge.choice = parseChoice(text);
  if (!knowledge.choice)
    knowledge.rejected = text;
  else if (fused_cuda_get_tuning() == FUSED_TUNING_VERBOSE)
    errs() << "fused: from the file of choices: " << group.problem << ": "
           << text << "\n";
  return knowledge;
}

void ProductTuner::prepare(ArrayRef<ProductGroup> groups) {
  std::vector<ProductGroup> unknown;
  for (const ProductGroup &group : groups) {
    bool isNew = known.count(group.problem) == 0;
    if (!lookUp(group).choice && isNew && measures)
      unknown.push_back(group);
  }
  measure(unknown);
}

std::optional<std::string> ProductTuner::find(const ProductGroup &group) {
  prepare(group);
  return lookUp(group).choice;
}

/// Compiles on all processors, and then measures one group after the other.
void ProductTuner::measure(ArrayRef<ProductGroup> groups) {
  if (groups.empty())
    return;
  std::vector<std::vector<Way>> all;
  for (const ProductGroup &group : groups)
    all.push_back(makeWays(group));
  {
    DefaultThreadPool pool;
    for (std::vector<Way> &ways : all)
      for (Way &way : ways)
        pool.async([&] { compileWay(way, options, effort); });
    pool.wait();
  }
  NumbersByType numbers;
  for (auto [group, ways] : zip_equal(groups, all)) {
    timeWays(ways, numbers);
    const Way *best = nullptr;
    for (const Way &way : ways)
      if (way.microseconds && (!best || way.getScore() < best->getScore()))
        best = &way;
    if (fused_cuda_get_tuning() == FUSED_TUNING_VERBOSE)
      report(group, ways, best);
    if (!best)
      continue;
    Knowledge &knowledge = lookUp(group);
    knowledge.choice = best->name;
    // Failures are those of the file, which has them for later.
    fused_cuda_keep_choice(group.problem.c_str(),
                           printChoice(*best, ways).c_str(),
                           knowledge.rejected.c_str());
  }
}
