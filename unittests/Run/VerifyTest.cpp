//===- VerifyTest.cpp - Wrong programs are found ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests compile a program with a mistake in place of the fused program. The
// verification must find the mistake. The correct program must pass, even if it
// computes its sums in another order.
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Program.h"

#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace fused;
using namespace fused::run;

namespace {

/// Replaces the text `from` in a program.
struct Mutation {
  const char *from, *to;
};

std::string replace(std::string text, Mutation mutation) {
  size_t position = text.find(mutation.from);
  EXPECT_NE(position, std::string::npos) << mutation.from;
  return text.replace(position, std::string(mutation.from).size(), mutation.to);
}

template <typename T> T check(llvm::Expected<T> value) {
  if (!value)
    ADD_FAILURE() << llvm::toString(value.takeError());
  return value ? std::move(*value) : T();
}

std::unique_ptr<CompiledProgram> compile(const std::string &text,
                                         Lowering lowering) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  Options options;
  options.cpu = "host";
  auto source = check(
      Source::parse(llvm::MemoryBuffer::getMemBufferCopy(text, "test.mlir")));
  auto compiler =
      check(Compiler::create(options, {/*optLevel=*/0, /*openmp=*/false}));
  return check(
      CompiledProgram::fromObject(check(compiler->compile(*source, lowering))));
}

/// Verifies `mutant` as the fused form of `program`. By default, `rounds` are
/// those of the default contract.
bool passes(const std::string &program, const std::string &mutant,
            Rounds rounds = getRounds(Numerics::Default),
            double leastTolerance = 0, double tanhError = 0) {
  // Both use the unfused lowering, so that they differ by the mistake only.
  std::unique_ptr<CompiledProgram> fused = compile(mutant, Lowering::Unfused);
  std::unique_ptr<CompiledProgram> unfused =
      compile(program, Lowering::Unfused);
  std::unique_ptr<CompiledProgram> reference =
      compile(program, Lowering::Reference);
  std::unique_ptr<CompiledProgram> perturbed =
      compile(program, Lowering::PerturbedReference);
  FunctionTriple functions{check(fused->find("main")),
                           check(unfused->find("main")),
                           check(reference->find("main"))};
  functions.getPerturbed = [&](uint64_t roundingSeed) {
    EXPECT_FALSE(bool(perturbed->setRoundings(roundingSeed, tanhError)));
    return perturbed->find("main");
  };
  Options options;
  options.dynamicSize = 33;
  auto results = check(verifyWith(
      [&](uint64_t seed) {
        return makeInputs(*functions.fused, options, seed);
      },
      functions, rounds, /*seed=*/1, leastTolerance));
  return allPassed(results);
}

constexpr const char *layer = R"(
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<13x37xf32>, %b: tensor<37x11xf32>,
                %bias: tensor<11xf32>) -> tensor<13x11xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %k = arith.constant 0.797884583 : f32
  %cube = arith.constant 0.044715 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %p = linalg.matmul ins(%a, %b : tensor<13x37xf32>, tensor<37x11xf32>)
      outs(%f : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<13x11xf32>, tensor<11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %x = arith.addf %in, %c : f32
    %row = linalg.index 0 : index
    BODY
    linalg.yield %y : f32
  } -> tensor<13x11xf32>
  return %r : tensor<13x11xf32>
})";

std::string makeLayer(const char *body) {
  return replace(layer, {"BODY", body});
}

std::string makeGelu() {
  return makeLayer(R"(%x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %s = arith.mulf %x3, %cube : f32
    %t = arith.addf %x, %s : f32
    %u = arith.mulf %t, %k : f32
    %th = math.tanh %u : f32
    %h = arith.addf %th, %one : f32
    %hx = arith.mulf %x, %half : f32
    %y = arith.mulf %hx, %h : f32)");
}

/// Verifies a mutant of GELU with the tolerance that programs with GELU get.
bool geluPasses(Mutation mutation) {
  Rounds rounds = getRounds(Numerics::Default);
  rounds.perturbation = 5.2e-5;
  return passes(makeGelu(), replace(makeGelu(), mutation), rounds, 1e-4);
}

TEST(VerifyTest, GeluWithPublishedConstantsPasses) {
  EXPECT_TRUE(geluPasses({"0.797884583", "0.79772403"}));
}

TEST(VerifyTest, GeluWithWrongConstantsFails) {
  EXPECT_FALSE(geluPasses({"0.797884583", "0.8"}));
  EXPECT_FALSE(geluPasses({"0.797884583", "0.796"}));
  EXPECT_FALSE(geluPasses({"0.044715", "0.044"}));
  EXPECT_FALSE(geluPasses({"0.044715", "0.0455"}));
  EXPECT_FALSE(geluPasses(
      {"half = arith.constant 0.5", "half = arith.constant 0.5005"}));
}

TEST(VerifyTest, AWrongBiasFails) {
  EXPECT_FALSE(geluPasses({"arith.addf %in, %c", "arith.subf %in, %c"}));
  EXPECT_FALSE(geluPasses({"arith.addf %in, %c", "arith.addf %in, %in"}));
}

TEST(VerifyTest, OneWrongRowFails) {
  std::string program = makeLayer("%y = arith.maximumf %x, %zero : f32");
  std::string mutant = makeLayer(R"(%good = arith.maximumf %x, %zero : f32
    %off = arith.mulf %good, %scale : f32
    %c4 = arith.constant 4 : index
    %is = arith.cmpi eq, %row, %c4 : index
    %y = arith.select %is, %off, %good : f32)");
  Mutation position{"%one =", "%scale = arith.constant 1.00001 : f32\n%one ="};
  EXPECT_TRUE(passes(program, program));
  EXPECT_FALSE(passes(program, replace(mutant, position)));
}

TEST(VerifyTest, ReluThatLosesNaNFails) {
  std::string program = makeLayer("%y = arith.maximumf %x, %zero : f32");
  std::string mutant = makeLayer("%y = arith.maxnumf %x, %zero : f32");
  EXPECT_FALSE(passes(program, mutant));
  EXPECT_FALSE(
      passes(program, mutant, getRounds(Numerics::Default, /*quick=*/true)));
}

TEST(VerifyTest, TheWrongDerivativeAtZeroFails) {
  const char *body = R"(%is = arith.cmpf ogt, %x, %zero : f32
    %y = arith.select %is, %one, %zero : f32)";
  std::string program = makeLayer(body);
  EXPECT_TRUE(passes(program, program));
  EXPECT_FALSE(passes(program, replace(program, {"ogt", "oge"})));
}

/// A step of Adam. Many elements of its gradient are nearly zero, so that
/// rounding decides the direction of the step.
constexpr const char *adam = R"(
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<29x17xf32>, %b: tensor<29x17xf32>,
                %w: tensor<17x17xf32>) -> tensor<17x17xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-8 : f32
  %rate = arith.constant 1.0e-3 : f32
  %e = tensor.empty() : tensor<17x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<17x17xf32>) -> tensor<17x17xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>,
                                        affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<29x17xf32>, tensor<29x17xf32>) outs(%f : tensor<17x17xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %d = arith.subf %x, %y : f32
    %d2 = arith.mulf %d, %x : f32
    %t = arith.addf %s, %d2 : f32
    linalg.yield %t : f32
  } -> tensor<17x17xf32>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%g, %w : tensor<17x17xf32>, tensor<17x17xf32>) outs(%e : tensor<17x17xf32>) {
  ^bb0(%x: f32, %old: f32, %out: f32):
    %x2 = arith.mulf %x, %x : f32
    %root = math.sqrt %x2 : f32
    %below = arith.addf %root, %eps : f32
    %step = arith.divf %x, %below : f32
    %scaled = arith.mulf %step, %rate : f32
    %y = arith.subf %old, %scaled : f32
    linalg.yield %y : f32
  } -> tensor<17x17xf32>
  return %r : tensor<17x17xf32>
})";

TEST(VerifyTest, StepsOfAdamMayDifferByRounding) {
  // Computes the same gradient with other roundings.
  Mutation expanded{
      "%d = arith.subf %x, %y : f32\n    %d2 = arith.mulf %d, %x : f32",
      "%p = arith.mulf %x, %x : f32\n    %q = arith.mulf %x, %y : f32\n"
      "    %d2 = arith.subf %p, %q : f32"};
  EXPECT_TRUE(passes(adam, replace(adam, expanded)));
}

TEST(VerifyTest, WrongStepsOfAdamFail) {
  EXPECT_FALSE(passes(
      adam, replace(adam, {"%y = arith.subf %old", "%y = arith.addf %old"})));
  EXPECT_FALSE(passes(adam, replace(adam, {"1.0e-3", "1.001e-3"})));
  EXPECT_FALSE(passes(adam, replace(adam, {"1.0e-8", "1.0e-2"})));
  EXPECT_FALSE(passes(adam, replace(adam, {"%t = arith.addf %s, %d2",
                                           "%t = arith.subf %s, %d2"})));
}

/// This program has integer inputs, which nothing perturbs. It rounds result 0
/// to f32 before converting it to f64, but not result 1.
constexpr const char *widened = R"(
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<13x11xi32>) -> (tensor<13x11xf64>, tensor<13x11xf64>) {
  %seven = arith.constant 7.0 : f32
  %seventh = arith.constant 0.142857142857 : f32
  %wide_seven = arith.constant 7.0 : f64
  %wide_seventh = arith.constant 0.14285714285714285 : f64
  %off = arith.constant 1.000001 : f32
  %wide_off = arith.constant 1.0000000001 : f64
  %e = tensor.empty() : tensor<13x11xf64>
  %r:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<13x11xi32>) outs(%e, %e : tensor<13x11xf64>, tensor<13x11xf64>) {
  ^bb0(%in: i32, %o0: f64, %o1: f64):
    %x = arith.sitofp %in : i32 to f32
    %y = arith.divf %x, %seven : f32
    %w = arith.extf %y : f32 to f64
    %d = arith.sitofp %in : i32 to f64
    %q = arith.divf %d, %wide_seven : f64
    linalg.yield %w, %q : f64, f64
  } -> (tensor<13x11xf64>, tensor<13x11xf64>)
  return %r#0, %r#1 : tensor<13x11xf64>, tensor<13x11xf64>
})";

TEST(VerifyTest, WidenedResultsAreJudgedByTheirRoundings) {
  std::string other =
      replace(widened, {"divf %x, %seven", "mulf %x, %seventh"});
  EXPECT_TRUE(passes(widened, other));
  Rounds unperturbed = getRounds(Numerics::Default);
  unperturbed.numPerturbed = 0;
  EXPECT_FALSE(passes(widened, other, unperturbed));
  EXPECT_TRUE(passes(widened, replace(widened, {"divf %d, %wide_seven",
                                                "mulf %d, %wide_seventh"})));
}

constexpr const char *activation = R"(
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %scale = arith.constant dense<1.0> : tensor<16x16xf32>
  %t = math.tanh %x : tensor<16x16xf32>
  %r = arith.mulf %t, %scale : tensor<16x16xf32>
  return %r : tensor<16x16xf32>
})";

TEST(VerifyTest, TanhIsGrantedWhatALibraryIsOff) {
  auto passesWith = [](const char *scale, double tanhError) {
    return passes(activation, replace(activation, {"dense<1.0>", scale}),
                  getRounds(Numerics::Fast), /*leastTolerance=*/0, tanhError);
  };
  EXPECT_FALSE(passesWith("dense<1.000007>", 0));
  EXPECT_TRUE(passesWith("dense<1.000007>", 8e-6));
  EXPECT_FALSE(passesWith("dense<1.0001>", 8e-6));
}

TEST(VerifyTest, ErrorsBeyondTheRoundingsFail) {
  EXPECT_FALSE(passes(
      widened,
      replace(widened, {"%w = arith.extf %y", "%z = arith.mulf %y, %off : f32\n"
                                              "%w = arith.extf %z"})));
}

TEST(VerifyTest, ResultsOfF64AreHeldToItBesideNarrowerOnes) {
  EXPECT_FALSE(passes(
      widened, replace(widened, {"%q = arith.divf %d, %wide_seven : f64",
                                 "%s = arith.divf %d, %wide_seven : f64\n"
                                 "%q = arith.mulf %s, %wide_off : f64"})));
}

constexpr const char *jumping = R"(
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<13x37xf32>, %b: tensor<37x11xf32>,
                %bias: tensor<11xf32>) -> tensor<13x11xTYPE> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %k = arith.constant 0.797884583 : f32
  %large = arith.constant 65536.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %p = linalg.matmul ins(%a, %b : tensor<13x37xf32>, tensor<37x11xf32>)
      outs(%f : tensor<13x11xf32>) -> tensor<13x11xf32>
  %t = tensor.empty() : tensor<13x11xTYPE>
  %r = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<13x11xf32>, tensor<11xf32>) outs(%t : tensor<13x11xTYPE>) {
  ^bb0(%in: f32, %c: f32, %out: TYPE):
    %s = arith.addf %in, %c : f32
    %x = arith.mulf %s, %k : f32
    BODY
    linalg.yield %y : TYPE
  } -> tensor<13x11xTYPE>
  return %r : tensor<13x11xTYPE>
})";

/// Returns a program that applies a function with jumps to rounded numbers.
/// `body` computes %y of type `result` from %x.
std::string makeJumping(const char *body, const char *result) {
  std::string text = replace(jumping, {"BODY", body});
  while (text.find("TYPE") != std::string::npos)
    text = replace(text, {"TYPE", result});
  return text;
}

/// Expects that other roundings pass and that a mistake fails.
void expectJudged(const char *body, const char *result, Mutation mistake) {
  std::string program = makeJumping(body, result);
  std::string other = replace(
      program,
      {"%s = arith.addf %in, %c : f32\n    %x = arith.mulf %s, %k : f32",
       "%s = arith.mulf %in, %k : f32\n    %ck = arith.mulf %c, %k : f32\n"
       "    %x = arith.addf %s, %ck : f32"});
  EXPECT_TRUE(passes(program, other)) << body;
  EXPECT_FALSE(passes(program, replace(program, mistake))) << body;
}

TEST(VerifyTest, FunctionsThatJumpAreJudgedByWhatRoundingDoes) {
  expectJudged(R"(%l = arith.mulf %x, %large : f32
    %low = math.floor %l : f32
    %y = arith.subf %l, %low : f32)",
               "f32", {"math.floor", "math.roundeven"});
  expectJudged(R"(%l = arith.mulf %x, %large : f32
    %y = arith.fptosi %l : f32 to i32)",
               "i32", {"fptosi %l", "fptoui %l"});
  expectJudged("%y = arith.bitcast %x : f32 to i32", "i32",
               {"arith.bitcast %x", "arith.bitcast %s"});
  expectJudged(R"(%l = arith.mulf %x, %large : f32
    %low = math.floor %l : f32
    %d = arith.subf %l, %low : f32
    %y = arith.cmpf oge, %d, %half : f32)",
               "i1", {"cmpf oge", "cmpf olt"});
}

/// Results that flags leave undefined are not judged; all others are.
TEST(VerifyTest, FlagsExcuseWhatTheyLeaveUndefined) {
  std::string program = makeLayer(R"(%is = arith.cmpf ogt, %x, %zero : f32
    %one_or_zero = arith.uitofp %is : i1 to f32
    %y = arith.mulf %x, %one_or_zero fastmath<nnan, ninf> : f32)");
  std::string selected = makeLayer(R"(%is = arith.cmpf ogt, %x, %zero : f32
    %y = arith.select %is, %x, %zero : f32)");
  EXPECT_FALSE(passes(program, selected));

  std::vector<std::unique_ptr<CompiledProgram>> programs;
  for (auto [text, lowering] :
       {std::pair(selected, Lowering::Unfused),
        std::pair(replace(selected, {"ogt", "olt"}), Lowering::Unfused),
        std::pair(program, Lowering::Unfused),
        std::pair(program, Lowering::Reference),
        std::pair(program, Lowering::PositiveReference),
        std::pair(program, Lowering::NegativeReference)})
    programs.push_back(compile(text, lowering));
  auto find = [&](int number) { return check(programs[number]->find("main")); };
  for (bool wrong : {false, true}) {
    FunctionTriple functions{find(wrong), find(2), find(3), {find(4), find(5)}};
    Options options;
    auto results = check(verifyWith(
        [&](uint64_t seed) {
          return makeInputs(*functions.fused, options, seed);
        },
        functions, getRounds(Numerics::Default), /*seed=*/1, 0));
    EXPECT_EQ(allPassed(results), !wrong);
  }
}

} // namespace
