// RUN: fused-opt %s --fused-saturate-conversions --split-input-file --verify-diagnostics

func.func @upward(%x: f32) -> bf16 {
  // expected-error@+1 {{cannot be compiled: numbers are rounded to the nearest, not upward}}
  %0 = arith.truncf %x upward : f32 to bf16
  return %0 : bf16
}
