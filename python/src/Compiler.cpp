//===- Compiler.cpp - The module fused._compiler --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-c/Compiler.h"
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <string_view>

namespace nb = nanobind;
using namespace nb::literals;

static MlirStringRef wrap(std::string_view text) {
  return mlirStringRefCreate(text.data(), text.size());
}

static std::string_view unwrap(MlirStringRef text) {
  return {text.data, text.length};
}

/// Passes messages to a function of Python, from any thread.
static void tell(const FusedMessage *message, void *userData) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  nb::gil_scoped_acquire acquired;
  // What the compiler says may have parts of a program in any encoding.
  auto decode = [](const char *text) {
    return nb::steal(PyUnicode_DecodeUTF8(
        text, static_cast<Py_ssize_t>(std::char_traits<char>::length(text)),
        "replace"));
  };
  static_cast<nb::list *>(userData)->append(
      nb::make_tuple(severities[message->severity], decode(message->name),
                     decode(message->location), decode(message->text),
                     decode(message->rendered)));
}

namespace {
class Program {
public:
  explicit Program(FusedProgram *program) : program(program) {}
  ~Program() { fusedProgramDestroy(program); }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  FusedProgram *const program;
};
} // namespace

/// Returns a program, or None after an error, which `messages` has then.
static std::unique_ptr<Program> makeProgram(FusedProgram *program) {
  return program ? std::make_unique<Program>(program) : nullptr;
}

static std::unique_ptr<Program>
compile(nb::bytes mlir, const std::string &name, const std::string &target,
        const std::string &numerics, std::optional<std::string> entry,
        std::optional<std::string> chip, bool emulate, nb::list messages) {
  FusedCompileOptions options = {};
  options.target = target.c_str();
  options.numerics = numerics.c_str();
  options.entry = entry ? entry->c_str() : nullptr;
  options.chip = chip ? chip->c_str() : nullptr;
  options.emulate = emulate;
  std::string_view text(mlir.c_str(), mlir.size());
  FusedProgram *program;
  {
    nb::gil_scoped_release released;
    program = fusedCompile(wrap(text), wrap(name), &options, tell, &messages);
  }
  return makeProgram(program);
}

static std::unique_ptr<Program> load(const std::string &path,
                                     nb::list messages) {
  nb::gil_scoped_release released;
  return makeProgram(fusedProgramLoad(wrap(path), tell, &messages));
}

static bool save(const Program &program, const std::string &path,
                 nb::list messages) {
  nb::gil_scoped_release released;
  return mlirLogicalResultIsSuccess(
      fusedProgramSave(program.program, wrap(path), tell, &messages));
}

NB_MODULE(_compiler, module) {
  // Caches of PyTorch and JAX keep programs until the process ends.
  nb::set_leak_warnings(false);
  nb::class_<Program>(module, "Program")
      .def_prop_ro("module",
                   [](const Program &program) {
                     return reinterpret_cast<uintptr_t>(
                         fusedProgramGetModule(program.program));
                   })
      .def("report",
           [](const Program &program, bool asTable) {
             return std::string(unwrap(fusedProgramGetReport(
                 program.program,
                 asTable ? FusedReportTable : FusedReportJSON)));
           })
      .def("argument_name",
           [](const Program &program, intptr_t index) {
             return std::string(
                 unwrap(fusedProgramGetArgumentName(program.program, index)));
           })
      .def("save", &save);
  module.def("compile", &compile, "mlir"_a, "name"_a, "target"_a, "numerics"_a,
             "entry"_a.none(), "chip"_a.none(), "emulate"_a, "messages"_a);
  module.def("load", &load);
}
