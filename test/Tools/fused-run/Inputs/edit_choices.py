"""Replaces what a file of choices has for products that may be kernels:

edit_choices.py FROM TO CHOICE
"""

import sys


def get_checksum(text):
    sum = 0xCBF29CE484222325
    for byte in text.encode():
        sum = (sum ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return f"{sum:016x}"


source, target, choice = sys.argv[1:]
with open(source) as file:
    lines = file.read().splitlines()
for index, line in enumerate(lines):
    if "\tkernel or library: " in line:
        fields = "\t".join([*line.split("\t")[1:3], choice])
        lines[index] = f"{get_checksum(fields)}\t{fields}"
with open(target, "w") as file:
    file.write("\n".join(lines) + "\n")
