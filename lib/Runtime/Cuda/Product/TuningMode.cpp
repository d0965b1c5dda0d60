//===- TuningMode.cpp - When products are measured --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningMode.h"

#include <cstdlib>
#include <cstring>

using namespace fused::runtime;

std::atomic<TuningMode> fused::runtime::tuningMode{TuningMode::Unknown};

/// Off, On or Verbose.
static TuningMode readEnvironment() {
  const char *text = std::getenv("FUSED_CUDA_TUNE");
  if (!text || !*text || std::strcmp(text, "0") == 0)
    return TuningMode::Off;
  return std::strcmp(text, "verbose") == 0 ? TuningMode::Verbose
                                           : TuningMode::On;
}

/// Never destroyed: other threads may still run when the process ends.
ChoiceStore &fused::runtime::getChoiceStore() {
  static ChoiceStore *store = new ChoiceStore();
  return *store;
}

namespace {
/// What was asked for: by the environment, and then by functions. Its lock is
/// held.
class Wishes {
public:
  static Wishes &get() {
    static Wishes *wishes = new Wishes();
    return *wishes;
  }

  std::mutex mutex;

  void read() {
    if (isRead)
      return;
    if (const char *file = std::getenv("FUSED_CUDA_CHOICES"))
      getChoiceStore().setFile(file);
    measures = readEnvironment() != TuningMode::Off;
    isRead = true;
  }
  TuningMode apply() {
    TuningMode mode = getChoiceStore().mayHaveChoices() ? TuningMode::Stored
                                                        : TuningMode::Off;
    if (measures)
      mode = readEnvironment() == TuningMode::Verbose ? TuningMode::Verbose
                                                      : TuningMode::On;
    tuningMode.store(mode, std::memory_order_relaxed);
    return mode;
  }

  bool measures = false;

private:
  bool isRead = false;
};
} // namespace

TuningMode fused::runtime::initializeTuningMode() {
  Wishes &wishes = Wishes::get();
  std::lock_guard<std::mutex> lock(wishes.mutex);
  wishes.read();
  return wishes.apply();
}

void fused::runtime::enableTuning(bool enabled) {
  Wishes &wishes = Wishes::get();
  std::lock_guard<std::mutex> lock(wishes.mutex);
  wishes.read();
  changeTuningGeneration();
  wishes.measures = enabled;
  wishes.apply();
}

void fused::runtime::nameChoiceFile(const std::string &file) {
  Wishes &wishes = Wishes::get();
  std::lock_guard<std::mutex> lock(wishes.mutex);
  wishes.read();
  changeTuningGeneration();
  getChoiceStore().setFile(file);
  wishes.apply();
}

fused_status_t fused::runtime::carryChoices(const char *text) {
  Wishes &wishes = Wishes::get();
  std::lock_guard<std::mutex> lock(wishes.mutex);
  fused_status_t status = getChoiceStore().addText(text);
  changeTuningGeneration();
  // The host may set the environment when it has loaded the program.
  if (tuningMode.load(std::memory_order_relaxed) != TuningMode::Unknown)
    wishes.apply();
  return status;
}

static std::atomic<uint64_t> generation = 0;

uint64_t fused::runtime::getTuningGeneration() {
  return generation.load(std::memory_order_relaxed);
}

void fused::runtime::changeTuningGeneration() { ++generation; }
