# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`fused.jax.jit` in programs of JAX."""

import collections
import contextlib
import gc
import subprocess
import sys
import threading
import weakref
from functools import partial

import numpy as np
import pytest

jax = pytest.importorskip("jax", minversion="0.11")
with contextlib.suppress(RuntimeError):  # where a test before this one has used JAX
    jax.config.update("jax_num_cpu_devices", 2)

import fused.jax
import jax.numpy as jnp
from fused.jax import _call
from jax import lax
from jax_compare import assert_close

X = jnp.asarray(np.random.default_rng(0).standard_normal((4, 6)), "float32")
W = jnp.asarray(np.random.default_rng(1).standard_normal((6, 5)), "float32")


def layer(x, w):
    return jax.nn.relu(x @ w) + 1


def make_mesh():
    return jax.make_mesh((len(jax.devices()),), ("i",), axis_types=(jax.sharding.AxisType.Auto,))


@pytest.fixture
def compiled(monkeypatch):
    """The programs that a test compiles."""
    programs = []

    def compile(*args, **kwargs):
        programs.append(fused.compile(*args, **kwargs))
        return programs[-1]

    monkeypatch.setattr(_call, "compile", compile)
    return programs


def test_one_program_for_each_shape(compiled):
    function = fused.jax.jit(layer)
    for _ in range(3):
        assert_close(function(X, W), layer(X, W))
    assert len(compiled) == 1
    assert_close(function(X[:2], W), layer(X[:2], W))
    assert_close(
        function(X.astype("bfloat16"), W.astype("bfloat16")), jax.jit(layer)(X.astype("bfloat16"), W.astype("bfloat16"))
    )
    assert len(compiled) == 3


def test_programs_can_be_asked_for(compiled):
    function = fused.jax.jit(lambda x, w, key: jax.nn.relu(x @ w) + jax.random.normal(key, (4, 5)))
    arguments = X, W, jax.random.key(0)
    program = function.program(*arguments)
    assert [row.epilog for row in program.report] == ["relu"]
    function(*arguments)
    assert compiled == [program]
    with pytest.raises(ValueError, match="computes nothing"):
        fused.jax.jit(lambda x: x).program(X)


def test_product_is_fused(compiled):
    fused.jax.jit(lambda x, w, b: jax.nn.relu(x @ w + b))(X, W, W[0])
    assert [product.epilog for product in compiled[0].report] == ["relu_bias"]


def test_decorator():
    @fused.jax.jit
    def first(x):
        """What it does."""
        return x + 1

    @fused.jax.jit(static_argnums=1, numerics="strict")
    def second(x, n):
        return x * n

    assert first.__doc__ == "What it does."
    assert_close(first(X), X + 1)
    assert_close(second(X, 3), X * 3)


def test_invalid_numerics():
    with pytest.raises(ValueError, match="numerics is 'exact'"):
        fused.jax.jit(layer, numerics="exact")


def test_static_arguments(compiled):
    def function(x, mode, *, n):
        assert isinstance(n, int)
        return x * n if mode == "times" else x + n

    jitted = fused.jax.jit(function, static_argnames=("mode", "n"))
    assert_close(jitted(X, "times", n=3), X * 3)
    assert_close(jitted(X, mode="plus", n=3), X + 3)
    assert_close(jitted(X, "times", n=3), X * 3)
    assert len(compiled) == 2


def test_trees_and_none():
    def function(tree, *, scale=None, offset):
        assert scale is None
        return {"sum": tree["a"][0] + tree["a"][1] + offset, "none": None, "same": tree["b"]}

    tree = {"a": (X, X * 2), "b": W}
    jitted = fused.jax.jit(function)
    assert_close(jitted(tree, offset=1.0), jax.jit(function)(tree, offset=1.0))


def test_donation(compiled):
    def update(params, gradient):
        return {name: value - 0.5 * gradient[name] for name, value in params.items()}, gradient["w"].sum()

    params = {"w": jnp.ones((64, 33)), "b": jnp.ones(33)}
    gradient = {"w": jnp.full((64, 33), 2.0), "b": jnp.full(33, 4.0)}
    address = params["w"].unsafe_buffer_pointer()
    new, total = fused.jax.jit(update, donate_argnums=0)(params, gradient)
    assert_close((new, total), ({"w": jnp.zeros((64, 33)), "b": -jnp.ones(33)}, jnp.float32(64 * 33 * 2)))
    assert sorted(compiled[0].donations) == [-1, 0, 1]
    assert params["w"].is_deleted()
    assert new["w"].unsafe_buffer_pointer() == address


def test_donation_inside_of_another_function():
    update = fused.jax.jit(lambda p, g: p - g, donate_argnums=0)

    @jax.jit
    def outer(p, g):
        return update(p, g) * p  # which is needed after the update

    p, g = jnp.arange(8.0), jnp.ones(8)
    assert_close(outer(p, g), (p - g) * p)
    assert_close(p, jnp.arange(8.0))


def test_passed_and_repeated_results():
    function = fused.jax.jit(lambda x, y: (y, x + 1, x, y, 2.0))
    assert_close(function(X, W), jax.jit(lambda x, y: (y, x + 1, x, y, 2.0))(X, W))
    assert_close(fused.jax.jit(lambda x: x)(X), X)
    assert fused.jax.jit(lambda: ())() == ()


def test_constants_of_the_function():
    table = np.arange(24, dtype="float32").reshape(4, 6)
    array = X * 2
    assert_close(fused.jax.jit(lambda x: x + table + array)(X), X + table + array)


def test_numpy_arguments():
    x = np.arange(6, dtype="float32")
    assert_close(fused.jax.jit(lambda x, n: x * n)(x, np.int32(2)), jnp.asarray(x) * 2)


def test_inside_of_jit_scan_and_cond():
    inner = fused.jax.jit(layer)

    def outer(x, w):
        total, _ = lax.scan(lambda c, _: (c + inner(x * c, w).sum(), None), 0.5, None, length=3)
        return lax.cond(total > 0, lambda: inner(x, w), lambda: inner(-x, w)) + total

    result = jax.jit(outer)(X, W)
    inner = layer
    assert_close(result, jax.jit(outer)(X, W))


def test_inside_of_another_compiled_function(compiled):
    inner = fused.jax.jit(layer)

    def outer(x, w):
        total, _ = lax.scan(lambda c, _: (c + inner(x * c, w).sum(), None), 0.5, None, length=3)
        return jax.vmap(inner, (0, None))(jnp.stack([x, -x]), w) + total

    result = fused.jax.jit(outer)(X, W)
    assert len(compiled) == 1
    assert_close(inner(X, W), layer(X, W))  # is not part of another program
    assert len(compiled) == 2
    inner = layer
    assert_close(result, jax.jit(outer)(X, W))


def test_gradient_of_a_compiled_function_inside_of_another(recwarn, compiled):
    inner = fused.jax.jit(lambda x, w: layer(x, w).sum())
    assert_close(fused.jax.jit(jax.grad(inner))(X, W), jax.grad(lambda x, w: layer(x, w).sum())(X, W))
    assert len(compiled) == 1
    assert not recwarn.list


def test_closure_over_tracers():
    def outer(x, w):
        return fused.jax.jit(lambda y: y @ w + x.sum())(x)

    assert_close(jax.jit(outer)(X, W), X @ W + X.sum())


def test_vmap(compiled):
    batch = jnp.stack([X, X * 2, -X])
    inner = fused.jax.jit(layer)
    assert_close(jax.vmap(inner, in_axes=(0, None))(batch, W), jax.vmap(layer, in_axes=(0, None))(batch, W))
    assert_close(jax.vmap(jax.vmap(inner, (0, None)), (None, 2))(batch, jnp.stack([W, W], 2)),
                 jax.vmap(jax.vmap(layer, (0, None)), (None, 2))(batch, jnp.stack([W, W], 2)))  # fmt: skip
    # Each batch is one program.
    assert len(compiled) == 2


def test_shard_map():
    mesh = make_mesh()
    spec = jax.sharding.PartitionSpec("i")
    inner = fused.jax.jit(layer)
    function = jax.shard_map(inner, mesh=mesh, in_specs=(spec, jax.sharding.PartitionSpec()), out_specs=spec)
    assert_close(jax.jit(function)(X, W), layer(X, W))


def test_placed_arguments():
    for spec in ("i", None):
        place = jax.sharding.NamedSharding(make_mesh(), jax.sharding.PartitionSpec(spec))
        assert_close(fused.jax.jit(layer)(jax.device_put(X, place), W), layer(X, W))
    device = jax.devices()[-1]
    assert_close(fused.jax.jit(layer)(jax.device_put(X, device), jax.device_put(W, device)), layer(X, W))


def test_gradient_outside_warns():
    inner = fused.jax.jit(lambda x, w: layer(x, w).sum())
    with pytest.warns(UserWarning, match="differentiated from outside"):
        gradient = jax.grad(inner)(X, W)
    assert_close(gradient, jax.grad(lambda x, w: layer(x, w).sum())(X, W))


def test_value_and_gradient_inside():
    step = jax.value_and_grad(lambda w, x: (layer(x, w) ** 2).mean())
    assert_close(fused.jax.jit(step)(W, X), step(W, X))


def test_keys():
    key = jax.random.key(3)
    function = lambda k, x: (jax.random.split(k)[0], x + jax.random.normal(k, x.shape))
    assert_close(fused.jax.jit(function)(key, X), function(key, X))
    for impl in ("rbg", "unsafe_rbg"):
        key = jax.random.key(3, impl=impl)
        result = fused.jax.jit(lambda k: k)(key)
        assert result.dtype == key.dtype


def test_x64():
    with jax.enable_x64(True):
        x = jnp.arange(6.0) + 0.1
        assert x.dtype == "float64"
        assert_close(fused.jax.jit(lambda x: jnp.sin(x) @ x)(x), jnp.sin(x) @ x, 1e-14)


def test_no_elements():
    x = jnp.zeros((0, 3))
    assert_close(fused.jax.jit(lambda x: (x + 1, x.T @ x))(x), (x, jnp.zeros((3, 3))))


def test_many_arguments():
    arguments = [jnp.full(3, n, "float32") for n in range(100)]
    results = fused.jax.jit(lambda *xs: [x + n for n, x in enumerate(xs)])(*arguments)
    assert_close(results, [x + n for n, x in enumerate(arguments)])


def test_threads():
    function = fused.jax.jit(lambda x: jnp.tanh(x @ x.T))
    inputs = [jnp.full((8, 4), n / 10, "float32") for n in range(8)]
    results = [None] * 8

    def run(n):
        for _ in range(20):
            results[n] = function(inputs[n]).block_until_ready()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_close(results, [jnp.tanh(x @ x.T) for x in inputs])


def test_programs_are_released(compiled):
    function = fused.jax.jit(lambda x: x * 3)
    assert_close(function(X), X * 3)
    program = weakref.ref(compiled.pop())
    del function
    gc.collect()
    assert program() is None


@pytest.mark.parametrize("transform", [lambda f: f, jax.vmap, lambda f: jax.jit(lambda x, y: f(x, y) * 2)])
def test_nothing_is_kept_of_released_functions(transform):
    def count(number):
        transform(fused.jax.jit(lambda x, unused: jnp.tanh(x @ W) * number))(X[None], X[None]).block_until_ready()
        gc.collect()
        kinds = collections.Counter(map(type, gc.get_objects()))
        return {kind: n for kind, n in kinds.items() if kind.__name__ in ("Computation", "Jaxpr", "MeshComputation")}

    counts = [count(number) for number in range(4)]
    assert counts[2] == counts[3]


def test_refusal_names_the_operation():
    with pytest.raises(fused.jax.UnsupportedError, match=r"`cholesky`.*compute it outside"):
        fused.jax.jit(lambda x: jnp.linalg.cholesky(x @ x.T))(X)


def test_callbacks_are_refused():
    function = fused.jax.jit(lambda x: jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct(x.shape, x.dtype), x))
    with pytest.raises(fused.jax.UnsupportedError, match="`pure_callback`: it calls Python on the host"):
        function(X)


def test_collectives_of_vmap_are_refused():
    with pytest.raises(fused.jax.UnsupportedError, match=r"psum over named axes \(b\)"):
        jax.vmap(fused.jax.jit(lambda x: lax.psum(x, "b")), axis_name="b")(X)


@pytest.mark.parametrize("name", ["tree", "rest", "keyword", "random"])
def test_errors_name_the_function_and_the_argument(name):
    def function(mode, tree, *rest, scale, offset):
        values = {"tree": tree["w"][1], "rest": rest[0], "keyword": scale, "random": jax.random.key_data(offset)}
        return tree["w"][0] if values[mode].sum() > 0 else scale

    messages = []
    for jit in (jax.jit, fused.jax.jit):
        with pytest.raises(jax.errors.TracerBoolConversionError) as caught:
            jit(function, static_argnums=0)(name, {"w": (X, W)}, X + 1j, X, scale=X, offset=jax.random.key(0))
        messages.append(str(caught.value).replace("for fused.jax.jit", "for jit"))
    assert "the function function at" in messages[0]
    assert messages[1] == messages[0]


def test_errors_name_the_result():
    with pytest.raises(TypeError, match=r"at output component \['name'\]"):
        fused.jax.jit(lambda x: {"name": "text", "x": x})(X)


@pytest.mark.parametrize("value", [3, X])
def test_what_is_no_function_is_refused(value):
    with pytest.raises(TypeError, match=f"takes a function, not {type(value).__name__}"):
        fused.jax.jit(value)


def test_collectives_are_refused():
    mesh = make_mesh()
    spec = jax.sharding.PartitionSpec("i")
    inner = fused.jax.jit(lambda x: lax.psum(x, "i"))
    function = jax.shard_map(inner, mesh=mesh, in_specs=spec, out_specs=jax.sharding.PartitionSpec())
    with pytest.raises(fused.jax.UnsupportedError, match="psum"):
        jax.jit(function)(X)


def test_donation_to_a_line_search():
    optax = pytest.importorskip("optax")
    optimizer = optax.lbfgs()
    first, second, x = (np.random.default_rng(i).standard_normal((6, 5), np.float32) for i in range(3))

    def loss(parameters):
        return jnp.square(jnp.tanh(x @ parameters[0].T) @ parameters[1] - 1).mean()

    def step(parameters, state):
        value, gradient = jax.value_and_grad(loss)(parameters)
        updates, state = optimizer.update(gradient, state, parameters, value=value, grad=gradient, value_fn=loss)
        return optax.apply_updates(parameters, updates), state, value

    def train(step):
        parameters = [jnp.array(first), jnp.array(second)]
        state = jax.tree.map(jnp.copy, optimizer.init(parameters))
        for _ in range(3):
            parameters, state, value = step(parameters, state)
        return value

    np.testing.assert_allclose(train(fused.jax.jit(step, donate_argnums=(0, 1))), train(jax.jit(step)), rtol=1e-5)


def test_loops_around_calls():
    def body(state):
        return state[0] + 1, state[1] * 2

    def run(body):
        return lax.while_loop(lambda state: state[0] < 5, body, (0, X))

    count, x = run(fused.jax.jit(body))
    assert count == 5
    np.testing.assert_array_equal(x, 32 * X)


def test_default_precision_that_is_an_algorithm():
    with jax.default_matmul_precision("BF16_BF16_F32_X3"):
        result = fused.jax.jit(lambda x, w: x @ w)(X, W)
    np.testing.assert_allclose(result, np.asarray(X) @ np.asarray(W), rtol=1e-5, atol=1e-5)


def test_failure_of_a_call_is_an_error_of_xla():
    name = "fused_xla_call_cuda" if jax.default_backend() == "gpu" else "fused_xla_call_cpu"
    target = partial(jax.ffi.ffi_call, name, jax.ShapeDtypeStruct((3,), jnp.float32))
    fused.jax.jit(lambda x: x + 1)(X)
    with pytest.raises(Exception, match="no attribute `address`"):
        jax.jit(lambda x: target()(x))(jnp.ones(3)).block_until_ready()


@pytest.mark.parametrize(
    "name, function, waits",
    [
        ("scan", lambda x: lax.scan(lambda c, r: (c * 0.9 + r, c.sum()), x[0], x), False),
        ("reverse", jax.grad(lambda x: lax.scan(lambda c, r: (jnp.sin(c + r), None), x[0], x)[0].sum()), False),
        ("count", lambda x: lax.fori_loop(0, 5, lambda i, c: c * i, x), False),
        ("sort", jnp.sort, False),
        ("embedding", jax.grad(lambda x: (x[jnp.array([1, 1, 3])] ** 2).sum()), False),
        ("dropout", lambda x: x * jax.random.bernoulli(jax.random.key(1), 0.5, x.shape), False),
        ("while", lambda x: lax.while_loop(lambda c: c.sum() > 1, lambda c: c * 0.5, abs(x)), True),
        ("cond", lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x), False),
        ("switch", lambda x: lax.switch(x.argmax(), [jnp.sin, jnp.cos, lambda x: x * 2], x), False),
        ("large", lambda x: lax.cond(x.sum() > 0, lambda x: x @ x.T @ x, jnp.cos, x), True),
    ],
)
def test_programs_that_wait_for_a_device(name, function, waits):
    computation = _call.Computation(jax.make_jaxpr(function)(X), {}, "default")
    assert computation.waits() == waits


def test_kept_executables_are_not_used_by_other_processes(tmp_path):
    program = (
        "import jax, jax.numpy as jnp, fused.jax, sys\n"
        "jax.config.update('jax_compilation_cache_dir', sys.argv[1])\n"
        "jax.config.update('jax_persistent_cache_min_compile_time_secs', 0)\n"
        "jax.config.update('jax_persistent_cache_min_entry_size_bytes', -1)\n"
        "print(fused.jax.jit(lambda x: jnp.tanh(x) @ x)(jnp.ones((3, 3)))[0, 0])\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    outputs = {subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(2)}
    assert len(outputs) == 1
    assert float(outputs.pop()) == pytest.approx(3 * np.tanh(1), rel=1e-5)


@pytest.mark.parametrize("waits", [False, True])
def test_lowering_for_devices(waits):
    def function(x, w):
        return lax.cond(x.sum() > 0, lambda x: x @ w @ w.T, jnp.cos, x) if waits else layer(x, w)

    traced = fused.jax.jit(function).trace(X, W)
    try:
        text = traced.lower(lowering_platforms=("cuda",)).as_text()
    except fused.jax.UnsupportedError as error:
        pytest.skip(f"CUDA's toolkit is missing: {error}")
    assert f"@fused_xla_call_cuda{'_wait' if waits else ''}(" in text
