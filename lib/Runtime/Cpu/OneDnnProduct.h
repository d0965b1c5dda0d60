//===- OneDnnProduct.h - A product executed by oneDNN -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_ONEDNNPRODUCT_H
#define FUSED_LIB_RUNTIME_CPU_ONEDNNPRODUCT_H

#include "../Core/Problem.h"

#include <cstddef>
#include <memory>

namespace fused::runtime {

/// What oneDNN is asked to do:
///   d = scale [* aScale] [* bScale] * op(a) op(b)
///       [+ sumScale * d] [+ c] [+ bias], [gelu_tanh]
/// within its own conditions (OneDnnConditions.h).
struct ProductSpec {
  int64_t batch, m, n, k;
  fused_type_t inputType; ///< bf16 or f32.
  fused_type_t dType;     ///< f32, or the type of the inputs. Of c, bias too.
  bool transposeA, transposeB;
  Strides a, b, d; ///< c has the strides of d.
  float scale;
  bool hasAScale, hasBScale; ///< Read when it is executed; not with a sum.
  bool hasSum;
  float sumScale;
  bool hasC, hasBias, hasGelu;
  bool packsB; ///< b is what pack() has written; not in batches.
};

/// The addresses of one execution; null where there is no operand.
struct ProductOperands {
  void *a, *b, *c, *bias, *d, *scratch;
  const float *aScale, *bScale;
};

/// An instance of a primitive. Executed by one thread at a time.
class OneDnnProduct {
public:
  /// FUSED_UNSUPPORTED, without a message, if oneDNN has no implementation, or
  /// only its reference one and `allowReference` is false.
  static fused_status_t create(const ProductSpec &spec, bool allowReference,
                               const char *location,
                               std::unique_ptr<OneDnnProduct> &product);
  ~OneDnnProduct();

  /// How many there are in this process.
  static int getCount();

  size_t getScratchSize() const;

  /// The bytes of B in the layout that the product reads fastest; 0 if it reads
  /// B as it lies.
  size_t getPackedSize() const;

  /// Writes B to `packed`, in that layout.
  fused_status_t pack(void *b, void *packed, const char *location);

  fused_status_t execute(const ProductOperands &operands, const char *location);

private:
  struct State;
  explicit OneDnnProduct(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_ONEDNNPRODUCT_H
