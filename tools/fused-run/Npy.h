//===- Npy.h - Files of NumPy -----------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file reads and writes .npy files. It does not use LLVM, because its
// implementation is compiled with exceptions, which the library beneath it
// throws. It catches all of them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_NPY_H
#define FUSED_RUN_NPY_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace fused::run {

/// The contents of an .npy file. `data` is in row-major order.
struct NpyArray {
  /// The element type as NumPy writes it: "<f4", "|b1". Types that NumPy does
  /// not know (bf16, 8-bit floats) are raw bytes: "|V2", "<V1".
  std::string descr;
  std::vector<int64_t> sizes;
  std::string data;
};

/// Parses the `contents` of an .npy file of format 1.0 or 2.0. Transposes
/// arrays in Fortran order. Returns an error message, or an empty string on
/// success.
std::string parseNpy(const std::string &contents, NpyArray &array);

/// Returns the bytes of an .npy file before its data, or an empty string if
/// there is not enough memory.
std::string formatNpyHeader(const std::string &descr,
                            const std::vector<int64_t> &sizes);

} // namespace fused::run

#endif // FUSED_RUN_NPY_H
