//===- Inputs.h - The inputs of a run ---------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes the inputs of a program. It reads them from .npy files, or
// generates random numbers, which are the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_INPUTS_H
#define FUSED_RUN_INPUTS_H

#include "HostTensor.h"
#include "Options.h"
#include "Random.h"
#include "llvm/Support/Error.h"

namespace fused::run {

/// Returns the inputs of `function`. Reads those that `options` names from .npy
/// files, and makes the others at random with `seed`. Takes unknown sizes from
/// the files, else from `--shape`, else from `--dynamic-size`.
llvm::Expected<std::vector<HostTensor>>
makeInputs(const fused_function_t &function, const Options &options,
           uint64_t seed);

/// Sets of special values of a floating-point type.
enum class SpecialValues {
  All,          ///< One of NaN and the infinities, both zeros, the smallest
                ///< denormals, and the largest number with a random sign.
  NonFinite,    ///< NaN, both infinities and both zeros.
  OneNonFinite, ///< One of NaN and the infinities, and both zeros.
  Small,        ///< Both zeros and the smallest denormals.
};

/// Overwrites some elements of `tensor`, at random places, with special values
/// of its type. Changes no integers. Returns false for integers and for an
/// empty tensor.
bool plantSpecialValues(HostTensor &tensor, SpecialValues kind, Random random);

/// Replaces the largest numbers of `tensor` by infinities in `promoted`, which
/// is the same tensor in f64. Returns false if there are none or if the type is
/// f64.
bool replaceLargest(const HostTensor &tensor, HostTensor &promoted);

/// Overwrites about a quarter of the rows of `tensor` with zeros of either
/// sign, so that some sums are exactly zero. If the tensor has fewer than two
/// dimensions, overwrites elements instead of rows. Returns false if there are
/// no elements to overwrite.
bool plantZeros(HostTensor &tensor, Random random);

/// Loads an .npy file as a tensor of `type`.
llvm::Expected<HostTensor> loadTensor(llvm::StringRef path, fused_type_t type);

/// Writes `tensor` as an .npy file.
llvm::Error saveTensor(llvm::StringRef path, const HostTensor &tensor);

} // namespace fused::run

#endif // FUSED_RUN_INPUTS_H
