//===- Npy.cpp - Files of NumPy ---------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// xtensor parses and writes the dictionary of the header. It trusts its input:
// it reads past an empty header, takes the low byte of the length as signed,
// and does not notice a file that ends early. So this file first checks the
// frame around the dictionary, its grammar and the sizes.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include <xtensor/xnpy.hpp>

#include <exception>
#include <regex>
#include <sstream>

using namespace fused;
using namespace fused::run;

namespace {

constexpr size_t magicLength = 6;

/// The text of the header, and the data after it.
struct Frame {
  std::string header;
  size_t dataOffset = 0;
};

std::string splitFrame(const std::string &contents, Frame &frame) {
  if (contents.size() < magicLength ||
      contents.compare(0, magicLength, "\x93NUMPY") != 0)
    return "not an .npy file";
  if (contents.size() < magicLength + 6)
    return "the file ends within its header";
  auto byte = [&](size_t index) {
    return size_t(static_cast<unsigned char>(contents[index]));
  };
  size_t major = byte(6), minor = byte(7);
  if ((major != 1 && major != 2) || minor != 0)
    return "version " + std::to_string(major) + "." + std::to_string(minor) +
           " of the .npy format is not supported";
  size_t length = byte(8) | byte(9) << 8;
  frame.dataOffset = 10;
  if (major == 2) {
    length |= byte(10) << 16 | byte(11) << 24;
    frame.dataOffset = 12;
  }
  if (length > contents.size() - frame.dataOffset)
    return "the file ends within its header";
  frame.header = contents.substr(frame.dataOffset, length);
  frame.dataOffset += length;
  return "";
}

/// Checks the grammar of the dictionary. Replaces the type of raw bytes
/// ("|V2"), which xtensor does not know, by that of unsigned integers.
std::string checkHeader(std::string &header, std::string &descr) {
  // The regular expressions of the standard library recurse on long input.
  if (header.size() > 4096)
    return "its header is damaged";
  static const std::regex grammar(
      R"(\{'descr': ?'([<|][A-Za-z][0-9]{1,2})', ?'fortran_order': ?)"
      R"((True|False), ?'shape': ?\(([0-9]{1,18}, ?)*([0-9]{1,18})?\),? ?\} *\n)");
  std::smatch match;
  if (!std::regex_match(header, match, grammar)) {
    static const std::regex otherType(R"([^]*'descr': ?('[^']*'|\[)[^]*)");
    if (std::regex_match(header, match, otherType) &&
        header.find("'shape'") != std::string::npos &&
        match[1].str().find_first_of(">[O") != std::string::npos)
      return match[1] == "["
                 ? "arrays of records are not supported"
                 : "element type " + match[1].str() + " is not supported";
    return "its header is damaged";
  }
  descr = match[1];
  std::string known = descr;
  if (known[1] == 'V')
    known[1] = 'u';
  header.replace(size_t(match.position(1)), known.size(), known);
  return "";
}

/// Reorders `data` from Fortran to C order.
std::string toRowMajor(const std::string &data,
                       const std::vector<size_t> &sizes, size_t elementSize) {
  std::string result(data.size(), '\0');
  std::vector<size_t> index(sizes.size(), 0);
  for (size_t to = 0; to < data.size(); to += elementSize) {
    size_t from = 0;
    for (size_t dim = sizes.size(); dim-- > 0;)
      from = from * sizes[dim] + index[dim];
    result.replace(to, elementSize, data, from * elementSize, elementSize);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
  return result;
}

std::string parse(const std::string &contents, NpyArray &array) {
  Frame frame;
  if (std::string error = splitFrame(contents, frame); !error.empty())
    return error;
  if (std::string error = checkHeader(frame.header, array.descr);
      !error.empty())
    return error;

  std::string known;
  bool fortranOrder = false;
  std::vector<size_t> sizes;
  xt::detail::parse_header(frame.header, known, &fortranOrder, sizes);

  size_t elementSize = std::stoul(known.substr(2));
  size_t expected = elementSize;
  bool fits = true;
  for (size_t size : sizes)
    fits &= !__builtin_mul_overflow(expected, size, &expected);
  size_t available = contents.size() - frame.dataOffset;
  if (!fits || expected != available)
    return "its header asks for " +
           (fits ? std::to_string(expected) : std::string("too many")) +
           " bytes of data, but it has " + std::to_string(available);
  array.data = contents.substr(frame.dataOffset);
  if (fortranOrder)
    array.data = toRowMajor(array.data, sizes, elementSize);
  array.sizes.assign(sizes.begin(), sizes.end());
  return "";
}

} // namespace

std::string fused::run::parseNpy(const std::string &contents, NpyArray &array) {
  try {
    return parse(contents, array);
  } catch (const std::exception &exception) {
    return std::string("its header is damaged: ") + exception.what();
  }
}

std::string fused::run::formatNpyHeader(const std::string &descr,
                                        const std::vector<int64_t> &sizes) {
  try {
    std::ostringstream os;
    xt::detail::write_header(os, descr, /*fortran_order=*/false, sizes);
    return os.str();
  } catch (const std::exception &) {
    return "";
  }
}
