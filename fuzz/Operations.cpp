//===- Operations.cpp - Products, sums and reshapes -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Accesses `tensor` along the loops of its dimensions.
static Access readAlong(const Tensor &tensor, ArrayRef<Dim> loops) {
  Access access{tensor, {}, {}};
  for (Dim dim : tensor.dims)
    access.loops.push_back(int(find(loops, dim) - loops.begin()));
  return access;
}

/// Formats the body `%o + %x0 * %x1`, which widens its operands first.
static std::string makeProductBody(Dice &dice, ArrayRef<Tensor> operands,
                                   Element element) {
  std::string text;
  SmallVector<std::string> names;
  for (auto [i, operand] : enumerate(operands)) {
    names.push_back("%x" + std::to_string(i));
    if (operand.element == element)
      continue;
    std::string wide = "%w" + std::to_string(i);
    text += "    " + wide +
            (isFloat(element) ? " = arith.extf " : " = arith.extsi ") +
            names.back() + " : " + getName(operand.element) + " to " +
            getName(element) + "\n";
    names.back() = wide;
  }
  if (dice.chance(50))
    std::swap(names[0], names[1]);
  std::string type = std::string(" : ") + getName(element) + "\n";
  if (!isFloat(element))
    return text + "    %m = arith.muli " + names[0] + ", " + names[1] + type +
           "    %r = arith.addi %o, %m" + type;
  if (dice.chance(10))
    return text + "    %r = math.fma " + names[0] + ", " + names[1] + ", %o" +
           type;
  std::string sum = dice.chance(50) ? "%o, %m" : "%m, %o";
  return text + "    %m = arith.mulf " + names[0] + ", " + names[1] + type +
         "    %r = arith.addf " + sum + type;
}

static Tensor writeNamedProduct(Function &function, const std::string &name,
                                ArrayRef<Tensor> operands, const Tensor &init) {
  return function.define(init.dims, init.element,
                         name + " ins(" + function.getTyped(operands) +
                             ") outs(" + function.getTyped(init) + ") -> " +
                             function.getType(init));
}

Tensor fused::fuzz::writeProduct(Function &function, Dice &dice,
                                 const Tensor &a, const Tensor &b,
                                 ArrayRef<Dim> result, ArrayRef<Dim> summed,
                                 Element element, std::optional<Tensor> init) {
  Tensor start = init ? *init : function.makeFilled(result, 0, element);
  SmallVector<Tensor, 2> operands = {a, b};
  unsigned form = dice.below(4);
  bool isPlain = result.size() == 2 && summed.size() == 1;
  // If the operand is stored transposed, it may have its own transpose
  // operation.
  if (isPlain && dice.chance(40)) {
    if (operands[0].dims[0] == summed[0])
      operands[0] = writeTranspose(function, operands[0], {1, 0});
    if (operands[1].dims[1] == summed[0])
      operands[1] = writeTranspose(function, operands[1], {1, 0});
  }
  Dims loops(result.begin(), result.end());
  loops.append(summed.begin(), summed.end());
  std::string kinds =
      std::string(result.size(), 'p') + std::string(summed.size(), 'r');
  SmallVector<unsigned> order = to_vector(seq<unsigned>(0, kinds.size()));
  SmallVector<Access, 3> accesses = {readAlong(operands[0], loops),
                                     readAlong(operands[1], loops)};
  Access output = readAlong(start, loops);
  if (form == 0) {
    if (dice.chance(20))
      std::swap(order.front(), order.back());
    std::string body = makeProductBody(dice, operands, element);
    return function.makeGeneric(accesses, output, kinds, order, body, "%r");
  }
  bool isBatched = result.size() == 3 && summed.size() == 1 &&
                   a.dims.size() == 3 && b.dims.size() == 3 &&
                   a.dims.back() == summed[0] && b.dims[1] == summed[0];
  if (isBatched && form != 1)
    return writeNamedProduct(function, "linalg.batch_matmul", operands, start);
  accesses.push_back(output);
  std::string maps = function.getMaps(accesses, kinds.size(), order);
  bool isPlainForm = isPlain && operands[0].dims[0] == result[0] &&
                     operands[1].dims[0] == summed[0];
  if (isPlainForm && form == 2)
    return writeNamedProduct(function, "linalg.matmul", operands, start);
  if (isPlain && form != 1 && operands[0].dims.size() == 2 &&
      is_contained(operands[0].dims, result[0]))
    return writeNamedProduct(function, "linalg.matmul " + maps, operands,
                             start);
  return writeNamedProduct(function, "linalg.contract " + maps, operands,
                           start);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

/// The operation that combines the elements of a sum.
struct SumBody {
  bool isMaximum, squares;
};

} // namespace

static std::string makeSumBody(Dice &dice, Element from, Element to,
                               SumBody kind) {
  std::string text, type = std::string(" : ") + getName(to) + "\n";
  std::string operand = "%x0";
  if (from != to) {
    text += std::string("    %w = arith.extf %x0 : ") + getName(from) + " to " +
            getName(to) + "\n";
    operand = "%w";
  }
  if (kind.squares) {
    text += "    %q = arith.mulf " + operand + ", " + operand + type;
    operand = "%q";
  }
  std::string operands = dice.chance(50) ? operand + ", %o" : "%o, " + operand;
  return text +
         "    %r = " + (kind.isMaximum ? "arith.maximumf " : "arith.addf ") +
         operands + type;
}

/// Writes linalg.reduce over all dimensions that are not in `kept`.
static Tensor writeReduce(Function &function, const Tensor &tensor,
                          ArrayRef<Dim> kept, const Tensor &init) {
  std::vector<std::string> dropped;
  for (auto [i, dim] : enumerate(tensor.dims))
    if (!is_contained(kept, dim))
      dropped.push_back(std::to_string(i));
  return function.define(kept, init.element,
                         "linalg.reduce { arith.addf } ins(" +
                             function.getTyped(tensor) + ") outs(" +
                             function.getTyped(init) + ") dimensions = [" +
                             join(dropped, ", ") + "]");
}

Tensor fused::fuzz::writeSum(Function &function, Dice &dice,
                             const Tensor &tensor, ArrayRef<Dim> kept,
                             Element accumulator) {
  SumBody kind;
  kind.isMaximum = dice.misses(NearMiss::SumMaximum);
  kind.squares = dice.misses(NearMiss::SumSquares);
  bool startsElsewhere = dice.misses(NearMiss::SumInit);
  // Some front ends keep the summed dimensions with size 1.
  bool keepsDims = tensor.dims.size() == 2 && kept.size() == 1 &&
                   tensor.dims.back() == kept[0] && dice.chance(25);
  Dims result(kept.begin(), kept.end());
  if (keepsDims)
    result.insert(result.begin(), function.makeDim(1, /*isDynamic=*/false));
  Tensor init = startsElsewhere ? function.addArgument(result, accumulator)
                                : function.makeFilled(result, 0, accumulator);
  bool isPlain = tensor.element == accumulator && !keepsDims &&
                 !kind.isMaximum && !kind.squares;
  if (isPlain && dice.chance(50))
    return writeReduce(function, tensor, kept, init);
  std::string kinds;
  for (Dim dim : tensor.dims)
    kinds += is_contained(kept, dim) ? 'p' : 'r';
  SmallVector<unsigned> order = to_vector(seq<unsigned>(0, kinds.size()));
  if (dice.chance(30))
    std::swap(order.front(), order.back());
  Access output{init, {}, {}};
  for (Dim dim : result)
    output.loops.push_back(
        is_contained(tensor.dims, dim)
            ? int(find(tensor.dims, dim) - tensor.dims.begin())
            : -1);
  Access input{tensor, getIdentity(tensor.dims.size()), {}};
  std::string body = makeSumBody(dice, tensor.element, accumulator, kind);
  Tensor sum = function.makeGeneric(input, output, kinds, order, body, "%r");
  if (!keepsDims || dice.chance(30))
    return sum;
  return function.define(kept, accumulator,
                         "tensor.collapse_shape " + sum.name +
                             " [[0, 1]] : " + function.getType(sum) + " into " +
                             function.getType(kept, accumulator));
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Formats "[[0, 1], [2]]" for three dimensions.
static std::string groupRows(size_t rank) {
  std::vector<std::string> leading;
  for (size_t i = 0; i + 1 < rank; ++i)
    leading.push_back(std::to_string(i));
  return "[[" + join(leading, ", ") + "], [" + std::to_string(rank - 1) + "]]";
}

Tensor fused::fuzz::collapseRows(Function &function, const Tensor &tensor,
                                 Dim rows) {
  Dims dims = {rows, tensor.dims.back()};
  return function.define(dims, tensor.element,
                         "tensor.collapse_shape " + tensor.name + " " +
                             groupRows(tensor.dims.size()) + " : " +
                             function.getType(tensor) + " into " +
                             function.getType(dims, tensor.element));
}

/// Formats "[3, %n]", the sizes of an expanded tensor.
static std::string formatShape(Function &function, ArrayRef<Dim> dims) {
  std::vector<std::string> sizes;
  for (Dim dim : dims)
    sizes.push_back(function.isDynamic(dim)
                        ? function.makeSize(dim)
                        : std::to_string(function.getSize(dim)));
  return "[" + join(sizes, ", ") + "]";
}

Tensor fused::fuzz::expandRows(Function &function, const Tensor &tensor,
                               ArrayRef<Dim> leading) {
  Dims dims(leading.begin(), leading.end());
  dims.push_back(tensor.dims.back());
  return function.define(dims, tensor.element,
                         "tensor.expand_shape " + tensor.name + " " +
                             groupRows(dims.size()) + " output_shape " +
                             formatShape(function, dims) + " : " +
                             function.getType(tensor) + " into " +
                             function.getType(dims, tensor.element));
}

Tensor fused::fuzz::addUnitDim(Function &function, const Tensor &tensor,
                               Dim unit) {
  Dims dims = {unit, tensor.dims[0]};
  return function.define(
      dims, tensor.element,
      "tensor.expand_shape " + tensor.name + " [[0, 1]] output_shape " +
          formatShape(function, dims) + " : " + function.getType(tensor) +
          " into " + function.getType(dims, tensor.element));
}

Tensor fused::fuzz::writeTranspose(Function &function, const Tensor &tensor,
                                   ArrayRef<int> permutation) {
  Dims dims;
  std::vector<std::string> positions;
  for (int dim : permutation) {
    dims.push_back(tensor.dims[dim]);
    positions.push_back(std::to_string(dim));
  }
  Tensor empty = function.makeEmpty(dims, tensor.element);
  return function.define(dims, tensor.element,
                         "linalg.transpose ins(" + function.getTyped(tensor) +
                             ") outs(" + function.getTyped(empty) +
                             ") permutation = [" + join(positions, ", ") + "]");
}
