# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""MATLAB files by SciPy, where the library was built without matio: the same columns as the library makes of them."""

from __future__ import annotations

import os
from typing import Any, Iterator

import numpy as np

from ._library import bad_input
from ._result import needs


def _columns(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every real numeric vector; of a matrix its columns, "values(:,2)", of structs their fields, "log.signals(2).values"."""
    if value.dtype.names:  # a struct, or an array of them
        for i, one in enumerate(value.reshape(-1, order="F")):
            place = f"{name}({i + 1})" if value.size > 1 else name
            for field in value.dtype.names:
                yield from _columns(f"{place}.{field}", one[field])
    elif value.dtype.kind in "fiu" and value.ndim == 2 and value.size > 1:
        if min(value.shape) == 1:
            yield name, value.reshape(-1)
        else:
            for k in range(value.shape[1]):
                yield f"{name}(:,{k + 1})", value[:, k]


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Columns, and units from a struct `units`."""
    io = needs("scipy.io")
    try:
        found = io.loadmat(path)
    except NotImplementedError:
        raise bad_input(f"{os.fspath(path)}: SciPy reads no MATLAB 7.3 file; save it with -v7, or as .csv") from None
    except FileNotFoundError:
        raise bad_input(f"{os.fspath(path)}: there is no such file") from None
    except Exception as why:  # SciPy raises many kinds on a damaged file
        raise bad_input(f"{os.fspath(path)}: the file is damaged, or no MATLAB file: {why}") from None
    units: dict[str, str] = {}
    table = found.pop("units", None)
    if table is not None and table.dtype.names:
        units = {name: "".join(table[name].flat[0].reshape(-1)) for name in table.dtype.names
                 if table[name].flat[0].dtype.kind == "U"}
    columns = {n: v for name, value in found.items() if not name.startswith("__") and isinstance(value, np.ndarray)
               for n, v in _columns(name, value)}
    if not columns:
        raise bad_input(f"{os.fspath(path)}: the file has no real numeric vector")
    return columns, units
