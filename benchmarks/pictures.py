# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How results are shown. Pictures need matplotlib."""

import contextlib
import pathlib

import command_line


@contextlib.contextmanager
def draw(file, width, height):
    """Gives axes of so many inches, and saves them. Text stays text in SVG."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(figsize=(width, height))
    yield axes
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    figure.tight_layout()
    figure.savefig(file)


def add_show_command(commands, function):
    """Adds the command that shows a file of results, as a picture if one is named."""
    command = commands.add_parser("show")
    command.add_argument("file", type=pathlib.Path)
    command.add_argument("--plot", type=command_line.output, help="write a picture here")
    command.set_defaults(function=function)
