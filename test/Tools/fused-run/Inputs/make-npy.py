"""Writes an .npy file, whole or damaged, without NumPy.

make-npy.py FILE DESCR SHAPE [--fortran] [--damage=KIND]

Elements are 0, 1, 2, ... in the order of the file; raw bytes ("V2") are the
bits of those numbers in bf16.
"""

import argparse
import struct

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("descr")
parser.add_argument("shape")
parser.add_argument("--fortran", action="store_true")
parser.add_argument("--damage", default="")
args = parser.parse_args()

sizes = [int(size) for size in args.shape.split("x")] if args.shape else []
count = 1
for size in sizes:
    count *= size

formats = {"f2": "e", "f4": "f", "f8": "d", "b1": "?", "i1": "b", "i2": "h",
           "i4": "i", "i8": "q", "u2": "H", "u1": "B", "V1": "B"}
kind = args.descr[1:]
if kind == "V2":
    data = b"".join(struct.pack("<f", i)[2:] for i in range(count))
else:
    order = ">" if args.descr[0] == ">" else "<"
    data = struct.pack(f"{order}{count}{formats.get(kind, 'd')}",
                       *(range(count) if kind != "b1" else [i % 2 for i in range(count)]))

shape = "(" + ", ".join(map(str, sizes)) + ("," if len(sizes) == 1 else "") + ")"
header = (f"{{'descr': '{args.descr}', 'fortran_order': {args.fortran}, "
          f"'shape': {shape}, }}")
if args.damage == "keys":
    header = header.replace("'shape'", "'shap'")
elif args.damage == "shape":
    header = header.replace(shape, "(-2, 4)")
elif args.damage == "overflow":
    header = header.replace(shape, "(99999999999, 99999999999)")
elif args.damage == "empty":
    header = ""
elif args.damage == "records":
    header = header.replace(f"'{args.descr}'", f"[('x', '{args.descr}')]")
header += " " * (-(len(header) + 11) % 64) + "\n"
length = len(header)
if args.damage == "length":
    length = 65000
magic, version = b"\x93NUMPY", b"\x01\x00"
if args.damage == "magic":
    magic = b"\x93NUMPI"
elif args.damage == "version":
    version = b"\x09\x00"
contents = (magic + version + struct.pack("<H", length) + header.encode() + data)
if args.damage == "truncated":
    contents = contents[:-1]
elif args.damage == "header":
    contents = contents[:20]
elif args.damage == "trailing":
    contents += b"\0"
with open(args.file, "wb") as file:
    file.write(contents)
