//===- BFloatBits.h - The bits of bf16 in LLVM IR ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_BFLOATBITS_H
#define FUSED_LIB_EMULATOR_BFLOATBITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace fused::emulator {

/// Reads the bits of a bf16 from those of the f32 that it is. LLVM 22 takes the
/// sign bit of `bitcast bfloat` to an integer for 0 on x86. Where the optimiser
/// has run, as it makes such casts.
void readBFloatBitsFromFloats(llvm::Module &module);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_BFLOATBITS_H
