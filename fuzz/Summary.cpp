//===- Summary.cpp - What became of all programs ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summary.h"

#include "fused/Support/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

static bool haveCommon(ArrayRef<std::string> a, ArrayRef<std::string> b) {
  return any_of(a,
                [&](const std::string &item) { return is_contained(b, item); });
}

static Recognized judge(const Program &program, const Outcome &outcome) {
  if (haveCommon(outcome.epilogs, program.expected))
    return Recognized::Whole;
  static const std::vector<std::string> contract = {
      "nan-handling", "infinity-handling", "exact-gelu", "strict-rounding",
      "narrower-type"};
  if (haveCommon(outcome.reasons, contract))
    return Recognized::Contract;
  bool hasPart = any_of(outcome.epilogs, [](const std::string &epilog) {
    return epilog != "default" && epilog != "-";
  });
  return hasPart ? Recognized::Part : Recognized::None;
}

std::string Summary::add(const Program &program, const Outcome &outcome) {
  ++numPrograms;
  bool isForbidden =
      program.miss && haveCommon(outcome.epilogs, program.forbidden);
  if (program.miss) {
    misses[*program.miss][isForbidden].add(program.index);
  } else if (!program.expected.empty()) {
    Recognized recognized = judge(program, outcome);
    legal[program.family + ": " + program.expected.front()][recognized].add(
        program.index);
    if (recognized == Recognized::None || recognized == Recognized::Part)
      notFused[{program.expected.front(),
                outcome.reasons.empty()
                    ? "fused as " + join(outcome.epilogs, ", ")
                    : join(outcome.reasons, ", ")}]
          .add(program.index);
  }
  std::string failure;
  if (!outcome.wrong.empty()) {
    ++numWrong;
    failure = "wrong results:\n" + outcome.wrong;
  }
  if (isForbidden && getInfo(*program.miss).mustNotFuse)
    failure +=
        "fused as " + join(outcome.epilogs, ", ") + ", which it is not\n";
  numFailures += !failure.empty();
  return failure;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void Summary::Count::add(uint64_t index) {
  ++number;
  if (examples.size() < 3)
    examples.push_back(index);
}

/// Formats "12 (3, 17, 204)".
std::string Summary::Count::format() const {
  if (number == 0)
    return "0";
  auto toText = [](uint64_t index) { return std::to_string(index); };
  return std::to_string(number) + " (" +
         join(map_range(examples, toText), ", ") +
         (number > examples.size() ? ", ...)" : ")");
}

json::Value Summary::Count::toJson() const {
  return json::Object{{"programs", int64_t(number)}, {"examples", examples}};
}

/// Returns the count of `key`, or zero if there is none.
template <typename Map, typename Key>
static auto lookUp(const Map &map, const Key &key) {
  auto it = map.find(key);
  return it == map.end() ? typename Map::mapped_type() : it->second;
}

void Summary::print(raw_ostream &os) const {
  auto number = [](uint64_t value) { return std::to_string(value); };
  Table right({"programs with an epilog", "all", "fused", "in part", "contract",
               "not fused"});
  for (const auto &[name, counts] : legal) {
    uint64_t all = 0;
    for (const auto &[recognized, count] : counts)
      all += count.number;
    right.add({name, number(all),
               number(lookUp(counts, Recognized::Whole).number),
               number(lookUp(counts, Recognized::Part).number),
               number(lookUp(counts, Recognized::Contract).number),
               lookUp(counts, Recognized::None).format()});
  }
  right.print(os);
  os << "\n";
  Table reasons({"epilog", "why it is not there", "programs"});
  for (const auto &[key, count] : notFused)
    reasons.add({key.first, key.second, count.format()});
  reasons.print(os);
  os << "\n";
  Table wrong({"near miss", "left alone", "fused", ""});
  for (const auto &[miss, counts] : misses) {
    const NearMissInfo &info = getInfo(miss);
    wrong.add({info.name, number(lookUp(counts, false).number),
               lookUp(counts, true).format(),
               info.mustNotFuse ? "must not fuse" : "results decide"});
  }
  wrong.print(os);
  os << "\n"
     << numPrograms << " programs, " << numWrong << " with wrong results, "
     << numFailures << " failed\n";
}

static const char *getName(Recognized recognized) {
  switch (recognized) {
  case Recognized::Whole:
    return "fused";
  case Recognized::Part:
    return "in_part";
  case Recognized::Contract:
    return "contract";
  case Recognized::None:
    return "not_fused";
  }
  return "";
}

json::Object Summary::toJson() const {
  json::Object right, wrong;
  json::Array reasons;
  for (const auto &[name, counts] : legal) {
    json::Object object;
    for (const auto &[recognized, count] : counts)
      object[getName(recognized)] = count.toJson();
    right[name] = std::move(object);
  }
  for (const auto &[key, count] : notFused)
    reasons.push_back(json::Object{{"epilog", key.first},
                                   {"reason", key.second},
                                   {"programs", count.toJson()}});
  for (const auto &[miss, counts] : misses)
    wrong[getInfo(miss).name] =
        json::Object{{"must_not_fuse", getInfo(miss).mustNotFuse},
                     {"left_alone", lookUp(counts, false).toJson()},
                     {"fused", lookUp(counts, true).toJson()}};
  return json::Object{
      {"programs", int64_t(numPrograms)}, {"wrong", int64_t(numWrong)},
      {"failed", int64_t(numFailures)},   {"legal", std::move(right)},
      {"not_fused", std::move(reasons)},  {"near_misses", std::move(wrong)}};
}
