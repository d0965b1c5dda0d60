//===- ProductCase.cpp - One product to be checked ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductCase.h"

#include "Element.h"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace fused;
using namespace fused::test;

std::ostream &fused::test::operator<<(std::ostream &out, const ProductCase &p) {
  out << getEpilogInfo(p.epilog).name << ' ' << fused_type_string(p.inputType)
      << (p.bType ? std::string(" x ") + fused_type_string(p.bType) : "")
      << "->" << fused_type_string(p.dType)
      << (p.scalars & FUSED_SCALE_A ? " A scaled by " + std::to_string(p.aScale)
                                    : "")
      << (p.scalars & FUSED_SCALE_B ? " B scaled" : "")
      << (p.scalars & FUSED_SCALE_D ? " D scaled" : "")
      << (p.scalars & FUSED_AMAX_D ? " amax" : "") << ' ' << p.batch << 'x'
      << p.m << 'x' << p.n << 'x' << p.k << (p.transposeA ? " A^T" : "")
      << (p.transposeB ? " B^T" : "") << (p.multiplyMask ? " times mask" : "")
      << (p.allowTf32 ? " TF32" : "")
      << (p.allowRoundedSteps ? " rounded steps" : "") << " alpha " << p.alpha;
  if (p.c != CKind::None)
    out << " beta " << p.beta << (p.c == CKind::IsD ? " C is D" : " C");
  out << (p.padding ? " padded" : "") << (p.interleaved ? " interleaved" : "")
      << (p.shareA ? " shared A" : "") << (p.shareB ? " shared B" : "")
      << (p.shareC ? " shared C" : "") << (p.shareBias ? " shared bias" : "")
      << (p.shareBgrad ? " shared bgrad" : "")
      << (p.specials ? " specials" : "")
      << (p.specialsInB ? " specials in B" : "")
      << (p.dynamic ? " dynamic" : "");
  if (p.exponentA != 0 || p.exponentB != 0)
    out << " A times 2^" << p.exponentA << " B times 2^" << p.exponentB;
  if (p.hasLayouts) {
    const char *names[] = {"A", "B", "C", "D", "bias", "aux", "bgrad"};
    out << " strides";
    for (size_t i = 0; i < std::size(p.layouts); ++i)
      out << ' ' << names[i] << ' ' << p.layouts[i].rowStride << '/'
          << p.layouts[i].batchStride;
  }
  return out << " seed " << p.seed;
}

//===----------------------------------------------------------------------===//
// ProductRun
//===----------------------------------------------------------------------===//

ProductRun::ProductRun(const ProductCase &product)
    : product(product), info(getEpilogInfo(product.epilog)) {
  const ProductCase &p = product;
  auto make = [&](int layout, fused_type_t type, int64_t rows, int64_t columns,
                  bool shared) {
    if (p.hasLayouts)
      return GuardedMatrix(type, p.batch, rows, columns, p.layouts[layout],
                           p.guard);
    return GuardedMatrix(type, p.batch, rows, columns, p.padding, p.interleaved,
                         shared, p.guard);
  };
  a = make(0, p.inputType, p.transposeA ? p.k : p.m, p.transposeA ? p.m : p.k,
           p.shareA);
  b = make(1, p.getBType(), p.transposeB ? p.n : p.k, p.transposeB ? p.k : p.n,
           p.shareB);
  if (p.c == CKind::Apart)
    c = make(2, p.getCType(), p.m, p.n, p.shareC);
  d = make(3, p.dType, p.m, p.n, false);
  if (info.hasBias)
    bias = make(4, p.getExtraType(), 1, p.n, p.shareBias);
  if (info.hasMask())
    aux = make(5, FUSED_I8, p.m, getMaskRowBytes(p.n), false);
  else if (info.aux != Aux::None)
    aux = make(5, p.getExtraType(), p.m, p.n, false);
  if (info.hasBiasGradient())
    bgrad = make(6, p.getExtraType(), 1,
                 info.biasGradient == BiasGradient::SumOfA ? p.m : p.n,
                 p.shareBgrad);

  std::mt19937 random(p.seed);
  std::vector<GuardedMatrix *> inputs = {&a, &b, &c, &bias};
  if (info.loadsAux())
    inputs.push_back(&aux);
  if (p.c == CKind::IsD)
    inputs.push_back(&d);
  for (GuardedMatrix *input : inputs) {
    input->fillRandom(random);
    // Bytes are read as masks: without a sign.
    if (p.inputType == FUSED_I8 && input != &aux)
      input->clearSigns();
    // B would spread a NaN over every row.
    if (input == &b ? p.specialsInB : p.specials)
      input->plantSpecials(random);
  }
  if (p.exponentA != 0)
    a.scale(p.exponentA);
  if (p.exponentB != 0)
    b.scale(p.exponentB);
  aBefore = a, bBefore = b, cBefore = c, dBefore = d, biasBefore = bias;
  auxBefore = aux, bgradBefore = bgrad;

  auto size = [&](int64_t value) { return p.dynamic ? FUSED_DYNAMIC : value; };
  problem.abi_version = FUSED_ABI_VERSION;
  problem.epilog = static_cast<fused_epilog_t>(p.epilog);
  if (p.transposeA)
    problem.flags |= FUSED_TRANSPOSE_A;
  if (p.transposeB)
    problem.flags |= FUSED_TRANSPOSE_B;
  if (p.multiplyMask)
    problem.flags |= FUSED_MULTIPLY_MASK;
  if (p.allowTf32)
    problem.flags |= FUSED_ALLOW_TF32;
  if (p.allowRoundedSteps)
    problem.flags |= FUSED_ALLOW_ROUNDED_STEPS;
  if (p.allowAnyNanBit)
    problem.flags |= FUSED_ALLOW_ANY_NAN_BIT;
  problem.flags |= p.scalars;
  problem.a_type = p.inputType;
  problem.b_type = p.getBType();
  problem.c_type =
      p.c == CKind::None ? fused_type_t(FUSED_TYPE_NONE) : p.getCType();
  problem.d_type = p.dType;
  problem.bias_type = bias.getType();
  problem.aux_type = aux.getType();
  problem.bgrad_type = bgrad.getType();
  problem.alpha = p.alpha;
  problem.beta = p.beta;
  problem.batch = size(p.batch);
  problem.m = size(p.m);
  problem.n = size(p.n);
  problem.k = size(p.k);
  problem.location = "test.mlir:1:2";
  operands.batch = p.batch;
  operands.m = p.m;
  operands.n = p.n;
  operands.k = p.k;
  operands.a = a.getBuffer();
  operands.b = b.getBuffer();
  operands.d = d.getBuffer();
  operands.c = p.c == CKind::IsD ? operands.d : c.getBuffer();
  operands.bias = bias.getBuffer();
  operands.aux = aux.getBuffer();
  operands.bgrad = bgrad.getBuffer();
  scales[0] = p.aScale;
  // Some of D goes beyond the largest number, 448.
  scales[2] = 400 / static_cast<float>(std::sqrt(1.0 + double(p.k)));
  auto getScalar = [&](uint32_t flag, float *address) {
    return p.scalars & flag ? address : nullptr;
  };
  operands.a_scale = getScalar(FUSED_SCALE_A, &scales[0]);
  operands.b_scale = getScalar(FUSED_SCALE_B, &scales[1]);
  operands.d_scale = getScalar(FUSED_SCALE_D, &scales[2]);
  operands.amax = getScalar(FUSED_AMAX_D, &amax);
}

fused_status_t ProductRun::execute(Function function, fused_plan_slot_t *slot) {
  expected = evaluateReference(problem, operands);
  return function(&problem, slot, &operands);
}

void ProductRun::poisonResults() {
  if (product.c != CKind::IsD)
    d.poison();
  if (info.storesAux())
    aux.poison();
  bgrad.poison();
  amax = NAN;
}

/// Compares; returns what differs.
static std::string compare(const char *what, int64_t batch, int64_t row,
                           int64_t column, double actual, double expected,
                           double tolerance) {
  bool equal;
  if (std::isnan(expected))
    equal = std::isnan(actual);
  else if (!std::isfinite(expected) || !std::isfinite(tolerance))
    equal = actual == expected;
  else
    equal = std::fabs(actual - expected) <= tolerance;
  if (equal)
    return {};
  std::ostringstream out;
  out.precision(17);
  out << what << '[' << batch << "][" << row << "][" << column << "] is "
      << actual << ", expected " << expected << " +- " << tolerance;
  return out.str();
}

static double getComputeRoundoff(fused_type_t inputType) {
  return inputType == FUSED_F64 ? 2 * getUnitRoundoff(FUSED_F64)
                                : getUnitRoundoff(FUSED_F32);
}

double ProductRun::getTolerance(size_t index, bool ofActivation) const {
  const ErrorModel &errors = product.errors;
  double u = getComputeRoundoff(product.inputType) * errors.summation;
  double magnitude = expected.preactivationMagnitude[index];
  bool isGelu = ofActivation && (info.activation == Activation::Gelu ||
                                 info.activation == Activation::GeluGradient);
  double k = static_cast<double>(product.k);
  double tolerance =
      ((isGelu ? 1.2 * (k + 32) : k + 8) * u + errors.operands) * magnitude;
  // As many roundings of denormals.
  if (magnitude != 0)
    tolerance +=
        (k + 8) *
        getSmallest(product.inputType == FUSED_F64 ? FUSED_F64 : FUSED_F32);
  if (isGelu)
    tolerance += errors.activation * std::max(1.0, magnitude);
  return tolerance;
}

static double getStoreTolerance(fused_type_t type, double value) {
  return getUnitRoundoff(type) * std::fabs(value) + getSmallest(type);
}

/// The value of a D of 8 bits beyond the largest number.
static double saturate(fused_type_t type, double value) {
  if (type == FUSED_I8)
    return std::clamp(value, -128.0, 127.0);
  if (type != FUSED_F8E4M3FN || std::isnan(value))
    return value;
  return std::clamp(value, -448.0, 448.0);
}

std::string ProductRun::checkAmax() const {
  if (!(product.scalars & FUSED_AMAX_D))
    return {};
  double largest = 0, tolerance = 0;
  for (size_t i = 0; i < expected.d.size(); ++i) {
    if (std::isnan(expected.d[i]))
      return {};
    largest = std::max(largest, std::fabs(expected.d[i]));
    tolerance = std::max(tolerance, getTolerance(i, /*ofActivation=*/true));
  }
  return compare("amax", 0, 0, 0, double(amax), largest, tolerance);
}

std::string ProductRun::checkD() const {
  double scale = product.scalars & FUSED_SCALE_D ? scales[2] : 1;
  size_t index = 0;
  for (int64_t batch = 0; batch < product.batch; ++batch)
    for (int64_t i = 0; i < product.m; ++i)
      for (int64_t j = 0; j < product.n; ++j, ++index) {
        double value = saturate(product.dType, scale * expected.d[index]);
        std::string error =
            compare("D", batch, i, j, d.get(batch, i, j), value,
                    scale * getTolerance(index, /*ofActivation=*/true) +
                        getStoreTolerance(product.dType, value));
        if (!error.empty())
          return error;
      }
  return {};
}

std::string ProductRun::checkAux() const {
  if (!info.storesAux())
    return {};
  size_t index = 0;
  for (int64_t batch = 0; batch < product.batch; ++batch)
    for (int64_t i = 0; i < product.m; ++i) {
      if (info.hasMask()) {
        std::string error = checkMask(batch, i);
        if (!error.empty())
          return error;
        continue;
      }
      for (int64_t j = 0; j < product.n; ++j, ++index) {
        double value = expected.preactivation[index];
        std::string error =
            compare("aux", batch, i, j, aux.get(batch, i, j), value,
                    getTolerance(index, /*ofActivation=*/false) +
                        getStoreTolerance(aux.getType(), value));
        if (!error.empty())
          return error;
      }
    }
  return {};
}

std::string ProductRun::checkMask(int64_t batch, int64_t row) const {
  for (int64_t j = 0; j < getMaskRowBytes(product.n) * 8; ++j) {
    bool bit = int(aux.get(batch, row, j / 8)) >> (j % 8) & 1;
    bool expectedBit = false;
    if (j < product.n) {
      size_t index =
          static_cast<size_t>((batch * product.m + row) * product.n + j);
      double x = expected.preactivation[index];
      if (product.allowAnyNanBit && std::isnan(x))
        continue;
      // A rounding error may change the sign of what is nearly zero, but not of
      // an exact zero.
      if (std::fabs(x) < getTolerance(index, /*ofActivation=*/false))
        continue;
      expectedBit = !(x < 0);
    }
    if (bit != expectedBit)
      return compare("mask", batch, row, j, bit, expectedBit, 0);
  }
  return {};
}

std::string ProductRun::checkBgrad() const {
  if (!info.hasBiasGradient())
    return {};
  bool ofD = info.biasGradient == BiasGradient::SumOfD;
  int64_t length =
      info.biasGradient == BiasGradient::SumOfA ? product.m : product.n;
  double u = getComputeRoundoff(product.inputType) * product.errors.summation;
  double terms = static_cast<double>((ofD ? product.m : product.k) *
                                     (product.shareBgrad ? product.batch : 1));
  for (size_t i = 0; i < expected.bgrad.size(); ++i) {
    int64_t vector = int64_t(i) / length, position = int64_t(i) % length;
    double tolerance = terms * u * expected.bgradMagnitude[i] +
                       getStoreTolerance(bgrad.getType(), expected.bgrad[i]);
    if (!ofD)
      tolerance += product.errors.operands * expected.bgradMagnitude[i];
    for (int64_t batch = 0; ofD && batch < product.batch; ++batch)
      for (int64_t row = 0; row < product.m; ++row) {
        double error = getTolerance(
            static_cast<size_t>((batch * product.m + row) * length + position),
            /*ofActivation=*/true);
        // A mask replaces what is not finite by an exact zero.
        if ((product.shareBgrad || batch == vector) && std::isfinite(error))
          tolerance += error;
      }
    std::string error =
        compare("bgrad", vector, 0, position, bgrad.get(vector, 0, position),
                expected.bgrad[i], tolerance);
    if (!error.empty())
      return error;
  }
  return {};
}

std::string ProductRun::checkMemory(bool isRefused) const {
  const std::pair<const char *, const GuardedMatrix *> outputs[] = {
      {"D", &d}, {"aux", &aux}, {"bias gradient", &bgrad}};
  for (auto [name, matrix] : outputs)
    if (!matrix->redZonesAreIntact())
      return std::string("the memory around ") + name + " was written";
  if (!(a == aBefore) || !(b == bBefore) || !(c == cBefore) ||
      !(bias == biasBefore) || (info.loadsAux() && !(aux == auxBefore)))
    return "an input was written";
  if (isRefused && !(d == dBefore && aux == auxBefore && bgrad == bgradBefore))
    return "a call that was refused has written";
  return {};
}

std::string ProductRun::check() const {
  for (const std::string &error :
       {checkD(), checkAux(), checkBgrad(), checkAmax(), checkMemory()})
    if (!error.empty())
      return error;
  return {};
}
