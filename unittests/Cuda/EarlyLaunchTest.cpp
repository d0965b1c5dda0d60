//===- EarlyLaunchTest.cpp - Kernels that begin before others end ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedKernel.h"

using namespace fused::test;

/// Runs a kernel of 64 threads, of which each may write an element of an array;
/// returns what was wrong.
static std::string run(const std::string &body, bool isEarly) {
  CUdeviceptr memory = 0;
  EXPECT_EQ(cuMemAlloc(&memory, 64 * sizeof(int32_t)), CUDA_SUCCESS);
  void *arguments[] = {&memory};
  Launch launch;
  launch.isEarly = isEarly;
  std::string error = runKernel(R"(
    target triple = "nvptx64-nvidia-cuda"
    @shared = internal addrspace(3) global [64 x i32] undef
    declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
    declare void @llvm.nvvm.griddepcontrol.wait()
    define ptx_kernel void @kernel(ptr %data) {
      %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
      %first = icmp eq i32 %t, 0
      %at = getelementptr i32, ptr %data, i32 %t
      %mine = getelementptr i32, ptr addrspace(3) @shared, i32 %t
  )" + body + "ret void }",
                                launch, arguments);
  cuMemFree(memory);
  return error;
}

static const std::string computing = "call i32 asm \"xor.b32 $0, $1, 0x0;\", "
                                     "\"=r,r\"(i32 %t)\n",
                         waiting =
                             "call void @llvm.nvvm.griddepcontrol.wait()\n",
                         writing = "store i32 %t, ptr %at\n", preparing = R"(
  store i32 %t, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
)";

/// Lets the first thread alone execute `body`.
static std::string branch(const std::string &body) {
  return "br i1 %first, label %work, label %end\nwork:\n" + body +
         "br label %end\nend:\n";
}

TEST(EarlyLaunch, WaitsBeforeArraysAreTouched) {
  for (const std::string &body :
       {waiting + writing, preparing + waiting + writing,
        waiting + branch(writing), branch("") + waiting + writing,
        computing + waiting + writing})
    EXPECT_EQ(run(body, /*isEarly=*/true), "") << body;
}

TEST(EarlyLaunch, KernelsThatDoNotWaitAreRefused) {
  for (const std::string &body :
       {writing, writing + waiting, branch(waiting) + writing,
        branch(waiting + writing)}) {
    EXPECT_PRED2(contains, run(body, /*isEarly=*/true), "may begin before")
        << body;
    EXPECT_EQ(run(body, /*isEarly=*/false), "") << body;
  }
}
