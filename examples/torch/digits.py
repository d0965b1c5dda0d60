#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of digits by PyTorch alone and by compiled programs.

    pip install 'fused[torch]'
    OMP_WAIT_POLICY=passive python examples/torch/digits.py --plot=digits.svg

The digits are made here: a font of 5 x 7 dots, enlarged, moved, and covered with noise. Three ways to train have the
same first parameters and the same batches:

    eager    PyTorch alone
    compile  torch.compile(model, backend="fused"): forward and backward pass are programs
    step     fused.torch.compile_step: the optimizer's update is part of the program, too
"""

import argparse
import copy
import pathlib
import time

import torch
from torch import nn

import fused.torch

SIZE = 28

FONT = """
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#
#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
"""


def make_digits(count, generator):
    """Images of digits as rows of SIZE * SIZE numbers, and the digits."""
    rows = [line.split() for line in FONT.split("\n") if line]
    dots = torch.tensor([[[float(dot == "#") for dot in row[digit]] for row in rows] for digit in range(10)])
    large = dots.repeat_interleave(3, 1).repeat_interleave(3, 2)
    labels = torch.randint(0, 10, (count,), generator=generator)
    down, right = (torch.randint(0, SIZE - n, (count,), generator=generator) for n in large.shape[1:])
    images = torch.zeros(count, SIZE, SIZE)
    for image, label, y, x in zip(images, labels, down, right):
        image[y : y + large.shape[1], x : x + large.shape[2]] = large[label]
    images += 0.3 * torch.randn(images.shape, generator=generator)
    return images.flatten(1), labels


def make_model(width, dtype):
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(SIZE * SIZE, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 10)
    ).to(dtype)


def compute_loss(model, images, labels):
    return nn.functional.cross_entropy(model(images).float(), labels)


def make_step(way, model, optimizer):
    """A function that trains `model` on one batch and returns the loss."""
    if way == "step":
        return fused.torch.compile_step(model, optimizer, compute_loss)
    called = torch.compile(model, backend="fused") if way == "compile" else model

    def step(images, labels):
        optimizer.zero_grad()
        loss = compute_loss(called, images, labels)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()


def train(way, first_model, batches, options):
    """Returns the losses, milliseconds for a step, and the trained model."""
    model = copy.deepcopy(first_model)
    optimizer = torch.optim.SGD(model.parameters(), options.rate, momentum=0.9)
    step = make_step(way, model, optimizer)
    losses, times = [], []
    for number in range(options.steps):
        synchronize(options.device)
        start = time.perf_counter()
        loss = step(*batches[number % len(batches)])
        synchronize(options.device)
        times.append(time.perf_counter() - start)
        losses.append(loss)
    # The first steps compile.
    later = sorted(times[min(5, len(times) - 1) :])
    return [float(loss) for loss in losses], 1e3 * later[len(later) // 2], model


def accuracy(model, images, labels):
    with torch.no_grad():
        return (model(images).argmax(1) == labels).float().mean().item()


def plot(path, results):
    """Writes an SVG: the losses as lines, and a bar for the time of each way."""
    width, height, colours = 640, 300, ["#888888", "#1f77b4", "#d62728"]
    top = max(max(losses) for losses, _, _ in results.values())
    slowest = max(milliseconds for _, milliseconds, _ in results.values())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">']
    parts.append('<text x="10" y="20">loss</text><text x="420" y="20">milliseconds for a step</text>')
    for number, (way, (losses, milliseconds, _)) in enumerate(results.items()):
        points = " ".join(
            f"{10 + 380 * i / max(1, len(losses) - 1):.1f},{280 - 240 * loss / top:.1f}" for i, loss in enumerate(losses)
        )
        style = f'fill="none" stroke="{colours[number]}" stroke-width="{5 - 2 * number}"'
        parts.append(f'<polyline points="{points}" {style}/>')
        y = 50 + 60 * number
        parts.append(f'<rect x="420" y="{y}" width="{200 * milliseconds / slowest:.1f}" height="20" fill="{colours[number]}"/>')
        parts.append(f'<text x="420" y="{y + 38}">{way}: {milliseconds:.2f}</text>')
    path.write_text("\n".join([*parts, "</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--dtype", choices=["float32", "bfloat16"], default="float32")
    parser.add_argument("--device", type=torch.device, default=torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    parser.add_argument("--plot", type=pathlib.Path, help="write an SVG")
    options = parser.parse_args()

    dtype = getattr(torch, options.dtype)
    generator = torch.Generator().manual_seed(0)
    images, labels = make_digits(options.batch * 16 + 1024, generator)
    images, labels = images.to(options.device, dtype), labels.to(options.device)
    batches = list(zip(images[1024:].split(options.batch), labels[1024:].split(options.batch)))
    first_model = make_model(options.width, dtype).to(options.device)
    results = {}
    print(f"{'':8}  {'first loss':>10}  {'last loss':>10}  {'accuracy':>8}  {'ms a step':>9}")
    for way in ("eager", "compile", "step"):
        results[way] = losses, milliseconds, model = train(way, first_model, batches, options)
        right = accuracy(model, images[:1024], labels[:1024])
        print(f"{way:8}  {losses[0]:10.4f}  {losses[-1]:10.4f}  {right:8.1%}  {milliseconds:9.3f}")
    if options.plot:
        plot(options.plot, results)


if __name__ == "__main__":
    main()
