//===- Function.h - The text of one function --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_FUNCTION_H
#define FUSED_FUZZ_FUNCTION_H

#include "Tensor.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fused::fuzz {

/// An operand of an operation with loops: a tensor and, for each of its
/// dimensions, the position of the loop that indexes it.
struct Access {
  Tensor tensor;
  llvm::SmallVector<int, 4> loops;   ///< -1 stands for index 0.
  llvm::SmallVector<int, 4> offsets; ///< Added to the index; empty if all are
                                     ///< 0.
};

/// Writes a function with linalg on tensors.
class Function {
public:
  explicit Function(std::string name) : name(std::move(name)) {}

  /// Makes a dimension. A dynamic one is `?` in the types of arguments and of
  /// everything computed from them.
  Dim makeDim(int64_t size, bool isDynamic);
  /// Makes a dynamic dimension whose size is the index `name`.
  Dim makeDerivedDim(int64_t size, const std::string &name);
  int64_t getSize(Dim dim) const { return sizes[dim.id].size; }
  bool isDynamic(Dim dim) const { return sizes[dim.id].isDynamic; }
  bool isStatic(llvm::ArrayRef<Dim> dims) const;
  int64_t countElements(llvm::ArrayRef<Dim> dims) const;

  Tensor addArgument(llvm::ArrayRef<Dim> dims, Element element);
  void addResult(const Tensor &tensor) { results.push_back(tensor); }
  size_t getNumResults() const { return results.size(); }

  /// Returns an unused name, such as "%7".
  std::string makeName() { return "%" + std::to_string(nextName++); }
  /// Adds a line to the body.
  void write(const std::string &line) { body += "  " + line + "\n"; }
  /// Returns the end of the body, where `writeAt` may add a line later.
  size_t getEnd() const { return body.size(); }
  void writeAt(size_t place, const std::string &line) {
    body.insert(place, "  " + line + "\n");
  }
  /// Writes "`name` = `right`" and returns the tensor.
  Tensor define(llvm::ArrayRef<Dim> dims, Element element,
                const std::string &right);

  std::string getType(llvm::ArrayRef<Dim> dims, Element element) const;
  std::string getType(const Tensor &tensor) const {
    return getType(tensor.dims, tensor.element);
  }
  /// Formats "%a, %b : tensor<..>, tensor<..>".
  std::string getTyped(llvm::ArrayRef<Tensor> tensors) const;

  /// Writes a scalar constant and returns its name.
  std::string makeConstant(double value, Element element);
  Tensor makeEmpty(llvm::ArrayRef<Dim> dims, Element element);
  Tensor makeFilled(llvm::ArrayRef<Dim> dims, double value, Element element);
  /// Writes an index with the size of `dim` and returns its name.
  std::string makeSize(Dim dim);

  /// Writes linalg.generic. `kinds` has 'p' or 'r' for each loop, and `order`
  /// has the loop for each place. The body's arguments are %x0, %x1, ... and
  /// %o.
  Tensor makeGeneric(llvm::ArrayRef<Access> inputs, const Access &init,
                     llvm::StringRef kinds, llvm::ArrayRef<unsigned> order,
                     llvm::StringRef bodyText, const std::string &yielded);
  /// Formats the attribute indexing_maps of such an operation.
  std::string getMaps(llvm::ArrayRef<Access> accesses, unsigned numLoops,
                      llvm::ArrayRef<unsigned> order) const;

  /// Returns the text of the whole function.
  std::string getText() const;
  /// Returns the sizes of the arguments.
  std::vector<llvm::SmallVector<int64_t>> getArgumentSizes() const;

private:
  struct DimInfo {
    int64_t size;
    bool isDynamic;
    std::string name; ///< The name of the index, if known.
  };

  std::string name;
  std::vector<DimInfo> sizes;
  std::vector<Tensor> arguments, results;
  std::string prologue, body;
  unsigned nextName = 0;
};

/// Formats a constant as the shortest literal that has its value.
std::string formatConstant(double value, Element element);

/// Formats "arith.constant 0.5 : f32".
std::string formatConstantOperation(double value, Element element);

/// Returns 0, 1, 2, ...
llvm::SmallVector<int, 4> getIdentity(size_t count);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_FUNCTION_H
