// RUN: fused-opt %s --fused-expand-kernel-math | FileCheck %s

// CHECK-LABEL: func.func @rounded_up(
// CHECK-NOT: arith.ceildivsi
func.func @rounded_up(%x: i32, %n: i32) -> i32 {
  %0 = arith.ceildivsi %x, %n : i32
  return %0 : i32
}
