// RUN: fused-opt %s --fused-minimum-numbers | FileCheck %s

// CHECK-LABEL: llvm.func @scalars
// CHECK: llvm.call_intrinsic "llvm.minimumnum"(%{{.*}}, %{{.*}}) {{.*}}nsz{{.*}} : (f32, f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.maximumnum"(%{{.*}}, %{{.*}}) {{.*}}<nnan, nsz>{{.*}} : (f64, f64) -> f64
llvm.func @scalars(%a: f32, %b: f32, %c: f64, %d: f64) -> f32 {
  %0 = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
  %1 = llvm.intr.maxnum(%c, %d) {fastmathFlags = #llvm.fastmath<nnan>} : (f64, f64) -> f64
  llvm.return %0 : f32
}

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.call_intrinsic "llvm.minimumnum"(%{{.*}}) {{.*}} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
llvm.func @vectors(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.intr.minnum(%a, %b) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
