//===- EpilogsDoc.cpp - Writes docs/generated/Epilogs.md ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints, as Markdown, the table of epilogs and what their activations are at
// special values, both from the headers that the compiler and the runtime use.
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/EpilogSemantics.h"

#include <cstdio>
#include <limits>
#include <string>

using namespace fused;

/// D as a function of the accumulator x and of the other operands.
static std::string getFormula(const EpilogInfo &info) {
  std::string x = info.hasBias ? "x + bias" : "x";
  switch (info.activation) {
  case Activation::None:
    return x;
  case Activation::Relu:
    return "relu(" + x + ")";
  case Activation::Gelu:
    return "gelu(" + x + ")";
  case Activation::ReluGradient:
    return "mask ? " + x + " : 0";
  case Activation::GeluGradient:
    return x + " * gelu'(aux)";
  }
  return x;
}

static const char *getAux(Aux aux) {
  switch (aux) {
  case Aux::None:
    return "";
  case Aux::StoreMask:
    return "saves the mask";
  case Aux::StorePreactivation:
    return "saves the pre-activation";
  case Aux::LoadMask:
    return "reads a mask";
  case Aux::LoadPreactivation:
    return "reads a pre-activation";
  }
  return "";
}

static const char *getBiasGradient(BiasGradient gradient) {
  switch (gradient) {
  case BiasGradient::None:
    return "";
  case BiasGradient::SumOfD:
    return "sum of D over M, length N";
  case BiasGradient::SumOfA:
    return "sum of op(A) over K, length M";
  case BiasGradient::SumOfB:
    return "sum of op(B) over K, length N";
  }
  return "";
}

static void printTable() {
  std::printf("| epilog | number | D | aux | bias gradient |\n"
              "|---|---|---|---|---|\n");
  for (const EpilogInfo &info : epilogTable)
    std::printf("| `%s` | %d | `%s` | %s | %s |\n", info.name,
                static_cast<int>(info.epilog), getFormula(info).c_str(),
                getAux(info.aux), getBiasGradient(info.biasGradient));
}

static std::string format(double value) {
  if (value != value)
    return "NaN";
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

static void printSpecialValues() {
  NativeArithmetic<double> arithmetic;
  EpilogSemantics<NativeArithmetic<double>> semantics{arithmetic};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::printf("| x | relu(x) | mask bit | gelu(x) | gelu'(x) |\n"
              "|---|---|---|---|---|\n");
  for (double x : {-infinity, -1.0, -0.0, 0.0, 1.0, infinity, nan})
    std::printf("| %s | %s | %d | %s | %s |\n", format(x).c_str(),
                format(semantics.relu(x)).c_str(), getReluMaskBit(x),
                format(semantics.geluTanh(x)).c_str(),
                format(semantics.geluTanhGradient(x)).c_str());
}

int main() {
  GeluConstants constants;
  std::printf(
      "<!-- Written by docs/generate/EpilogsDoc.cpp from Epilogs.def and "
      "EpilogSemantics.h; do not edit. -->\n\n"
      "# The table of epilogs\n\n"
      "With the accumulator `x = alpha * op(A) op(B) + beta * C`, computed and "
      "kept in the\ncompute type. The number is that of the C ABI.\n\n");
  printTable();
  std::printf(
      "\n## Activations\n\n"
      "* `relu(x)` is the larger of x and 0, and NaN for NaN.\n"
      "* `gelu(x)` is `0.5 x (1 + tanh(u))` with "
      "`u = %.17g (x + %g x^3)`.\n"
      "* `gelu'(x)` is its derivative, "
      "`0.5 (1 + t) + 0.5 x (1 - t^2) %.17g (1 + %g x^2)` with "
      "`t = tanh(u)`.\n"
      "* The mask has one bit for each column, bit `j %% 8` of byte `j / 8` "
      "of a row, and rows of\n  `ceil(N/128) * 16` bytes: %d for N = 1, %d "
      "for N = 128, %d for N = 129. Bits beyond N are zero.\n\n"
      "At special values, by these formulas in double precision:\n\n",
      constants.sqrt2OverPi, constants.cubic, constants.sqrt2OverPi,
      3 * constants.cubic, static_cast<int>(getMaskRowBytes(1)),
      static_cast<int>(getMaskRowBytes(128)),
      static_cast<int>(getMaskRowBytes(129)));
  printSpecialValues();
  return 0;
}
