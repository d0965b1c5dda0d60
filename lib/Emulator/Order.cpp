//===- Order.cpp - What threads have seen of each other -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include <algorithm>

using namespace fused::emulator;

Order &fused::emulator::order = *new Order();

void fused::emulator::join(Times &to, const Times &from) {
  if (to.size() < from.size())
    to.resize(from.size());
  uint32_t *times = to.data();
  const uint32_t *others = from.data();
  for (size_t i = 0, e = from.size(); i < e; ++i)
    times[i] = std::max(times[i], others[i]);
}

void fused::emulator::see(Times &seen, unsigned of, uint32_t time) {
  if (seen.size() <= of)
    seen.resize(of + 1);
  seen[of] = std::max(seen[of], time);
}

void Order::beginCluster(unsigned threads) {
  numThreads = threads;
  agents.clear();
  seen.resize(threads);
  fences.assign(threads, memoryClock.now);
  // Times before the cluster say nothing.
  for (Times &times : seen)
    times.assign(threads, 0);
}

uint16_t Order::addAgent(std::string description) {
  // More than so many never are. The last one stands for all others.
  if (numThreads + agents.size() < severalOfBlock)
    agents.push_back(std::move(description));
  return static_cast<uint16_t>(numThreads + agents.size() - 1);
}

void Order::release(unsigned thread, Times &to) {
  see(seen[thread], thread, ++memoryClock.now);
  join(to, seen[thread]);
}

void Order::synchronize(unsigned first, unsigned last) {
  Times all;
  for (unsigned i = first; i < last; ++i)
    join(all, seen[i]);
  ++memoryClock.now;
  for (unsigned i = first; i < last; ++i)
    see(all, i, memoryClock.now);
  for (unsigned i = first; i < last; ++i)
    seen[i] = all;
}

void Order::actAs(unsigned thread) { actAs(thread, thread); }

void Order::actAs(unsigned agent, unsigned thread) {
  memoryClock.thread = static_cast<uint16_t>(agent);
  memoryClock.issuer = static_cast<uint16_t>(thread);
  memoryClock.seen = &seen[thread];
  memoryClock.fences = fences.data();
}
