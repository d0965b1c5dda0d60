// RUN: fused-opt %s --fused-kernels-to-binary=format=isa --split-input-file | FileCheck %s
// RUN: not fused-opt %s --fused-kernels-to-binary=format=words 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: error: kernels have no format 'words'; there are 'llvm', 'isa', 'bin' and 'fatbin'

// ptxas 13.0 loses the sign of an operand where it makes one instruction of two
// maxima, so no difference is one for it.

// CHECK-LABEL: gpu.binary @maxima
// CHECK-SAME: xor.b32 {{.*}}add.s32 {{[^;]*}}, 1;{{.*}}max.s32 {{.*}}max.s32
gpu.module @maxima [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: i32, %b: i32, %c: i32) attributes {gpu.kernel, nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %0 = llvm.sub %zero, %b : i32
    %1 = llvm.intr.smax(%a, %0) : (i32, i32) -> i32
    %2 = llvm.intr.smax(%1, %c) : (i32, i32) -> i32
    llvm.store %2, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// CHECK-LABEL: gpu.binary @narrow
// CHECK-SAME: xor.b32
gpu.module @narrow [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: i32, %b: i16, %c: i32) attributes {gpu.kernel, nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i16) : i16
    %0 = llvm.sub %zero, %b : i16
    %wide = llvm.sext %0 : i16 to i32
    %1 = llvm.intr.smin(%a, %wide) : (i32, i32) -> i32
    %2 = llvm.intr.smin(%1, %c) : (i32, i32) -> i32
    llvm.store %2, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// Quotients by constants are upper halves of products, of which ptxas subtracts
// wrongly.

// CHECK-LABEL: gpu.binary @borrow
// CHECK-SAME: mul.hi.u32
// CHECK-NOT: sub.s64
// CHECK-SAME: xor.b64
// CHECK-NOT: sub.s64
// CHECK-SAME: st.global
gpu.module @borrow [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: i32, %b: i64) attributes {gpu.kernel, nvvm.kernel} {
    %c = llvm.mlir.constant(3 : i32) : i32
    %0 = llvm.udiv %a, %c : i32
    %wide = llvm.zext %0 : i32 to i64
    %1 = llvm.sub %wide, %b : i64
    llvm.store %1, %p : i64, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// CHECK-LABEL: gpu.binary @remainder
// CHECK-NOT: sub.s64
// CHECK-SAME: xor.b
// CHECK-NOT: sub.s64
// CHECK-SAME: st.global
gpu.module @remainder [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: i8) attributes {gpu.kernel, nvvm.kernel} {
    %c = llvm.mlir.constant(3 : i8) : i8
    %0 = llvm.udiv %a, %c : i8
    %1 = llvm.urem %0, %c : i8
    %wide = llvm.zext %1 : i8 to i64
    llvm.store %wide, %p : i64, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// Nothing changes where there is neither.

// CHECK-LABEL: gpu.binary @difference
// CHECK-NOT: xor.b32
// CHECK-SAME: sub.s32
gpu.module @difference [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel(%p: !llvm.ptr<1>, %a: i32, %b: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.sub %a, %b : i32
    llvm.store %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
