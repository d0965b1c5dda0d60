// RUN: fused-opt %s --fused-widen-booleans | FileCheck %s

// CHECK-LABEL: llvm.func @copy(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr
// CHECK: %[[BYTE:.*]] = llvm.load %[[P]] : !llvm.ptr -> i8
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i8)
// CHECK: %[[BIT:.*]] = llvm.icmp "ne" %[[BYTE]], %[[ZERO]] : i8
// CHECK: %[[WIDE:.*]] = llvm.zext %[[BIT]] : i1 to i8
// CHECK: llvm.store %[[WIDE]], %[[Q]] : i8
// CHECK: %[[OTHER:.*]] = llvm.load %[[P]] : !llvm.ptr -> i32
// CHECK: llvm.return %[[OTHER]]
llvm.func @copy(%p: !llvm.ptr, %q: !llvm.ptr) -> i32 {
  %0 = llvm.load %p : !llvm.ptr -> i1
  llvm.store %0, %q : i1, !llvm.ptr
  %1 = llvm.load %p : !llvm.ptr -> i32
  llvm.return %1 : i32
}
