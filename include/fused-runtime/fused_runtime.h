/*===- fused_runtime.h - The C ABI of the fused runtime -----------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions that compiled programs call, and by which a host calls       *|
|* compiled programs. They need neither LLVM nor C++. Every function that can *|
|* fail returns a status, and fused_last_error() explains the last failure of *|
|* the calling thread. No function prints, exits or throws. Many threads may  *|
|* call all functions. Sizes and strides are in elements, row-major, unless a *|
|* name says bytes.                                                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef FUSED_RUNTIME_FUSED_RUNTIME_H
#define FUSED_RUNTIME_FUSED_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define FUSED_EXPORT
#else
#define FUSED_EXPORT __attribute__((visibility("default")))
#endif

/** Version of every structure below; carried in problems and modules. */
#define FUSED_ABI_VERSION 6

/** Stands for a size that is known only when a call is made. */
#define FUSED_DYNAMIC (-1)

/** The highest rank of a tensor that crosses the ABI. */
#define FUSED_MAX_RANK 8

/*===----------------------------------------------------------------------===*\
|* Statuses
\*===----------------------------------------------------------------------===*/

typedef int32_t fused_status_t;
enum {
  FUSED_OK = 0,
  FUSED_INVALID_ARGUMENT = 1, /**< A caller's mistake: shape, type, null. */
  FUSED_UNSUPPORTED = 2,      /**< A valid request that no library serves. */
  FUSED_OUT_OF_MEMORY = 3,    /**< Host or device memory is exhausted. */
  FUSED_LIBRARY_ERROR = 4,    /**< oneDNN, CUDA or the system failed. */
  FUSED_VERSION_MISMATCH = 5  /**< Built against another FUSED_ABI_VERSION. */
};

/** The name of a status, such as "invalid argument"; never null. */
FUSED_EXPORT const char *fused_status_string(fused_status_t status);

/** One sentence about the last call of this thread that failed, valid until the
 *  next failure of this thread. Empty if no call failed. */
FUSED_EXPORT const char *fused_last_error(void);

/*===----------------------------------------------------------------------===*\
|* Element types
\*===----------------------------------------------------------------------===*/

typedef int32_t fused_type_t;
enum {
  FUSED_TYPE_NONE = 0,
  FUSED_F16 = 1,
  FUSED_BF16 = 2,
  FUSED_F32 = 3,
  FUSED_F64 = 4,
  FUSED_F8E4M3FN = 5,
  FUSED_F8E5M2 = 6,
  FUSED_I1 = 7, /**< One byte for each element, 0 or 1. */
  FUSED_I8 = 8,
  FUSED_I16 = 9,
  FUSED_I32 = 10,
  FUSED_I64 = 11
};

/** Bytes of one element; 0 for FUSED_TYPE_NONE and unknown values. */
FUSED_EXPORT size_t fused_type_size(fused_type_t type);

/** The MLIR spelling of a type, such as "bf16"; never null. */
FUSED_EXPORT const char *fused_type_string(fused_type_t type);

/*===----------------------------------------------------------------------===*\
|* Matrix products
\*===----------------------------------------------------------------------===*/

typedef int32_t fused_epilog_t;
enum {
#define FUSED_EPILOG(ENUMERATOR, name, value, activation, bias, aux, bgrad)    \
  FUSED_EPILOG_##ENUMERATOR = value,
#include "fused-runtime/Epilogs.def"
  FUSED_NUM_EPILOGS = 16
};

/** Bits of fused_matmul_problem_t::flags. */
enum {
  FUSED_TRANSPOSE_A = 1, /**< A is stored as [batch x] K x M. */
  FUSED_TRANSPOSE_B = 2, /**< B is stored as [batch x] N x K. */
  /** DRELU and DRELU_BGRAD multiply by the bit of the mask instead of selecting
   *  by it: where it is 0, NaN stays NaN, an infinity becomes NaN, and any
   *  other number a zero of its sign. */
  FUSED_MULTIPLY_MASK = 4,
  /** Operands of f32 may be rounded to TF32 (10 bits of mantissa) before the
   *  multiplication, if that is faster. */
  FUSED_ALLOW_TF32 = 8,
  /** With a D of 16 bits, accumulators, their sum with the bias, and gradients
   *  may be rounded to the type of D before the next step of the epilog, if
   * that is faster. A program that stores each of them does the same. */
  FUSED_ALLOW_ROUNDED_STEPS = 16,
  /** The bit of a mask may be 0 or 1 where the pre-activation is NaN. */
  FUSED_ALLOW_ANY_NAN_BIT = 32,
  /** A, B or D has a scale. A and B are of a product that accumulates in f32,
   *  and D is of 8-bit floating-point numbers. */
  FUSED_SCALE_A = 64,
  FUSED_SCALE_B = 128,
  FUSED_SCALE_D = 256,
  /** The product computes the largest magnitude of a D of 8-bit
   *  floating-point numbers. */
  FUSED_AMAX_D = 512
};

/** A product and its epilog:
 *    E = epilog(alpha * a_scale * b_scale * op(A) op(B) + beta * C, bias, aux)
 *    D = d_scale * E,  amax = max |E| over all elements and batches
 *  An absent scale is 1. alpha, a_scale and b_scale multiply the product one
 *  after the other. D and C are [batch x] M x N, op(A) is
 *  [batch x] M x K, and op(B) is [batch x] K x N. The bias is [batch x] N. The
 *  bias gradient is [batch x] M for epilogs that sum A, and [batch x] N for
 *  epilogs that sum D or B. The products accumulate in f32 (f64 for f64
 *  operands), and the epilog is computed in that type. There is one rounding,
 *  when D is stored. Bias gradients are sums of the unrounded values. A D of
 *  8-bit floating-point numbers saturates: a larger number becomes the largest
 *  of its type. amax is 0 for an empty D, and undefined if an element of E is
 *  NaN. The structure is constant, and the compiler normally emits it.
 */
typedef struct fused_matmul_problem {
  uint32_t abi_version; /**< FUSED_ABI_VERSION. */
  fused_epilog_t epilog;
  uint32_t flags;
  fused_type_t a_type;
  fused_type_t b_type;
  fused_type_t c_type; /**< FUSED_TYPE_NONE if there is no C. */
  fused_type_t d_type;
  fused_type_t bias_type;  /**< FUSED_TYPE_NONE without a bias. */
  fused_type_t aux_type;   /**< FUSED_I8 for masks; NONE without an aux. */
  fused_type_t bgrad_type; /**< NONE without a bias gradient. */
  /** If it is 0 in the compute type, or K is 0, the product is zero: A and B
   *  are not multiplied, and their contents do not matter. */
  double alpha;
  /** Ignored without C; if it is 0 in the compute type, C is not read. */
  double beta;
  /** Sizes, or FUSED_DYNAMIC. batch is 1 for a product without batch. */
  int64_t batch, m, n, k;
  const char *location; /**< The place in the program, or null. */
} fused_matmul_problem_t;

/** A matrix or vector in memory. */
typedef struct fused_buffer {
  void *data;           /**< Aligned to its elements; may be null if empty. */
  int64_t row_stride;   /**< From one row to the next, at least the length of
                             a row; 0 for a vector. */
  int64_t batch_stride; /**< From one batch to the next, not negative; 0 if
                             shared. */
} fused_buffer_t;

/** The operands of one call. Elements within a row are contiguous. The call
 *  writes D, the aux of a saving epilog, and bgrad, and reads the others. A
 *  written operand must not overlap any other, except that D may be C itself
 *  (same data and strides). A bias gradient that several batches share is the
 *  sum over all of them. D and a saved aux cannot be shared. Absent operands
 *  are all zero. */
typedef struct fused_matmul_operands {
  int64_t batch, m, n, k; /**< All known; any may be 0. */
  fused_buffer_t a, b, c, d, bias, aux, bgrad;
  /** One number each, if the flags of the problem say so, else null. They lie
   *  where the operands lie, and are read and written when the product runs. */
  const float *a_scale, *b_scale, *d_scale;
  float *amax;  /**< Written. */
  void *stream; /**< The CUDA stream to run in; null on the CPU. */
} fused_matmul_operands_t;

/** Keeps the plan of a call site. It is zero before the first call. The call
 *  site owns it, and must not copy it. */
typedef struct fused_plan_slot {
  void *plan;
} fused_plan_slot_t;

/** Executes a product on the CPU. `slot` may be null, and many threads may use
 *  it at the same time. Returns when D is complete. With K = 0 the product is
 *  zero. With an empty D, only the bias gradients are written, which are zero
 *  then. A and B both have type f16, bf16, f32 or f64. D has their type, or
 * f32. C, bias, bias gradient and a pre-activation have D's type. Other types
 * give FUSED_UNSUPPORTED. After a failure the contents of the results are
 * undefined.
 */
FUSED_EXPORT fused_status_t
fused_cpu_matmul(const fused_matmul_problem_t *problem, fused_plan_slot_t *slot,
                 const fused_matmul_operands_t *operands);

/** FUSED_OK if a CUDA device can be used; else FUSED_UNSUPPORTED, and the
 *  message says what is missing: CUDA in this build, the driver, a device, or
 *  cuBLASLt. */
FUSED_EXPORT fused_status_t fused_cuda_check(void);

/** Executes a product on the CUDA device of the calling thread's current
 *  context. Without a context, the primary context of device 0 becomes current.
 *  `operands->stream` is a stream of that context, and null is its default
 *  stream. Operands lie in memory that the device can reach. Returns when the
 *  work is in the stream: nothing is synchronised, and `operands` may be
 * reused. May be called while the stream is captured. The contract and the slot
 * are those of fused_cpu_matmul().
 *
 *  A and B may also be f8E4M3FN or f8E5M2 (not both f8E5M2), with a D of f16,
 *  bf16, f32 or f8E4M3FN, or both i8, with a D of i8 or i32. cuBLASLt must have
 *  the product. Bias, pre-activation and bias gradient of 8-bit products into
 *  f32 and f8E4M3FN have type bf16, and so does C of products into f8E4M3FN.
 *  The bias of a D of i8 has type f32. */
FUSED_EXPORT fused_status_t fused_cuda_matmul(
    const fused_matmul_problem_t *problem, fused_plan_slot_t *slot,
    const fused_matmul_operands_t *operands);

/** Releases the workspace that products keep for `stream`, in the order of the
 *  stream. A program that makes many streams should call it before it destroys
 *  one. */
FUSED_EXPORT fused_status_t fused_cuda_release_stream(void *stream);

/*===----------------------------------------------------------------------===*\
|* Memory of compiled programs
\*===----------------------------------------------------------------------===*/

/** Returns `size` bytes aligned to 64, or null (and a message) if no memory is
 *  left. fused_free() releases them. Compiled programs call this for every
 *  buffer. Zero bytes give a valid pointer. The runtime keeps large released
 *  blocks for reuse, up to a bound. */
FUSED_EXPORT void *fused_alloc(size_t size);

/** Releases a block of fused_alloc(), in any thread; null is allowed. */
FUSED_EXPORT void fused_free(void *pointer);

/** Sets the message of this thread and returns `status`. Compiled programs call
 *  it when they find a mistake themselves. `location` may be null. Without a
 *  message, the name of the status is used. */
FUSED_EXPORT fused_status_t fused_fail(fused_status_t status,
                                       const char *message,
                                       const char *location);

/** The same; the message ends with the two numbers whose comparison failed. */
FUSED_EXPORT fused_status_t fused_fail_comparison(fused_status_t status,
                                                  const char *message,
                                                  const char *location,
                                                  int64_t a, int64_t b);

/** A dense row-major tensor. */
typedef struct fused_tensor {
  void *data;
  fused_type_t type;
  int32_t rank;
  int64_t sizes[FUSED_MAX_RANK];
} fused_tensor_t;

/** The memory of one call of a compiled function. Made by fused_call(), used by
 *  one thread. */
typedef struct fused_frame {
  /** The memory that the caller gave for each output; null data where there is
   *  none. Null if the function has no outputs. */
  const fused_tensor_t *destinations;
  int64_t num_destinations;
  int64_t taken; /**< The number of outputs that fused_frame_take() has made. */
  void *arena;   /**< For temporary arrays; null before the first is used. */
  void **buffers;   /**< From fused_alloc(); results first. */
  int64_t count;    /**< The number of buffers. */
  int64_t results;  /**< The number of buffers that hold results. */
  int64_t capacity; /**< The capacity of the array. */
} fused_frame_t;

/** As fused_alloc(); the buffer belongs to `frame`. */
FUSED_EXPORT void *fused_frame_alloc(fused_frame_t *frame, size_t size);

/** Returns the memory of an array of `size` bytes that becomes output number
 *  `index`: the caller's, if it gave memory of this size, else as
 *  fused_frame_alloc(). */
FUSED_EXPORT void *fused_frame_output(fused_frame_t *frame, int32_t index,
                                      size_t size);

/** Returns the address of byte `offset` of the arena of the call. If the caller
 *  gave none, the first use allocates `size` bytes, which belong to `frame`. */
FUSED_EXPORT void *fused_frame_place(fused_frame_t *frame, size_t size,
                                     size_t offset);

/** Releases a buffer that belongs to `frame` and is not a result. Ignores any
 *  other pointer (an input, a constant, one released before). */
FUSED_EXPORT void fused_frame_free(fused_frame_t *frame, void *pointer);

/** Makes the next output of the array that a memref descriptor of `rank`
 *  dimensions describes: dense, row-major, in the memory that the caller gave,
 *  or else in a separate buffer that fused_free() releases. If the array
 *  already is there, it is used directly. Any other array is copied, and the
 *  descriptor is changed. FUSED_INVALID_ARGUMENT if the sizes are not those of
 *  the caller's memory. */
FUSED_EXPORT fused_status_t fused_frame_take(fused_frame_t *frame,
                                             void *descriptor, int32_t rank,
                                             size_t element_size);

/** Releases every buffer of `frame`; with FUSED_OK, all but the results. */
FUSED_EXPORT void fused_frame_release(fused_frame_t *frame,
                                      fused_status_t status);

/*===----------------------------------------------------------------------===*\
|* Calling compiled programs
\*===----------------------------------------------------------------------===*/

/** The type of an argument or result. Rank 0 is a tensor of one element. */
typedef struct fused_tensor_type {
  fused_type_t type;
  int32_t rank;
  const int64_t *sizes; /**< rank sizes, each may be FUSED_DYNAMIC. */
} fused_tensor_type_t;

/** The target of a function: the arguments lie in its memory. */
typedef int32_t fused_target_t;
enum { FUSED_TARGET_CPU = 0, FUSED_TARGET_CUDA = 1 };

/** One callable function of a compiled module. Emitted by the compiler. */
typedef struct fused_function {
  const char *name;
  int32_t num_inputs;
  int32_t num_outputs;
  const fused_tensor_type_t *inputs;
  const fused_tensor_type_t *outputs;
  /** Generated code; use fused_call(), which checks the arguments. Takes one
   *  pointer to a memref descriptor for each input, and fills one for each
   *  output (see fused_frame_take()). Releases `frame` at its end, and after a
   *  failure everything that it allocated (see fused_frame_release()). */
  fused_status_t (*invoke)(fused_frame_t *frame, void *const *inputs,
                           void *const *outputs);
  /** Inputs and outputs of FUSED_TARGET_CUDA lie in memory of a device.
   *  fused_cuda_call() takes those in memory of the host. */
  fused_target_t target;
  int32_t reserved; /**< 0. */
  /** The bytes of temporary arrays of known size that a call needs. Arrays of
   *  other sizes are allocated. */
  int64_t arena_size;
  /** For each output, the number of the input in whose memory the function
   *  computes it, or -1; null if there is none. Both have the same type, of
   *  known sizes. fused_call() copies an input that the caller keeps. */
  const int32_t *donations;
  /** For each input, 1 if it is a number, and 0 if it is an array. Null if all
   *  are arrays. A program for a device takes numbers from memory of the host,
   *  too; an array of rank 0 lies on the device. */
  const int32_t *numbers;
} fused_function_t;

/** What the runtime keeps for a module of FUSED_TARGET_CUDA: kernels, copies of
 *  constants, the flag of assertions. Emitted by the compiler. */
typedef struct fused_resource {
  int32_t kind;
  int32_t reserved; /**< 0. */
  void *object;
} fused_resource_t;
enum {
  FUSED_RESOURCE_IMAGE = 1,     /**< A fused_cuda_image_t. */
  FUSED_RESOURCE_CONSTANT = 2,  /**< A fused_cuda_constant_t. */
  FUSED_RESOURCE_ASSERTIONS = 3 /**< A fused_cuda_assertions_t. */
};

/** A compiled module: the data symbol `fused_module` of an object file, shared
 *  library or just-in-time compiled program. */
typedef struct fused_module {
  uint32_t abi_version;
  uint32_t num_functions;
  const fused_function_t *functions;
  const fused_resource_t *resources;
  int64_t num_resources;
} fused_module_t;

/** Finds a function by name. If there is none, returns null and sets a message.
 *  It lists the functions, or says what is wrong with the module's tables. */
FUSED_EXPORT const fused_function_t *
fused_module_find(const fused_module_t *module, const char *name);

/** Releases what the runtime keeps for a module: unloads its kernels, and frees
 *  its constants on devices. A host that unloads a program calls this before.
 *  No function of the module may be running, its work on devices must be done,
 *  and graphs and recorders of its calls must have been released. Null is
 *  allowed. */
FUSED_EXPORT void fused_module_release(const fused_module_t *module);

/** The alignment of an arena, in bytes. */
#define FUSED_ARENA_ALIGNMENT 256

/** Calls a compiled function. The types and sizes of `inputs` must be those of
 *  the function. Otherwise the status is FUSED_INVALID_ARGUMENT, and the
 *  message names the wrong one.
 *
 *  Each of `outputs` has memory for a result, with type and sizes, or null data
 *  (nothing else of it is read then). A result is computed in the memory that
 *  is given. It must be aligned to its elements, and not overlap another output
 *  or the arena. Where none is given, the call fills in the output with a
 *  separate block, and the caller releases its data with fused_free().
 *
 *  The memory of an output may be exactly that of an input of the same type and
 *  sizes: the caller donates the input, which is overwritten when it has been
 *  read. If the function was compiled for this donation, nothing is copied (see
 *  fused_function_t::donations), else the result is. Other inputs are only
 *  read. Any other overlap of an output with an input is
 *  FUSED_INVALID_ARGUMENT.
 *
 *  `arena` is memory for `function->arena_size` bytes, aligned to
 *  FUSED_ARENA_ALIGNMENT, on the device for FUSED_TARGET_CUDA. Calls that may
 *  run at the same time need an arena each. If it is null, the call allocates
 *  one. With an arena and all outputs, a program whose sizes are known
 *  allocates no arrays; the libraries that compute its products may still need
 *  memory of their own.
 *
 *  After a failure, no output needs to be released: data that was null is null
 *  again. The contents of the memory that was given, also of donated inputs,
 *  are undefined then. All memory that the program allocated in this thread is
 *  released. */
FUSED_EXPORT fused_status_t fused_call(const fused_function_t *function,
                                       const fused_tensor_t *inputs,
                                       fused_tensor_t *outputs, void *arena);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* FUSED_RUNTIME_FUSED_RUNTIME_H */
