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

/// A function whose time is measured. Its inputs are where it reads them.
class TimedFunction {
public:
  virtual ~TimedFunction() = default;

  /// Returns the seconds of one call: the mean of the calls of one sample.
  virtual llvm::Expected<double> takeSample() = 0;
  virtual unsigned getCallsPerSample() const = 0;
};

/// Calls functions with tensors of the host, on the machine or device that they
/// were compiled for.
class Backend {
public:
  virtual ~Backend() = default;

  /// Returns the backend of functions that were compiled for `target`.
  static Backend &get(fused_target_t target);

  /// Fails with one sentence if the backend cannot call functions.
  virtual llvm::Error check() const = 0;

  /// Calls `function` and returns copies of its results.
  virtual llvm::Expected<std::vector<HostTensor>>
  call(const fused_function_t &function,
       llvm::ArrayRef<HostTensor> inputs) const = 0;

  /// Puts `inputs` where the function reads them. They and `function` must
  /// outlive the result.
  virtual llvm::Expected<std::unique_ptr<TimedFunction>>
  prepare(const fused_function_t &function,
          llvm::ArrayRef<HostTensor> inputs) const = 0;

  /// Fills buffers with NaN before calls, and makes calls fail that write
  /// beyond their buffers, as far as the backend can detect that.
  virtual void guardMemory(bool enabled) const = 0;

  /// From now on, records each function that is called or prepared, and replays
  /// the recording instead of calling it. Fails if the backend cannot record.
  virtual llvm::Error recordCalls() = 0;

  /// Makes the first call of each product take what a file has chosen, which
  /// keeps what tuning chooses. Fails if the backend cannot do that.
  virtual llvm::Error useChoices(const std::string &file) = 0;

  /// Makes the first call of each product find the fastest way to execute it.
  /// Fails if the backend cannot do that.
  virtual llvm::Error tuneProducts() = 0;
};

/// Calls `function` by the backend that it was compiled for.
llvm::Expected<std::vector<HostTensor>> call(const fused_function_t &function,
                                             llvm::ArrayRef<HostTensor> inputs);

/// Returns the backend of CUDA devices.
Backend &getCudaBackend();

/// Makes the runtime load the emulator in place of CUDA's libraries. Must be
/// called before the first call of the runtime. Fails if there is no emulator.
llvm::Error emulateDevices();

/// Returns the views of tensors that the C ABI takes.
llvm::SmallVector<fused_tensor_t> getViews(llvm::ArrayRef<HostTensor> tensors);

/// The tensors of a call, in memory of the host. Outputs that the function
/// computes in the memory of an input are given that of a copy. Every other one
/// of known size is given memory too, so that programs are tested with and
/// without it.
class HostCall {
public:
  HostCall(const fused_function_t &function, llvm::ArrayRef<HostTensor> inputs);
  ~HostCall();
  HostCall(const HostCall &) = delete;
  HostCall &operator=(const HostCall &) = delete;

  const fused_tensor_t *getInputs() const { return inputs.data(); }
  fused_tensor_t *getOutputs() { return outputs.data(); }
  /// Returns the results of a call that succeeded.
  std::vector<HostTensor> take();

private:
  llvm::SmallVector<fused_tensor_t> inputs, outputs;
  std::vector<HostTensor> given; ///< Without type where none was given.
};

/// Makes the error of a call of the runtime that failed with `status`.
llvm::Error makeRuntimeError(fused_status_t status);

} // namespace fused::run

#endif // FUSED_RUN_BACKEND_H
