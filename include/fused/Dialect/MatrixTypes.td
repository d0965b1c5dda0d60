//===- MatrixTypes.td - Operands of operations -------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MATRIXTYPES_TD
#define FUSED_DIALECT_MATRIXTYPES_TD

include "mlir/IR/CommonTypeConstraints.td"

/// A matrix or a batch of matrices, as a value or in memory.
def Fused_Matrix
    : AnyTypeOf<[TensorRankOf<[AnyType], [2, 3]>, MemRefRankOf<[AnyType], [2, 3]>],
                "matrix or batch of matrices, tensor or memref">;
/// A vector or a batch of vectors, as a value or in memory.
def Fused_Vector
    : AnyTypeOf<[TensorRankOf<[AnyType], [1, 2]>, MemRefRankOf<[AnyType], [1, 2]>],
                "vector or batch of vectors, tensor or memref">;

/// The same, of elements of one type.
class Fused_MatrixOf<Type type>
    : AnyTypeOf<[TensorRankOf<[type], [2, 3]>, MemRefRankOf<[type], [2, 3]>],
                "matrix or batch of matrices of " # type.summary #
                ", tensor or memref">;
/// One number, as a value or in memory.
def Fused_Scalar
    : AnyTypeOf<[TensorRankOf<[F32], [0]>, MemRefRankOf<[F32], [0]>],
                "one number of f32, tensor or memref">;

#endif // FUSED_DIALECT_MATRIXTYPES_TD
