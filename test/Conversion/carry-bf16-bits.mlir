// RUN: fused-opt %s --fused-carry-bf16-bits | FileCheck %s

// CHECK-LABEL: llvm.func @moves(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[X:.*]]: bf16, %[[C:.*]]: i1)
// CHECK-DAG: %[[XBITS:.*]] = llvm.bitcast %[[X]] : bf16 to i16
// CHECK-DAG: %[[K:.*]] = llvm.mlir.constant(16320 : i16) : i16
// CHECK: %[[L:.*]] = llvm.load %[[P]] : !llvm.ptr -> i16
// CHECK: %[[S:.*]] = llvm.select %[[C]], %[[L]], %[[XBITS]] : i1, i16
// CHECK: llvm.cond_br %[[C]], ^[[JOIN:.*]](%[[S]] : i16), ^[[JOIN]](%[[K]] : i16)
// CHECK: ^[[JOIN]](%[[Y:.*]]: i16):
// CHECK: llvm.store %[[Y]], %[[P]] : i16, !llvm.ptr
llvm.func @moves(%p: !llvm.ptr, %x: bf16, %c: i1) {
  %k = llvm.mlir.constant(1.5 : bf16) : bf16
  %0 = llvm.load %p : !llvm.ptr -> bf16
  %1 = llvm.select %c, %0, %x : i1, bf16
  llvm.cond_br %c, ^join(%1 : bf16), ^join(%k : bf16)
^join(%y: bf16):
  llvm.store %y, %p : bf16, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @vectors(
// CHECK: %[[K:.*]] = llvm.mlir.constant(dense<[16320, 16256]> : vector<2xi16>) : vector<2xi16>
// CHECK-NOT: llvm.bitcast
// CHECK: llvm.store %[[K]], %{{.*}} : vector<2xi16>, !llvm.ptr
// CHECK: %[[E:.*]] = llvm.extractelement %[[K]][%{{.*}} : i64] : vector<2xi16>
// CHECK: llvm.store %[[E]], %{{.*}} : i16, !llvm.ptr
llvm.func @vectors(%p: !llvm.ptr, %i: i64) {
  %k = llvm.mlir.constant(dense<[1.5, 1.0]> : vector<2xbf16>) : vector<2xbf16>
  %0 = llvm.bitcast %k : vector<2xbf16> to vector<2xi16>
  llvm.store %0, %p : vector<2xi16>, !llvm.ptr
  %1 = llvm.extractelement %k[%i : i64] : vector<2xbf16>
  llvm.store %1, %p : bf16, !llvm.ptr
  llvm.return
}

// What computes, and what others call, keeps its types.
// CHECK-LABEL: llvm.func @computes(
// CHECK-SAME: %[[X:.*]]: bf16) -> bf16
// CHECK: %[[XBITS:.*]] = llvm.bitcast %[[X]] : bf16 to i16
// CHECK: %[[Y:.*]] = llvm.bitcast %[[XBITS]] : i16 to bf16
// CHECK: %[[SUM:.*]] = llvm.fadd %[[Y]], %{{.*}} : bf16
// CHECK: %[[R:.*]] = llvm.call @computes(%{{.*}}) : (bf16) -> bf16
llvm.func @computes(%x: bf16) -> bf16 {
  %0 = llvm.fadd %x, %x : bf16
  %1 = llvm.call @computes(%0) : (bf16) -> bf16
  llvm.return %1 : bf16
}

// All calls of this one are here.
// CHECK-LABEL: llvm.func internal @inside(
// CHECK-SAME: %[[X:.*]]: i16) -> i16
// CHECK-NOT: bf16
// CHECK: %[[R:.*]] = llvm.call @inside(%[[X]]) : (i16) -> i16
// CHECK: llvm.return %[[R]] : i16
llvm.func internal @inside(%x: bf16) -> bf16 {
  %0 = llvm.call @inside(%x) : (bf16) -> bf16
  llvm.return %0 : bf16
}
