//===- StatusTest.cpp - Statuses, types and the last error ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"

#include "gtest/gtest.h"
#include <thread>

namespace {
TEST(Status, EveryStatusHasAName) {
  EXPECT_STREQ(fused_status_string(FUSED_OK), "ok");
  EXPECT_STREQ(fused_status_string(FUSED_INVALID_ARGUMENT), "invalid argument");
  EXPECT_STREQ(fused_status_string(FUSED_UNSUPPORTED), "unsupported");
  EXPECT_STREQ(fused_status_string(FUSED_OUT_OF_MEMORY), "out of memory");
  EXPECT_STREQ(fused_status_string(FUSED_LIBRARY_ERROR), "library error");
  EXPECT_STREQ(fused_status_string(FUSED_VERSION_MISMATCH), "version mismatch");
  EXPECT_STREQ(fused_status_string(-1), "unknown status");
}

TEST(Status, TypesHaveSizesAndNames) {
  const struct {
    fused_type_t type;
    size_t size;
    const char *name;
  } types[] = {
      {FUSED_TYPE_NONE, 0, "none"}, {FUSED_F16, 2, "f16"},
      {FUSED_BF16, 2, "bf16"},      {FUSED_F32, 4, "f32"},
      {FUSED_F64, 8, "f64"},        {FUSED_F8E4M3FN, 1, "f8E4M3FN"},
      {FUSED_F8E5M2, 1, "f8E5M2"},  {FUSED_I1, 1, "i1"},
      {FUSED_I8, 1, "i8"},          {FUSED_I16, 2, "i16"},
      {FUSED_I32, 4, "i32"},        {FUSED_I64, 8, "i64"},
      {1000, 0, "unknown type"},
  };
  for (const auto &row : types) {
    EXPECT_EQ(fused_type_size(row.type), row.size) << row.name;
    EXPECT_STREQ(fused_type_string(row.type), row.name);
  }
}

TEST(LastError, HasLocationAndSentence) {
  EXPECT_EQ(fused_fail(FUSED_UNSUPPORTED, "no such thing", "a.mlir:3:4"),
            FUSED_UNSUPPORTED);
  EXPECT_STREQ(fused_last_error(), "a.mlir:3:4: no such thing");
  EXPECT_EQ(fused_fail_comparison(FUSED_INVALID_ARGUMENT, "sizes differ",
                                  "a.mlir:3:4", 7, -8),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "a.mlir:3:4: sizes differ: 7 and -8");
  fused_fail(FUSED_INVALID_ARGUMENT, "100% wrong %s", nullptr);
  EXPECT_STREQ(fused_last_error(), "100% wrong %s");
  fused_fail(FUSED_INVALID_ARGUMENT, nullptr, nullptr);
  EXPECT_STREQ(fused_last_error(), "invalid argument");
}

TEST(LastError, MayRepeatItself) {
  fused_fail(FUSED_UNSUPPORTED, "inner", nullptr);
  fused_fail(FUSED_UNSUPPORTED, fused_last_error(), "outer");
  EXPECT_STREQ(fused_last_error(), "outer: inner");
}

TEST(LastError, IsCutWhenTooLong) {
  std::string text(5000, 'x');
  fused_fail(FUSED_UNSUPPORTED, text.c_str(), nullptr);
  EXPECT_EQ(std::string(fused_last_error()), std::string(1023, 'x'));
}

TEST(LastError, BelongsToAThread) {
  fused_fail(FUSED_UNSUPPORTED, "mine", nullptr);
  std::thread([] {
    EXPECT_STREQ(fused_last_error(), "");
    fused_fail(FUSED_UNSUPPORTED, "another's", nullptr);
    EXPECT_STREQ(fused_last_error(), "another's");
  }).join();
  EXPECT_STREQ(fused_last_error(), "mine");
}
} // namespace
