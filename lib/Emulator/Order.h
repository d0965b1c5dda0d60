//===- Order.h - What threads have seen of each other -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where threads wait at barriers in memory, each of them learns from others at
// times of its own. Each thread has a table of times: until when it has seen
// what each other one did. What a device does beside its threads, such as
// copies, has numbers after those of the threads, as agents.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_ORDER_H
#define FUSED_LIB_EMULATOR_ORDER_H

#include "Memory.h"

namespace fused::emulator {

/// Adds what `from` has seen to what `to` has seen.
void join(Times &to, const Times &from);
/// Sees all that the thread or agent `of` did until `time`.
void see(Times &seen, unsigned of, uint32_t time);

class Order {
public:
  /// Begins a cluster of so many threads, without agents.
  void beginCluster(unsigned numThreads);
  /// Adds an agent. Errors call it by its description.
  uint16_t addAgent(std::string description);
  const std::string &describeAgent(unsigned agent) const {
    return agents[agent - numThreads];
  }
  bool isAgent(unsigned number) const {
    return number >= numThreads && number - numThreads < agents.size();
  }

  Times &getSeen(unsigned thread) { return seen[thread]; }
  /// Lets `to` see what the thread has done and seen until now.
  void release(unsigned thread, Times &to);
  /// Lets threads from `first` on see what all of them did.
  void synchronize(unsigned first, unsigned last);
  /// Lets agents see what the thread has stored until now.
  void fence(unsigned thread) { fences[thread] = ++memoryClock.now; }

  /// Lets `memoryClock` act for a thread, or for an agent that the thread has
  /// given work.
  void actAs(unsigned thread);
  void actAs(unsigned agent, unsigned thread);

private:
  unsigned numThreads = 0;
  std::vector<Times> seen;
  std::vector<uint32_t> fences;
  std::vector<std::string> agents;
};
extern Order &order;

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_ORDER_H
