// RUN: fused-opt %s --fused-verify-llvm --split-input-file --verify-diagnostics

llvm.func @lowered(%x: i32) -> i32 {
  omp.barrier
  llvm.return %x : i32
}

// -----

llvm.func @not_lowered(%x: i32) -> i32 {
  // expected-error@+1 {{'arith.addi' cannot be compiled: there is no lowering to LLVM}}
  %0 = arith.addi %x, %x : i32
  llvm.return %0 : i32
}

// -----

llvm.func @type_not_lowered(%x: i32) {
  // expected-error@+1 {{a value of type 'index' cannot be compiled}}
  %0 = builtin.unrealized_conversion_cast %x : i32 to index
  llvm.return
}
