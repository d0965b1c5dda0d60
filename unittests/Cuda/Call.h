//===- Call.h - A call whose plan is looked at ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_CALL_H
#define FUSED_UNITTESTS_CUDA_CALL_H

#include "Cuda/Product/Translate.h"

namespace fused::test {

/// A dense product of f32 with everything aligned; tests change it.
struct Call {
  fused_matmul_problem_t problem = {};
  fused_matmul_operands_t operands = {};

  explicit Call(Epilog epilog, uint32_t flags = 0, int64_t batch = 1,
                fused_type_t type = FUSED_F32) {
    const EpilogInfo &info = getEpilogInfo(epilog);
    problem.abi_version = FUSED_ABI_VERSION;
    problem.epilog = static_cast<fused_epilog_t>(epilog);
    problem.flags = flags;
    problem.a_type = problem.b_type = problem.d_type = type;
    problem.alpha = 1;
    bool ta = flags & FUSED_TRANSPOSE_A, tb = flags & FUSED_TRANSPOSE_B;
    fused_matmul_operands_t &o = operands;
    problem.batch = o.batch = batch;
    problem.m = o.m = 64;
    problem.n = o.n = 256;
    problem.k = o.k = 32;
    o.a = {getAddress(0), ta ? 64 : 32, 64 * 32};
    o.b = {getAddress(0), tb ? 32 : 256, 256 * 32};
    o.d = {getAddress(0), 256, 64 * 256};
    if (info.hasBias) {
      problem.bias_type = type;
      o.bias = {getAddress(0), 0, 0};
    }
    if (info.aux != Aux::None) {
      problem.aux_type = info.hasMask() ? fused_type_t(FUSED_I8) : type;
      int64_t row = info.hasMask() ? 32 : 256;
      o.aux = {getAddress(0), row, 64 * row};
    }
    if (info.hasBiasGradient()) {
      problem.bgrad_type = type;
      o.bgrad = {getAddress(0), 0, 0};
    }
  }

  /// Never accessed.
  static void *getAddress(uintptr_t offset) {
    return reinterpret_cast<void *>((uintptr_t(1) << 40) + offset);
  }
  runtime::PlanKey getKey() const {
    runtime::PlanKey key = runtime::makeKey(problem, operands);
    key.alignments = runtime::getAlignments(operands);
    return key;
  }
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_CALL_H
