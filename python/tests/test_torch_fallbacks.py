# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch computes, because programs cannot, and the warnings that say so."""

import os
import signal
import time
import warnings

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

import fused.torch
from fused.torch import _compiler, _dynamo, _graphs, _lowering, _partition, _probe, _program
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn import functional
from torch_compare import check_equal, compiled, fallbacks, run

pytestmark = pytest.mark.usefixtures("fresh_torch")


def test_numbers_of_the_host():
    """Programs for a device have their results there; what is computed with numbers of the host is in each program."""

    def function(x, kernel, rate, scale):
        number = -rate.float()
        first = x * number
        second = functional.conv1d(first, kernel) * (number + 1)
        return first, second * (x.amax().cpu() * scale), torch.where(x > 0, x, 0.5)

    with FakeTensorMode(allow_non_fake_inputs=True):
        x, kernel = torch.empty(4, 8, 9, device="cuda"), torch.empty(8, 8, 3, device="cuda")
        arguments = [x, kernel, torch.empty((), dtype=torch.float64), torch.empty(())]
        module = make_fx(function)(*arguments)
    module = _graphs.trace(module, arguments)
    device = _partition.graph_device(module.graph)
    plan = _partition.plan(module.graph, _partition.classify(module.graph, device), device)
    for nodes in plan.programs:
        results = _compiler._results_of_program(module.graph, nodes, plan)
        source = _program.build(module, device, nodes, results, {})
        assert {layout.device.type for layout in source.output_layouts} == {"cuda"}
    assert len(plan.programs) == 2
    # The convolution, and the number that depends on a tensor of the device.
    assert sum(map(len, plan.eager)) == 2


def test_constants_are_part_of_each_program():
    """The zero of the gradient of ReLU is known where the gradient is, also behind a convolution of PyTorch."""
    model = torch.nn.Sequential(
        *[torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.ReLU(), torch.nn.Conv2d(8, 4, 3), torch.nn.ReLU()],
        *[torch.nn.Flatten(), torch.nn.Linear(144, 32), torch.nn.ReLU(), torch.nn.Linear(32, 5)],
    )
    x, labels = torch.randn(16, 3, 8, 8), torch.randint(0, 5, (16,))
    step = fused.torch.compile_step(
        model,
        torch.optim.SGD(model.parameters(), 0.1),
        lambda model, x, labels: functional.cross_entropy(model(x), labels),
    )
    step(x, labels)
    segments = step.compiled(x, labels).segments
    assert len(segments) > 1
    assert "drelu" in {product.epilog for segment in segments for product in segment.program.report}


def test_literals_of_several_operations():
    def function(x):
        least = torch.tensor(-1e9)
        return torch.where(x > 0, x, least) + torch.where(x > 1, least, x)

    x = torch.randn(16, 64)
    assert fallbacks(lambda: check_equal(compiled(function)(x), function(x), rtol=0, atol=0)) == []


def test_one_warning_names_the_operation():
    def function(x):
        y = torch.linalg.svdvals(x @ x)
        return torch.linalg.svdvals(x + y)

    x = torch.randn(4, 4)
    result = []
    assert fallbacks(lambda: result.append(compiled(function)(x))) == ["aten._linalg_svd.default"]
    check_equal(result[0], function(x))
    torch._dynamo.reset()
    assert fallbacks(lambda: compiled(function)(x)) == []


def test_warning_as_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error", fused.torch.FallbackWarning)
        with pytest.raises(Exception, match="PyTorch computes aten._linalg_svd.default"):
            compiled(torch.linalg.svdvals)(torch.randn(4, 4))


def test_complex_numbers():
    def function(x):
        return torch.fft.rfft(x @ x).abs() * 2 + x.sum()

    x = torch.randn(8, 8)
    check_equal(compiled(function)(x), function(x))


def test_forms_that_torch_mlir_does_not_know():
    x = torch.randn(2, 3, 8, 8)
    assert fallbacks(lambda: compiled(lambda x: functional.adaptive_max_pool2d(x, 3))(x)) == [
        "aten.adaptive_max_pool2d.default"
    ]


def test_graph_that_cannot_be_traced():
    result = []
    graph = make_fx(lambda x: x.nonzero())(torch.ones(3))
    assert fallbacks(lambda: result.append(_dynamo.compile_for(graph, [torch.ones(3)], fused.torch.Options()))) == ["a"]
    check_equal(result[0]([torch.ones(3)]), [torch.ones(3).nonzero()])


def test_refused_by_the_compiler(monkeypatch):
    compile_text = _compiler.compile_text

    def refuse(text, *rest):
        if "math.sin" in text:
            raise fused.CompileError([])
        return compile_text(text, *rest)

    monkeypatch.setattr(_compiler, "compile_text", refuse)
    monkeypatch.setattr(_probe, "_refusals", {})
    x = torch.randn(5, 5)
    graph = run(lambda x: torch.sin(x @ x) @ x, x)
    assert len(graph.segments) == 2 and graph.eager == 1


@pytest.fixture(params=[signal.SIG_DFL, signal.SIG_IGN])
def ends_of_children(request):
    """Processes may ignore the end of their children."""
    handler = signal.signal(signal.SIGCHLD, request.param)
    yield
    signal.signal(signal.SIGCHLD, handler)


@pytest.mark.usefixtures("ends_of_children")
@pytest.mark.parametrize("hangs", [False, True])
def test_abort_of_torch_mlir(monkeypatch, hangs):
    lower = _lowering.lower

    def abort(graph, **keywords):
        if any(node.target is torch.ops.aten.roll.default for node in graph.nodes):
            if hangs:
                time.sleep(60)
            os.abort()
        return lower(graph, **keywords)

    monkeypatch.setattr(_lowering, "lower", abort)
    monkeypatch.setattr(_probe, "_survivals", {})
    monkeypatch.setattr(_probe, "_SECONDS", 0.5)
    x = torch.randn(5, 5)
    assert fallbacks(lambda: run(lambda x: torch.ops.aten.roll(x @ x, [1], [0]) @ x, x)) == ["aten.roll.default"]


@pytest.mark.usefixtures("ends_of_children")
def test_attempts_in_copies_of_the_process_are_silent(monkeypatch):
    survivals, copy = {}, os.fork

    def fork():
        warnings.warn("os.fork() was called", RuntimeWarning, stacklevel=2)  # as JAX does
        return copy()

    monkeypatch.setattr(os, "fork", fork)
    monkeypatch.setattr(_probe, "_survivals", survivals)
    x = torch.randn(5, 5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(lambda x: torch.ops.aten.roll(x @ x, [1], [0]) @ x, x).eager == 0
    assert list(survivals.values()) == [True]


def test_modes_have_no_effect():
    compiled = torch.compile(lambda x: x + 1, backend="fused", mode="max-autotune")
    with pytest.warns(UserWarning, match="the mode 'max-autotune' of torch.compile has no effect"):
        compiled(torch.ones(3))


def test_warnings_are_about_the_callers_line():
    compiled = torch.compile(lambda x: torch.fmod(x, 2.5), backend="fused")
    with pytest.warns(fused.torch.FallbackWarning) as found:
        compiled(torch.ones(3))
    assert found[0].filename == __file__


@torch.library.custom_op("fused_tests::unusual_strides", mutates_args=())
def unusual_strides(x: torch.Tensor) -> torch.Tensor:
    return x.sin().t().contiguous().t()


@unusual_strides.register_fake
def _(x):
    return torch.empty_like(x)


def test_views_of_unexpected_strides():
    """As a kernel's that lays out its result in another way than the operation that describes it."""
    function = lambda x: unusual_strides(x).view(2, 12).view(2, 6, 2)  # noqa: E731
    x = torch.randn(4, 6)
    check_equal(compiled(function)(x), x.sin().reshape(2, 6, 2))
