//===- WarpgroupTest.cpp - Products of warpgroups, emulated ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with products of warpgroups, and with clusters that share tiles, each
// right or with one fault.
//
//===----------------------------------------------------------------------===//

#include "AsyncKernel.h"

using namespace fused::test;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TEST_F(Async, WarpgroupsMultiply) {
  ASSERT_EQ(cuMemFree(result), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&result, side * 8 * sizeof(float)), CUDA_SUCCESS);
  EXPECT_EQ(run(join({begin, loadTile, await, multiply, complete})), "");
  for (uint32_t row = 0; row < side; ++row)
    for (uint32_t column = 0; column < 8; ++column) {
      float sum = 1;
      for (uint32_t k = 0; k < 16; ++k)
        sum += getNumber(row, k) * getNumber(column, k);
      EXPECT_EQ(getResult()[row * 8 + column], sum) << row << ", " << column;
    }
}

TEST_F(Async, ProductsWaitForCopies) {
  EXPECT_PRED2(contains, run(join({begin, loadTile, multiply, complete})),
               "a race with the copies to the barrier");
  EXPECT_PRED2(contains,
               run(join({begin, loadTile,
                         R"(br i1 %first, label %yes, label %no
                            yes:)",
                         await, "br label %no\nno:", multiply, complete})),
               "thread 1: multiplies matrices, a race with the copies to the "
               "barrier");
}

TEST_F(Async, ProductsAreWaitedFor) {
  EXPECT_PRED2(contains, run(join({begin, loadTile, await, multiply})),
               "thread 0: ends and has not waited for its products");
  const char *again = R"(
      call void @arrive(i1 true, ptr addrspace(3) %back)
      call void @wait(ptr addrspace(3) %back, i32 0)
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
      call void @load(i1 %first, ptr addrspace(3) @memory,
                      ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0)
      call void @wait(ptr addrspace(3) %barrier, i32 1))";
  EXPECT_EQ(run(join({begin, loadTile, await, multiply, complete, again})), "");
  EXPECT_PRED2(contains,
               run(join({begin, loadTile, await, multiply, again, complete})),
               "a race with the products of thread 0 and its warpgroup");
}

TEST_F(Async, WarpgroupsMultiplyTogether) {
  EXPECT_PRED2(contains,
               run(join({begin, loadTile, await,
                         R"(br i1 %first, label %yes, label %no
                            yes:)",
                         multiply, complete, "br label %no\nno:"})),
               "multiplies, but others of its warpgroup do not");
  EXPECT_PRED2(contains,
               run(join({begin, loadTile, await,
                         "call void @multiply(ptr addrspace(3) @memory, ptr "
                         "%at)",
                         complete})),
               "multiplies without a fence");
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// The first block copies for both.
static std::string share(const char *before, const char *after) {
  return join({R"(
      %isFirst = icmp eq i32 %rank, 0
      %copies = and i1 %first, %isFirst
      call void @init(i1 %first, ptr addrspace(3) %barrier, i32 1))",
               before, R"(
      call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
      call void @loadToBoth(i1 %copies, ptr addrspace(3) @memory,
                            ptr addrspace(3) %barrier, ptr %map))",
               after});
}

TEST_F(Async, CopiesGoToAllBlocks) {
  // Both blocks read the tile; the first one alone stores what it reads.
  const char *readBoth = R"(
      %value = load i32, ptr addrspace(3) %mine
      br i1 %copies, label %yes, label %no
    yes:
      store i32 %value, ptr %data
      br label %no
    no:)";
  EXPECT_EQ(runInCluster(share(meet, join({await, readBoth, meet}).c_str())),
            "");
  EXPECT_EQ(std::memcmp(getResult(), getMatrix(), 4), 0);
  EXPECT_PRED2(contains,
               runInCluster(share(meet, join({readBoth, await, meet}).c_str())),
               "a race with the copies to the barrier");
  EXPECT_PRED2(contains,
               runInCluster(share(gather, join({await, meet}).c_str())),
               "a barrier whose initialisation by thread 0 of block 1 it may "
               "not see yet");
  EXPECT_PRED2(contains, runInCluster(share(meet, await)),
               "touches workgroup memory of another block, which may have "
               "ended");
}

TEST_F(Async, ThreadsArriveInOtherBlocks) {
  const char *arrive = R"(
      %peer = xor i32 %rank, 1
      %there = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(
          ptr addrspace(3) %back, i32 %peer)
      call void @llvm.nvvm.mbarrier.arrive.scope.cta.space.cluster(
          ptr addrspace(7) %there, i32 1)
      call void @wait(ptr addrspace(3) %back, i32 0))";
  EXPECT_EQ(runInCluster(join({begin, meet, arrive, meet})), "");
  EXPECT_PRED2(contains, runInCluster(join({begin, arrive, meet})),
               "a barrier whose initialisation by thread 0 of block 1 it may "
               "not see yet");
}
