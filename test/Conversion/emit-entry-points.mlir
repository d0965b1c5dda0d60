// RUN: fused-opt %s --fused-emit-entry-points | FileCheck %s

// The one symbol that the module exports.
// CHECK: llvm.mlir.global external constant @fused_module()
// CHECK: llvm.mlir.constant(6 : i32)
// CHECK-NEXT: llvm.mlir.constant(3 : i32)
// CHECK: llvm.mlir.addressof @[[TABLE:.*]] : !llvm.ptr
// CHECK-DAG: llvm.mlir.global internal constant @fused.string{{.*}}("main\00")
// CHECK-DAG: llvm.mlir.global internal constant @fused.string{{.*}}("free\00")
// CHECK: llvm.mlir.global internal constant @[[TABLE]]() {{.*}} : !llvm.array<3 x struct<(ptr, i32, i32, ptr, ptr, ptr, i32, i32, i64, ptr, ptr)>>
// CHECK: llvm.mlir.addressof @fused.invoke.main
// CHECK: llvm.mlir.addressof @fused.invoke.free

// bf16, rank 2, sizes 4 and not known.
// CHECK: llvm.mlir.global internal constant @fused.sizes() {{.*}} : !llvm.array<2 x i64>
// CHECK: llvm.mlir.constant(4 : i64)
// CHECK: llvm.mlir.constant(-1 : i64)

// CHECK-NOT: func.func @{{(main|free|helper)}}
// CHECK: llvm.func internal @fused.invoke.main(%[[FRAME:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr) -> i32
// CHECK: %[[A0:.*]] = llvm.getelementptr %[[INPUTS]][0]
// CHECK: %[[P0:.*]] = llvm.load %[[A0]]
// CHECK: %[[D0:.*]] = llvm.load %[[P0]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK: %[[M0:.*]] = builtin.unrealized_conversion_cast %[[D0]]
// A scalar crosses as an array of rank 0.
// CHECK: llvm.getelementptr %[[INPUTS]][1]
// CHECK: %[[S:.*]] = memref.load %{{.*}}[] : memref<f32>
// CHECK: %[[R:.*]]:3 = func.call @fused.main(%[[FRAME]], %[[M0]], %[[S]])
// CHECK: llvm.icmp "eq" %[[R]]#0
// CHECK: llvm.cond_br %{{.*}}, ^[[TAKE:.*]], ^[[END:.*]](%[[R]]#0 : i32)
// CHECK: ^[[TAKE]]:
// CHECK: %[[OUT:.*]] = llvm.load
// CHECK: llvm.store %{{.*}}, %[[OUT]]
// CHECK: llvm.call @fused_frame_take(%[[FRAME]], %[[OUT]], %{{.*}}, %{{.*}})
// CHECK: memref.store %[[R]]#2, %{{.*}}[] : memref<f32>
// CHECK: llvm.call @fused_frame_take
// CHECK: ^[[END]](%[[STATUS:.*]]: i32):
// CHECK: llvm.call @fused_frame_release(%[[FRAME]], %[[STATUS]])
// CHECK: llvm.return %[[STATUS]]

// CHECK-LABEL: func.func private @fused.main(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr, %[[X:.*]]: memref<4x?xbf16>, %[[Y:.*]]: f32) -> (i32, memref<4x?xbf16>, f32)
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
func.func @main(%x: memref<4x?xbf16>, %y: f32) -> (memref<4x?xbf16>, f32) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[N:.*]] = memref.dim %[[X]]
  %n = memref.dim %x, %c1 : memref<4x?xbf16>
  // Four rows of two bytes.
  // CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i64)
  // CHECK: %[[ROWS:.*]] = arith.index_cast %[[N]]
  // CHECK: %[[PRODUCT:.*]] = "llvm.intr.smul.with.overflow"(%[[EIGHT]], %[[ROWS]])
  // CHECK: %[[SIZE:.*]] = llvm.extractvalue %[[PRODUCT]][0]
  // CHECK: %[[TOO_LARGE:.*]] = llvm.extractvalue %[[PRODUCT]][1]
  // CHECK: %[[NEGATIVE:.*]] = llvm.icmp "slt" %[[ROWS]], %{{.*}}
  // CHECK: %[[NOT_NEGATIVE:.*]] = arith.xori %[[NEGATIVE]]
  // CHECK: cf.cond_br %[[NOT_NEGATIVE]]
  // CHECK: llvm.call @fused_fail
  // CHECK: %[[FITS:.*]] = arith.xori %[[TOO_LARGE]]
  // CHECK: cf.cond_br %[[FITS]]
  // CHECK: llvm.call @fused_fail
  // CHECK: %[[MEMORY:.*]] = llvm.call @fused_frame_alloc(%[[FRAME]], %[[SIZE]])
  // CHECK: %[[VALID:.*]] = llvm.icmp "ne" %[[MEMORY]]
  // CHECK: cf.cond_br %[[VALID]], ^[[NEXT:.*]], ^[[NULL:.*]]
  // CHECK: ^[[NULL]]:
  // CHECK: %[[OUT_OF_MEMORY:.*]] = arith.constant 3 : i32
  // CHECK: cf.br ^[[RETURN:.*]](%[[OUT_OF_MEMORY]] : i32)
  // CHECK: ^[[NEXT]]:
  %0 = memref.alloc(%n) : memref<4x?xbf16>
  // CHECK: %[[CALL:.*]]:2 = call @fused.helper(%[[FRAME]], %[[Y]])
  // CHECK: arith.cmpi eq, %[[CALL]]#0
  // CHECK: cf.cond_br %{{.*}}, ^[[CALLED:.*]], ^[[RETURN]](%[[CALL]]#0 : i32)
  %1 = call @helper(%y) : (f32) -> f32
  // CHECK: return %{{.*}}, %{{.*}}, %[[CALL]]#1 : i32, memref<4x?xbf16>, f32
  return %0, %1 : memref<4x?xbf16>, f32
  // CHECK: ^[[RETURN]](%[[FAILURE:.*]]: i32):
  // CHECK: ub.poison : memref<4x?xbf16>
  // CHECK: return %[[FAILURE]]
}

// CHECK-LABEL: func.func private @fused.helper(
func.func private @helper(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[OK:.*]] = arith.cmpf oge
  %0 = arith.cmpf oge, %x, %zero : f32
  // CHECK: cf.cond_br %[[OK]], ^[[NEXT:.*]], ^[[FAILED:.*]]
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[MESSAGE:.*]] = llvm.mlir.addressof
  // CHECK: %[[PLACE:.*]] = llvm.mlir.addressof
  // CHECK: %[[INVALID:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[STATUS:.*]] = llvm.call @fused_fail(%[[INVALID]], %[[MESSAGE]], %[[PLACE]])
  // CHECK: cf.br ^{{.*}}(%[[STATUS]] : i32)
  cf.assert %0, "must not be negative"
  return %x : f32
}

// A name of the C library belongs to the C library.
// CHECK-LABEL: func.func private @fused.free(
// CHECK: %[[M:.*]] = builtin.unrealized_conversion_cast
// CHECK: %[[D:.*]] = builtin.unrealized_conversion_cast %[[M]]
// CHECK: %[[P:.*]] = llvm.extractvalue %[[D]][0]
// CHECK: llvm.call @fused_frame_free(%arg0, %[[P]])
// CHECK-NOT: memref.dealloc
func.func @free() {
  %0 = memref.alloc() : memref<4xi1>
  memref.dealloc %0 : memref<4xi1>
  return
}

// Memory that the caller gives: its size is in the table, and its places in the
// calls.

// CHECK-LABEL: func.func private @fused.planned(
// CHECK-SAME: %[[F:[a-z0-9]*]]: !llvm.ptr
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(512 : i64)
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: llvm.call @fused_frame_place(%[[F]], %[[SIZE]], %[[OFFSET]])
// CHECK: %[[INDEX:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.call @fused_frame_output(%[[F]], %[[INDEX]], %{{.*}})
func.func @planned() -> memref<4xf32> attributes {fused.arena_size = 512 : i64} {
  %0 = memref.alloc() {fused.arena_offset = 256 : i64} : memref<8xf32>
  %1 = memref.alloc() {fused.output = 0 : i32} : memref<4xf32>
  %2 = memref.subview %0[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  memref.copy %2, %1 : memref<4xf32, strided<[1]>> to memref<4xf32>
  return %1 : memref<4xf32>
}
