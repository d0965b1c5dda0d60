#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of digits with NumPy, alone and by a compiled program.

    pip install numpy matplotlib
    python examples/digits/train_numpy.py --plot digits.png

The program is the step in train_f32.mlir, for batches of 256. It updates the
parameters where they are.
"""

from __future__ import annotations

import argparse
import pathlib
import time

import fused
import numpy as np
from digits import count, make_batches, median_after_warmup, report

BATCH = 256


def make_parameters() -> list[np.ndarray]:
    random = np.random.default_rng(1)
    shapes = [(784, 512), (512,), (512, 10), (10,)]
    return [random.normal(0, 0.04 * (len(shape) - 1), shape).astype(np.float32) for shape in shapes]


def step_with_numpy(parameters: list[np.ndarray], images: np.ndarray, targets: np.ndarray, rate: np.float32) -> float:
    w0, b0, w1, b1 = parameters
    u = images @ w0 + b0
    h = np.maximum(u, 0)
    z = h @ w1 + b1
    largest = z.max(1, keepdims=True)
    powers = np.exp(z - largest)
    total = powers.sum(1, keepdims=True)
    loss = ((np.log(total) + largest - z) * targets).sum() / BATCH
    g1 = (powers / total - targets) / BATCH
    g0 = np.where(u > 0, g1 @ w1.T, 0)
    gradients = [images.T @ g0, g0.sum(0), h.T @ g1, g1.sum(0)]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter -= rate * gradient
    return float(loss)


def make_compiled_step():
    program = fused.compile(pathlib.Path(__file__).parent / "train_f32.mlir")
    print(program.report)

    def step(parameters: list[np.ndarray], images: np.ndarray, targets: np.ndarray, rate: np.float32) -> float:
        *_, loss = program(*parameters, images, targets, rate, donate=range(4))
        return float(loss)

    return step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=count, default=200)
    parser.add_argument("--rate", type=np.float32, default=np.float32(0.1))
    parser.add_argument("--plot", metavar="FILE")
    options = parser.parse_args()

    batches = [(images, np.eye(10, dtype=np.float32)[labels]) for images, labels in make_batches(options.steps, BATCH)]
    losses, seconds = {}, {}
    for name, step in {"NumPy": step_with_numpy, "fused": make_compiled_step()}.items():
        parameters, times, losses[name] = make_parameters(), [], []
        for images, targets in batches:
            start = time.perf_counter()
            losses[name].append(step(parameters, images, targets, options.rate))
            times.append(time.perf_counter() - start)
        seconds[name] = median_after_warmup(times)
    report(losses, seconds, options.plot)


if __name__ == "__main__":
    main()
