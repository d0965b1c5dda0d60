//===- Call.h - Calls of compiled functions -----------------------*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_CALL_H
#define FUSED_PYTHON_CALL_H

#include "Arrays.h"

#include <memory>
#include <vector>

struct fused_cuda_graph;

namespace fused::python {

/// Throws fused.Error with the message of the call that failed.
void check(fused_status_t status);

class Graph;

/// Numbers in memory of a device, which programs read as arrays of rank 0.
class DeviceNumbers {
public:
  DeviceNumbers() = default;
  ~DeviceNumbers();
  DeviceNumbers(DeviceNumbers &&) = default;
  DeviceNumbers &operator=(DeviceNumbers &&other);

  /// Copies the number of `tensor` to the device, in the current stream, and
  /// has `tensor` view it there.
  void move(fused_tensor_t &tensor);

  int32_t device = 0;
  void *stream = nullptr; ///< In which they are released.

private:
  std::vector<void *> blocks;
};

/// A function of a compiled program.
class Function {
public:
  /// `owner` keeps the program loaded. `factories(array, is_on_device, number)`
  /// returns a callable for each output that makes an array for it, in the
  /// library of `array`, on this device; or None where the size is unknown.
  /// `adopt(array, output)` makes one of the memory of `output`.
  /// `current_stream(array, number)` is the stream in which the library of
  /// `array` works.
  Function(uintptr_t module, uintptr_t address, nanobind::object owner,
           std::vector<std::string> inputNames, nanobind::object factories,
           nanobind::object adopt, nanobind::object currentStream);
  /// Unloads the kernels of a program for devices, when they are done.
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
  int64_t getArenaSize() const { return function->arena_size; }
  bool isForDevices() const { return function->target == FUSED_TARGET_CUDA; }
  std::string getName() const { return function->name; }
  /// (type, sizes) of each input or output; None stands for an unknown size.
  nanobind::list getTypes(bool ofOutputs) const;
  /// For each output, the number of the input in whose memory it is, or -1.
  std::vector<int> getDonations() const;

private:
  friend class Invocation;
  /// Notes that work of the program is in a stream of a device.
  void addStream(int32_t device, void *stream);

  const fused_module_t *module;
  const fused_function_t *function;
  nanobind::object owner;
  std::vector<std::string> inputNames;
  nanobind::object factories, adopt, currentStream;
  /// By the type of an array and its device: what `factories` has returned.
  nanobind::dict made;
  std::vector<std::pair<int32_t, void *>> streams;
  bool isShared = false;
};

/// A recorded call, with all that it reads and writes.
class Graph {
public:
  explicit Graph(nanobind::object kept) : kept(std::move(kept)) {}
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  void replay(nanobind::object stream);
  nanobind::object getOutputs() const { return outputs; }

  fused_cuda_graph *graph = nullptr;
  int32_t device = 0;
  void *stream = nullptr; ///< Of the last replay.
  nanobind::object outputs;
  DeviceNumbers numbers;

private:
  nanobind::object kept;
};

} // namespace fused::python

#endif // FUSED_PYTHON_CALL_H
