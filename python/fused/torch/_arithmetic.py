# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What several decompositions use."""

from __future__ import annotations

import torch
from torch import Tensor


def compute_type(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in (torch.bfloat16, torch.float16) else dtype


def lower_triangle(rows: int, columns: int, device, strict: bool = False) -> Tensor:
    row = torch.arange(rows, device=device).unsqueeze(1)
    column = torch.arange(columns, device=device).unsqueeze(0)
    return column < row if strict else column <= row
