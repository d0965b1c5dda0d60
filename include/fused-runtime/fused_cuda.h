/*===- fused_cuda.h - Compiled programs on CUDA devices -----------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions that programs for CUDA devices call, and by which a host     *|
|* calls such programs. fused_call() runs such a program in the stream of the *|
|* calling thread. Its inputs and outputs lie in memory of the device, and it *|
|* returns when the work is in the stream. It synchronises only in two cases: *|
|* if the program reads an element of an array to decide what to do, and if a *|
|* number (an argument that is not an array) lies in memory of the device.    *|
|* Inputs that are numbers may lie in memory of the host instead.             *|
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

/** Makes the primary context of device number `device` current in the calling
 *  thread, unless a context of this device is. All functions work in the
 *  current context. If there is none, they enter that of device 0. */
FUSED_EXPORT fused_status_t fused_cuda_set_device(int32_t device);

/** Sets the stream in which the calling thread runs programs. Null is the
 *  default stream of the current context, and the initial value. */
FUSED_EXPORT void fused_cuda_set_stream(void *stream);

/** The stream in which the calling thread runs programs. */
FUSED_EXPORT void *fused_cuda_get_stream(void);

/** Returns `size` bytes of memory of the device, aligned to 256, for use in the
 *  stream of this thread. Returns null (and sets a message) if no memory is
 *  left. Zero bytes give a valid pointer. */
FUSED_EXPORT void *fused_cuda_alloc(size_t size);

/** Releases a block of fused_cuda_alloc(), or a result of a program, when the
 *  work in the stream of this thread is done. Null is allowed. */
FUSED_EXPORT void fused_cuda_free(void *pointer);

/** Copies `size` bytes in the stream of this thread, and waits until that is
 *  done. Either side may be memory of the host or of the device. */
FUSED_EXPORT fused_status_t fused_cuda_copy(void *to, const void *from,
                                            size_t size);

/** Writes the number of `size` bytes (1, 2, 4 or 8) at `value` in memory of the
 *  host to `to` on the device, in the stream of this thread. `value` may be
 *  reused when the call returns. Captures keep the number. */
FUSED_EXPORT fused_status_t fused_cuda_store_number(void *to, const void *value,
                                                    size_t size);

/** Waits until all work in the stream of this thread is done. Fails as
 *  fused_cuda_check_assertions() then. */
FUSED_EXPORT fused_status_t fused_cuda_synchronize(void);

/** Returns FUSED_INVALID_ARGUMENT, with a message and the place in the program,
 *  if an assertion has failed in a kernel of any thread of the process. Does
 *  not wait, so it may not know of kernels that still run.
 *
 *  A call of a program does not wait for its kernels either. If an assertion
 *  fails, they go on. They access nothing beyond their arrays, but the results
 *  mean nothing. Each failure is returned once, by the first of these that is
 *  called afterwards: this function, a function of this header that waits
 *  (fused_cuda_synchronize(), fused_cuda_copy(), fused_cuda_call()), a program
 *  that waits for a number, or the next call of the same program. */
FUSED_EXPORT fused_status_t fused_cuda_check_assertions(void);

/** As fused_call(), for a program for devices, with inputs and outputs in the
 *  host's memory: copies the inputs, waits for the results and copies them.
 *  FUSED_INVALID_ARGUMENT for a function that was compiled for the CPU. */
FUSED_EXPORT fused_status_t fused_cuda_call(const fused_function_t *function,
                                            const fused_tensor_t *inputs,
                                            fused_tensor_t *outputs);

/*===----------------------------------------------------------------------===*\
|* Graphs of calls
\*===----------------------------------------------------------------------===*/

/** A recorded call. Its work can be repeated at the cost of one launch. A call
 *  costs one launch for each kernel and product. */
typedef struct fused_cuda_graph fused_cuda_graph_t;

/** Records a call of `function`, as fused_call() would make it, without doing
 *  its work. (A host may also capture a stream itself and call programs there.
 *  What they allocate belongs to its graph then, also outputs that have no
 *  memory, which need not be released.) Each replay reads `inputs` and writes
 * `outputs` again, which must stay where they are. Outputs without memory are
 * filled in and belong to the graph: releasing the graph releases them. Numbers
 * in memory of the host are read now.
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

/** Releases a graph and its outputs when the work in the stream of this thread
 *  is done. That stream must be the one of the last replay. Null is allowed. */
FUSED_EXPORT void fused_cuda_graph_release(fused_cuda_graph_t *graph);

/** Calls of one function that are replayed once they repeat. */
typedef struct fused_cuda_recorder fused_cuda_recorder_t;

/** Makes a recorder for `function`, which must outlive it. `*recorder` is null
 *  after a failure. */
FUSED_EXPORT fused_status_t fused_cuda_recorder_create(
    const fused_function_t *function, fused_cuda_recorder_t **recorder);

/** As fused_call(). A call that comes again in the same stream, with the same
 *  arrays at the same addresses and the same numbers of the host, is recorded,
 *  and from then on costs one launch. To record, the host may wait for memory.
 *
 *  Of each stream, the last 32 of these calls are kept, and of a recorder, the
 *  last 32 streams. What the calls of a stream allocate may have 256 MiB, and
 *  those of all recorders together 1 GiB. A call that cannot be recorded within
 *  these limits, or at all, is made as fused_call() makes it; so are calls
 * whose outputs have no memory, and those in a stream that is captured. After
 * four recordings that failed, nothing more is recorded in a stream. Several
 * threads may call at once. */
FUSED_EXPORT fused_status_t fused_cuda_recorder_call(
    fused_cuda_recorder_t *recorder, const fused_tensor_t *inputs,
    fused_tensor_t *outputs, void *arena);

/** Releases a recorder, and the memory of its recordings when their work is
 *  done. No thread may call it any more. Null is allowed. */
FUSED_EXPORT void fused_cuda_recorder_release(fused_cuda_recorder_t *recorder);

/*===----------------------------------------------------------------------===*\
|* Tuning
\*===----------------------------------------------------------------------===*/

/** Switches tuning on while `enabled` is not 0. The first call of a product of
 * a certain shape, in this process and on this device, then measures the ways
 * to execute it. This call and all later ones take the fastest. The candidates
 * are up to 16 algorithms of cuBLASLt with its own epilog, and as many of a
 * plain product before kernels of the runtime. Results are as exact as without
 *  tuning. Tuning is off initially, unless the environment variable
 *  FUSED_CUDA_TUNE is `1`, or `verbose`, which prints the measurements to
 * stderr.
 *
 *  A measurement waits for the stream, and takes up to some 50 ms, or the time
 *  of 50 calls. If D is C, it needs memory for another D. Another algorithm
 * adds in another order. So results may differ in their last bits between two
 *  processes, and before and after tuning. Calls in a captured stream do not
 *  measure, and take the earlier choice. Neither do calls while another thread
 *  measures the same product. Choices remain when tuning is switched off. */
FUSED_EXPORT void fused_cuda_tune(int32_t enabled);

/** Names the file that keeps what tuning chooses; null or "" for none, which is
 *  the initial state, unless the environment variable FUSED_CUDA_CHOICES names
 *  a file. The first call of a product takes the choice of the file, if it has
 *  one for this device, driver, cuBLASLt and version of the runtime. Only if
 *  tuning is on, other products are measured and their choices added to the
 *  file, which is made if it is missing. Many processes and threads may share a
 *  file. Products that were called before keep their choices.
 *
 *  Calls of products do not fail if the file cannot be read or written, is
 *  damaged, or is something else, which is not overwritten. Then choices are
 *  missing, and fused_cuda_check_choices() says why. A choice is one of the
 *  algorithms that cuBLASLt proposes for the product and the runtime allows.
 *  Others in a file are not executed. */
FUSED_EXPORT fused_status_t fused_cuda_set_choices(const char *file);

/** Adds the choices of a text, which is that of a file. Programs that carry
 *  choices call this when they are loaded. A choice of the file that is named
 *  comes before theirs. */
FUSED_EXPORT fused_status_t fused_cuda_add_choices(const char *text);

/** Returns the first failure with choices in any thread since the
 *  last call, with a message. A failure that repeats is returned once. */
FUSED_EXPORT fused_status_t fused_cuda_check_choices(void);

/** What tuning does at the moment. */
typedef int32_t fused_cuda_tuning_t;
enum {
  FUSED_TUNING_OFF = 0,
  FUSED_TUNING_STORED = 1, /**< Nothing is measured, but a file or a program
                            *   may have choices. */
  FUSED_TUNING_ON = 2,     /**< What has no choice is measured. */
  FUSED_TUNING_VERBOSE = 3 /**< And measurements are printed. */
};

/** For compilers, which also have choices to make: what tuning does. They
 *  measure nothing while memory is guarded, which changes the times. */
FUSED_EXPORT fused_cuda_tuning_t fused_cuda_get_tuning(void);

/** For compilers: writes to the `size` bytes at `choice` what was chosen for
 *  `problem`, as fused_cuda_keep_choice() got it, or "" if nothing was. The
 * file that is named comes before what programs carry. If the device of this
 * thread is a `chip`, such as "sm_90", takes the choice for this device and its
 *  libraries; otherwise that for any device of this chip. Needs no device. */
FUSED_EXPORT fused_status_t fused_cuda_find_choice(const char *problem,
                                                   const char *chip,
                                                   char *choice, size_t size);

/** For compilers: keeps the choice for a problem, for the device of this
 *  thread, in the file that is named. Without one, this process remembers it.
 *  One that another process has added meanwhile stays, unless it is `rejected`.
 *  All are text without control characters, and `problem` begins with a name
 *  that no product of the runtime has. */
FUSED_EXPORT fused_status_t fused_cuda_keep_choice(const char *problem,
                                                   const char *choice,
                                                   const char *rejected);

/** Sets `*microseconds` to the time of the device that a call of `function`
 *  takes, as tuning measures it: the mean of `calls` calls of fused_call() in
 *  the stream of this thread, which are all launched before the first begins,
 *  if there are several. Waits for them. Fails as fused_call(), and with
 *  FUSED_UNSUPPORTED while memory is guarded, which changes the time. */
FUSED_EXPORT fused_status_t fused_cuda_measure(const fused_function_t *function,
                                               const fused_tensor_t *inputs,
                                               fused_tensor_t *outputs,
                                               void *arena, int32_t calls,
                                               double *microseconds);

/** Gets one choice of a file, as text: the device with its libraries, the
 *  problem, and the choice. */
typedef void (*fused_cuda_choice_visitor_t)(void *context, const char *device,
                                            const char *problem,
                                            const char *choice);

/** Calls `visit` for each choice in `file`, and sets `*damaged` to the number
 *  of damaged lines. Needs no device. A file that is missing or empty has no
 *  choices. FUSED_INVALID_ARGUMENT for a file of something else,
 *  FUSED_VERSION_MISMATCH for one in another form. */
FUSED_EXPORT fused_status_t
fused_cuda_read_choices(const char *file, fused_cuda_choice_visitor_t visit,
                        void *context, int64_t *damaged);

/** Adds the choices of the file `from` to the file `to`, which is made if it is
 *  missing. They replace those for the same problems. */
FUSED_EXPORT fused_status_t fused_cuda_copy_choices(const char *from,
                                                    const char *to);

/** Removes the choices from `file`, which stays. */
FUSED_EXPORT fused_status_t fused_cuda_clear_choices(const char *file);

/*===----------------------------------------------------------------------===*\
|* Checking programs
\*===----------------------------------------------------------------------===*/

/** For tests. While `enabled` is not 0, the runtime guards every block that it
 *  allocates on a device: buffers and results of programs, blocks of
 *  fused_cuda_alloc(), workspaces, and intermediate results of products. It
 *  fills the block with bytes 0xFF, which are NaN in every floating-point type,
 *  and puts a red zone of 1024 bytes on both sides. It compares the zones when
 *  the block is released, which then waits for the stream. Blocks that are
 *  allocated or released while the stream is captured are not checked. */
FUSED_EXPORT void fused_cuda_guard_memory(int32_t enabled);

/** Waits for the stream of this thread, and also compares the red zones of the
 *  blocks in use. Returns FUSED_LIBRARY_ERROR if any zone was written to since
 *  the last call. The message names the block. fused_cuda_call() does this
 *  itself at its end, and also fails if an input has changed. */
FUSED_EXPORT fused_status_t fused_cuda_check_memory(void);

/*===----------------------------------------------------------------------===*\
|* What compiled programs call
\*===----------------------------------------------------------------------===*/

/** The kernels of a program. `library` is initially null and belongs to the
 *  runtime. */
typedef struct fused_cuda_image {
  const void *data; /**< An object for the device, or PTX. */
  void *library;
  /** Not 0 if each kernel waits for those that were launched before it
   *  (griddepcontrol.wait), so that it may be launched before they end. */
  int32_t waits;
} fused_cuda_image_t;

/** A kernel that one call site launches. `handle` is initially null and belongs
 *  to the runtime. */
typedef struct fused_cuda_kernel {
  fused_cuda_image_t *image;
  const char *name;
  const char *location; /**< The place in the program, or null. */
  void *handle;
} fused_cuda_kernel_t;

/** Launches `grid_x` x `grid_y` blocks of `block` threads in the stream of this
 *  thread. Does nothing if there are no blocks. `shared` are the bytes of
 * shared memory that a block can use beyond those of its variables; it gets as
 * many as the device has. `arguments` are the addresses of the kernel's
 * parameters, which may be reused when the call returns. */
FUSED_EXPORT fused_status_t fused_cuda_launch(fused_cuda_kernel_t *kernel,
                                              int64_t grid_x, int64_t grid_y,
                                              int64_t block, int64_t shared,
                                              void **arguments);

/** Dimensions of a batch that the numbers of a box may have. */
#define FUSED_MATRIX_BATCH 3

/** A matrix on a device, of which kernels copy boxes. Rows are contiguous, and
 *  `stride` elements apart. Elements have up to 4 bytes. `batch` has the sizes
 *  of the dimensions of a batch, from the innermost one on, and `batch_stride`
 *  the elements from one matrix to the next. The first size that is 0 ends
 *  them: boxes have no number in it. */
typedef struct fused_cuda_matrix {
  int32_t type;
  int64_t rows, columns, stride;
  int64_t box_rows, box_columns;
  int64_t batch[FUSED_MATRIX_BATCH], batch_stride[FUSED_MATRIX_BATCH];
} fused_cuda_matrix_t;

/** Ten times the major version of the compute capability of this thread's
 *  device, and the minor one; 0 if there is no device. */
FUSED_EXPORT int32_t fused_cuda_compute_capability(void);

/** Writes the tensor map of a matrix at `address` to the 128 bytes at `map`,
 *  which is a multiple of 64. A box has rows of 64 or 128 bytes, in swizzled
 *  order.
 *  `location` is the place in the program, or null. */
FUSED_EXPORT fused_status_t
fused_cuda_tensor_map(void *map, const void *address,
                      const fused_cuda_matrix_t *matrix, const char *location);

/** Waits for the work in the stream of this thread, and reads the `size` bytes
 *  at `address` on the device. Returns FUSED_UNSUPPORTED if the stream is
 *  captured. `location` is the place in the program, or null. */
FUSED_EXPORT fused_status_t fused_cuda_load(const void *address, void *value,
                                            size_t size, const char *location);

/** The same for a number that is an argument: reads it at once if `address` is
 *  in memory of the host. */
FUSED_EXPORT fused_status_t fused_cuda_load_number(const void *address,
                                                   void *value, size_t size,
                                                   const char *location);

/** A constant array of a program. `copies` is initially null and belongs to the
 *  runtime. */
typedef struct fused_cuda_constant {
  void *copies;
} fused_cuda_constant_t;

/** Sets `*address` to a copy of the `size` bytes at `data` on the device of the
 *  current context. The first call makes the copy, also while a stream is
 *  captured. It is never released. */
FUSED_EXPORT fused_status_t fused_cuda_constant(fused_cuda_constant_t *constant,
                                                const void *data, size_t size,
                                                const char *location,
                                                void **address);

/** One assertion in the kernels of a program. */
typedef struct fused_cuda_assertion {
  const char *message;
  const char *location; /**< Where the program says so, or null. */
} fused_cuda_assertion_t;

/** The assertions of a program. `state` is null at first, and the runtime's. */
typedef struct fused_cuda_assertions {
  const fused_cuda_assertion_t *assertions;
  int64_t count;
  void *state;
} fused_cuda_assertions_t;

/** Sets `*flag` to the 32-bit number, 0 at first, that kernels raise to
 *  `count` - i where assertion number i fails, on any device. Returns the
 *  failure of an earlier call that nobody was told of. */
FUSED_EXPORT fused_status_t
fused_cuda_assertions(fused_cuda_assertions_t *assertions, void **flag);

/** Makes a result of rank 0 on the device from the number of `size` bytes (1,
 * 2, 4 or 8) at `value` in memory of the host. Fills in its descriptor; the
 * result belongs to the caller. Captures keep the number. */
FUSED_EXPORT fused_status_t fused_cuda_frame_take_number(fused_frame_t *frame,
                                                         void *descriptor,
                                                         const void *value,
                                                         size_t size);

/** As fused_frame_alloc() and its siblings, for memory of the device. */
FUSED_EXPORT void *fused_cuda_frame_alloc(fused_frame_t *frame, size_t size);
FUSED_EXPORT void *fused_cuda_frame_output(fused_frame_t *frame, int32_t index,
                                           size_t size);
FUSED_EXPORT void *fused_cuda_frame_place(fused_frame_t *frame, size_t size,
                                          size_t offset);
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
