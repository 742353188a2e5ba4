"""Records: named int64 fields, nested, under one path in both lanes.

Compiled kernels take a numpy record by reference; plain kernels take a namespace with the same
paths, since reading a field of a numpy record costs plain Python microseconds.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

N_BYTES = 8
"""Every field is a whole number of int64."""


def new_record(dtype: np.dtype, plain: bool = False) -> Any:
    """A record of zeros: a numpy record for compiled kernels, or its plain twin."""
    if not plain:
        return np.zeros(1, dtype)[0]
    record = SimpleNamespace()
    for name in dtype.names or ():
        field = dtype[name]
        if field.names:
            setattr(record, name, new_record(field, plain))
        else:
            setattr(record, name, np.zeros(field.shape, np.int64) if field.shape else 0)
    return record


def get(record: Any, name: str) -> Any:
    """A field of either kind of record."""
    return getattr(record, name) if isinstance(record, SimpleNamespace) else record[name]


def put(record: Any, name: str, value: Any) -> None:
    """Sets a field of either kind of record; an array field takes anything it can broadcast."""
    before = get(record, name)
    if isinstance(before, np.ndarray):
        before[...] = value
    elif isinstance(record, SimpleNamespace):
        setattr(record, name, int(value))
    else:
        record[name] = value


def copy(source: Any, target: Any, dtype: np.dtype) -> None:
    """Copies every field between two records of one dtype, of either kind."""
    for name in dtype.names or ():
        if dtype[name].names:
            copy(get(source, name), get(target, name), dtype[name])
        else:
            put(target, name, get(source, name))


def numbers(record: Any, dtype: np.dtype) -> np.ndarray:
    """The fields of a record, in order, as int64[n_fields]."""
    if not isinstance(record, SimpleNamespace):
        return np.frombuffer(record.tobytes(), np.int64)
    parts = [
        numbers(get(record, name), dtype[name]) if dtype[name].names else np.ravel(get(record, name))
        for name in dtype.names or ()
    ]
    return np.concatenate(parts).astype(np.int64)


def n_numbers(dtype: np.dtype) -> int:
    """How many int64 a record has."""
    return dtype.itemsize // N_BYTES
