//===- Npy.h - Files of NumPy -----------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes .npy files. Free of LLVM: its implementation is compiled
// with exceptions, as the library beneath it throws; none leaves it.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_NPY_H
#define FUSED_RUN_NPY_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace fused::run {

/// What an .npy file holds. `data` is row-major.
struct NpyArray {
  /// NumPy's spelling of the element type: "<f4", "|b1". What NumPy does not
  /// know by itself (bf16, 8-bit floats) is raw bytes: "|V2", "<V1".
  std::string descr;
  std::vector<int64_t> sizes;
  std::string data;
};

/// Parses the `contents` of an .npy file of format 1.0 or 2.0. Arrays in
/// Fortran order are transposed. Returns an empty string, or what is wrong.
std::string parseNpy(const std::string &contents, NpyArray &array);

/// The bytes of an .npy file before its data, or an empty string without
/// memory for it.
std::string formatNpyHeader(const std::string &descr,
                            const std::vector<int64_t> &sizes);

} // namespace fused::run

#endif // FUSED_RUN_NPY_H
