//===- Inputs.h - The inputs of a run ---------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the tensors that a program is called with come from: .npy files, or a
// generator whose numbers are the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_INPUTS_H
#define FUSED_RUN_INPUTS_H

#include "HostTensor.h"
#include "Options.h"
#include "Random.h"
#include "llvm/Support/Error.h"

namespace fused::run {

/// The inputs of `function`: those that `options` names, from .npy files, the
/// others random with `seed`. Unknown sizes come from the files, from `--shape`
/// and from `--dynamic-size`, in this order.
llvm::Expected<std::vector<HostTensor>>
makeInputs(const fused_function_t &function, const Options &options,
           uint64_t seed);

/// Special values of a floating-point type.
enum class SpecialValues {
  All,          ///< One of NaN and the infinities, both zeros, the smallest
                ///< denormals and the largest number with a random sign.
  NonFinite,    ///< NaN, both infinities and both zeros.
  OneNonFinite, ///< One of NaN and the infinities, and both zeros.
  Small,        ///< Both zeros and the smallest denormals.
};

/// Overwrites some elements of `tensor`, at random places, with the special
/// values of its type. Integers are left alone; returns false for them and for
/// an empty tensor.
bool plantSpecialValues(HostTensor &tensor, SpecialValues kind, Random random);

/// Makes infinities of the largest numbers of `tensor` in `promoted`, the same
/// in f64. Returns false if there are none, or if its type is f64.
bool replaceLargest(const HostTensor &tensor, HostTensor &promoted);

/// Overwrites about a quarter of the rows of `tensor`, or of the elements if it
/// has less than two dimensions, with zeros of either sign, so that sums that
/// are exactly zero occur. Returns false where there is nothing to overwrite.
bool plantZeros(HostTensor &tensor, Random random);

/// Loads an .npy file as a tensor of `type`.
llvm::Expected<HostTensor> loadTensor(llvm::StringRef path, fused_type_t type);

/// Writes `tensor` as an .npy file.
llvm::Error saveTensor(llvm::StringRef path, const HostTensor &tensor);

} // namespace fused::run

#endif // FUSED_RUN_INPUTS_H
