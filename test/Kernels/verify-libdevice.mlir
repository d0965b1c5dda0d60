// RUN: fused-opt %s --fused-verify-libdevice=library=%S/Inputs/functions.ll --split-input-file --verify-diagnostics

llvm.func @__nv_powif(f32, i32) -> f32
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @own(f32) -> f32
llvm.func @right(%x: f32, %n: i32, %p: !llvm.ptr) -> f32 {
  %0 = llvm.call @__nv_powif(%x, %n) : (f32, i32) -> f32
  %1 = llvm.call @vprintf(%p, %p) : (!llvm.ptr, !llvm.ptr) -> i32
  %2 = llvm.call @right(%0, %n, %p) : (f32, i32, !llvm.ptr) -> f32
  llvm.return %2 : f32
}

// -----

llvm.func @__nv_powif(f32, i64) -> f32
llvm.func @wide_exponent(%x: f32, %n: i64) -> f32 {
  // expected-error@+1 {{calls '__nv_powif' as 'float (float, i64)', but in CUDA's library it is 'float (float, i32)'}}
  %0 = llvm.call @__nv_powif(%x, %n) : (f32, i64) -> f32
  llvm.return %0 : f32
}

// -----

llvm.func @sinf(f32) -> f32
llvm.func @function_of_the_host(%x: f32) -> f32 {
  // expected-error@+1 {{calls 'sinf', which is no function of CUDA devices}}
  %0 = llvm.call @sinf(%x) : (f32) -> f32
  llvm.return %0 : f32
}
