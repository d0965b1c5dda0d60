# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs are compiled and called with arrays of NumPy."""

import gc
import multiprocessing
import os
import pydoc
import subprocess
import sys
import threading
from pathlib import Path

import fused
import numpy as np
import pytest
from conftest import LAYER, SCALE, UPDATE, compute_layer, make_layer_inputs

INPUTS = Path(__file__).resolve().parents[2] / "examples"


def test_layer_is_computed(layer):
    inputs = make_layer_inputs()
    result = layer(*inputs)
    assert isinstance(result, np.ndarray) and result.dtype == np.float32
    np.testing.assert_allclose(result, compute_layer(*inputs), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("element, dtype, tolerance", [("f64", np.float64, 1e-12), ("f16", np.float16, 2e-2)])
def test_element_types(element, dtype, tolerance):
    inputs = make_layer_inputs(dtype)
    result = fused.compile(LAYER.replace("TYPE", element))(*inputs)
    assert result.dtype == dtype
    np.testing.assert_allclose(result, compute_layer(*inputs), rtol=tolerance, atol=tolerance)


def test_types_that_numpy_lacks():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    inputs = make_layer_inputs(ml_dtypes.bfloat16)
    program = fused.compile(LAYER.replace("TYPE", "bf16"))
    result = program(*inputs)
    assert result.dtype == ml_dtypes.bfloat16
    np.testing.assert_allclose(result.astype(np.float64), compute_layer(*inputs), rtol=2e-2, atol=2e-2)
    out = np.zeros((5, 3), ml_dtypes.bfloat16)
    assert program(*inputs, out=out) is out
    np.testing.assert_array_equal(out.astype(np.float32), result.astype(np.float32))


@pytest.mark.parametrize(
    "make", [str, lambda text: text.encode(), lambda text: type("Module", (), {"__str__": lambda _: text})()]
)
def test_sources(make):
    assert fused.compile(make(LAYER.replace("TYPE", "f32"))).name == "main"


def test_source_is_a_path():
    for path in (INPUTS / "layer.mlir", str(INPUTS / "layer.mlir")):
        program = fused.compile(path)
        assert program.name == "layer"
        assert program.inputs[0].shape == (64, 784)
        assert "layer.mlir:" in program.remarks[0].location
    with pytest.raises(FileNotFoundError):
        fused.compile("missing.mlir")


def test_source_has_any_name(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"\xe9.mlir")
    with open(path, "w") as file:
        file.write(LAYER.replace("TYPE", "f32"))
    program = fused.compile(os.fsdecode(path))
    assert program.report.products[0].location.startswith("?.mlir:")


def test_description(layer):
    assert [str(type) for type in layer.inputs] == ["x: f32[5, 7]", "w: f32[7, 3]", "b: f32[3]"]
    assert layer.outputs == [fused.TensorType("", (5, 3), "f32")]
    assert layer.target == "cpu"
    assert "f32[5, 7]" in repr(layer)
    assert layer.address and layer.arena_size >= 0 and layer.donations == [-1]
    assert [remark.name for remark in layer.remarks] == ["fused"]


def test_report(layer):
    (product,) = layer.report
    assert (product.epilog, product.m, product.n, product.k) == ("relu_bias", 5, 3, 7)
    assert "relu_bias" in str(layer.report)
    assert layer.report.data["version"] == 1


def test_unknown_sizes_and_numbers():
    program = fused.compile(SCALE)
    assert program.inputs[0].shape == (None,)
    for size in (0, 1, 17):
        x = np.arange(size, dtype=np.float32)
        for scale in (2.5, np.float32(2.5), np.array(2.5, np.float32)):
            y, t = program(x, scale)
            np.testing.assert_array_equal(y, x * np.float32(2.5) + 1)
            assert t.shape == () and t == 3.5
            y[...] = 0  # a result belongs to the caller


def test_numbers_that_fit_no_element():
    text = "func.func @main(%x: tensor<TYPE>) -> tensor<TYPE> {\n return %x : tensor<TYPE>\n}"
    program = fused.compile(text.replace("TYPE", "i64"))
    assert program(-(2**63)) == -(2**63) and np.uint64(program(2**64 - 1).view(np.uint64)) == 2**64 - 1
    for type, number in [("i64", 2**64), ("i64", -(2**63) - 1), ("f32", 10**400), ("i8", 256), ("f16", 0.5), ("i32", 1.5)]:
        with pytest.raises(TypeError, match=f"is the number {number}, which cannot be passed as {type}"):
            fused.compile(text.replace("TYPE", type))(number)


def test_outputs_are_written_where_wanted(layer):
    inputs = make_layer_inputs()
    out = np.full((5, 3), np.nan, np.float32)
    assert layer(*inputs, out=out) is out
    assert layer(*inputs, out=[out]) is out
    np.testing.assert_array_equal(out, layer(*inputs))
    program = fused.compile(SCALE)
    y = np.zeros(4, np.float32)
    first, second = program(np.ones(4, np.float32), 2.0, out=(y, None))
    assert first is y and second == 3 and (y == 3).all()


@pytest.mark.parametrize("text", [UPDATE, UPDATE.replace("{tf.aliasing_output = 0 : i32}", "")])
def test_donation(text):
    program = fused.compile(text)
    p = np.random.default_rng(1).standard_normal((64, 33)).astype(np.float32)
    g = np.ones((64, 33), np.float32)
    before = p.copy()
    kept = program(p, g)
    np.testing.assert_array_equal(p, before)
    np.testing.assert_array_equal(kept, before - np.float32(0.5))
    assert program(p, g, donate=[0]) is p
    np.testing.assert_array_equal(p, kept)


def test_results_do_not_depend_on_how_arrays_are_given(layer):
    x, w, b = make_layer_inputs()
    expected = layer(x, w, b)
    x.flags.writeable = False
    np.testing.assert_array_equal(layer(x, memoryview(w), b), expected)

    class Foreign:
        """Has DLPack of before version 1, and nothing else."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, stream=None):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    np.testing.assert_array_equal(layer(Foreign(x.copy()), Foreign(w), b), expected)


MISTAKES = [
    (lambda x, w, b: ([x, w], {}), TypeError, r"main\(\) takes 3 arrays, but got 2"),
    (lambda x, w, b: ([x, w, b.astype(np.float64)], {}), TypeError, r"argument 2 \('b'\) is f64\[3\].*f32\[3\]"),
    (lambda x, w, b: ([x, w.T.copy(), b], {}), ValueError, r"argument 1 \('w'\) is f32\[3, 7\].*f32\[7, 3\]"),
    (lambda x, w, b: ([x[0], w, b], {}), ValueError, r"argument 0 \('x'\) is f32\[7\]"),
    (lambda x, w, b: ([x, np.asfortranarray(w), b], {}), ValueError, r"argument 1 \('w'\) is not dense"),
    (lambda x, w, b: ([x, w, np.zeros(6, np.float32)[::2]], {}), ValueError, r"argument 2 \('b'\) is not dense"),
    (lambda x, w, b: ([x, w, "bias"], {}), TypeError, r"argument 2 \('b'\) is no array: .* is a str"),
    (lambda x, w, b: ([x, w, None], {}), TypeError, r"argument 2 \('b'\) is no array"),
    (lambda x, w, b: ([x, w, np.zeros(3, "S4")], {}), TypeError, r"argument 2 \('b'\)"),
    (lambda x, w, b: ([x, w, np.zeros(3, np.complex64)], {}), TypeError, r"argument 2 \('b'\)"),
    (lambda x, w, b: ([x, w, b.byteswap().view(b.dtype.newbyteorder())], {}), TypeError, r"argument 2 \('b'\)"),
    (lambda x, w, b: ([x, w, np.zeros((1,) * 9, np.float32)], {}), ValueError, r"argument 2 \('b'\) has 9 dimensions"),
    (lambda x, w, b: ([x, w, b], {"out": np.zeros((3, 5), np.float32)}), ValueError, r"output 0 is f32\[3, 5\]"),
    (lambda x, w, b: ([x, w, b], {"out": np.zeros((5, 3))}), TypeError, r"output 0 is f64"),
    (lambda x, w, b: ([x, w, b], {"out": np.broadcast_to(np.float32(0), (5, 3))}), ValueError, r"output 0"),
    (lambda x, w, b: ([x, w, b], {"out": bytes(60)}), (TypeError, ValueError), r"output 0"),
    (lambda x, w, b: ([x, w, b], {"out": []}), ValueError, r"out has 0 arrays.* 1 outputs"),
    (lambda x, w, b: ([x, w, b], {"stream": 1}), TypeError, r"stream is for programs of the target cuda"),
    (lambda x, w, b: ([x, w, b], {"donate": [0]}), ValueError, r"argument 0 \('x'\) cannot be donated"),
    (lambda x, w, b: ([x, w, b], {"donate": [3]}), ValueError, r"donate has 3, but there are 3 arguments"),
    (lambda x, w, b: ([x, w, b], {"donate": "x"}), TypeError, r"donate has numbers of arguments, but this is a str"),
]


@pytest.mark.parametrize("make, kind, message", MISTAKES)
def test_mistakes_are_named(layer, make, kind, message):
    arguments, options = make(*make_layer_inputs())
    with pytest.raises(kind, match=message):
        layer(*arguments, **options)


def test_overlap_is_an_error():
    program = fused.compile(UPDATE)
    memory = np.zeros(2 * 64 * 33, np.float32)
    p, out = memory[: 64 * 33].reshape(64, 33), memory[33 : 65 * 33].reshape(64, 33)
    with pytest.raises(fused.Error, match="overlap") as caught:
        program(p, np.ones((64, 33), np.float32), out=out)
    assert caught.value.status == "invalid argument"


def test_failure_while_running():
    program = fused.compile(
        """func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
          %r = linalg.add ins(%x, %y : tensor<?xf32>, tensor<3xf32>) outs(%y : tensor<3xf32>) -> tensor<3xf32>
          return %r : tensor<3xf32>
        }"""
    )
    three = np.ones(3, np.float32)
    np.testing.assert_array_equal(program(three, three), three + 1)
    with pytest.raises(fused.Error) as caught:
        program(np.ones(4, np.float32), three)
    assert caught.value.status == "invalid argument"


def test_compile_errors():
    with pytest.raises(fused.CompileError, match=r"<string>:1:14: error: .*\n") as caught:
        fused.compile("func.func @f(\n {}")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.severity == "error" and diagnostic.location == "<string>:1:14"
    for options, message in (
        ({"target": "tpu"}, "unknown target 'tpu'"),
        ({"numerics": "loose"}, "unknown numerics 'loose'"),
        ({"chip": "sm_90"}, "only programs for the target cuda have a chip"),
        ({"entry": "other"}, "no public function 'other'"),
    ):
        with pytest.raises(fused.CompileError, match=message):
            fused.compile(LAYER.replace("TYPE", "f32"), **options)
    with pytest.raises(fused.CompileError, match="neither MLIR nor"):
        fused.compile(b"\x00\x01\x02")
    for no_program, name in ((None, "NoneType"), (3, "int"), ([], "list")):
        with pytest.raises(TypeError, match=f"but this is a {name}"):
            fused.compile(no_program)
    with pytest.raises(ValueError, match="/dev/zero has more than 1 GiB"):
        fused.compile("/dev/zero")
    with pytest.raises(fused.CompileError, match="cannot be compiled|unregistered|unknown"):
        fused.compile('module { func.func @f() { "test.op"() : () -> ()\n return } }')


@pytest.mark.parametrize("name", ["layer.o", "layer.so"])
def test_save_and_load(layer, tmp_path, name):
    path = tmp_path / name
    layer.save(path)
    loaded = fused.load(path)
    inputs = make_layer_inputs()
    np.testing.assert_array_equal(loaded(*inputs), layer(*inputs))
    assert len(loaded.report) == 0 and loaded.remarks == []
    with pytest.raises(fused.CompileError, match="copy its file"):
        loaded.save(tmp_path / "again.o")
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / ("bad" + name)).write_bytes(damaged)
    with pytest.raises(fused.CompileError, match="damaged"):
        fused.load(tmp_path / ("bad" + name))


def test_names_with_null_characters_are_refused(layer, tmp_path):
    for call in (layer.save, fused.load):
        with pytest.raises(ValueError, match="embedded null character"):
            call(str(tmp_path / "a\0b.o"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["target", "numerics", "entry", "chip"])
def test_options_that_are_no_strings_are_named(option):
    with pytest.raises(TypeError, match=f"^{option} must be a string, not int$"):
        fused.compile(LAYER.replace("TYPE", "f32"), **{option: 1})


def test_load_refuses_other_files(tmp_path):
    for name, contents in (("text.so", b"text"), ("empty.o", b""), ("short.o", b"\x7fELF")):
        (tmp_path / name).write_bytes(contents)
        with pytest.raises(fused.CompileError, match=f"{name}: it is no compiled program"):
            fused.load(tmp_path / name)
    with pytest.raises(fused.CompileError, match="missing"):
        fused.load(tmp_path / "missing.o")
    with pytest.raises(fused.CompileError, match="/dev/zero: it is not a regular file"):
        fused.load("/dev/zero")


@pytest.mark.parametrize("name", ["program.so", "program.o"])
def test_files_that_are_replaced_are_loaded_again(tmp_path, name):
    path, zero = tmp_path / name, np.float32(0)
    programs = []
    for number in ("1.0", "2.0", "3.0"):
        fused.compile(SCALE.replace("1.0", number)).save(path)
        programs += [fused.load(path), fused.load(path)]
    results = [program(np.zeros(3, np.float32), zero)[0] for program in programs]
    np.testing.assert_array_equal(np.transpose(results), [[1, 1, 2, 2, 3, 3]] * 3)


def test_threads_share_a_program(layer):
    inputs = [make_layer_inputs(seed=seed) for seed in range(8)]
    expected = [layer(*arrays) for arrays in inputs]
    wrong = []

    def work(index):
        for _ in range(200):
            if not np.array_equal(layer(*inputs[index]), expected[index]):
                wrong.append(index)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_compile_at_once():
    programs = [None] * 4

    def work(index):
        programs[index] = fused.compile(LAYER.replace("TYPE", "f32").replace("5x", f"{index + 2}x"))

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [program.outputs[0].shape for program in programs] == [(index + 2, 3) for index in range(4)]


def _call_in_child(layer, queue):
    queue.put(layer(*make_layer_inputs()))


def test_fork(layer):
    inputs = make_layer_inputs()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_call_in_child, args=(layer, queue))
    child.start()
    np.testing.assert_array_equal(queue.get(timeout=60), layer(*inputs))
    child.join()


def _get_resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_programs_are_unloaded(layer, tmp_path):
    """Repeated loads do not accumulate memory, mappings or references."""
    path = tmp_path / "layer.o"
    layer.save(path)
    inputs = make_layer_inputs()

    def cycle(count):
        for _ in range(count):
            fused.load(path)(*inputs)
        gc.collect()

    cycle(100)
    references = [sys.getrefcount(array) for array in inputs]
    maps, resident = len(Path("/proc/self/maps").read_text().splitlines()), _get_resident_bytes()
    cycle(1000)
    assert [sys.getrefcount(array) for array in inputs] == references
    assert len(Path("/proc/self/maps").read_text().splitlines()) <= maps + 20
    assert _get_resident_bytes() < resident + (16 << 20)


def test_calls_do_not_leak(layer):
    inputs = make_layer_inputs()
    program = fused.compile(SCALE)
    x = np.ones(1 << 16, np.float32)

    def cycle(count):
        for _ in range(count):
            layer(*inputs)
            program(x, 1.0)
            with pytest.raises(TypeError):
                layer(*inputs[:2], inputs[2].astype(np.float64))

    cycle(50)
    resident = _get_resident_bytes()
    cycle(500)
    assert _get_resident_bytes() < resident + (8 << 20)


def test_progress_is_shown_only_if_asked(capfd):
    fused.compile(LAYER.replace("TYPE", "f32"))
    assert capfd.readouterr().err == ""
    fused.compile(LAYER.replace("TYPE", "f32"), progress=True)
    assert "compiled in" in capfd.readouterr().err


def test_help_reads_well():
    text = pydoc.render_doc(fused.compile, renderer=pydoc.plaintext)
    assert "numerics" in text and "progress" in text
    assert "donate" in pydoc.render_doc(fused.Program, renderer=pydoc.plaintext)


def test_import_brings_no_library():
    """So that it is quick."""
    code = """
import sys
import fused
print([name for name in ("numpy", "jax", "torch", "fused._compiler") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
