// RUN: fused-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @part(
// CHECK: fused.tensor_map %{{.*}} box [128, 64] : memref<512x256xf16, strided<[1024, 1], offset: ?>> -> !llvm.ptr
func.func @part(%a: memref<512x256xf16, strided<[1024, 1], offset: ?>>) -> !llvm.ptr {
  %0 = fused.tensor_map %a box [128, 64] : memref<512x256xf16, strided<[1024, 1], offset: ?>> -> !llvm.ptr
  return %0 : !llvm.ptr
}

// -----

func.func @box(%a: memref<512x256xf16>) -> !llvm.ptr {
  // expected-error @+1 {{needs parts of at most 256 rows of 64 or 128 bytes}}
  %0 = fused.tensor_map %a box [64, 128] : memref<512x256xf16> -> !llvm.ptr
  return %0 : !llvm.ptr
}
