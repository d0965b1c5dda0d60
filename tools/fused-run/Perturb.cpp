//===- Perturb.cpp - Inputs that differ by rounding -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::run;

/// Returns a uniform random number between -1 and 1.
static double nextUniform(Random &random) {
  return std::ldexp(double(random.next() >> 11), -52) - 1;
}

static void perturbTensor(const HostTensor &tensor, double unit, bool together,
                          Random random, PerturbedInputs &inputs) {
  HostTensor own = tensor, promoted = tensor.promoteToF64();
  fused_type_t type = tensor.getType();
  if (isFloat(type)) {
    bool isCoarse = getEpsilon(type) > unit;
    double common = random.next() % 2 ? 1 : -1;
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
      double value = tensor.get(i);
      double changed =
          value * (1 + unit * (together ? common : nextUniform(random)));
      if (!isCoarse)
        changed = roundTo(type, changed);
      if (!std::isfinite(changed))
        continue;
      promoted.set(i, changed);
      if (isCoarse || changed == value)
        continue;
      own.set(i, changed);
      inputs.isOwnPerturbed = true;
    }
  }
  inputs.own.push_back(std::move(own));
  inputs.promoted.push_back(std::move(promoted));
}

PerturbedInputs fused::run::perturb(ArrayRef<HostTensor> inputs, double unit,
                                    uint64_t seed, unsigned draw) {
  PerturbedInputs perturbed;
  for (auto [i, tensor] : enumerate(inputs))
    perturbTensor(tensor, unit, /*together=*/draw % 2 == 0,
                  Random(seed + (uint64_t(draw + 1) << 40), i), perturbed);
  return perturbed;
}
