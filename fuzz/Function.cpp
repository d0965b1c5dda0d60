//===- Function.cpp - The text of one function ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

const char *fused::fuzz::getName(Element element) {
  switch (element) {
  case Element::F8E4M3:
    return "f8E4M3FN";
  case Element::F8E5M2:
    return "f8E5M2";
  case Element::F16:
    return "f16";
  case Element::BF16:
    return "bf16";
  case Element::F32:
    return "f32";
  case Element::F64:
    return "f64";
  case Element::I1:
    return "i1";
  case Element::I8:
    return "i8";
  case Element::I16:
    return "i16";
  case Element::I32:
    return "i32";
  case Element::I64:
    return "i64";
  case Element::Index:
    return "index";
  }
  return "";
}

bool fused::fuzz::isFloat(Element element) { return element <= Element::F64; }

unsigned fused::fuzz::getWidth(Element element) {
  switch (element) {
  case Element::I1:
    return 1;
  case Element::F8E4M3:
  case Element::F8E5M2:
  case Element::I8:
    return 8;
  case Element::F16:
  case Element::BF16:
  case Element::I16:
    return 16;
  case Element::F32:
  case Element::I32:
    return 32;
  case Element::F64:
  case Element::I64:
  case Element::Index:
    return 64;
  }
  return 0;
}

bool fused::fuzz::isSmall(Element element) {
  return element == Element::F16 || element == Element::BF16;
}

std::string fused::fuzz::formatConstant(double value, Element element) {
  if (element == Element::I1)
    return value != 0 ? "true" : "false";
  if (!isFloat(element))
    return std::to_string(int64_t(value));
  char text[64];
  if (std::isinf(value)) {
    const char *bits = element == Element::F16    ? "7C00"
                       : element == Element::BF16 ? "7F80"
                       : element == Element::F32  ? "7F800000"
                                                  : "7FF0000000000000";
    std::string digits = bits;
    if (value < 0)
      digits[0] = 'F';
    return "0x" + digits;
  }
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, value);
    if (std::strtod(text, nullptr) == value)
      break;
  }
  return text;
}

std::string fused::fuzz::formatConstantOperation(double value,
                                                 Element element) {
  std::string text = "arith.constant " + formatConstant(value, element);
  return element == Element::I1 ? text : text + " : " + getName(element);
}

SmallVector<int, 4> fused::fuzz::getIdentity(size_t count) {
  return to_vector<4>(seq<int>(0, int(count)));
}

//===----------------------------------------------------------------------===//
// Dimensions and types
//===----------------------------------------------------------------------===//

Dim Function::makeDim(int64_t size, bool isDynamic) {
  sizes.push_back({size, isDynamic, ""});
  return {unsigned(sizes.size() - 1)};
}

Dim Function::makeDerivedDim(int64_t size, const std::string &name) {
  sizes.push_back({size, /*isDynamic=*/true, name});
  return {unsigned(sizes.size() - 1)};
}

bool Function::isStatic(ArrayRef<Dim> dims) const {
  return none_of(dims, [&](Dim dim) { return isDynamic(dim); });
}

int64_t Function::countElements(ArrayRef<Dim> dims) const {
  int64_t count = 1;
  for (Dim dim : dims)
    count *= getSize(dim);
  return count;
}

std::string Function::getType(ArrayRef<Dim> dims, Element element) const {
  std::string text = "tensor<";
  for (Dim dim : dims)
    text += (isDynamic(dim) ? "?" : std::to_string(getSize(dim))) + "x";
  return text + getName(element) + ">";
}

std::string Function::getTyped(ArrayRef<Tensor> tensors) const {
  auto getNameOf = [](const Tensor &tensor) { return tensor.name; };
  auto getTypeOf = [&](const Tensor &tensor) { return getType(tensor); };
  return join(map_range(tensors, getNameOf), ", ") + " : " +
         join(map_range(tensors, getTypeOf), ", ");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Tensor Function::addArgument(ArrayRef<Dim> dims, Element element) {
  Tensor tensor{"%arg" + std::to_string(arguments.size()),
                Dims(dims.begin(), dims.end()), element};
  arguments.push_back(tensor);
  for (auto [position, dim] : enumerate(dims)) {
    if (!isDynamic(dim) || !sizes[dim.id].name.empty())
      continue;
    std::string index = makeName();
    sizes[dim.id].name = makeName();
    prologue += ("  " + index + " = arith.constant " + Twine(position) +
                 " : index\n" + "  " + sizes[dim.id].name + " = tensor.dim " +
                 tensor.name + ", " + index + " : " + getType(tensor) + "\n")
                    .str();
  }
  return tensor;
}

Tensor Function::define(ArrayRef<Dim> dims, Element element,
                        const std::string &right) {
  Tensor tensor{makeName(), Dims(dims.begin(), dims.end()), element};
  write(tensor.name + " = " + right);
  return tensor;
}

std::string Function::makeConstant(double value, Element element) {
  std::string constant = makeName();
  write(constant + " = " + formatConstantOperation(value, element));
  return constant;
}

std::string Function::makeSize(Dim dim) {
  if (isDynamic(dim))
    return sizes[dim.id].name;
  std::string size = makeName();
  write(size + " = arith.constant " + std::to_string(getSize(dim)) +
        " : index");
  return size;
}

Tensor Function::makeEmpty(ArrayRef<Dim> dims, Element element) {
  std::vector<std::string> dynamicSizes;
  for (Dim dim : dims)
    if (isDynamic(dim))
      dynamicSizes.push_back(makeSize(dim));
  return define(dims, element,
                "tensor.empty(" + join(dynamicSizes, ", ") +
                    ") : " + getType(dims, element));
}

Tensor Function::makeFilled(ArrayRef<Dim> dims, double value, Element element) {
  Tensor scalar{makeConstant(value, element), {}, element};
  Tensor empty = makeEmpty(dims, element);
  return define(dims, element,
                "linalg.fill ins(" + scalar.name + " : " + getName(element) +
                    ") outs(" + getTyped(empty) + ") -> " + getType(empty));
}

//===----------------------------------------------------------------------===//
// Generic operations
//===----------------------------------------------------------------------===//

std::string Function::getMaps(ArrayRef<Access> accesses, unsigned numLoops,
                              ArrayRef<unsigned> order) const {
  // Names loop `l` d<place of l>.
  SmallVector<unsigned> places(numLoops);
  for (auto [place, loop] : enumerate(order))
    places[loop] = unsigned(place);
  std::vector<std::string> loops;
  for (unsigned i = 0; i < numLoops; ++i)
    loops.push_back("d" + std::to_string(i));
  std::vector<std::string> maps;
  for (const Access &access : accesses) {
    std::vector<std::string> indices;
    for (auto [i, loop] : enumerate(access.loops)) {
      std::string index =
          loop < 0 ? "0" : "d" + std::to_string(places[unsigned(loop)]);
      if (i < access.offsets.size() && access.offsets[i] != 0)
        index += " + " + std::to_string(access.offsets[i]);
      indices.push_back(index);
    }
    maps.push_back("affine_map<(" + join(loops, ", ") + ") -> (" +
                   join(indices, ", ") + ")>");
  }
  return "indexing_maps = [" + join(maps, ", ") + "]";
}

Tensor Function::makeGeneric(ArrayRef<Access> inputs, const Access &init,
                             StringRef kinds, ArrayRef<unsigned> order,
                             StringRef bodyText, const std::string &yielded) {
  SmallVector<Access> accesses(inputs.begin(), inputs.end());
  accesses.push_back(init);
  std::vector<std::string> iterators, blockArguments;
  for (unsigned loop : order)
    iterators.push_back(kinds[loop] == 'p' ? "\"parallel\"" : "\"reduction\"");
  std::vector<Tensor> tensors;
  for (auto [i, input] : enumerate(inputs)) {
    tensors.push_back(input.tensor);
    blockArguments.push_back("%x" + std::to_string(i) + ": " +
                             getName(input.tensor.element));
  }
  blockArguments.push_back(std::string("%o: ") + getName(init.tensor.element));
  std::string operands =
      tensors.empty() ? "" : " ins(" + getTyped(tensors) + ")";
  Tensor result = define(
      init.tensor.dims, init.tensor.element,
      "linalg.generic {" + getMaps(accesses, unsigned(kinds.size()), order) +
          ", iterator_types = [" + join(iterators, ", ") + "]}" + operands +
          " outs(" + getTyped(init.tensor) + ") {");
  body += "  ^bb0(" + join(blockArguments, ", ") + "):\n";
  body += bodyText;
  body += "    linalg.yield " + yielded + " : " + getName(init.tensor.element) +
          "\n  } -> " + getType(init.tensor) + "\n";
  return result;
}

std::string Function::getText() const {
  std::vector<std::string> parameters, types, names;
  for (const Tensor &argument : arguments)
    parameters.push_back(argument.name + ": " + getType(argument));
  for (const Tensor &result : results) {
    names.push_back(result.name);
    types.push_back(getType(result));
  }
  return "func.func @" + name + "(" + join(parameters, ", ") + ") -> (" +
         join(types, ", ") + ") {\n" + prologue + body + "  return " +
         join(names, ", ") + " : " + join(types, ", ") + "\n}\n";
}

std::vector<SmallVector<int64_t>> Function::getArgumentSizes() const {
  std::vector<SmallVector<int64_t>> list;
  for (const Tensor &argument : arguments) {
    list.emplace_back();
    for (Dim dim : argument.dims)
      list.back().push_back(getSize(dim));
  }
  return list;
}
