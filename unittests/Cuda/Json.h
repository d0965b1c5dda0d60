//===- Json.h - Results as JSON ---------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_JSON_H
#define FUSED_UNITTESTS_CUDA_JSON_H

#include <cstdio>
#include <string>

namespace fused::test {

inline std::string quote(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

/// An object or an array, written as it grows.
class Json {
public:
  explicit Json(bool isArray = false) : isArray(isArray) {}

  void addRaw(const std::string &key, const std::string &value) {
    body += body.empty() ? "" : isArray ? ",\n" : ", ";
    if (!isArray)
      body += quote(key) + ": ";
    body += value;
  }
  void add(const std::string &key, const std::string &text) {
    addRaw(key, quote(text));
  }
  void add(const std::string &key, const char *text) {
    addRaw(key, quote(text));
  }
  void add(const std::string &key, double number) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.6g", number);
    addRaw(key, text);
  }
  void push(const Json &value) { addRaw("", value.str()); }
  void push(const std::string &text) { addRaw("", quote(text)); }
  void add(const std::string &key, const Json &value) {
    addRaw(key, value.str());
  }
  std::string str() const {
    return (isArray ? "[" : "{") + body + (isArray ? "]" : "}");
  }

private:
  bool isArray;
  std::string body;
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_JSON_H
