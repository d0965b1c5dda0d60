//===- AttentionWriter.h - Programs with attention --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_ATTENTIONWRITER_H
#define FUSED_FUZZ_ATTENTIONWRITER_H

#include "AttentionFamily.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/StringSaver.h"

namespace fused::fuzz {

/// Matrices of a product.
struct Factor {
  llvm::StringRef name, type;
  llvm::StringRef indices;
  bool isShared = false;

  /// The same matrices, read at other indices.
  Factor at(llvm::StringRef others) const {
    return {name, type, others, isShared};
  }
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
  llvm::StringRef pickOutputElement() {
    return dice.chance(20) ? llvm::StringRef("f32") : element;
  }
  /// Few vectors have an odd length, which kernels do not read.
  int64_t pickWidth() {
    return dice.chance(5)
               ? 1 + dice.below(40)
               : 8 * (1 + dice.below(dice.pick({4u, 10u, 20u, 32u})));
  }

  /// Without other loops, those of the batch, query and key.
  llvm::SmallVector<int64_t> getShape(llvm::ArrayRef<int64_t> inner) const {
    llvm::SmallVector<int64_t> shape(loops.begin(), loops.end() - 2);
    shape.append(inner.begin(), inner.end());
    return shape;
  }
  /// Of keys or values in linalg.
  llvm::SmallVector<int64_t>
  getSharedShape(llvm::ArrayRef<int64_t> inner) const {
    llvm::SmallVector<int64_t> shape = getShape(inner);
    if (grouped)
      shape.erase(shape.begin() + *grouped);
    return shape;
  }
  /// Of what is read by an operation, which the batch may share.
  llvm::SmallVector<int64_t> pickShape(llvm::ArrayRef<int64_t> inner) {
    llvm::SmallVector<int64_t> shape = getShape(inner);
    for (int64_t &size : llvm::MutableArrayRef(shape).drop_back(2))
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
  static std::string getType(llvm::ArrayRef<int64_t> shape,
                             llvm::StringRef type) {
    std::string text = "tensor<";
    for (int64_t size : shape)
      text += std::to_string(size) + "x";
    return text + type.str() + ">";
  }
  std::string addArgument(llvm::ArrayRef<int64_t> shape, llvm::StringRef type) {
    std::string name = "%a" + std::to_string(program.argumentSizes.size());
    program.argumentSizes.emplace_back(shape.begin(), shape.end());
    parameters +=
        (parameters.empty() ? "" : ", ") + name + ": " + getType(shape, type);
    return name;
  }
  std::string getMap(llvm::ArrayRef<unsigned> used) const {
    auto name = [](unsigned loop) { return "d" + std::to_string(loop); };
    return llvm::formatv(
        "affine_map<({0}) -> ({1})>",
        llvm::join(
            llvm::map_range(llvm::seq<unsigned>(unsigned(loops.size())), name),
            ", "),
        llvm::join(llvm::map_range(used, name), ", "));
  }
  std::string define(std::string value) {
    std::string name = "%" + std::to_string(numValues++);
    body += "    " + name + " = " + value + "\n";
    return name;
  }
  std::string constant(llvm::StringRef value, llvm::StringRef type) {
    return define(llvm::formatv("arith.constant {0} : {1}", value, type));
  }

  std::string addExtra(std::string x);
  std::string maskKeys(std::string x);
  std::string writeScore(std::string x);
  std::string getOperands() const;
  void writeOperation();
  void writeGradientOperation();
  void addFactor(llvm::ArrayRef<int64_t> inner);
  void writeLinalg();
  Factor repeat(llvm::StringRef name, const Factor &shared,
                llvm::ArrayRef<int64_t> inner);
  std::string writeProduct(llvm::StringRef name, const Factor &a,
                           const Factor &b, llvm::StringRef init,
                           const Factor &result) const;

  Program &program;
  Dice &dice;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver{allocator};
  llvm::StringRef element;
  /// The sizes of the batch, and the numbers of queries and keys.
  llvm::SmallVector<int64_t> loops;
  int64_t depth, width;
  /// The loop of the batch along which queries share keys.
  std::optional<unsigned> grouped;
  std::string parameters, body;
  unsigned numValues = 0;
  /// The names of what an operation multiplies, and types.
  llvm::SmallVector<std::string> factors, factorTypes;
  /// Further operands: names, types, those of elements, and maps.
  llvm::SmallVector<std::string> extras, types, elements, maps;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_ATTENTIONWRITER_H
