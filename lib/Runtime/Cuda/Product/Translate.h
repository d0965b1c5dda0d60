//===- Translate.h - Products in the terms of cuBLASLt ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A row-major D is computed as its transpose, which lies in memory as a
// column-major matrix: D' = op(B)' op(A)'. cuBLASLt's A is our B, its M our N;
// a bias along N is its bias along the rows of D'; the sum over K of our A is
// what it calls BGRADB.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_TRANSLATE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_TRANSLATE_H

#include "../../Core/Problem.h"

#include <cublasLt.h>

namespace fused::runtime {

/// The operands in the order of `PlanKey::alignments`.
enum Operand {
  OperandA,
  OperandB,
  OperandC,
  OperandD,
  OperandBias,
  OperandAux,
  OperandBgrad
};

/// A column-major matrix.
struct LtMatrix {
  cudaDataType_t type;
  int64_t rows, columns, leadingDimension, batchStride;
  uint32_t alignment; ///< Of its address, in bytes.
};

/// A product as cuBLASLt is asked for it.
struct LtProduct {
  cublasComputeType_t computeType;
  cudaDataType_t scaleType;
  cublasOperation_t transposeA, transposeB;
  cublasLtEpilogue_t epilogue;
  int32_t batch;
  LtMatrix a, b, c, d;
  /// The bias or the bias gradient; `type` and strides of the aux are those
  /// that cuBLASLt counts in: bits for masks.
  bool hasBias, hasAux;
  cudaDataType_t biasType, auxType;
  int64_t biasBatchStride, auxLeadingDimension, auxBatchStride;
  uint32_t biasAlignment, auxAlignment;
  bool scalesA, scalesB, scalesD, hasAmax;
  /// Alpha, and a beta of 0 or 1, are in memory of the device.
  bool hasDeviceAlpha, addsC;
};

/// True if A or B has a scale that is not the library's own, which operands of
/// 8 bits have. It is the alpha that the library reads when the product runs.
inline bool hasDeviceAlpha(const PlanKey &key) {
  return key.scalesProduct() && !isFloat8(key.inputType);
}

/// Says, as the end of a sentence, what of `key` cannot be put into the terms
/// of cuBLASLt; null if everything can.
const char *findUntranslatable(const PlanKey &key);

/// Says, likewise, where cuBLASLt's own epilog is less exact than the ABI
/// promises; null if it is not. What was measured: docs/CudaRuntime.md.
const char *findInexact(const PlanKey &key);

/// True if the algorithms of family `algorithmId` (CUBLASLT_ALGO_CONFIG_ID)
/// that compute K in `parts` parts are known to keep NaN in the ReLU of `key`.
/// Families that were not measured are not: docs/CudaRuntime.md.
bool keepsNan(const PlanKey &key, int algorithmId, int parts);

/// True if the algorithms of family `algorithmId`, without a split of K, are
/// known to multiply by an alpha on the device also if it is zero, so that NaN
/// stays NaN: docs/CudaRuntime.md.
bool multipliesByZero(const PlanKey &key, int algorithmId);

/// True if the algorithms of family `algorithmId` multiply the elements of an
/// operand by alpha, and not the accumulators, so that they overflow or vanish
/// where the result does not: docs/CudaRuntime.md.
bool mayScaleOperand(const PlanKey &key, int algorithmId);

/// True if all rows of all operands begin at multiples of 16 bytes.
bool hasAlignedRows(const PlanKey &key);

/// True if the epilog comes to the same whether or not the accumulators are
/// rounded to the type of D before: algorithms that split K do that.
bool allowsRoundedAccumulators(const PlanKey &key);

/// True if algorithms that split K compute the product. With an alpha on the
/// device that is zero, the kernel that adds the parts does not read them.
inline bool allowsSplitK(const PlanKey &key) {
  return allowsRoundedAccumulators(key) && !hasDeviceAlpha(key);
}

/// True if `findInexact` and `findUntranslatable` may be right of the
/// algorithms alone that cuBLASLt proposes first, and those of the same family.
inline bool reliesOnFamily(const PlanKey &key) {
  return fused_type_size(key.inputType) <= 2 &&
         (key.getInfo().epilog != Epilog::DEFAULT || key.readsC());
}

/// True if cuBLASLt leaves bits of a mask beyond the columns undefined.
inline bool leavesMaskPadding(const PlanKey &key) {
  return key.getInfo().aux == Aux::StoreMask && key.n % kMaskRowBits != 0;
}

/// True if cuBLASLt may leave the bit of NaN in a mask unset, and must not.
inline bool leavesNanBits(const PlanKey &key) {
  const EpilogInfo &info = key.getInfo();
  bool hasNans = key.inputType != FUSED_I8 || info.hasBias;
  return info.aux == Aux::StoreMask && fused_type_size(key.inputType) <= 2 &&
         hasNans && !key.has(FUSED_ALLOW_ANY_NAN_BIT);
}

/// Translates a key with nothing untranslatable, no empty D and K > 0. Batches
/// that are the rows of one matrix become one.
LtProduct translate(const PlanKey &key);

/// The types of products on a device, for `checkKey`.
fused_status_t checkCudaTypes(const PlanKey &key, const char *location,
                              ExtraTypes &types);

/// The terms of the sum of zeros that replaces one with K = 0: the fewest that
/// the library takes.
int64_t countTermsOfEmptySum(const PlanKey &key);

/// The key of a product of the same shape that is zero because its operands
/// are, in place of one with K = 0. A and B are then one array of zeros, with
/// as many of them as these terms for each row or column, and rows of 8 bits
/// that begin at multiples of 16 bytes.
PlanKey replaceEmptySum(const PlanKey &key);

/// The logarithm of the alignment of `address`, at most 4: nothing is loaded
/// by more than 16 bytes.
inline uint64_t getAlignmentLog(const void *address) {
  auto bits = reinterpret_cast<uintptr_t>(address) | 16;
  return static_cast<uint64_t>(__builtin_ctzll(bits));
}

/// True if A, or B, is of 8 bits, and does not begin at a multiple of 16 bytes,
/// or its rows are not multiples of 16 bytes apart, or of 4 in i8: the library
/// needs that.
bool isMisaligned(const PlanKey &key, Operand operand);

/// The key of the same product of copies of what is misaligned: in rows of
/// multiples of 16 bytes, in batches if they are not shared.
PlanKey alignBytes(const PlanKey &key);

/// The elements of A, or B, as they are stored in each batch.
struct StoredShape {
  int64_t rows, columns;
};
StoredShape getStoredShape(const PlanKey &key, Operand operand);

/// `PlanKey::alignments` of `operands`.
uint64_t getAlignments(const fused_matmul_operands_t &operands);

inline uint32_t getAlignment(const PlanKey &key, Operand operand) {
  return uint32_t(1) << (key.alignments >> (8 * operand) & 0xff);
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_TRANSLATE_H
