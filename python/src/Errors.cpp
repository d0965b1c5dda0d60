//===- Errors.cpp - Exceptions --------------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

#include "fused-runtime/fused_cuda.h"
#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace fused::python;

void fused::python::check(fused_status_t status) {
  if (status == FUSED_OK)
    return;
  nb::object type = nb::module_::import_("fused").attr("Error");
  nb::object error =
      type(nb::str(fused_last_error()), nb::str(fused_status_string(status)));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

void fused::python::warnAboutChoices() {
  if (fused_cuda_check_choices() != FUSED_OK &&
      PyErr_WarnEx(PyExc_RuntimeWarning, fused_last_error(),
                   /*stack_level=*/2) != 0)
    throw nb::python_error();
}

void fused::python::throwValueError(const std::string &message) {
  throw nb::value_error(message.c_str());
}

void fused::python::throwTypeError(const std::string &message) {
  throw nb::type_error(message.c_str());
}
