// RUN: fused-opt %s --fused-inline-calls | FileCheck %s
// RUN: fused-opt %s --fused-inline-calls -o %t.found
// RUN: fused-opt %s --inline=default-pipeline= --symbol-dce -o %t.expected
// RUN: diff %t.expected %t.found

// CHECK-LABEL: func.func @several(
// CHECK-NEXT: arith.addf
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: math.tanh
// CHECK-NEXT: return
func.func @several(%x: f32) -> f32 {
  %0 = call @double(%x) : (f32) -> f32
  %1 = math.exp %0 : f32
  %2 = call @four_times(%1) : (f32) -> f32
  %3 = math.tanh %2 : f32
  return %3 : f32
}

// CHECK-LABEL: func.func @in_region(
// CHECK: scf.for
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: arith.addf
// CHECK-NEXT: return
func.func @in_region(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %1 = func.call @four_times(%a) : (f32) -> f32
    scf.yield %1 : f32
  }
  %2 = call @double(%0) : (f32) -> f32
  return %2 : f32
}

// Blocks of the callee stay, and the rest of the caller follows them.
// CHECK-LABEL: func.func @blocks(
// CHECK: cf.cond_br %arg1, ^bb1, ^bb2
// CHECK: ^bb3(%[[R:.*]]: f32):
// CHECK-NEXT: math.exp %[[R]]
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @blocks(%x: f32, %c: i1) -> f32 {
  %0 = call @branch(%x, %c) : (f32, i1) -> f32
  %1 = math.exp %0 : f32
  %2 = call @double(%1) : (f32) -> f32
  return %2 : f32
}

// What uses a symbol in another way than a call, also far from one, keeps it.
// CHECK-LABEL: func.func @referring(
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.addf
// CHECK-NEXT: math.tanh
// CHECK-NEXT: constant @twice
// CHECK-NEXT: arith.negf
// CHECK-NEXT: scf.if
// CHECK-NEXT: constant @twice
// CHECK: arith.addf
// CHECK-NEXT: math.absf
// CHECK-NEXT: return
func.func @referring(%x: f32, %c: i1) -> (f32, (f32) -> f32, (f32) -> f32) {
  %0 = math.exp %x : f32
  %1 = call @twice(%0) : (f32) -> f32
  %2 = math.tanh %1 : f32
  %f = constant @twice : (f32) -> f32
  %3 = arith.negf %2 : f32
  %g = scf.if %c -> ((f32) -> f32) {
    %h = func.constant @twice : (f32) -> f32
    scf.yield %h : (f32) -> f32
  } else {
    scf.yield %f : (f32) -> f32
  }
  %4 = call @twice(%3) : (f32) -> f32
  %5 = math.absf %4 : f32
  return %5, %f, %g : f32, (f32) -> f32, (f32) -> f32
}

// CHECK-LABEL: func.func private @twice(
func.func private @twice(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

// What calls itself, or is not known, is called.
// CHECK-LABEL: func.func @no_inline(
// CHECK: call @unknown
// CHECK: call @again
// CHECK: call @never
// CHECK-NEXT: return
func.func @no_inline(%x: f32, %c: i1) -> f32 {
  %0 = call @unknown(%x) : (f32) -> f32
  %1 = call @again(%0, %c) : (f32, i1) -> f32
  %2 = call @never(%1) {no_inline} : (f32) -> f32
  return %2 : f32
}

// Nothing uses these: they disappear.
// CHECK-NOT: @unused
memref.global "private" @unused_number : memref<f32>
func.func private @unused_declaration(%x: f32) -> f32
func.func private @unused(%x: f32) -> f32 {
  %0 = call @double(%x) : (f32) -> f32
  %1 = call @double(%0) : (f32) -> f32
  return %1 : f32
}

func.func private @double(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
func.func private @four_times(%x: f32) -> f32 {
  %0 = call @double(%x) : (f32) -> f32
  %1 = call @double(%0) : (f32) -> f32
  return %1 : f32
}
func.func private @branch(%x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.negf %x : f32
  return %0 : f32
^bb2:
  return %x : f32
}
func.func private @again(%x: f32, %c: i1) -> f32 {
  %0 = scf.if %c -> f32 {
    %1 = func.call @again(%x, %c) : (f32, i1) -> f32
    scf.yield %1 : f32
  } else {
    scf.yield %x : f32
  }
  return %0 : f32
}
func.func private @never(%x: f32) -> f32 {
  return %x : f32
}
func.func private @unknown(%x: f32) -> f32
