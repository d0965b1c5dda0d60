//===- Describe.cpp - Problems and devices in messages --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

#include "Translate.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <iterator>
#include <utility>

using namespace fused;
using namespace fused::runtime;

namespace {
/// Writes into a text of fixed capacity, cutting what does not fit.
class Printer {
public:
  Printer(char *text, size_t capacity) : text(text), capacity(capacity) {
    text[0] = '\0';
  }

  [[gnu::format(printf, 2, 3)]] void print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written =
        std::vsnprintf(text + length, capacity - length, format, arguments);
    va_end(arguments);
    if (written > 0)
      length = std::min(length + static_cast<size_t>(written), capacity - 1);
  }

  /// Prints all digits of `number`, in every locale the same.
  void printNumber(const char *title, double number) {
    char digits[32];
    char *end = std::to_chars(digits, std::end(digits), number).ptr;
    print("%s%.*s", title, static_cast<int>(end - digits), digits);
  }

private:
  char *text;
  size_t capacity, length = 0;
};
} // namespace

void fused::runtime::printProblem(char *text, size_t capacity,
                                  const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  Printer out(text, capacity);
  out.print("%s%s %s%s x %s%s -> %s, ", info.name,
            key.multipliesMask() ? " times mask" : "",
            fused_type_string(key.inputType), key.transposesA() ? "^T" : "",
            fused_type_string(key.bType), key.transposesB() ? "^T" : "",
            fused_type_string(key.dType));
  if (key.batch != 1)
    out.print("batch = %" PRId64 ", ", key.batch);
  out.print("M = %" PRId64 ", N = %" PRId64 ", K = %" PRId64, key.m, key.n,
            key.k);
  if (key.getAlpha() != 1)
    out.printNumber(", alpha = ", key.getAlpha());
  if (key.readsC())
    out.printNumber(", beta = ", key.getBeta());
  if (key.readsC() && key.cIsD)
    out.print(", C is D");
  const std::pair<uint32_t, const char *> flags[] = {
      {FUSED_ALLOW_TF32, ", TF32 allowed"},
      {FUSED_ALLOW_ROUNDED_STEPS, ", rounded steps allowed"},
      {FUSED_ALLOW_ANY_NAN_BIT, ", any bit of NaN allowed"},
      {FUSED_SCALE_A, ", scale of A"},
      {FUSED_SCALE_B, ", scale of B"},
      {FUSED_SCALE_D, ", scale of D"},
      {FUSED_AMAX_D, ", largest magnitude"}};
  for (auto [flag, name] : flags)
    if (key.has(flag))
      out.print("%s", name);

  struct Entry {
    const char *name;
    bool present;
    fused_type_t type;
    const Strides &strides;
    Operand operand;
  };
  const Entry entries[] = {
      {"A", true, key.inputType, key.a, OperandA},
      {"B", true, key.bType, key.b, OperandB},
      {"C", key.readsC(), key.cType, key.c, OperandC},
      {"D", true, key.dType, key.d, OperandD},
      {"bias", info.hasBias, key.biasType, key.bias, OperandBias},
      {"aux", info.aux != Aux::None, key.auxType, key.aux, OperandAux},
      {"bias gradient", info.hasBiasGradient(), key.bgradType, key.bgrad,
       OperandBgrad},
  };
  for (const Entry &entry : entries) {
    if (!entry.present)
      continue;
    out.print("; %s: %s, row stride %" PRId64, entry.name,
              fused_type_string(entry.type), entry.strides.row);
    if (key.batch != 1)
      out.print(", batch stride %" PRId64, entry.strides.batch);
    out.print(", aligned to %u", getAlignment(key, entry.operand));
  }
}

void fused::runtime::printDevice(char *text, size_t capacity,
                                 const Device &device) {
  Printer out(text, capacity);
  size_t version = device.cublasLtVersion;
  out.print("cuBLASLt %zu.%zu.%zu on %s (sm_%d%d)", version / 10000,
            version / 100 % 100, version % 100, device.name, device.major,
            device.minor);
}
