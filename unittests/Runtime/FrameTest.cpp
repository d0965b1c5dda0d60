//===- FrameTest.cpp - The buffers of one call ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"

#include "gtest/gtest.h"
#include <vector>

namespace {
struct Matrix {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

/// The sanitizer build finds buffers that a frame leaves behind.
class Frame : public testing::Test {
protected:
  Matrix makeMatrix(int64_t rows, int64_t columns) {
    size_t count = static_cast<size_t>(rows * columns);
    auto *data =
        static_cast<float *>(fused_frame_alloc(&frame, count * sizeof(float)));
    for (size_t i = 0; i < count; ++i)
      data[i] = static_cast<float>(i);
    return {data, data, 0, {rows, columns}, {columns, 1}};
  }

  void take(Matrix &matrix) {
    ASSERT_EQ(fused_frame_take(&frame, &matrix, 2, sizeof(float)), FUSED_OK);
    EXPECT_EQ(matrix.aligned, matrix.allocated);
    EXPECT_EQ(matrix.offset, 0);
    EXPECT_EQ(matrix.strides[0], matrix.sizes[1]);
    EXPECT_EQ(matrix.strides[1], 1);
  }

  static std::vector<float> getElements(const Matrix &matrix) {
    return {matrix.aligned, matrix.aligned + matrix.sizes[0] * matrix.sizes[1]};
  }

  fused_frame_t frame = {};
};

TEST_F(Frame, FailureReleasesEverything) {
  for (int i = 0; i < 100; ++i)
    ASSERT_NE(fused_frame_alloc(&frame, 100), nullptr);
  Matrix result = makeMatrix(2, 3);
  take(result);
  fused_frame_release(&frame, FUSED_LIBRARY_ERROR);
  EXPECT_EQ(frame.count, 0);
}

TEST_F(Frame, SuccessKeepsResults) {
  Matrix first = makeMatrix(2, 3), inner = makeMatrix(4, 4);
  Matrix second = makeMatrix(1, 2);
  float *data = second.allocated;
  take(second);
  take(first);
  EXPECT_EQ(second.allocated, data) << "a dense buffer was copied";
  fused_frame_free(&frame, inner.allocated);
  fused_frame_free(&frame, second.allocated); // a result: stays
  fused_frame_release(&frame, FUSED_OK);
  EXPECT_EQ(getElements(first), std::vector<float>({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(getElements(second), std::vector<float>({0, 1}));
  fused_free(first.allocated);
  fused_free(second.allocated);
}

TEST_F(Frame, CopiesViews) {
  Matrix matrix = makeMatrix(3, 4);
  Matrix view = {matrix.allocated, matrix.aligned, 1, {3, 2}, {1, 4}};
  take(view);
  Matrix rows = {matrix.allocated, matrix.aligned + 4, 0, {2, 4}, {4, 1}};
  take(rows);
  fused_frame_release(&frame, FUSED_OK);
  EXPECT_EQ(getElements(view), std::vector<float>({1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(getElements(rows), std::vector<float>({4, 5, 6, 7, 8, 9, 10, 11}));
  fused_free(view.allocated);
  fused_free(rows.allocated);
}

TEST_F(Frame, CopiesWhatIsNotItsOwn) {
  float constant[] = {1, 2};
  Matrix first = {constant, constant, 0, {1, 2}, {2, 1}};
  Matrix second = makeMatrix(1, 2), again = second;
  fused_frame_free(&frame, constant); // left alone
  take(first);
  take(second);
  take(again);
  EXPECT_NE(first.allocated, constant);
  EXPECT_NE(again.allocated, second.allocated);
  fused_frame_release(&frame, FUSED_OK);
  EXPECT_EQ(getElements(first), std::vector<float>({1, 2}));
  EXPECT_EQ(getElements(again), std::vector<float>({0, 1}));
  for (const Matrix &matrix : {first, second, again})
    fused_free(matrix.allocated);
}

TEST_F(Frame, EmptyAndScalarResults) {
  Matrix empty = {nullptr, nullptr, 0, {0, INT64_MAX}, {7, 7}};
  ASSERT_EQ(fused_frame_take(&frame, &empty, 2, 4), FUSED_OK);
  float value = 3;
  Matrix scalar = {&value, &value, 0, {}, {}};
  ASSERT_EQ(fused_frame_take(&frame, &scalar, 0, 4), FUSED_OK);
  fused_frame_release(&frame, FUSED_OK);
  EXPECT_EQ(*scalar.aligned, 3);
  fused_free(empty.allocated);
  fused_free(scalar.allocated);
}

TEST_F(Frame, RefusesSizesThatOverflow) {
  float value = 3;
  for (int64_t size : {int64_t(1) << 32, INT64_MAX, int64_t(-2)}) {
    Matrix matrix = {&value, &value, 0, {size, size}, {0, 0}};
    EXPECT_EQ(fused_frame_take(&frame, &matrix, 2, 4), FUSED_INVALID_ARGUMENT);
    EXPECT_STREQ(fused_last_error(),
                 "the number of bytes of a result overflows");
  }
}

TEST_F(Frame, RefusesTooManyDimensions) {
  Matrix matrix = {};
  EXPECT_EQ(fused_frame_take(&frame, &matrix, FUSED_MAX_RANK + 1, 4),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "a result has too many dimensions");
}
} // namespace
