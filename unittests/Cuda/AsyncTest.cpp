//===- AsyncTest.cpp - Copies of tiles and products, emulated -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with barriers in memory, copies of tiles and products of warpgroups,
// each right or with one fault.
//
//===----------------------------------------------------------------------===//

#include "EmulatedKernel.h"

#include <cstring>
#include <vector>

using namespace fused::test;

namespace {
/// Instructions, each on the condition %if, as only some threads execute them.
constexpr const char *declarations = R"(
target triple = "nvptx64-nvidia-cuda"
@memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cluster.arrive()
declare void @llvm.nvvm.barrier.cluster.wait()
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare void @llvm.nvvm.mbarrier.arrive.scope.cta.space.cluster(
    ptr addrspace(7), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(
    ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(
    ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i16, i64, i1 immarg,
    i1 immarg, i32 immarg)
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(
    ptr addrspace(3), ptr, i32, i32, i64, i1 immarg)
declare void @llvm.nvvm.cp.async.bulk.commit.group()
declare void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 immarg)
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)

define void @init(i1 %if, ptr addrspace(3) %barrier, i32 %count) {
  br i1 %if, label %yes, label %no
yes:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %barrier,
                                            i32 %count)
  br label %no
no:
  ret void
}
define void @arrive(i1 %if, ptr addrspace(3) %barrier) {
  br i1 %if, label %yes, label %no
yes:
  %1 = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %barrier)
  br label %no
no:
  ret void
}
define void @expect(i1 %if, ptr addrspace(3) %barrier, i32 %bytes) {
  br i1 %if, label %yes, label %no
yes:
  %1 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(
      ptr addrspace(3) %barrier, i32 %bytes)
  br label %no
no:
  ret void
}
define void @load(i1 %if, ptr addrspace(3) %tile, ptr addrspace(3) %barrier,
                  ptr %map, i32 %column, i32 %row) {
  br i1 %if, label %yes, label %no
yes:
  %there = addrspacecast ptr addrspace(3) %tile to ptr addrspace(7)
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(
      ptr addrspace(7) %there, ptr addrspace(3) %barrier, ptr %map, i32 %column,
      i32 %row, i16 0, i64 0, i1 false, i1 false, i32 0)
  br label %no
no:
  ret void
}
define void @loadToBoth(i1 %if, ptr addrspace(3) %tile,
                        ptr addrspace(3) %barrier, ptr %map) {
  br i1 %if, label %yes, label %no
yes:
  %there = addrspacecast ptr addrspace(3) %tile to ptr addrspace(7)
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(
      ptr addrspace(7) %there, ptr addrspace(3) %barrier, ptr %map, i32 0,
      i32 0, i16 3, i64 0, i1 true, i1 false, i32 0)
  br label %no
no:
  ret void
}
define void @store(i1 %if, ptr addrspace(3) %tile, ptr %map) {
  br i1 %if, label %yes, label %no
yes:
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(
      ptr addrspace(3) %tile, ptr %map, i32 0, i32 0, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  br label %no
no:
  ret void
}
define void @wait(ptr addrspace(3) %barrier, i32 %parity) {
  call void asm sideeffect "{\0A\09.reg .pred       P1; \0A\09LAB_WAIT: \0A\09mbarrier.try_wait.parity.shared.b64 P1, [$0], $1, $2; \0A\09@P1 bra.uni DONE; \0A\09bra.uni     LAB_WAIT; \0A\09DONE: \0A\09}", "r,r,n"(ptr addrspace(3) %barrier, i32 %parity, i32 10000000)
  ret void
}
; 64 x 8 elements of the product of two tiles of bf16, 16 along K.
define void @multiply(ptr addrspace(3) %tile, ptr %result) {
  %address = ptrtoint ptr addrspace(3) %tile to i64
  %low = and i64 %address, 262143
  %units = lshr i64 %low, 4
  %matrix = or i64 %units, 4611686293338849280
  %d = call { float, float, float, float } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, p, $11,  $12, $13,  $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n,n,n"(float 1.0, float 1.0, float 1.0, float 1.0, i64 %matrix, i64 %matrix, i32 1, i32 1, i32 1, i32 0, i32 0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  store float %d0, ptr %result
  %at1 = getelementptr float, ptr %result, i32 1
  store float %d1, ptr %at1
  %at2 = getelementptr float, ptr %result, i32 64
  store float %d2, ptr %at2
  %at3 = getelementptr float, ptr %result, i32 65
  store float %d3, ptr %at3
  ret void
}
attributes #0 = { "nvvm.cluster_dim"="2,1,1" }
)";

/// What is at the head of the bodies of kernels. A tile has 64 x 64 elements of
/// 16 bits. The thread has two neighbours in each of two of 64 rows.
constexpr const char *prologue = R"(
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %second = icmp eq i32 %t, 32
  %barrier = getelementptr i8, ptr addrspace(3) @memory, i32 8192
  %back = getelementptr i8, ptr addrspace(3) @memory, i32 8200
  %word = mul i32 %t, 64
  %mine = getelementptr i8, ptr addrspace(3) @memory, i32 %word
  %warp = udiv i32 %t, 32
  %lane = urem i32 %t, 32
  %inWarp = udiv i32 %lane, 4
  %begin = mul i32 %warp, 16
  %row = add i32 %begin, %inWarp
  %start = mul i32 %row, 8
  %pair = urem i32 %lane, 4
  %column = mul i32 %pair, 2
  %element = add i32 %start, %column
  %at = getelementptr float, ptr %data, i32 %element
)",
                     *alone = "define ptx_kernel void @kernel("
                              "ptr byval([128 x i8]) align 64 %map, ptr %data)",
                     *gather = R"(
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
)",
                     *meet = R"(
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
)",
                     // A barrier and a tile that arrives at it.
                         *begin = R"(
  call void @init(i1 %first, ptr addrspace(3) %barrier, i32 1)
  call void @init(i1 %first, ptr addrspace(3) %back, i32 128)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
)",
                     *loadTile = R"(
  call void @expect(i1 %first, ptr addrspace(3) %barrier, i32 8192)
  call void @load(i1 %first, ptr addrspace(3) @memory,
                  ptr addrspace(3) %barrier, ptr %map, i32 0, i32 0)
)",
                     *await = R"(
  call void @wait(ptr addrspace(3) %barrier, i32 0)
)",
                     *multiply = R"(
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  call void @multiply(ptr addrspace(3) @memory, ptr %at)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
)",
                     *complete = R"(
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
)",
                     *fill = R"(
  store i32 %t, ptr addrspace(3) %mine
  %in1 = getelementptr i8, ptr addrspace(3) %mine, i32 4
  call void @llvm.memset.p3.i64(ptr addrspace(3) %in1, i8 1, i64 60, i1 false)
)",
                     *fence = R"(
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
)",
                     *storeTile = R"(
  call void @store(i1 %first, ptr addrspace(3) @memory, ptr %map)
)",
                     *written = R"(
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
)",
                     *readOwn = R"(
  %value = load float, ptr addrspace(3) %mine
  store float %value, ptr %at
)";

class Async : public testing::Test {
protected:
  static constexpr uint32_t side = 64;

  void SetUp() override {
    ASSERT_EQ(cuMemAlloc(&matrix, side * side * sizeof(uint16_t)),
              CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc(&result, side * 8 * sizeof(float)), CUDA_SUCCESS);
    for (uint32_t i = 0; i < side * side; ++i)
      getMatrix()[i] = toBits(float(int(i * 7 % 15) - 7));
    map = makeMap(side, side);
  }
  void TearDown() override {
    cuMemFree(matrix);
    cuMemFree(result);
  }

  uint16_t *getMatrix() { return reinterpret_cast<uint16_t *>(matrix); }
  float *getResult() { return reinterpret_cast<float *>(result); }
  static uint16_t toBits(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    return uint16_t(bits >> 16);
  }
  float getNumber(uint32_t row, uint32_t column) {
    uint32_t bits = uint32_t(getMatrix()[row * side + column]) << 16;
    float number;
    std::memcpy(&number, &bits, sizeof(number));
    return number;
  }

  /// Describes a matrix, for tiles of 64 x 64. Says what was wrong.
  std::string encode(CUtensorMap &tensor, cuuint64_t columns, cuuint64_t rows,
                     cuuint64_t stride = side * sizeof(uint16_t),
                     cuuint32_t boxColumns = side, uint32_t offset = 0) {
    cuuint64_t sizes[] = {columns, rows};
    cuuint32_t box[] = {boxColumns, side}, steps[] = {1, 1};
    CUresult encoded = cuTensorMapEncodeTiled(
        &tensor, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2,
        reinterpret_cast<void *>(matrix + offset), sizes, &stride, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (encoded == CUDA_SUCCESS)
      return "";
    const char *error = nullptr;
    cuGetErrorName(encoded, &error);
    return error;
  }
  CUtensorMap makeMap(cuuint64_t columns, cuuint64_t rows) {
    CUtensorMap tensor;
    EXPECT_EQ(encode(tensor, columns, rows), "");
    return tensor;
  }

  std::string run(const std::string &body, const std::string &head = alone,
                  Launch launch = {1, 128, 16384}) {
    void *arguments[] = {&map, &result};
    return runKernel(declarations + head + "{" + prologue + body +
                         "\nret void }\n",
                     launch, arguments);
  }
  std::string runInCluster(const std::string &body) {
    return run("%rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()\n" +
                   body,
               std::string(alone) + "#0", {2, 128, 16384});
  }

  CUdeviceptr matrix = 0, result = 0;
  CUtensorMap map;
};

std::string join(std::initializer_list<const char *> parts) {
  std::string text;
  for (const char *part : parts)
    text += part;
  return text;
}
} // namespace

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
               "of swizzled tiles whose rows have more than 128 bytes");
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
