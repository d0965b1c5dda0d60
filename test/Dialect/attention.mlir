// RUN: fused-opt %s | fused-opt | FileCheck %s
// RUN: fused-opt %s --mlir-print-op-generic | fused-opt | FileCheck %s
// RUN: fused-opt %s \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize | FileCheck %s --check-prefix=BUFFER

#keys = affine_map<(b, i, j) -> (b, j)>
#none = affine_map<(b, i, j) -> ()>

// CHECK-LABEL: func.func @tensors(
// CHECK: fused.attention ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x?x8xf16>, tensor<2x6x8xf16>, tensor<2x6x4xf16>) with(%{{.*}}, %{{.*}} : tensor<2x6xi1>, f32) maps [#{{.*}}, #{{.*}}] outs(%{{.*}} : tensor<2x?x4xf16>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[BIT:.*]]: i1, %[[F:.*]]: f32):
// CHECK: fused.index 2 : index
// CHECK: fused.yield %{{.*}} : f32
// CHECK-NEXT: } -> tensor<2x?x4xf16>
// BUFFER-LABEL: func.func @tensors(
// BUFFER-SAME: %[[O:[a-z0-9]+]]: memref<2x?x4xf16>)
// BUFFER-NOT: memref.alloc
// BUFFER: fused.attention {{.*}} outs(%[[O]] : memref<2x?x4xf16>)
// BUFFER: return %[[O]]
func.func @tensors(%q: tensor<2x?x8xf16>, %k: tensor<2x6x8xf16>, %v: tensor<2x6x4xf16>, %m: tensor<2x6xi1>,
                   %f: f32, %o: tensor<2x?x4xf16>) -> tensor<2x?x4xf16> {
  %0 = fused.attention ins(%q, %k, %v : tensor<2x?x8xf16>, tensor<2x6x8xf16>, tensor<2x6x4xf16>)
      with(%m, %f : tensor<2x6xi1>, f32) maps [#keys, #none] outs(%o : tensor<2x?x4xf16>) {
  ^bb0(%x: f32, %bit: i1, %factor: f32):
    %1 = fused.index 2 : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.sitofp %2 : i32 to f32
    %4 = arith.mulf %x, %factor : f32
    %5 = arith.select %bit, %4, %3 : f32
    fused.yield %5 : f32
  } -> tensor<2x?x4xf16>
  return %0 : tensor<2x?x4xf16>
}

// The output is not what is read.
// CHECK-LABEL: func.func @same_array(
// BUFFER-LABEL: func.func @same_array(
// BUFFER-SAME: %[[Q:[a-z0-9]+]]: memref<4x8xf32>
// BUFFER: %[[NEW:.*]] = memref.alloc()
// BUFFER: fused.attention {{.*}} outs(%[[NEW]] : memref<4x8xf32>)
func.func @same_array(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %0 = fused.attention ins(%q, %k, %v : tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>)
      maps [] outs(%q : tensor<4x8xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Matrices with gaps are copied, further operands are not.
// BUFFER-LABEL: func.func @gaps(
// BUFFER: %[[M:.*]] = memref.subview %{{.*}} : memref<6x9xi1>
// BUFFER: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<6x8xf32>
// BUFFER: memref.copy %{{.*}}, %[[COPY]]
// BUFFER: fused.attention ins(%{{.*}}, %[[COPY]], {{.*}}) with(%[[M]] : memref<4x6xi1, strided
func.func @gaps(%q: tensor<4x8xf32>, %k: tensor<6x9xf32>, %v: tensor<6x8xf32>, %m: tensor<6x9xi1>,
                %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %mask = tensor.extract_slice %m[0, 0] [4, 6] [1, 1] : tensor<6x9xi1> to tensor<4x6xi1>
  %part = tensor.extract_slice %k[0, 0] [6, 8] [1, 1] : tensor<6x9xf32> to tensor<6x8xf32>
  %0 = fused.attention ins(%q, %part, %v : tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>)
      with(%mask : tensor<4x6xi1>) maps [affine_map<(i, j) -> (i, j)>] outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %bit: i1):
    %y = arith.negf %x : f32
    %1 = arith.select %bit, %x, %y : f32
    fused.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @memrefs(
// CHECK: fused.attention ins({{.*}} : memref<3x4x8xbf16>, memref<3x6x8xbf16>, memref<3x6x4xbf16>) maps [] outs(%{{.*}} : memref<3x4x4xf32>) {
func.func @memrefs(%q: memref<3x4x8xbf16>, %k: memref<3x6x8xbf16>, %v: memref<3x6x4xbf16>, %o: memref<3x4x4xf32>) {
  fused.attention ins(%q, %k, %v : memref<3x4x8xbf16>, memref<3x6x8xbf16>, memref<3x6x4xbf16>)
      maps [] outs(%o : memref<3x4x4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @statistics(
// CHECK: fused.attention {{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>) {
// CHECK: } -> tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>
// BUFFER-LABEL: func.func @statistics(
// BUFFER: fused.attention {{.*}} outs(%{{.*}}, %[[MAX:[a-z0-9]+]], %[[SUM:[a-z0-9]+]] : memref<4x8xbf16>, memref<4xf32>, memref<4xf32>)
// BUFFER: return %{{.*}}, %[[MAX]], %[[SUM]]
func.func @statistics(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %o: tensor<4x8xbf16>, %m: tensor<4xf32>,
                      %s: tensor<4xf32>) -> (tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>) {
  %0, %1, %2 = fused.attention ins(%q, %k, %k : tensor<4x8xbf16>, tensor<6x8xbf16>, tensor<6x8xbf16>)
      maps [] outs(%o, %m, %s : tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32):
    fused.yield %x : f32
  } -> tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>
  return %0, %1, %2 : tensor<4x8xbf16>, tensor<4xf32>, tensor<4xf32>
}

// What the body does not read is no operand.
// BUFFER-LABEL: func.func @unread(
// BUFFER: fused.attention {{.*}} with(%{{.*}} : memref<6xf32>) maps [#{{.*}}] outs(
// BUFFER-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
func.func @unread(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %r: tensor<4xf32>, %c: tensor<6xf32>, %o: tensor<4x8xf32>)
    -> tensor<4x8xf32> {
  %0 = fused.attention ins(%q, %k, %k : tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>)
      with(%r, %c : tensor<4xf32>, tensor<6xf32>) maps [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>]
      outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %row: f32, %column: f32):
    %1 = arith.addf %x, %column : f32
    fused.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
