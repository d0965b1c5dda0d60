//===- RuntimePasses.td - Passes to the runtime ------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_RUNTIMEPASSES_TD
#define FUSED_CONVERSION_RUNTIMEPASSES_TD

include "mlir/Pass/PassBase.td"

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

def MinimumNumbers : Pass<"fused-minimum-numbers"> {
  let summary = "Call minimumnum and maximumnum instead of minnum and maxnum";
  let description = [{
    Replaces `llvm.intr.minnum` and `llvm.intr.maxnum` by calls of
    `llvm.minimumnum` and `llvm.maximumnum` with the flag `nsz`. The results are
    the same, and so is the code for processors. LLVM 22 vectorises a loop with
    several minima or maxima of `minnum` wrongly: if the loop has fewer than two
    vectors of iterations, it skips those after the first vector.

    Example:

    ```mlir
    // before: --fused-minimum-numbers
    llvm.func @f(%a: f32, %b: f32) -> f32 {
      %0 = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
      llvm.return %0 : f32
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%a: f32, %b: f32) -> f32 {
      %0 = llvm.call_intrinsic "llvm.minimumnum"(%a, %b)
          {fastmathFlags = #llvm.fastmath<nsz>} : (f32, f32) -> f32
      llvm.return %0 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

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

def WidenBooleans : Pass<"fused-widen-booleans"> {
  let summary = "Load and store i1 as i8";
  let description = [{
    An i1 in memory is a byte. Compiled programs store 0 or 1. A byte from a
    caller may have any value, and is true unless it is 0. LLVM treats such a
    byte as undefined, and its vectoriser does not vectorise loops that load or
    store i1.

    Example:

    ```mlir
    // before: --fused-widen-booleans
    llvm.func @f(%p: !llvm.ptr) -> i1 {
      %0 = llvm.load %p : !llvm.ptr -> i1
      llvm.return %0 : i1
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr) -> i1 {
      %0 = llvm.load %p : !llvm.ptr -> i8
      %1 = llvm.mlir.constant(0 : i8) : i8
      %2 = llvm.icmp "ne" %0, %1 : i8
      llvm.return %2 : i1
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CarryBFloatBits : Pass<"fused-carry-bf16-bits"> {
  let summary = "Load, store and carry bf16 as i16";
  let description = [{
    Processors without instructions for bf16 hold it as f32. LLVM rounds such a
    value again wherever it leaves the block that made it, by a function
    (`__truncsfbf2`) that many systems lack. Operations that only move numbers
    now move i16, as they do for 8-bit floats. Operations that compute with bf16
    keep their types, and so do the signatures of functions.

    Example:

    ```mlir
    // before: --fused-carry-bf16-bits
    llvm.func @f(%p: !llvm.ptr, %x: bf16, %c: i1) {
      %0 = llvm.load %p : !llvm.ptr -> bf16
      %1 = llvm.select %c, %0, %x : i1, bf16
      llvm.store %1, %p : bf16, !llvm.ptr
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr, %x: bf16, %c: i1) {
      %0 = llvm.bitcast %x : bf16 to i16
      %1 = llvm.load %p : !llvm.ptr -> i16
      %2 = llvm.select %c, %1, %0 : i1, i16
      llvm.store %2, %p : i16, !llvm.ptr
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLoops : Pass<"fused-outline-loops", "::mlir::ModuleOp"> {
  let summary = "Outline parallel regions, and loops of large functions";
  let description = [{
    Several of LLVM's passes take time that grows with the square of the size of
    a function, and a training step has thousands of loops. This pass moves each
    `omp.parallel` to a new function. Its arguments are the values that the
    region uses, but constants are copied. In large functions, the pass does the
    same with each loop that has one entry and one exit. The rest of a large
    function is not worth optimising, so LLVM only translates it. Regions and
    loops that differ only in the memory that they use share a function, so LLVM
    compiles equal layers of a model once.

    Example:

    ```mlir
    // before: --fused-outline-loops
    llvm.func @store(%i: i32, %p: !llvm.ptr, %q: !llvm.ptr) {
      omp.parallel {
        llvm.store %i, %p : i32, !llvm.ptr
        omp.terminator
      }
      omp.parallel {
        llvm.store %i, %q : i32, !llvm.ptr
        omp.terminator
      }
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @store_loops(%i: i32, %p: !llvm.ptr)
        attributes {no_inline} {
      omp.parallel {
        llvm.store %i, %p : i32, !llvm.ptr
        omp.terminator
      }
      llvm.return
    }
    llvm.func @store(%i: i32, %p: !llvm.ptr, %q: !llvm.ptr) {
      llvm.call @store_loops(%i, %p) : (i32, !llvm.ptr) -> ()
      llvm.call @store_loops(%i, %q) : (i32, !llvm.ptr) -> ()
      llvm.return
    }
    ```
  }];
  let options = [
    Option<"largeFunction", "large-function", "unsigned", "500",
           "The number of blocks of a large function">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ReturnByPointer : Pass<"fused-return-by-pointer", "::mlir::ModuleOp"> {
  let summary = "Store results of functions in memory of the caller";
  let description = [{
    A function of a program returns its status and the descriptors of its
    results as one structure. LLVM merges all its returns. Each of the checks of
    a training step then passes hundreds of numbers to this place, which takes
    most of the time of code generation. This pass lets internal functions take
    the address of the structure as their last argument, and return the status
    only. Where they fail, they store nothing.

    Example:

    ```mlir
    // before: --fused-return-by-pointer
    llvm.func internal @f(%s: i32, %p: !llvm.ptr) -> !llvm.struct<(i32, ptr)> {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
      %1 = llvm.insertvalue %s, %0[0] : !llvm.struct<(i32, ptr)>
      %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(i32, ptr)>
      llvm.return %2 : !llvm.struct<(i32, ptr)>
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @f(%s: i32, %p: !llvm.ptr, %results: !llvm.ptr) -> i32 {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
      %1 = llvm.insertvalue %s, %0[0] : !llvm.struct<(i32, ptr)>
      %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(i32, ptr)>
      %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, ptr)>
      %4 = llvm.getelementptr inbounds %results[0, 1]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      llvm.store %p, %4 : !llvm.ptr, !llvm.ptr
      llvm.return %3 : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PassByPointer : Pass<"fused-pass-by-pointer", "::mlir::ModuleOp"> {
  let summary = "Store arguments of large functions in memory of the caller";
  let description = [{
    A training step has thousands of arguments: the numbers of all descriptors.
    The allocation of registers takes time that grows with the square of the
    number of values that are used at a time. This pass lets internal functions
    that are not optimized take the address of their arguments, if there are
    many.

    Example:

    ```mlir
    // before: --fused-pass-by-pointer=many-arguments=2
    llvm.func internal @f(%s: i32, %p: !llvm.ptr) -> i32
        attributes {no_inline, optimize_none} {
      llvm.store %s, %p : i32, !llvm.ptr
      llvm.return %s : i32
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func internal @f(%arguments: !llvm.ptr) -> i32
        attributes {no_inline, optimize_none} {
      %0 = llvm.getelementptr inbounds %arguments[0, 0]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      %1 = llvm.load %0 : !llvm.ptr -> i32
      %2 = llvm.getelementptr inbounds %arguments[0, 1]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
      %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
      llvm.store %1, %3 : i32, !llvm.ptr
      llvm.return %1 : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"manyArguments", "many-arguments", "unsigned", /*default=*/"64",
           "The least number of arguments that are passed in memory">
  ];
}

def SplitAggregates : Pass<"fused-split-aggregates", "::mlir::ModuleOp"> {
  let summary = "Load and store the scalars of structures by themselves";
  let description = [{
    Replaces loads and stores of structures by those of their scalars. LLVM's
    fast instruction selection, which large functions use, has no aggregates. For
    a basic block with one, LLVM selects by a graph of the whole block, in time
    that grows with its square.

    Volatile and atomic accesses, those with an alignment of their own and packed
    structures stay, as do loads of which more is used than parts.

    Example:

    ```mlir
    // before: --fused-split-aggregates
    llvm.func @f(%p: !llvm.ptr, %n: i64) {
      %0 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x i64>)>
      %1 = llvm.insertvalue %n, %0[1, 0] : !llvm.struct<(i32, array<2 x i64>)>
      llvm.store %1, %p : !llvm.struct<(i32, array<2 x i64>)>, !llvm.ptr
      llvm.return
    }
    ```

    becomes

    ```mlir
    // after
    llvm.func @f(%p: !llvm.ptr, %n: i64) {
      ...
      %2 = llvm.getelementptr inbounds %p[0, 1, 0]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, array<2 x i64>)>
      llvm.store %n, %2 : i64, !llvm.ptr
      ...
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def VerifyLLVM : Pass<"fused-verify-llvm"> {
  let summary = "Check that nothing is left to lower";
  let description = [{
    Gives an error for each operation outside the LLVM, NVVM and OpenMP
    dialects, and names it. Upstream's conversions leave operations unchanged
    that they do not know.

    Example:

    ```mlir
    // before: --fused-verify-llvm
    func.func @f() {
      return
    }
    ```

    fails with

    ```text
    // error
    'func.func' cannot be compiled: there is no lowering to LLVM
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::omp::OpenMPDialect"];
}

#endif // FUSED_CONVERSION_RUNTIMEPASSES_TD
