# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Digits to train with, and a picture of how the training went."""

from __future__ import annotations

import argparse

import numpy as np

SIZE = 28
# The segments of a display that show each digit: top, upper left, upper right, middle, lower left, lower right, bottom.
SEGMENTS = [
    "1110111",
    "0010010",
    "1011101",
    "1011011",
    "0111010",
    "1101011",
    "1101111",
    "1010010",
    "1111111",
    "1111011",
]
PLACES = [(0, 0, 1, 9), (0, 0, 8, 1), (0, 8, 8, 1), (8, 0, 1, 9), (8, 0, 8, 1), (8, 8, 8, 1), (16, 0, 1, 9)]


def draw(digit: int, random: np.random.Generator) -> np.ndarray:
    """A picture of a digit, at a random place and with a random thickness."""
    picture = np.zeros((SIZE, SIZE), np.float32)
    top, left, thick = random.integers(1, 7), random.integers(2, 14), random.integers(1, 4)
    for shown, (y, x, height, width) in zip(SEGMENTS[digit], PLACES, strict=True):
        if shown == "1":
            picture[top + y : top + y + height + thick, left + x : left + x + width + thick] = 1
    return picture + random.normal(0, 0.3, picture.shape).astype(np.float32)


def count(text: str) -> int:
    """A positive number on the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def make_batches(number: int, size: int, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """`number` batches of `size` pictures, f32[size, 784], and their digits, i32[size]."""
    random = np.random.default_rng(seed)
    batches = []
    for _ in range(number):
        labels = random.integers(0, 10, size).astype(np.int32)
        pictures = np.stack([draw(label, random) for label in labels])
        batches.append((pictures.reshape(size, -1), labels))
    return batches


def report(losses: dict[str, list[float]], seconds: dict[str, float], path: str | None) -> None:
    """Prints the losses and the time of a step of each way to train, and plots them."""
    for name, values in losses.items():
        print(f"{name:16} loss {values[0]:.4f} -> {values[-1]:.4f}, {1e3 * seconds[name]:.3f} ms a step")
    if not path:
        return
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    _, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
    for (name, values), width in zip(losses.items(), (4, 2, 1)):
        left.semilogy(values, linewidth=width, label=name)
    left.set(xlabel="step", ylabel="loss")
    left.legend()
    right.bar(list(seconds), [1e3 * value for value in seconds.values()])
    right.set(ylabel="ms a step")
    plt.tight_layout()
    plt.savefig(path)
    print(f"wrote {path}")


def median_after_warmup(times: list[float]) -> float:
    """The first steps compile."""
    return float(np.median(times[len(times) // 4 :]))
