//===- Problem.cpp - A product in canonical form --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include "Error.h"

#include <cinttypes>
#include <cstdio>

using namespace fused;
using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// What may differ in every call
//===----------------------------------------------------------------------===//

namespace {
/// One operand and how many elements it has in each dimension.
struct OperandView {
  const char *name;
  const fused_buffer_t &buffer;
  fused_type_t type;
  bool present, empty;
};

fused_status_t checkPointer(const fused_matmul_problem_t &problem,
                            const fused_matmul_operands_t &operands,
                            const OperandView &operand) {
  const fused_buffer_t &buffer = operand.buffer;
  const char *epilog = epilogTable[problem.epilog].name;
  if (!operand.present) {
    if (&buffer == &operands.c && buffer.data)
      return fail(FUSED_INVALID_ARGUMENT, problem.location,
                  "the problem has no C, but there is one");
    if (operand.type != FUSED_TYPE_NONE || buffer.data)
      return fail(FUSED_INVALID_ARGUMENT, problem.location,
                  "epilog %s takes no %s", epilog, operand.name);
    return FUSED_OK;
  }
  if (operand.empty)
    return FUSED_OK;
  if (!buffer.data)
    return fail(FUSED_INVALID_ARGUMENT, problem.location, "%s is null",
                operand.name);
  size_t size = fused_type_size(operand.type);
  if (size > 1 && reinterpret_cast<uintptr_t>(buffer.data) % size != 0)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "%s is not aligned to its elements of %zu bytes", operand.name,
                size);
  return FUSED_OK;
}

/// Checks the address of a scale or of the largest magnitude.
fused_status_t checkScalar(const fused_matmul_problem_t &problem, uint32_t flag,
                           const char *name, const float *address) {
  bool present = problem.flags & flag;
  if (present != (address != nullptr))
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                present ? "the %s is null"
                        : "the problem has no %s, but there is one",
                name);
  if (reinterpret_cast<uintptr_t>(address) % sizeof(float) != 0)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "the %s is not aligned to 4 bytes", name);
  return FUSED_OK;
}

fused_status_t checkScalars(const fused_matmul_problem_t &problem,
                            const fused_matmul_operands_t &o) {
  const struct {
    uint32_t flag;
    const char *name;
    const float *address;
  } scalars[] = {{FUSED_SCALE_A, "scale of A", o.a_scale},
                 {FUSED_SCALE_B, "scale of B", o.b_scale},
                 {FUSED_SCALE_D, "scale of D", o.d_scale},
                 {FUSED_AMAX_D, "largest magnitude of D", o.amax}};
  for (const auto &scalar : scalars)
    if (fused_status_t status =
            checkScalar(problem, scalar.flag, scalar.name, scalar.address))
      return status;
  return FUSED_OK;
}

fused_status_t checkSize(const fused_matmul_problem_t &problem,
                         const char *name, int64_t declared, int64_t actual) {
  if (actual < 0)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "%s = %" PRId64 " is negative", name, actual);
  if (declared != FUSED_DYNAMIC && declared != actual)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "expected %s = %" PRId64 ", got %" PRId64, name, declared,
                actual);
  return FUSED_OK;
}
} // namespace

fused_status_t
fused::runtime::checkCall(const fused_matmul_problem_t *problem,
                          const fused_matmul_operands_t *operands) {
  if (!problem)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the problem is null");
  if (problem->abi_version != FUSED_ABI_VERSION)
    return fail(FUSED_VERSION_MISMATCH, nullptr,
                "the program was compiled for version %u of the ABI, this "
                "runtime has version %d",
                problem->abi_version, FUSED_ABI_VERSION);
  if (!operands)
    return fail(FUSED_INVALID_ARGUMENT, problem->location,
                "the operands are null");
  if (problem->epilog < 0 || problem->epilog >= numEpilogs)
    return fail(FUSED_INVALID_ARGUMENT, problem->location,
                "there is no epilog %d", problem->epilog);

  const fused_matmul_operands_t &o = *operands;
  if (fused_status_t s = checkSize(*problem, "batch", problem->batch, o.batch))
    return s;
  if (fused_status_t s = checkSize(*problem, "M", problem->m, o.m))
    return s;
  if (fused_status_t s = checkSize(*problem, "N", problem->n, o.n))
    return s;
  if (fused_status_t s = checkSize(*problem, "K", problem->k, o.k))
    return s;

  const EpilogInfo &info = getEpilogInfo(static_cast<Epilog>(problem->epilog));
  bool hasC = problem->c_type != FUSED_TYPE_NONE;
  bool noD = o.batch == 0 || o.m == 0 || o.n == 0;
  int64_t bgradLength = info.biasGradient == BiasGradient::SumOfA ? o.m : o.n;
  bool sharedBgrad = o.bgrad.batch_stride == 0;
  const OperandView views[] = {
      {"A", o.a, problem->a_type, true, o.batch == 0 || o.m == 0 || o.k == 0},
      {"B", o.b, problem->b_type, true, o.batch == 0 || o.k == 0 || o.n == 0},
      {"C", o.c, problem->c_type, hasC, noD},
      {"D", o.d, problem->d_type, true, noD},
      {"bias", o.bias, problem->bias_type, info.hasBias, noD},
      {"aux", o.aux, problem->aux_type, info.aux != Aux::None, noD},
      {"bias gradient", o.bgrad, problem->bgrad_type, info.hasBiasGradient(),
       bgradLength == 0 || (o.batch == 0 && !sharedBgrad)},
  };
  for (const OperandView &view : views)
    if (fused_status_t status = checkPointer(*problem, o, view))
      return status;
  return checkScalars(*problem, o);
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

namespace {
/// The strides of rows x columns elements in each of `batch` batches.
Strides canonicalize(const fused_buffer_t &buffer, int64_t batch, int64_t rows,
                     int64_t columns) {
  bool empty = batch == 0 || rows == 0 || columns == 0;
  return {empty || rows == 1 ? columns : buffer.row_stride,
          empty || batch == 1 ? 0 : buffer.batch_stride};
}

uint64_t toBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

int64_t getAuxColumns(const EpilogInfo &info, int64_t n) {
  return info.hasMask() ? getMaskRowBytes(n) : n;
}
} // namespace

PlanKey fused::runtime::makeKey(const fused_matmul_problem_t &problem,
                                const fused_matmul_operands_t &o) {
  PlanKey key = {};
  key.epilog = problem.epilog;
  key.flags = problem.flags;
  key.inputType = problem.a_type;
  key.bType = problem.b_type;
  key.cType = problem.c_type;
  key.dType = problem.d_type;
  key.biasType = problem.bias_type;
  key.auxType = problem.aux_type;
  key.bgradType = problem.bgrad_type;
  key.alphaBits = toBits(problem.alpha);
  key.betaBits = toBits(problem.c_type == FUSED_TYPE_NONE ? 0 : problem.beta);
  key.batch = o.batch;
  key.m = o.m;
  key.n = o.n;
  key.k = o.k;
  bool ta = key.transposesA(), tb = key.transposesB();
  key.a = canonicalize(o.a, o.batch, ta ? o.k : o.m, ta ? o.m : o.k);
  key.b = canonicalize(o.b, o.batch, tb ? o.n : o.k, tb ? o.k : o.n);
  key.d = canonicalize(o.d, o.batch, o.m, o.n);
  const EpilogInfo &info = key.getInfo();
  if (problem.c_type != FUSED_TYPE_NONE) {
    key.c = canonicalize(o.c, o.batch, o.m, o.n);
    if (o.c.data == o.d.data && !key.isEmpty())
      key.cIsD = key.c.row == key.d.row && key.c.batch == key.d.batch ? 1 : 2;
  }
  if (info.hasBias)
    key.bias = canonicalize(o.bias, o.batch, 1, o.n);
  if (info.aux != Aux::None)
    key.aux = canonicalize(o.aux, o.batch, o.m, getAuxColumns(info, o.n));
  if (info.hasBiasGradient())
    key.bgrad =
        canonicalize(o.bgrad, o.batch, 1,
                     info.biasGradient == BiasGradient::SumOfA ? o.m : o.n);
  return key;
}

namespace {
/// Checks the strides of one operand against its shape.
class StrideChecker {
public:
  StrideChecker(const PlanKey &key, const char *location)
      : key(key), location(location) {}

  fused_status_t check(const char *name, const Strides &strides, int64_t rows,
                       int64_t columns, bool written) const {
    if (key.batch == 0 || rows == 0 || columns == 0)
      return FUSED_OK;
    if (rows > 1 && strides.row < columns)
      return fail(FUSED_INVALID_ARGUMENT, location,
                  "the row stride %" PRId64 " of %s is less than its %" PRId64
                  " columns",
                  strides.row, name, columns);
    if (strides.batch < 0)
      return fail(FUSED_INVALID_ARGUMENT, location,
                  "the batch stride %" PRId64 " of %s is negative",
                  strides.batch, name);
    int64_t rowExtent, batchExtent, extent, bytes;
    if (__builtin_mul_overflow(rows - 1, strides.row, &rowExtent) ||
        __builtin_mul_overflow(key.batch - 1, strides.batch, &batchExtent) ||
        __builtin_add_overflow(rowExtent, columns, &extent) ||
        __builtin_add_overflow(extent, batchExtent, &extent) ||
        __builtin_mul_overflow(extent, int64_t(16), &bytes))
      return fail(FUSED_INVALID_ARGUMENT, location,
                  "the number of bytes of %s overflows", name);
    // Batches stand one after the other, or rows of one batch between those of
    // the others.
    bool apart = strides.batch >= rowExtent + columns ||
                 (strides.batch >= columns &&
                  (rows == 1 || strides.row >= batchExtent + columns));
    if (written && key.batch > 1 && !apart)
      return fail(FUSED_INVALID_ARGUMENT, location, "the batches of %s overlap",
                  name);
    return FUSED_OK;
  }

private:
  const PlanKey &key;
  const char *location;
};

/// Scales are numbers of f32, which A and B have where products accumulate in
/// that, and D where it is of 8-bit floating-point numbers.
fused_status_t checkScaledTypes(const PlanKey &key, const char *location) {
  bool accumulatesInF32 =
      key.inputType != FUSED_F64 && key.inputType != FUSED_I8;
  if (key.scalesProduct() && !accumulatesInF32)
    return fail(FUSED_INVALID_ARGUMENT, location,
                "A and B of type %s have no scales",
                fused_type_string(key.inputType));
  if (key.has(FUSED_SCALE_D | FUSED_AMAX_D) && !isFloat8(key.dType))
    return fail(FUSED_INVALID_ARGUMENT, location,
                "D of type %s has neither a scale nor a largest magnitude",
                fused_type_string(key.dType));
  return FUSED_OK;
}

fused_status_t checkExtraTypes(const PlanKey &key, const char *location,
                               const ExtraTypes &expected) {
  const EpilogInfo &info = key.getInfo();
  auto check = [&](const char *name, fused_type_t type, fused_type_t wanted) {
    if (type == wanted)
      return fused_status_t(FUSED_OK);
    if (wanted == key.dType)
      return refuseType(location, name, type, "differs from the type of D");
    char reason[64];
    std::snprintf(reason, sizeof(reason), "is not of type %s",
                  fused_type_string(wanted));
    return refuseType(location, name, type, reason);
  };
  if (key.cType != FUSED_TYPE_NONE)
    if (fused_status_t status = check("C", key.cType, expected.c))
      return status;
  if (info.hasBias)
    if (fused_status_t status = check("bias", key.biasType, expected.bias))
      return status;
  if (info.hasBiasGradient())
    if (fused_status_t status =
            check("bias gradient", key.bgradType, expected.bgrad))
      return status;
  if (info.hasMask() && key.auxType != FUSED_I8)
    return refuseType(location, "aux", key.auxType, "is not a mask of i8");
  if (info.aux != Aux::None && !info.hasMask())
    return check("aux", key.auxType, expected.aux);
  return FUSED_OK;
}
} // namespace

fused_status_t fused::runtime::refuseType(const char *location,
                                          const char *name, fused_type_t type,
                                          const char *reason) {
  bool known = fused_type_size(type) != 0;
  return fail(known ? FUSED_UNSUPPORTED : FUSED_INVALID_ARGUMENT, location,
              "%s of type %s %s", name, fused_type_string(type), reason);
}

fused_status_t fused::runtime::checkKey(const PlanKey &key,
                                        const fused_matmul_problem_t &problem,
                                        TypeRule rule) {
  constexpr uint32_t knownFlags =
      FUSED_TRANSPOSE_A | FUSED_TRANSPOSE_B | FUSED_MULTIPLY_MASK |
      FUSED_ALLOW_TF32 | FUSED_ALLOW_ROUNDED_STEPS | FUSED_ALLOW_ANY_NAN_BIT |
      FUSED_SCALE_A | FUSED_SCALE_B | FUSED_SCALE_D | FUSED_AMAX_D;
  if (key.flags & ~knownFlags)
    return fail(FUSED_INVALID_ARGUMENT, problem.location, "unknown flags 0x%x",
                key.flags & ~knownFlags);
  const EpilogInfo &info = key.getInfo();
  if (key.multipliesMask() && info.activation != Activation::ReluGradient)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "epilog %s has no mask to multiply by", info.name);
  ExtraTypes types = {key.dType, key.dType, key.dType, key.dType};
  if (fused_status_t status = rule(key, problem.location, types))
    return status;
  if (fused_status_t status = checkExtraTypes(key, problem.location, types))
    return status;
  if (fused_status_t status = checkScaledTypes(key, problem.location))
    return status;
  StrideChecker checker(key, problem.location);
  bool ta = key.transposesA(), tb = key.transposesB();
  int64_t m = key.m, n = key.n, k = key.k;
  if (fused_status_t s =
          checker.check("A", key.a, ta ? k : m, ta ? m : k, false))
    return s;
  if (fused_status_t s =
          checker.check("B", key.b, tb ? n : k, tb ? k : n, false))
    return s;
  if (fused_status_t s = checker.check("D", key.d, m, n, true))
    return s;
  if (key.cType != FUSED_TYPE_NONE)
    if (fused_status_t s = checker.check("C", key.c, m, n, false))
      return s;
  if (key.cIsD == 2)
    return fail(FUSED_INVALID_ARGUMENT, problem.location,
                "C and D start at the same address and have different strides");
  if (info.hasBias)
    if (fused_status_t s = checker.check("bias", key.bias, 1, n, false))
      return s;
  if (info.aux != Aux::None)
    if (fused_status_t s = checker.check(
            "aux", key.aux, m, getAuxColumns(info, n), info.storesAux()))
      return s;
  if (!info.hasBiasGradient() || key.bgrad.batch == 0)
    return FUSED_OK; // shared: the sum over all batches
  return checker.check("bias gradient", key.bgrad, 1,
                       info.biasGradient == BiasGradient::SumOfA ? m : n, true);
}
