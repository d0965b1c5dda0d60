//===- Function.cpp - Functions of compiled programs ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"

#include "Errors.h"
#include "Graph.h"
#include "Invocation.h"
#include "Streams.h"
#include <nanobind/stl/string.h>

#include <algorithm>

namespace nb = nanobind;
using namespace fused::python;

/// Finds a function by its name, or main, or the only one.
static const fused_function_t *
findFunction(const fused_module_t &module,
             const std::optional<std::string> &name) {
  const fused_function_t *function =
      fused_module_find(&module, name ? name->c_str() : "main");
  if (!function && !name && module.num_functions == 1)
    function = fused_module_find(&module, module.functions[0].name);
  if (!function)
    check(FUSED_INVALID_ARGUMENT);
  return function;
}

Function::Function(nb::object program, std::optional<std::string> name,
                   nb::object arrays)
    : module(reinterpret_cast<const fused_module_t *>(
          nb::cast<uintptr_t>(program.attr("module")))),
      function(findFunction(*module, name)), program(std::move(program)),
      arrays(std::move(arrays)) {
  for (int32_t i = 0; i < function->num_inputs; ++i)
    inputNames.push_back(
        nb::cast<std::string>(this->program.attr("argument_name")(i)));
}

uintptr_t Function::getRecorderAddress() {
  isShared = true;
  return isForDevices() ? reinterpret_cast<uintptr_t>(getRecorder()) : 0;
}

fused_cuda_recorder_t *Function::getRecorder() {
  if (!recorder)
    check(fused_cuda_recorder_create(function, &recorder));
  return recorder;
}

void Function::addStream(int32_t device, void *stream) {
  std::pair<int32_t, void *> used(device, stream);
  if (std::find(streams.begin(), streams.end(), used) == streams.end())
    streams.push_back(used);
}

bool Function::wait() {
  // A stream that is captured cannot be waited for.
  for (auto [device, stream] : streams) {
    if (fused_cuda_set_device(device) != FUSED_OK)
      return false;
    StreamScope scope(stream);
    if (fused_cuda_synchronize() != FUSED_OK)
      return false;
  }
  return true;
}

Function::~Function() {
  if (!isForDevices())
    return;
  nb::gil_scoped_release released;
  fused_cuda_recorder_release(recorder);
  if (!isShared && wait())
    fused_module_release(module);
}

nb::list Function::getTypes(bool ofOutputs) const {
  const fused_tensor_type_t *types =
      ofOutputs ? function->outputs : function->inputs;
  int32_t count = ofOutputs ? function->num_outputs : function->num_inputs;
  nb::list list;
  for (int32_t i = 0; i < count; ++i) {
    nb::list sizes;
    for (int32_t k = 0; k < types[i].rank; ++k)
      if (types[i].sizes[k] == FUSED_DYNAMIC)
        sizes.append(nb::none());
      else
        sizes.append(types[i].sizes[k]);
    list.append(
        nb::make_tuple(fused_type_string(types[i].type), nb::tuple(sizes)));
  }
  return list;
}

std::vector<int> Function::getDonations() const {
  std::vector<int> donations(static_cast<size_t>(function->num_outputs), -1);
  for (size_t i = 0; function->donations && i < donations.size(); ++i)
    donations[i] = function->donations[i];
  return donations;
}

nb::object Function::call(nb::tuple inputs, nb::object outputs,
                          nb::object stream, nb::object donate) {
  Invocation invocation(*this, std::move(inputs), std::move(stream));
  invocation.viewInputs();
  invocation.placeOutputs(outputs, donate);
  invocation.call();
  if (isForDevices())
    warnAboutChoices();
  return invocation.getResults();
}

std::unique_ptr<Graph> Function::record(nb::tuple inputs, nb::object outputs,
                                        nb::object stream) {
  auto graph =
      std::make_unique<Graph>(*this, nb::make_tuple(nb::find(*this), inputs));
  Invocation invocation(*this, std::move(inputs), std::move(stream));
  invocation.viewInputs();
  invocation.placeOutputs(outputs, nb::make_tuple());
  invocation.record(*graph);
  warnAboutChoices();
  graph->outputs = invocation.getResults();
  return graph;
}
