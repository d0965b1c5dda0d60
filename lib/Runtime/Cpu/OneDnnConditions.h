//===- OneDnnConditions.h - What oneDNN may be asked for --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// oneDNN refuses some products that the ABI allows, and computes others wrong
// without a word. The conditions under which it is right are written here, once
// each, with the reason (of oneDNN 2.6, whose sources were read); Plan.cpp goes
// another way where one of them fails. fused-fuzz-abi looks for more.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_ONEDNNCONDITIONS_H
#define FUSED_LIB_RUNTIME_CPU_ONEDNNCONDITIONS_H

#include "../Core/Problem.h"

namespace fused::runtime {

/// True if oneDNN takes rows x columns elements with these strides in each of
/// `batch` batches. Ordered by their strides, each dimension has to begin
/// beyond the whole of those inside it (memory_desc_strides_check()): batches
/// neither overlap nor begin between the last row and where the next would be.
/// An operand that all batches share has one batch.
bool acceptsStrides(const Strides &strides, int64_t batch, int64_t rows,
                    int64_t columns);

/// True if oneDNN adds up the products of `type` over `k` right. The kernels
/// for bf16 multiply pairs of numbers. With an odd K the last pair has a number
/// from beyond the row of A, times zero: NaN if it is an infinity or a NaN, and
/// a read beyond the array in the last row.
bool acceptsSumLength(fused_type_t type, int64_t k);

/// True if a bias may be added to a D with these strides after a scale, as a
/// post-op, which is a broadcast: its column is computed as the offset modulo
/// the row stride (calculate_w_ncsp() of the injector), which is none if the
/// batch stride is no multiple of that; without batches, oneDNN has only its
/// reference implementation for it where D is not dense.
bool acceptsScaledBias(const Strides &d, int64_t batch, int64_t m, int64_t n);

/// True if a product may be scaled while it is added to what D holds. The scale
/// is then applied to the elements of B, in f32, as they are packed: products
/// could become infinite, or lose bits, that are finite numbers.
bool acceptsScaledSum(float scale);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_ONEDNNCONDITIONS_H
