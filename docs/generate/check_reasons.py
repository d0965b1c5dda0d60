# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the reasons that the passes give with docs/Recognition.md.

Each reason of FusionReasons.def has a heading of its name there, and there is no
heading of a reason that no longer exists.
"""

import pathlib
import re
import sys


def find(path, pattern):
    return set(re.findall(pattern, path.read_text(), re.MULTILINE))


def main():
    root = pathlib.Path(sys.argv[1])
    given = find(
        root / "include/fused/Analysis/FusionReasons.def",
        r'^FUSED_REASON\(\s*"([a-z-]+)"',
    )
    described = find(root / "docs/Recognition.md", r"^#### `([a-z-]+)`$")
    for reason in sorted(given - described):
        print(f"docs/Recognition.md does not describe the reason '{reason}'")
    for reason in sorted(described - given):
        print(f"docs/Recognition.md describes '{reason}', which no pass gives")
    sys.exit(given != described or not given)


main()
