// RUN: fused-opt %s --fused-pass-by-pointer=many-arguments=2 | FileCheck %s

// CHECK-LABEL: llvm.func internal @callee(
// CHECK-SAME: %[[ARGUMENTS:[^:,]*]]: !llvm.ptr) -> i32
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[ARGUMENTS]][0, 0] : {{.*}}, !llvm.struct<(i32, ptr)>
// CHECK: %[[STATUS:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> i32
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[ARGUMENTS]][0, 1]
// CHECK: %[[POINTER:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.store %[[STATUS]], %[[POINTER]]
llvm.func internal @callee(%status: i32, %pointer: !llvm.ptr {llvm.noalias}) -> i32
    attributes {no_inline, optimize_none} {
  llvm.store %status, %pointer : i32, !llvm.ptr
  llvm.return %status : i32
}

// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME: %[[STATUS:.*]]: i32, %[[POINTER:.*]]: !llvm.ptr)
// CHECK: %[[OPERANDS:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, ptr)>
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[OPERANDS]][0, 0]
// CHECK: llvm.store %[[STATUS]], %[[PLACE]]
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[OPERANDS]][0, 1]
// CHECK: llvm.store %[[POINTER]], %[[PLACE]]
// CHECK: llvm.call @callee(%[[OPERANDS]]) : (!llvm.ptr) -> i32
llvm.func @caller(%status: i32, %pointer: !llvm.ptr) -> i32 {
  %0 = llvm.call @callee(%status, %pointer) : (i32, !llvm.ptr) -> i32
  llvm.return %0 : i32
}

// Functions that are optimized, or have callers elsewhere, keep theirs.

// CHECK-LABEL: llvm.func internal @optimized(
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: i32)
llvm.func internal @optimized(%a: i32, %b: i32) -> i32 {
  llvm.return %a : i32
}

// CHECK-LABEL: llvm.func @external(
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: i32)
llvm.func @external(%a: i32, %b: i32) -> i32
    attributes {no_inline, optimize_none} {
  llvm.return %a : i32
}

// CHECK-LABEL: llvm.func internal @has_address(
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: i32)
llvm.func internal @has_address(%a: i32, %b: i32) -> i32
    attributes {no_inline, optimize_none} {
  llvm.return %a : i32
}
llvm.func @address_of() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @has_address : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
