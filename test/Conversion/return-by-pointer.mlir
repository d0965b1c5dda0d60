// RUN: fused-opt %s --fused-return-by-pointer | FileCheck %s

// CHECK-LABEL: llvm.func internal @callee(
// CHECK-SAME: %[[STATUS:.*]]: i32, %[[POINTER:.*]]: !llvm.ptr, %[[RESULTS:.*]]: !llvm.ptr) -> i32
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[RESULTS]][0, 1]
// CHECK: llvm.store %[[POINTER]], %[[PLACE]]
// CHECK: llvm.return %{{.*}} : i32
// Where it fails, nothing is stored.
// CHECK-NOT: llvm.store
// CHECK: llvm.return %{{.*}} : i32
llvm.func internal @callee(%status: i32, %pointer: !llvm.ptr) -> !llvm.struct<(i32, ptr)> {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
  %1 = llvm.insertvalue %status, %0[0] : !llvm.struct<(i32, ptr)>
  %is_ok = llvm.icmp "eq" %status, %zero : i32
  llvm.cond_br %is_ok, ^ok, ^failed
^ok:
  %2 = llvm.insertvalue %pointer, %1[1] : !llvm.struct<(i32, ptr)>
  llvm.return %2 : !llvm.struct<(i32, ptr)>
^failed:
  llvm.return %1 : !llvm.struct<(i32, ptr)>
}

// CHECK-LABEL: llvm.func @caller(
// CHECK: %[[RESULTS:.*]] = llvm.alloca
// CHECK: %[[STATUS:.*]] = llvm.call @callee(%{{.*}}, %{{.*}}, %[[RESULTS]])
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[RESULTS]][0, 1]
// CHECK: %[[POINTER:.*]] = llvm.load %[[PLACE]]
// CHECK: llvm.store %[[STATUS]], %[[POINTER]]
llvm.func @caller(%status: i32, %pointer: !llvm.ptr) {
  %0 = llvm.call @callee(%status, %pointer) : (i32, !llvm.ptr) -> !llvm.struct<(i32, ptr)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, ptr)>
  %2 = llvm.extractvalue %0[1] : !llvm.struct<(i32, ptr)>
  llvm.store %1, %2 : i32, !llvm.ptr
  llvm.return
}

// Others may call a function that is not internal, or by its address.

// CHECK-LABEL: llvm.func @no_external(
// CHECK-SAME: -> !llvm.struct<(i32, ptr)>
llvm.func @no_external(%status: i32) -> !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
  %1 = llvm.insertvalue %status, %0[0] : !llvm.struct<(i32, ptr)>
  llvm.return %1 : !llvm.struct<(i32, ptr)>
}

// CHECK-LABEL: llvm.func internal @no_address(
// CHECK-SAME: -> !llvm.struct<(i32, ptr)>
llvm.func internal @no_address(%status: i32) -> !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
  llvm.return %0 : !llvm.struct<(i32, ptr)>
}
llvm.func @address_of() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @no_address : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
