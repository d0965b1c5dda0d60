//===- Operations.h - Products, sums and reshapes ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_OPERATIONS_H
#define FUSED_FUZZ_OPERATIONS_H

#include "Dice.h"
#include "Function.h"

#include <optional>

namespace fused::fuzz {

/// Writes a product of `a` and `b`, summed over `summed`, in one of the ways in
/// which programs write it. Dimensions that both operands and the result have
/// are batch dimensions. Starts from `init`, or from zero.
Tensor writeProduct(Function &function, Dice &dice, const Tensor &a,
                    const Tensor &b, llvm::ArrayRef<Dim> result,
                    llvm::ArrayRef<Dim> summed, Element element,
                    std::optional<Tensor> init = std::nullopt);

/// Writes the sum of `tensor` over all dimensions that are not in `kept`, or a
/// near miss. Accumulates in the type `accumulator`.
Tensor writeSum(Function &function, Dice &dice, const Tensor &tensor,
                llvm::ArrayRef<Dim> kept, Element accumulator);

/// Collapses all dimensions but the last. The tensor must be static.
Tensor collapseRows(Function &function, const Tensor &tensor, Dim rows);
/// Expands the dimension `rows` to the dimensions `leading`.
Tensor expandRows(Function &function, const Tensor &tensor,
                  llvm::ArrayRef<Dim> leading);
/// Expands a vector of n elements to a matrix of 1 x n.
Tensor addUnitDim(Function &function, const Tensor &tensor, Dim unit);
Tensor writeTranspose(Function &function, const Tensor &tensor,
                      llvm::ArrayRef<int> permutation);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_OPERATIONS_H
