//===- ChoiceFile.cpp - Measured choices in a file ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoiceFile.h"

#include "Error.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

static constexpr std::string_view title = "fused choices ";
static constexpr std::string_view version = "1";
static constexpr size_t maxLine = 4096;
/// Files with more are none of ours: 65536 plans have less.
static constexpr off_t maxFile = off_t(64) << 20;

uint64_t fused::runtime::getChecksum(std::string_view bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    sum *= 0x100000001b3;
  }
  return sum;
}

std::string fused::runtime::toHex(uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx",
                static_cast<unsigned long long>(number));
  return text;
}

static bool isField(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
}

/// Cuts off what stands before the first `end`, and `end`.
static std::string_view takeUntil(std::string_view &text, char end) {
  size_t length = text.find(end);
  std::string_view taken = text.substr(0, length);
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

/// False for a damaged line.
static bool parseLine(std::string_view line, Choices &choices) {
  if (line.size() > maxLine)
    return false;
  std::string_view checksum = takeUntil(line, '\t');
  if (checksum != toHex(getChecksum(line)))
    return false;
  std::string_view device = takeUntil(line, '\t');
  std::string_view problem = takeUntil(line, '\t');
  if (!isField(device) || !isField(problem) || !isField(line))
    return false;
  choices[{std::string(device), std::string(problem)}] = line;
  return true;
}

fused_status_t fused::runtime::parseChoices(const std::string &file,
                                            std::string_view text,
                                            Choices &choices,
                                            int64_t &damaged) {
  if (text.empty())
    return FUSED_OK;
  size_t end = text.find('\n');
  if (text.substr(0, title.size()) != title || end == std::string_view::npos)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "%s is no file of choices",
                file.c_str());
  std::string_view first = takeUntil(text, '\n');
  if (first.substr(title.size()) != version)
    return fail(FUSED_VERSION_MISMATCH, nullptr,
                "%s has choices in another form than this runtime",
                file.c_str());
  while (!text.empty()) {
    // A line that is not complete was cut off.
    bool isComplete = text.find('\n') != std::string_view::npos;
    damaged += !parseLine(takeUntil(text, '\n'), choices) || !isComplete;
  }
  return FUSED_OK;
}

std::string fused::runtime::printChoices(const Choices &choices) {
  std::string text = std::string(title) + std::string(version) + "\n";
  for (const auto &[key, choice] : choices) {
    if (!isField(key.device) || !isField(key.problem) || !isField(choice))
      continue;
    std::string fields = key.device + "\t" + key.problem + "\t" + choice;
    if (fields.size() + 17 <= maxLine)
      text += toHex(getChecksum(fields)) + "\t" + fields + "\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// A file that is open, or not: -1.
class OpenFile {
public:
  explicit OpenFile(int descriptor = -1) : descriptor(descriptor) {}
  ~OpenFile() { reset(-1); }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  int get() const { return descriptor; }
  bool isOpen() const { return descriptor >= 0; }
  void reset(int other) {
    if (isOpen())
      ::close(descriptor);
    descriptor = other;
  }

private:
  int descriptor;
};
} // namespace

static fused_status_t failSystem(const std::string &file, const char *what,
                                 int error = errno) {
  return fail(FUSED_LIBRARY_ERROR, nullptr,
              "the file of choices %s cannot be "
              "%s: %s",
              file.c_str(), what, std::strerror(error));
}

/// Refuses folders, pipes, devices and files that are too large.
static fused_status_t checkKind(const std::string &file, int descriptor,
                                struct stat &state) {
  if (::fstat(descriptor, &state) != 0)
    return failSystem(file, "read");
  if (!S_ISREG(state.st_mode))
    return failSystem(file, "read", S_ISDIR(state.st_mode) ? EISDIR : EINVAL);
  if (state.st_size > maxFile)
    return failSystem(file, "read", EFBIG);
  return FUSED_OK;
}

static fused_status_t readAll(const std::string &file, int descriptor,
                              std::string &text) {
  char buffer[1 << 14];
  while (text.size() <= static_cast<size_t>(maxFile)) {
    ssize_t length = ::read(descriptor, buffer, sizeof(buffer));
    if (length < 0 && errno == EINTR)
      continue;
    if (length < 0)
      return failSystem(file, "read");
    if (length == 0)
      return FUSED_OK;
    text.append(buffer, static_cast<size_t>(length));
  }
  return failSystem(file, "read", EFBIG);
}

fused_status_t fused::runtime::readChoices(const std::string &file,
                                           Choices &choices, int64_t &damaged) {
  // Does not wait for the other end of a pipe.
  OpenFile opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.isOpen())
    return errno == ENOENT ? fused_status_t(FUSED_OK)
                           : failSystem(file, "read");
  struct stat state;
  if (fused_status_t status = checkKind(file, opened.get(), state))
    return status;
  std::string text;
  if (fused_status_t status = readAll(file, opened.get(), text))
    return status;
  return parseChoices(file, text, choices, damaged);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

using Clock = std::chrono::steady_clock;

/// Locks an open file. False, with `errno`, if another process has it for too
/// long.
static bool lock(int descriptor, Clock::time_point deadline) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;
    if (Clock::now() >= deadline)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Opens and locks the file that has the name when it is locked: each change
/// puts another in its place.
static fused_status_t openLocked(const std::string &file, int patience,
                                 OpenFile &opened, struct stat &state) {
  Clock::time_point deadline =
      Clock::now() + std::chrono::milliseconds(patience);
  while (true) {
    constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    opened.reset(::open(file.c_str(), flags, 0666));
    if (!opened.isOpen())
      return failSystem(file, "written");
    if (fused_status_t status = checkKind(file, opened.get(), state))
      return status;
    // Root may write to what nobody is allowed to.
    if (!(state.st_mode & 0222))
      return failSystem(file, "written", EACCES);
    if (!lock(opened.get(), deadline))
      return failSystem(file, "locked");
    struct stat named;
    if (::stat(file.c_str(), &named) == 0 && named.st_dev == state.st_dev &&
        named.st_ino == state.st_ino)
      return FUSED_OK;
    if (Clock::now() >= deadline)
      return failSystem(file, "locked", EWOULDBLOCK);
  }
}

/// 0, or the number of an error.
static int writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t length = ::write(descriptor, text.data(), text.size());
    if (length < 0 && errno == EINTR)
      continue;
    if (length < 0)
      return errno;
    text.remove_prefix(static_cast<size_t>(length));
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

/// Puts another file in the place of `file`, whose `state` it takes over.
static fused_status_t replaceFile(const std::string &file,
                                  const struct stat &state,
                                  std::string_view text) {
  // A link stays one.
  std::unique_ptr<char, decltype(&std::free)> resolved(
      ::realpath(file.c_str(), nullptr), &std::free);
  if (!resolved)
    return failSystem(file, "written");
  std::string other = std::string(resolved.get()) + ".XXXXXX";
  OpenFile opened(::mkostemp(other.data(), O_CLOEXEC));
  if (!opened.isOpen())
    return failSystem(file, "written");
  int error = writeAll(opened.get(), text);
  if (!error && ::fchmod(opened.get(), state.st_mode & 07777) != 0)
    error = errno;
  if (!error && ::rename(other.c_str(), resolved.get()) != 0)
    error = errno;
  if (!error)
    return FUSED_OK;
  ::unlink(other.c_str());
  return failSystem(file, "written", error);
}

fused_status_t
fused::runtime::changeChoices(const std::string &file, int patience,
                              const std::function<void(Choices &)> &change) {
  OpenFile opened; // which has the lock
  struct stat state;
  if (fused_status_t status = openLocked(file, patience, opened, state))
    return status;
  std::string before;
  if (fused_status_t status = readAll(file, opened.get(), before))
    return status;
  Choices choices;
  int64_t damaged = 0;
  if (fused_status_t status = parseChoices(file, before, choices, damaged))
    return status;
  change(choices);
  std::string after = printChoices(choices);
  return after == before ? fused_status_t(FUSED_OK)
                         : replaceFile(file, state, after);
}
