# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling programs, and calling them."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import stat
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from fused import _arrays, _runtime
from fused._errors import CompileError, Diagnostic
from fused._runtime import Graph

# What is read of a pipe or a device, in bytes.
_MAX_STREAM = 1 << 30

Target = Literal["cpu", "cuda"]
Numerics = Literal["strict", "default", "fast"]


@dataclass(frozen=True)
class TensorType:
    """The type of an argument or result of a program."""

    name: str
    """Of an argument: what the program calls it, or empty."""
    shape: tuple[int | None, ...]
    """None stands for a size that each call decides."""
    dtype: str
    """As in MLIR, such as "bf16"."""

    def __str__(self) -> str:
        sizes = ", ".join("?" if size is None else str(size) for size in self.shape)
        return f"{self.name}{': ' if self.name else ''}{self.dtype}[{sizes}]"


@dataclass(frozen=True)
class Remark:
    """What the compiler did, or why it did not."""

    name: str
    """ "fused", or the stable name of a reason (docs/Recognition.md)."""
    location: str
    message: str

    def __str__(self) -> str:
        return f"{self.location or '-'}: {self.name}: {self.message}"


@dataclass(frozen=True)
class ReportedProduct:
    """One product of a program (docs/Report.md)."""

    location: str
    function: str
    batch: int | None
    m: int | None
    n: int | None
    k: int | None
    a: str
    b: str
    d: str
    epilog: str | None
    """The name of its epilog; None for a product that is not a library's."""
    alpha: float
    c: bool
    flops: float | None
    reason: str | None
    """The stable name of why nothing, or nothing more, was fused; or None."""
    sentence: str | None


@dataclass(frozen=True)
class Report:
    """What became of each product. `str()` is a table, rows are in `products`."""

    products: list[ReportedProduct]
    data: dict[str, Any] = field(repr=False)
    """The whole report, as docs/Report.md describes it."""
    table: str = field(repr=False)

    def __str__(self) -> str:
        return self.table

    def __iter__(self) -> Iterator[ReportedProduct]:
        return iter(self.products)

    def __len__(self) -> int:
        return len(self.products)


def _make_report(text: str, table: str) -> Report:
    data = json.loads(text) if text else {"products": []}
    names = ReportedProduct.__dataclass_fields__
    products = [ReportedProduct(**{name: product.get(name) for name in names}) for product in data["products"]]
    return Report(products, data, table.rstrip("\n"))


class Program:
    """A compiled function, which can be called.

    Made by `fused.compile` and `fused.load`. Several threads may call a program
    at once.
    """

    def __init__(self, compiled: Any, entry: str | None, messages: Sequence[tuple[str, ...]]):
        self._compiled = compiled
        self._function = function = _runtime.Function(compiled, entry, _arrays)
        self.name: str = function.name
        self.target: Target = "cuda" if function.is_for_devices else "cpu"
        self.inputs = [
            TensorType(name, shape, dtype)
            for name, (dtype, shape) in zip(function.input_names, function.inputs, strict=True)
        ]
        """The types of the arguments."""
        self.outputs = [TensorType("", shape, dtype) for dtype, shape in function.outputs]
        """The types of the results."""
        self.remarks = [
            Remark(name, location, text) for severity, name, location, text, _ in messages if severity == "remark"
        ]
        """What the compiler fused, and why it fused no more. Empty if loaded."""

    def __call__(self, *arrays: Any, out: Any = None, stream: Any = None, donate: Iterable[int] = ()) -> Any:
        """Calls the program with `arrays`, one for each of `inputs`.

        Arrays have `__dlpack__` or the buffer protocol, and are read where they
        are. They must be dense and row-major, and, for the target cuda, lie on
        one device. (If all lie in memory of the host, they are copied there and
        back.) Python's numbers are fine for arguments without dimensions.

        Returns one array, or a tuple, in the library of the first argument.

        On a device, a call that comes again with arrays at the same addresses is
        replayed as a CUDA graph, at the cost of one launch.

        out: arrays for the results to be written to: one, or a sequence with
            None for those that the call makes.
        stream: the CUDA stream to work in, as an address or as an object of a
            library. The default is the current stream of the arrays' library.
            The call returns when its work is in the stream.
        donate: numbers of arguments whose memory results take. The results are
            returned in these arrays.

        Raises TypeError and ValueError for arrays that do not fit, and names
        them; `fused.Error` for what fails while the program runs.
        """
        return self._function.call(arrays, out, stream, donate)

    def graph(self, *arrays: Any, out: Any = None, stream: Any = None) -> Graph:
        """Records a call on a CUDA device, which `replay()` repeats at the cost of
        one launch. The arrays stay where they are, and are read and written
        again by each replay.
        """
        return self._function.record(arrays, out, stream)

    @functools.cached_property
    def report(self) -> Report:
        """What became of each matrix product. Empty if the program was loaded."""
        return _make_report(self._compiled.report(False), self._compiled.report(True))

    @property
    def address(self) -> int:
        """The address of the `fused_function_t` of the C runtime, for hosts that
        call it themselves. Valid while this object lives. Once this was read, the
        kernels of a program for a device stay loaded, since they may be in use."""
        return self._function.address

    @property
    def recorder(self) -> int:
        """For a device, the address of a `fused_cuda_recorder_t` of the C runtime, through which hosts may call the
        function; else 0. Valid and kept as `address`."""
        return self._function.recorder

    @property
    def arena_size(self) -> int:
        """The bytes that `fused_call()` needs for temporary arrays."""
        return self._function.arena_size

    @property
    def donations(self) -> list[int]:
        """For each output, the number of the input in whose memory the program
        computes it, or -1."""
        return self._function.donations

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the program to a file that `fused.load`, `fused-run` and C
        programs take: an object file if the name ends in ".o", which needs
        nothing else; a shared library otherwise, which a C compiler links.
        """
        messages: list[tuple[str, ...]] = []
        if not self._compiled.save(_name_of_file(path), messages):
            raise CompileError(_get_diagnostics(messages))

    def __repr__(self) -> str:
        inputs = ", ".join(map(str, self.inputs))
        outputs = ", ".join(map(str, self.outputs))
        return f"<fused.Program {self.name}({inputs}) -> ({outputs}) for {self.target}>"


def _get_diagnostics(messages: Sequence[tuple[str, ...]]) -> list[Diagnostic]:
    return [
        Diagnostic(severity, location, text, rendered)
        for severity, _, location, text, rendered in messages
        if severity != "remark"
    ]


def _name_of_file(path: str | os.PathLike[str]) -> str:
    name = os.fsdecode(path)
    if "\0" in name:
        # The compiler would take what is before it.
        raise ValueError("embedded null character in the name of a file")
    return name


def _read(mlir: Any) -> tuple[bytes, str]:
    """The text or bytecode of a program, and what to call it."""
    if isinstance(mlir, (bytes, bytearray, memoryview)):
        return bytes(mlir), "<bytes>"
    is_path = isinstance(mlir, os.PathLike) or (isinstance(mlir, str) and "\n" not in mlir and "{" not in mlir)
    if is_path:
        path = os.fspath(mlir)
        # A name may have bytes that are no text.
        name = os.fsdecode(path).encode(errors="replace").decode()
        with open(path, "rb") as file:
            # Some devices never end.
            is_regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            contents = file.read(-1 if is_regular else _MAX_STREAM + 1)
        if not is_regular and len(contents) > _MAX_STREAM:
            raise ValueError(f"{name} has more than 1 GiB, and is not a regular file")
        return contents, name
    if type(mlir).__str__ is object.__str__:
        raise TypeError(f"a program is text, a path, bytes or a module of MLIR, but this is a {type(mlir).__name__}")
    return str(mlir).encode(), "<string>"


@contextlib.contextmanager
def _show_progress(wanted: bool) -> Iterator[None]:
    """Says on stderr once a second for how long the compiler has worked."""
    if not wanted:
        yield
        return
    done = threading.Event()
    start = time.monotonic()

    def watch() -> None:
        while not done.wait(1):
            print(f"\rcompiling, {time.monotonic() - start:.0f} s", end="", file=sys.stderr, flush=True)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        print(f"\rcompiled in {time.monotonic() - start:.1f} s", file=sys.stderr)


def compile(
    mlir: Any,
    *,
    target: Target = "cpu",
    numerics: Numerics = "default",
    entry: str | None = None,
    chip: str | None = None,
    progress: bool = False,
    _emulate: bool = False,
) -> Program:
    """Compiles a program in MLIR, with `linalg` on tensors.

    mlir: text, the path of a file, bytecode (`bytes`), or a module of MLIR's
        Python bindings, or anything else whose `str()` is MLIR.
    target: "cpu", this machine; or "cuda", which needs `ptxas` and `libdevice`
        of CUDA's toolkit (CUDA_HOME, PATH or /usr/local/cuda).
    numerics: the contract that says how far results may differ from those of
        the program as written (docs/Numerics.md).
    entry: the function to compile. The default is `main`, or the only one that
        is public.
    chip: the CUDA device to compile for, such as "sm_90".
    progress: whether to say on stderr how long it takes.

    Raises CompileError with MLIR's diagnostics, OSError for a file that cannot
    be read.
    """
    from fused import _compiler

    for option, text in {"target": target, "numerics": numerics, "entry": entry, "chip": chip}.items():
        if not isinstance(text, str) and (text is not None or option in ("target", "numerics")):
            raise TypeError(f"{option} must be a string, not {type(text).__name__}")
    contents, name = _read(mlir)
    messages: list[tuple[str, ...]] = []
    with _show_progress(progress):
        compiled = _compiler.compile(contents, name, target, numerics, entry, chip, _emulate, messages)
    if compiled is None:
        raise CompileError(_get_diagnostics(messages))
    return Program(compiled, entry, messages)


def load(path: str | os.PathLike[str], *, entry: str | None = None) -> Program:
    """Loads a program that `Program.save` or `fused-run -o` has written.

    Load only files that you trust: a program can do whatever this process can.
    Raises CompileError if the file is none, or is damaged.
    """
    from fused import _compiler

    messages: list[tuple[str, ...]] = []
    compiled = _compiler.load(_name_of_file(path), messages)
    if compiled is None:
        raise CompileError(_get_diagnostics(messages))
    return Program(compiled, entry, messages)
