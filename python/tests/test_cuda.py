# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs are called with arrays on a CUDA device."""

import gc

import fused
import numpy as np
import pytest
from conftest import LAYER, SCALE, UPDATE, compute_layer, make_layer_inputs
from fused import _runtime

try:
    _runtime.check_cuda()
except fused.Error as error:
    pytest.skip(str(error), allow_module_level=True)

torch = pytest.importorskip("torch")
TYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16}


def compile_layer(element="f32"):
    return fused.compile(LAYER.replace("TYPE", element), target="cuda")


def make_tensors(dtype=torch.float32):
    return [torch.from_numpy(array).cuda().to(dtype) for array in make_layer_inputs()]


def compute(x, w, b):
    return torch.relu(x.float() @ w.float() + b.float())


@pytest.mark.parametrize("element", TYPES)
def test_tensors(element):
    arrays = make_tensors(TYPES[element])
    result = compile_layer(element)(*arrays)
    assert result.is_cuda and result.dtype == TYPES[element]
    torch.testing.assert_close(result.float(), compute(*arrays), rtol=2e-2, atol=2e-2)


def test_arrays_of_the_host_are_copied():
    arrays = make_layer_inputs()
    result = compile_layer()(*arrays)
    assert isinstance(result, np.ndarray)
    np.testing.assert_allclose(result, compute_layer(*arrays), rtol=1e-3, atol=1e-3)


def test_streams():
    program, arrays = compile_layer(), make_tensors()
    expected = program(*arrays)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        current = program(*arrays)
    given = program(*arrays, stream=stream)
    stream.synchronize()
    assert torch.equal(current, expected) and torch.equal(given, expected)
    with pytest.raises(TypeError, match="stream is neither"):
        program(*arrays, stream="fast")


def test_nothing_is_copied():
    """No memory but that of the result, and no copy between places."""
    program, arrays = compile_layer(), make_tensors()
    out = program(*arrays)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        assert program(*arrays, out=out) is out
        torch.cuda.synchronize()
    names = [event.name for event in profile.events()]
    assert not [name for name in names if "memcpy" in name.lower()], names


def test_graph():
    program, arrays = compile_layer(), make_tensors()
    graph = program.graph(*arrays)
    arrays[0].zero_()
    graph.replay()
    torch.cuda.synchronize()
    torch.testing.assert_close(graph.outputs, torch.relu(arrays[2]).expand(5, 3))
    del program
    gc.collect()
    graph.replay()  # which keeps the program
    torch.cuda.synchronize()
    with pytest.raises(ValueError, match="needs arrays on a device"):
        compile_layer().graph(*make_layer_inputs())


def test_captured_by_the_host():
    program, arrays = compile_layer("bf16"), make_tensors(torch.bfloat16)
    expected, out = program(*arrays), torch.empty(5, 3, device="cuda", dtype=torch.bfloat16)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        program(*arrays, out=out)
    for _ in range(2):
        out.zero_()
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(out, expected)
    del graph
    assert torch.equal(program(*arrays), expected)


def test_unknown_sizes_and_numbers():
    program = fused.compile(SCALE, target="cuda")
    x = torch.arange(17.0, device="cuda")
    for scale in (2.5, np.float32(2.5), torch.tensor(2.5), torch.tensor(2.5, device="cuda")):
        y, t = program(x, scale)
        assert y.is_cuda and torch.equal(y, x * 2.5 + 1) and float(t) == 3.5


@pytest.mark.parametrize("text", [UPDATE, UPDATE.replace("{tf.aliasing_output = 0 : i32}", "")])
def test_donation(text):
    program = fused.compile(text, target="cuda")
    p, g = torch.randn(64, 33, device="cuda"), torch.ones(64, 33, device="cuda")
    before = p.clone()
    kept = program(p, g)
    assert torch.equal(p, before) and torch.equal(kept, before - 0.5)
    assert program(p, g, donate=[0]) is p and torch.equal(p, kept)


def test_mistakes_are_named():
    program, (x, w, b) = compile_layer(), make_tensors()
    with pytest.raises(ValueError, match=r"argument 1 \('w'\) is in memory of a device, but others"):
        program(x.cpu(), w, b)
    with pytest.raises(ValueError, match=r"argument 1 \('w'\) is in memory of the host, but others"):
        program(x, w.cpu(), b)
    with pytest.raises(ValueError, match="output 0 is in memory of the host"):
        program(x, w, b, out=torch.empty(5, 3))
    scale, x = fused.compile(SCALE, target="cuda"), torch.ones(17, device="cuda")
    with pytest.raises(ValueError, match="output 1 is in memory of the host"):
        scale(x, 2.5, out=(torch.empty(17, device="cuda"), torch.empty(())))
    with pytest.raises(ValueError, match="argument 1 cannot be donated: it is in memory of the host"):
        scale(x, torch.tensor(2.5), donate=[1])
    with pytest.raises(ValueError, match=r"argument 0 \('x'\) is in memory of a device, but the program was compiled"):
        fused.compile(LAYER.replace("TYPE", "f32"))(x, w, b)


def test_programs_are_unloaded(tmp_path):
    """Kernels and constants do not accumulate on the device."""
    path = tmp_path / "scale.o"
    fused.compile(SCALE, target="cuda").save(path)
    x = torch.ones(5, device="cuda")

    def cycle(count):
        for _ in range(count):
            y, _ = fused.load(path)(x, 2.0)
            assert float(y[0]) == 3
        torch.cuda.synchronize()
        return torch.cuda.mem_get_info()[0]

    before = cycle(100)
    assert cycle(1000) >= before - (8 << 20)


def test_arrays_of_cupy():
    cupy = pytest.importorskip("cupy")
    arrays = make_layer_inputs()
    result = compile_layer()(*map(cupy.asarray, arrays))
    assert isinstance(result, cupy.ndarray)
    np.testing.assert_allclose(cupy.asnumpy(result), compute_layer(*arrays), rtol=1e-3, atol=1e-3)


def test_arrays_of_jax():
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX has no device")
    arrays = make_layer_inputs()
    result = compile_layer()(*map(jax.numpy.asarray, arrays))
    assert isinstance(result, jax.Array)
    np.testing.assert_allclose(np.asarray(result), compute_layer(*arrays), rtol=1e-3, atol=1e-3)
