# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs over rows beside those of the benchmark, and what each is in numpy.

Each of PROGRAMS makes the text of a function, and has a reference that takes
its inputs in double and returns the list of its results."""

import kernel_programs as programs
import linalg_functions as linalg
import numpy


def log_softmax(name, rows, columns, element):
    f = linalg.Function(name, rows, columns, [("x", "ij", element)])
    lowest = linalg.LOWEST[element]
    minus = f"%r = arith.subf {{0}}, {{1}} : {element}"
    largest = f.reduce("x", "arith.maximumf", lowest, element)
    shifted = f.map(["x", largest], minus, element)
    power = f.map([shifted], f"%r = math.exp {{0}} : {element}", element)
    total = f.reduce(power, "arith.addf", "0.0", element)
    total = f.map([total], f"%r = math.log {{0}} : {element}", element, "i")
    return f.print(f.map([shifted, total], minus, element))


def cross_entropy(name, rows, columns, element):
    """log(sum(exp(x - max))) + max - sum(x * t), and the softmax."""
    f = linalg.Function(
        name, rows, columns, [("x", "ij", element), ("t", "ij", element)]
    )
    largest = f.reduce("x", "arith.maximumf", linalg.LOWEST[element], element)
    shift = f"%s = arith.subf {{0}}, {{1}} : {element}; %r = math.exp %s : {element}"
    power = f.map(["x", largest], shift, element)
    total = f.reduce(power, "arith.addf", "0.0", element)
    times = f.map(["x", "t"], f"%r = arith.mulf {{0}}, {{1}} : {element}", element)
    label = f.reduce(times, "arith.addf", "0.0", element)
    loss = f.map(
        [total, largest, label],
        f"%l = math.log {{0}} : {element}; %s = arith.addf %l, {{1}} : {element};"
        f" %r = arith.subf %s, {{2}} : {element}",
        element, "i",
    )
    divide = f"%r = arith.divf {{0}}, {{1}} : {element}"
    return f.print(loss, f.map([power, total], divide, element))


def rms_norm(name, rows, columns, element):
    """x * rsqrt(mean(x * x) + 1) + position of the row, in wide type."""
    t = linalg.wide(element)
    f = linalg.Function(name, rows, columns, [("x", "ij", element)])
    x = linalg.widen(f, "x")
    square = f.map([x], f"%r = arith.mulf {{0}}, {{0}} : {t}", t)
    count, one = f.count(t), f.constant("1.0", t)
    total = f.reduce(square, "arith.addf", "0.0", t)
    scale = f.map(
        [total],
        f"%m = arith.divf {{0}}, %{count} : {t}; %a = arith.addf %m, %{one} : {t};"
        f" %r = math.rsqrt %a : {t}",
        t, "i",
    )
    result = f.map(
        [x, scale],
        f"%p = arith.mulf {{0}}, {{1}} : {t}; %i = linalg.index 0 : index;"
        f" %k = arith.index_cast %i : index to i64; %q = arith.sitofp %k : i64 to {t};"
        f" %r = arith.addf %p, %q : {t}",
        t,
    )
    return f.print(linalg.narrow(f, result, element))


def extremes(name, rows, columns, element):
    """The range of each row, which ignores NaN, and what lies above its lower
    end."""
    f = linalg.Function(name, rows, columns, [("x", "ij", element)])
    highest = f.reduce("x", "arith.maxnumf", linalg.LOWEST[element], element)
    lowest = f.reduce("x", "arith.minnumf", linalg.HIGHEST[element], element)
    minus = f"%r = arith.subf {{0}}, {{1}} : {element}"
    span = f.map([highest, lowest], minus, element, "i")
    return f.print(span, f.map(["x", lowest], minus, element))


def sums(axes):
    return programs.sum_over(axes)


def get_softmax(x):
    power = numpy.exp(x - x.max(1, keepdims=True))
    return power / power.sum(1, keepdims=True)


def get_cross_entropy(x, t):
    largest = x.max(1)
    total = numpy.exp(x - largest[:, None]).sum(1)
    return [numpy.log(total) + largest - (x * t).sum(1), get_softmax(x)]


def get_layer_norm(x, gamma, beta):
    mean = x.mean(1)
    scale = 1 / numpy.sqrt(((x - mean[:, None]) ** 2).mean(1) + 1e-5)
    return [(x - mean[:, None]) * scale[:, None] * gamma + beta, mean, scale]


def get_layer_norm_gradient(x, g, gamma, mean, scale):
    n = (x - mean[:, None]) * scale[:, None]
    h = g * gamma
    first, second = h.mean(1, keepdims=True), (h * n).mean(1, keepdims=True)
    return [(h - first - n * second) * scale[:, None]]


def get_gradient_magnitude(x, g, gamma, mean, scale):
    h, n = g * gamma, (x + mean[:, None]) * scale[:, None]
    second = (h * n).mean(1, keepdims=True)
    return [(h + h.mean(1, keepdims=True) + n * second) * scale[:, None]]


def get_rms_norm(x):
    scale = 1 / numpy.sqrt((x * x).mean(1, keepdims=True) + 1)
    return [x * scale + numpy.arange(len(x))[:, None]]


def get_extremes(x):
    low = numpy.fmin.reduce(x, axis=1, initial=numpy.inf)
    high = numpy.fmax.reduce(x, axis=1, initial=-numpy.inf)
    return [high - low, x - low[:, None]]


#: By name: the program, its inputs as axes ("wide" for the type of statistics),
#: and the reference.
PROGRAMS = {
    "softmax": (programs.softmax, ["ij"], lambda x: [get_softmax(x)]),
    "softmax_gradient": (
        programs.softmax_gradient, ["ij", "ij"],
        lambda y, g: [y * (g - (g * y).sum(1, keepdims=True))],
    ),
    "log_softmax": (
        log_softmax, ["ij"], lambda x: [numpy.log(get_softmax(x))],
    ),
    "cross_entropy": (cross_entropy, ["ij", "ij"], get_cross_entropy),
    "rms_norm": (rms_norm, ["ij"], get_rms_norm),
    "layer_norm": (programs.layer_norm, ["ij", "j wide", "j wide"], get_layer_norm),
    "layer_norm_gradient": (
        programs.layer_norm_gradient,
        ["ij", "ij", "j wide", "i wide", "i wide"], get_layer_norm_gradient,
    ),
    "extremes": (extremes, ["ij"], get_extremes),
    "sum_of_rows": (sums("i"), ["ij"], lambda x: [x.sum(1)]),
    "sum_of_columns": (sums("j"), ["ij"], lambda x: [x.sum(0)]),
    "sum_of_both": (sums(""), ["ij"], lambda x: [x.sum()]),
}

#: Sums may cancel: what the magnitudes of their terms add up to.
MAGNITUDES = {
    "softmax_gradient": lambda y, g: [y * (g + (g * y).sum(1, keepdims=True))],
    "cross_entropy": lambda x, t: [
        numpy.log(x.shape[1]) + x.max(1) + (x * t).sum(1), numpy.ones((len(x), 1)),
    ],
    "layer_norm": lambda x, gamma, beta: [
        numpy.full(x.shape, 10.0), x.mean(1), numpy.full(len(x), 300.0),
    ],
    "layer_norm_gradient": get_gradient_magnitude,
    "extremes": lambda x: [2 * x.max(1), x + x.max(1, keepdims=True)],
    "sum_of_rows": lambda x: [x.sum(1)],
    "sum_of_columns": lambda x: [x.sum(0)],
    "sum_of_both": lambda x: [x.sum()],
}
