# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler says about a place in a program."""

    severity: str
    """ "error", "warning" or "note" (which belongs to the one before)."""
    location: str
    """ "file:line:column", or empty."""
    message: str
    rendered: str = ""
    """The message with the line of the program that it is about, or empty."""

    def __str__(self) -> str:
        if self.rendered:
            return self.rendered.rstrip("\n")
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.severity}: {self.message}"


class Error(RuntimeError):
    """A call of a program failed; the message says what was wrong.

    `status` is the runtime's: "invalid argument", "unsupported", "out of
    memory", "library error" or "version mismatch".
    """

    def __init__(self, message: str, status: str = "library error"):
        super().__init__(message)
        self.status = status


class CompileError(Exception):
    """A program could not be compiled, loaded or saved.

    `diagnostics` has what the compiler said, in order.
    """

    def __init__(self, diagnostics: list[Diagnostic]):
        super().__init__("\n".join(str(diagnostic) for diagnostic in diagnostics) or "compiling failed")
        self.diagnostics = diagnostics
