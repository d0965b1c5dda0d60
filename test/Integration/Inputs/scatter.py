#!/usr/bin/env python3
"""Runs random scatters, and compares each element with one computed here.

    scatter.py --seed=1 --count=40 fused-run [argument ...]

The oracle is the loop of the operation's description, on Python's numbers. The
order of updates is part of the operation, so results have to have its bits.
"""

import argparse
import itertools
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

FLOATS = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2}
INTEGERS = {"i1": 1, "i8": 1, "i32": 4, "i64": 8}
INDICES = ["i8", "i16", "i32", "i64"]
NPY = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "bf16": "<u2", "i1": "|b1", "i8": "|i1", "i16": "<i2", "i32": "<i4",
       "i64": "<i8"}
PACKED = {"f64": "d", "f32": "f", "f16": "e", "bf16": "H", "i1": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q"}


def to_bf16(number):
    """The bits of the nearest bf16 of an f32."""
    bits = struct.unpack("<I", struct.pack("<f", number))[0]
    if math.isnan(number):
        return 0x7FC0
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def round_to(element, number):
    """The nearest number of the type."""
    if element == "f64" or math.isnan(number) or math.isinf(number):
        return number
    if element == "bf16":
        # Sums and products of two are exact in f64, and to odd there in f32.
        bits = struct.unpack("<Q", struct.pack("<d", number))[0]
        if bits & 0x1FFFFFFF:
            bits |= 0x20000000
        bits &= ~0x1FFFFFFF
        odd = struct.unpack("<d", struct.pack("<Q", bits))[0]
        return struct.unpack("<f", struct.pack("<I", to_bf16(odd) << 16))[0]
    try:
        return struct.unpack("<" + PACKED[element], struct.pack("<" + PACKED[element], number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def wrap(element, number):
    bits = 1 if element == "i1" else 8 * INTEGERS[element]
    number &= (1 << bits) - 1
    if bits > 1 and number >> bits - 1:
        number -= 1 << bits
    return number


def extremum(a, b, choose):
    return math.nan if math.isnan(a) or math.isnan(b) else choose(a, b)


# Name: operations of the region on %old and %new that give %r, and the oracle.
FLOAT_COMBINERS = {
    "set": (None, lambda e, a, b: b),
    "add": ("%r = arith.addf %old, %new : T", lambda e, a, b: round_to(e, a + b)),
    "multiply": ("%r = arith.mulf %new, %old : T", lambda e, a, b: round_to(e, a * b)),
    "subtract": ("%r = arith.subf %old, %new : T", lambda e, a, b: round_to(e, a - b)),
    "maximum": ("%r = arith.maximumf %old, %new : T", lambda e, a, b: extremum(a, b, max)),
    "minimum": ("%r = arith.minimumf %old, %new : T", lambda e, a, b: extremum(a, b, min)),
    "negate": ("%r = arith.negf %new : T", lambda e, a, b: -b),
    "captured": ("%0 = arith.mulf %new, %fT : T\n%r = arith.addf %old, %0 : T",
                 lambda e, a, b: round_to(e, a + round_to(e, b * 0.5))),
}
INTEGER_COMBINERS = {
    "set": (None, lambda e, a, b: b),
    "add": ("%r = arith.addi %new, %old : T", lambda e, a, b: wrap(e, a + b)),
    "multiply": ("%r = arith.muli %old, %new : T", lambda e, a, b: wrap(e, a * b)),
    "subtract": ("%r = arith.subi %new, %old : T", lambda e, a, b: wrap(e, b - a)),
    "maximum": ("%r = arith.maxsi %old, %new : T", lambda e, a, b: max(a, b)),
    "minimum": ("%r = arith.minsi %old, %new : T", lambda e, a, b: min(a, b)),
    "and": ("%r = arith.andi %old, %new : T", lambda e, a, b: wrap(e, a & b)),
    "or": ("%r = arith.ori %old, %new : T", lambda e, a, b: wrap(e, a | b)),
    "xor": ("%r = arith.xori %old, %new : T", lambda e, a, b: wrap(e, a ^ b)),
    "of both": ("%0 = arith.muli %old, %new : T\n%r = arith.addi %0, %old : T", lambda e, a, b: wrap(e, a * b + a)),
}
# Of one bit, the signed comparisons are those of 0 and -1.
BOOLEAN_COMBINERS = {name: INTEGER_COMBINERS[name] for name in ("set", "and", "or", "xor")}


class Scatter:
    """One random scatter, with its data."""

    def __init__(self, dice):
        self.element = dice.choice(list(FLOATS) + list(INTEGERS))
        combiners = (FLOAT_COMBINERS if self.element in FLOATS else
                     BOOLEAN_COMBINERS if self.element == "i1" else INTEGER_COMBINERS)
        self.kind = dice.choice(list(combiners))
        self.body, self.combine = combiners[self.kind]
        rank = dice.randint(0, 4)
        self.shape = [dice.choice([1, 2, 3, 5, 7]) for _ in range(rank)]
        if rank and dice.random() < 0.4:
            self.shape[dice.randrange(rank)] = dice.choice([31, 67, 130, 301])
        if rank and dice.random() < 0.05:
            self.shape[dice.randrange(rank)] = 0
        self.dimensions = dice.sample(range(rank), dice.randint(0, rank))
        # Often whole rows, as embeddings have.
        rows = dice.random() < 0.6
        self.window = [
            (1 if rows else dice.randint(0, size)) if dim in self.dimensions else
            (size if rows else dice.randint(0, size)) for dim, size in enumerate(self.shape)
        ]
        self.count = dice.choice([0, 1, 2, 5, 17, 33, 40, 77])
        self.index = dice.choice(INDICES)
        self.draw(dice)
        self.unique = self.is_unique() and dice.random() < 0.7
        self.draw_dynamic(dice)

    def draw(self, dice):
        limit = 1 << 8 * int(NPY[self.index][2:]) - 1
        self.indices = []
        outside = dice.choice([0, 0.1, 0.5])
        for _ in range(self.count):
            for dim in self.dimensions:
                last = self.shape[dim] - self.window[dim]
                index = dice.randint(0, max(last, 0))
                if dice.random() < outside:
                    index = dice.choice([-1, last + 1, self.shape[dim], -limit, limit - 1, -2, (1 << 32) + index])
                self.indices.append(min(max(index, -limit), limit - 1))
        self.updates = [self.number(dice) for _ in range(self.count * math.prod(self.window))]
        self.array = [self.number(dice) for _ in range(math.prod(self.shape))]

    def draw_dynamic(self, dice):
        """Sizes that the types leave open."""
        def open_some(sizes):
            if dice.random() < 0.6:
                return list(sizes)
            return ["?" if dice.random() < 0.6 else size for size in sizes]
        self.types = [open_some([self.count]) + [len(self.dimensions)], open_some([self.count] + self.window),
                      open_some(self.shape)]

    def number(self, dice):
        if self.element in FLOATS:
            if dice.random() < 0.01:
                return dice.choice([math.inf, -math.inf, math.nan])
            number = round_to(self.element, dice.uniform(0.25, 3) * dice.choice([1, -1]))
            return number
        if self.element == "i1":
            return dice.randint(0, 1)
        return wrap(self.element, dice.getrandbits(64) if dice.random() < 0.2 else dice.randint(-9, 9))

    def windows(self):
        """For each update that is not skipped: its number, and the positions."""
        for update in range(self.count):
            start = [0] * len(self.shape)
            for component, dim in enumerate(self.dimensions):
                start[dim] = self.indices[update * len(self.dimensions) + component]
            if all(0 <= s and s + w <= size for s, w, size in zip(start, self.window, self.shape)):
                yield update, [[s + i for s, i in zip(start, offset)]
                               for offset in itertools.product(*map(range, self.window))]

    def linear(self, place):
        result = 0
        for index, size in zip(place, self.shape):
            result = result * size + index
        return result

    def is_unique(self):
        places = [self.linear(place) for _, window in self.windows() for place in window]
        return len(places) == len(set(places))

    def expected(self):
        array = list(self.array)
        for update, window in self.windows():
            for offset, place in enumerate(window):
                target = self.linear(place)
                new = self.updates[update * len(window) + offset]
                array[target] = self.combine(self.element, array[target], new)
        return array

    def mlir(self, number, name):
        indices, updates, array = (
            f"tensor<{''.join(f'{size}x' for size in sizes)}{element}>"
            for sizes, element in zip(self.types, (self.index, self.element, self.element)))
        self.names = [indices, updates, array]
        body = (self.body or "").replace("%fT", f"%half_{self.element}").replace("T", self.element)
        result = "%r" if self.body else "%new"
        return f"""  // {self.kind}, window {self.window} of {self.shape}
  %r{number} = fused.scatter {'unique ' if self.unique else ''}dimensions = {self.dimensions}
      ins(%{name}i, %{name}u : {indices}, {updates}) outs(%{name}a : {array}) {{
  ^bb0(%old: {self.element}, %new: {self.element}):
    {body}
    fused.yield {result} : {self.element}
  }} -> {array}
"""


def write_npy(path, element, shape, numbers):
    header = f"{{'descr': '{NPY[element]}', 'fortran_order': False, 'shape': ({''.join(f'{s}, ' for s in shape)}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    if element == "bf16":
        numbers = [to_bf16(number) for number in numbers]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}{PACKED[element]}", *numbers))


def read_npy(path, element):
    with open(path, "rb") as file:
        data = file.read()
    data = data[10 + struct.unpack("<H", data[8:10])[0]:]
    numbers = list(struct.unpack(f"<{len(data) // struct.calcsize(PACKED[element])}{PACKED[element]}", data))
    if element == "bf16":
        numbers = [struct.unpack("<f", struct.pack("<I", number << 16))[0] for number in numbers]
    return numbers


def is_same(a, b):
    return a == b or (a != a and b != b)


def run(command, scatters, folder):
    """Compiles and calls all scatters as one program. Returns the mistakes."""
    names = [f"s{number}" for number in range(len(scatters))]
    bodies = [scatter.mlir(number, name) for number, (scatter, name) in enumerate(zip(scatters, names))]
    arguments = ", ".join(f"%{name}{part}: {kind}" for scatter, name in zip(scatters, names)
                          for part, kind in zip("iua", scatter.names))
    types = ", ".join(scatter.names[2] for scatter in scatters)
    constants = "".join(f"  %half_{element} = arith.constant 0.5 : {element}\n" for element in FLOATS)
    results = ", ".join(f"%r{number}" for number in range(len(scatters)))
    program = os.path.join(folder, "scatters.mlir")
    with open(program, "w", encoding="utf-8") as file:
        file.write(f"func.func @main({arguments}) -> ({types}) {{\n{constants}{''.join(bodies)}"
                   f"  return {results} : {types}\n}}\n")
    command = command + [program]
    for number, scatter in enumerate(scatters):
        parts = [(scatter.index, [scatter.count, len(scatter.dimensions)], scatter.indices),
                 (scatter.element, [scatter.count] + scatter.window, scatter.updates),
                 (scatter.element, scatter.shape, scatter.array)]
        for part, (element, shape, numbers) in enumerate(parts):
            path = os.path.join(folder, f"in{3 * number + part}.npy")
            write_npy(path, element, shape, numbers)
            command.append(f"--input={3 * number + part}={path}")
        command.append(f"--output={number}={os.path.join(folder, f'out{number}.npy')}")
    if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode != 0:
        return [f"the program cannot run:\n{body}" for body in bodies]
    mistakes = []
    for number, scatter in enumerate(scatters):
        computed = read_npy(os.path.join(folder, f"out{number}.npy"), scatter.element)
        expected = scatter.expected()
        wrong = [place for place, (a, b) in enumerate(zip(computed, expected)) if not is_same(a, b)]
        if wrong or len(computed) != len(expected):
            place = wrong[0] if wrong else min(len(computed), len(expected))
            mistakes.append(f"{len(wrong)} of {len(expected)} elements, the first at {place}: "
                            f"{computed[place:place + 1]}, expected {expected[place:place + 1]}\n{bodies[number]}")
    return mistakes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="how many scatters")
    parser.add_argument("--at-once", type=int, default=20, help="how many of them in a program")
    parser.add_argument("--keep", help="a folder for programs and data")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    mistakes = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        for first in range(0, options.count, options.at_once):
            scatters = [Scatter(dice) for _ in range(min(options.at_once, options.count - first))]
            mistakes += run(options.command, scatters, folder)
    for mistake in mistakes:
        print("WRONG:", mistake)
    print(f"{options.count - len(mistakes)} of {options.count} scatters are right")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
