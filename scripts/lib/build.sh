# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures and builds. Sourced by the scripts of the folder above.
# shellcheck shell=bash

# How many compilers run at once: one for each processor, and no more than
# memory holds, at 1.5 GB each.
count_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  if ((memory < 1)); then
    memory=1
  fi
  echo $((processors < memory ? processors : memory))
}

# build_preset PRESET [TARGET...]
build_preset() {
  local preset=$1
  shift
  say "Configuring build/$preset"
  cmake --preset "$preset" >/dev/null
  local targets=()
  if (($#)); then
    targets=(--target "$@")
  fi
  say "Building build/$preset"
  cmake --build --preset "$preset" --parallel "$(count_jobs)" "${targets[@]}"
}
