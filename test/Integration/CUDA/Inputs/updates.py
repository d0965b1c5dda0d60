"""Prints a program of one function for each way to update parameters.

All but `sgd` keep the sizes odd, so that vectors end within blocks.
"""

SHAPES = [(129, 260), (7,), (64, 64), (1,), (33, 1025), (16,), (64, 64)]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + f"{element}>"


def element_of(kind):
    return kind[:-1].split("x")[-1].replace("tensor<", "")


class Function:
    """A function, written line by line; values are pairs of name and type."""

    def __init__(self, name):
        self.name, self.count, self.lines, self.arguments, self.results = name, 0, [], [], []

    def argument(self, kind, output=None):
        name = f"%a{len(self.arguments)}"
        attribute = "" if output is None else f" {{fused.output = {output} : i32}}"
        self.arguments.append(f"{name}: {kind}{attribute}")
        return name, kind

    def add(self, text):
        self.count += 1
        self.lines.append(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def generic(self, inputs, kind, shape, body, reduced=False, init=None):
        """`body` computes `%r` of the elements `%x0`, `%x1` ... and of `%o`."""
        dims = ", ".join(f"d{i}" for i in range(len(shape)))
        maps = [f"affine_map<({dims}) -> ({dims if k.count('x') else ''})>" for _, k in inputs]
        maps.append(f"affine_map<({dims}) -> ({'' if reduced else dims})>")
        iterators = ", ".join(['"reduction"' if reduced else '"parallel"'] * len(shape))
        names = [f"%x{i}: {element_of(k)}" for i, (_, k) in enumerate(inputs)]
        names.append(f"%o: {element_of(kind)}")
        out = init or self.add(f"tensor.empty() : {kind}")
        ins = ", ".join(v for v, _ in inputs) + " : " + ", ".join(k for _, k in inputs)
        return self.add(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
            f"ins({ins}) outs({out} : {kind}) {{\n  ^bb0({', '.join(names)}):\n    {body}\n"
            f"    linalg.yield %r : {element_of(kind)}\n  }} -> {kind}"), kind

    def print(self):
        values = ", ".join(v for v, _ in self.results)
        kinds = ", ".join(k for _, k in self.results)
        print(f"func.func @{self.name}({', '.join(self.arguments)}) -> ({kinds}) {{")
        for line in self.lines:
            print("  " + line)
        print(f"  return {values} : {kinds}\n}}")


def constants(**values):
    return "\n    ".join(f"%{n} = arith.constant {v:e} : f32" for n, v in values.items())


def norm(function, gradients):
    """The factor that clips gradients, by the squares of all."""
    zero = function.add("arith.constant 0.0 : f32")
    sums = []
    for gradient, shape in gradients:
        empty = function.add("tensor.empty() : tensor<f32>")
        init = function.add(f"linalg.fill ins({zero} : f32) outs({empty} : tensor<f32>) -> tensor<f32>")
        sums.append(function.generic([gradient], "tensor<f32>", shape,
                                     "%s = arith.mulf %x0, %x0 : f32\n    %r = arith.addf %o, %s : f32",
                                     reduced=True, init=init))
    total = sums[0]
    for one in sums[1:]:
        total = function.generic([total, one], "tensor<f32>", (), "%r = arith.addf %x0, %x1 : f32")
    return function.generic([total], "tensor<f32>", (), constants(one=1, bound=3) + """
    %n = math.sqrt %x0 : f32
    %q = arith.divf %bound, %n : f32
    %r = arith.minimumf %q, %one : f32""")


def adamw(name, donate, shapes=SHAPES, clip=True):
    function = Function(name)
    updates = []
    for index, shape in enumerate(shapes):
        kind = tensor(shape)
        state = [function.argument(kind, 4 * index + k if donate else None) for k in range(3)]
        updates.append((function.argument(kind), state, shape))
    factor = norm(function, [(g, s) for g, _, s in updates]) if clip else None
    for gradient, (m, v, w), shape in updates:
        kind = tensor(shape)
        if clip:
            gradient = function.generic([gradient, factor], kind, shape, "%r = arith.mulf %x0, %x1 : f32")
        m = function.generic([m, gradient], kind, shape, constants(a=0.875, b=0.125) + """
    %0 = arith.mulf %x0, %a : f32
    %1 = arith.mulf %x1, %b : f32
    %r = arith.addf %0, %1 : f32""")
        v = function.generic([v, gradient], kind, shape, constants(a=0.75, b=0.25) + """
    %p = math.absf %x0 : f32
    %0 = arith.mulf %p, %a : f32
    %s = arith.mulf %x1, %x1 : f32
    %1 = arith.mulf %s, %b : f32
    %r = arith.addf %0, %1 : f32""")
        w = function.generic([w, m, v], kind, shape, constants(e=0.01, rate=0.1, decay=0.0625) + """
    %d = math.sqrt %x2 : f32
    %n = arith.addf %d, %e : f32
    %q = arith.divf %x1, %n : f32
    %k = arith.mulf %x0, %decay : f32
    %u = arith.addf %q, %k : f32
    %t = arith.mulf %u, %rate : f32
    %r = arith.subf %x0, %t : f32""")
        copy = function.generic([w], tensor(shape, "bf16"), shape, "%r = arith.truncf %x0 : f32 to bf16")
        function.results += [m, v, w, copy]
    function.print()


def momentum(name, average):
    """`average`: of the weights as they were, which are overwritten."""
    function = Function(name)
    updates = []
    for index, shape in enumerate(SHAPES):
        kind = tensor(shape)
        state = [function.argument(kind, 3 * index + k) for k in range(3)]
        updates.append((function.argument(kind), state, shape))
    for index, (gradient, (m, w, ema), shape) in enumerate(updates):
        kind = tensor(shape)
        # Of the same shape, if there is one: its own or that of another update.
        old = updates[2][1][1] if average and index == 6 else w
        m = function.generic([m, gradient], kind, shape, constants(a=0.875) + """
    %0 = arith.mulf %x0, %a : f32
    %r = arith.addf %0, %x1 : f32""")
        w = function.generic([w, m], kind, shape, constants(a=0.125) + """
    %0 = arith.mulf %x1, %a : f32
    %r = arith.subf %x0, %0 : f32""")
        ema = function.generic([ema, old if average else w], kind, shape, constants(a=0.9375, b=0.0625) + """
    %0 = arith.mulf %x0, %a : f32
    %1 = arith.mulf %x1, %b : f32
    %r = arith.addf %0, %1 : f32""")
        function.results += [m, w, ema]
    function.print()


def products():
    """A step of a product with casts of its weights, and SGD."""
    function = Function("sgd")
    kind, half = tensor((48, 48)), tensor((48, 48), "bf16")
    weights = [function.argument(kind, index) for index in range(4)]
    x = function.argument(half)
    zero = function.add("arith.constant 0.0 : bf16")
    saved = []

    def product(a, b, transpose):
        maps = {"": ("i, k", "k, j"), "a": ("k, i", "k, j"), "b": ("i, k", "j, k")}[transpose]
        empty = function.add(f"tensor.empty() : {half}")
        init = function.add(f"linalg.fill ins({zero} : bf16) outs({empty} : {half}) -> {half}")
        texts = ", ".join(f"affine_map<(i, j, k) -> ({m})>" for m in (*maps, "i, j"))
        return function.add(f"linalg.matmul indexing_maps = [{texts}] ins({a[0]}, {b[0]} : {half}, {half}) "
                            f"outs({init} : {half}) -> {half}"), half

    for weight in weights:
        copy = function.generic([weight], half, (48, 48), "%r = arith.truncf %x0 : f32 to bf16")
        saved.append((x, copy))
        y = product(x, copy, "")
        x = function.generic([y], half, (48, 48), "%h = arith.constant 1.25e-1 : bf16\n    %r = arith.mulf %x0, %h : bf16")
    gradient = x
    results = []
    for weight, (before, copy) in reversed(list(zip(weights, saved))):
        dw = product(before, gradient, "a")
        gradient = product(gradient, copy, "b")
        gradient = function.generic([gradient], half, (48, 48), "%h = arith.constant 1.25e-1 : bf16\n    %r = arith.mulf %x0, %h : bf16")
        results.append(function.generic([weight, dw], kind, (48, 48), constants(a=0.125) + """
    %g = arith.extf %x1 : bf16 to f32
    %0 = arith.mulf %g, %a : f32
    %r = arith.subf %x0, %0 : f32"""))
    function.results = results[::-1]
    function.print()


def scaled():
    """A step that is left out where a gradient is not finite: the host decides."""
    function = Function("scaled")
    kind = tensor((40, 33))
    updates = [[function.argument(kind) for _ in range(2)] for _ in range(3)]
    factor = norm(function, [(g, (40, 33)) for _, g in updates])
    number = function.add(f"tensor.extract {factor[0]}[] : tensor<f32>")
    half = function.add("arith.constant 0.5 : f32")
    isLarge = function.add(f"arith.cmpf olt, {number}, {half} : f32")
    for w, g in updates:
        new = function.generic([w, g, factor], kind, (40, 33), """%0 = arith.mulf %x1, %x2 : f32
    %r = arith.subf %x0, %0 : f32""")
        twice = function.generic([g], kind, (40, 33), "%r = arith.addf %x0, %x0 : f32")
        function.results.append((function.add(
            f"scf.if {isLarge} -> ({kind}) {{ scf.yield {w[0]} : {kind} }} else {{ scf.yield {new[0]} : {kind} }}"), kind))
        function.results.append(twice)
    function.print()


adamw("adamw", donate=False)
adamw("adamw_in_place", donate=True)
adamw("many", donate=True, shapes=[(40 + n % 7,) for n in range(150)], clip=False)
momentum("momentum", average=False)
momentum("momentum_of_old", average=True)
products()
scaled()
