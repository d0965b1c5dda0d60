# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums the reports of CTest, lit and pytest, which may be missing: "N passed, N
failed" is the last line.

To CTest all of lit is one test, named "lit"; here each of lit's counts.
Fails if a test failed, or if none passed.
"""

import sys
import xml.etree.ElementTree as ElementTree


def read(path):
    """Yields the name and the outcome of each test."""
    try:
        tree = ElementTree.parse(path)
    except (OSError, ElementTree.ParseError):
        return
    for case in tree.iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"} or case.get("status") == "fail":
            yield case.get("name"), "failed"
        elif "skipped" in outcomes or case.get("status") in ("notrun", "disabled"):
            yield case.get("name"), "skipped"
        else:
            yield case.get("name"), "passed"


def main():
    ctest, lit, pytest = (list(read(path)) for path in sys.argv[1:])
    # Without any of its own tests, lit itself did not run.
    outcomes = [o for name, o in ctest if name != "lit" or not lit]
    outcomes += [o for _, o in lit + pytest]
    counts = {o: outcomes.count(o) for o in ("passed", "failed", "skipped")}
    if counts["skipped"]:
        print(f"{counts['skipped']} skipped, for this machine or build lacks something")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    sys.exit(counts["failed"] > 0 or counts["passed"] == 0)


main()
