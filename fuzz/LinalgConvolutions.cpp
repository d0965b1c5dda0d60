//===- LinalgConvolutions.cpp - Sums over windows ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace fused::fuzz;

namespace {

/// One dimension along which a convolution moves: x[step * out + gap * window +
/// offset].
struct Axis {
  int64_t out, window, step, gap, offset, size;
  /// The zeros in a factor, if `stride` is not 0.
  int64_t first = 0, stride = 0, count = 0;
};

/// One index of an operand: its dimension and its expression over loops.
struct Index {
  Dim dim;
  char kind; ///< 'b', 'c', 'f' or 'g' for such a loop, 's' for an axis.
  std::string expression;
  int64_t axis = -1;
};
using Indices = SmallVector<Index, 6>;

/// Writes one convolution.
class ConvolutionWriter {
public:
  explicit ConvolutionWriter(LinalgCase &c) : c(c), dice(c.dice) {}

  void write();

private:
  void chooseAxes();
  void chooseAxis();
  void chooseZeros(Axis &axis, int64_t size);
  void makeLoops();
  void addLoop(char name, int64_t size, bool isDynamic = false);
  void addChannels(Indices &indices, StringRef names);
  void arrange(Indices &indices);
  Indices indexWindows();
  /// The operand that is read at the positions of windows, or inside them.
  Indices indexAxes(bool isOut, StringRef channels);
  Value makeFactor(const Indices &indices, Element element, bool hasZeros);
  Value insertZeros(const Indices &indices, Element element);
  Tensor makeInit(const Indices &indices, Element element);
  std::string getMap(const Indices &indices);
  std::string getName();
  std::string getBody(const Value &x, const Value &w, Element element);

  LinalgCase &c;
  Dice &dice;
  SmallVector<Axis, 3> axes;
  SmallVector<std::string> loops; ///< Their names in expressions.
  SmallVector<Dim> dims;          ///< Of each loop.
  bool isWeightGradient = false, hasGroups = false, isDepthwise = false;
  bool zerosInWindows = false, zerosInOther = false;
  enum { Last, First, Any } channels = Last;
};

} // namespace

/// Half of the axes have windows that do not overlap, as a kernel of one has.
void ConvolutionWriter::chooseAxis() {
  Axis axis{dice.pick<int64_t>({1, 2, 3, 4, 5}),
            dice.pick<int64_t>({1, 2, 3, 4}),
            dice.pick<int64_t>({1, 1, 2, 3, 4}),
            dice.pick<int64_t>({1, 1, 1, 2, 3}),
            dice.chance(10) ? dice.pick<int64_t>({1, 2}) : 0,
            0};
  switch (dice.below(6)) {
  case 0:
    axis.window = 1;
    break;
  case 1:
    axis.step = axis.window, axis.gap = 1;
    break;
  case 2:
    axis.gap = axis.out, axis.step = 1;
    break;
  default:
    break;
  }
  if (zerosInOther || zerosInWindows)
    (zerosInOther && isWeightGradient ? axis.out : axis.window) +=
        zerosInOther ? dice.below(8) : 0;
  if (zerosInWindows && dice.chance(70))
    axis.step = axis.gap = 1, axis.out += dice.below(8);
  axis.size = axis.offset + (axis.out - 1) * axis.step +
              (axis.window - 1) * axis.gap + 1 +
              (dice.chance(30) ? dice.below(4) : 0);
  if (zerosInWindows)
    chooseZeros(axis, axis.size);
  else if (zerosInOther)
    chooseZeros(axis, isWeightGradient ? axis.out : axis.window);
  axes.push_back(axis);
}

void ConvolutionWriter::chooseZeros(Axis &axis, int64_t size) {
  axis.stride = dice.pick<int64_t>(
      {1, 2, 3, 4, axis.window, axis.window, axis.window + 1});
  axis.first = dice.pick<int64_t>({0, 0, 1, axis.window - 1, axis.window});
  if (axis.first >= size)
    axis.first = 0;
  axis.count = (size - 1 - axis.first) / axis.stride + 1;
  if (axis.count > 1 && dice.chance(20))
    --axis.count;
}

void ConvolutionWriter::chooseAxes() {
  isWeightGradient = dice.chance(35);
  hasGroups = dice.chance(20);
  isDepthwise = hasGroups && dice.chance(40);
  unsigned zeros = dice.below(10);
  zerosInWindows = zeros < 2;
  zerosInOther = !zerosInWindows && zeros < 5;
  channels = dice.pick({Last, First, Any});
  unsigned rank = dice.pick({1u, 1u, 2u, 2u, 2u, 3u});
  for (unsigned i = 0; i < rank; ++i)
    chooseAxis();
  // Keep the program small.
  auto count = [&] {
    int64_t product = 1;
    for (const Axis &axis : axes)
      product *= axis.out * axis.window;
    return product;
  };
  while (axes.size() > 1 && count() > 600)
    axes.pop_back();
}

void ConvolutionWriter::addLoop(char name, int64_t size, bool isDynamic) {
  loops.push_back(std::string(1, name));
  dims.push_back(c.function.makeDim(size, isDynamic));
}

void ConvolutionWriter::makeLoops() {
  if (hasGroups)
    addLoop('g', dice.pick<int64_t>({1, 2, 3}));
  bool isDynamic = dice.chance(20);
  addLoop('b', dice.pick<int64_t>({1, 2, 3}), isDynamic);
  // An argument gives its size.
  if (isDynamic)
    c.add(c.makeArgument({dims.back()}, c.pickFloat()));
  if (!isDepthwise) {
    addLoop('c', dice.pick<int64_t>({1, 2, 3, 5}));
    addLoop('f', dice.pick<int64_t>({1, 2, 4, 5, 8}));
  }
  for (auto [i, axis] : enumerate(axes)) {
    addLoop('o', axis.out);
    loops.back() += std::to_string(i);
    addLoop('k', axis.window);
    loops.back() += std::to_string(i);
  }
}

void ConvolutionWriter::addChannels(Indices &indices, StringRef names) {
  for (char name : names) {
    auto *loop = find(loops, std::string(1, name));
    if (loop != loops.end())
      indices.push_back({dims[loop - loops.begin()], name, *loop});
  }
}

void ConvolutionWriter::arrange(Indices &indices) {
  if (channels == Any)
    for (size_t i = indices.size(); i > 1; --i)
      std::swap(indices[i - 1], indices[dice.below(unsigned(i))]);
}

Indices ConvolutionWriter::indexWindows() {
  Indices indices;
  addChannels(indices, channels == Last ? "b" : "bgc");
  for (auto [i, axis] : enumerate(axes)) {
    std::string n = std::to_string(i);
    std::string expression = "o" + n + " * " + std::to_string(axis.step) +
                             " + k" + n + " * " + std::to_string(axis.gap);
    if (axis.offset)
      expression += " + " + std::to_string(axis.offset);
    indices.push_back({c.function.makeDim(axis.size, /*isDynamic=*/false), 's',
                       expression, int64_t(i)});
  }
  addChannels(indices, channels == Last ? "gc" : "");
  arrange(indices);
  return indices;
}

Indices ConvolutionWriter::indexAxes(bool isOut, StringRef names) {
  Indices indices;
  // As in nchw_fchw and nhwc_hwcf.
  StringRef first = channels == Last ? (isOut ? "b" : "")
                    : isOut          ? names
                                     : "gfc";
  StringRef last = channels != Last ? "" : isOut ? "gf" : "gcf";
  addChannels(indices, first);
  for (size_t i = 0; i < axes.size(); ++i) {
    std::string name = (isOut ? "o" : "k") + std::to_string(i);
    Dim dim = dims[find(loops, name) - loops.begin()];
    indices.push_back({dim, 's', name, int64_t(i)});
  }
  addChannels(indices, last);
  arrange(indices);
  return indices;
}

static Dims getDims(const Indices &indices) {
  Dims dims;
  for (const Index &index : indices)
    dims.push_back(index.dim);
  return dims;
}

/// A factor that is zero but at the elements that are inserted. What is
/// inserted into is sometimes not zero.
Value ConvolutionWriter::insertZeros(const Indices &indices, Element element) {
  Dims inner;
  SmallVector<std::string> offsets, sizes, strides;
  for (const Index &index : indices) {
    bool hasZeros = index.axis >= 0;
    const Axis &axis = axes[size_t(std::max<int64_t>(index.axis, 0))];
    inner.push_back(hasZeros ? c.function.makeDim(axis.count, false)
                             : index.dim);
    offsets.push_back(std::to_string(hasZeros ? axis.first : 0));
    strides.push_back(std::to_string(hasZeros ? axis.stride : 1));
  }
  Value elements = c.makeArgument(inner, element);
  for (Dim dim : inner)
    sizes.push_back(c.function.isDynamic(dim)
                        ? c.function.makeSize(dim)
                        : std::to_string(c.function.getSize(dim)));
  double fill = dice.chance(10) ? 0.5 : dice.chance(20) ? -0.0 : 0.0;
  Tensor zeros = c.function.makeFilled(getDims(indices), fill, element);
  Tensor inserted = c.function.define(
      zeros.dims, element,
      "tensor.insert_slice " + elements.tensor.name + " into " + zeros.name +
          "[" + join(offsets, ", ") + "] [" + join(sizes, ", ") + "] [" +
          join(strides, ", ") + "] : " + c.function.getType(elements.tensor) +
          " into " + c.function.getType(zeros));
  return {inserted, elements.numbers};
}

Value ConvolutionWriter::makeFactor(const Indices &indices, Element element,
                                    bool hasZeros) {
  if (hasZeros)
    return insertZeros(indices, element);
  return dice.chance(30) ? addElementwiseOf(c, getDims(indices), element)
                         : c.makeArgument(getDims(indices), element);
}

Tensor ConvolutionWriter::makeInit(const Indices &indices, Element element) {
  if (dice.chance(70))
    return c.function.makeFilled(getDims(indices), 0, element);
  if (dice.chance(50))
    return c.makeArgument(getDims(indices), element).tensor;
  // A bias, as torch-mlir has it.
  auto channel = find_if(indices, [](const Index &i) { return i.kind == 'f'; });
  if (channel == indices.end())
    channel = indices.begin();
  Value bias = c.makeArgument({channel->dim}, element);
  Tensor empty = c.function.makeEmpty(getDims(indices), element);
  SmallVector<std::string> repeated;
  for (size_t i = 0; i < indices.size(); ++i)
    if (&indices[i] != channel)
      repeated.push_back(std::to_string(i));
  return c.function.define(empty.dims, element,
                           "linalg.broadcast ins(" +
                               c.function.getTyped(bias.tensor) + ") outs(" +
                               c.function.getTyped(empty) + ") dimensions = [" +
                               join(repeated, ", ") + "]");
}

std::string ConvolutionWriter::getMap(const Indices &indices) {
  SmallVector<std::string> results;
  for (const Index &index : indices)
    results.push_back(index.expression);
  return "affine_map<(" + join(loops, ", ") + ") -> (" + join(results, ", ") +
         ")>";
}

/// The named operation that the loops are those of; empty if there is none.
std::string ConvolutionWriter::getName() {
  bool hasOffset =
      any_of(axes, [](const Axis &axis) { return axis.offset != 0; });
  if (isWeightGradient || channels == Any || hasOffset)
    return "";
  if (isDepthwise)
    return channels == Last && axes.size() == 2
               ? "linalg.depthwise_conv_2d_nhwc_hwc"
               : "";
  if (hasGroups)
    return channels == First && axes.size() == 2 ? "linalg.conv_2d_ngchw_gfchw"
                                                 : "";
  static const char *const last[] = {"linalg.conv_1d_nwc_wcf",
                                     "linalg.conv_2d_nhwc_hwcf",
                                     "linalg.conv_3d_ndhwc_dhwcf"};
  static const char *const first[] = {"linalg.conv_1d_ncw_fcw",
                                      "linalg.conv_2d_nchw_fchw",
                                      "linalg.conv_3d_ncdhw_fcdhw"};
  return (channels == Last ? last : first)[axes.size() - 1];
}

/// The attributes of a named operation, or the body of a generic one.
std::string ConvolutionWriter::getBody(const Value &x, const Value &w,
                                       Element element) {
  std::string type = std::string(" : ") + fused::fuzz::getName(element);
  std::string text =
      "{\n  ^bb0(%x0: " + std::string(fused::fuzz::getName(x.tensor.element)) +
      ", %x1: " + fused::fuzz::getName(w.tensor.element) +
      ", %o: " + fused::fuzz::getName(element) + "):\n";
  SmallVector<std::string, 2> factors = {"%x0", "%x1"};
  const Value *values[] = {&x, &w};
  for (auto [factor, value] : zip_equal(factors, values)) {
    if (value->tensor.element == element)
      continue;
    text += "    " + factor + "w = arith.extf " + factor + " : " +
            fused::fuzz::getName(value->tensor.element) + " to " +
            fused::fuzz::getName(element) + "\n";
    factor += "w";
  }
  if (dice.chance(50))
    std::swap(factors[0], factors[1]);
  if (dice.chance(20))
    return text + "    %r = math.fma " + factors[0] + ", " + factors[1] +
           ", %o" + type + "\n    linalg.yield %r" + type + "\n  }";
  text += "    %m = arith.mulf " + factors[0] + ", " + factors[1] + type + "\n";
  std::string sum = dice.chance(5)    ? "arith.subf %o, %m"
                    : dice.chance(50) ? "arith.addf %o, %m"
                                      : "arith.addf %m, %o";
  return text + "    %r = " + sum + type + "\n    linalg.yield %r" + type +
         "\n  }";
}

void ConvolutionWriter::write() {
  chooseAxes();
  makeLoops();
  Element element = c.pickFloat();
  Element wide = isSmall(element) && dice.chance(40) ? Element::F32 : element;
  Indices windows = indexWindows();
  Indices other = indexAxes(isWeightGradient, "bgf");
  Indices result = indexAxes(!isWeightGradient, "bgf");
  Value x = makeFactor(windows, element, zerosInWindows);
  Value w = makeFactor(other, element, zerosInOther);
  if (x.numbers.bound > 32 || w.numbers.bound > 32)
    return;
  Tensor init = makeInit(result, wide);
  double count = 1;
  for (Dim dim : dims)
    if (!any_of(result, [&](auto &index) { return index.dim == dim; }))
      count *= double(c.function.getSize(dim));
  Numbers numbers{true, x.numbers.bound * w.numbers.bound * count + 4};
  std::string name = getName();
  if (!name.empty() && dice.chance(60)) {
    SmallVector<std::string> steps, gaps;
    for (const Axis &axis : axes) {
      steps.push_back(std::to_string(axis.step));
      gaps.push_back(std::to_string(axis.gap));
    }
    std::string type = "]> : tensor<" + std::to_string(axes.size()) + "xi64>";
    c.define(init.dims, wide, numbers,
             name + " {strides = dense<[" + join(steps, ", ") + type +
                 ", dilations = dense<[" + join(gaps, ", ") + type + "} ins(" +
                 c.function.getTyped({x.tensor, w.tensor}) + ") outs(" +
                 c.function.getTyped(init) + ") -> " +
                 c.function.getType(init));
    return;
  }
  // Loops in any order.
  for (size_t i = loops.size(); i > 1; --i) {
    size_t j = dice.below(unsigned(i));
    std::swap(loops[i - 1], loops[j]);
    std::swap(dims[i - 1], dims[j]);
  }
  SmallVector<std::string> kinds;
  for (Dim dim : dims)
    kinds.push_back(
        any_of(result, [&](auto &index) { return index.dim == dim; })
            ? "\"parallel\""
            : "\"reduction\"");
  std::string maps =
      getMap(windows) + ", " + getMap(other) + ", " + getMap(result);
  std::string body = getBody(x, w, wide);
  c.define(init.dims, wide, numbers,
           "linalg.generic {indexing_maps = [" + maps +
               "], iterator_types = [" + join(kinds, ", ") + "]} ins(" +
               c.function.getTyped({x.tensor, w.tensor}) + ") outs(" +
               c.function.getTyped(init) + ") " + body + " -> " +
               c.function.getType(init));
}

void fused::fuzz::addConvolution(LinalgCase &c) {
  if (c.depth == 0)
    ConvolutionWriter(c).write();
}
