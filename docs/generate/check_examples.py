# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the descriptions of passes.

    check_examples.py FUSED_OPT docs/generated/Passes.md

Each pass has at least one example of two code blocks. The first begins with
"// before:" and the options of fused-opt. The second begins with one of:

    // after   what fused-opt prints. Values, blocks and maps may have any names.
               A part that is left out is written "...". Without such a part,
               the text has to be a module itself, and is printed by fused-opt
               for the comparison. Blocks that are not "mlir" are other output.
    // error   a part of the diagnostics. fused-opt has to fail.
"""

import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOKEN = re.compile(
    r"""(?P<left_out>\.\.\.)
      | (?P<name>%[\w$.-]+|\^\w+|\#[a-zA-Z]\w*(?![\w.<]))
      | "[^"\n]*" | [\w.$@+-]+ | \S""",
    re.VERBOSE,
)


def make_pattern(text):
    """A regular expression for text with any spaces and names."""
    groups, parts = {}, []
    for token in TOKEN.finditer(text):
        name = token["name"]
        if token["left_out"]:
            parts.append(r"(?:.*?)")
        elif name in groups:
            parts.append(rf"(?P={groups[name]})(?![\w$])")
        elif name:
            groups[name] = f"name{len(groups)}"
            parts.append(rf"(?P<{groups[name]}>[%^#][\w$.-]+)")
        else:
            parts.append(re.escape(token[0]))
    return re.compile(r"\s*".join(parts), re.DOTALL)


def run(fused_opt, options, text):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "example.mlir").write_text(text)
        return subprocess.run(
            [fused_opt, *options, "example.mlir"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )


def check_after(fused_opt, language, given, after):
    """What is wrong with the block, or nothing."""
    if given.returncode != 0:
        return given.stderr
    if language == "mlir" and "..." not in after:
        expected = run(fused_opt, [], after)
        if expected.returncode != 0:
            return expected.stderr
        return "\n".join(
            difflib.unified_diff(
                expected.stdout.splitlines(),
                given.stdout.splitlines(),
                "documented",
                "printed",
                lineterm="",
            )
        )
    if make_pattern(after).search(given.stdout):
        return ""
    return f"does not occur in:\n{given.stdout}"


def check_example(fused_opt, before, second):
    """What is wrong with the example, or nothing."""
    options = before.partition("\n")[0].removeprefix("// before:").split()
    given = run(fused_opt, options, before)
    language, text = second
    kind, _, text = text.partition("\n")
    if kind == "// after":
        return check_after(fused_opt, language, given, text)
    if kind != "// error":
        return f"'{kind}' is neither '// after' nor '// error'"
    if given.returncode == 0:
        return f"no error, but:\n{given.stdout}"
    if make_pattern(text).search(given.stderr):
        return ""
    return f"another error:\n{given.stderr}"


def main():
    fused_opt, document = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    number = failures = 0
    sections = pathlib.Path(document).read_text().split("\n### ")[1:]
    for section in sections:
        name = section.partition("\n")[0]
        blocks = BLOCK.findall(section)
        firsts = [
            i for i, (_, text) in enumerate(blocks) if text.startswith("// before:")
        ]
        problems = [] if firsts else ["has no example that can be run"]
        for i in firsts:
            number += 1
            if i + 1 == len(blocks):
                problems.append("has no second block")
                continue
            problems.append(check_example(fused_opt, blocks[i][1], blocks[i + 1]))
        for problem in filter(None, problems):
            failures += 1
            print(f"{name}: {problem}\n")
    print(f"{number} examples of {len(sections)} passes, {failures} failures")
    sys.exit(failures > 0 or number == 0)


main()
