//===- EpilogSemantics.h - What each epilog computes ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of each epilog, from Epilogs.def, and its scalar meaning,
// written once over an abstract arithmetic: the compiler instantiates it to
// evaluate (double) and to build IR, the runtime to compute. Header-only C++17,
// free of LLVM, MLIR and oneDNN.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUNTIME_EPILOGSEMANTICS_H
#define FUSED_RUNTIME_EPILOGSEMANTICS_H

#include <cmath>
#include <cstdint>
#include <optional>

/// What is computed on a device, too, if CUDA's compiler reads this file.
#ifdef __CUDACC__
#define FUSED_HOST_DEVICE __host__ __device__
#else
#define FUSED_HOST_DEVICE
#endif

namespace fused {

/// One of the sixteen epilogs; the values are those of the C ABI.
enum class Epilog : int32_t {
#define FUSED_EPILOG(ENUMERATOR, name, value, activation, bias, aux, bgrad)    \
  ENUMERATOR = value,
#include "fused-runtime/Epilogs.def"
};

/// What is applied to the accumulator after scaling and bias.
enum class Activation { None, Relu, Gelu, ReluGradient, GeluGradient };

/// The extra matrix that links a forward epilog with its backward one.
enum class Aux {
  None,
  StoreMask,
  StorePreactivation,
  LoadMask,
  LoadPreactivation
};

/// The extra vector that a backward epilog reduces to.
enum class BiasGradient { None, SumOfD, SumOfA, SumOfB };

/// One row of the table of epilogs.
struct EpilogInfo {
  Epilog epilog;
  const char *name;
  Activation activation;
  bool hasBias;
  Aux aux;
  BiasGradient biasGradient;

  /// True if the epilog reads an aux matrix that an earlier one saved.
  constexpr bool loadsAux() const {
    return aux == Aux::LoadMask || aux == Aux::LoadPreactivation;
  }
  /// True if the epilog saves an aux matrix for a later one.
  constexpr bool storesAux() const {
    return aux == Aux::StoreMask || aux == Aux::StorePreactivation;
  }
  /// True if the aux matrix is a packed mask of bits.
  constexpr bool hasMask() const {
    return aux == Aux::StoreMask || aux == Aux::LoadMask;
  }
  constexpr bool hasBiasGradient() const {
    return biasGradient != BiasGradient::None;
  }
  /// True if rounding between two steps of the epilog, to the type of D, can
  /// give another result than rounding at the end: accumulator, sum with the
  /// bias, activation, bias gradient. ReLU and its gradient never round.
  constexpr bool hasRoundableSteps() const {
    return hasBias || activation == Activation::Gelu ||
           activation == Activation::GeluGradient ||
           biasGradient == BiasGradient::SumOfD;
  }
};

/// The table of epilogs, in the order of their numbers.
inline constexpr EpilogInfo epilogTable[] = {
#define FUSED_EPILOG(ENUMERATOR, name, value, activation, bias, aux, bgrad)    \
  {Epilog::ENUMERATOR, #name,    Activation::activation,                       \
   bias != 0,          Aux::aux, BiasGradient::bgrad},
#include "fused-runtime/Epilogs.def"
};

inline constexpr int numEpilogs = sizeof(epilogTable) / sizeof(epilogTable[0]);

/// Returns the row of `epilog`, which must be one of the enumerators.
constexpr const EpilogInfo &getEpilogInfo(Epilog epilog) {
  return epilogTable[static_cast<int32_t>(epilog)];
}

/// The epilog of these properties, if there is one.
constexpr std::optional<Epilog>
findEpilog(Activation activation, bool hasBias, Aux aux = Aux::None,
           BiasGradient biasGradient = BiasGradient::None) {
  for (const EpilogInfo &info : epilogTable)
    if (info.activation == activation && info.hasBias == hasBias &&
        info.aux == aux && info.biasGradient == biasGradient)
      return info.epilog;
  return std::nullopt;
}

/// Rows of a ReLU mask have a multiple of so many bits: cuBLASLt's requirement
/// on the leading dimension of RELU_AUX.
inline constexpr int64_t kMaskRowBits = 128;

/// Bytes in one row of the ReLU mask of an M x `n` matrix: one bit for each
/// column, and padding bits, which are zero.
constexpr int64_t getMaskRowBytes(int64_t n) {
  return (n + kMaskRowBits - 1) / kMaskRowBits * (kMaskRowBits / 8);
}

/// sqrt(2/pi) and the cubic coefficient of the tanh form of GELU
/// (Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016).
struct GeluConstants {
  double sqrt2OverPi = 0.79788456080286535588;
  double cubic = 0.044715;
};

/// The scalar functions of the epilogs over an arithmetic `Ops`, which provides
///   using Value;
///   Value constant(double), add(a, b), sub(a, b), mul(a, b), tanh(a);
///   Value maximum(a, b)        the larger, NaN if either is NaN;
///   Value select(bit, a, b)    a where the mask bit is set, else b.
template <typename Ops> struct EpilogSemantics {
  using Value = typename Ops::Value;
  Ops &ops;
  GeluConstants gelu = {};

  /// max(x, 0), keeping NaN.
  FUSED_HOST_DEVICE Value relu(Value x) {
    return ops.maximum(x, ops.constant(0.0));
  }

  /// 0.5 x (1 + tanh(u)), u = sqrt(2/pi) (x + 0.044715 x^3).
  FUSED_HOST_DEVICE Value geluTanh(Value x) {
    Value half = ops.mul(ops.constant(0.5), x);
    return ops.mul(half, ops.add(ops.constant(1.0), tanhOfU(x)));
  }

  /// The derivative of `geluTanh`:
  /// 0.5 (1 + t) + 0.5 x (1 - t^2) sqrt(2/pi) (1 + 3 * 0.044715 x^2).
  FUSED_HOST_DEVICE Value geluTanhGradient(Value x) {
    Value one = ops.constant(1.0), half = ops.constant(0.5);
    Value t = tanhOfU(x);
    Value slope = ops.mul(
        ops.constant(gelu.sqrt2OverPi),
        ops.add(one, ops.mul(ops.constant(3.0 * gelu.cubic), ops.mul(x, x))));
    Value tail =
        ops.mul(ops.mul(ops.mul(half, x), ops.sub(one, ops.mul(t, t))), slope);
    return ops.add(ops.mul(half, ops.add(one, t)), tail);
  }

  /// Applies `activation` to `x`, the accumulator after scaling and bias.
  /// `aux` is the mask bit of ReluGradient or the saved pre-activation of
  /// GeluGradient, and ignored by the others.
  FUSED_HOST_DEVICE Value activate(Activation activation, Value x, Value aux) {
    switch (activation) {
    case Activation::None:
      return x;
    case Activation::Relu:
      return relu(x);
    case Activation::Gelu:
      return geluTanh(x);
    case Activation::ReluGradient:
      return ops.select(aux, x, ops.constant(0.0));
    case Activation::GeluGradient:
      return ops.mul(x, geluTanhGradient(aux));
    }
    return x;
  }

  /// What takes the place of `ReluGradient` with `multiply_mask`: x times the
  /// bit, which keeps NaN and the sign of what it does not select.
  FUSED_HOST_DEVICE Value multiplyMask(Value x, Value bit) {
    return ops.mul(x, ops.select(bit, ops.constant(1.0), ops.constant(0.0)));
  }

private:
  FUSED_HOST_DEVICE Value tanhOfU(Value x) {
    Value cube = ops.mul(ops.mul(x, x), x);
    Value inner = ops.add(x, ops.mul(ops.constant(gelu.cubic), cube));
    return ops.tanh(ops.mul(ops.constant(gelu.sqrt2OverPi), inner));
  }
};

/// Arithmetic on a native floating-point type, for `EpilogSemantics`.
template <typename T> struct NativeArithmetic {
  using Value = T;
  T constant(double value) const { return static_cast<T>(value); }
  T add(T a, T b) const { return a + b; }
  T sub(T a, T b) const { return a - b; }
  T mul(T a, T b) const { return a * b; }
  T tanh(T a) const { return std::tanh(a); }
  T maximum(T a, T b) const { return (a > b || a != a) ? a : b; }
  T select(T bit, T a, T b) const { return bit != T(0) ? a : b; }
};

/// True if the bit that RELU_AUX saves for pre-activation `x` is set: where x
/// is at least zero, of either sign, or NaN. cuBLASLt does not agree with
/// itself about NaN: docs/CudaRuntime.md.
template <typename T> FUSED_HOST_DEVICE bool getReluMaskBit(T x) {
  return !(x < T(0));
}

} // namespace fused

#endif // FUSED_RUNTIME_EPILOGSEMANTICS_H
