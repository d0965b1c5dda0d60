//===- SupportTableReader.cpp - Reads a table of docs/support -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/SupportTable.h"
#include "fused/Dialect/FusedDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace fused;
using llvm::StringRef;
namespace json = llvm::json;

// Found by json::ObjectMapper through the arguments' namespace.
namespace fused {

static bool fromJSON(const json::Value &value, EpilogSet &set,
                     json::Path path) {
  if (value.getAsString() == StringRef("all")) {
    set.members.fill(true);
    return true;
  }
  std::vector<std::string> names;
  if (!json::fromJSON(value, names, path))
    return false;
  for (auto [index, name] : llvm::enumerate(names)) {
    std::optional<Epilog> epilog = symbolizeEpilog(name);
    if (!epilog) {
      path.index(index).report("is not the name of an epilog");
      return false;
    }
    set.members[static_cast<int32_t>(*epilog)] = true;
  }
  return true;
}

static bool fromJSON(const json::Value &value, TransposeSet &set,
                     json::Path path) {
  std::vector<std::string> names;
  if (!json::fromJSON(value, names, path))
    return false;
  set.members.fill(false);
  for (auto [index, name] : llvm::enumerate(names)) {
    const auto *position = llvm::find(TransposeSet::names, StringRef(name));
    if (position == TransposeSet::names.end()) {
      path.index(index).report("is not NN, NT, TN or TT");
      return false;
    }
    set.members[position - TransposeSet::names.begin()] = true;
  }
  return true;
}

/// Fails on an unknown key, because it may be a misspelled constraint.
static bool checkKeys(const json::Value &value, llvm::ArrayRef<StringRef> keys,
                      json::Path path) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return true; // json::ObjectMapper says so.
  for (const auto &entry : *object)
    if (!llvm::is_contained(keys, StringRef(entry.first))) {
      path.field(entry.first).report("is not a key of the format");
      return false;
    }
  return true;
}

static bool fromJSON(const json::Value &value, ProductSupport &product,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map ||
      !checkKeys(value,
                 {"a", "b", "d", "compute", "bias", "epilogs", "transposes",
                  "multiple_of", "batch"},
                 path) ||
      !map.map("a", product.a) || !map.map("b", product.b) ||
      !map.map("d", product.d) || !map.map("compute", product.compute) ||
      !map.map("bias", product.bias) || !map.map("epilogs", product.epilogs) ||
      !map.mapOptional("transposes", product.transposes) ||
      !map.mapOptional("multiple_of", product.multipleOf) ||
      !map.mapOptional("batch", product.batch))
    return false;
  if (product.multipleOf >= 1)
    return true;
  path.field("multiple_of").report("should be at least 1");
  return false;
}

/// The member `epilog_transposes`: an object with the names of epilogs as keys.
static bool readEpilogTransposes(const json::Object &object,
                                 SupportTable &table, json::Path path) {
  for (const auto &entry : object) {
    json::Path field = path.field(entry.first);
    std::optional<Epilog> epilog = symbolizeEpilog(entry.first);
    if (!epilog) {
      field.report("is not the name of an epilog");
      return false;
    }
    if (!fromJSON(entry.second,
                  table.epilogTransposes[static_cast<int32_t>(*epilog)], field))
      return false;
  }
  return true;
}

static bool fromJSON(const json::Value &value, SupportTable &table,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  int64_t format = 0;
  std::string order;
  std::vector<ProductSupport> products;
  std::vector<std::string> notes;
  if (!map ||
      !checkKeys(value,
                 {"format", "target", "chip", "library", "version", "device",
                  "date", "order", "products", "epilog_transposes",
                  "multiply_mask", "shared_c", "notes"},
                 path) ||
      !map.map("format", format) || !map.map("target", table.target) ||
      !map.map("chip", table.chip) || !map.map("library", table.library) ||
      !map.map("version", table.version) || !map.map("device", table.device) ||
      !map.map("date", table.date) || !map.map("order", order) ||
      !map.map("products", products) ||
      !map.map("multiply_mask", table.multiplyMask) ||
      !map.mapOptional("shared_c", table.sharedC) ||
      !map.mapOptional("notes", notes))
    return false;
  if (format != 1) {
    path.field("format").report("should be 1");
    return false;
  }
  table.isColumnMajor = order == "column-major";
  if (!table.isColumnMajor && order != "row-major") {
    path.field("order").report("should be row-major or column-major");
    return false;
  }
  llvm::append_range(table.products, products);
  llvm::append_range(table.notes, notes);
  if (const json::Value *transposes =
          value.getAsObject()->get("epilog_transposes")) {
    json::Path field = path.field("epilog_transposes");
    if (const json::Object *object = transposes->getAsObject())
      return readEpilogTransposes(*object, table, field);
    field.report("expected object");
    return false;
  }
  return true;
}

} // namespace fused

llvm::Expected<SupportTable> fused::parseSupportTable(StringRef json,
                                                      StringRef name) {
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError("%s: %s", name.str().c_str(),
                                   llvm::toString(std::move(error)).c_str());
  };
  llvm::Expected<json::Value> value = json::parse(json);
  if (!value)
    return fail(value.takeError());
  SupportTable table;
  json::Path::Root root("table");
  if (!fromJSON(*value, table, root))
    return fail(root.getError());
  return table;
}
