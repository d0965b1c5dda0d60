//===- Inputs.cpp - The inputs of a run -------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "Memory.h"
#include "Npy.h"
#include "Random.h"
#include "fused/Compiler/Files.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// True if an .npy file with elements `descr` can hold tensors of `type`. NumPy
/// has no bf16 and no 8-bit floats. Files have these as raw bytes, as ml_dtypes
/// saves them, or as unsigned integers of the same bits.
static bool holds(StringRef descr, fused_type_t type) {
  descr.consume_front("<") || descr.consume_front("|");
  switch (type) {
  case FUSED_F16:
    return descr == "f2";
  case FUSED_BF16:
    return descr == "V2" || descr == "u2";
  case FUSED_F32:
    return descr == "f4";
  case FUSED_F64:
    return descr == "f8";
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return descr == "V1" || descr == "u1";
  case FUSED_I1:
    return descr == "b1";
  case FUSED_I8:
    return descr == "i1" || descr == "u1";
  case FUSED_I16:
    return descr == "i2" || descr == "u2";
  case FUSED_I32:
    return descr == "i4" || descr == "u4";
  case FUSED_I64:
    return descr == "i8" || descr == "u8";
  default:
    return false;
  }
}

/// Returns the `descr` of a file with elements of `type`.
static const char *getDescr(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return "<f2";
  case FUSED_BF16:
    return "<V2";
  case FUSED_F32:
    return "<f4";
  case FUSED_F64:
    return "<f8";
  case FUSED_F8E4M3FN:
  case FUSED_F8E5M2:
    return "|V1";
  case FUSED_I1:
    return "|b1";
  case FUSED_I8:
    return "|i1";
  case FUSED_I16:
    return "<i2";
  case FUSED_I32:
    return "<i4";
  default:
    return "<i8";
  }
}

Expected<HostTensor> fused::run::loadTensor(StringRef path, fused_type_t type) {
  Expected<std::unique_ptr<MemoryBuffer>> buffer = readFile(path);
  if (!buffer)
    return buffer.takeError();
  NpyArray array;
  std::string error = parseNpy((*buffer)->getBuffer().str(), array);
  if (!error.empty())
    return makeError("%s: %s", path.str().c_str(), error.c_str());
  if (!holds(array.descr, type))
    return makeError("%s: its elements are '%s', but the program takes %s",
                     path.str().c_str(), array.descr.c_str(),
                     fused_type_string(type));
  if (array.sizes.size() > FUSED_MAX_RANK)
    return makeError("%s: has %zu dimensions, at most %d are supported",
                     path.str().c_str(), array.sizes.size(), FUSED_MAX_RANK);
  HostTensor tensor(type, array.sizes);
  llvm::copy(array.data, tensor.getMutableBytes().begin());
  return tensor;
}

Error fused::run::saveTensor(StringRef path, const HostTensor &tensor) {
  std::string header =
      formatNpyHeader(getDescr(tensor.getType()),
                      {tensor.getSizes().begin(), tensor.getSizes().end()});
  if (header.empty())
    return makeError("%s: out of memory", path.str().c_str());
  return writeFile(path, [&](raw_ostream &os) {
    os << header
       << StringRef(tensor.getBytes().data(), tensor.getBytes().size());
  });
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// What about `sizes` does not fit `type`, or nothing if they fit.
static std::string findMismatch(const fused_tensor_type_t &type,
                                ArrayRef<int64_t> sizes) {
  if (sizes.size() != size_t(type.rank))
    return formatv("{0} instead of {1} dimensions", sizes.size(), type.rank);
  for (auto [dim, size] : enumerate(sizes))
    if (type.sizes[dim] != FUSED_DYNAMIC && type.sizes[dim] != size)
      return formatv("dimension {0} is {1} instead of {2}", dim, size,
                     type.sizes[dim]);
  return "";
}

/// Checks `sizes`, which come from `source`, against the type of an input.
static Error checkSizes(StringRef source, const fused_function_t &function,
                        unsigned number, ArrayRef<int64_t> sizes) {
  const fused_tensor_type_t &type = function.inputs[number];
  std::string mismatch = findMismatch(type, sizes);
  if (mismatch.empty())
    return Error::success();
  return makeError("%s does not fit: input %u of '%s' is %s, and this is %s "
                   "(%s)",
                   source.str().c_str(), number, function.name,
                   formatTensorType(type).c_str(),
                   formatTensorType(type.type, sizes).c_str(),
                   mismatch.c_str());
}

/// The option that gives input `number` these sizes.
static std::string describeShape(unsigned number, ArrayRef<int64_t> sizes) {
  std::string text = "--shape=" + std::to_string(number) + "=";
  raw_string_ostream os(text);
  llvm::interleave(sizes, os, "x");
  return text;
}

/// Returns the sizes of input `number`, which has no file.
static Expected<SmallVector<int64_t>> getSizes(const fused_function_t &function,
                                               unsigned number,
                                               const Options &options) {
  const fused_tensor_type_t &type = function.inputs[number];
  SmallVector<int64_t> sizes(type.sizes, type.sizes + type.rank);
  if (auto shape = options.shapes.find(number); shape != options.shapes.end()) {
    if (Error error = checkSizes(describeShape(number, shape->second), function,
                                 number, shape->second))
      return error;
    sizes = shape->second;
  }
  llvm::replace(sizes, int64_t(FUSED_DYNAMIC), options.dynamicSize);
  constexpr int64_t limit = int64_t(1) << 40;
  if (int64_t count = countElements(sizes); count < 0 || count > limit)
    return makeError("input %u is too large: %s", number,
                     formatTensorType(type.type, sizes).c_str());
  return sizes;
}

/// Fails if the inputs that have no file need more memory than there is. The
/// verification also has them in f64.
static Error checkMemory(const fused_function_t &function,
                         const Options &options) {
  double needed = 0, largest = -1;
  std::string description;
  for (unsigned i = 0; i < unsigned(function.num_inputs); ++i) {
    if (options.inputFiles.count(i))
      continue;
    Expected<SmallVector<int64_t>> sizes = getSizes(function, i, options);
    if (!sizes)
      return sizes.takeError();
    fused_type_t type = function.inputs[i].type;
    size_t size = fused_type_size(type);
    if (options.verify && isFloat(type))
      size += fused_type_size(FUSED_F64);
    double bytes = double(countElements(*sizes)) * double(size);
    needed += bytes;
    if (bytes <= largest)
      continue;
    largest = bytes;
    description =
        formatv("input {0} is {1}", i, formatTensorType(type, *sizes));
  }
  auto available = double(getAvailableMemory());
  if (needed <= available)
    return Error::success();
  constexpr double gibibyte = 1 << 30;
  return makeError("the inputs need %.1f GiB of memory, but only %.1f GiB are "
                   "available: %s",
                   needed / gibibyte, available / gibibyte,
                   description.c_str());
}

/// Makes input `number` at random or reads it from its file.
static Expected<HostTensor> makeInput(const fused_function_t &function,
                                      unsigned number, const Options &options,
                                      uint64_t seed) {
  fused_type_t type = function.inputs[number].type;
  if (auto file = options.inputFiles.find(number);
      file != options.inputFiles.end()) {
    Expected<HostTensor> tensor = loadTensor(file->second, type);
    if (!tensor)
      return tensor.takeError();
    if (Error error =
            checkSizes(file->second, function, number, tensor->getSizes()))
      return error;
    return tensor;
  }
  Expected<SmallVector<int64_t>> sizes = getSizes(function, number, options);
  if (!sizes)
    return sizes.takeError();
  return makeRandomTensor(type, *sizes, Random(seed, number),
                          options.randomIntegers);
}

template <typename Values>
static Error checkNumbers(const fused_function_t &function, const char *option,
                          const char *kind, const Values &values,
                          int32_t count) {
  for (const auto &[number, value] : values)
    if (number >= unsigned(count))
      return makeError("%s names %s %u, but '%s' has %d of them, numbered "
                       "from 0",
                       option, kind, number, function.name, count);
  return Error::success();
}

Expected<std::vector<HostTensor>>
fused::run::makeInputs(const fused_function_t &function, const Options &options,
                       uint64_t seed) {
  if (Error error = checkNumbers(function, "--input", "input",
                                 options.inputFiles, function.num_inputs))
    return error;
  if (Error error = checkNumbers(function, "--shape", "input", options.shapes,
                                 function.num_inputs))
    return error;
  if (Error error = checkNumbers(function, "--output", "result",
                                 options.outputFiles, function.num_outputs))
    return error;
  if (Error error = checkMemory(function, options))
    return error;
  std::vector<HostTensor> inputs;
  for (int32_t i = 0; i < function.num_inputs; ++i) {
    Expected<HostTensor> input =
        makeInput(function, unsigned(i), options, seed);
    if (!input)
      return input.takeError();
    inputs.push_back(std::move(*input));
  }
  return inputs;
}
