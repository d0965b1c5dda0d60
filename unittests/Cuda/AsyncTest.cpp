//===- AsyncTest.cpp - Barriers and copies of tiles, emulated -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with barriers in memory and copies of tiles, each right or with one
// fault.
//
//===----------------------------------------------------------------------===//

#include "AsyncKernel.h"

#include <vector>

using namespace fused::test;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

TEST_F(Async, BarriersAreInitialised) {
  EXPECT_PRED2(contains, run(await),
               "thread 0: waits at bytes 8192 to 8199 of workgroup memory of "
               "16384 bytes, where there is no barrier");
  EXPECT_PRED2(contains,
               run(join({
                   "call void @init(i1 %first, ptr addrspace(3) "
                   "%barrier, i32 1)",
                   await,
               })),
               "a barrier whose initialisation by thread 0 it may not see yet");
}

TEST_F(Async, NobodyWaitsForEver) {
  EXPECT_PRED2(contains, run(join({begin, await})),
               "kernel 'kernel', block 0, thread 0: waits for ever at the "
               "barrier at bytes 8192 to 8199 of workgroup memory of 16384 "
               "bytes, which lacks 1 of 1 arrivals and 0 bytes");
  EXPECT_PRED2(contains,
               run(join({begin, R"(
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 9000)
      call void @load(i1 %first, ptr addrspace(3) @memory,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0))",
                         await})),
               "lacks 0 of 1 arrivals and 808 bytes");
}

TEST_F(Async, PhasesHaveAsManyArrivals) {
  EXPECT_PRED2(contains, run(join({begin, R"(
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
      call void @arrive(i1 %first, ptr addrspace(3) %barrier))"})),
               "arrives at the barrier at bytes 8192 to 8199 of workgroup "
               "memory of 16384 bytes, which waits for 0 of 1 arrivals and "
               "8192 bytes");
}

TEST_F(Async, BarriersOrderThreads) {
  const char *arrive = R"(
      call void @arrive(i1 true, ptr addrspace(3) %back)
      call void @wait(ptr addrspace(3) %back, i32 0))",
             *readOther = R"(
      %other = xor i32 %word, 64
      %its = getelementptr i8, ptr addrspace(3) @memory, i32 %other
      %number = load i32, ptr addrspace(3) %its)";
  EXPECT_EQ(run(join({begin, fill, arrive, readOther})), "");
  EXPECT_PRED2(contains, run(join({begin, fill, readOther, arrive})),
               "which nothing has written");
  EXPECT_PRED2(contains, run(join({begin, readOther, arrive, fill})),
               "which nothing has written");
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST_F(Async, TilesArriveSwizzled) {
  EXPECT_EQ(run(join({begin, loadTile, await, R"(
      ; Row 3, elements 8 and 9: in the place of elements 16 and 17.
      %there = getelementptr i8, ptr addrspace(3) @memory, i32 416
      %value = load i32, ptr addrspace(3) %there
      store i32 %value, ptr %at)"})),
            "");
  EXPECT_EQ(std::memcmp(getResult(), &getMatrix()[3 * side + 8], 4), 0);
}

TEST_F(Async, TilesAreZeroOutside) {
  map = makeMap(8, 3);
  std::string readRow = R"(
      ; Row 2, elements 0 and 1, and row 3.
      %there = getelementptr i8, ptr addrspace(3) @memory, i32 288
      %inside = load i32, ptr addrspace(3) %there
      store i32 %inside, ptr %data
      %next = getelementptr i8, ptr addrspace(3) @memory, i32 432
      %outside = load i32, ptr addrspace(3) %next
      %at1 = getelementptr i32, ptr %data, i32 1
      store i32 %outside, ptr %at1)";
  EXPECT_EQ(run(join({begin, loadTile, await,
                      "br i1 %first, label %yes, label %no\nyes:\n",
                      readRow.c_str(), "\nbr label %no\nno:\n"})),
            "");
  EXPECT_EQ(std::memcmp(getResult(), &getMatrix()[2 * side], 4), 0);
  EXPECT_EQ(getResult()[1], 0);
}

TEST_F(Async, CopiesAreWaitedFor) {
  EXPECT_PRED2(contains, run(join({begin, loadTile, readOwn})),
               "reads bytes 0 to 3 of workgroup memory of 16384 bytes, a race "
               "with the copies to the barrier at bytes 8192 to 8199");
}

TEST_F(Async, CopiesDoNotOverwriteWhatIsRead) {
  const char *again = R"(
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
      call void @load(i1 %first, ptr addrspace(3) @memory,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0)
      call void @wait(ptr addrspace(3) %barrier, i32 1))",
             *release = R"(
      call void @arrive(i1 true, ptr addrspace(3) %back)
      call void @wait(ptr addrspace(3) %back, i32 0))";
  EXPECT_EQ(run(join({begin, loadTile, await, readOwn, release, again})), "");
  EXPECT_PRED2(
      contains,
      run(join({begin, loadTile, await, gather, readOwn, again, release})),
      "a race with");
}

TEST_F(Async, CopiesAreInBounds) {
  map = makeMap(side, 65);
  EXPECT_PRED2(contains,
               run(join({begin, R"(
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
      call void @load(i1 %first, ptr addrspace(3) @memory,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 1))",
                         await})),
               "reads bytes 8192 to 8319 of a block of memory of 8192 bytes, "
               "which is out of bounds");
  EXPECT_PRED2(contains, run(join({begin, R"(
      %beyond = getelementptr i8, ptr addrspace(3) @memory, i32 9216
      call void @load(i1 %first, ptr addrspace(3) %beyond,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0))"})),
               "of workgroup memory of 16384 bytes, which is out of bounds");
  EXPECT_PRED2(contains, run(join({begin, R"(
      %over = getelementptr i8, ptr addrspace(3) @memory, i32 1024
      call void @load(i1 %first, ptr addrspace(3) %over,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0))"})),
               "copies a tile over a barrier");
  EXPECT_PRED2(contains, run(join({begin, R"(
      %odd = getelementptr i8, ptr addrspace(3) @memory, i32 64
      call void @load(i1 %first, ptr addrspace(3) %odd,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0))"})),
               "copies a tile that is not at a multiple of 128 bytes");
}

TEST_F(Async, TensorMapsAreValid) {
  CUtensorMap tensor;
  EXPECT_EQ(encode(tensor, side, side), "");
  EXPECT_PRED2(contains, encode(tensor, side, side, 128, side, /*offset=*/8),
               "CUDA_ERROR_INVALID_VALUE: a tensor map of an array that is not "
               "aligned to 16 bytes");
  EXPECT_PRED2(contains, encode(tensor, 60, side, /*stride=*/120),
               "do not begin at multiples of 16 bytes");
  EXPECT_PRED2(contains, encode(tensor, side, side, /*stride=*/64),
               "of rows that overlap");
  EXPECT_PRED2(contains, encode(tensor, 0, side), "of no elements");
  EXPECT_PRED2(contains, encode(tensor, side, side, 128, /*boxColumns=*/128),
               "of tiles whose rows have more bytes than are swizzled");
  EXPECT_PRED2(contains, encode(tensor, side, side, 128, /*boxColumns=*/257),
               "more than 256 along a dimension");
  EXPECT_PRED2(contains, encode(tensor, side, side, 128, /*boxColumns=*/4),
               "whose rows are no multiples of 16 bytes");
  map = {};
  EXPECT_PRED2(contains, run(join({begin, loadTile, await})),
               "copies a tile with a tensor map that is none");
}

TEST_F(Async, TilesAreStored) {
  map = makeMap(8, 3);
  std::vector<uint16_t> before(getMatrix(), getMatrix() + side * side);
  EXPECT_EQ(run(join({begin, fill, fence, gather, storeTile, written})), "");
  // Thread 4 has filled the begin of row 2: elements 16 to 23, which are in the
  // place of elements 0 to 7.
  EXPECT_EQ(getMatrix()[2 * side], 0x0101);
  // Outside of the matrix.
  for (uint32_t outside : {8U, 3 * side})
    EXPECT_EQ(getMatrix()[outside], before[outside]);
}

TEST_F(Async, StoresSeeWhatIsWritten) {
  EXPECT_PRED2(contains, run(join({begin, fill, gather, storeTile, written})),
               "reads bytes 0 to 127 of workgroup memory of 16384 bytes, which "
               "thread 0 has written without a fence");
  EXPECT_PRED2(contains,
               run(join({begin, fill, fence, storeTile, written, gather})),
               "which nothing has written");
}

TEST_F(Async, StoresAreWaitedFor) {
  EXPECT_PRED2(contains,
               run(join({begin, fill, fence, gather, storeTile, gather})),
               "thread 0: ends and has not waited for its stores of tiles");
  EXPECT_PRED2(contains,
               run(join({begin, fill, fence, gather, storeTile, gather,
                         "store i32 7, ptr addrspace(3) %mine", written})),
               "a race with the stores of tiles of thread 0");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(Async, KernelsOfHopperDevicesHaveMoreMemory) {
  EXPECT_EQ(run(join({begin, loadTile, await}), alone, {1, 128, 227 << 10}),
            "");
  EXPECT_PRED2(contains,
               run(join({begin, loadTile, await}), alone, {1, 128, 228 << 10}),
               "bytes of dynamic shared memory");
  EXPECT_EQ(run(fill, alone, {1, 128, 99 << 10}), "");
  EXPECT_PRED2(contains, run(fill, alone, {1, 128, 100 << 10}),
               "bytes of dynamic shared memory");
}
