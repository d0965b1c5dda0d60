//===- ShortArray.h - Arrays that are mostly short --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_SHORTARRAY_H
#define FUSED_LIB_RUNTIME_CORE_SHORTARRAY_H

#include <cstddef>
#include <memory>
#include <new>

namespace fused::runtime {

/// An array without allocation if it is short.
template <typename T> class ShortArray {
public:
  /// False if there is no memory for so many.
  bool resize(size_t count) {
    if (count <= capacity)
      return true;
    many.reset(new (std::nothrow) T[count]());
    elements = many.get();
    return elements;
  }
  T &operator[](size_t index) { return elements[index]; }
  T *get() { return elements; }

private:
  static constexpr size_t capacity = 16;
  T few[capacity] = {};
  std::unique_ptr<T[]> many;
  T *elements = few;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_SHORTARRAY_H
