//===- Cases.cpp - Every operation at every type ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace fused::scalars;

static std::string formatTypes(ArrayRef<const ScalarType *> types) {
  return join(map_range(types, [](auto *type) { return type->name; }), ", ");
}

std::string Case::getName() const {
  return formatv("{0}{1}{2} ({3}) -> ({4})", operation,
                 attribute.empty() ? "" : " ", attribute, formatTypes(operands),
                 formatTypes(results));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

namespace {
/// Values of attributes that change the result of an operation.
struct Variant {
  std::string name;
  std::string properties;
};
} // namespace

static std::vector<Variant> getVariants(StringRef operation) {
  std::vector<Variant> variants;
  if (operation == "arith.cmpf")
    for (uint64_t i = 0; i <= mlir::arith::getMaxEnumValForCmpFPredicate(); ++i)
      variants.push_back(
          {stringifyCmpFPredicate(mlir::arith::CmpFPredicate(i)).str(),
           formatv("{{predicate = {0} : i64}", i)});
  else if (operation == "arith.cmpi")
    for (uint64_t i = 0; i <= mlir::arith::getMaxEnumValForCmpIPredicate(); ++i)
      variants.push_back(
          {stringifyCmpIPredicate(mlir::arith::CmpIPredicate(i)).str(),
           formatv("{{predicate = {0} : i64}", i)});
  else
    variants.push_back({"", ""});
  if (operation == "arith.truncf" || operation == "arith.scaling_truncf")
    for (uint64_t i = 0; i <= mlir::arith::getMaxEnumValForRoundingMode(); ++i)
      variants.push_back(
          {stringifyRoundingMode(mlir::arith::RoundingMode(i)).str(),
           formatv("{{roundingmode = {0} : i32}", i)});
  return variants;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

using Types = SmallVector<const ScalarType *, 3>;

/// Returns lists of types of operands and results, for up to three operands.
/// They combine all types for one operand and one result, for two operands, and
/// for a choice between two values.
static std::vector<std::pair<Types, Types>> getSignatures() {
  std::vector<std::pair<Types, Types>> signatures;
  ArrayRef<ScalarType> all = getScalarTypes();
  for (const ScalarType &a : all) {
    signatures.push_back({{&a, &a, &a}, {&a}});
    signatures.push_back({{&a}, {&a, &a}});
    for (const ScalarType &b : all) {
      signatures.push_back({{&a}, {&b}});
      signatures.push_back({{&a, &a}, {&a, &b}});
      if (&a != &b)
        signatures.push_back({{&a, &b, &b}, {&b}});
      for (const ScalarType &c : all)
        signatures.push_back({{&a, &b}, {&c}});
    }
  }
  return signatures;
}

/// Returns whether the verifier accepts the operation.
static bool isValid(mlir::MLIRContext &context, StringRef operation,
                    const Variant &variant, const Types &operands,
                    const Types &results) {
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto getType = [&](const ScalarType *type) {
    return mlir::parseType(type->name, &context);
  };
  mlir::Block block;
  mlir::OperationState state(loc, operation);
  for (const ScalarType *type : operands)
    state.addOperands(block.addArgument(getType(type), loc));
  for (const ScalarType *type : results)
    state.addTypes(getType(type));
  if (!variant.properties.empty())
    state.propertiesAttr = mlir::parseAttribute(variant.properties, &context);
  mlir::RegisteredOperationName name =
      *mlir::RegisteredOperationName::lookup(operation, &context);
  if (name.hasTrait<mlir::OpTrait::ZeroRegions>() == false)
    return false;
  mlir::Operation *op = mlir::Operation::create(state);
  bool valid = succeeded(mlir::verify(op));
  op->destroy();
  return valid;
}

std::vector<Case>
fused::scalars::enumerateCases(mlir::MLIRContext &context,
                               std::vector<std::string> &unbuilt) {
  context.loadDialect<mlir::arith::ArithDialect, mlir::math::MathDialect>();
  std::vector<std::pair<Types, Types>> signatures = getSignatures();
  std::vector<Case> cases;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!is_contained({"arith", "math"}, name.getDialectNamespace()))
      continue;
    std::string operation = name.getStringRef().str();
    size_t numBefore = cases.size();
    for (const Variant &variant : getVariants(operation))
      for (auto &[operands, results] : signatures)
        if (isValid(context, operation, variant, operands, results))
          cases.push_back({operation,
                           variant.name,
                           variant.properties,
                           {operands.begin(), operands.end()},
                           {results.begin(), results.end()}});
    if (cases.size() == numBefore)
      unbuilt.push_back(operation);
  }
  return cases;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Formats "prefix0: type, prefix1: type".
static std::string formatNamed(ArrayRef<const ScalarType *> types,
                               StringRef prefix, Twine before = "",
                               Twine after = "") {
  std::string text;
  for (auto [i, type] : enumerate(types))
    text += formatv("{0}{1}{2}: {3}{4}{5}", i ? ", " : "", prefix, i, before,
                    type->name, after);
  return text;
}

static std::string formatNames(size_t count, StringRef prefix) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += formatv("{0}{1}{2}", i ? ", " : "", prefix, i);
  return text;
}

static std::string formatArrays(ArrayRef<const ScalarType *> types,
                                int64_t size) {
  std::string text;
  for (auto [i, type] : enumerate(types))
    text += formatv("{0}tensor<{1}x{2}>", i ? ", " : "", size, type->name);
  return text;
}

std::string fused::scalars::getFunction(const Case &scalarCase, StringRef name,
                                        int64_t size) {
  const auto &operands = scalarCase.operands;
  const auto &results = scalarCase.results;
  std::string text;
  raw_string_ostream os(text);
  os << formatv("func.func @{0}({1}) -> ({2}) {{\n", name,
                formatNamed(operands, "%a", formatv("tensor<{0}x", size), ">"),
                formatArrays(results, size));
  for (auto [i, type] : enumerate(results))
    os << formatv("  %e{0} = tensor.empty() : tensor<{1}x{2}>\n", i, size,
                  type->name);
  std::string maps = "affine_map<(i) -> (i)>";
  for (size_t i = 1; i < operands.size() + results.size(); ++i)
    maps += ", affine_map<(i) -> (i)>";
  os << formatv("  %r:{0} = linalg.generic {{indexing_maps = [{1}], "
                "iterator_types = [\"parallel\"]} ins({2} : {3}) outs({4} : "
                "{5}) {{\n",
                results.size(), maps, formatNames(operands.size(), "%a"),
                formatArrays(operands, size), formatNames(results.size(), "%e"),
                formatArrays(results, size));
  os << formatv("  ^bb0({0}, {1}):\n", formatNamed(operands, "%x"),
                formatNamed(results, "%o"));
  os << formatv(
      "    %v:{0} = \"{1}\"({2}){3} : ({4}) -> ({5})\n", results.size(),
      scalarCase.operation, formatNames(operands.size(), "%x"),
      scalarCase.properties.empty() ? "" : " <" + scalarCase.properties + ">",
      formatTypes(operands), formatTypes(results));
  os << formatv("    linalg.yield {0} : {1}\n",
                formatNames(results.size(), "%v#"), formatTypes(results));
  os << formatv("  } -> ({0})\n  return {1} : {0}\n}\n",
                formatArrays(results, size),
                formatNames(results.size(), "%r#"));
  return text;
}
