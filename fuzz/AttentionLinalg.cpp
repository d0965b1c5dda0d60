//===- AttentionLinalg.cpp - Attention as front ends write it -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

using namespace llvm;
using namespace fused::fuzz;

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
