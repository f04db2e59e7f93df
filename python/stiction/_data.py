# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Measured data for identification: a file, arrays, a DataFrame or a Record, columns by role."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from ._library import bad_input, check, file_name, new_error, reals, text_of, utf8
from ._native import ffi, lib
from ._record import Record
from ._settings import Fields, quantity

# The columns that a person names: keyword and role, as the library has them.
ROLES = {text_of(lib.stn_data_column_at(i).name): lib.stn_data_column_at(i).role
         for i in range(lib.stn_data_column_count())}
# What can be said of columns: {column: value}, as the options of the program.
ABOUT_COLUMNS = ["unit", "gain", "counts", "wrap", "delay"]
_NAME, _UNIT = (ffi.sizeof(dict(ffi.typeof("StnColumnInfo").fields)[name].type) - 1 for name in ("name", "unit"))
OPTIONS = [*ROLES, *ABOUT_COLUMNS, "where", "runs", "kt"]


def _column(name: str, values: Any) -> Any:
    array = reals(values, f'column "{name}"')
    if array.size != max(array.shape, default=1):
        raise bad_input(f'column "{name}" has the shape {array.shape}; a column is one row of numbers')
    return array.reshape(-1)


def _short(text: str, limit: int) -> bytes:
    """As much of a name as the library keeps."""
    return utf8(text)[:limit].decode("utf-8", "ignore").encode()


class ArrayTable:
    """A StnTable over arrays; those that are doubles without gaps are not copied."""

    def __init__(self, columns: Mapping[Any, Any], units: Mapping[Any, Any]) -> None:
        self.arrays = {str(n): _column(str(n), v) for n, v in columns.items()}
        lengths = {len(a) for a in self.arrays.values()}
        if not lengths:
            raise bad_input("the data have no columns")
        if len(lengths) > 1:
            raise bad_input(f"columns must be of one length; these are {sorted(lengths)}")
        if len(self.arrays) < len(columns):
            raise bad_input("names of columns must differ as texts")
        self.info = ffi.new("StnColumnInfo[]", len(self.arrays))
        self.data = ffi.new("double *[]", [ffi.from_buffer("double[]", a) for a in self.arrays.values()])
        for info, given in zip(self.info, columns):
            name = _short(str(given), _NAME)
            unit = utf8(units.get(given, ""), "a unit")
            if len(unit) > _UNIT:
                raise bad_input(f'column "{name.decode()}": the unit is longer than {_UNIT} bytes')
            info.name, info.unit, info.site = name, unit, -1
        self.c = ffi.new("StnTable *", {"rows": lengths.pop(), "ncolumn": len(self.arrays), "column": self.info,
                                        "data": self.data})


def table_of(source: Any) -> ArrayTable:
    if isinstance(source, Record):
        return ArrayTable({name: source[name] for name in source.columns}, source.units)
    if isinstance(source, np.ndarray) and source.dtype.names:
        return ArrayTable({name: source[name] for name in source.dtype.names}, {})
    if hasattr(source, "data_vars"):  # a Dataset of xarray, with its coordinates
        return ArrayTable({name: source[name].values for name in source.variables},
                          {name: v.attrs.get("units", "") for name, v in source.variables.items()})
    if isinstance(source, Mapping) or hasattr(source, "columns"):
        units = getattr(source, "attrs", {}).get("units", {})
        index = getattr(source, "index", None)
        if getattr(index, "name", None) is not None:  # a DataFrame over its time
            source = source.reset_index()
        return ArrayTable({name: source[name] for name in getattr(source, "columns", source)}, units)
    raise TypeError(f"data are a file, a dict of arrays, a DataFrame, a Dataset or a Record, not {type(source).__name__}")


def mat_table(path: Any) -> ArrayTable:
    """A file whose columns may have different lengths: those as long as most are."""
    from ._mat import read
    columns, units = read(path)
    lengths = [len(v) for v in columns.values()]
    rows = max(set(lengths), key=lengths.count)
    return ArrayTable({n: v for n, v in columns.items() if len(v) == rows}, units)


def names_of(given: Any, keyword: str) -> list[str]:
    """One name, several or none."""
    if not isinstance(given, str) and not isinstance(given, Iterable):
        if given:
            raise TypeError(f"{keyword} names a column, or several: a text, not {given!r}")
        return []
    return [given] if isinstance(given, str) else list(given)


class Data:
    """A StnData, read as the options say."""

    def __init__(self, source: Any, options: Mapping[str, Any], settings: Mapping[str, Any], least_rows: int,
                 even: bool, extra: Sequence[tuple[str, str | None]] = ()) -> None:
        self.c = ffi.gc(ffi.new("StnData *"), lib.stn_data_free)
        self._kept: list[Any] = []
        for what in [*ABOUT_COLUMNS, "where"]:
            if options.get(what) is not None and not isinstance(options[what], Mapping):
                raise TypeError(f"{what} is a dict by column, as {what}={{'u': ...}}, not {options[what]!r}")
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
        self._kept.append(ffi.new("char[]", value if isinstance(value, bytes) else utf8(value)))
        return self._kept[-1]

    def _terms(self, options: Mapping[str, Any], extra: Sequence[tuple[str, str | None]]) -> Any:
        terms: list[dict[str, Any]] = [{"role": lib.STN_ROLE_TIME, "column": ffi.NULL}]
        # Efforts, which add up, last: the order of the program, and of its remarks.
        for keyword, role in sorted(ROLES.items(), key=lambda one: one[1] == lib.STN_ROLE_EFFORT):
            for column in names_of(options.get(keyword), keyword):
                if role == lib.STN_ROLE_TIME:
                    terms[0]["column"] = self._text(column)
                    terms[0]["name"] = column
                else:
                    terms.append({"role": role, "column": self._text(column), "name": column})
        for i, (column, wanted) in enumerate(extra):
            terms.append({"role": lib.STN_ROLE_COUNT + i, "column": self._text(column), "name": column,
                          "wanted": self._text(wanted) if wanted else ffi.NULL})
        if terms[0]["column"] == ffi.NULL:
            self._time_named(terms, options)
        for term in terms:
            self._say(term, term.pop("name", None), options)
        self._check_used(options, terms)
        return ffi.new("StnTerm[]", terms)

    def _time_named(self, terms: list[dict[str, Any]], options: Mapping[str, Any]) -> None:
        """A unit, gain or wrap of a column with a name of the time, which is nothing else, names the time."""
        used = {term.get("name") for term in terms}
        for what in ("unit", "gain", "wrap"):
            for column in options.get(what) or {}:
                if column not in used and lib.stn_data_is_time(utf8(column)):
                    terms[0]["column"], terms[0]["name"] = self._text(column), column
                    return

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
