//===- FloatFormat.cpp - Formats of floats of the ABI -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Support/FloatFormat.h"

#include "llvm/ADT/APFloat.h"

using namespace llvm;

const fltSemantics *fused::getFloatFormat(fused_type_t type) {
  switch (type) {
  case FUSED_F16:
    return &APFloat::IEEEhalf();
  case FUSED_BF16:
    return &APFloat::BFloat();
  case FUSED_F32:
    return &APFloat::IEEEsingle();
  case FUSED_F64:
    return &APFloat::IEEEdouble();
  case FUSED_F8E4M3FN:
    return &APFloat::Float8E4M3FN();
  case FUSED_F8E5M2:
    return &APFloat::Float8E5M2();
  default:
    return nullptr;
  }
}
