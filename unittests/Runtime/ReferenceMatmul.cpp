//===- ReferenceMatmul.cpp - The oracle of the runtimes -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceMatmul.h"

#include "Element.h"

#include <cmath>
#include <cstring>

using namespace fused::test;

namespace {
// The table, read without the classes that the runtime uses.
enum class Activation { None, Relu, Gelu, ReluGradient, GeluGradient };
enum class Aux {
  None,
  StoreMask,
  StorePreactivation,
  LoadMask,
  LoadPreactivation
};
enum class Sum { None, SumOfD, SumOfA, SumOfB };
struct Row {
  Activation activation;
  bool bias;
  Aux aux;
  Sum sum;
};
const Row table[] = {
#define FUSED_EPILOG(ENUMERATOR, name, value, activation, bias, aux, bgrad)    \
  {Activation::activation, bias != 0, Aux::aux, Sum::bgrad},
#include "fused-runtime/Epilogs.def"
};

double gelu(double x) {
  double u = std::sqrt(2 / M_PI) * (x + 0.044715 * std::pow(x, 3));
  return 0.5 * x * (1 + std::tanh(u));
}

double geluDerivative(double x) {
  double scale = std::sqrt(2 / M_PI);
  double t = std::tanh(scale * (x + 0.044715 * std::pow(x, 3)));
  return 0.5 * (1 + t) +
         0.5 * x * (1 - t * t) * scale * (1 + 3 * 0.044715 * x * x);
}

/// Reads one operand by its indices.
struct Reader {
  const fused_buffer_t &buffer;
  fused_type_t type;

  double at(int64_t batch, int64_t row, int64_t column) const {
    int64_t index =
        batch * buffer.batch_stride + row * buffer.row_stride + column;
    return readElement(type, static_cast<const char *>(buffer.data) +
                                 index * (int64_t)fused_type_size(type));
  }
  bool bit(int64_t batch, int64_t row, int64_t column) const {
    auto byte = static_cast<unsigned>(at(batch, row, column / 8));
    return byte >> (column % 8) & 1;
  }
};

struct Evaluation {
  const fused_matmul_problem_t &p;
  const fused_matmul_operands_t &o;
  Row row;
  Reader a, b, c, bias, aux;
  /// op(A) and the transpose of op(B), decoded: K is the last dimension.
  std::vector<double> aValues, bValues;

  double getA(int64_t batch, int64_t i, int64_t k) const {
    return aValues[(batch * o.m + i) * o.k + k];
  }
  double getB(int64_t batch, int64_t k, int64_t j) const {
    return bValues[(batch * o.n + j) * o.k + k];
  }

  /// alpha and beta are numbers of the compute type.
  double round(double factor) const {
    return p.a_type == FUSED_F64 ? factor : double(float(factor));
  }

  double getScale(uint32_t flag, const float *address) const {
    return p.flags & flag ? double(*address) : 1;
  }

  void decodeOperands() {
    bool ta = p.flags & FUSED_TRANSPOSE_A, tb = p.flags & FUSED_TRANSPOSE_B;
    for (int64_t batch = 0; batch < o.batch; ++batch) {
      for (int64_t i = 0; i < o.m; ++i)
        for (int64_t k = 0; k < o.k; ++k)
          aValues.push_back(ta ? a.at(batch, k, i) : a.at(batch, i, k));
      for (int64_t j = 0; j < o.n; ++j)
        for (int64_t k = 0; k < o.k; ++k)
          bValues.push_back(tb ? b.at(batch, j, k) : b.at(batch, k, j));
    }
  }

  double computePreactivation(int64_t batch, int64_t i, int64_t j,
                              double &magnitude) const {
    double sum = 0, absolute = 0;
    for (int64_t k = 0; k < o.k; ++k) {
      double term = getA(batch, i, k) * getB(batch, k, j);
      sum += term;
      absolute += std::fabs(term);
    }
    double scale = round(p.alpha) * getScale(FUSED_SCALE_A, o.a_scale) *
                   getScale(FUSED_SCALE_B, o.b_scale);
    // A product over nothing is zero, whatever alpha is; and one that is
    // multiplied by zero, whatever it is.
    bool isZero = o.k == 0 || round(p.alpha) == 0;
    double x = isZero ? 0 : scale * sum;
    magnitude = isZero ? 0 : std::fabs(scale) * absolute;
    double beta = round(p.beta);
    if (p.c_type != FUSED_TYPE_NONE && beta != 0) {
      x += beta * c.at(batch, i, j);
      magnitude += std::fabs(beta * c.at(batch, i, j));
    }
    if (row.bias) {
      x += bias.at(batch, 0, j);
      magnitude += std::fabs(bias.at(batch, 0, j));
    }
    return x;
  }

  double activate(double x, int64_t batch, int64_t i, int64_t j) const {
    switch (row.activation) {
    case Activation::Relu:
      return std::isnan(x) ? x : x > 0 ? x : 0;
    case Activation::Gelu:
      return gelu(x);
    case Activation::ReluGradient:
      if (p.flags & FUSED_MULTIPLY_MASK)
        return x * aux.bit(batch, i, j);
      return aux.bit(batch, i, j) ? x : 0;
    case Activation::GeluGradient:
      return x * geluDerivative(aux.at(batch, i, j));
    case Activation::None:
      break;
    }
    return x;
  }
};

Evaluation makeEvaluation(const fused_matmul_problem_t &p,
                          const fused_matmul_operands_t &o) {
  Evaluation evaluation = {p,
                           o,
                           table[p.epilog],
                           {o.a, p.a_type},
                           {o.b, p.b_type},
                           {o.c, p.c_type},
                           {o.bias, p.bias_type},
                           {o.aux, p.aux_type},
                           {},
                           {}};
  evaluation.decodeOperands();
  return evaluation;
}

/// Adds up the bias gradient.
void sumGradient(const Evaluation &e, ReferenceResult &result) {
  const fused_matmul_operands_t &o = e.o;
  int64_t length = e.row.sum == Sum::SumOfA ? o.m : o.n;
  bool shared = o.bgrad.batch_stride == 0;
  int64_t vectors = shared ? 1 : o.batch;
  result.bgrad.assign(vectors * length, 0);
  result.bgradMagnitude.assign(vectors * length, 0);
  for (int64_t batch = 0; batch < o.batch; ++batch)
    for (int64_t l = 0; l < length; ++l) {
      size_t index = (shared ? 0 : batch) * length + l;
      auto add = [&](double term) {
        result.bgrad[index] += term;
        result.bgradMagnitude[index] += std::fabs(term);
      };
      if (e.row.sum == Sum::SumOfD)
        for (int64_t i = 0; i < o.m; ++i)
          add(result.d[(batch * o.m + i) * o.n + l]);
      else
        for (int64_t k = 0; k < o.k; ++k)
          add(e.row.sum == Sum::SumOfA ? e.getA(batch, l, k)
                                       : e.getB(batch, k, l));
    }
}
} // namespace

ReferenceResult
fused::test::evaluateReference(const fused_matmul_problem_t &problem,
                               const fused_matmul_operands_t &operands) {
  Evaluation e = makeEvaluation(problem, operands);
  ReferenceResult result;
  for (int64_t batch = 0; batch < operands.batch; ++batch)
    for (int64_t i = 0; i < operands.m; ++i)
      for (int64_t j = 0; j < operands.n; ++j) {
        double magnitude;
        double x = e.computePreactivation(batch, i, j, magnitude);
        result.preactivation.push_back(x);
        result.preactivationMagnitude.push_back(magnitude);
        result.d.push_back(e.activate(x, batch, i, j));
      }
  if (e.row.sum != Sum::None)
    sumGradient(e, result);
  return result;
}

fused_status_t
fused::test::referenceMatmul(const fused_matmul_problem_t *problem,
                             fused_plan_slot_t *,
                             const fused_matmul_operands_t *operands) {
  const fused_matmul_problem_t &p = *problem;
  const fused_matmul_operands_t &o = *operands;
  ReferenceResult result = evaluateReference(p, o);
  double scale = p.flags & FUSED_SCALE_D ? double(*o.d_scale) : 1;
  if (p.flags & FUSED_AMAX_D)
    *o.amax = 0;
  const Row &row = table[p.epilog];
  auto write = [](const fused_buffer_t &buffer, fused_type_t type,
                  int64_t batch, int64_t i, int64_t j, double value) {
    int64_t index = batch * buffer.batch_stride + i * buffer.row_stride + j;
    writeElement(type,
                 static_cast<char *>(buffer.data) +
                     index * (int64_t)fused_type_size(type),
                 value);
  };
  for (int64_t batch = 0; batch < o.batch; ++batch)
    for (int64_t i = 0; i < o.m; ++i) {
      const double *x = &result.preactivation[(batch * o.m + i) * o.n];
      const double *d = &result.d[(batch * o.m + i) * o.n];
      for (int64_t j = 0; j < o.n; ++j) {
        double stored = scale * d[j];
        if (p.d_type == FUSED_F8E4M3FN && std::fabs(stored) > 448)
          stored = std::copysign(448, stored);
        write(o.d, p.d_type, batch, i, j, stored);
        if (p.flags & FUSED_AMAX_D)
          *o.amax = std::fmax(*o.amax, static_cast<float>(std::fabs(d[j])));
        if (row.aux == Aux::StorePreactivation)
          write(o.aux, p.aux_type, batch, i, j, x[j]);
      }
      for (int64_t byte = 0;
           row.aux == Aux::StoreMask && byte < (o.n + 127) / 128 * 16; ++byte) {
        unsigned bits = 0;
        for (int64_t j = byte * 8; j < byte * 8 + 8 && j < o.n; ++j)
          bits |= unsigned(std::isnan(x[j]) || x[j] >= 0) << (j % 8);
        write(o.aux, FUSED_I8, batch, i, byte, bits);
      }
    }
  if (row.sum == Sum::None)
    return FUSED_OK;
  int64_t length = row.sum == Sum::SumOfA ? o.m : o.n;
  for (size_t i = 0; i < result.bgrad.size(); ++i)
    write(o.bgrad, p.bgrad_type, i / length, 0, i % length, result.bgrad[i]);
  return FUSED_OK;
}
