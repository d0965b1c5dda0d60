// RUN: fused-opt %s --split-input-file --fused-linalg-to-gpu --canonicalize | FileCheck %s

// A thread for each element of each update.
// CHECK-LABEL: func.func @unique
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func
// CHECK: arith.cmpi ult, %{{.*}}, %c150
// CHECK: scf.if
// CHECK-DAG: arith.cmpi sge
// CHECK-DAG: arith.cmpi sle
// CHECK: scf.if
// CHECK: memref.load
// CHECK: memref.store
func.func @unique(%i: memref<50x1xi64>, %u: memref<50x3xf32>, %a: memref<9xf32>) {
  fused.scatter unique dimensions = [0]
      ins(%i, %u : memref<50x1xi64>, memref<50x3xf32>) outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.subf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// Sums of integers may come in any order.
// CHECK-LABEL: func.func @atomic
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func
// CHECK: memref.atomic_rmw addi
func.func @atomic(%i: memref<50x1xi64>, %u: memref<50x1xi32>, %a: memref<9xi32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<50x1xi64>, memref<50x1xi32>) outs(%a : memref<9xi32>) {
  ^bb0(%old: i32, %new: i32):
    %0 = arith.addi %new, %old : i32
    fused.yield %0 : i32
  }
  return
}

// -----

// Those of narrow integers, products, and what is not one combination, keep the
// order.
// CHECK-LABEL: func.func @not_atomic
// CHECK-COUNT-3: gpu.launch_func
// CHECK: gpu.func @not_atomic_2
// CHECK-NOT: atomic_rmw
func.func @not_atomic(%i: memref<50x1xi64>, %u: memref<50x1xi32>,
                      %a: memref<9xi32>, %u8: memref<7x1xi8>, %i8: memref<7x1xi64>,
                      %a8: memref<9xi8>) {
  fused.scatter dimensions = [0]
      ins(%i8, %u8 : memref<7x1xi64>, memref<7x1xi8>) outs(%a8 : memref<9xi8>) {
  ^bb0(%old: i8, %new: i8):
    %0 = arith.addi %new, %old : i8
    fused.yield %0 : i8
  }
  %i7 = memref.subview %i[0, 0] [7, 1] [1, 1]
      : memref<50x1xi64> to memref<7x1xi64, strided<[1, 1]>>
  %u7 = memref.subview %u[0, 0] [7, 1] [1, 1]
      : memref<50x1xi32> to memref<7x1xi32, strided<[1, 1]>>
  fused.scatter dimensions = [0]
      ins(%i7, %u7 : memref<7x1xi64, strided<[1, 1]>>, memref<7x1xi32, strided<[1, 1]>>)
      outs(%a : memref<9xi32>) {
  ^bb0(%old: i32, %new: i32):
    %0 = arith.muli %new, %old : i32
    fused.yield %0 : i32
  }
  fused.scatter dimensions = [0]
      ins(%i7, %u7 : memref<7x1xi64, strided<[1, 1]>>, memref<7x1xi32, strided<[1, 1]>>)
      outs(%a : memref<9xi32>) {
  ^bb0(%old: i32, %new: i32):
    %0 = arith.addi %new, %old : i32
    %1 = arith.addi %0, %old : i32
    fused.yield %1 : i32
  }
  return
}

// -----

// A thread for each element of a window, which goes through the updates.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0 to %c8
// CHECK: scf.if
// CHECK: memref.store
func.func @few(%i: memref<8x1xi64>, %u: memref<8x1x300xf16>, %a: memref<9x300xf16>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<8x1xi64>, memref<8x1x300xf16>)
      outs(%a : memref<9x300xf16>) {
  ^bb0(%old: f16, %new: f16):
    %0 = arith.addf %old, %new : f16
    fused.yield %0 : f16
  }
  return
}

// -----

// The last update of each row assigns.
// CHECK-LABEL: func.func @last
// CHECK: %[[SLOTS:.*]] = memref.alloc() : memref<18xi32>
// CHECK-COUNT-3: gpu.launch_func
// CHECK: memref.dealloc %[[SLOTS]]
// CHECK: gpu.func @last_0
// CHECK: memref.store %c-1_i32
// CHECK: gpu.func @last_1
// CHECK: memref.atomic_rmw minu
// CHECK: memref.atomic_rmw maxs
// CHECK: gpu.func @last_2
// CHECK: memref.store
func.func @last(%i: memref<80x1xi64>, %u: memref<80x1x300xi1>, %a: memref<9x300xi1>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<80x1xi64>, memref<80x1x300xi1>)
      outs(%a : memref<9x300xi1>) {
  ^bb0(%old: i1, %new: i1):
    fused.yield %new : i1
  }
  return
}

// -----

// A warp for 256 of the 300 elements, and one for the rest.
// CHECK-LABEL: func.func @owners
// CHECK: memref.alloc() : memref<18xi32>
// CHECK-COUNT-3: gpu.launch_func
// CHECK: gpu.func @owners_2
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: scf.while
// CHECK: math.cttz
// CHECK: arith.addf
func.func @owners(%i: memref<80x1xi64>, %u: memref<80x1x300xf32>, %a: memref<9x300xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<80x1xi64>, memref<80x1x300xf32>)
      outs(%a : memref<9x300xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// Few of many places have updates: a table of 2 * 80 + 1 slots.
// CHECK-LABEL: func.func @table
// CHECK: %[[SLOTS:.*]] = memref.alloc() : memref<322xi32>
// CHECK-NEXT: gpu.launch_func
// CHECK-NEXT: %[[KEYS:.*]] = memref.alloc() : memref<161xi64>
// CHECK-NEXT: gpu.launch_func
// CHECK-NEXT: %[[SLOT_OF_UPDATE:.*]] = memref.alloc() : memref<80xi32>
// CHECK-COUNT-2: gpu.launch_func
// CHECK-DAG: memref.dealloc %[[SLOTS]]
// CHECK-DAG: memref.dealloc %[[KEYS]]
// CHECK-DAG: memref.dealloc %[[SLOT_OF_UPDATE]]
// CHECK: gpu.func @table_2
// CHECK: scf.while
// CHECK: llvm.cmpxchg
// CHECK: memref.atomic_rmw minu
// CHECK: gpu.func @table_3
func.func @table(%i: memref<80x2xi64>, %u: memref<80x1x1xf32>, %a: memref<80x50257xf32>) {
  fused.scatter dimensions = [0, 1]
      ins(%i, %u : memref<80x2xi64>, memref<80x1x1xf32>)
      outs(%a : memref<80x50257xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// How many updates there are is not known.
// CHECK-LABEL: func.func @table_of_unknown_size
// CHECK: memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: llvm.cmpxchg
func.func @table_of_unknown_size(%i: memref<?x1xi64>, %u: memref<?x1x300xf32>, %a: memref<9x300xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<?x1xi64>, memref<?x1x300xf32>)
      outs(%a : memref<9x300xf32>) {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    fused.yield %0 : f32
  }
  return
}

// -----

// Windows may overlap in part: one after the other.
// CHECK-LABEL: func.func @overlapping
// CHECK: scf.for %{{.*}} = %c0 to %c80
// CHECK-NEXT: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @overlapping(%i: memref<80x1xi64>, %u: memref<80x3xf32>, %a: memref<9xf32>) {
  fused.scatter dimensions = [0]
      ins(%i, %u : memref<80x1xi64>, memref<80x3xf32>) outs(%a : memref<9xf32>) {
  ^bb0(%old: f32, %new: f32):
    fused.yield %new : f32
  }
  return
}
