/*===- fused_runtime.h - The C ABI of the fused runtime -----------*- C -*-===*\
|*                                                                            *|
|* Part of the fused project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What compiled programs call, and how a host calls compiled programs.       *|
|* Needs neither LLVM nor C++. Every function that can fail returns a status; *|
|* fused_last_error() explains the last failure of the calling thread. No     *|
|* function prints, exits or throws. All are safe to call from many threads.  *|
|* Sizes and strides are in elements, row-major, unless a name says bytes.    *|
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
#define FUSED_ABI_VERSION 2

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
  FUSED_LIBRARY_ERROR = 4,    /**< oneDNN or CUDA reported a failure. */
  FUSED_VERSION_MISMATCH = 5  /**< Built against another FUSED_ABI_VERSION. */
};

/** The name of a status, such as "invalid argument"; never null. */
FUSED_EXPORT const char *fused_status_string(fused_status_t status);

/** What went wrong in the last call of this thread that failed: one sentence,
 *  valid until the next failure of this thread. Empty if none did. */
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
  /** Operands of f32 may be rounded to TF32 (10 bits of mantissa) before they
   *  are multiplied, where that is faster. */
  FUSED_ALLOW_TF32 = 8,
  /** With a D of 16 bits, accumulators, their sum with the bias, and gradients
   *  may be rounded to the type of D before the next step of the epilog, as in
   *  a program that stores each of them, where that is faster. */
  FUSED_ALLOW_ROUNDED_STEPS = 16,
  /** The bit of a mask may be 0 or 1 where the pre-activation is NaN. */
  FUSED_ALLOW_ANY_NAN_BIT = 32,
  /** A, B or D, of 8-bit floating-point numbers, has a scale. */
  FUSED_SCALE_A = 64,
  FUSED_SCALE_B = 128,
  FUSED_SCALE_D = 256,
  /** The largest magnitude of D, of 8-bit floating-point numbers, is wanted. */
  FUSED_AMAX_D = 512
};

/** A product and its epilog:
 *    E = epilog(alpha * a_scale * b_scale * op(A) op(B) + beta * C, bias, aux)
 *    D = d_scale * E,  amax = max |E| over all elements and batches
 *  where scales that there are not are 1, with D of [batch x] M x N, op(A) of
 * [batch x] M x K, op(B) of [batch x] K x N, C like D; bias and the bias
 * gradients of the D-summing and the B-summing epilogs of [batch x] N, of the
 * A-summing of [batch x] M. The products are accumulated, and the epilog
 * computed, in f32 (f64 for f64 operands), and rounded once when D is stored;
 * bias gradients are sums of the unrounded values. A D of 8-bit floating-point
 * numbers saturates: what is beyond the largest becomes that. Of an empty D,
 * amax is 0; where an element of E is NaN, it is not defined. Constant;
 * normally emitted by the compiler.
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
   *  are not multiplied, whatever they hold. */
  double alpha;
  /** Ignored without C; if it is 0 in the compute type, C is not read. */
  double beta;
  /** Sizes, or FUSED_DYNAMIC. batch is 1 for a product without batch. */
  int64_t batch, m, n, k;
  const char *location; /**< Where the program says so, or null. */
} fused_matmul_problem_t;

/** A matrix or vector in memory. */
typedef struct fused_buffer {
  void *data;           /**< Aligned to its elements; may be null if empty. */
  int64_t row_stride;   /**< From one row to the next, at least the length of
                             a row; 0 for a vector. */
  int64_t batch_stride; /**< From one batch to the next, not negative; 0 if
                             shared. */
} fused_buffer_t;

/** The operands of one call. Elements within a row are contiguous. D, aux of a
 *  saving epilog, and bgrad are written, everything else is read; nothing that
 *  is written may overlap anything else, except that D may be C itself (same
 *  data and strides). A bias gradient that several batches share is the sum
 *  over all of them; D and a saved aux cannot be shared. Absent operands are
 *  all zero. */
typedef struct fused_matmul_operands {
  int64_t batch, m, n, k; /**< All known; any may be 0. */
  fused_buffer_t a, b, c, d, bias, aux, bgrad;
  /** Where the flags of the problem say so, else null: one number each, where
   *  the operands are, read and written when the product runs. */
  const float *a_scale, *b_scale, *d_scale;
  float *amax;  /**< Written. */
  void *stream; /**< The CUDA stream to run in; null on the CPU. */
} fused_matmul_operands_t;

/** Where a call site keeps its plan. Zero before the first call; owned by the
 *  call site, which must not copy it. */
typedef struct fused_plan_slot {
  void *plan;
} fused_plan_slot_t;

/** Executes a product on the CPU. `slot` may be null, and may be used by many
 *  threads at the same time. Returns when D is complete. With K = 0 the product
 *  is zero; with an empty D nothing but the bias gradients (of zero rows:
 * zeros) is written. A and B are both of f16, bf16, f32 or f64; D is of their
 * type, or of f32; C, bias, bias gradient and a pre-activation are of D's type:
 * else FUSED_UNSUPPORTED. On failure the contents of the results are undefined.
 */
FUSED_EXPORT fused_status_t
fused_cpu_matmul(const fused_matmul_problem_t *problem, fused_plan_slot_t *slot,
                 const fused_matmul_operands_t *operands);

/** FUSED_OK if a CUDA device can be used; else FUSED_UNSUPPORTED, and the
 *  message says what is missing: CUDA in this build, the driver, a device, or
 *  cuBLASLt. */
FUSED_EXPORT fused_status_t fused_cuda_check(void);

/** Executes a product on the CUDA device of the calling thread's current
 *  context; without one, the primary context of device 0 becomes current.
 *  `operands->stream` is a stream of that context; null is its default stream.
 *  Operands lie in memory that the device can reach. Returns when the work is
 *  in the stream: nothing is synchronised, and `operands` may be reused. May be
 *  called while the stream is captured. Contract and slot as in
 *  fused_cpu_matmul(); moreover A and B may both be of f8E4M3FN or f8E5M2 (not
 *  both the latter; D is of f16, bf16, f32 or f8E4M3FN) or i8 (D is of i8 or
 *  i32), as far as cuBLASLt has the product: bias, pre-activation and bias
 *  gradient of 8-bit products into f32 and f8E4M3FN, and C of the latter, are
 * of bf16, the bias of a D of i8 is of f32. */
FUSED_EXPORT fused_status_t fused_cuda_matmul(
    const fused_matmul_problem_t *problem, fused_plan_slot_t *slot,
    const fused_matmul_operands_t *operands);

/** Releases the workspace that products keep for `stream`, in its order; to be
 *  called before a stream is destroyed in a program that makes many. */
FUSED_EXPORT fused_status_t fused_cuda_release_stream(void *stream);

/*===----------------------------------------------------------------------===*\
|* Memory of compiled programs
\*===----------------------------------------------------------------------===*/

/** Returns `size` bytes aligned to 64, or null (and a message) if there are
 *  none. Released by fused_free(). Called by compiled programs for every
 *  buffer. Zero bytes give a valid pointer. Large blocks that were released are
 *  kept for reuse, up to a bound. */
FUSED_EXPORT void *fused_alloc(size_t size);

/** Releases what fused_alloc() returned, in any thread; null is allowed. */
FUSED_EXPORT void fused_free(void *pointer);

/** Sets the message of this thread and returns `status`: what compiled
 *  programs call when they find a mistake themselves. `location` may be null;
 *  the name of the status takes the place of a null message. */
FUSED_EXPORT fused_status_t fused_fail(fused_status_t status,
                                       const char *message,
                                       const char *location);

/** The buffers that belong to one call of a compiled function. On the stack of
 *  `invoke`, all zero at first, used by one thread. */
typedef struct fused_frame {
  void **buffers;   /**< From fused_alloc(); results first. */
  int64_t count;    /**< Buffers there are. */
  int64_t results;  /**< How many of them hold results. */
  int64_t capacity; /**< Of the array. */
} fused_frame_t;

/** As fused_alloc(); the buffer belongs to `frame`. */
FUSED_EXPORT void *fused_frame_alloc(fused_frame_t *frame, size_t size);

/** Releases a buffer that belongs to `frame` and is no result. Any other
 *  pointer (an input, a constant, one released before) is left alone. */
FUSED_EXPORT void fused_frame_free(fused_frame_t *frame, void *pointer);

/** Makes the array that a memref descriptor of `rank` dimensions describes a
 *  result: dense, row-major, in a buffer of its own that fused_free() releases.
 *  A buffer of `frame` that is all that and no result yet is taken as it is;
 *  anything else is copied, and the descriptor changed. */
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

/** A dense row-major tensor. */
typedef struct fused_tensor {
  void *data;
  fused_type_t type;
  int32_t rank;
  int64_t sizes[FUSED_MAX_RANK];
} fused_tensor_t;

/** What a function was compiled for: who calls it gives it memory there. */
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
   *  output: dense, in a block of its own from fused_alloc(), which the caller
   *  releases (fused_frame_take() makes it so). On failure it has released all
   *  that it allocated (fused_frame_release()). */
  fused_status_t (*invoke)(void *const *inputs, void *const *outputs);
  /** Inputs and outputs of FUSED_TARGET_CUDA lie in memory of a device;
   *  fused_cuda_call() takes such of the host. */
  fused_target_t target;
  int32_t reserved; /**< 0. */
} fused_function_t;

/** A compiled module: the data symbol `fused_module` of an object file, shared
 *  library or just-in-time compiled program. */
typedef struct fused_module {
  uint32_t abi_version;
  uint32_t num_functions;
  const fused_function_t *functions;
} fused_module_t;

/** Finds a function by name, or returns null (and a message that lists the
 *  functions there are, or says what is wrong with the module's tables). */
FUSED_EXPORT const fused_function_t *
fused_module_find(const fused_module_t *module, const char *name);

/** Calls a compiled function. `inputs` are only read: types and sizes must be
 *  those of the function, else FUSED_INVALID_ARGUMENT says which is not.
 *  `outputs` are filled in; the caller releases their data with fused_free().
 *  On failure no output needs to be released and all memory that the program
 *  had allocated in this thread is released, including what calls inside it had
 *  returned. Outputs are contiguous and never share memory with inputs, with
 *  each other or with the module. */
FUSED_EXPORT fused_status_t fused_call(const fused_function_t *function,
                                       const fused_tensor_t *inputs,
                                       fused_tensor_t *outputs);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* FUSED_RUNTIME_FUSED_RUNTIME_H */
