//===- AsyncKernel.h - Kernels with copies of tiles -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_ASYNCKERNEL_H
#define FUSED_UNITTESTS_CUDA_ASYNCKERNEL_H

#include "EmulatedKernel.h"

#include <cstring>

namespace fused::test {
/// Instructions, each on the condition %if, as only some threads execute them.
inline constexpr const char *declarations = R"(
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
inline constexpr const char
    *prologue = R"(
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

inline std::string join(std::initializer_list<const char *> parts) {
  std::string text;
  for (const char *part : parts)
    text += part;
  return text;
}
} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_ASYNCKERNEL_H
