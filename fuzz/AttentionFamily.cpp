//===- AttentionFamily.cpp - Programs with attention ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

using namespace llvm;
using namespace fused::fuzz;

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
  bool isAdded = dice.chance(40);
  std::string seen = isAdded ? constant("0.0", "f32") : x;
  if (dice.chance(50))
    std::swap(seen, lowest);
  std::string masked =
      define(formatv("arith.select {0}, {1}, {2} : f32", isSeen, seen, lowest));
  return isAdded ? define(formatv("arith.addf {0}, {1} : f32", x, masked))
                 : masked;
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
