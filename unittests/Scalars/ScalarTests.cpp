//===- ScalarTests.cpp - Every operation at every type ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests apply each operation of `arith` and `math` that the verifiers
// accept to special and random numbers, and compare the results with
// references. They fail if an operation has no reference, or if the compiler
// refuses an operation that is not listed below.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Cases.h"
#include "Reference.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Files.h"
#include "fused/Compiler/Program.h"
#include "fused/Pipelines/Pipelines.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::scalars;

static cl::opt<fused::Target> target(
    "target", cl::desc("What the operations are compiled for"),
    cl::values(clEnumValN(fused::Target::Cpu, "cpu", "The host"),
               clEnumValN(fused::Target::Cuda, "cuda", "A CUDA device")));
static cl::opt<bool> compileOnly("compile-only",
                                 cl::desc("Compile, and call nothing"));
static cl::opt<bool> emulate("emulate", cl::desc("Run kernels on the host"));
static cl::opt<bool> list("list", cl::desc("Print the cases"));
static cl::opt<std::string>
    filter("filter", cl::desc("Only the cases whose name contains this"));
static cl::opt<unsigned> jobs("j", cl::desc("How many processes there are"),
                              cl::init(2));
static cl::opt<unsigned> effort("optimize", cl::desc("LLVM's -O, 0 to 3"),
                                cl::init(3));

/// The exit status of a test that this machine cannot run.
static constexpr int skipped = 77;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Adds pairs of numbers whose product is a tie, each with a third number,
/// which decides the tie.
static void addTies(const ScalarType &type,
                    std::vector<std::vector<Bits>> &operands,
                    std::mt19937_64 &random) {
  unsigned bits = APFloat::semanticsPrecision(*type.floating) / 2 + 1;
  for (int i = 0; i < 1 << 11; ++i) {
    for (std::vector<Bits> *operand : {&operands[0], &operands[1]}) {
      uint64_t odd = (random() >> (64 - bits)) | 1;
      operand->push_back(makeFloat(type, double(odd)));
    }
    int exponent = -int(random() % 20);
    operands[2].push_back(
        makeFloat(type, std::ldexp(random() % 2 ? 1.0 : -1.0, exponent)));
  }
}

/// Adds numbers of the interval in which an error function is no constant, in
/// even steps, so that all of its approximations are met.
static void addCurve(const ScalarType &type, std::vector<Bits> &operand) {
  constexpr double end = 12;
  constexpr int steps = 1 << 15;
  for (int i = -steps; i <= steps; ++i)
    operand.push_back(makeFloat(type, end * i / steps));
}

/// Makes the operands of one case: all combinations of special numbers, if
/// these are not too many, and random ones.
static std::vector<std::vector<Bits>> makeOperands(const Case &scalarCase) {
  constexpr size_t maxCombinations = 1 << 15, numRandom = 1 << 11;
  std::mt19937_64 random(1);
  std::vector<std::vector<Bits>> special;
  size_t numCombinations = 1;
  for (const ScalarType *type : scalarCase.operands) {
    special.push_back(getSpecialValues(*type));
    numCombinations *= special.back().size();
  }
  size_t stride = 1 + numCombinations / maxCombinations;
  std::vector<std::vector<Bits>> operands(special.size());
  for (size_t index = 0; index < numCombinations;
       index += 1 + random() % (2 * stride - 1)) {
    size_t rest = index;
    for (auto [values, operand] : zip(special, operands)) {
      operand.push_back(values[rest % values.size()]);
      rest /= values.size();
    }
  }
  for (size_t i = 0; i < numRandom; ++i)
    for (auto [type, operand] : zip(scalarCase.operands, operands))
      operand.push_back(drawValue(*type, random));
  if (scalarCase.operation == "math.fma")
    addTies(*scalarCase.operands[0], operands, random);
  if (StringRef(scalarCase.operation).starts_with("math.erf"))
    addCurve(*scalarCase.operands[0], operands[0]);
  return operands;
}

static size_t getElementSize(const ScalarType &type) {
  return divideCeil(type.width, 8);
}

static run::HostTensor makeTensor(const ScalarType &type,
                                  ArrayRef<Bits> values) {
  run::HostTensor tensor(type.runtimeType, {int64_t(values.size())});
  size_t size = getElementSize(type);
  for (auto [i, bits] : enumerate(values))
    std::memcpy(tensor.getMutableBytes().data() + i * size, &bits, size);
  return tensor;
}

static Bits getElement(const ScalarType &type, const run::HostTensor &tensor,
                       size_t index) {
  Bits bits = 0;
  size_t size = getElementSize(type);
  std::memcpy(&bits, tensor.getBytes().data() + index * size, size);
  return bits;
}

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

static std::string formatOperands(const Case &scalarCase,
                                  ArrayRef<std::vector<Bits>> operands,
                                  size_t index) {
  std::string text;
  for (auto [type, values] : zip(scalarCase.operands, operands))
    text += (text.empty() ? "" : ", ") + format(*type, values[index]);
  return text;
}

/// Lowers the bound of the error of erfc where the power of two that it needs
/// is not a device's.
static void limitError(const Case &scalarCase, Answer &expected) {
  if (scalarCase.operation == "math.erfc" &&
      (emulate || target == fused::Target::Cpu))
    expected.ulps = std::min(expected.ulps, 4.5);
}

/// Compares the results of a call and describes the first few errors.
static std::string judge(const Case &scalarCase,
                         ArrayRef<std::vector<Bits>> operands,
                         ArrayRef<run::HostTensor> results) {
  std::string text;
  size_t numWrong = 0;
  for (size_t i = 0; i < operands[0].size(); ++i) {
    SmallVector<Bits> values;
    for (const std::vector<Bits> &operand : operands)
      values.push_back(operand[i]);
    for (auto [type, answer, result] :
         zip_equal(scalarCase.results, evaluate(scalarCase, values), results)) {
      Answer expected = answer;
      limitError(scalarCase, expected);
      Bits actual = getElement(*type, result, i);
      if (accepts(*type, expected, actual) || ++numWrong > 4)
        continue;
      text += formatv("  of {0}: {1}, not {2}\n",
                      formatOperands(scalarCase, operands, i),
                      format(*type, actual), format(*type, expected));
    }
  }
  if (numWrong)
    text += formatv("  {0} of {1} are wrong\n", numWrong, operands[0].size());
  return text;
}

static std::string callAndJudge(const Case &scalarCase,
                                ArrayRef<std::vector<Bits>> operands,
                                const CompiledProgram &program,
                                StringRef name) {
  Expected<const fused_function_t *> function = program.find(name);
  if (!function)
    return toString(function.takeError());
  std::vector<run::HostTensor> inputs;
  for (auto [type, values] : zip(scalarCase.operands, operands))
    inputs.push_back(makeTensor(*type, values));
  Expected<std::vector<run::HostTensor>> results =
      run::call(**function, inputs);
  if (!results)
    return toString(results.takeError()) + "\n";
  return judge(scalarCase, operands, *results);
}

//===----------------------------------------------------------------------===//
// Many cases
//===----------------------------------------------------------------------===//

/// Compiles and calls some cases and prints the errors. Returns false if the
/// cases cannot be compiled.
static bool runTogether(ArrayRef<Case> cases, bool &passed) {
  std::string text;
  std::vector<std::vector<std::vector<Bits>>> operands;
  for (auto [i, scalarCase] : enumerate(cases)) {
    operands.push_back(makeOperands(scalarCase));
    text += getFunction(scalarCase, formatv("case{0}", i).str(),
                        int64_t(operands[i][0].size()));
  }
  CompileOptions options;
  options.target = target;
  options.cpu = "host";
  options.emulate = emulate;
  auto source = fused::Source::parse(MemoryBuffer::getMemBufferCopy(text));
  if (!source) {
    errs() << toString(source.takeError()) << "\n";
    return false;
  }
  (*source)->getContext().disableMultithreading();
  auto compiler = fused::Compiler::create(options, {effort, /*openmp=*/false});
  if (!compiler) {
    errs() << toString(compiler.takeError()) << "\n";
    return false;
  }
  auto object = (*compiler)->compile(**source, fused::Lowering::Fused);
  if (!object) {
    consumeError(object.takeError());
    return false;
  }
  if (compileOnly)
    return true;
  auto program = CompiledProgram::fromObject(std::move(*object));
  if (!program) {
    errs() << toString(program.takeError()) << "\n";
    return false;
  }
  for (auto [i, scalarCase] : enumerate(cases)) {
    std::string wrong = callAndJudge(scalarCase, operands[i], **program,
                                     formatv("case{0}", i).str());
    if (wrong.empty())
      continue;
    passed = false;
    errs() << "FAIL " << scalarCase.getName() << "\n" << wrong;
  }
  return true;
}

/// The compiler may refuse these operations with a diagnostic: operations with
/// scales of type f8E8M0FNU, roundings other than to nearest, and questions for
/// the class of a float of 8 bits.
static bool mayBeRefused(const Case &scalarCase) {
  if (scalarCase.operation == "arith.truncf" && !scalarCase.attribute.empty() &&
      scalarCase.attribute != "to_nearest_even")
    return true;
  auto isTiny = [](const ScalarType *type) {
    return type->floating && type->width == 8;
  };
  StringRef operation = scalarCase.operation;
  return operation.starts_with("arith.scaling_") ||
         (operation.starts_with("math.is") &&
          any_of(scalarCase.operands, isTiny));
}

/// Runs cases in a new process. Its status is 0 if all results are right, 1 if
/// one is wrong, and 2 if the cases cannot be compiled.
static pid_t start(ArrayRef<Case> cases) {
  pid_t child = fork();
  if (child != 0)
    return child;
  bool passed = true;
  bool compiled = runTogether(cases, passed);
  _exit(!compiled ? 2 : passed ? 0 : 1);
}

namespace {
/// Runs cases in processes, several at a time. Runs cases one by one if they
/// fail together or if the compiler may refuse them.
class Runner {
public:
  bool run(ArrayRef<Case> cases);

private:
  void startNext(ArrayRef<Case> cases);
  void finishOne();

  std::vector<ArrayRef<Case>> waiting;
  std::map<pid_t, ArrayRef<Case>> running;
  unsigned numFailed = 0, numRefused = 0;
};
} // namespace

void Runner::finishOne() {
  int status = 0;
  pid_t child = wait(&status);
  ArrayRef<Case> cases = running[child];
  running.erase(child);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 3;
  if (code == 0)
    return;
  if (code >= 2 && cases.size() > 1) {
    size_t half = cases.size() / 2;
    waiting.push_back(cases.take_front(half));
    waiting.push_back(cases.drop_front(half));
    return;
  }
  if (code == 2 && mayBeRefused(cases[0])) {
    ++numRefused;
    return;
  }
  if (code == 2)
    errs() << "FAIL " << cases[0].getName() << "\n  is refused\n";
  if (code == 3)
    errs() << "FAIL " << cases[0].getName() << "\n  the process ended\n";
  ++numFailed;
}

bool Runner::run(ArrayRef<Case> cases) {
  constexpr size_t casesPerModule = 32;
  for (ArrayRef<Case> rest = cases; !rest.empty();) {
    // A refused case would make its whole group fail.
    size_t size = std::max<size_t>(
        1, rest.take_front(casesPerModule).take_until(mayBeRefused).size());
    waiting.push_back(rest.take_front(size));
    rest = rest.drop_front(size);
  }
  while (!waiting.empty() || !running.empty()) {
    if (!waiting.empty() && running.size() < jobs) {
      ArrayRef<Case> next = waiting.back();
      waiting.pop_back();
      running[start(next)] = next;
    } else {
      finishOne();
    }
  }
  outs() << formatv("{0} cases, {1} refused, {2} failures\n", cases.size(),
                    numRefused, numFailed);
  return numFailed == 0;
}

static std::vector<Case> getCases(bool &complete) {
  mlir::MLIRContext context;
  std::vector<std::string> unbuilt;
  std::vector<Case> cases = enumerateCases(context, unbuilt);
  for (const std::string &operation : unbuilt) {
    // Its operand is an attribute. All other programs test it.
    if (operation == "arith.constant")
      continue;
    errs() << "FAIL " << operation << "\n  has no types that are tried\n";
    complete = false;
  }
  for (StringRef dialect : {"arith.", "math."})
    if (none_of(cases, [&](const Case &scalarCase) {
          return StringRef(scalarCase.operation).starts_with(dialect);
        })) {
      errs() << "FAIL " << dialect << "\n  has no operations\n";
      complete = false;
    }
  erase_if(cases, [&](const Case &scalarCase) {
    // Testing one type of scaled numbers is enough.
    if (StringRef(scalarCase.operation).starts_with("arith.scaling_") &&
        StringRef(scalarCase.operands[1]->name) != "f8E5M2")
      return true;
    return !StringRef(scalarCase.getName()).contains(filter);
  });
  for (const Case &scalarCase : cases)
    if (!hasReference(scalarCase.operation) && !mayBeRefused(scalarCase)) {
      errs() << "FAIL " << scalarCase.getName() << "\n  has no reference\n";
      complete = false;
    }
  // This order keeps the other cases together.
  std::vector<Case> ordered;
  for (bool refused : {false, true})
    copy_if(cases, std::back_inserter(ordered), [&](const Case &scalarCase) {
      return mayBeRefused(scalarCase) == refused;
    });
  return ordered;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  cl::ParseCommandLineOptions(argc, argv);
  if (target == fused::Target::Cuda && fused::findCudaToolkit().empty()) {
    errs() << "skipped: CUDA's toolkit, which compiling needs, is not found\n";
    return skipped;
  }
  if (emulate)
    if (Error error = run::emulateDevices()) {
      errs() << toString(std::move(error)) << "\n";
      return EXIT_FAILURE;
    }
  bool complete = true;
  std::vector<Case> cases = getCases(complete);
  if (list) {
    for (const Case &scalarCase : cases)
      outs() << scalarCase.getName() << "\n";
    return EXIT_SUCCESS;
  }
  bool passed = Runner().run(cases);
  return complete && passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
