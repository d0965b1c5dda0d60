//===- RuntimePasses.td - Passes to the runtime ------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which pipelines run them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_RUNTIMEPASSES_TD
#define FUSED_CONVERSION_RUNTIMEPASSES_TD

include "mlir/Pass/PassBase.td"

def PlanMemory : Pass<"fused-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Decide where outputs and temporary buffers are";
  let description = [{
    Marks the buffers of a public function that need not be allocated. The
    lowering to the ABI takes their memory from the caller.

    *  `fused.output` is the number of the output that a buffer becomes, if a
       call allocates the buffer once. The program then computes the output
       where the caller wants it.
    *  `fused.arena_offset` is the place of a temporary buffer in the arena of
       the call. A buffer gets a place if its size is known, and if it is
       allocated and released in the same block. It is the first place that is
       large enough and that no other buffer has at the same time. The function
       gets the size of the arena, `fused.arena_size`, in bytes. This saves
       allocations: on a device, one takes a microsecond, and is a node of a
       graph.

    Buffers inside `scf.parallel` and `scf.forall` keep allocations of their
    own, since several threads need one each. So do large buffers that only a
    branch needs, and the buffers of functions that are also called from inside
    the module.

    Example:

    ```mlir
    // before: --fused-plan-memory
    func.func private @use(memref<64xf32>)
    func.func private @use_matrix(memref<8x8xf32>)
    func.func @f() -> memref<64xf32> {
      %0 = memref.alloc() : memref<8x8xf32>
      call @use_matrix(%0) : (memref<8x8xf32>) -> ()
      memref.dealloc %0 : memref<8x8xf32>
      %1 = memref.alloc() : memref<64xf32>
      call @use(%1) : (memref<64xf32>) -> ()
      return %1 : memref<64xf32>
    }
    ```

    becomes

    ```mlir
    // after
    func.func private @use(memref<64xf32>)
    func.func private @use_matrix(memref<8x8xf32>)
    func.func @f() -> memref<64xf32> attributes {fused.arena_size = 256 : i64} {
      %alloc = memref.alloc() {fused.arena_offset = 0 : i64} : memref<8x8xf32>
      call @use_matrix(%alloc) : (memref<8x8xf32>) -> ()
      %alloc_0 = memref.alloc() {fused.output = 0 : i32} : memref<64xf32>
      call @use(%alloc_0) : (memref<64xf32>) -> ()
      return %alloc_0 : memref<64xf32>
    }
    ```
  }];
}

def ConvertFusedToRuntime : Pass<"convert-fused-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Convert fused.matmul on memrefs to calls of the runtime";
  let description = [{
    Expects functions on memrefs whose bodies are unstructured control flow, as
    `fused-emit-entry-points` does. It makes the functions return a status in
    the same way.

    Each product becomes one call. The values that are known when compiling are
    a constant `fused_matmul_problem_t`. The slot for the plan is a separate
    global. Buffers, strides and sizes are passed in a structure on the stack.
    If the status is not FUSED_OK, the function returns it to its caller at
    once.

    A product inside a loop or an OpenMP region is an error.

    With `target=cuda`, each `gpu.launch_func` becomes a call of
    `fused_cuda_launch`. The call passes the object of the `gpu.binary` and the
    addresses of the kernel's arguments. Buffers are allocated on the device.
    Everything runs in the stream of the calling thread. A `memref.load` becomes
    a call of `fused_cuda_load`, which waits for the element. A constant array
    becomes a call of `fused_cuda_constant`, which copies the array to the
    device at its first use. A `memref.load` of a constant stays on the host.

    Example:

    ```mlir
    // before: --convert-fused-to-runtime --canonicalize
    func.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32>,
                 %d: memref<4x16xf32>) {
      fused.matmul epilog(relu)
          ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>)
          outs(%d : memref<4x16xf32>)
      return
    }
    ```

    becomes

    ```mlir
    // after
    func.func @fused.f(%frame: !llvm.ptr, %a: memref<4x8xf32>,
                       %b: memref<8x16xf32>, %d: memref<4x16xf32>) -> i32 ... {
      %ok = arith.constant 0 : i32
      %plan = llvm.mlir.addressof @fused.plan : !llvm.ptr
      %problem = llvm.mlir.addressof @fused.problem : !llvm.ptr
      ...
      %status = llvm.call @fused_cpu_matmul(%problem, %plan, %operands)
          : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
      %is_ok = arith.cmpi eq, %status, %ok : i32
      cf.cond_br %is_ok, ^bb1, ^bb2(%status : i32)
    ^bb1: ...
      return %ok : i32
    ^bb2(%failure: i32): ...
      return %failure : i32
    }
    ```
  }];
  let options = [
    Option<"target", "target", "::fused::Target", "::fused::Target::Cpu",
           "The target of the products",
           [{::llvm::cl::values(
               clEnumValN(::fused::Target::Cpu, "cpu", "oneDNN"),
               clEnumValN(::fused::Target::Cuda, "cuda", "cuBLASLt"))}]>
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect"];
}

def EmitEntryPoints : Pass<"fused-emit-entry-points", "::mlir::ModuleOp"> {
  let summary = "Make public functions callable through fused_runtime.h";
  let description = [{
    Expects functions on memrefs whose bodies are unstructured control flow.

    Every function with a body takes the frame of the call as its first argument
    and returns a status as its first result. Buffers are allocated from the
    frame. A check follows each call and each allocation, and returns a failure
    at once. `cf.assert` returns FUSED_INVALID_ARGUMENT with its message and
    place. Functions get names that cannot clash with those of a library or of
    another compiled module.

    Each public function gets an `invoke`. It takes the frame of the call, and
    arrays of pointers to memref descriptors, which have rank 0 for scalars. With
    `target=cuda`, `fused_cuda_load_number` reads a scalar, and
    `fused_cuda_frame_take_number` returns one. The constant `fused_module` of
    type `fused_module_t` lists the functions. It is the only symbol that the
    module exports.

    Example:

    ```mlir
    // before: --fused-emit-entry-points --canonicalize
    func.func @main(%x: memref<4xf32>) -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      %c0 = arith.constant 0 : index
      %1 = memref.load %x[%c0] : memref<4xf32>
      memref.store %1, %0[%c0] : memref<4xf32>
      return %0 : memref<4xf32>
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @fused.invoke.main(%frame: !llvm.ptr, %inputs: !llvm.ptr,
                                          %outputs: !llvm.ptr) -> i32 {
    ...
    func.func private @fused.main(%frame: !llvm.ptr, %x: memref<4xf32>)
        -> (i32, memref<4xf32>) ... {
      %poison = ub.poison : memref<4xf32>
      %ok = arith.constant 0 : i32
      ...
      %out_of_memory = arith.constant 3 : i32
      ...
      %size = arith.constant 16 : i64
      %memory = llvm.call @fused_frame_alloc(%frame, %size)
          : (!llvm.ptr, i64) -> !llvm.ptr
      %is_valid = llvm.icmp "ne" %memory, %null : !llvm.ptr
      ...
      cf.cond_br %is_valid, ^bb1, ^bb2(%out_of_memory : i32)
    ^bb1: ...
      return %ok, %0 : i32, memref<4xf32>
    ^bb2(%status: i32): ...
      return %status, %poison : i32, memref<4xf32>
    }
    ```
  }];
  let options = [
    Option<"target", "target", "::fused::Target", "::fused::Target::Cpu",
           "Where the arguments, results and buffers are",
           [{::llvm::cl::values(
               clEnumValN(::fused::Target::Cpu, "cpu", "The host"),
               clEnumValN(::fused::Target::Cuda, "cuda",
                          "A CUDA device"))}]>
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect"];
}

#endif // FUSED_CONVERSION_RUNTIMEPASSES_TD
