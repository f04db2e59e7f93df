# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Measured data for identification: a file, arrays, a DataFrame or a Record, columns by role."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

import numpy as np

from ._library import bad_input, check, file_name, new_error, text_of
from ._native import ffi, lib
from ._record import Record
from ._settings import Fields, quantity

# The columns that a person names: keyword and role, as the library has them.
ROLES = {text_of(lib.stn_data_column_at(i).name): lib.stn_data_column_at(i).role
         for i in range(lib.stn_data_column_count())}
# What can be said of columns: {column: value}, as the options of the program.
ABOUT_COLUMNS = ["unit", "gain", "counts", "wrap", "delay"]
OPTIONS = [*ROLES, *ABOUT_COLUMNS, "where", "runs", "kt"]


class ArrayTable:
    """A StnTable over arrays; those that are doubles without gaps are not copied."""

    def __init__(self, columns: Mapping[str, Any], units: Mapping[str, str]) -> None:
        self.arrays = {str(n): np.ascontiguousarray(v, dtype=np.float64).reshape(-1) for n, v in columns.items()}
        lengths = {len(a) for a in self.arrays.values()}
        if len(lengths) != 1:
            raise bad_input(f"columns must be of one length; these are {sorted(lengths)}")
        self.info = ffi.new("StnColumnInfo[]", len(self.arrays))
        self.data = ffi.new("double *[]", [ffi.from_buffer("double[]", a) for a in self.arrays.values()])
        for info, name in zip(self.info, self.arrays):
            info.name = name.encode()[:47]
            info.unit = units.get(name, "").encode()[:31]
            info.site = -1
        self.c = ffi.new("StnTable *", {"rows": lengths.pop(), "ncolumn": len(self.arrays), "column": self.info,
                                        "data": self.data})


def table_of(source: Any) -> ArrayTable:
    if isinstance(source, Record):
        return ArrayTable({name: source[name] for name in source.columns}, source.units)
    units = getattr(source, "attrs", {}).get("units", {})
    if hasattr(source, "reset_index") and source.index.name:  # a DataFrame over its time
        source = source.reset_index()
    return ArrayTable({name: source[name] for name in source}, units)


def mat_table(path: Any) -> ArrayTable:
    """A file whose columns may have different lengths: those as long as most are."""
    from ._mat import read
    columns, units = read(path)
    lengths = [len(v) for v in columns.values()]
    rows = max(set(lengths), key=lengths.count)
    return ArrayTable({n: v for n, v in columns.items() if len(v) == rows}, units)


class Data:
    """A StnData, read as the options say."""

    def __init__(self, source: Any, options: Mapping[str, Any], settings: Mapping[str, Any], least_rows: int,
                 even: bool, extra: Sequence[tuple[str, str | None]] = ()) -> None:
        self.c = ffi.gc(ffi.new("StnData *"), lib.stn_data_free)
        self._kept: list[Any] = []
        is_file = isinstance(source, (str, os.PathLike))
        name = self._text(file_name(source) if is_file else b"arrays")
        definition = ffi.new("StnDataDef *", lib.stn_default_data_def(name))
        terms = self._terms(options, extra)
        definition.term, definition.nterm = terms, len(terms)
        where = options.get("where") or {}
        picks = ffi.new("StnPick[]", [{"column": self._text(c), "value": float(v)} for c, v in where.items()])
        definition.pick, definition.npick = picks, len(picks)
        if options.get("runs"):
            runs = options["runs"]
            definition.runs = self._text(runs if isinstance(runs, str) else ",".join(runs))
        table = Fields(lib.stn_data_fields(), definition)
        for key, value in settings.items():
            table.set(key, value)
        definition.even, definition.least_rows = even, least_rows
        definition.missing_hint = self._text('missing="fill" or missing="drop" goes on without them')
        definition.runs_hint = self._text("runs=COLUMN separates them, sample=TIME stands for a missing column of time")
        error = new_error()
        status = lib.stn_data_read(definition, self.c, error) if is_file else lib.STN_OK
        without_matio = status == lib.STN_UNAVAILABLE and os.fspath(source).lower().endswith(".mat")
        if not is_file or without_matio:
            arrays = mat_table(source) if without_matio else table_of(source)
            status = lib.stn_data_take(definition, arrays.c, self.c, error)
        check(status, error)

    def _text(self, value: str | bytes) -> Any:
        self._kept.append(ffi.new("char[]", value if isinstance(value, bytes) else value.encode()))
        return self._kept[-1]

    def _terms(self, options: Mapping[str, Any], extra: Sequence[tuple[str, str | None]]) -> Any:
        terms: list[dict[str, Any]] = [{"role": lib.STN_ROLE_TIME, "column": ffi.NULL}]
        for keyword, role in ROLES.items():
            given = options.get(keyword)
            for column in [given] if isinstance(given, str) else given or []:
                if role == lib.STN_ROLE_TIME:
                    terms[0]["column"] = self._text(column)
                    terms[0]["name"] = column
                else:
                    terms.append({"role": role, "column": self._text(column), "name": column})
        for i, (column, wanted) in enumerate(extra):
            terms.append({"role": lib.STN_ROLE_COUNT + i, "column": self._text(column), "name": column,
                          "wanted": self._text(wanted) if wanted else ffi.NULL})
        for term in terms:
            self._say(term, term.pop("name", None), options)
        self._check_used(options, terms)
        return ffi.new("StnTerm[]", terms)

    def _say(self, term: dict[str, Any], column: str | None, options: Mapping[str, Any]) -> None:
        for what in ("unit", "gain", "counts"):
            value = (options.get(what) or {}).get(column)
            if value is not None:
                term[what] = self._text(str(value))
        if options.get("kt") is not None and term["role"] == lib.STN_ROLE_EFFORT and "gain" not in term:
            kt = options["kt"]
            term["gain"] = self._text(kt if isinstance(kt, str) else f"{kt!r} N*m/A")
        term["wrap"] = float((options.get("wrap") or {}).get(column, 0))
        term["delay"] = quantity("delay", (options.get("delay") or {}).get(column, 0.0), "s")

    def _check_used(self, options: Mapping[str, Any], terms: list[dict[str, Any]]) -> None:
        from ._library import suggestion
        names = [text_of(t["column"]) for t in terms if t["column"] != ffi.NULL]
        for what in ABOUT_COLUMNS:
            for column in options.get(what) or {}:
                if column not in names:
                    raise bad_input(f'{what}: the column "{column}" is not used{suggestion(column, names)}')


def roles_of(options: Mapping[str, Any]) -> int:
    """The roles that columns are given for, as a mask."""
    mask = 0
    for keyword, role in ROLES.items():
        mask |= (1 << role) if options.get(keyword) else 0
    return mask
