//===- RuntimeLayouts.h - Structures of the C ABI ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields of each structure, checked against the header.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_RUNTIMELAYOUTS_H
#define FUSED_LIB_CONVERSION_RUNTIME_RUNTIMELAYOUTS_H

#include "fused-runtime/fused_runtime.h"

#include <cstddef>
#include <iterator>

namespace fused::layout {

/// The kinds of fields; nested structures are written out.
enum class Field { I32, I64, F64, Pointer };

inline constexpr Field matmulProblem[] = {
    Field::I32, Field::I32, Field::I32, Field::I32, Field::I32,    Field::I32,
    Field::I32, Field::I32, Field::I32, Field::I32, Field::F64,    Field::F64,
    Field::I64, Field::I64, Field::I64, Field::I64, Field::Pointer};
inline constexpr Field buffer[] = {Field::Pointer, Field::I64, Field::I64};
inline constexpr Field planSlot[] = {Field::Pointer};
inline constexpr Field tensorType[] = {Field::I32, Field::I32, Field::Pointer};
inline constexpr Field function[] = {
    Field::Pointer, Field::I32,     Field::I32,    Field::Pointer,
    Field::Pointer, Field::Pointer, Field::I32,    Field::I32,
    Field::I64,     Field::Pointer, Field::Pointer};
inline constexpr Field resource[] = {Field::I32, Field::I32, Field::Pointer};
inline constexpr Field moduleFields[] = {Field::I32, Field::I32, Field::Pointer,
                                         Field::Pointer, Field::I64};

/// Where field `index` lies in a structure of the C ABI; the size for the index
/// past the end.
template <size_t N>
constexpr size_t offsetOf(const Field (&fields)[N], size_t index) {
  size_t offset = 0;
  for (size_t i = 0; i < N; ++i) {
    size_t size = fields[i] == Field::I32 ? 4 : 8;
    offset = (offset + size - 1) / size * size;
    if (i == index)
      return offset;
    offset += size;
  }
  return (offset + 7) / 8 * 8;
}

#define FUSED_CHECK(fields, index, type, member)                               \
  static_assert(offsetOf(fields, index) == offsetof(type, member))
#define FUSED_CHECK_SIZE(fields, type)                                         \
  static_assert(offsetOf(fields, std::size(fields)) == sizeof(type))

FUSED_CHECK(matmulProblem, 0, fused_matmul_problem_t, abi_version);
FUSED_CHECK(matmulProblem, 1, fused_matmul_problem_t, epilog);
FUSED_CHECK(matmulProblem, 2, fused_matmul_problem_t, flags);
FUSED_CHECK(matmulProblem, 3, fused_matmul_problem_t, a_type);
FUSED_CHECK(matmulProblem, 4, fused_matmul_problem_t, b_type);
FUSED_CHECK(matmulProblem, 5, fused_matmul_problem_t, c_type);
FUSED_CHECK(matmulProblem, 6, fused_matmul_problem_t, d_type);
FUSED_CHECK(matmulProblem, 7, fused_matmul_problem_t, bias_type);
FUSED_CHECK(matmulProblem, 8, fused_matmul_problem_t, aux_type);
FUSED_CHECK(matmulProblem, 9, fused_matmul_problem_t, bgrad_type);
FUSED_CHECK(matmulProblem, 10, fused_matmul_problem_t, alpha);
FUSED_CHECK(matmulProblem, 11, fused_matmul_problem_t, beta);
FUSED_CHECK(matmulProblem, 12, fused_matmul_problem_t, batch);
FUSED_CHECK(matmulProblem, 13, fused_matmul_problem_t, m);
FUSED_CHECK(matmulProblem, 14, fused_matmul_problem_t, n);
FUSED_CHECK(matmulProblem, 15, fused_matmul_problem_t, k);
FUSED_CHECK(matmulProblem, 16, fused_matmul_problem_t, location);
FUSED_CHECK_SIZE(matmulProblem, fused_matmul_problem_t);

FUSED_CHECK(buffer, 0, fused_buffer_t, data);
FUSED_CHECK(buffer, 1, fused_buffer_t, row_stride);
FUSED_CHECK(buffer, 2, fused_buffer_t, batch_stride);
FUSED_CHECK_SIZE(buffer, fused_buffer_t);

// Four sizes, seven buffers, four scalars and the stream.
static_assert(offsetof(fused_matmul_operands_t, batch) == 0);
static_assert(offsetof(fused_matmul_operands_t, m) == 8);
static_assert(offsetof(fused_matmul_operands_t, n) == 16);
static_assert(offsetof(fused_matmul_operands_t, k) == 24);
static_assert(offsetof(fused_matmul_operands_t, a) == 32);
static_assert(offsetof(fused_matmul_operands_t, b) == 56);
static_assert(offsetof(fused_matmul_operands_t, c) == 80);
static_assert(offsetof(fused_matmul_operands_t, d) == 104);
static_assert(offsetof(fused_matmul_operands_t, bias) == 128);
static_assert(offsetof(fused_matmul_operands_t, aux) == 152);
static_assert(offsetof(fused_matmul_operands_t, bgrad) == 176);
static_assert(offsetof(fused_matmul_operands_t, a_scale) == 200);
static_assert(offsetof(fused_matmul_operands_t, b_scale) == 208);
static_assert(offsetof(fused_matmul_operands_t, d_scale) == 216);
static_assert(offsetof(fused_matmul_operands_t, amax) == 224);
static_assert(offsetof(fused_matmul_operands_t, stream) == 232);
static_assert(sizeof(fused_matmul_operands_t) == 240);

FUSED_CHECK(planSlot, 0, fused_plan_slot_t, plan);
FUSED_CHECK_SIZE(planSlot, fused_plan_slot_t);

FUSED_CHECK(tensorType, 0, fused_tensor_type_t, type);
FUSED_CHECK(tensorType, 1, fused_tensor_type_t, rank);
FUSED_CHECK(tensorType, 2, fused_tensor_type_t, sizes);
FUSED_CHECK_SIZE(tensorType, fused_tensor_type_t);

FUSED_CHECK(function, 0, fused_function_t, name);
FUSED_CHECK(function, 1, fused_function_t, num_inputs);
FUSED_CHECK(function, 2, fused_function_t, num_outputs);
FUSED_CHECK(function, 3, fused_function_t, inputs);
FUSED_CHECK(function, 4, fused_function_t, outputs);
FUSED_CHECK(function, 5, fused_function_t, invoke);
FUSED_CHECK(function, 6, fused_function_t, target);
FUSED_CHECK(function, 7, fused_function_t, reserved);
FUSED_CHECK(function, 8, fused_function_t, arena_size);
FUSED_CHECK(function, 9, fused_function_t, donations);
FUSED_CHECK(function, 10, fused_function_t, numbers);
FUSED_CHECK_SIZE(function, fused_function_t);

FUSED_CHECK(resource, 0, fused_resource_t, kind);
FUSED_CHECK(resource, 1, fused_resource_t, reserved);
FUSED_CHECK(resource, 2, fused_resource_t, object);
FUSED_CHECK_SIZE(resource, fused_resource_t);

FUSED_CHECK(moduleFields, 0, fused_module_t, abi_version);
FUSED_CHECK(moduleFields, 1, fused_module_t, num_functions);
FUSED_CHECK(moduleFields, 2, fused_module_t, functions);
FUSED_CHECK(moduleFields, 3, fused_module_t, resources);
FUSED_CHECK(moduleFields, 4, fused_module_t, num_resources);
FUSED_CHECK_SIZE(moduleFields, fused_module_t);

#undef FUSED_CHECK
#undef FUSED_CHECK_SIZE

} // namespace fused::layout

#endif // FUSED_LIB_CONVERSION_RUNTIME_RUNTIMELAYOUTS_H
