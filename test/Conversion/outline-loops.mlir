// RUN: fused-opt %s --fused-outline-loops=large-function=3 -split-input-file \
// RUN:   | FileCheck %s

// Regions that do the same share a function, whatever they do it to. Constants
// are inside.
// CHECK-LABEL: llvm.func internal @fills_loops(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr) attributes {no_inline} {
// CHECK:         %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:         omp.parallel {
// CHECK:           llvm.store %[[ONE]], %[[P]] : i32, !llvm.ptr
// CHECK:         llvm.return
// CHECK-LABEL: llvm.func internal @fills_loops_0(
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK-LABEL: llvm.func @fills(
// CHECK-SAME:    %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr) {
// CHECK:         llvm.call @fills_loops(%[[A]])
// CHECK:         llvm.call @fills_loops(%[[B]])
// CHECK:         llvm.call @fills_loops_0(%[[B]])
llvm.func @fills(%a: !llvm.ptr, %b: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  omp.parallel {
    llvm.store %one, %a : i32, !llvm.ptr
    omp.terminator
  }
  omp.parallel {
    llvm.store %one, %b : i32, !llvm.ptr
    omp.terminator
  }
  omp.parallel {
    llvm.store %two, %b : i32, !llvm.ptr
    omp.terminator
  }
  llvm.return
}

// -----

llvm.func @fused_frame_alloc(!llvm.ptr, i64) -> !llvm.ptr

// A loop of a large function: where it starts is known inside, and what it
// computes is its result.
// CHECK-LABEL: llvm.func internal @sum_loops(
// CHECK-SAME:    %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr {llvm.noalias}) -> f32
// CHECK-SAME:    attributes {no_inline} {
// CHECK:         %[[C0:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK:         llvm.br ^[[HEAD:.*]](%[[C0]],
// CHECK:       ^[[HEAD]](%[[I:.*]]: i64, %[[S:.*]]: f32):
// CHECK:         llvm.icmp "slt" %[[I]], %[[N]]
// CHECK:         llvm.load
// CHECK:         llvm.return %[[S]] : f32
// CHECK-LABEL: llvm.func @sum(
// CHECK-SAME:    attributes {no_inline, optimize_none} {
// CHECK:         %[[MEMORY:.*]] = llvm.call @fused_frame_alloc
// CHECK:         %[[SUM:.*]] = llvm.call @sum_loops(%{{.*}}, %[[MEMORY]])
// CHECK:         llvm.br ^[[END:.*]](%[[SUM]] : f32)
// CHECK:       ^[[END]](%[[RESULT:.*]]: f32):
// CHECK:         llvm.return %[[RESULT]] : f32
llvm.func @sum(%frame: !llvm.ptr, %n: i64) -> f32 {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %f0 = llvm.mlir.constant(0.0 : f32) : f32
  %p = llvm.call @fused_frame_alloc(%frame, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.br ^head(%c0, %f0 : i64, f32)
^head(%i: i64, %s: f32):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q : !llvm.ptr -> f32
  %t = llvm.fadd %s, %x : f32
  %j = llvm.add %i, %c1 : i64
  llvm.br ^head(%j, %t : i64, f32)
^end:
  llvm.return %s : f32
}

// -----

llvm.func @fused_frame_alloc(!llvm.ptr, i64) -> !llvm.ptr

// The outer loop has two exits, as its body may fail. The inner one has one,
// and several results. It has two addresses in one array, which may be equal.
// CHECK-LABEL: llvm.func internal @may_fail_loops(
// CHECK-SAME:    !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr)
// CHECK-SAME:    -> !llvm.struct<(i64, i64)>
// CHECK:         llvm.insertvalue
// CHECK-LABEL: llvm.func @may_fail(
// CHECK:       ^[[OUTER:.*]](%{{.*}}: i64):
// CHECK:         %[[BOTH:.*]] = llvm.call @may_fail_loops
// CHECK:         %[[FIRST:.*]] = llvm.extractvalue %[[BOTH]][0]
// CHECK:         %[[SECOND:.*]] = llvm.extractvalue %[[BOTH]][1]
// CHECK:         llvm.br ^[[AFTER:.*]](%[[FIRST]], %[[SECOND]] : i64, i64)
// CHECK:       ^[[AFTER]](%[[X:.*]]: i64, %[[Y:.*]]: i64):
// CHECK:         llvm.add %[[X]], %[[Y]]
// CHECK:         llvm.cond_br %{{.*}}, ^[[OUTER]](
llvm.func @may_fail(%frame: !llvm.ptr, %n: i64) -> i64 {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.call @fused_frame_alloc(%frame, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.br ^outer(%c0 : i64)
^outer(%o: i64):
  %fails = llvm.icmp "sgt" %o, %n : i64
  llvm.cond_br %fails, ^failed, ^enter
^enter:
  llvm.br ^head(%c0, %o : i64, i64)
^head(%i: i64, %a: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %x = llvm.load %p : !llvm.ptr -> i64
  llvm.store %x, %q : i64, !llvm.ptr
  %b = llvm.add %a, %x : i64
  %j = llvm.add %i, %c1 : i64
  llvm.br ^head(%j, %b : i64, i64)
^end:
  %next = llvm.add %i, %a : i64
  %again = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %again, ^outer(%next : i64), ^done
^failed:
  llvm.return %c1 : i64
^done:
  llvm.return %c0 : i64
}

// -----

// There is nothing to gain in a small function.
// CHECK-LABEL: llvm.func @small(
// CHECK-NOT:     optimize_none
// CHECK:         llvm.br
// CHECK-NOT:   llvm.func
llvm.func @small(%n: i64) {
  llvm.br ^loop
^loop:
  llvm.br ^loop
}

// -----

// The condition of the first loop enters the second one: both are outlined.
// CHECK-LABEL: llvm.func internal @one_after_another_loops(
// CHECK-LABEL: llvm.func internal @one_after_another_loops_0(
// CHECK-LABEL: llvm.func @one_after_another(
// CHECK:         llvm.call @one_after_another_loops{{(_0)?}}(
// CHECK:         llvm.call @one_after_another_loops{{(_0)?}}(
// CHECK-NOT:     llvm.cond_br
// CHECK:         llvm.return
llvm.func @one_after_another(%p: !llvm.ptr, %n: i64, %m: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^first(%c0 : i64)
^first(%i: i64):
  %0 = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %0, ^store, ^second(%c0 : i64)
^store:
  %1 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %c1, %1 : i64, !llvm.ptr
  %2 = llvm.add %i, %c1 : i64
  llvm.br ^first(%2 : i64)
^second(%j: i64):
  %3 = llvm.icmp "slt" %j, %m : i64
  llvm.cond_br %3, ^again, ^end
^again:
  %4 = llvm.getelementptr %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %j, %4 : i64, !llvm.ptr
  %5 = llvm.add %j, %c1 : i64
  llvm.br ^second(%5 : i64)
^end:
  llvm.return
}
