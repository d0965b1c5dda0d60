//===- ChoiceStore.cpp - The choices that a process knows -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoiceStore.h"

#include "Error.h"

using namespace fused::runtime;

/// How long a call waits for other processes that write, in milliseconds.
static constexpr int patience = 500;

void ChoiceStore::setFile(const std::string &name) {
  std::lock_guard<std::mutex> guard(mutex);
  if (name == file)
    return;
  file = name;
  choices.clear();
  pending.clear();
  read = {};
  lastWriteFailed = false;
}

fused_status_t ChoiceStore::addText(const char *text) {
  std::lock_guard<std::mutex> guard(mutex);
  int64_t damaged = 0;
  fused_status_t status = parseChoices("the text", text, carried, damaged);
  if (!status && damaged)
    status = fail(FUSED_INVALID_ARGUMENT, nullptr,
                  "the choices of a program are damaged");
  // What a program does when it is loaded cannot return this.
  noteFailure(status);
  return status;
}

bool ChoiceStore::mayHaveChoices() {
  std::lock_guard<std::mutex> guard(mutex);
  return !file.empty() || !carried.empty();
}

void ChoiceStore::noteFailure(fused_status_t status) {
  if (status == FUSED_OK || failure != FUSED_OK || told == fused_last_error())
    return;
  failure = status;
  message = fused_last_error();
}

/// True if the file is the one that was read, unchanged.
static bool isSame(const struct stat &a, const struct stat &b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
         a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

void ChoiceStore::reload() {
  struct stat now = {};
  if (::stat(file.c_str(), &now) == 0 && isSame(now, read))
    return;
  read = now;
  choices.clear();
  int64_t damaged = 0;
  noteFailure(readChoices(file, choices, damaged));
  if (damaged)
    noteFailure(fail(FUSED_INVALID_ARGUMENT, nullptr,
                     "the file of choices %s has damaged lines (%lld), which "
                     "are left out",
                     file.c_str(), static_cast<long long>(damaged)));
}

std::optional<std::string> ChoiceStore::find(const ChoiceKey &key) {
  std::lock_guard<std::mutex> guard(mutex);
  if (!file.empty())
    reload();
  if (auto own = pending.find(key); own != pending.end())
    return own->second.choice;
  for (const Choices *known : {&choices, &carried})
    if (auto found = known->find(key); found != known->end())
      return found->second;
  return std::nullopt;
}

std::optional<std::string> ChoiceStore::findAny(const std::string &problem,
                                                std::string_view part) {
  std::lock_guard<std::mutex> guard(mutex);
  if (!file.empty())
    reload();
  for (const Choices *known : {&choices, &carried})
    for (const auto &[key, choice] : *known)
      if (key.problem == problem && key.device.find(part) != std::string::npos)
        return choice;
  return std::nullopt;
}

void ChoiceStore::remember(const ChoiceKey &key, const std::string &choice) {
  std::lock_guard<std::mutex> guard(mutex);
  carried[key] = choice;
}

bool ChoiceStore::hasFile() {
  std::lock_guard<std::mutex> guard(mutex);
  return !file.empty();
}

void ChoiceStore::add(const ChoiceKey &key, const std::string &choice,
                      const std::optional<std::string> &rejected) {
  std::lock_guard<std::mutex> guard(mutex);
  if (file.empty())
    return;
  pending[key] = {choice, rejected};
  writePending();
}

void ChoiceStore::writePending() {
  // A file that cannot be written now makes calls wait once.
  fused_status_t status =
      changeChoices(file, lastWriteFailed ? 0 : patience, [&](Choices &old) {
        for (const auto &[key, own] : pending) {
          auto [entry, isNew] = old.emplace(key, own.choice);
          if (!isNew && own.rejected && entry->second == *own.rejected)
            entry->second = own.choice;
        }
      });
  lastWriteFailed = status != FUSED_OK;
  if (status == FUSED_OK)
    pending.clear();
  else
    noteFailure(status);
}

void ChoiceStore::reject(const ChoiceKey &key) {
  std::lock_guard<std::mutex> guard(mutex);
  noteFailure(fail(FUSED_INVALID_ARGUMENT, nullptr,
                   "a choice is ignored, because %s does not propose it for %s",
                   key.device.c_str(), key.problem.c_str()));
}

fused_status_t ChoiceStore::check() {
  std::lock_guard<std::mutex> guard(mutex);
  fused_status_t status = failure;
  failure = FUSED_OK;
  if (status)
    told = message;
  return status ? fail(status, nullptr, "%s", message.c_str()) : status;
}
