//===- Ticker.cpp - How far a run is ----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ticker.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace fused::fuzz;

void Ticker::show(uint64_t done, uint64_t failures) {
  auto now = std::chrono::steady_clock::now();
  if (done < total && now - last < std::chrono::seconds(10))
    return;
  last = now;
  double seconds = std::chrono::duration<double>(now - start).count();
  errs() << formatv("{0} of {1} {2}, {3} failed, {4:f0} s, {5:f0} s to go\n",
                    done, total, what, failures, seconds,
                    done ? seconds * double(total - done) / double(done) : 0);
}

void fused::fuzz::printComment(raw_ostream &os, StringRef text) {
  SmallVector<StringRef> lines;
  text.trim().split(lines, '\n');
  for (StringRef line : lines)
    os << "// " << line << "\n";
}
