//===- Invocation.h - Calls of compiled functions ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_INVOCATION_H
#define FUSED_PYTHON_INVOCATION_H

#include "Arrays.h"
#include "Function.h"
#include "Streams.h"

#include <memory>
#include <vector>

namespace fused::python {

/// The arguments of one call, as the runtime takes them. Is made and destroyed
/// while the GIL is held.
class Invocation {
public:
  Invocation(Function &called, nanobind::tuple inputs, nanobind::object stream);

  void viewInputs();
  /// Finds memory for the outputs: what is given, the inputs that are donated,
  /// or new arrays.
  void placeOutputs(nanobind::handle given, nanobind::handle donate);
  void call();
  void record(Graph &graph);
  /// The objects of the outputs: one, or a tuple.
  nanobind::object getResults();

private:
  int32_t numInputs() const { return called.function->num_inputs; }
  int32_t numOutputs() const { return called.function->num_outputs; }
  const fused_tensor_type_t &inputType(int32_t i) const {
    return called.function->inputs[i];
  }
  const fused_tensor_type_t &outputType(int32_t i) const {
    return called.function->outputs[i];
  }
  fused_tensor_t &input(int32_t i) { return tensors[static_cast<size_t>(i)]; }
  fused_tensor_t &output(int32_t i) {
    return tensors[static_cast<size_t>(numInputs() + i)];
  }
  nanobind::object &outputObject(int32_t i) {
    return outputs[static_cast<size_t>(i)];
  }
  Subject nameInput(int32_t i) const {
    return {"argument", i, &called.inputNames[static_cast<size_t>(i)]};
  }

  void *findStream(nanobind::handle object, int32_t number);
  void checkPlace(const Array &array, const Subject &subject, bool isOutput);
  void checkType(const Array &array, const fused_tensor_type_t &type,
                 const Subject &subject) const;
  void place(int32_t i, nanobind::handle object);
  void donate(int32_t input);
  void makeOutputs();
  nanobind::object adopt(int32_t i);
  void enterDevice();
  bool isNumber(int32_t i) const {
    return called.function->numbers && called.function->numbers[i];
  }

  Function &called;
  nanobind::tuple inputs;
  nanobind::object stream;
  bool isStreamKnown = false;
  void *cudaStream = nullptr;
  std::unique_ptr<Array[]> views; ///< Of the inputs, then of the outputs.
  std::vector<fused_tensor_t> tensors;
  std::vector<nanobind::object> outputs; ///< None where the runtime makes it.
  int32_t device = -1; ///< Known from the first array on a device on.
  bool hasHostArrays = false, needsSynchronization = false;
  DeviceNumbers numbers;
};

} // namespace fused::python

#endif // FUSED_PYTHON_INVOCATION_H
