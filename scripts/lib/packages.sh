# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the packages that a build needs, only where they are missing.
# Sourced by the scripts of the folder above.
#
# shellcheck shell=bash disable=SC2034 # The lists are for the scripts that source this.

# What the compiler, its runtime and the tools are built from.
BUILD_PACKAGES=(
  cmake ninja-build ccache
  clang-22 lld-22
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libdnnl-dev libeigen3-dev libxtensor-dev libjemalloc-dev
  # LLVM's OpenMP runtime, in whatever version is installed: Debian allows one.
  libomp-22-dev/libomp-x.y
)

# What the tests need in addition.
TEST_PACKAGES=(libgtest-dev clang-format-22 python3 python3-dev python3-venv)

# What the options of scripts/check need.
SANITIZER_PACKAGES=(libclang-rt-22-dev)

say() {
  printf '==> %s\n' "$*"
}

# ensure_packages PACKAGE[/PROVIDED]...
#
# On Debian and its derivatives, installs the packages that are missing.
# Elsewhere, prints what to install and exits. If another installed package
# provides the name after the slash, the package is not needed.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    explain_other_system "${@%%/*}"
    exit 1
  fi
  local missing=() package
  for package in "$@"; do
    is_installed "${package%%/*}" || is_provided "$package" ||
      missing+=("${package%%/*}")
  done
  if ((${#missing[@]} == 0)); then
    say "All $# packages that are needed are installed"
    return
  fi
  say "Missing, to be installed: ${missing[*]}"
  install_packages "${missing[@]}"
}

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Names the package that provides it.
is_provided() {
  [[ $1 == */* ]] || return
  local provider
  provider=$(dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' \
    2>/dev/null | awk -v wanted="${1##*/}" \
    '$1 == "installed" && index($0 " ", " " wanted " ") ||
     $1 == "installed" && index($0, " " wanted ",") { print $2; exit }')
  [[ -n $provider ]] || return
  say "$provider is installed and replaces ${1%%/*}"
}

install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      printf 'There is no sudo. Run this as root:\n  apt-get update && apt-get install --no-install-recommends %s\n' \
        "$*" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  local package unknown=0
  for package in "$@"; do
    has_candidate "$package" || unknown=1
  done
  if ((unknown)); then
    say "Updating the package lists, because some packages are not in them"
    "${as_root[@]}" apt-get update
  fi
  for package in "$@"; do
    has_candidate "$package" || explain_unavailable "$package"
  done
  # Installed packages must not disappear for it.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends --no-remove "$@"
}

# True if a configured source of packages has the package.
has_candidate() {
  local candidate
  candidate=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null |
    sed -n 's/^  Candidate: //p')
  [[ -n $candidate && $candidate != '(none)' ]]
}

explain_unavailable() {
  printf 'No configured source of packages has %s.\n' "$1" >&2
  case $1 in
  *-22 | *-22-*)
    cat >&2 <<'TEXT'
Debian 12 has LLVM 22 in its security archive, bookworm-security. The LLVM
project has it in its own archive for Debian, llvm-toolchain-bookworm-22, and
for other releases, too. Add one of them to the sources of apt, and run this
again. The first one is a line of /etc/apt/sources.list, with the address of a
mirror: deb ADDRESS/debian-security bookworm-security main
TEXT
    ;;
  esac
  exit 1
}

explain_other_system() {
  cat >&2 <<TEXT
This system has no apt-get. Install by its own means the packages that Debian 12
calls
  $*
These are: CMake 3.25, Ninja, and LLVM, MLIR, clang, lld and LLVM's OpenMP runtime
of version 22 with their headers, oneDNN 2.6 or newer, Eigen 3.3, xtensor 0.24,
and for the tests GoogleTest, Python 3, lit, FileCheck and clang-format 22.
Then build as docs/Building.md says.
TEXT
}
