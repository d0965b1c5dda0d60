//===- Executor.cpp - Programs compiled and verified ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "Backend.h"
#include "Disturb.h"
#include "Random.h"
#include "Verify.h"
#include "fused/Analysis/ProductSchedule.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Program.h"
#include "fused/Compiler/Report.h"

#include "fused/Dialect/FusedDialect.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;
using fused::Lowering;

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

json::Value fused::fuzz::toJSON(const Outcome &outcome) {
  return json::Object{{"index", int64_t(outcome.index)},
                      {"epilogs", outcome.epilogs},
                      {"reasons", outcome.reasons},
                      {"wrong", outcome.wrong}};
}

bool fused::fuzz::fromJSON(const json::Value &value, Outcome &outcome,
                           json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("index", outcome.index) &&
         mapper.map("epilogs", outcome.epilogs) &&
         mapper.map("reasons", outcome.reasons) &&
         mapper.map("wrong", outcome.wrong);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Fills a tensor with multiples of 1/2 from -3/2 to 3/2. Sums and products of
/// a few dozens of them are exact in bf16, and are sometimes zero.
static run::HostTensor makeExactTensor(fused_type_t type,
                                       ArrayRef<int64_t> sizes,
                                       run::Random random) {
  run::HostTensor tensor(type, sizes);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    tensor.set(i, run::isFloat(type) ? (double(random.next() % 7) - 3) / 2
                                     : double(random.next() % 2));
  return tensor;
}

static void scale(run::HostTensor &tensor, double factor) {
  if (run::isFloat(tensor.getType()))
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      tensor.set(i, factor * tensor.get(i));
}

/// Fills a tensor with small integers of either sign, and a few arbitrary ones.
static run::HostTensor makeWideIntegers(fused_type_t type,
                                        ArrayRef<int64_t> sizes,
                                        run::Random random) {
  run::HostTensor tensor(type, sizes);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    bool isAny = random.next() % 8 == 0;
    uint64_t bits = random.next();
    double number = isAny ? double(int32_t(bits)) : double(bits % 17) - 8;
    double range = std::ldexp(1.0, 8 * int(fused_type_size(type)));
    if (type == FUSED_I1)
      number = double(bits % 2);
    else // Wraps the number as the type stores it.
      number -= std::floor(number / range + 0.5) * range;
    tensor.set(i, number);
  }
  return tensor;
}

static std::vector<run::HostTensor> makeInputs(const Program &program,
                                               const fused_function_t &function,
                                               uint64_t seed) {
  std::vector<run::HostTensor> inputs;
  for (auto [i, sizes] : enumerate(program.argumentSizes)) {
    run::Random random(seed, ~uint64_t(i));
    fused_type_t type = function.inputs[i].type;
    if (program.hasWideIntegers && !run::isFloat(type)) {
      inputs.push_back(makeWideIntegers(type, sizes, random));
      continue;
    }
    inputs.push_back(program.needsExactInputs
                         ? makeExactTensor(type, sizes, random)
                         : run::makeRandomTensor(type, sizes, random));
    if (program.needsSmallInputs && !program.needsExactInputs)
      scale(inputs.back(), 0.5);
  }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {

/// Programs compiled in three ways, and in others when they are needed.
struct Compiled {
  std::unique_ptr<CompiledProgram> fused, unfused, reference, perturbed,
      compact;
};

} // namespace

/// Returns how much to optimise. LLVM's optimiser takes longer than everything
/// else, but the tests are about the passes before it. So only one module in
/// four is optimised as users' programs are.
static fused::Effort chooseEffort(uint64_t first, Lowering lowering) {
  if (lowering == Lowering::Fused && first / programsPerModule % 4 == 0)
    return {};
  return {/*optLevel=*/0, /*openmp=*/lowering == Lowering::Fused};
}

static Expected<std::unique_ptr<CompiledProgram>>
compile(fused::Source &source, const run::Options &options, Lowering lowering,
        fused::Effort effort) {
  Expected<std::unique_ptr<fused::Compiler>> compiler =
      fused::Compiler::create(options, effort);
  if (!compiler)
    return compiler.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> object =
      (*compiler)->compile(source, lowering);
  if (!object)
    return object.takeError();
  return CompiledProgram::fromObject(std::move(*object));
}

static Expected<std::unique_ptr<fused::Source>> parse(std::string text) {
  Expected<std::unique_ptr<fused::Source>> source = fused::Source::parse(
      MemoryBuffer::getMemBufferCopy(text, "programs.mlir"));
  if (source)
    (*source)->getContext().disableMultithreading();
  return source;
}

static Expected<Compiled> compileAll(fused::Source &source,
                                     fused::Source &intended,
                                     const run::Options &options,
                                     uint64_t first) {
  Compiled compiled;
  for (auto [lowering, program] :
       {std::pair(Lowering::Fused, &compiled.fused),
        std::pair(Lowering::Unfused, &compiled.unfused),
        std::pair(Lowering::Reference, &compiled.reference)}) {
    Expected<std::unique_ptr<CompiledProgram>> made =
        compile(lowering == Lowering::Reference ? intended : source, options,
                lowering, chooseEffort(first, lowering));
    if (!made)
      return made.takeError();
    *program = std::move(*made);
  }
  return compiled;
}

/// The error of the f32 tanh in GELU and its derivative on a device. It is
/// twice the largest measured |gelu(x) - D| / |x| (docs/CudaRuntime.md).
static constexpr double tanhErrorOfCublasLt = 8e-6;

/// The largest |erf(x / sqrt(2)) - tanh(...)| of the two forms of GELU is
/// 3.6e-4. The fast contract computes the tanh form where a product has GELU as
/// its epilog, and the program's form elsewhere.
static constexpr double tanhErrorOfEitherForm = 4e-4;

/// The largest |tanh(c u) - tanh(u)| where c u has torch-mlir's constant in
/// place of the exact one. Some of a program's GELU may become epilogs, which
/// have the exact one.
static constexpr double tanhErrorOfTorchConstant = 1e-4;

static double getTanhError(const Program &program, bool hasGelu,
                           const run::Options &options) {
  double error = program.usesTorchConstant ? tanhErrorOfTorchConstant : 0;
  if (hasGelu && options.target == fused::Target::Cuda)
    error = std::max(error, tanhErrorOfCublasLt);
  if (hasGelu && options.numerics == Numerics::Fast)
    error = std::max(error, tanhErrorOfEitherForm);
  return error;
}

static Expected<const fused_function_t *>
findPerturbed(Compiled &compiled, fused::Source &intended,
              const run::Options &options, StringRef name, uint64_t seed,
              double tanhError) {
  if (!compiled.perturbed) {
    Expected<std::unique_ptr<CompiledProgram>> made =
        compile(intended, options, Lowering::PerturbedReference,
                {/*optLevel=*/0, /*openmp=*/false});
    if (!made)
      return made.takeError();
    compiled.perturbed = std::move(*made);
  }
  if (Error error = compiled.perturbed->setRoundings(seed, tanhError))
    return error;
  return compiled.perturbed->find(name);
}

static Expected<const fused_function_t *>
findCompact(Compiled &compiled, fused::Source &intended,
            const run::Options &options, StringRef name) {
  if (!compiled.compact) {
    Expected<std::unique_ptr<CompiledProgram>> made =
        compile(intended, options, Lowering::CompactReference,
                {/*optLevel=*/0, /*openmp=*/false});
    if (!made)
      return made.takeError();
    compiled.compact = std::move(*made);
  }
  return compiled.compact->find(name);
}

static Expected<run::FunctionTriple> findAll(Compiled &compiled,
                                             fused::Source &intended,
                                             const run::Options &options,
                                             StringRef name, double tanhError) {
  run::FunctionTriple functions;
  functions.getPerturbed = [&, name = name.str(), tanhError](uint64_t seed) {
    return findPerturbed(compiled, intended, options, name, seed, tanhError);
  };
  if (run::mayDropZeros(intended.getModule(), options.numerics))
    functions.getCompact = [&, name = name.str()] {
      return findCompact(compiled, intended, options, name);
    };
  for (auto [program, function] :
       {std::pair(compiled.fused.get(), &functions.fused),
        std::pair(compiled.unfused.get(), &functions.unfused),
        std::pair(compiled.reference.get(), &functions.reference)}) {
    Expected<const fused_function_t *> found = program->find(name);
    if (!found)
      return found.takeError();
    *function = *found;
  }
  return functions;
}

static Outcome describeProducts(const Program &program, const Report &report) {
  Outcome outcome{program.index, {}, {}, ""};
  for (const ReportedProduct &product : report.products) {
    if (product.function != program.name)
      continue;
    outcome.epilogs.push_back(
        product.epilog ? stringifyEpilog(*product.epilog).str() : "-");
    std::string reason = product.reason.str();
    if (!reason.empty() && !is_contained(outcome.reasons, reason))
      outcome.reasons.push_back(reason);
  }
  return outcome;
}

/// True if a product has a GELU that cuBLASLt may compute on a device, or whose
/// form the contract leaves open. In f64, the runtime computes GELU itself.
static bool usesGelu(const Program &program, const Report &report,
                     Numerics numerics) {
  return any_of(report.products, [&](const ReportedProduct &product) {
    return product.function == program.name && product.epilog &&
           stringifyEpilog(*product.epilog).contains("gelu") &&
           (numerics == Numerics::Fast || product.d != "f64");
  });
}

static run::Rounds chooseRounds(const Program &program, Numerics numerics,
                                bool halfOverflows, bool scalesMayOverflow) {
  run::Rounds rounds = run::getRounds(numerics);
  rounds.hasExactInputs = program.needsExactInputs;
  if (rounds.special && !program.toleratesExtremes)
    rounds.special = run::SpecialValues::OneNonFinite;
  if (!program.judgesNonFinite)
    rounds.special.reset();
  rounds.nanIsInfinite = program.nanIsInfinite;
  rounds.halfOverflows = halfOverflows;
  rounds.scalesMayOverflow = scalesMayOverflow;
  // Of many programs, a few have a sum that vanishes only for rare roundings.
  rounds.numPerturbed = 256;
  return rounds;
}

static bool hasFloat8(const Program &program, const Report &report) {
  return any_of(report.products, [&](const ReportedProduct &product) {
    return product.function == program.name && product.epilog &&
           StringRef(product.a).starts_with("f8");
  });
}

/// Devices add products of 8-bit floats with fewer bits than f32 has.
static double getLeastTolerance(bool hasFloat8, const run::Options &options) {
  return hasFloat8 && options.target == fused::Target::Cuda ? 1e-3 : 0.0;
}

/// Compares the results of `program` and adds the errors to its outcome.
static Expected<Outcome> verify(const Program &program,
                                const run::FunctionTriple &functions,
                                Outcome outcome, run::Rounds rounds,
                                double leastTolerance, uint64_t seed) {
  Expected<std::vector<run::VerifiedResult>> results = run::verifyWith(
      [&](uint64_t drawn) {
        return makeInputs(program, *functions.fused, drawn);
      },
      functions, rounds, seed ^ program.index, leastTolerance);
  if (!results)
    return results.takeError();
  if (run::allPassed(*results))
    return outcome;
  erase_if(*results,
           [](const run::VerifiedResult &result) { return result.passed(); });
  raw_string_ostream os(outcome.wrong);
  run::printVerification(os, *results);
  return outcome;
}

std::string fused::fuzz::makeModule(const Options &options, Range range,
                                    Meaning meaning) {
  std::string text;
  for (uint64_t i = 0; i < range.count; ++i)
    text +=
        generate(options.seed, range.first + i, options.family, meaning).text +
        "\n";
  return text;
}

Expected<std::vector<Outcome>> fused::fuzz::execute(const Options &options,
                                                    Range range) {
  run::Options compilation;
  compilation.target = options.target;
  compilation.emulate = options.emulate;
  compilation.chip = options.chip;
  compilation.verifyPasses = true;
  if (options.disturb)
    compilation.betweenStages = makeDisturbance(options.seed);
  if (options.target == Target::Cuda)
    run::getCudaBackend().guardMemory(true);
  // Products are small, so the schedule of large ones would never be chosen,
  // and others only by a measurement.
  uint64_t module = range.first / programsPerModule;
  compilation.productsAsLarge = module % 3 != 0;
  ArrayRef<ProductTiling> tilings = fused::getTilings();
  if (module % 3 == 2)
    compilation.productTiling = tilings[module / 3 % tilings.size()].getName();
  // What this machine has may hide what others need.
  compilation.cpu = module % 5 == 4 ? "generic" : "host";
  compilation.numerics = chooseNumerics(options.seed, range.first);
  Expected<std::unique_ptr<fused::Source>> source =
      parse(makeModule(options, range));
  if (!source)
    return source.takeError();
  Expected<std::unique_ptr<fused::Source>> intended =
      parse(makeModule(options, range, Meaning::Intended));
  if (!intended)
    return intended.takeError();
  Expected<Compiled> compiled =
      compileAll(**source, **intended, compilation, range.first);
  if (!compiled)
    return compiled.takeError();
  Expected<Report> report = fused::reportFusion(**source, compilation.numerics);
  if (!report)
    return report.takeError();

  std::vector<Outcome> outcomes;
  for (uint64_t i = 0; i < range.count; ++i) {
    Program program = generate(options.seed, range.first + i, options.family);
    Outcome products = describeProducts(program, *report);
    bool hasGelu = usesGelu(program, *report, compilation.numerics);
    Expected<run::FunctionTriple> functions =
        findAll(*compiled, **intended, compilation, program.name,
                getTanhError(program, hasGelu, compilation));
    if (!functions)
      return functions.takeError();
    bool isFloat8 = hasFloat8(program, *report);
    Expected<Outcome> outcome = verify(
        program, *functions, std::move(products),
        chooseRounds(program, compilation.numerics,
                     hasGelu && options.target == Target::Cuda, isFloat8),
        getLeastTolerance(isFloat8, compilation), options.seed);
    if (!outcome)
      return outcome.takeError();
    outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}
