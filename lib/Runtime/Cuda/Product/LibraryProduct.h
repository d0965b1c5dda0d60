//===- LibraryProduct.h - A product that cuBLASLt executes ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYPRODUCT_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYPRODUCT_H

#include "../Device/Device.h"
#include "Translate.h"

#include <array>
#include <atomic>
#include <optional>
#include <vector>

namespace fused::runtime {

/// The addresses of one execution, by the names of `LtProduct`.
struct LtOperands {
  const void *a, *b, *c;
  void *d, *bias, *aux;
  const float *aScale, *bScale, *dScale;
  float *amax;
  const float *alpha; ///< On the device, or null.
};

/// The use of algorithms that split K.
enum class SplitK {
  Allowed,
  Dropped, ///< They are left out.
  Refused  ///< If the best algorithm is one, there is no product.
};

/// The descriptors of a product, and the algorithms that cuBLASLt proposes for
/// it. Safe to execute from many threads at once.
class LibraryProduct {
public:
  LibraryProduct(Device &device, const LtProduct &spec, double alpha,
                 double beta);
  ~LibraryProduct();
  LibraryProduct(const LibraryProduct &) = delete;
  LibraryProduct &operator=(const LibraryProduct &) = delete;

  /// How many algorithms are asked for where the first is taken, and where
  /// they are measured.
  static constexpr int fewAlgorithms = 8, manyAlgorithms = 16;

  /// Asks for `wanted` algorithms. FUSED_UNSUPPORTED if there are none; `key`
  /// is what messages speak of.
  fused_status_t plan(const PlanKey &key, SplitK splitK, const char *location,
                      int wanted = fewAlgorithms);

  /// Executes the product with the first algorithm that cuBLASLt does not
  /// refuse after all. FUSED_UNSUPPORTED if it refuses all.
  fused_status_t execute(const PlanKey &key, const LtOperands &operands,
                         CUstream stream, const char *location);

  int getNumAlgorithms() const { return numAlgorithms; }
  /// Microseconds that the rule (AlgorithmRule.h) expects of an algorithm.
  /// Nothing if it does not know it.
  std::optional<double> estimate(int index) const;
  /// The name of the algorithm in messages.
  int getAlgorithmId(int index) const;
  /// Tells the algorithm from others for the same product, in every process
  /// with this library.
  uint64_t getFingerprint(int index) const;
  /// Puts the algorithm with `fingerprint` before the others. False if there is
  /// none. Not while another thread uses the product.
  bool putFirst(uint64_t fingerprint);
  /// True if all algorithms may multiply an operand by alpha, so that numbers
  /// may leave the range of their type although the result does not.
  bool mayScaleOperand(const PlanKey &key) const;

  /// Lets algorithm `index` alone be executed. Not while another thread uses
  /// the product; nor the next.
  void limitTo(int index);
  /// Leaves the algorithms `order` of those that were found, in this order.
  void keepAlgorithms(const std::vector<int> &order);

private:
  /// The parts into which an algorithm splits K; 1 if it does not.
  int getNumParts(int index) const;
  fused_status_t createDescriptor(cublasLtMatmulDesc_t &descriptor,
                                  const LtOperands &operands);
  bool setAddresses(cublasLtMatmulDesc_t descriptor,
                    const LtOperands &operands);
  fused_status_t createLayout(cublasLtMatrixLayout_t &layout,
                              const LtMatrix &matrix);
  cublasStatus_t askForAlgorithms(cublasLtMatmulDesc_t descriptor, int wanted);
  void chooseAlgorithms(const PlanKey &key, SplitK splitK, bool ofOneFamily);
  /// Puts the algorithms into the order of the rule, if it knows them all.
  void sortAlgorithms();
  cublasLtMatmulDesc_t acquireDescriptor(const LtOperands &operands);
  void releaseDescriptor(cublasLtMatmulDesc_t descriptor);
  fused_status_t failLibrary(cublasStatus_t result, const char *function,
                             const PlanKey &key, CUstream stream,
                             const char *location);

  Device &device;
  const LtProduct spec;
  /// Of `spec.scaleType`.
  alignas(8) unsigned char alpha[8], beta[8];
  /// Beta on the device, where alpha is.
  CUdeviceptr deviceBeta = 0;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr, d = nullptr;
  std::array<cublasLtMatmulHeuristicResult_t, manyAlgorithms> algorithms;
  int numAlgorithms = 0;
  /// The first algorithm that was not refused yet.
  std::atomic<int> algorithm{0};
  /// A descriptor holds addresses, so one serves one call at a time. As many as
  /// there are callers at the same time, in most programs.
  std::array<std::atomic<cublasLtMatmulDesc_t>, 8> idle = {};
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_LIBRARYPRODUCT_H
