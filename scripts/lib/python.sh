# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds and tests the Python package. Sourced by the scripts of the folder above.
# shellcheck shell=bash

# Prints the newest Python from 3.10 on that works: FUSED_PYTHON, those in PATH,
# those that pyenv has installed.
find_python() {
  local candidates=() candidate
  if [[ -n ${FUSED_PYTHON:-} ]]; then
    echo "$FUSED_PYTHON"
    return
  fi
  for minor in 14 13 12 11 10; do
    candidates+=("python3.$minor"
      "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$minor".*/bin/python3)
  done
  for candidate in "${candidates[@]}" python3; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

# fail_python NAME REPORT
fail_python() {
  echo "<testcase name=\"$1\"><failure/></testcase>" >"$2"
}

# test_python REPORT
#
# Installs the package in the virtual environment build/venv and runs its tests,
# whose report it writes. Without a network or a Python it says so, and that is
# all.
test_python() {
  local report=$1 python venv=$PWD/build/venv
  rm -f "$report"
  if ! python=$(find_python); then
    say "Skipping the Python package: no Python from 3.10 on has venv"
    return
  fi
  say "Preparing build/venv with $("$python" --version)"
  if ! "$python" -m venv "$venv" >/dev/null ||
    ! "$venv/bin/pip" install --quiet 'scikit-build-core>=1.0' 'nanobind>=3.0' pytest numpy ml_dtypes; then
    say "Skipping the Python package: pip cannot install what builds it"
    return
  fi
  # What a Python lacks, tests skip.
  "$venv/bin/pip" install --quiet 'jax>=0.11' flax equinox dm-haiku optax ||
    say "Skipping the tests with JAX: this Python cannot have JAX 0.11"
  if [[ -n ${FUSED_TORCH:-} ]]; then
    "$venv/bin/pip" install --quiet "$FUSED_TORCH" torch-mlir==20261001
  else
    say "Skipping the tests with PyTorch: FUSED_TORCH does not say what to install, such as torch"
  fi
  # In the build of the tests, whose objects it shares.
  say "Installing the Python package"
  if ! CMAKE_BUILD_PARALLEL_LEVEL=$(count_jobs) "$venv/bin/pip" install --quiet \
    --no-build-isolation --force-reinstall --no-deps \
    --config-settings=build-dir="$PWD/build/release" \
    --config-settings=cmake.define.FUSED_BUILD_TESTS=ON .; then
    fail_python installation "$report"
    return
  fi
  say "Testing the Python package"
  FUSED_TEST_EMULATOR="$PWD/build/release/lib/libFusedEmulator.so" \
    "$venv/bin/python" -m pytest --quiet --junit-xml="$report" || true
  # A crash leaves no report.
  if [[ ! -e $report ]]; then
    fail_python ending "$report"
  fi
}
