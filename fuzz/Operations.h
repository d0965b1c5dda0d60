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

/// A product of `a` and `b`, summed over `summed`, in one of the ways in which
/// programs write it. Dimensions that both have and the result has, too, are
/// those of the batch. Starts from `init`, or from zero.
Tensor writeProduct(Function &function, Dice &dice, const Tensor &a,
                    const Tensor &b, llvm::ArrayRef<Dim> result,
                    llvm::ArrayRef<Dim> summed, Element element,
                    std::optional<Tensor> init = std::nullopt);

/// The sum of `tensor` over all dimensions that `kept` lacks, accumulated in
/// `accumulator`, or a near miss of it.
Tensor writeSum(Function &function, Dice &dice, const Tensor &tensor,
                llvm::ArrayRef<Dim> kept, Element accumulator);

/// All dimensions of a static tensor but the last as one.
Tensor collapseRows(Function &function, const Tensor &tensor, Dim rows);
/// The opposite: `rows` of the tensor as `leading`.
Tensor expandRows(Function &function, const Tensor &tensor,
                  llvm::ArrayRef<Dim> leading);
/// A vector of n elements as a matrix of 1 x n.
Tensor addUnitDim(Function &function, const Tensor &tensor, Dim unit);
Tensor writeTranspose(Function &function, const Tensor &matrix);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_OPERATIONS_H
