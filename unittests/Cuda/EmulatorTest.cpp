//===- EmulatorTest.cpp - What the emulator finds in kernels --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels in LLVM IR, as the compiler makes them, each right or with one fault.
//
//===----------------------------------------------------------------------===//

#include "EmulatedKernel.h"

#include <cstring>
#include <vector>

using namespace fused::test;

namespace {
/// Declarations and variables that all kernels may use.
constexpr const char *declarations = R"(
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [64 x i32] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.fma.rm.f(float, float, float)
declare float @llvm.nvvm.unknown.f(float)
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare void @llvm.nvvm.barrier.cluster.arrive.aligned()
declare void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
declare void @llvm.nvvm.barrier.cluster.wait.aligned()
attributes #0 = { "nvvm.cluster_dim"="2,1,1" }
)";

/// What is at the head of the bodies of kernels.
constexpr const char *prologue = R"(
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %t, 0
  %at = getelementptr i32, ptr %data, i32 %t
  %mine = getelementptr i32, ptr addrspace(3) @shared, i32 %t
  %other = xor i32 %t, 1
  %its = getelementptr i32, ptr addrspace(3) @shared, i32 %other
)";

/// The heads of kernels whose blocks are alone, and in clusters of two.
constexpr const char *alone = "define ptx_kernel void @kernel(ptr %data) {",
                     *inCluster =
                         "define ptx_kernel void @kernel(ptr %data) #0 {";

class Emulator : public testing::Test {
protected:
  static constexpr size_t numElements = 64;

  void SetUp() override {
    ASSERT_EQ(cuMemAlloc(&memory, numElements * sizeof(int32_t)), CUDA_SUCCESS);
    std::memset(getElements(), 0, numElements * sizeof(int32_t));
  }
  void TearDown() override { cuMemFree(memory); }

  int32_t *getElements() { return reinterpret_cast<int32_t *>(memory); }

  /// Runs a kernel of blocks of 64 threads; returns what was wrong.
  std::string run(const std::string &body, unsigned numBlocks = 1,
                  const std::string &head = alone) {
    void *arguments[] = {&memory};
    return runKernel(declarations + head + prologue + body + "\n}", {numBlocks},
                     arguments);
  }

  /// The same with blocks in clusters of two. %there is the place of
  /// this thread in the memory of the other one.
  std::string runInClusters(const std::string &body, unsigned numBlocks = 2) {
    return run(R"(
      %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
      %peer = xor i32 %rank, 1
      %there = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(
          ptr addrspace(3) %mine, i32 %peer))" +
                   body,
               numBlocks, inCluster);
  }

  CUdeviceptr memory = 0;
};

constexpr const char *begin = R"(
    call void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
    call void @llvm.nvvm.barrier.cluster.wait.aligned())",
                     *meet = R"(
    call void @llvm.nvvm.barrier.cluster.arrive.aligned()
    call void @llvm.nvvm.barrier.cluster.wait.aligned())";
} // namespace

TEST_F(Emulator, ThreadsExchangeThroughSharedMemory) {
  EXPECT_EQ(run(R"(
    store i32 %t, ptr addrspace(3) %mine
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %value = load i32, ptr addrspace(3) %its
    store i32 %value, ptr %at
    ret void)"),
            "");
  for (size_t i = 0; i < numElements; ++i)
    EXPECT_EQ(getElements()[i], int32_t(i ^ 1));
}

TEST_F(Emulator, WarpsShuffle) {
  EXPECT_EQ(run(R"(
    %value = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 16,
                                                    i32 31)
    store i32 %value, ptr %at
    ret void)"),
            "");
  for (size_t i = 0; i < numElements; ++i)
    EXPECT_EQ(getElements()[i], int32_t(i ^ 16));
}

TEST_F(Emulator, RoundingModesAreThoseOfTheDevice) {
  // 1 - 2^-30, rounded down.
  EXPECT_EQ(run(R"(
    %value = call float @llvm.nvvm.fma.rm.f(float 1.0, float 1.0,
                                            float 0xBE10000000000000)
    store float %value, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[0], 0x3f7fffff);
}

TEST_F(Emulator, AssemblyOfCudasLibraryIsKnown) {
  // 7 * 2^31 + 2^31
  EXPECT_EQ(run(R"(
    %pair = call { i32, i32 } asm
      "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}",
      "=r,=r,r,r,r"(i32 7, i32 -2147483648, i32 -2147483648)
    %low = extractvalue { i32, i32 } %pair, 0
    %high = extractvalue { i32, i32 } %pair, 1
    %sum = add i32 %low, %high
    store i32 %sum, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[0], 4);
}

TEST_F(Emulator, DivisionByZeroIsNoTrap) {
  EXPECT_EQ(run(R"(
    %value = sdiv i32 7, %t
    store i32 %value, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[0], -1);
  EXPECT_EQ(getElements()[3], 2);
}

TEST_F(Emulator, ShiftsEndWithZero) {
  EXPECT_EQ(run(R"(
    %value = shl i32 3, %t
    store i32 %value, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[2], 12);
  EXPECT_EQ(getElements()[32], 0);
  EXPECT_EQ(getElements()[34], 0);
}

TEST_F(Emulator, ShiftsOfNegativeNumbersEndWithOnes) {
  EXPECT_EQ(run(R"(
    %value = ashr i32 -12, %t
    store i32 %value, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[2], -3);
  EXPECT_EQ(getElements()[33], -1);
}

TEST_F(Emulator, SignsOfBFloats) {
  EXPECT_EQ(run(R"(
    %number = sub i32 %t, 32
    %float = sitofp i32 %number to float
    %value = fptrunc float %float to bfloat
    %bits = bitcast bfloat %value to i16
    %negative = icmp slt i16 %bits, 0
    %one = zext i1 %negative to i32
    store i32 %one, ptr %at
    ret void)"),
            "");
  EXPECT_EQ(getElements()[31], 1);
  EXPECT_EQ(getElements()[32], 0);
}

TEST_F(Emulator, ReadsAreInBounds) {
  EXPECT_PRED2(contains, run(R"(
    %beyond = getelementptr i32, ptr %at, i32 1
    %value = load i32, ptr %beyond
    store i32 %value, ptr %data
    ret void)"),
               "CUDA_ERROR");
  EXPECT_PRED2(contains, run(R"(
    %beyond = getelementptr i32, ptr %at, i32 64
    %value = load i32, ptr %beyond
    ret void)"),
               "CUDA_ERROR_ILLEGAL_ADDRESS: kernel 'kernel', block 0, "
               "thread 0: reads bytes 256 to 259 of a block of memory "
               "of 256 bytes, which is out of bounds");
}

TEST_F(Emulator, WritesAreInBounds) {
  EXPECT_PRED2(contains, run(R"(
    %beyond = getelementptr i32, ptr %at, i32 1
    store i32 1, ptr %beyond
    ret void)"),
               "thread 63: writes bytes 256 to 259");
}

TEST_F(Emulator, VariablesHaveBounds) {
  EXPECT_PRED2(contains, run(R"(
    %variable = alloca [4 x i32]
    %beyond = getelementptr i32, ptr %variable, i32 %t
    store i32 1, ptr %beyond
    ret void)"),
               "thread 4: touches bytes 16 and further of a variable "
               "of 16 bytes");
}

TEST_F(Emulator, AccessesAreAligned) {
  EXPECT_PRED2(contains, run(R"(
    %odd = getelementptr i8, ptr %data, i32 2
    %value = load i32, ptr %odd
    ret void)"),
               "CUDA_ERROR_MISALIGNED_ADDRESS");
}

TEST_F(Emulator, RacesInSharedMemory) {
  // With a write of the other thread.
  EXPECT_PRED2(contains, run(R"(
    store i32 %t, ptr addrspace(3) %mine
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    %value = load i32, ptr addrspace(3) %its
    store i32 %value, ptr addrspace(3) %mine
    ret void)"),
               "thread 1: reads bytes 0 to 3 of workgroup memory of 256 bytes, "
               "a race with thread 0");
  // With a read.
  EXPECT_PRED2(contains, run(R"(
    store i32 %t, ptr addrspace(3) %mine
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    store i32 %b, ptr addrspace(3) %mine
    %value = load i32, ptr addrspace(3) %its
    ret void)"),
               "thread 1: writes bytes 4 to 7 of workgroup memory of 256 "
               "bytes, a race with thread 0");
}

TEST_F(Emulator, SharedMemoryIsWrittenFirst) {
  EXPECT_PRED2(contains, run(R"(
    %value = load i32, ptr addrspace(3) %mine
    store i32 %value, ptr %at
    ret void)"),
               "which nothing has written");
}

TEST_F(Emulator, RacesBetweenBlocks) {
  EXPECT_PRED2(contains, run("store i32 %b, ptr %at\nret void", 2),
               "block 1, thread 0: writes bytes 0 to 3 of a block of "
               "memory of 256 bytes, a race with another block");
  EXPECT_PRED2(contains,
               run(R"(
    br i1 %first, label %in, label %out
  in:
    %value = load i32, ptr %data
    %place = getelementptr i32, ptr %data, i32 %b
    store i32 %b, ptr %place
    br label %out
  out:
    ret void)",
                   3),
               "a race with another block");
  // Launches follow each other.
  EXPECT_EQ(run("store i32 %b, ptr %at\nret void"), "");
  EXPECT_EQ(run("store i32 %b, ptr %at\nret void"), "");
}

TEST_F(Emulator, AtomicsDoNotRace) {
  EXPECT_EQ(run("%old = atomicrmw add ptr %data, i32 1 seq_cst\nret void", 3),
            "");
  EXPECT_EQ(getElements()[0], 3 * 64);
}

TEST_F(Emulator, BarriersAreForAllThreads) {
  EXPECT_PRED2(contains, run(R"(
    br i1 %first, label %in, label %out
  in:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %out
  out:
    ret void)"),
               "thread 0: waits at a barrier, but thread 1 has ended");
  EXPECT_PRED2(contains, run(R"(
    br i1 %first, label %in, label %apart
  in:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %out
  apart:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    br label %out
  out:
    ret void)"),
               "waits at a barrier, but thread 1 waits at another "
               "barrier");
  // And the next launch is as if nothing had been.
  EXPECT_EQ(run(R"(
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    ret void)"),
            "");
}

TEST_F(Emulator, BlocksOfAClusterExchange) {
  EXPECT_EQ(runInClusters(std::string(begin) + R"(
    %number = mul i32 %b, 100
    %sum = add i32 %number, %t
    store i32 %sum, ptr addrspace(7) %there)" +
                              meet + R"(
    %value = load i32, ptr addrspace(3) %mine
    %isLast = icmp eq i32 %b, 3
    br i1 %isLast, label %store, label %end
  store:
    store i32 %value, ptr %at
    br label %end
  end:
    ret void)",
                          /*numBlocks=*/4),
            "");
  for (size_t i = 0; i < numElements; ++i)
    EXPECT_EQ(getElements()[i], int32_t(200 + i));
}

TEST_F(Emulator, GridsHaveWholeClusters) {
  EXPECT_TRUE(contains(runInClusters("ret void", /*numBlocks=*/3),
                       "3 blocks in clusters of 2"));
}

TEST_F(Emulator, BlocksOfAClusterBeginFirst) {
  EXPECT_TRUE(contains(
      runInClusters(std::string("store i32 1, ptr addrspace(7) %there") + meet +
                    "\n ret void"),
      "which may not have begun"));
}

TEST_F(Emulator, BlocksOfAClusterDoNotEndTooEarly) {
  EXPECT_TRUE(contains(runInClusters(std::string(begin) + R"(
    store i32 1, ptr addrspace(7) %there
    ret void)"),
                       "which may have ended"));
}

TEST_F(Emulator, RacesInClusters) {
  // A barrier of the block is none for others; nor is a relaxed arrival.
  for (std::string barrier : {std::string(R"(
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0))"),
                              std::string(begin)}) {
    std::string error = runInClusters(std::string(begin) + R"(
    store i32 %t, ptr addrspace(7) %there)" +
                                      barrier + R"(
    %value = load i32, ptr addrspace(3) %mine
    store i32 %value, ptr addrspace(7) %there)" +
                                      meet + "\n ret void");
    EXPECT_TRUE(contains(error, "a race with thread 0 of block")) << error;
  }
}

TEST_F(Emulator, BarriersOfClustersAreForAllThreads) {
  EXPECT_TRUE(contains(runInClusters(R"(
    call void @llvm.nvvm.barrier.cluster.wait.aligned()
    ret void)"),
                       "where it has not arrived"));
  EXPECT_TRUE(contains(runInClusters(R"(
    call void @llvm.nvvm.barrier.cluster.arrive.aligned()
    call void @llvm.nvvm.barrier.cluster.arrive.aligned()
    ret void)"),
                       "arrives twice"));
  std::string error = runInClusters(R"(
    br i1 %first, label %wait, label %others
  wait:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    ret void
  others:
    call void @llvm.nvvm.barrier.cluster.arrive.aligned()
    call void @llvm.nvvm.barrier.cluster.wait.aligned()
    ret void)");
  EXPECT_TRUE(contains(error, "waits at one of its cluster")) << error;
}

TEST_F(Emulator, LaunchMemoryIsDeclared) {
  std::string error =
      run(R"(
    store i32 1, ptr addrspace(3) @ofLaunch
    ret void)",
          1,
          std::string("@ofLaunch = internal addrspace(3) global "
                      "[0 x i8] undef\n") +
              alone);
  EXPECT_TRUE(contains(error, "stands for the workgroup memory")) << error;
}

TEST_F(Emulator, LanesWaitForTheirWarp) {
  EXPECT_PRED2(contains, run(R"(
    br i1 %first, label %in, label %out
  in:
    %value = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1,
                                                    i32 31)
    br label %out
  out:
    ret void)"),
               "receives the value of lane 1, which has given none");
}

TEST_F(Emulator, UnknownIntrinsicsAreRefused) {
  EXPECT_PRED2(contains, run(R"(
    %value = call float @llvm.nvvm.unknown.f(float 1.0)
    ret void)"),
               "the emulator knows nothing of 'llvm.nvvm.unknown.f'");
  EXPECT_PRED2(contains, run(R"(
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i64 0)
    ret void)"),
               "is called with another signature than it has");
  EXPECT_PRED2(contains, run("call void asm \"unknown;\", \"\"()\nret void"),
               "the emulator knows nothing of the assembly 'unknown;'");
}

TEST_F(Emulator, ProgramsForDevicesAreRefused) {
  CUlibrary library;
  EXPECT_EQ(cuLibraryLoadData(&library,
                              "\x7f"
                              "ELF",
                              nullptr, nullptr, 0, nullptr, nullptr, 0),
            CUDA_ERROR_INVALID_IMAGE);
}
