//===- FakeProduct.h - A product on the fake device -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_FAKEPRODUCT_H
#define FUSED_UNITTESTS_CUDA_FAKEPRODUCT_H

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "ProductCase.h"

#include "gtest/gtest.h"

namespace fused::test {

/// Has a product that no test before has planned.
class FakeProduct : public testing::Test {
protected:
  void SetUp() override {
    deviceCall.stream = stream.get();
    fakeSetWorkspace(0);
    product.epilog = Epilog::RELU_BIAS;
    static int64_t next = 0;
    product.m = 10 * ++next, product.n = 128, product.k = 5;
  }
  void TearDown() override { deviceCall = {}; }

  /// Executes and checks the product. Captured work is not done at once.
  fused_status_t run(fused_plan_slot_t *slot = nullptr) {
    ProductRun run(product);
    fused_status_t status = run.execute(deviceMatmul, slot);
    CUstreamCaptureStatus capturing;
    cuStreamIsCapturing(stream.get(), &capturing);
    if (status == FUSED_OK && capturing == CU_STREAM_CAPTURE_STATUS_NONE) {
      EXPECT_EQ(run.check(), "");
    }
    return status;
  }

  TestStream stream;
  ProductCase product;
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_FAKEPRODUCT_H
