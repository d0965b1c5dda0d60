// RUN: fused-opt %s --convert-fused-to-runtime=target=cuda --split-input-file --verify-diagnostics | FileCheck %s

// Buffers are of the device; a launch passes the addresses of the values that
// the kernel takes, and its status is checked. A product is given the stream.

// CHECK-DAG: llvm.func @fused_cuda_launch(!llvm.ptr, i64, i64, i64, i64, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @fused_cuda_frame_alloc(!llvm.ptr, i64)
// CHECK-DAG: llvm.func @fused_cuda_matmul(
// CHECK-DAG: llvm.mlir.global internal constant @fused.cubin("object")
// CHECK-DAG: llvm.mlir.global internal @fused.image()
// CHECK-DAG: llvm.mlir.global internal @fused.kernel()
// CHECK-DAG: llvm.mlir.global internal constant @fused.string_0("f_0\00")
// CHECK-LABEL: func.func @fused.f(
// CHECK: %[[VALUES:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, i64, i64, i64, i1)>
// CHECK: %[[POINTERS:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, ptr, ptr, ptr, ptr)>
// CHECK: llvm.call @fused_cuda_frame_alloc
// CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @fused.kernel
// CHECK: %[[STATUS:.*]] = llvm.call @fused_cuda_launch(%[[KERNEL]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[POINTERS]])
// CHECK: arith.cmpi eq, %[[STATUS]]
// CHECK: %[[STREAM:.*]] = llvm.call @fused_cuda_get_stream() : () -> !llvm.ptr
// CHECK: llvm.insertvalue %[[STREAM]], %{{.*}}[15]
// CHECK: llvm.call @fused_cuda_matmul
// CHECK-NOT: gpu.
module attributes {gpu.container_module} {
  func.func @f(%flag: i1, %a: memref<4x8xf32>, %b: memref<8x16xf32>, %d: memref<4x16xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %x = memref.alloc() : memref<512xf32>
    gpu.launch_func @kernels::@f_0 blocks in (%c1, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%x : memref<512xf32>, %flag : i1)
    fused.matmul epilog(default)
        ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
        outs(%d : memref<4x16xf32>)
    return
  }
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, "object">]
}

// -----

// Tensor maps are written to the stack, and launches get their addresses.

// CHECK-LABEL: func.func @fused.tensor_maps(
// CHECK: %[[MATRIX:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)>
// CHECK: %[[MAP:.*]] = llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 128 : i64}
// CHECK: llvm.store %{{.*}}, %[[MATRIX]]
// CHECK: %[[STATUS:.*]] = llvm.call @fused_cuda_tensor_map(%[[MAP]], %{{.*}}, %[[MATRIX]], %{{.*}})
// CHECK: llvm.store %[[MAP]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.call @fused_cuda_launch
module attributes {gpu.container_module} {
  func.func @tensor_maps(%a: memref<512x256xbf16>, %flag: i1) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %map = fused.tensor_map %a box [128, 64] : memref<512x256xbf16> -> !llvm.ptr
    gpu.launch_func @kernels::@f_0 blocks in (%c1, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%map : !llvm.ptr, %flag : i1)
    return
  }
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, "object">]
}

// -----

module attributes {gpu.container_module} {
  func.func @not_serialized(%x: memref<512xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{has no kernel in one object: serialize the gpu.module}}
    gpu.launch_func @kernels::@f_0 blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%x : memref<512xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @f_0(%x: memref<512xf32>) kernel {
      gpu.return
    }
  }
}

// -----

// FUSED_ALLOW_ROUNDED_STEPS and FUSED_ALLOW_ANY_NAN_BIT.

// CHECK: llvm.mlir.global internal constant @fused.problem()
// CHECK-NEXT: llvm.mlir.constant
// CHECK-NEXT: llvm.mlir.constant(5 : i32)
// CHECK-NEXT: llvm.mlir.constant(48 : i32)
func.func @flags(%a: memref<4x8xbf16>, %b: memref<8x16xbf16>,
                 %v: memref<16xbf16>, %d: memref<4x16xbf16>,
                 %mask: memref<4x16xi8>) {
  fused.matmul epilog(relu_aux_bias) allow_rounded_steps allow_any_nan_bit
      ins(%a, %b : memref<4x8xbf16>, memref<8x16xbf16>)
      bias(%v : memref<16xbf16>)
      outs(%d, %mask : memref<4x16xbf16>, memref<4x16xi8>)
  return
}

// -----

// FUSED_TRANSPOSE_B and the four flags of scales; their addresses, the second
// with its offset.

// CHECK: llvm.mlir.global internal constant @fused.problem()
// CHECK-NEXT: llvm.mlir.constant
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.constant(962 : i32)
// CHECK-LABEL: func.func @fused.scales(
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(3 : index)
// CHECK: %[[B:.*]] = llvm.getelementptr %{{.*}}[%[[OFFSET]]] : {{.*}}, f32
// CHECK: llvm.insertvalue %{{.*}}, %{{.*}}[11]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[12]
// CHECK: llvm.insertvalue %{{.*}}, %{{.*}}[13]
// CHECK: llvm.insertvalue %{{.*}}, %{{.*}}[14]
// CHECK: llvm.call @fused_cuda_matmul
func.func @scales(%a: memref<32x16xf8E4M3FN>, %b: memref<48x16xf8E4M3FN>,
                  %sa: memref<f32>, %sb: memref<f32, strided<[], offset: 3>>,
                  %sd: memref<f32>, %d: memref<32x48xf8E4M3FN>,
                  %m: memref<f32>) {
  fused.matmul epilog(default) transpose_b
      ins(%a, %b : memref<32x16xf8E4M3FN>, memref<48x16xf8E4M3FN>)
      a_scale(%sa : memref<f32>)
      b_scale(%sb : memref<f32, strided<[], offset: 3>>)
      d_scale(%sd : memref<f32>)
      outs(%d : memref<32x48xf8E4M3FN>) amax(%m : memref<f32>)
  return
}
