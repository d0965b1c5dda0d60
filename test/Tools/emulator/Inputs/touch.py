"""Writes a byte of the emulated device as CUDA wants it, and reads it as CUDA forbids it."""

import ctypes
import sys

driver = ctypes.CDLL(sys.argv[1])
address, copy = ctypes.c_uint64(), ctypes.create_string_buffer(1)
assert driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(1)) == 0
assert driver.cuMemcpyHtoDAsync_v2(address, ctypes.create_string_buffer(b"\7"), ctypes.c_size_t(1), None) == 0
assert driver.cuMemcpyDtoHAsync_v2(copy, address, ctypes.c_size_t(1), None) == 0
print("copied", copy.raw[0], flush=True)
print("read", ctypes.string_at(address.value, 1)[0], flush=True)
