//===- Runtime.cpp - The module fused._runtime
//-------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "fused-runtime/fused_cuda.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace fused::python;

NB_MODULE(_runtime, module) {
  nb::class_<Graph>(module, "Graph",
                    "A recorded call of a program on a CUDA device.\n\n"
                    "Each replay reads the arrays of the recorded call and "
                    "writes its outputs again,\nat the cost of one launch.")
      .def("replay", &Graph::replay, "stream"_a = nb::none(),
           "Does the work of the recorded call again, in `stream` or that of "
           "the last replay.")
      .def_prop_ro("outputs", &Graph::getOutputs,
                   "What the call returned: an array, or a tuple of arrays.");

  nb::class_<Function>(module, "Function")
      .def(nb::init<uintptr_t, uintptr_t, nb::object, std::vector<std::string>,
                    nb::object, nb::object, nb::object>(),
           "module"_a, "address"_a, "owner"_a, "input_names"_a,
           "factories"_a.none(), "adopt"_a.none(), "current_stream"_a.none())
      .def("call", &Function::call, "inputs"_a, "out"_a.none(),
           "stream"_a.none(), "donate"_a)
      .def("record", &Function::record, "inputs"_a, "out"_a.none(),
           "stream"_a.none())
      .def_prop_ro("address", &Function::getAddress)
      .def_prop_ro("arena_size", &Function::getArenaSize)
      .def_prop_ro("is_for_devices", &Function::isForDevices)
      .def_prop_ro("name", &Function::getName)
      .def_prop_ro("donations", &Function::getDonations)
      .def_prop_ro("inputs", [](Function &f) { return f.getTypes(false); })
      .def_prop_ro("outputs", [](Function &f) { return f.getTypes(true); });

  module.def("find_function", [](uintptr_t table, const std::string &name) {
    const fused_function_t *function = fused_module_find(
        reinterpret_cast<const fused_module_t *>(table), name.c_str());
    if (!function)
      check(FUSED_INVALID_ARGUMENT);
    return reinterpret_cast<uintptr_t>(function);
  });
  module.def("function_names", [](uintptr_t table) {
    const auto *programs = reinterpret_cast<const fused_module_t *>(table);
    std::vector<std::string> names;
    for (uint32_t i = 0; i < programs->num_functions; ++i)
      names.push_back(programs->functions[i].name);
    return names;
  });
  module.def("check_cuda", [] { check(fused_cuda_check()); });
}
