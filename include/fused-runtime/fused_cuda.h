/*===- fused_cuda.h - Compiled programs on CUDA devices -----------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What programs compiled for CUDA devices call, and how a host calls them.   *|
|* fused_call() runs such a program in the stream of the calling thread. Its  *|
|* inputs and outputs lie in memory of the device; it returns when the work   *|
|* is in the stream. Nothing is synchronised or copied to the host, unless    *|
|* the program looks at an element of an array to decide what to do, or is    *|
|* given a number (an argument that is no array) in memory of the device.     *|
|* Numbers may lie in memory of the host instead, as far as inputs go.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_RUNTIME_FUSED_CUDA_H
#define FUSED_RUNTIME_FUSED_CUDA_H

#include "fused-runtime/fused_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Calling programs
\*===----------------------------------------------------------------------===*/

/** Sets the stream in which the calling thread runs programs. Null, as at
 *  first, is the default stream of the current context. */
FUSED_EXPORT void fused_cuda_set_stream(void *stream);

/** The stream in which the calling thread runs programs. */
FUSED_EXPORT void *fused_cuda_get_stream(void);

/** Returns `size` bytes of memory of the device, aligned to 256, to be used in
 *  the stream of this thread; null (and a message) if there are none. Zero
 *  bytes give a valid pointer. */
FUSED_EXPORT void *fused_cuda_alloc(size_t size);

/** Releases what fused_cuda_alloc() or a program returned, once the work in the
 *  stream of this thread is done; null is allowed. */
FUSED_EXPORT void fused_cuda_free(void *pointer);

/** Copies `size` bytes in the stream of this thread, and waits until that is
 *  done. Either side may be memory of the host or of the device. */
FUSED_EXPORT fused_status_t fused_cuda_copy(void *to, const void *from,
                                            size_t size);

/** Waits until all work in the stream of this thread is done. */
FUSED_EXPORT fused_status_t fused_cuda_synchronize(void);

/** As fused_call(), for a program for devices, with inputs and outputs in the
 *  host's memory: copies the inputs, waits for the results and copies them.
 *  `outputs` are released with fused_free(). FUSED_INVALID_ARGUMENT for a
 *  function that was compiled for the CPU. */
FUSED_EXPORT fused_status_t fused_cuda_call(const fused_function_t *function,
                                            const fused_tensor_t *inputs,
                                            fused_tensor_t *outputs);

/*===----------------------------------------------------------------------===*\
|* Graphs of calls
\*===----------------------------------------------------------------------===*/

/** A call that was recorded: its work can be repeated at the cost of one
 * launch, where a call costs one for each kernel and product. */
typedef struct fused_cuda_graph fused_cuda_graph_t;

/** Records a call of `function`, as fused_call() would do it, without doing its
 *  work, and fills in `outputs`. They belong to the graph: each replay writes
 *  them anew, and releasing the graph releases them. `inputs` are read by each
 *  replay and must stay where they are; numbers among them that lie in memory
 *  of the host are read now.
 *
 *  FUSED_UNSUPPORTED, with the place, if the program waits for an element on
 *  the device. `*graph` is null after a failure. */
FUSED_EXPORT fused_status_t fused_cuda_record(const fused_function_t *function,
                                              const fused_tensor_t *inputs,
                                              fused_tensor_t *outputs,
                                              fused_cuda_graph_t **graph);

/** Does the work of a recorded call in the stream of this thread. One thread at
 *  a time may replay a graph, in the context in which it was recorded. */
FUSED_EXPORT fused_status_t fused_cuda_replay(fused_cuda_graph_t *graph);

/** Releases a graph and its outputs, once the work in the stream of this thread
 *  is done, which is to be that of the last replay; null is allowed. */
FUSED_EXPORT void fused_cuda_graph_release(fused_cuda_graph_t *graph);

/*===----------------------------------------------------------------------===*\
|* Tuning
\*===----------------------------------------------------------------------===*/

/** While `enabled` is not 0, the first call of a product of a certain shape, in
 *  this process and on this device, measures the ways to execute it, and this
 *  and all later calls take the fastest: up to 16 algorithms of cuBLASLt with
 *  its own epilog, and as many of a plain product before kernels of the
 * runtime. Nothing is less exact than without. Off at first, unless the
 * environment variable FUSED_CUDA_TUNE is `1`, or `verbose`, which prints what
 * was measured to stderr.
 *
 *  A measurement waits for the stream and takes up to some 50 ms, or the time
 * of 50 calls, and needs memory for another D where that is C. Another
 * algorithm adds in another order: between two processes, and before and after
 * a product is tuned, results may differ in their last bits. Calls in a stream
 * that is captured take what was chosen before, and do not measure; nor do
 * calls while another thread measures the same product. What was chosen stays
 * when tuning is switched off. */
FUSED_EXPORT void fused_cuda_tune(int32_t enabled);

/*===----------------------------------------------------------------------===*\
|* Checking programs
\*===----------------------------------------------------------------------===*/

/** For tests: while `enabled` is not 0, every block that the runtime allocates
 *  on a device (buffers and results of programs, what fused_cuda_alloc()
 *  returns, workspaces and intermediate results of products) is filled with
 *  bytes 0xFF, which are NaN in every floating-point type, and stands between
 *  two red zones of 1024 bytes. They are compared when the block is released,
 *  which waits for the stream then. What is allocated or released while the
 *  stream is captured is not checked then. */
FUSED_EXPORT void fused_cuda_guard_memory(int32_t enabled);

/** Compares the red zones of the blocks that are in use, too, and waits for the
 *  stream of this thread. FUSED_LIBRARY_ERROR if any zone has been written to
 *  since the last call: the message names the block. fused_cuda_call() does
 *  this itself at its end, and fails as well if an input has changed. */
FUSED_EXPORT fused_status_t fused_cuda_check_memory(void);

/*===----------------------------------------------------------------------===*\
|* What compiled programs call
\*===----------------------------------------------------------------------===*/

/** The kernels of a program. `library` is null at first, and the runtime's. */
typedef struct fused_cuda_image {
  const void *data; /**< An object for the device, or PTX. */
  void *library;
} fused_cuda_image_t;

/** A kernel that one call site launches. `handle` is null at first, and the
 *  runtime's. */
typedef struct fused_cuda_kernel {
  fused_cuda_image_t *image;
  const char *name;
  const char *location; /**< Where the program says so, or null. */
  void *handle;
} fused_cuda_kernel_t;

/** Launches `grid_x` x `grid_y` blocks of `block` threads in the stream of this
 *  thread; nothing if there are no blocks. `arguments` are the addresses of the
 *  kernel's parameters, which may be reused when the call returns. */
FUSED_EXPORT fused_status_t fused_cuda_launch(fused_cuda_kernel_t *kernel,
                                              int64_t grid_x, int64_t grid_y,
                                              int64_t block, void **arguments);

/** Reads the `size` bytes at `address` on the device when the work in the
 * stream of this thread is done, for which it waits. FUSED_UNSUPPORTED if the
 * stream is captured. `location` is where the program says so, or null. */
FUSED_EXPORT fused_status_t fused_cuda_load(const void *address, void *value,
                                            size_t size, const char *location);

/** The same for a number that is an argument: reads it at once if `address` is
 *  in memory of the host. */
FUSED_EXPORT fused_status_t fused_cuda_load_number(const void *address,
                                                   void *value, size_t size,
                                                   const char *location);

/** A constant array of a program. `copies` is null at first, and the
 *  runtime's. */
typedef struct fused_cuda_constant {
  void *copies;
} fused_cuda_constant_t;

/** Sets `*address` to a copy of the `size` bytes at `data` on the device of the
 *  current context, made when it is first asked for (also while a stream is
 *  captured) and never released. */
FUSED_EXPORT fused_status_t fused_cuda_constant(fused_cuda_constant_t *constant,
                                                const void *data, size_t size,
                                                const char *location,
                                                void **address);

/** Fills in the descriptor of a result of rank 0 on the device, with the number
 *  of `size` bytes (1, 2, 4 or 8) at `value` in memory of the host, and makes
 * it the caller's. Captures keep the number. */
FUSED_EXPORT fused_status_t fused_cuda_frame_take_number(fused_frame_t *frame,
                                                         void *descriptor,
                                                         const void *value,
                                                         size_t size);

/** As fused_frame_alloc() and its siblings, for memory of the device. */
FUSED_EXPORT void *fused_cuda_frame_alloc(fused_frame_t *frame, size_t size);
FUSED_EXPORT void fused_cuda_frame_free(fused_frame_t *frame, void *pointer);
FUSED_EXPORT fused_status_t fused_cuda_frame_take(fused_frame_t *frame,
                                                  void *descriptor,
                                                  int32_t rank,
                                                  size_t element_size);
FUSED_EXPORT void fused_cuda_frame_release(fused_frame_t *frame,
                                           fused_status_t status);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* FUSED_RUNTIME_FUSED_CUDA_H */
