//===- RunMatrix.cpp - The correctness matrix -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "DeviceRuns.h"
#include "MatrixCases.h"

#include <atomic>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

using namespace fused;
using namespace fused::test;

namespace {
/// The outcomes of one cell: types, epilog, transposes.
struct Cell {
  int passed = 0, failed = 0;
  std::vector<std::string> refused; ///< Variations.
};

struct Outcome {
  fused_status_t status = FUSED_OK;
  std::string message; ///< Of a failure or a refusal.
};

class Matrix {
public:
  explicit Matrix(const RunOptions &options) : options(options) {
    unsigned index = 0;
    for (MatrixCase &test : makeMatrix()) {
      if (options.relaxed)
        test.relax();
      if (index++ % options.every == 0 && isWanted(test))
        cases.push_back(test);
    }
  }

  void run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < options.threads; ++i)
      threads.emplace_back([this] { work(); });
    for (std::thread &thread : threads)
      thread.join();
  }

  int report(Json &json) const {
    Json cellArray(true), failureArray(true), refusalArray(true);
    int passed = 0, failed = 0, refused = 0;
    for (const auto &[key, cell] : cells) {
      Json entry;
      entry.add("types", std::get<0>(key));
      entry.add("epilog", std::get<1>(key));
      entry.add("transposes", std::get<2>(key));
      entry.add("passed", cell.passed);
      entry.add("failed", cell.failed);
      Json variationArray(true);
      for (const std::string &variation : cell.refused)
        variationArray.push(variation);
      entry.add("refused", variationArray);
      cellArray.push(entry);
      passed += cell.passed;
      failed += cell.failed;
      refused += static_cast<int>(cell.refused.size());
    }
    for (const std::string &failure : failures)
      failureArray.push(failure);
    for (const auto &[types, message] : refusalExamples)
      refusalArray.push(message);
    std::printf("matrix: %d passed, %d failed, %d refused\n", passed, failed,
                refused);
    json.add("passed", passed);
    json.add("failed", failed);
    json.add("refused", refused);
    json.add("failures", failureArray);
    json.add("refusal_examples", refusalArray);
    json.add("cells", cellArray);
    return failed;
  }

private:
  static std::string describe(const MatrixCase &test) {
    std::ostringstream out;
    out << test.types->name << " [" << test.variation << "] " << test.product;
    return out.str();
  }
  bool isWanted(const MatrixCase &test) const {
    return describe(test).find(options.filter) != std::string::npos;
  }

  void work() {
    TestStream stream;
    deviceCall.stream = stream.get();
    if (!options.separateBlocks)
      deviceCall.makeArena(size_t(96) << 20);
    for (size_t i; (i = next++) < cases.size();) {
      currentTest = describe(cases[i]);
      record(cases[i], execute(cases[i]));
    }
  }

  static Outcome execute(const MatrixCase &test) {
    deviceCall.offset = test.offset;
    ProductRun run(test.product);
    fused_plan_slot_t slot = {};
    Outcome outcome;
    outcome.status = run.execute(deviceMatmul, &slot);
    if (outcome.status != FUSED_OK) {
      outcome.message = fused_last_error();
      return outcome;
    }
    outcome.message = run.check();
    if (!outcome.message.empty() || test.product.c == CKind::IsD)
      return outcome;
    // Once more, with the plan of the slot: the same bits.
    ProductRun again(test.product);
    outcome.status = again.execute(deviceMatmul, &slot);
    if (!run.hasSameResults(again))
      outcome.message = "the second call gives other bits";
    return outcome;
  }

  void record(const MatrixCase &test, const Outcome &outcome) {
    const ProductCase &p = test.product;
    std::string transposes = {p.transposeA ? 'T' : 'N',
                              p.transposeB ? 'T' : 'N'};
    std::string epilog = getEpilogInfo(p.epilog).name;
    if (p.multiplyMask)
      epilog += " times mask";
    std::lock_guard<std::mutex> lock(mutex);
    Cell &cell = cells[{test.types->name, epilog, transposes}];
    if (outcome.status == FUSED_UNSUPPORTED) {
      cell.refused.push_back(test.variation);
      refusalExamples.emplace(test.types->name + epilog, outcome.message);
      return;
    }
    if (outcome.status == FUSED_OK && outcome.message.empty()) {
      ++cell.passed;
      return;
    }
    ++cell.failed;
    if (failures.size() < 400)
      failures.push_back(describe(test) + ": " + outcome.message);
  }

  const RunOptions &options;
  std::vector<MatrixCase> cases;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::map<std::tuple<std::string, std::string, std::string>, Cell> cells;
  std::map<std::string, std::string> refusalExamples;
  std::vector<std::string> failures;
};
} // namespace

int fused::test::runMatrix(const RunOptions &options, Json &report) {
  Matrix matrix(options);
  matrix.run();
  return matrix.report(report);
}
