//===- GraphMemory.cpp - The memory of recorded calls ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphMemory.h"

#include "CapturedMemory.h"

#include <algorithm>
#include <new>

using namespace fused::runtime;

static thread_local GraphMemory *current = nullptr;

GraphMemory::Scope::Scope(GraphMemory &memory, CUstream recorded,
                          CUstream side) {
  memory.recorded = recorded;
  memory.side = side;
  current = &memory;
}

GraphMemory::Scope::~Scope() {
  current->recorded = current->side = nullptr;
  current = nullptr;
}

CUresult GraphMemory::find(Device &device, CUstream stream,
                           GraphMemory *&memory) {
  memory = current && current->recorded == stream ? current : nullptr;
  return memory ? CUDA_SUCCESS : CapturedMemory::find(device, stream, memory);
}

bool GraphMemory::has(CUdeviceptr memory) const {
  return std::any_of(blocks.begin(), blocks.end(), [=](const Block &block) {
    return block.memory == memory;
  });
}

size_t GraphMemory::getSize() const {
  size_t size = 0;
  for (const Block &block : blocks)
    size += block.size;
  return size;
}

CUresult GraphMemory::allocate(size_t size, const char *purpose,
                               CUdeviceptr &memory) {
  Block *best = nullptr;
  for (Block &block : blocks)
    if (!block.isUsed && block.size >= size &&
        (!best || block.size < best->size))
      best = &block;
  if (!best) {
    if (getSize() > limit || size > limit - getSize())
      return CUDA_ERROR_OUT_OF_MEMORY;
    try {
      blocks.reserve(blocks.size() + 1);
    } catch (const std::bad_alloc &) {
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
    RelaxedCapture relaxed(device.cuda);
    Block block = {0, size, false};
    if (CUresult result = device.allocate(size, side, purpose, block.memory))
      return result;
    CUresult waited = isOfHost ? device.cuda.cuStreamSynchronize(side)
                               : CUresult(CUDA_SUCCESS);
    if (waited != CUDA_SUCCESS) {
      device.release(block.memory, side);
      return waited;
    }
    blocks.push_back(block);
    best = &blocks.back();
  }
  best->isUsed = true;
  memory = best->memory;
  return CUDA_SUCCESS;
}

bool GraphMemory::release(CUdeviceptr memory) {
  for (Block &block : blocks) {
    if (block.memory != memory)
      continue;
    block.isUsed = false;
    return true;
  }
  return false;
}

void GraphMemory::releaseAll(CUstream stream) {
  for (const Block &block : blocks)
    device.release(block.memory, stream);
  blocks.clear();
}

/// What a recording that failed leaves behind.
GraphMemory::~GraphMemory() { releaseAll(nullptr); }
