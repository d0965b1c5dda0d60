// RUN: fused-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(fused-plan-memory))' | FileCheck %s

// The second buffer is alive with the first; the third has the place of the
// first, which is released before.

// CHECK-LABEL: func.func @places(
// CHECK: %[[MEMORY:.*]] = memref.alloc() : memref<768xi8>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[MEMORY]][%[[C0]]][] : memref<768xi8> to memref<64xf32>
// CHECK: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[B:.*]] = memref.view %[[MEMORY]][%[[C256]]][] : memref<768xi8> to memref<65xf32>
// CHECK: "use"(%[[A]], %[[B]])
// CHECK-NOT: memref.dealloc
// CHECK: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK: %[[C:.*]] = memref.view %[[MEMORY]][%[[C0_1]]][] : memref<768xi8> to memref<3x5xi1>
// CHECK: "use"(%[[B]], %[[C]])
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK-NOT: memref.dealloc
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

// Results, sizes that are not known, and what another block releases keep
// allocations of their own.

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: memref.alloc({{.*}}) : memref<{{.*}}xf32>
// CHECK-NOT: memref.view
func.func @others(%n: index, %c: i1) -> memref<4xf32> {
  %result = memref.alloc() : memref<4xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %conditional = memref.alloc() : memref<5xf32>
  %one = memref.alloc() : memref<6xf32>
  "use"(%dynamic, %conditional, %one) : (memref<?xf32>, memref<5xf32>, memref<6xf32>) -> ()
  memref.dealloc %dynamic : memref<?xf32>
  memref.dealloc %one : memref<6xf32>
  scf.if %c {
    memref.dealloc %conditional : memref<5xf32>
  }
  return %result : memref<4xf32>
}

// A round of a loop has memory of its own.

// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK: %[[MEMORY:.*]] = memref.alloc() : memref<512xi8>
// CHECK-COUNT-2: memref.view %[[MEMORY]]
// CHECK: memref.dealloc %[[MEMORY]]
// CHECK-NEXT: }
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    %b = memref.alloc() : memref<f64>
    "use"(%a, %b) : (memref<4xf32>, memref<f64>) -> ()
    memref.dealloc %b : memref<f64>
    memref.dealloc %a : memref<4xf32>
  }
  return
}
