# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers a graph of ATen operations to linalg on tensors, by torch-mlir."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator

import torch
from torch import fx

TORCH_PIPELINE = "builtin.module(torchdynamo-export-to-torch-backend-pipeline{extra-library=})"
LINALG_PIPELINE = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"


class LoweringError(Exception):
    """torch-mlir cannot lower a graph; the text says what it reported."""


def _importer():
    """torch-mlir is imported when a graph is first lowered, not with this module."""
    try:
        from torch_mlir import ir, passmanager
        from torch_mlir.dialects import torch as torch_dialect
        from torch_mlir.extras.fx_importer import FxImporter
    except ImportError as error:
        raise ImportError(
            "fused.torch needs torch-mlir, which is not installed: pip install 'fused[torch]'"
        ) from error
    return ir, passmanager, torch_dialect, FxImporter


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """torch-mlir writes parts of its diagnostics to sys.stderr; the exception has them, too."""
    saved, sys.stderr = sys.stderr, io.StringIO()
    try:
        yield
    finally:
        sys.stderr = saved


def lower(graph: fx.Graph, name: str = "main") -> str:
    """Returns the text of a module with one function, `name`, that computes `graph`.

    The graph is functional and consists of ATen operations. Each node has the fake tensor of its value in
    `meta["val"]`, of a known size. All outputs are tensors. Raises LoweringError if torch-mlir cannot lower it.
    """
    ir, passmanager, torch_dialect, fx_importer = _importer()
    from . import scatter

    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = fx_importer(context=context)
    try:
        with _quiet():
            importer.import_stateless_graph(graph, func_name=name)
            with context:
                for pipeline in (TORCH_PIPELINE, LINALG_PIPELINE):
                    passmanager.PassManager.parse(pipeline).run(importer.module.operation)
                scatter.replace(importer.module)
    except (ir.MLIRError, RuntimeError, NotImplementedError, AssertionError, TypeError, ValueError, KeyError) as error:
        raise LoweringError(_first_line(error)) from error
    text = str(importer.module)
    if "tm_tensor." in text:
        position = text.index("tm_tensor.")
        raise LoweringError(f"no lowering of {text[position:].split(maxsplit=1)[0]}")
    return text


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or lines or [type(error).__name__])[0][:300]


def constants_as_literals(module: torch.nn.Module, graph: fx.Graph, limit: int) -> None:
    """Checks that the constants of `graph` are small enough to be part of the text."""
    for node in graph.find_nodes(op="get_attr"):
        value = getattr(module, node.target)
        if isinstance(value, torch.Tensor) and value.numel() > limit:
            raise LoweringError(f"the constant {node.target} has {value.numel()} elements")
