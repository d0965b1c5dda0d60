//===- FusedCudaMatrix.cpp - Checks of the runtime on a device ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuns.h"
#include "TestDriver.h"
#include "fused-runtime/fused_runtime.h"

#include "Cuda/Libraries.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace fused::test;

static const char usage[] =
    "usage: FusedCudaMatrix [matrix|streams|graphs|overhead|faults]... "
    "[option]...\n"
    "Checks products on CUDA device 0 against an oracle on the host; without "
    "a\n"
    "name, everything but faults. Exits with 0 if no check failed, 77 without "
    "a\n"
    "device.\n"
    "  --out=FILE      write the results as JSON\n"
    "  --filter=TEXT   only cases of the matrix with TEXT in their "
    "description\n"
    "  --every=N       only each N-th case of the matrix\n"
    "  --threads=N     that run the matrix (8)\n"
    "  --seconds=N     that the streams run (20)\n"
    "  --relaxed       with the flags that allow cuBLASLt to be less exact\n"
    "  --separate      a block of memory for each operand\n";

namespace {
struct Arguments {
  RunOptions options;
  std::string names; ///< Each with a space behind it.
  const char *out = nullptr;

  bool parse(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
      std::string argument = argv[i];
      size_t equals = argument.find('=');
      std::string name = argument.substr(0, equals);
      const char *value =
          equals == std::string::npos ? "" : argv[i] + equals + 1;
      if (name == "--out")
        out = value;
      else if (name == "--filter")
        options.filter = value;
      else if (name == "--every")
        options.every = static_cast<unsigned>(std::max(1, std::atoi(value)));
      else if (name == "--threads")
        options.threads = static_cast<unsigned>(std::max(1, std::atoi(value)));
      else if (name == "--seconds")
        options.seconds = std::atof(value);
      else if (name == "--relaxed")
        options.relaxed = true;
      else if (name == "--separate")
        options.separateBlocks = true;
      else if (name == "matrix" || name == "streams" || name == "graphs" ||
               name == "overhead" || name == "faults")
        names += name + " ";
      else
        return false;
    }
    return true;
  }
};

void describeDevice(Json &report) {
  const TestDriver &driver = getDriver();
  driver.enter();
  CUdevice device;
  char name[96] = "", date[32];
  int version = 0;
  driver.cuDeviceGet(&device, 0);
  driver.cuDeviceGetName(name, sizeof(name), device);
  driver.cuDriverGetVersion(&version);
  std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof(date), "%Y-%m-%d", std::gmtime(&now));
  const char *split = std::getenv("FUSED_CUDA_SPLIT");
  report.add("device", name);
  report.add("date", date);
  report.add("driver_cuda_version", version);
  report.add("cublaslt_version",
             static_cast<double>(
                 fused::runtime::getCudaLibraries().cublasLtGetVersion()));
  report.add("split", split ? split : "auto");
}
} // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  if (!arguments.parse(argc, argv)) {
    std::fputs(usage, stderr);
    return 2;
  }
  const fused::runtime::CudaLibraries &cuda =
      fused::runtime::getCudaLibraries();
  if (!cuda.usable()) {
    std::printf("skipped: %s\n", cuda.problem);
    return 77;
  }
  Json report;
  describeDevice(report);
  struct Run {
    const char *name;
    int (*function)(const RunOptions &, Json &);
  };
  // The graphs first: they want a process that has not planned anything.
  const Run runs[] = {{"graphs", runGraphs},
                      {"overhead", runOverhead},
                      {"matrix", runMatrix},
                      {"streams", runStreams},
                      {"faults", runFaults}};
  int failed = 0;
  for (const Run &run : runs) {
    // What breaks the device runs where it is asked for.
    bool isWanted = arguments.names.empty()
                        ? run.function != runFaults
                        : arguments.names.find(std::string(run.name) + " ") !=
                              std::string::npos;
    if (!isWanted)
      continue;
    Json part;
    failed += run.function(arguments.options, part);
    report.add(run.name, part);
    std::fflush(stdout);
  }
  if (arguments.out) {
    std::FILE *file = std::fopen(arguments.out, "w");
    if (!file) {
      std::perror(arguments.out);
      return 2;
    }
    std::fprintf(file, "%s\n", report.str().c_str());
    std::fclose(file);
  }
  return failed != 0;
}
