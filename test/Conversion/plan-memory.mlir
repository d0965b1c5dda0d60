// RUN: fused-opt %s -allow-unregistered-dialect --fused-plan-memory | FileCheck %s

// The second buffer is alive with the first; the third has the place of the
// first, which is released before.

// CHECK-LABEL: func.func @places() attributes {fused.arena_size = 768 : i64}
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<64xf32>
// CHECK: memref.alloc() {fused.arena_offset = 256 : i64} : memref<65xf32>
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<3x5xi1>
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @places() {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<65xf32>
  "use"(%a, %b) : (memref<64xf32>, memref<65xf32>) -> ()
  memref.dealloc %a : memref<64xf32>
  %c = memref.alloc() : memref<3x5xi1>
  "use"(%b, %c) : (memref<65xf32>, memref<3x5xi1>) -> ()
  memref.dealloc %b : memref<65xf32>
  memref.dealloc %c : memref<3x5xi1>
  return
}

// Sizes that are not known, and what another block releases, keep allocations
// of their own. Outputs go to the caller's memory, whatever their size.

// CHECK-LABEL: func.func @others(
// CHECK-SAME: attributes {fused.arena_size = 256 : i64}
// CHECK: memref.alloc() {fused.output = 1 : i32} : memref<4xf32>
// CHECK: memref.alloc(%{{.*}}) {fused.output = 0 : i32} : memref<?xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: memref.alloc() : memref<5xf32>
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<6xf32>
func.func @others(%n: index, %c: i1) -> (memref<?xf32>, memref<?xf32>, memref<4xf32>) {
  %result = memref.alloc() : memref<4xf32>
  %large = memref.alloc(%n) : memref<?xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %conditional = memref.alloc() : memref<5xf32>
  %one = memref.alloc() : memref<6xf32>
  "use"(%dynamic, %conditional, %one) : (memref<?xf32>, memref<5xf32>, memref<6xf32>) -> ()
  memref.dealloc %dynamic : memref<?xf32>
  memref.dealloc %one : memref<6xf32>
  scf.if %c {
    memref.dealloc %conditional : memref<5xf32>
  }
  %cast = memref.cast %result : memref<4xf32> to memref<?xf32>
  return %large, %cast, %result : memref<?xf32>, memref<?xf32>, memref<4xf32>
}

// A loop lies within the life of what is alive around it. Each round has the
// same places.

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: attributes {fused.arena_size = 768 : i64}
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<8xf32>
// CHECK: memref.alloc() {fused.arena_offset = 256 : i64} : memref<7xf32>
// CHECK: scf.for
// CHECK: memref.alloc() {fused.arena_offset = 256 : i64} : memref<4xf32>
// CHECK: memref.alloc() {fused.arena_offset = 512 : i64} : memref<f64>
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %around = memref.alloc() : memref<8xf32>
  %before = memref.alloc() : memref<7xf32>
  "use"(%before) : (memref<7xf32>) -> ()
  memref.dealloc %before : memref<7xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    %b = memref.alloc() : memref<f64>
    "use"(%a, %b) : (memref<4xf32>, memref<f64>) -> ()
    memref.dealloc %b : memref<f64>
    memref.dealloc %a : memref<4xf32>
  }
  "use"(%around) : (memref<8xf32>) -> ()
  memref.dealloc %around : memref<8xf32>
  return
}

// What a branch needs has a place if that costs nothing.

// CHECK-LABEL: func.func @branch(
// CHECK-SAME: attributes {fused.arena_size = 4194304 : i64}
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<1048576xf32>
// CHECK: scf.if
// CHECK: memref.alloc() {fused.arena_offset = 0 : i64} : memref<1024xf32>
// CHECK: memref.alloc() : memref<1073741824xf32>
// CHECK: memref.dealloc %{{.*}} : memref<1073741824xf32>
func.func @branch(%c: i1) {
  %a = memref.alloc() : memref<1048576xf32>
  "use"(%a) : (memref<1048576xf32>) -> ()
  memref.dealloc %a : memref<1048576xf32>
  scf.if %c {
    %small = memref.alloc() : memref<1024xf32>
    %huge = memref.alloc() : memref<1073741824xf32>
    "use"(%small, %huge) : (memref<1024xf32>, memref<1073741824xf32>) -> ()
    memref.dealloc %small : memref<1024xf32>
    memref.dealloc %huge : memref<1073741824xf32>
  }
  return
}

// Each iteration needs a buffer of its own.

// CHECK-LABEL: func.func @parallel(
// CHECK-NOT: fused.arena
// CHECK: return
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() : memref<4xf32>
    "use"(%a) : (memref<4xf32>) -> ()
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// A function that is called from inside has no memory of the caller.

// CHECK-LABEL: func.func @called(
// CHECK-NOT: fused.
// CHECK: return
func.func @called() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  "use"(%a) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  return %b : memref<4xf32>
}
func.func @caller() -> memref<4xf32> {
  %0 = call @called() : () -> memref<4xf32>
  return %0 : memref<4xf32>
}

// What a loop allocates becomes an output only once.

// CHECK-LABEL: func.func @allocated_in_a_loop(
// CHECK-NOT: fused.output
// CHECK: return
func.func @allocated_in_a_loop(%n: index, %x: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    "use"(%a, %y) : (memref<4xf32>, memref<4xf32>) -> ()
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}
