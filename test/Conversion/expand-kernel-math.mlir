// RUN: fused-opt %s --fused-expand-kernel-math | FileCheck %s

// CHECK-LABEL: func.func @power(
// CHECK: %[[LOOP:.*]]:3 = scf.for %{{.*}} = %c0 to %c32 step %c1
// CHECK-COUNT-2: arith.muli
// CHECK: arith.shrui
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %arg1
// CHECK: arith.select %[[NEGATIVE]], %{{.*}}, %[[LOOP]]#0
func.func @power(%x: i32, %n: i32) -> i32 {
  %0 = math.ipowi %x, %n : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @rounded_up(
// CHECK-NOT: arith.ceildivsi
func.func @rounded_up(%x: i32, %n: i32) -> i32 {
  %0 = arith.ceildivsi %x, %n : i32
  return %0 : i32
}
