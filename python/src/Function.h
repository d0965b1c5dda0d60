//===- Function.h - Functions of compiled programs --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_FUNCTION_H
#define FUSED_PYTHON_FUNCTION_H

#include "fused-runtime/fused_cuda.h"
#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fused::python {

class Graph;

/// A function of a compiled program.
class Function {
public:
  /// Finds the function `name` of `program`, which it keeps loaded; if there is
  /// no name, main or the only one. `arrays` is the module fused._arrays.
  Function(nanobind::object program, std::optional<std::string> name,
           nanobind::object arrays);
  /// Unloads the kernels of a program for devices, when they are done, and what
  /// was recorded.
  ~Function();
  Function(const Function &) = delete;
  Function &operator=(const Function &) = delete;

  nanobind::object call(nanobind::tuple inputs, nanobind::object outputs,
                        nanobind::object stream, nanobind::object donate);
  std::unique_ptr<Graph> record(nanobind::tuple inputs,
                                nanobind::object outputs,
                                nanobind::object stream);

  /// Whoever has the address may use streams that nobody here knows of, so
  /// the kernels stay loaded.
  uintptr_t getAddress() {
    isShared = true;
    return reinterpret_cast<uintptr_t>(function);
  }
  /// That of the recorder; 0 for a program for the CPU.
  uintptr_t getRecorderAddress();
  int64_t getArenaSize() const { return function->arena_size; }
  bool isForDevices() const { return function->target == FUSED_TARGET_CUDA; }
  std::string getName() const { return function->name; }
  const std::vector<std::string> &getInputNames() const { return inputNames; }
  /// (type, sizes) of each input or output; None stands for an unknown size.
  nanobind::list getTypes(bool ofOutputs) const;
  /// For each output, the number of the input in whose memory it is, or -1.
  std::vector<int> getDonations() const;

  /// Notes that work of the program is in a stream of a device.
  void addStream(int32_t device, void *stream);

private:
  friend class Invocation;

  /// What calls on devices go through.
  fused_cuda_recorder_t *getRecorder();
  /// Waits for the work of the program; false if some may go on.
  bool wait();

  const fused_module_t *module;
  const fused_function_t *function;
  nanobind::object program;
  std::vector<std::string> inputNames;
  nanobind::object arrays;
  /// By the type of an array and its device: what makes arrays for the outputs.
  nanobind::dict made;
  std::vector<std::pair<int32_t, void *>> streams;
  bool isShared = false;
  fused_cuda_recorder_t *recorder = nullptr; ///< Made when it is needed.
};

} // namespace fused::python

#endif // FUSED_PYTHON_FUNCTION_H
