//===- Runtime.cpp - The module fused._runtime ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Function.h"
#include "Graph.h"

#include "fused-runtime/fused_cuda.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace fused::python;

NB_MODULE(_runtime, module) {
  // Caches of PyTorch and JAX keep programs until the process ends.
  nb::set_leak_warnings(false);
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
      .def(nb::init<nb::object, std::optional<std::string>, nb::object>(),
           "program"_a, "name"_a.none(), "arrays"_a)
      .def("call", &Function::call, "inputs"_a, "out"_a.none(),
           "stream"_a.none(), "donate"_a)
      .def("record", &Function::record, "inputs"_a, "out"_a.none(),
           "stream"_a.none())
      .def_prop_ro("address", &Function::getAddress)
      .def_prop_ro("recorder", &Function::getRecorderAddress)
      .def_prop_ro("arena_size", &Function::getArenaSize)
      .def_prop_ro("is_for_devices", &Function::isForDevices)
      .def_prop_ro("name", &Function::getName)
      .def_prop_ro("input_names", &Function::getInputNames)
      .def_prop_ro("donations", &Function::getDonations)
      .def_prop_ro("inputs", [](Function &f) { return f.getTypes(false); })
      .def_prop_ro("outputs", [](Function &f) { return f.getTypes(true); });

  module.def("check_cuda", [] { check(fused_cuda_check()); });
}
