#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of digits by PyTorch alone and by compiled programs.

    pip install torch torch-mlir==20261001 matplotlib
    OMP_WAIT_POLICY=passive python examples/digits/train_torch.py --plot=digits.png

Three ways to train have the same first parameters and the same batches:

    eager    PyTorch alone
    compile  torch.compile(model, backend="fused"): forward and backward pass are programs
    step     fused.torch.compile_step: the optimizer's update is part of the program, too
"""

import argparse
import copy
import time

import fused.torch
import torch
from digits import SIZE, count, make_batches, median_after_warmup, report
from torch import nn


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
    """Returns the losses, and the seconds that a step takes."""
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
    return [float(loss) for loss in losses], median_after_warmup(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=count, default=200)
    parser.add_argument("--batch", type=count, default=256)
    parser.add_argument("--width", type=count, default=512)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--dtype", choices=["float32", "bfloat16"], default="float32")
    parser.add_argument(
        "--device", type=torch.device, default=torch.device("cuda" if torch.cuda.is_available() else "cpu")
    )
    parser.add_argument("--plot", metavar="FILE", help="write a picture")
    options = parser.parse_args()

    dtype = getattr(torch, options.dtype)
    batches = [
        (torch.from_numpy(images).to(options.device, dtype), torch.from_numpy(labels).long().to(options.device))
        for images, labels in make_batches(16, options.batch)
    ]
    first_model = make_model(options.width, dtype).to(options.device)
    losses, seconds = {}, {}
    for way in ("eager", "compile", "step"):
        losses[way], seconds[way] = train(way, first_model, batches, options)
    report(losses, seconds, options.plot)


if __name__ == "__main__":
    main()
