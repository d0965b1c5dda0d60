//===- Backend.h - What executes compiled functions -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_BACKEND_H
#define FUSED_RUN_BACKEND_H

#include "HostTensor.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace fused::run {

/// A function with inputs that lie where it reads them, to be timed.
class TimedFunction {
public:
  virtual ~TimedFunction() = default;

  /// The seconds of one call: the mean of as many calls as one sample has.
  virtual llvm::Expected<double> takeSample() = 0;
  virtual unsigned getCallsPerSample() const = 0;
};

/// Calls functions with tensors of the host, wherever they were compiled to
/// run.
class Backend {
public:
  virtual ~Backend() = default;

  /// The backend of functions that were compiled for `target`.
  static Backend &get(fused_target_t target);

  /// Fails with one sentence where nothing can be called.
  virtual llvm::Error check() const = 0;

  /// Calls `function` and returns copies of its results.
  virtual llvm::Expected<std::vector<HostTensor>>
  call(const fused_function_t &function,
       llvm::ArrayRef<HostTensor> inputs) const = 0;

  /// Puts `inputs` in place. They and `function` must outlive the result.
  virtual llvm::Expected<std::unique_ptr<TimedFunction>>
  prepare(const fused_function_t &function,
          llvm::ArrayRef<HostTensor> inputs) const = 0;

  /// Lets calls fail that write beyond their buffers, as far as the backend can
  /// tell, and fills buffers with NaN beforehand.
  virtual void guardMemory(bool enabled) const = 0;

  /// Records each function that is called or prepared from now on, and replays
  /// the recording in place of calls. Fails where there is no such thing.
  virtual llvm::Error recordCalls() = 0;

  /// Lets the first call of each product measure how it is executed best. Fails
  /// where there is no such thing.
  virtual llvm::Error tuneProducts() = 0;
};

/// Calls `function` where it was compiled to run.
llvm::Expected<std::vector<HostTensor>> call(const fused_function_t &function,
                                             llvm::ArrayRef<HostTensor> inputs);

/// The backend of CUDA devices.
Backend &getCudaBackend();

/// Lets the runtime load the emulator in place of CUDA's libraries. To be
/// called before anything is asked of the runtime. Fails where there is no
/// emulator.
llvm::Error emulateDevices();

/// The views of tensors that the C ABI takes.
llvm::SmallVector<fused_tensor_t> getViews(llvm::ArrayRef<HostTensor> tensors);

/// Copies outputs in the host's memory and releases them.
std::vector<HostTensor> takeOutputs(llvm::ArrayRef<fused_tensor_t> outputs);

/// The error of a call of the runtime that failed with `status`.
llvm::Error makeRuntimeError(fused_status_t status);

} // namespace fused::run

#endif // FUSED_RUN_BACKEND_H
