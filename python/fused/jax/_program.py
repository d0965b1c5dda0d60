"""Stands in for `fused.compile` by calling `fused-run`."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile


class _TensorType(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("rank", ctypes.c_int32), ("sizes", ctypes.POINTER(ctypes.c_int64))]


class _Function(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("num_inputs", ctypes.c_int32),
        ("num_outputs", ctypes.c_int32),
        ("inputs", ctypes.POINTER(_TensorType)),
        ("outputs", ctypes.POINTER(_TensorType)),
        ("invoke", ctypes.c_void_p),
        ("target", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("arena_size", ctypes.c_int64),
        ("donations", ctypes.POINTER(ctypes.c_int32)),
    ]


class _Module(ctypes.Structure):
    _fields_ = [
        ("abi_version", ctypes.c_uint32),
        ("num_functions", ctypes.c_uint32),
        ("functions", ctypes.POINTER(_Function)),
    ]


class Program:
    def __init__(self, path: str) -> None:
        self._library = ctypes.CDLL(path)
        self._function = _Module.in_dll(self._library, "fused_module").functions[0]
        self.address = ctypes.addressof(self._function)
        self.arena_size = self._function.arena_size
        count = self._function.num_outputs
        self.donations = [self._function.donations[i] if self._function.donations else -1 for i in range(count)]


def compile(mlir: str, *, target: str = "cpu", numerics: str = "default") -> Program:
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "program.mlir"), os.path.join(folder, "program.so")
        with open(source, "w") as file:
            file.write(mlir)
        command = [os.environ.get("FUSED_RUN", "/work/main/build/release/bin/fused-run"), source, "-o", library]
        result = subprocess.run([*command, f"--target={target}", f"--numerics={numerics}"], capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(result.stderr[-3000:])
        return Program(library)
