# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chooses the values that a forward graph saves for the backward graph."""

from __future__ import annotations

from torch import fx


def partition(joint: fx.GraphModule, inputs, **keywords):
    """Divides a joint graph, as PyTorch's partitioner of the minimal cut does."""
    from torch._functorch.partitioners import min_cut_rematerialization_partition

    return min_cut_rematerialization_partition(joint, inputs, **keywords)
