"""Kernels: one Python function, run plain in tests and compiled in runs. The only numba import.

``@kernel`` marks a function that both lanes can run. ``compiled(driver)`` makes the compiled form of
an outermost loop; everything it calls is compiled into it. Machine instructions that Python has no
word for stand at the end, each with its plain twin.

Compiled code is cached on disk in a folder keyed by everything it depends on: numba's own cache
does not notice an edited callee in another file (numba #1833) and would silently play old rules.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import codegen, types
from numba.core.compiler_lock import global_compiler_lock
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, register_jitable
from numba.np import arrayobj

from shengsim.cache import one_at_a_time, open_cache, seal

F = TypeVar("F", bound=Callable[..., Any])

KERNEL_SOURCES = ("*.py", "games/**/*.py", "bots/**/*.py", "stats/**/*.py")
"""What compiled code may depend on, within the package."""


def kernel(function: F) -> F:
    """Marks a function that stays ordinary Python and compiles into the compiled kernel that calls it.

    LLVM is told to inline it: left to itself it keeps calls between the middling functions that rules
    are made of, and a deal takes a third longer.
    """
    return register_jitable(forceinline=True, no_cfunc_wrapper=True)(function)


def rare_kernel(function: F) -> F:
    """A kernel for what seldom happens: LLVM may leave it a call, which spares compile time."""
    return register_jitable(no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]


class Compiled:
    """The compiled form of a driver: compiles for the types it is first called with, or at ``prepare``."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._dispatcher = _dispatcher(function, cache_folder())
        self._prepared: dict[tuple[Any, ...], list[Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Runs the driver."""
        self.prepare(*arguments)
        return self._dispatcher(*arguments)

    def prepare(self, *arguments: Any) -> None:
        """Compiles for the types of these arguments, or loads from the cache; runs nothing."""
        # Numba takes a millisecond to tell the type of a nested record: a call must not ask for it.
        dtypes = [getattr(argument, "dtype", None) for argument in arguments]
        kinds = zip(arguments, dtypes, strict=True)
        kind = tuple((type(value), id(dtype), getattr(value, "ndim", 0)) for value, dtype in kinds)
        if kind in self._prepared:
            return
        signature = tuple(numba.typeof(argument) for argument in arguments)
        if self._is_ready(signature):
            self._compile(signature)
        else:
            what = f"{self.function.__name__}-{hashlib.sha256(str(signature).encode()).hexdigest()[:16]}"
            with one_at_a_time(cache_folder(), what):
                self._compile(signature)
        self._prepared[kind] = dtypes  # kept, so that no other dtype gets the same id

    def _compile(self, signature: tuple[Any, ...]) -> None:
        """Compiles, or loads from the cache."""
        n_loaded = self._n_loaded()
        try:
            with _tuned(self.function.__name__):
                self._dispatcher.compile(signature)
        except numba.core.errors.NumbaError:
            raise
        except Exception:  # whatever a damaged or a full cache raises
            self._compile_afresh(signature)
        folder = cache_folder()
        if folder is not None and self._n_loaded() <= n_loaded:
            seal(folder)

    def _compile_afresh(self, signature: tuple[Any, ...]) -> None:
        """Compiles with an emptied cache, or, where that cannot be written, with none."""
        folder = cache_folder()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
            cache_folder.cache_clear()
        for place in (cache_folder(), None):
            self._dispatcher = _dispatcher(self.function, place)
            self._prepared.clear()
            try:
                with _tuned(self.function.__name__):
                    self._dispatcher.compile(signature)
            except OSError:
                if place is None:
                    raise
            else:
                return

    def _n_loaded(self) -> int:
        return sum(self._dispatcher.stats.cache_hits.values())

    @property
    def loaded_from_cache(self) -> bool:
        """Whether the code was found on disk."""
        return bool(self._n_loaded())

    def is_ready(self, *arguments: Any) -> bool:
        """Whether code for the types of these arguments is in this process or on disk, to start at once.

        Without arguments: code for any.
        """
        return self._is_ready(tuple(numba.typeof(argument) for argument in arguments))

    def _is_ready(self, signature: tuple[Any, ...]) -> bool:
        # Numba's own index: each checkout has one in the folder that those of equal sources share.
        cache = self._dispatcher._cache
        on_disk: Any = ()
        with contextlib.suppress(Exception):  # of a damaged index, whatever it raises
            if cache.cache_path is not None:
                on_disk = cache._cache_file._load_index()
        signatures = {*self._dispatcher.overloads, *(key[0] for key in on_disk)}
        return signature in signatures if signature else bool(signatures)


@cache
def compiled(function: Callable[..., Any]) -> Compiled:
    """The compiled form of a driver function, one a process."""
    return Compiled(function)


def _dispatcher(function: Callable[..., Any], folder: Path | None) -> Any:
    # Reference counting is off: kernels allocate nothing and keep nothing, and it costs a tenth.
    dispatcher = numba.njit(function, error_model="numpy", _nrt=False)
    if folder is not None:
        before = numba.config.CACHE_DIR  # read once, when caching is enabled
        numba.config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher


@contextlib.contextmanager
def _tuned(driver: str) -> Iterator[None]:
    """Compiles a driver's code in two ways that numba has no option for.

    Indices are taken as they are: no kernel counts from the end of an array, and to ask it of every index
    costs a deal a tenth. Kernels are only made ready to be inlined, and LLVM's full rounds wait for the
    driver, in which all of them end: else each level of calls is optimized anew, half as long again. The lock
    keeps others who compile at the same time from getting our ways.
    """

    def optimize(library: Any) -> None:
        if library.name == driver:
            optimize_fully(library)
        else:
            passes, builder = library._codegen._module_pass_manager(
                loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
            )
            passes.run(library._final_module, builder)

    with global_compiler_lock:
        fix_index = arrayobj.fix_integer_index
        optimize_fully = codegen.CPUCodeLibrary._optimize_final_module
        arrayobj.fix_integer_index = _plain_index
        codegen.CPUCodeLibrary._optimize_final_module = optimize
        try:
            yield
        finally:
            arrayobj.fix_integer_index = fix_index
            codegen.CPUCodeLibrary._optimize_final_module = optimize_fully


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@cache
def cache_folder() -> Path | None:
    """The folder of compiled code for these sources on this processor; None where none is writable."""
    return open_cache(kernel_key())


def sources_key() -> str:
    """A hash of the sources that compiled code may depend on: which rules are played, and how."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted({path for pattern in KERNEL_SOURCES for path in package.glob(pattern)}):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def kernel_key() -> str:
    """A hash of the kernels' sources, the versions, the flags and the processor."""
    facts = (
        sources_key(),
        numba.__version__,
        np.__version__,
        sys.version,
        platform.machine(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
        numba.config.BOUNDSCHECK,
        numba.config.CPU_NAME,
        numba.config.CPU_FEATURES,
        numba.config.OPT,
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


# Machine instructions. Words are int64; only the lowest 62 bits are used outside the random streams.

_WORD = 0xFFFF_FFFF_FFFF_FFFF


def _signed(word: int) -> int:
    word &= _WORD
    return word - (1 << 64) if word >> 63 else word


def popcount(word: int) -> int:
    """How many bits are set."""
    return (int(word) & _WORD).bit_count()


def trailing_zeros(word: int) -> int:
    """The position of the lowest set bit; 64 for no bit."""
    word = int(word) & _WORD
    return (word & -word).bit_length() - 1 if word else 64


def leading_zeros(word: int) -> int:
    """63 minus the position of the highest set bit; 64 for no bit."""
    return 64 - (int(word) & _WORD).bit_length()


def deposit(a: int, b: int) -> int:
    """Spreads the low bits of a over the set places of b, lowest first (x86 PDEP)."""
    bits, places, spread = int(a) & _WORD, int(b) & _WORD, 0
    while places:
        place = places & -places
        spread |= place if bits & 1 else 0
        bits >>= 1
        places ^= place
    return _signed(spread)


def add_wrapping(a: int, b: int) -> int:
    """The sum modulo 2**64."""
    return _signed(int(a) + int(b))


def multiply_wrapping(a: int, b: int) -> int:
    """The product modulo 2**64."""
    return _signed(int(a) * int(b))


def shift_right_logical(a: int, b: int) -> int:
    """Shifts a right by b places and fills with zeros."""
    return _signed((int(a) & _WORD) >> int(b))


_Words = list[Any]


def _instruction(twin: Callable[..., int], build: Callable[[Any, _Words], Any]) -> None:
    """Lets compiled kernels call the machine's form of a plain function of one or two words."""

    def emit(*operands: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            pairs = zip(values, signature.args, strict=True)
            return build(builder, [context.cast(builder, value, kind, types.int64) for value, kind in pairs])

        return types.int64(*operands), generate

    if twin.__code__.co_argcount == 1:
        unary = intrinsic(lambda typing_context, word: emit(word))
        overload(twin)(lambda word: lambda word: unary(word))
    else:
        binary = intrinsic(lambda typing_context, a, b: emit(a, b))
        overload(twin)(lambda a, b: lambda a, b: binary(a, b))


_FALSE = ir.Constant(ir.IntType(1), 0)


def _call(name: str) -> Callable[[Any, _Words], Any]:
    """Builds a call of an LLVM intrinsic over 64-bit words."""

    def build(builder: Any, words: _Words) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word] * len(words))
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, words)

    return build


def _deposit_by_steps(builder: Any, words: _Words) -> Any:
    """PDEP for other processors: one step a set place."""
    from numba.core import cgutils

    word = ir.IntType(64)
    bits, places, spread = (cgutils.alloca_once_value(builder, ir.Constant(word, 0)) for _ in range(3))
    builder.store(words[0], bits)
    builder.store(words[1], places)
    head, body, end = (builder.append_basic_block(f"deposit_{part}") for part in ("head", "body", "end"))
    builder.branch(head)
    builder.position_at_end(head)
    some_left = builder.icmp_unsigned("!=", builder.load(places), ir.Constant(word, 0))
    builder.cbranch(some_left, body, end)
    builder.position_at_end(body)
    left = builder.load(places)
    place = builder.and_(left, builder.neg(left))
    wanted = builder.trunc(builder.load(bits), ir.IntType(1))
    chosen = builder.select(wanted, place, ir.Constant(word, 0))
    builder.store(builder.or_(builder.load(spread), chosen), spread)
    builder.store(builder.xor(left, place), places)
    builder.store(builder.lshr(builder.load(bits), ir.Constant(word, 1)), bits)
    builder.branch(head)
    builder.position_at_end(end)
    return builder.load(spread)


def _has_pdep() -> bool:
    # Numba may be told to compile for another processor than this one.
    for_this = numba.config.CPU_NAME is None and numba.config.CPU_FEATURES is None
    is_x86 = platform.machine() in ("x86_64", "AMD64")
    return for_this and is_x86 and bool(llvm.get_host_cpu_features().get("bmi2"))


_instruction(popcount, lambda builder, words: builder.ctpop(words[0]))
_instruction(trailing_zeros, lambda builder, words: builder.cttz(words[0], _FALSE))
_instruction(leading_zeros, lambda builder, words: builder.ctlz(words[0], _FALSE))
_instruction(deposit, _call("llvm.x86.bmi.pdep.64") if _has_pdep() else _deposit_by_steps)
_instruction(add_wrapping, lambda builder, words: builder.add(*words))
_instruction(multiply_wrapping, lambda builder, words: builder.mul(*words))
_instruction(shift_right_logical, lambda builder, words: builder.lshr(*words))


# Tuples of words: what numba needs to be told about them


def take(rows: Any, row: int) -> tuple[int, ...]:
    """A row of int64[n, n_planes] as a tuple; its length is known when the kernel is compiled."""
    return tuple(int(word) for word in rows[row])


@overload(take)
def _take(rows, row):  # type: ignore[no-untyped-def]  # numba compares annotations, so none here
    n_planes = rows.shape[1]
    zeros = (0,) * n_planes
    if n_planes == 2:
        return lambda rows, row: (rows[row, 0], rows[row, 1])

    def take_many(rows, row):  # type: ignore[no-untyped-def]
        planes = zeros
        for k in range(n_planes):
            planes = tuple_setitem(planes, k, rows[row, k])
        return planes

    return take_many


def with_plane(planes: tuple[int, ...], k: int, word: int) -> tuple[int, ...]:
    """The tuple with one word replaced."""
    return (*planes[:k], word, *planes[k + 1 :])


@overload(with_plane)
def _with_plane(planes, k, word):  # type: ignore[no-untyped-def]
    return lambda planes, k, word: tuple_setitem(planes, k, word)
