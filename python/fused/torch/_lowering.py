# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers a graph of ATen operations to linalg on tensors, by torch-mlir."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator, Mapping

from torch import fx

TORCH_PIPELINE = "builtin.module(torchdynamo-export-to-torch-backend-pipeline{extra-library=})"
LINALG_PIPELINE = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"


class LoweringError(Exception):
    """torch-mlir cannot lower a graph; the text says what it reported."""


def prepare() -> None:
    """Imports torch-mlir, as the first lowering does."""
    _importer()


def _importer():
    """torch-mlir is imported when a graph is first lowered, not with this module."""
    try:
        from torch_mlir import ir, passmanager
        from torch_mlir.dialects import torch as torch_dialect
        from torch_mlir.extras.fx_importer import FxImporter
    except ImportError as error:
        raise ImportError("fused.torch needs torch-mlir, which is not installed: pip install 'fused[torch]'") from error
    return ir, passmanager, torch_dialect, FxImporter


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """torch-mlir writes parts of its diagnostics to sys.stderr; the exception has them, too."""
    saved, sys.stderr = sys.stderr, io.StringIO()
    try:
        yield
    finally:
        sys.stderr = saved


def lower(graph: fx.Graph, name: str = "main", donations: Mapping[int, int] | None = None) -> str:
    """Returns the text of a module with one function, `name`, that computes `graph`.

    `donations` maps the number of an output to the number of the input in whose memory it is computed.

    The graph is functional and consists of ATen operations. Each node has the fake tensor of its value in
    `meta["val"]`, of a known size. All outputs are tensors. Raises LoweringError if torch-mlir cannot lower it.
    """
    ir, passmanager, torch_dialect, fx_importer = _importer()
    from . import _scatter

    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = fx_importer(context=context)
    try:
        with _quiet():
            importer.import_stateless_graph(graph, func_name=name)
            with context:
                for pipeline in (TORCH_PIPELINE, LINALG_PIPELINE):
                    passmanager.PassManager.parse(pipeline).run(importer.module.operation)
                _scatter.replace(importer.module)
                _mark_donations(ir, importer.module, donations or {})
    except (ir.MLIRError, RuntimeError, NotImplementedError, AssertionError, TypeError, ValueError, KeyError) as error:
        raise LoweringError(_first_line(error)) from error
    text = importer.module.operation.get_asm(enable_debug_info=True)
    if "tm_tensor." in text:
        position = text.index("tm_tensor.")
        raise LoweringError(f"no lowering of {text[position:].split(maxsplit=1)[0]}")
    # A form that it does not know becomes an assertion.
    if unknown := re.search(r'cf\.assert %\w+, "(unimplemented[^"]*)"', text):
        raise LoweringError(unknown[1])
    return text


def _mark_donations(ir, module, donations: Mapping[int, int]) -> None:
    function = module.body.operations[0]
    inputs = {source: result for result, source in donations.items()}
    i32 = ir.IntegerType.get_signless(32)
    function.arg_attrs = [
        ir.DictAttr.get({"fused.output": ir.IntegerAttr.get(i32, inputs[number])} if number in inputs else {})
        for number in range(len(function.arguments))
    ]


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:")]
    text = (errors or lines or [type(error).__name__])[0]
    text = re.sub(r"^error: (unknown: )?", "", text)
    return re.sub(r" that was explicitly marked illegal.*|: %\d+ = .*", "", text)[:300]
