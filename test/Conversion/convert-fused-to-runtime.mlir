// RUN: fused-opt %s --convert-fused-to-runtime=target=cpu --split-input-file | FileCheck %s

// Known sizes, types, flags and place are a constant; the fields are in the
// order of fused_matmul_problem_t. The offset of B moves its pointer.

// CHECK: llvm.func @fused_cpu_matmul(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK: llvm.mlir.global internal @fused.plan() {{.*}} : !llvm.struct<(ptr)>
// CHECK-NEXT: llvm.mlir.zero
// CHECK: llvm.mlir.global internal constant @fused.string("convert-fused-to-runtime.mlir:51:3\00")
// CHECK: llvm.mlir.global internal constant @fused.problem() {{.*}} : !llvm.struct<(i32,
// CHECK-NEXT: llvm.mlir.constant(6 : i32)
// CHECK-NEXT: llvm.mlir.constant(5 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: llvm.mlir.constant(8 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.constant(5.000000e-01 : f64)
// CHECK-NEXT: llvm.mlir.constant(2.000000e+00 : f64)
// CHECK-NEXT: llvm.mlir.constant(1 : i64)
// CHECK-NEXT: llvm.mlir.constant(4 : i64)
// CHECK-NEXT: llvm.mlir.constant(130 : i64)
// CHECK-NEXT: llvm.mlir.constant(8 : i64)
// CHECK-NEXT: llvm.mlir.addressof @fused.string

// CHECK-LABEL: func.func @fused.static(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr, {{.*}}) -> i32
// CHECK-SAME: fused.function = "static"
// CHECK: %[[OPERANDS:.*]] = llvm.alloca
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(3 : index)
// CHECK: llvm.getelementptr {{.*}}[%[[OFFSET]]] : {{.*}}, bf16
// CHECK: llvm.store {{.*}}, %[[OPERANDS]]
// CHECK: %[[PROBLEM:.*]] = llvm.mlir.addressof @fused.problem
// CHECK: %[[PLAN:.*]] = llvm.mlir.addressof @fused.plan
// CHECK: %[[STATUS:.*]] = llvm.call @fused_cpu_matmul(%[[PROBLEM]], %[[PLAN]], %[[OPERANDS]])
// CHECK: %[[OK:.*]] = arith.constant 0 : i32
// CHECK: %[[IS_OK:.*]] = arith.cmpi eq, %[[STATUS]], %[[OK]]
// CHECK: cf.cond_br %[[IS_OK]], ^[[NEXT:.*]], ^[[FAILED:.*]](%[[STATUS]] : i32)
// CHECK: ^[[NEXT]]:
// CHECK: return %{{.*}} : i32
// CHECK: ^[[FAILED]](%[[FAILURE:.*]]: i32):
// CHECK: return %[[FAILURE]] : i32
func.func @static(
    %a: memref<4x8xbf16>,
    %b: memref<130x8xbf16, strided<[16, 1], offset: 3>>,
    %c: memref<4x130xbf16>, %v: memref<130xbf16>,
    %d: memref<4x130xbf16>, %mask: memref<4x32xi8>) {
  fused.matmul epilog(relu_aux_bias) transpose_b alpha(0.5) beta(2.0)
      ins(%a, %b : memref<4x8xbf16>, memref<130x8xbf16, strided<[16, 1], offset: 3>>)
      c(%c : memref<4x130xbf16>) bias(%v : memref<130xbf16>)
      outs(%d, %mask : memref<4x130xbf16>, memref<4x32xi8>)
  return
}

// -----

// Sizes that are not known are read where the call is made; B, which is shared,
// has no batch stride.

// CHECK: llvm.mlir.global internal constant @fused.problem()
// CHECK-COUNT-4: llvm.mlir.constant(-1 : i64)
// CHECK-LABEL: func.func @fused.dynamic(
// CHECK: %[[D:.*]] = builtin.unrealized_conversion_cast %arg3
// CHECK-NEXT: %[[BATCH:.*]] = llvm.extractvalue %[[D]][3, 0]
// CHECK: %[[M:.*]] = llvm.extractvalue %{{.*}}[3, 1]
// CHECK: %[[N:.*]] = llvm.extractvalue %{{.*}}[3, 2]
// CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %arg1
// CHECK-NEXT: %[[K:.*]] = llvm.extractvalue %[[A]][3, 1]
// CHECK: %[[B:.*]] = builtin.unrealized_conversion_cast %arg2
// CHECK: %[[ROW:.*]] = llvm.extractvalue %[[B]][4, 0]
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: llvm.insertvalue %[[ROW]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[ZERO]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[BATCH]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[M]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[N]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[K]], %{{.*}}[3]
func.func @dynamic(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>,
                   %d: memref<?x?x?xf32>) {
  fused.matmul epilog(default) transpose_a
      ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>)
      outs(%d : memref<?x?x?xf32>)
  return
}

// -----

// C is not passed where beta says that it is not read. A caller checks the
// status of a function that holds a product.

// CHECK: llvm.mlir.global internal constant @fused.problem()
// CHECK-COUNT-3: llvm.mlir.constant(3 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-LABEL: func.func @fused.beta_zero(
// CHECK: llvm.call @fused_cpu_matmul
func.func @beta_zero(%a: memref<4x8xf32>, %b: memref<8x1xf32>,
                     %c: memref<4x1xf32>, %d: memref<4x1xf32>) {
  fused.matmul epilog(default) beta(0.0)
      ins(%a, %b : memref<4x8xf32>, memref<8x1xf32>)
      c(%c : memref<4x1xf32>) outs(%d : memref<4x1xf32>)
  return
}

// CHECK-LABEL: func.func @fused.caller(
// CHECK: %[[STATUS:.*]] = call @fused.beta_zero(%arg0, %arg1, %arg2, %arg3, %arg4)
// CHECK: arith.cmpi eq, %[[STATUS]]
// CHECK: cf.cond_br
func.func @caller(%a: memref<4x8xf32>, %b: memref<8x1xf32>,
                  %c: memref<4x1xf32>, %d: memref<4x1xf32>) {
  call @beta_zero(%a, %b, %c, %d) : (memref<4x8xf32>, memref<8x1xf32>, memref<4x1xf32>, memref<4x1xf32>) -> ()
  return
}

// -----

// The flags for transposed B and for the multiplication by the mask.

// CHECK: llvm.mlir.global internal constant @fused.problem()
// CHECK-NEXT: llvm.mlir.constant(6 : i32)
// CHECK-NEXT: llvm.mlir.constant(6 : i32)
// CHECK-NEXT: llvm.mlir.constant(6 : i32)
func.func @multiply_mask(%a: memref<4x8xf32>, %b: memref<16x8xf32>,
                         %mask: memref<4x16xi8>, %d: memref<4x16xf32>) {
  fused.matmul epilog(drelu) transpose_b multiply_mask
      ins(%a, %b : memref<4x8xf32>, memref<16x8xf32>)
      aux(%mask : memref<4x16xi8>) outs(%d : memref<4x16xf32>)
  return
}
