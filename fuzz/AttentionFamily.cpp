//===- AttentionFamily.cpp - Programs with attention ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionFamily.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace fused::fuzz;

namespace {

/// Matrices of a product.
struct Factor {
  StringRef name, type;
  StringRef indices;
  bool isShared = false;

  /// The same matrices, read at other indices.
  Factor at(StringRef others) const { return {name, type, others, isShared}; }
};

/// Writes a program.
class AttentionWriter {
public:
  AttentionWriter(Program &program, Dice &dice)
      : program(program), dice(dice), element(dice.pick({"bf16", "f16"})) {
    unsigned numBatch = dice.below(3);
    for (unsigned i = 0; i < numBatch; ++i)
      loops.push_back(1 + dice.below(3));
    loops.append({pickLength(), pickLength()});
    depth = pickWidth();
    width = pickWidth();
    if (numBatch > 0 && dice.chance(50))
      grouped = dice.below(numBatch);
  }

  void write();

private:
  int64_t pickLength() {
    return 1 + dice.below(dice.pick({8u, 70u, 150u, 290u}));
  }
  /// Most outputs are rounded.
  StringRef pickOutputElement() {
    return dice.chance(20) ? StringRef("f32") : element;
  }
  /// Few vectors have an odd length, which kernels do not read.
  int64_t pickWidth() {
    return dice.chance(5)
               ? 1 + dice.below(40)
               : 8 * (1 + dice.below(dice.pick({4u, 10u, 20u, 32u})));
  }

  /// Without other loops, those of the batch, query and key.
  SmallVector<int64_t> getShape(ArrayRef<int64_t> inner) const {
    SmallVector<int64_t> shape(loops.begin(), loops.end() - 2);
    shape.append(inner.begin(), inner.end());
    return shape;
  }
  /// Of keys or values in linalg.
  SmallVector<int64_t> getSharedShape(ArrayRef<int64_t> inner) const {
    SmallVector<int64_t> shape = getShape(inner);
    if (grouped)
      shape.erase(shape.begin() + *grouped);
    return shape;
  }
  /// Of what is read by an operation, which the batch may share.
  SmallVector<int64_t> pickShape(ArrayRef<int64_t> inner) {
    SmallVector<int64_t> shape = getShape(inner);
    for (int64_t &size : MutableArrayRef(shape).drop_back(2))
      if (dice.chance(20))
        size = 1;
    return shape;
  }
  /// Indices of the batch, which those of keys and values lack some of.
  std::string getBatch(bool isShared) const {
    std::string batch;
    for (unsigned i = 0; i + 2 < loops.size(); ++i)
      if (!isShared || grouped != i)
        batch += "b" + std::to_string(i) + ", ";
    return batch;
  }
  static std::string getType(ArrayRef<int64_t> shape, StringRef type) {
    std::string text = "tensor<";
    for (int64_t size : shape)
      text += std::to_string(size) + "x";
    return text + type.str() + ">";
  }
  std::string addArgument(ArrayRef<int64_t> shape, StringRef type) {
    std::string name = "%a" + std::to_string(program.argumentSizes.size());
    program.argumentSizes.emplace_back(shape.begin(), shape.end());
    parameters +=
        (parameters.empty() ? "" : ", ") + name + ": " + getType(shape, type);
    return name;
  }
  std::string getMap(ArrayRef<unsigned> used) const {
    auto name = [](unsigned loop) { return "d" + std::to_string(loop); };
    return formatv(
        "affine_map<({0}) -> ({1})>",
        join(map_range(seq<unsigned>(unsigned(loops.size())), name), ", "),
        join(map_range(used, name), ", "));
  }
  std::string define(std::string value) {
    std::string name = "%" + std::to_string(numValues++);
    body += "    " + name + " = " + value + "\n";
    return name;
  }
  std::string constant(StringRef value, StringRef type) {
    return define(formatv("arith.constant {0} : {1}", value, type));
  }

  std::string addExtra(std::string x);
  std::string maskKeys(std::string x);
  std::string writeScore(std::string x);
  std::string getOperands() const;
  void writeOperation();
  void writeGradientOperation();
  void addFactor(ArrayRef<int64_t> inner);
  void writeLinalg();
  Factor repeat(StringRef name, const Factor &shared, ArrayRef<int64_t> inner);
  std::string writeProduct(StringRef name, const Factor &a, const Factor &b,
                           StringRef init, const Factor &result) const;

  Program &program;
  Dice &dice;
  BumpPtrAllocator allocator;
  StringSaver saver{allocator};
  StringRef element;
  /// The sizes of the batch, and the numbers of queries and keys.
  SmallVector<int64_t> loops;
  int64_t depth, width;
  /// The loop of the batch along which queries share keys.
  std::optional<unsigned> grouped;
  std::string parameters, body;
  unsigned numValues = 0;
  /// The names of what an operation multiplies, and types.
  SmallVector<std::string> factors, factorTypes;
  /// Further operands: names, types, those of elements, and maps.
  SmallVector<std::string> extras, types, elements, maps;
};

} // namespace

/// Adds an operand, selects by it, or multiplies by it.
std::string AttentionWriter::addExtra(std::string x) {
  SmallVector<unsigned> used;
  SmallVector<int64_t> shape;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (dice.chance(loop + 1 == loops.size() ? 80 : 50)) {
      used.push_back(loop);
      shape.push_back(loops[loop]);
    }
  StringRef type = dice.pick({"i1", "f32", "bf16", "f16"});
  std::string name = "%e" + std::to_string(extras.size());
  extras.push_back(addArgument(shape, type));
  types.push_back(getType(shape, type));
  elements.push_back(name + ": " + type.str());
  maps.push_back(getMap(used));
  if (type == "i1") {
    StringRef lowest = dice.pick({"0xFF800000", "-3.0e38", "-1.0e9"});
    return define(formatv("arith.select {0}, {1}, {2} : f32", name, x,
                          constant(lowest, "f32")));
  }
  if (type != "f32")
    name = define(formatv("arith.extf {0} : {1} to f32", name, type));
  return define(formatv("arith.{0} {1}, {2} : f32",
                        dice.pick({"addf", "addf", "mulf"}), x, name));
}

/// Masks keys behind, or before, a query.
std::string AttentionWriter::maskKeys(std::string x) {
  unsigned query = loops.size() - 2;
  bool isReversed = dice.chance(50);
  std::string index[2];
  for (unsigned i : {0, 1}) {
    index[i] = define(formatv("fused.index {0} : index", query + i));
    index[i] = define(formatv("arith.index_cast {0} : index to i32", index[i]));
    if (dice.chance(30))
      index[i] = define(formatv(
          "arith.addi {0}, {1} : i32", index[i],
          constant(std::to_string(int64_t(dice.below(90)) - 20), "i32")));
  }
  StringRef predicate =
      dice.pick({"sge", "sgt", "sle", "slt", "uge", "ugt", "ule", "ult", "eq"});
  std::string isSeen =
      define(formatv("arith.cmpi {0}, {1}, {2} : i32", predicate,
                     index[isReversed], index[!isReversed]));
  std::string lowest =
      constant(dice.pick({"0xFF800000", "-3.0e38", "-1.0e9", "0.0"}), "f32");
  if (dice.chance(50))
    std::swap(x, lowest);
  return define(formatv("arith.select {0}, {1}, {2} : f32", isSeen, x, lowest));
}

std::string AttentionWriter::writeScore(std::string x) {
  if (dice.chance(70))
    x = define(formatv("arith.mulf {0}, {1} : f32", x,
                       constant(dice.pick({"0.125", "0.3", "2.0"}), "f32")));
  if (dice.chance(15)) {
    x = define(formatv("math.tanh {0} : f32", x));
    x = define(formatv("arith.mulf {0}, {1} : f32", x, constant("5.0", "f32")));
  }
  for (unsigned i = dice.pick({0u, 0u, 1u, 1u, 2u}); i > 0; --i)
    x = addExtra(x);
  if (dice.chance(45))
    x = maskKeys(x);
  return x;
}

std::string AttentionWriter::getOperands() const {
  if (extras.empty())
    return "";
  return formatv("with({0} : {1}) ", join(extras, ", "), join(types, ", "));
}

void AttentionWriter::addFactor(ArrayRef<int64_t> inner) {
  SmallVector<int64_t> shape = pickShape(inner);
  factors.push_back(addArgument(shape, element));
  factorTypes.push_back(getType(shape, element));
}

void AttentionWriter::writeOperation() {
  addFactor({loops.end()[-2], depth});
  addFactor({loops.back(), depth});
  addFactor({loops.back(), width});
  std::string score = writeScore("%product");
  std::string type =
      getType(getShape({loops.end()[-2], width}), pickOutputElement());
  std::string arguments = "%product: f32";
  for (const std::string &argument : elements)
    arguments += ", " + argument;
  std::string outputs = "%o0", results = type, names = "%o";
  std::string statistic = getType(getShape({loops.end()[-2]}), "f32");
  if (dice.chance(30)) {
    outputs += ", %s0, %s0";
    results += formatv(", {0}, {0}", statistic).str();
    names += ", %maximum, %sum";
  }
  program.text =
      formatv("func.func @{0}({1}) -> ({2}) {{\n"
              "  %o0 = tensor.empty() : {3}\n"
              "  %s0 = tensor.empty() : {4}\n"
              "  {5} = fused.attention ins({6} : {7}) {8}"
              "maps [{9}] outs({10} : {2}) {{\n  ^bb0({11}):\n{12}"
              "    fused.yield {13} : f32\n  } -> {2}\n  return {5} : {2}\n}\n",
              program.name, parameters, results, type, statistic, names,
              join(factors, ", "), join(factorTypes, ", "), getOperands(),
              join(maps, ", "), outputs, arguments, body, score);
}

/// Rows are queries. There may be a second output.
void AttentionWriter::writeGradientOperation() {
  addFactor({loops.end()[-2], depth});
  addFactor({loops.back(), depth});
  addFactor({loops.end()[-2], width});
  addFactor({loops.back(), width});
  // Sums of large weights would overflow, in one order or another.
  std::string first =
      define(formatv("math.tanh {0} : f32", writeScore("%product")));
  std::string second =
      define(formatv("arith.{0} {1}, %other : f32",
                     dice.pick({"addf", "mulf", "subf"}), first));
  std::string arguments = "%product: f32, %other: f32";
  for (const std::string &argument : elements)
    arguments += ", " + argument;
  std::string oType =
      getType(getShape({loops.end()[-2], depth}), pickOutputElement());
  std::string pType =
      getType(getShape({loops.end()[-2], width}), pickOutputElement());
  std::string outputs = "%o0", results = oType, names = "%o", yielded = second,
              yieldedTypes = "f32";
  if (dice.chance(60)) {
    outputs += ", %p0";
    results += ", " + pType;
    names += ", %p";
    yielded += ", " + first;
    yieldedTypes += ", f32";
  }
  program.text = formatv(
      "func.func @{0}({1}) -> ({2}) {{\n"
      "  %o0 = tensor.empty() : {3}\n"
      "  %p0 = tensor.empty() : {4}\n"
      "  {5} = fused.attention_gradient ins({6} : {7}) {8}maps [{9}] "
      "outs({10} : {2}) {{\n  ^bb0({11}):\n{12}"
      "    fused.yield {13} : {14}\n  } -> {2}\n  return {5} : {2}\n}\n",
      program.name, parameters, results, oType, pType, names,
      join(factors, ", "), join(factorTypes, ", "), getOperands(),
      join(maps, ", "), outputs, arguments, body, yielded, yieldedTypes);
}

/// Multiplies the matrices of a batch, whose last two indices are of m, n, k.
std::string AttentionWriter::writeProduct(StringRef name, const Factor &a,
                                          const Factor &b, StringRef init,
                                          const Factor &result) const {
  auto getMap = [&](const Factor &factor) {
    return formatv("affine_map<({0}m, n, k) -> ({1}{2})>",
                   getBatch(/*isShared=*/false), getBatch(factor.isShared),
                   factor.indices)
        .str();
  };
  return formatv("  {0} = linalg.contract indexing_maps = [{1}, {2}, {3}] "
                 "ins({4}, {5} : {6}, {7}) outs({8} : {9}) -> {9}\n",
                 name, getMap(a), getMap(b), getMap(result), a.name, b.name,
                 a.type, b.type, init, result.type);
}

/// Repeats matrices that queries share, and changes them, as positions do:
/// products do not read what they were before.
Factor AttentionWriter::repeat(StringRef name, const Factor &shared,
                               ArrayRef<int64_t> inner) {
  std::string type = getType(getShape(inner), element);
  std::string iterators = "\"parallel\"";
  for (size_t i = 1; i < loops.size(); ++i)
    iterators += ", \"parallel\"";
  auto getMap = [&](bool isShared) {
    return formatv("affine_map<({0}m, n) -> ({1}m, n)>", getBatch(false),
                   getBatch(isShared))
        .str();
  };
  program.text +=
      formatv("  {0}0 = tensor.empty() : {1}\n"
              "  {0} = linalg.generic {{indexing_maps = [{2}, {3}], "
              "iterator_types = [{4}]} ins({5} : {6}) outs({0}0 : {1}) {{\n"
              "  ^bb0(%in: {7}, %out: {7}):\n    %n = arith.negf %in : {7}\n"
              "    linalg.yield %n : {7}\n  } -> {1}\n",
              name, type, getMap(shared.isShared), getMap(/*isShared=*/false),
              iterators, shared.name, shared.type, element);
  return {name, saver.save(type), ""};
}

/// The same in the operations that front ends write.
void AttentionWriter::writeLinalg() {
  std::string q = addArgument(getShape({loops.end()[-2], depth}), element);
  std::string k = addArgument(getSharedShape({loops.back(), depth}), element);
  std::string v = addArgument(getSharedShape({loops.back(), width}), element);
  StringRef scoreElement = dice.pick({StringRef("f32"), element});
  std::string qType = getType(getShape({loops.end()[-2], depth}), element);
  std::string kType = getType(getSharedShape({loops.back(), depth}), element);
  std::string vType = getType(getSharedShape({loops.back(), width}), element);
  std::string oType = getType(getShape({loops.end()[-2], width}), element);
  std::string scores = getType(loops, scoreElement);
  std::string wide = getType(loops, "f32");
  std::string weights = getType(loops, element);
  auto fill = [&](StringRef name, StringRef type, StringRef of) {
    return formatv(
               "  {0}c = arith.constant 0.0 : {2}\n"
               "  {0}e = tensor.empty() : {1}\n"
               "  {0} = linalg.fill ins({0}c : {2}) outs({0}e : {1}) -> {1}\n",
               name, type, of)
        .str();
  };
  bool hasGradients = dice.chance(60);
  std::string g;
  if (hasGradients)
    g = addArgument(getShape({loops.end()[-2], width}), element);
  std::string results =
      hasGradients
          ? formatv("{0}, {1}, {2}, {3}", oType, qType, kType, vType).str()
          : oType;
  std::string score = writeScore("%wide");
  SmallVector<unsigned> every =
      to_vector(seq<unsigned>(unsigned(loops.size())));
  std::string inputs = "%s", inputTypes = scores, allMaps = getMap(every),
              arguments = "%in: " + scoreElement.str();
  for (auto [extra, type, argument, map] :
       zip_equal(extras, types, elements, maps)) {
    inputs += ", " + extra;
    inputTypes += ", " + type;
    allMaps += ", " + map;
    arguments += ", " + argument;
  }
  std::string iterators = "\"parallel\"";
  for (size_t i = 1; i < loops.size(); ++i)
    iterators += ", \"parallel\"";
  std::string reduced = iterators;
  reduced.replace(reduced.rfind("parallel"), StringRef("parallel").size(),
                  "reduction");
  std::string widened =
      scoreElement == "f32"
          ? std::string("    %zero = arith.constant 0.0 : f32\n"
                        "    %wide = arith.addf %in, %zero : f32\n")
          : formatv("    %wide = arith.extf %in : {0} to f32\n", element).str();
  std::string inside = body;
  // The operation has other indices.
  for (size_t at; (at = inside.find("fused.index")) != std::string::npos;)
    inside.replace(at, 11, "linalg.index");
  std::string &text = program.text;
  text = formatv("func.func @{0}({1}) -> ({2}) {{\n", program.name, parameters,
                 results);
  Factor keys = {k, kType, "", true}, values = {v, vType, "", true};
  if (grouped && dice.chance(50)) {
    keys = repeat("%kr", keys, {loops.back(), depth});
    values = repeat("%vr", values, {loops.back(), width});
  }
  text += fill("%s0", scores, scoreElement);
  text += writeProduct("%s", {q, qType, "m, k"}, keys.at("n, k"), "%s0",
                       {"%s", scores, "m, n"});
  text += formatv("  %x0 = tensor.empty() : {0}\n"
                  "  %x = linalg.generic {{indexing_maps = [{1}, {2}], "
                  "iterator_types = [{3}]} ins({4} : {5}) outs(%x0 : {0}) {{\n"
                  "  ^bb0({6}, %out: f32):\n{7}{8}"
                  "    linalg.yield {9} : f32\n  } -> {0}\n",
                  wide, allMaps, getMap(every), iterators, inputs, inputTypes,
                  arguments, widened, inside, score);
  text += formatv("  %p = linalg.softmax dimension({0}) ins(%x : {1}) "
                  "outs(%x0 : {1}) -> {1}\n",
                  loops.size() - 1, wide);
  text += formatv("  %w0 = tensor.empty() : {0}\n"
                  "  %w = linalg.generic {{indexing_maps = [{1}, {1}], "
                  "iterator_types = [{2}]} ins(%p : {3}) outs(%w0 : {0}) {{\n"
                  "  ^bb0(%in: f32, %out: {4}):\n"
                  "    %r = arith.truncf %in : f32 to {4}\n"
                  "    linalg.yield %r : {4}\n  } -> {0}\n",
                  weights, getMap(every), iterators, wide, element);
  text += fill("%o0", oType, element);
  text += writeProduct("%o", {"%w", weights, "m, k"}, values.at("k, n"), "%o0",
                       {"%o", oType, "m, n"});
  if (!hasGradients) {
    text += formatv("  return %o : {0}\n}\n", oType);
    return;
  }
  // The gradients, or something like them.
  text += fill("%dw0", weights, element);
  text += writeProduct("%dw", {g, oType, "m, k"}, values.at("n, k"), "%dw0",
                       {"%dw", weights, "m, n"});
  std::string row = getMap(ArrayRef(every).drop_back());
  std::string rowType = getType(ArrayRef(loops).drop_back(), "f32");
  text += fill("%r0", rowType, "f32");
  // What is summed may have another factor, or lack one.
  StringRef summed = dice.pick({"%t", "%t", "%t", "%t", "%wide", "%twice"});
  text += formatv(
      "  %r = linalg.generic {{indexing_maps = [{0}, {0}, {1}], "
      "iterator_types = [{2}]} ins(%p, %dw : {3}, {4}) outs(%r0 : {5}) {{\n"
      "  ^bb0(%w_in: f32, %dw_in: {6}, %out: f32):\n"
      "    %wide = arith.extf %dw_in : {6} to f32\n"
      "    %t = arith.mulf %wide, %w_in : f32\n"
      "    %twice = arith.mulf %t, %w_in : f32\n"
      "    %sum = arith.addf %out, {7} : f32\n"
      "    linalg.yield %sum : f32\n  } -> {5}\n",
      getMap(every), row, reduced, wide, weights, rowType, element, summed);
  // Of one key, both are equal. JAX rounds the sum where the softmax is
  // rounded.
  std::string difference =
      dice.chance(60)
          ? formatv("    %wide = arith.extf %dw_in : {0} to f32\n"
                    "    %t = arith.subf %wide, %r_in : f32\n",
                    element)
                .str()
          : formatv("    %rounded_r = arith.truncf %r_in : f32 to {0}\n"
                    "    %narrow = arith.subf %dw_in, %rounded_r : {0}\n"
                    "    %t = arith.extf %narrow : {0} to f32\n",
                    element)
                .str();
  text +=
      formatv("  %ds0 = tensor.empty() : {0}\n"
              "  %ds = linalg.generic {{indexing_maps = [{1}, {1}, {2}, {1}], "
              "iterator_types = [{3}]} ins(%p, %dw, %r : {4}, {0}, {5}) "
              "outs(%ds0 : {0}) {{\n"
              "  ^bb0(%w_in: f32, %dw_in: {6}, %r_in: f32, %out: {6}):\n{8}"
              "    %u = arith.mulf %t, %w_in : f32\n"
              "    %factor = arith.constant {7} : f32\n"
              "    %scaled = arith.mulf %u, %factor : f32\n"
              "    %rounded = arith.truncf %scaled : f32 to {6}\n"
              "    linalg.yield %rounded : {6}\n  } -> {0}\n",
              weights, getMap(every), row, iterators, wide, rowType, element,
              dice.pick({"1.0", "0.125", "0.3"}), difference);
  text += fill("%dv0", vType, element);
  text += writeProduct("%dv", {"%w", weights, "k, m"}, {g, oType, "k, n"},
                       "%dv0", {"%dv", vType, "m, n", true});
  text += fill("%dq0", qType, element);
  text += writeProduct("%dq", {"%ds", weights, "m, k"}, keys.at("k, n"), "%dq0",
                       {"%dq", qType, "m, n"});
  text += fill("%dk0", kType, element);
  text += writeProduct("%dk", {"%ds", weights, "k, m"}, {q, qType, "k, n"},
                       "%dk0", {"%dk", kType, "m, n", true});
  text += formatv("  return %o, %dq, %dk, %dv : {0}\n}\n", results);
}

void AttentionWriter::write() {
  if (dice.chance(35))
    writeOperation();
  else if (dice.chance(40))
    writeGradientOperation();
  else
    writeLinalg();
}

Program fused::fuzz::generateAttention(uint64_t seed, uint64_t index) {
  Dice dice(seed ^ 0x617474656e74, index, Meaning::Written);
  Program program;
  program.index = index;
  program.name = "p" + std::to_string(index);
  program.family = "attention";
  AttentionWriter(program, dice).write();
  program.toleratesExtremes = false;
  return program;
}
