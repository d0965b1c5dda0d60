#!/usr/bin/env python3
# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the training step of examples/digits in PyTorch.

  benchmarks/digits_torch.py [BATCH [HIDDEN]]

Loss and gradients of all weights and biases, in bf16, with everything on the
device: eager, compiled, and both as a CUDA graph. Prints one line of JSON for
each.
"""
import argparse
import json
import statistics
import time

import command_line


def make_step(batch, hidden):
    import torch
    import torch.nn.functional as F

    torch.manual_seed(1)
    options = {"dtype": torch.bfloat16, "device": "cuda"}
    x = torch.randn(batch, 784, **options)
    target = torch.randint(0, 10, (batch,), device="cuda")
    sizes = [784, hidden, hidden, 10]
    parameters = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        parameters.append(torch.randn(outputs, inputs, **options)
                          / inputs ** 0.5)
        parameters.append(torch.randn(outputs, **options))
    for parameter in parameters:
        parameter.requires_grad_()

    def loss(w0, b0, w1, b1, w2, b2):
        h = F.relu(F.linear(x, w0, b0))
        h = F.relu(F.linear(h, w1, b1))
        return F.cross_entropy(F.linear(h, w2, b2).float(), target)

    return loss, parameters


def make_runner(loss, parameters):
    import torch

    return lambda: torch.autograd.grad(loss(*parameters), parameters)


def capture(run):
    import torch

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(5):
            run()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        run()
    return graph.replay


def measure(run, calls):
    import torch

    times = []
    for _ in range(10):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            run()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) / calls * 1e6)
    return statistics.median(times[1:])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batch", nargs="?", type=command_line.count,
                        default=256, help="examples of a step (256)")
    parser.add_argument("hidden", nargs="?", type=command_line.count,
                        default=512, help="width of hidden layers (512)")
    options = parser.parse_args()
    import torch

    batch, hidden = options.batch, options.hidden
    calls = 200 if batch <= 1024 else 50
    loss, parameters = make_step(batch, hidden)
    eager = make_runner(loss, parameters)
    compiled = make_runner(torch.compile(loss), parameters)
    for name, make in [("eager", lambda: eager),
                       ("eager, CUDA graph", lambda: capture(eager)),
                       ("compiled", lambda: compiled),
                       ("compiled, CUDA graph", lambda: capture(compiled))]:
        try:
            run = make()
            for _ in range(5):
                run()
            result = {"us": round(measure(run, calls), 2)}
        except Exception as error:  # pylint: disable=broad-except
            result = {"error": str(error)[:200]}
        print(json.dumps({"torch": torch.__version__, "way": name,
                          "batch": batch, "hidden": hidden, **result}),
              flush=True)


if __name__ == "__main__":
    command_line.run(main)
