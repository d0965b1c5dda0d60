# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the command lines of scripts share. An error is one line, which says what to mend."""

import argparse
import json
import os
import pathlib
import subprocess
import sys


def fail(text):
    """Ends the script with an error."""
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {text}")


def run(main):
    """Ends the script as `main` does. What is not installed, or cannot be read, written or run, is an error."""
    try:
        sys.exit(main())
    except ModuleNotFoundError as error:
        fail(f"there is no Python module {error.name}: install it first")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else error)
    except subprocess.SubprocessError as error:
        fail(error)


def add_names(parser, argument, choices):
    """Adds names on the command line, which are all of `choices` if there are none. (For argparse, an empty list would
    have to be one of its choices.)"""
    names = ", ".join(map(repr, choices))

    def check(name):
        if name not in choices:
            raise argparse.ArgumentTypeError(f"unknown name {name!r}: there are {names}")
        return name

    parser.add_argument(argument, nargs="*", type=check, default=list(choices), help=f"out of {names} (all)")


def count(text):
    """A positive number on the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def output(text):
    """A file on the command line that will be written. That it cannot be is known before hours of work."""
    file = pathlib.Path(text)
    if file.is_dir():
        raise argparse.ArgumentTypeError(f"{file} is a folder")
    if not file.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{file} may not be written")
    return file


def write(file, text):
    """Writes results to the file of an option, if it was given."""
    try:
        if file:
            file.write_text(text)
    except OSError as error:
        # Of a full disk, the error has no file.
        fail(f"cannot write {file}: {error.strerror}")


def write_json(file, results):
    write(file, json.dumps(results, indent=1) + "\n")


def read_results(file, *keys):
    """Reads results that a program wrote with --json, and at least these keys."""
    try:
        results = json.loads(file.read_text())
    except ValueError:
        results = None
    if not isinstance(results, dict) or not results.keys() >= set(keys):
        fail(f"{file} is not JSON with the keys {', '.join(keys)}")
    return results
