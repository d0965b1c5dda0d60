//===- ElementTypes.cpp - Which products of which types exist -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ElementTypes.h"

#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fused;

bool fused::isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

bool fused::is16BitFloat(Type type) { return type.isF16() || type.isBF16(); }

/// f8 operands: not both e5m2, and a result of 16 or 32 bits or e4m3.
static bool isF8Product(Type a, Type b, Type d) {
  return isFloat8(a) && isFloat8(b) &&
         !(isa<Float8E5M2Type>(a) && isa<Float8E5M2Type>(b)) &&
         (d.isF16() || d.isBF16() || d.isF32() || isa<Float8E4M3FNType>(d));
}

static bool isProduct(Type a, Type b, Type d) {
  if (isFloat8(a) || isFloat8(b))
    return isF8Product(a, b, d);
  if (a != b)
    return false;
  if (a.isF16() || a.isBF16())
    return d == a || d.isF32();
  if (a.isF32() || a.isF64())
    return d == a;
  return a.isSignlessInteger(8) &&
         (d.isSignlessInteger(32) || d.isSignlessInteger(8));
}

/// The epilogs of products of 8-bit operands, as measured on cuBLASLt 13.1;
/// products of wider operands have all sixteen.
static bool hasEpilog(Epilog epilog, Type a, Type d) {
  const EpilogInfo &info = getEpilogInfo(epilog);
  if (d.isInteger(32))
    return epilog == Epilog::DEFAULT;
  if (a.isInteger(8))
    return epilog != Epilog::BGRADA && epilog != Epilog::BGRADB &&
           info.aux != Aux::StorePreactivation &&
           info.aux != Aux::LoadPreactivation;
  if (!isFloat8(a))
    return true;
  if (isFloat8(d))
    return !info.loadsAux() && !info.hasBiasGradient();
  if (d.isF32())
    return llvm::is_contained({Epilog::DEFAULT, Epilog::RELU, Epilog::RELU_AUX,
                               Epilog::BIAS, Epilog::RELU_BIAS,
                               Epilog::RELU_AUX_BIAS, Epilog::DRELU,
                               Epilog::GELU, Epilog::GELU_BIAS},
                              epilog);
  return epilog != Epilog::BGRADA && epilog != Epilog::BGRADB;
}

LogicalResult
fused::verifyElementTypes(Epilog epilog, Type a, Type b, Type d,
                          function_ref<InFlightDiagnostic()> emitError) {
  if (!isProduct(a, b, d)) {
    if (emitError)
      emitError() << "there is no product of " << a << " and " << b << " into "
                  << d;
    return failure();
  }
  if (!hasEpilog(epilog, a, d)) {
    if (emitError)
      emitError() << "epilog '" << stringifyEpilog(epilog)
                  << "' does not exist for a product of " << a << " into " << d;
    return failure();
  }
  return success();
}

Type fused::getExtraElementType(Type a, Type d) {
  if (isFloat8(d) || (isFloat8(a) && d.isF32()))
    return BFloat16Type::get(a.getContext());
  if (d.isInteger(8))
    return Float32Type::get(a.getContext());
  return d;
}

Type fused::getCElementType(Type d) {
  return isFloat8(d) ? BFloat16Type::get(d.getContext()) : d;
}

Type fused::getComputeType(Type a) {
  if (a.isF64())
    return a;
  if (a.isInteger(8))
    return IntegerType::get(a.getContext(), 32);
  return Float32Type::get(a.getContext());
}
