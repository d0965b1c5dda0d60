//===- ProductSupport.h - Products that have a kernel -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_PRODUCTSUPPORT_H
#define FUSED_ANALYSIS_PRODUCTSUPPORT_H

#include "fused/Dialect/ProductOp.h"
#include "llvm/ADT/StringRef.h"

namespace fused {

/// Further matrices that a kernel reads, and matrices that it writes: of each
/// of them it has a tile in workgroup memory.
inline constexpr unsigned kMaxMatrices = 3;

/// True if products have kernels of our own on a chip.
bool hasProductKernels(llvm::StringRef chip);

/// Says what the kernel of a product does not do, or nothing if it can compute
/// `op`, on tensors or on memrefs. Arrays are aligned to 16 bytes, which is not
/// known before the program runs.
llvm::StringRef findLackOfKernel(ProductOp op);

/// True if kernels of products copy tiles of a factor: a matrix of f16 or bf16,
/// or a batch of them, of known sizes, whose rows begin at multiples of 16
/// bytes.
bool hasTiles(mlir::Value matrix);

/// True if kernels of products copy tiles of a further operand: a matrix like
/// that, which may also be of f32, i8 or i1.
bool isReadable(mlir::Value matrix);

/// True if kernels of products store a result: a matrix of f16, bf16 or f32,
/// as above.
bool isStorable(mlir::Value matrix);

/// True if kernels of products compute an operation of a region.
bool isComputedByProductKernel(mlir::Operation &inside);

/// True if a region uses nothing but constants from outside of it.
bool usesOnlyConstants(mlir::Region &region);

/// True if a map keeps the order of rows and columns, and batches in front.
bool isInOrder(mlir::AffineMap map);

/// The bytes of an element of a matrix in memory.
int64_t getElementBytes(mlir::Value matrix);

} // namespace fused

#endif // FUSED_ANALYSIS_PRODUCTSUPPORT_H
