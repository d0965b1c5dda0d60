// RUN: fused-opt %s --fused-split-aggregates --canonicalize | FileCheck %s

!descriptor = !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>

// CHECK-LABEL: llvm.func @store(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[Q:.*]]: !llvm.ptr)
// CHECK: %[[FIRST:.*]] = llvm.getelementptr inbounds %[[P]][0, 0]
// CHECK: llvm.store %[[Q]], %[[FIRST]] : !llvm.ptr, !llvm.ptr
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[P]][0, 3, 1]
// CHECK: llvm.store %[[N]], %[[PLACE]] : i64, !llvm.ptr
// CHECK-NOT: llvm.store
// CHECK: llvm.return
llvm.func @store(%p: !llvm.ptr, %n: i64, %q: !llvm.ptr) {
  %0 = llvm.mlir.poison : !descriptor
  %1 = llvm.insertvalue %q, %0[0] : !descriptor
  %2 = llvm.insertvalue %n, %1[3, 1] : !descriptor
  llvm.store %2, %p : !descriptor, !llvm.ptr
  llvm.return
}

// A structure that an argument is has all its scalars stored.
// CHECK-LABEL: llvm.func @store_argument(
// CHECK-COUNT-7: llvm.store
// CHECK-NOT: llvm.store
llvm.func @store_argument(%p: !llvm.ptr, %d: !descriptor) {
  llvm.store %d, %p : !descriptor, !llvm.ptr
  llvm.return
}

// What is used twice is loaded once, where the structure was.
// CHECK-LABEL: llvm.func @load(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr)
// CHECK: llvm.getelementptr inbounds %[[P]][0, 3, 0]
// CHECK: %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK-NOT: llvm.load
// CHECK: llvm.store
// CHECK: llvm.add %[[N]], %[[N]]
llvm.func @load(%p: !llvm.ptr) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %d = llvm.load %p : !llvm.ptr -> !descriptor
  llvm.store %zero, %p : i64, !llvm.ptr
  %a = llvm.extractvalue %d[3, 0] : !descriptor
  %b = llvm.extractvalue %d[3, 0] : !descriptor
  %c = llvm.add %a, %b : i64
  llvm.return %c : i64
}

// From memory to memory.
// CHECK-LABEL: llvm.func @copy(
// CHECK-NOT: struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr
// CHECK-COUNT-7: llvm.load
// CHECK-NOT: llvm.load
llvm.func @copy(%p: !llvm.ptr, %q: !llvm.ptr) {
  %d = llvm.load %p : !llvm.ptr -> !descriptor
  llvm.store %d, %q : !descriptor, !llvm.ptr
  llvm.return
}

// All of it is used, it is volatile, or it says how it is aligned.
// CHECK-LABEL: llvm.func @stay(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.struct
// CHECK: llvm.load volatile
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64}
// CHECK: llvm.store volatile
llvm.func @stay(%p: !llvm.ptr) -> !descriptor {
  %d = llvm.load %p : !llvm.ptr -> !descriptor
  %v = llvm.load volatile %p : !llvm.ptr -> !descriptor
  %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> !descriptor
  %n = llvm.extractvalue %v[2] : !descriptor
  %m = llvm.extractvalue %a[2] : !descriptor
  llvm.store volatile %d, %p : !descriptor, !llvm.ptr
  %1 = llvm.insertvalue %n, %d[3, 1] : !descriptor
  %2 = llvm.insertvalue %m, %1[3, 0] : !descriptor
  llvm.return %2 : !descriptor
}
