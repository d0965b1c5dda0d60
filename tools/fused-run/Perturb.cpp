//===- Perturb.cpp - Inputs that differ by rounding -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace fused::run;

/// Uniform between -1 and 1.
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
      if (!isCoarse)
        own.set(i, changed);
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

/// True for operations whose result is one of their operands, or an operand in
/// another type or with another sign: nothing is rounded.
static bool isExact(mlir::Operation *op) {
  using namespace mlir;
  return isa<arith::ConstantOp, arith::ExtFOp, arith::SelectOp, arith::NegFOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::BitcastOp, math::AbsFOp,
             math::CopySignOp>(op);
}

double fused::run::findCoarsestRounding(mlir::Operation *program) {
  using namespace mlir;
  double coarsest = getEpsilon(FUSED_F64);
  program->walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if ((dialect != "arith" && dialect != "math" && dialect != "complex" &&
         dialect != "fused") ||
        isExact(op))
      return;
    for (Type type : op->getResultTypes()) {
      Type element = getElementTypeOrSelf(type);
      if (auto complex = dyn_cast<ComplexType>(element))
        element = complex.getElementType();
      if (auto floatType = dyn_cast<FloatType>(element))
        coarsest = std::max(
            coarsest, std::ldexp(1.0, 1 - int(floatType.getFPMantissaWidth())));
    }
  });
  return coarsest;
}
