//===- Driver.cpp - One run of the tool -------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "Backend.h"
#include "Bench.h"
#include "Choices.h"
#include "Inputs.h"
#include "Progress.h"
#include "fused/Compiler/Files.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

static fused_target_t getRuntimeTarget(fused::Target target) {
  return target == fused::Target::Cuda ? FUSED_TARGET_CUDA : FUSED_TARGET_CPU;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

template <size_t N>
static std::unique_ptr<CompiledProgram> &
getSlot(std::array<std::unique_ptr<CompiledProgram>, N> &programs,
        Lowering lowering) {
  return programs[size_t(lowering)];
}

Error Driver::loadCompiled() {
  if (!options.compiledFile.empty() || options.verify || options.report)
    return makeError("-o, --verify and --report need the program in MLIR, not "
                     "compiled");
  if (!options.givenForCompiling.empty())
    return makeError("%s needs the program in MLIR, not compiled",
                     options.givenForCompiling.front().c_str());
  // It is loaded by its name.
  if (!sys::fs::is_regular_file(options.file))
    return makeError("a compiled program cannot be read from standard input "
                     "or a pipe: give the name of a file");
  Expected<std::unique_ptr<CompiledProgram>> program =
      CompiledProgram::load(options.file);
  if (!program)
    return program.takeError();
  getSlot(programs, Lowering::Fused) = std::move(*program);
  return Error::success();
}

/// Refuses options for another target than that of a compiled program.
Error Driver::checkTarget(const fused_function_t &function) {
  bool isCuda = function.target == FUSED_TARGET_CUDA;
  if (options.givesTarget &&
      getRuntimeTarget(options.target) != function.target)
    return makeError("%s: it was compiled with --target=%s",
                     options.file.c_str(), isCuda ? "cuda" : "cpu");
  if (options.emulate && !isCuda)
    return makeError("%s: --emulate is for programs compiled with "
                     "--target=cuda",
                     options.file.c_str());
  return Error::success();
}

Error Driver::prepareChoices(Backend &backend) {
  if (options.tune)
    if (Error error = backend.check())
      return error;
  // What a program is to carry, it is also compiled with.
  const std::string &file =
      options.choicesFile.empty() ? options.embeddedFile : options.choicesFile;
  if (!file.empty())
    if (Error error = backend.useChoices(file))
      return error;
  return options.tune ? backend.tuneProducts() : Error::success();
}

Error Driver::load() {
  if (options.emulate)
    if (Error error = emulateDevices())
      return error;
  Expected<std::unique_ptr<MemoryBuffer>> buffer = readFile(options.file);
  if (!buffer)
    return buffer.takeError();
  if ((*buffer)->getBuffer().starts_with("\x7f"
                                         "ELF")) {
    if (Error error = loadCompiled())
      return addSubject(options.file, std::move(error));
    return Error::success();
  }
  Expected<std::unique_ptr<Source>> parsed = Source::parse(std::move(*buffer));
  if (!parsed)
    return parsed.takeError();
  source = std::move(*parsed);
  if (!options.givenForDevices.empty() && options.target != fused::Target::Cuda)
    return makeError("%s needs --target=cuda",
                     options.givenForDevices.front().c_str());
  // Compiling may take long, so first check that the backend can call the
  // program.
  if (options.callsProgram())
    if (Error error = Backend::get(getRuntimeTarget(options.target)).check())
      return error;
  // A written file has all functions, unless the user asks for one.
  if (options.compiledFile.empty() || !options.entry.empty())
    if (Error error = source->selectEntry(options.entry))
      return addSubject(options.file, std::move(error));
  CompileOptions compileOptions = options;
  if (!options.embeddedFile.empty()) {
    Expected<std::string> choices = readEmbeddedChoices(options);
    if (!choices)
      return choices.takeError();
    compileOptions.choices = std::move(*choices);
  }
  // The compiler chooses, too.
  if (Error error =
          prepareChoices(Backend::get(getRuntimeTarget(options.target))))
    return error;
  Expected<std::unique_ptr<Compiler>> created =
      Compiler::create(compileOptions);
  if (!created)
    return created.takeError();
  compiler = std::move(*created);
  return Error::success();
}

Error Driver::compile(Lowering lowering) {
  Expected<std::unique_ptr<MemoryBuffer>> object = [&] {
    Progress progress(std::string("compiling the ") + getName(lowering) +
                      " program");
    return compiler->compile(*source, lowering);
  }();
  if (!object)
    return object.takeError();
  if (lowering == Lowering::Fused && !options.compiledFile.empty())
    if (Error error = writeCompiled(options.compiledFile, **object))
      return error;
  Expected<std::unique_ptr<CompiledProgram>> program =
      CompiledProgram::fromObject(std::move(*object));
  if (!program)
    return addSubject("linking the " + Twine(getName(lowering)) + " program",
                      program.takeError());
  getSlot(programs, lowering) = std::move(*program);
  return Error::success();
}

Expected<const fused_function_t *> Driver::getFunction(Lowering lowering) {
  std::unique_ptr<CompiledProgram> &program = getSlot(programs, lowering);
  if (!program)
    if (Error error = compile(lowering))
      return error;
  Expected<const fused_function_t *> function = program->find(options.entry);
  if (!function)
    return function;
  if (!source)
    if (Error error = checkTarget(**function))
      return error;
  Backend &backend = Backend::get((*function)->target);
  if (Error error = backend.check())
    return error;
  if (!source)
    if (Error error = prepareChoices(backend))
      return error;
  if (options.graph && lowering == Lowering::Fused)
    if (Error error = backend.recordCalls())
      return error;
  return function;
}

Expected<const Report *> Driver::getReport() {
  if (!fusion) {
    if (!source)
      return &fusion.emplace();
    Progress progress("fusing");
    Expected<Report> found = reportFusion(*source, options.numerics);
    if (!found)
      return found.takeError();
    fusion = std::move(*found);
  }
  return &*fusion;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

raw_ostream &Driver::text() const {
  return options.writesStandardOutput() ? errs() : outs();
}

Error Driver::report() {
  Expected<const Report *> found = getReport();
  if (!found)
    return found.takeError();
  printReport(text(), **found);
  json["report"] = toJSON(**found);
  return Error::success();
}

Error Driver::callOnce() {
  Expected<const fused_function_t *> function = getFunction(Lowering::Fused);
  if (!function)
    return function.takeError();
  Expected<std::vector<HostTensor>> inputs =
      makeInputs(**function, options, options.seeds.front());
  if (!inputs)
    return inputs.takeError();
  Expected<std::vector<HostTensor>> results = [&] {
    Progress progress("running the program");
    return call(**function, *inputs);
  }();
  if (!results)
    return addSubject("calling the program", results.takeError());

  json::Array list;
  for (const auto &[number, result] : enumerate(*results)) {
    text() << "result " << number << ": " << result.getTypeString() << ", ";
    result.printSummary(text());
    text() << "\n";
    if (options.print)
      result.print(text());
    list.push_back(json::Object{{"type", result.getTypeString()}});
  }
  json["results"] = std::move(list);
  for (const auto &[number, file] : options.outputFiles)
    if (Error error = saveTensor(file, (*results)[number]))
      return error;
  return Error::success();
}

static bool hasActivation(const Report &report, Activation activation) {
  return any_of(report.products, [=](const ReportedProduct &product) {
    return product.epilog &&
           getEpilogInfo(*product.epilog).activation == activation;
  });
}

static bool hasGelu(const Report &report) {
  return hasActivation(report, Activation::Gelu) ||
         hasActivation(report, Activation::GeluGradient);
}

/// True if a product multiplies floats of 8 bits.
static bool hasFloat8(const Report &report) {
  return any_of(report.products, [](const ReportedProduct &product) {
    return product.epilog && StringRef(product.a).starts_with("f8");
  });
}

/// Returns the least tolerance of the fused program. Under the fast contract,
/// the tanh form of GELU may replace the exact one, from which it differs by up
/// to 4.8e-4. Under the others, the library has the exact constants of GELU
/// where the program may have a published variant, and devices add products of
/// 8-bit floats with fewer bits than f32 has.
static double getLeastTolerance(const Options &options, const Report &report) {
  if (options.numerics == Numerics::Fast)
    return 2e-3;
  if (options.target == fused::Target::Cuda && hasFloat8(report))
    return 1e-3;
  return hasGelu(report) ? 1e-4 : 0.0;
}

/// True if a flag assumes that a value is not NaN or not infinite.
static bool hasUndefinedResults(mlir::ModuleOp module) {
  using Flags = mlir::arith::FastMathFlags;
  return module
      .walk([](mlir::arith::ArithFastMathInterface op) {
        mlir::arith::FastMathFlagsAttr flags = op.getFastMathFlagsAttr();
        return flags && mlir::arith::bitEnumContainsAny(
                            flags.getValue(), Flags::nnan | Flags::ninf)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

Expected<FunctionTriple> Driver::getForms() {
  FunctionTriple functions;
  for (auto [lowering, function] :
       {std::pair(Lowering::Fused, &functions.fused),
        std::pair(Lowering::Unfused, &functions.unfused),
        std::pair(Lowering::Reference, &functions.reference)}) {
    Expected<const fused_function_t *> found = getFunction(lowering);
    if (!found)
      return found.takeError();
    *function = *found;
  }
  functions.getPerturbed =
      [this](uint64_t seed) -> Expected<const fused_function_t *> {
    Expected<const fused_function_t *> function =
        getFunction(Lowering::PerturbedReference);
    if (!function)
      return function;
    if (Error error =
            getSlot(programs, Lowering::PerturbedReference)->setRoundings(seed))
      return error;
    return function;
  };
  if (mayDropZeros(source->getModule(), options.numerics))
    functions.getCompact = [this] {
      return getFunction(Lowering::CompactReference);
    };
  Expected<const Report *> report = getReport();
  if (!report)
    return report.takeError();
  if (hasActivation(**report, Activation::GeluGradient))
    functions.getWithEpilogs = [this] {
      return getFunction(Lowering::EpilogReference);
    };
  if (!hasUndefinedResults(source->getModule()))
    return functions;
  for (Lowering lowering :
       {Lowering::PositiveReference, Lowering::NegativeReference}) {
    Expected<const fused_function_t *> found = getFunction(lowering);
    if (!found)
      return found.takeError();
    functions.definitions.push_back(*found);
  }
  return functions;
}

Options Driver::findAcceptedIntegers(const FunctionTriple &functions) {
  Options accepted = options;
  bool checks =
      source->getModule()
          .walk([](mlir::Operation *op) {
            return mlir::isa<mlir::cf::AssertOp, mlir::tensor::ExtractOp>(op)
                       ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
          })
          .wasInterrupted();
  if (!checks)
    return accepted;
  // The unfused program has the assertions alone; the fused one checks indices.
  auto isAccepted = [&](ArrayRef<HostTensor> inputs) {
    for (const fused_function_t *function :
         {functions.unfused, functions.fused}) {
      Expected<std::vector<HostTensor>> results = call(*function, inputs);
      if (!results) {
        consumeError(results.takeError());
        return false;
      }
    }
    return true;
  };
  // Try smaller integers: they may be indices into a table of two rows.
  for (unsigned count : {options.randomIntegers, 2u, 1u}) {
    accepted.randomIntegers = count;
    Expected<std::vector<HostTensor>> inputs =
        makeInputs(*functions.unfused, accepted, options.seeds.front());
    if (inputs && isAccepted(*inputs))
      return accepted;
    if (!inputs)
      consumeError(inputs.takeError());
  }
  return options;
}

/// Returns how much to perturb inputs to find ill-conditioned results: as much
/// as GELU may differ.
static double getPerturbation(Numerics numerics) {
  return numerics == Numerics::Fast ? 5e-4 : 5.2e-5;
}

Expected<bool> Driver::verify() {
  const Backend &backend = Backend::get(getRuntimeTarget(options.target));
  backend.guardMemory(true);
  scope_exit restore([&] { backend.guardMemory(false); });
  Expected<FunctionTriple> functions = getForms();
  if (!functions)
    return functions.takeError();
  Expected<const Report *> found = getReport();
  if (!found)
    return found.takeError();
  Rounds rounds = getRounds(options.numerics, options.verifyQuickly);
  // An infinite gradient gives NaN or an infinity, and so does an infinite
  // scale (docs/Numerics.md).
  rounds.nanIsInfinite =
      hasActivation(**found, Activation::GeluGradient) || hasFloat8(**found);
  rounds.scalesMayOverflow = hasFloat8(**found);
  if (hasGelu(**found)) {
    rounds.perturbation = getPerturbation(options.numerics);
    rounds.halfOverflows = options.target == fused::Target::Cuda;
  }
  Expected<std::vector<VerifiedResult>> results =
      fused::run::verify(*functions, findAcceptedIntegers(*functions), rounds,
                         getLeastTolerance(options, **found));
  if (!results)
    return results.takeError();
  printVerification(text(), *results);
  if (options.numerics == Numerics::Fast)
    text() << "zeros and special values are not judged with --numerics=fast\n";
  json["verification"] = toJson(*results);
  return allPassed(*results);
}

Error Driver::bench() {
  SmallVector<Candidate, 2> candidates;
  // On a device, the other program has its products from the library, too.
  // Upstream has nothing for devices that is nearly as fast.
  Lowering other = options.target == fused::Target::Cpu ? Lowering::Unfused
                                                        : Lowering::Plain;
  for (Lowering lowering : {Lowering::Fused, other}) {
    if (!source && lowering == other)
      break;
    Expected<const fused_function_t *> function = getFunction(lowering);
    if (!function)
      return function.takeError();
    candidates.push_back({getName(lowering), *function});
  }
  Expected<std::vector<HostTensor>> inputs =
      makeInputs(*candidates.front().function, options, options.seeds.front());
  if (!inputs)
    return inputs.takeError();
  Expected<const Report *> found = getReport();
  if (!found)
    return found.takeError();
  double flops = (*found)->getProductFlopsPerCall().value_or(0.0);
  Expected<std::vector<Timing>> timings =
      fused::run::bench(candidates, *inputs, options.warmup, options.repeats);
  if (!timings)
    return timings.takeError();
  printTimings(text(), *timings, flops);
  json["bench"] = toJson(*timings, flops);
  return Error::success();
}

Expected<bool> Driver::run() {
  if (Error error = load())
    return error;
  if (!options.compiledFile.empty())
    if (Error error = compile(Lowering::Fused))
      return error;
  if (options.report)
    if (Error error = report())
      return error;
  if (options.callsOnce())
    if (Error error = callOnce())
      return error;
  bool passed = true;
  if (options.verify) {
    Expected<bool> verified = verify();
    if (!verified)
      return verified.takeError();
    passed = *verified;
  }
  if (options.bench)
    if (Error error = bench())
      return error;
  if (options.jsonFile.empty())
    return passed;
  json["file"] = json::fixUTF8(options.file);
  if (Error error = writeFile(options.jsonFile, [&](raw_ostream &os) {
        os << formatv("{0:2}\n", json::Value(std::move(json)));
      }))
    return error;
  return passed;
}
