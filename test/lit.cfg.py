"""How lit runs the tests of this folder."""

import importlib.util
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "fused"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fused_binary_dir, "test")

path = [os.path.join(config.fused_binary_dir, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(path + [config.environment["PATH"]])

# Two threads are what the smallest machine has; more would only be noise.
config.environment["OMP_NUM_THREADS"] = "2"
# Programs of tests are small. Their products use both threads all the same.
config.environment["FUSED_CPU_PARALLEL_WORK"] = "0"
if config.sanitizers:
    # MLIR's own shared libraries are not instrumented and keep global state; they
    # write where their allocators, compiled into the project, poison memory.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
    config.available_features.add("sanitizers")

config.substitutions += [
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%fused_lib", os.path.join(config.fused_binary_dir, "lib")),
    ("%fused_src", config.fused_source_dir),
    ("%fused_bin", config.fused_binary_dir),
    ("%mlir_dir", config.mlir_dir),
    ("%cmake", config.cmake),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
    ("%python", sys.executable),
]

ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
if ptxas:
    config.available_features.add("ptxas")
    # Where the compiler finds CUDA's library of functions.
    config.environment["CUDA_HOME"] = os.path.dirname(os.path.dirname(ptxas))
# CUDA's driver and cuBLASLt, emulated. Programs of nothing but products need no
# more; kernels need the compiler's part of CUDA's toolkit.
emulator = os.path.join(config.fused_binary_dir, "lib", "libFusedEmulator.so")
if os.path.exists(emulator):
    config.available_features.add("fake-cuda")
    if ptxas:
        config.available_features.add("emulator")
config.substitutions.append(
    ("%fake_cuda", f"env FUSED_CUDA_DRIVER={emulator} FUSED_CUBLASLT={emulator}"))
# A file system of its own for a test, which may be full.
mount = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
if shutil.which("unshare") and subprocess.run(mount, capture_output=True).returncode == 0:
    config.available_features.add("user-mounts")
if importlib.util.find_spec("numpy"):
    config.available_features.add("numpy")
# What runs programs for devices: a device, or the emulator.
on_device = "--target=cuda"
if shutil.which("nvidia-smi"):
    config.available_features.add("cuda")
else:
    on_device += " --emulate"
if ptxas and config.available_features & {"cuda", "emulator"}:
    config.available_features.add("device")
config.substitutions.append(("%on_device", on_device))
if os.path.exists(os.path.join(config.fused_binary_dir, "bin", "fused-capi-test")):
    config.available_features.add("c-api")
