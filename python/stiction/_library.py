# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The C library as Python sees it: texts, errors, catalogue, and what it is asked for as JSON."""

from __future__ import annotations

import decimal
import json
import numbers
import os
from typing import Any, Mapping, Sequence

import numpy as np

from ._native import ffi, lib

_STATUS = {code: name[len("STN_"):].lower() for code, name in ffi.typeof("StnStatus").elements.items()}


def text_of(pointer: Any) -> str:
    """The text behind a `const char *`; "" of NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""


def take_text(pointer: Any) -> str:
    """A text that the library made for us, which is freed."""
    try:
        return text_of(pointer)
    finally:
        lib.stn_text_free(pointer)


# Arguments that the library takes for a file, as it names them, and their names here.
SCENARIO, LAW = "the scenario", "the law"  # of a dict, of parameters
_ARGUMENTS = {"--set": "set", "--law": "law", "stn_scenario_set": "set", SCENARIO: "scenario", LAW: "law"}


class Error(Exception):
    """What went wrong, as the library says it.

    status: "bad_input", "no_file", "diverged", ...; file, line, column: where, 0 and "" where that is not known;
    path: the setting that is wrong; text: the sentence without the place; result: what was computed, or None.
    """

    def __init__(self, error: Any, result: Any = None) -> None:
        self.status: str = _STATUS[error.status]
        self.file: str = ffi.string(error.file).decode("utf-8", "replace")
        self.line: int = error.line
        self.column: int = error.column
        self.path: str = ffi.string(error.path).decode("utf-8", "replace")
        self.text: str = ffi.string(error.text).decode("utf-8", "replace")
        self.result = result
        out = ffi.new("char[]", 1600)
        said = text_of(lib.stn_error_format(error, out, 1600))
        if self.file in _ARGUMENTS:
            said = f"{_ARGUMENTS[self.file]}: {self.text}"
            self.file, self.line, self.column = "", 0, 0
        super().__init__(said)

    def __reduce__(self) -> Any:
        return _again, (type(self), self.args, {**self.__dict__, "result": None})


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the work; `result` has what was computed until then."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted; what was computed is in .result")
        self.result = result

    def __reduce__(self) -> Any:
        return _again, (type(self), self.args, {"result": None})


def _again(kind: Any, args: tuple[Any, ...], members: dict[str, Any]) -> Any:
    """An exception that came from another process, without what was computed, which is memory of that one."""
    made = kind.__new__(kind, *args)
    made.__dict__.update(members)
    return made


def new_error() -> Any:
    return ffi.new("StnError *")


def bad_input(sentence: str) -> Error:
    """An error that Python itself finds, of the same kind as those of the library."""
    error = new_error()
    lib.stn_error(error, lib.STN_BAD_INPUT, b"%s", ffi.new("char[]", sentence.encode("utf-8", "replace")))
    return Error(error)


def check(status: int, error: Any) -> None:
    if status != lib.STN_OK:
        raise Error(error)


def utf8(text: str, what: str = "a name") -> bytes:
    """A text for the library, which takes it to end at its first NUL."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a text, not {type(text).__name__}: {text!r}")
    return _whole(text.encode("utf-8", "surrogateescape"))


def _whole(raw: bytes) -> bytes:
    if b"\0" in raw:
        raise bad_input(f"a text has no character NUL: {raw.decode('utf-8', 'replace')!r}")
    return raw


def file_name(path: str | bytes | os.PathLike[str]) -> bytes:
    """As the library takes names of files: UTF-8 on Windows, and everywhere with "/" between folders."""
    return _whole(os.fsencode(path)).replace(os.fsencode(os.sep), b"/")


# ---- Values as numbers and texts -----------------------------------------------------------------------------


def reals(values: Any, what: str) -> Any:
    """Real numbers as doubles without gaps; what is masked or missing is NaN."""
    if not hasattr(values, "dtype"):
        listed = hasattr(values, "__len__") or hasattr(values, "__array__") or not hasattr(values, "__iter__")
        values = np.asarray(values if listed else list(values))
    kind = getattr(values.dtype, "kind", "O")
    if kind == "c":
        raise bad_input(f"{what} has complex numbers, not real ones")
    if kind in "mM":
        raise bad_input(f'{what} has dates or times; give seconds, as (t - t[0]) / np.timedelta64(1, "s")')
    if np.ma.isMaskedArray(values):  # type: ignore[no-untyped-call]
        values = np.ma.filled(values.astype(np.float64), np.nan)  # type: ignore[no-untyped-call]
    return np.asarray(values, dtype=np.float64, order="C")


def number_text(value: float) -> str:
    """The shortest text that reads back to the same bits."""
    out = ffi.new("char[]", 32)
    return text_of(lib.stn_number_text(float(value), out))


def _plain(value: Any) -> Any:
    """What JSON, and with it YAML, can say."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if hasattr(value, "tolist"):  # arrays, numbers of arrays, a Series
        return _plain(value.tolist())
    if isinstance(value, (numbers.Rational, decimal.Decimal)) and not isinstance(value, int):
        return float(value)
    return value


def value_text(value: Any) -> str:
    """A value as --set takes it: "2 N", a number in SI, a list, a map; None takes it away."""
    if isinstance(value, str):
        return value
    if value is None:
        return "~"
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return number_text(float(value))
    return document_text(value)


def document_text(document: Any) -> str:
    """As JSON, whose NaN and Infinity are words for the library, which says where they cannot stand."""
    try:
        return json.dumps(_plain(document))
    except RecursionError:
        raise TypeError("a document cannot contain itself") from None


class Texts:
    """A `const char *const *` and its length, with the memory of both."""

    def __init__(self, texts: Sequence[str | bytes]) -> None:
        self.items = [ffi.new("char[]", t if isinstance(t, bytes) else utf8(t)) for t in texts]
        self.pointer = ffi.new("const char *[]", self.items) if self.items else ffi.NULL
        self.count = len(self.items)


def suggestion(name: str, names: Sequence[str]) -> str:
    """The nearest name, or all of them, as messages of the library say it."""
    texts = Texts(names)
    found = lib.stn_suggest(utf8(name), texts.pointer, texts.count, b"; allowed: ")
    return ffi.string(found.text).decode()  # type: ignore[no-any-return]


# ---- Catalogue -----------------------------------------------------------------------------------

_catalog = ffi.new("StnCatalog *")  # lasts as long as the process, as its models do


def catalog() -> Any:
    return _catalog


def plugin(path: str | os.PathLike[str]) -> None:
    """Adds the friction laws and plants of a shared object, written in C, to those that there are."""
    error = new_error()
    check(lib.stn_plugin_load(_catalog, file_name(path), error), error)


def _json(pointer: Any, error: Any) -> Any:
    if not pointer:
        raise Error(error)
    return json.loads(take_text(pointer))


def describe(name: str) -> Description:
    """All about a law, a plant or a scenario, by its name."""
    error = new_error()
    return Description(_json(lib.stn_describe_json(_catalog, utf8(name), error), error))


def list_of(what: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """What there is, by kind: laws, plants, scenarios, papers, methods, measures, formats, fields, signals."""
    error = new_error()
    found = _json(lib.stn_list_json(_catalog, utf8(what) if what is not None else ffi.NULL, error), error)
    return {key: value for key, value in found.items() if key != "version"}


def limit_text(low: Any, high: Any) -> str:
    def end(value: Any) -> str:
        return "any" if value is None else str(value) if isinstance(value, str) else f"{value:g}"
    return f"{end(low)} .. {end(high)}"


def parameter_lines(parameters: list[dict[str, Any]]) -> str:
    """Parameters as a docstring has them: unit, default, limits and meaning."""
    lines = []
    for one in parameters:
        if one["kind"] == "choice":
            kind = " | ".join(one["choices"]) + f", default {one['default']}"
        else:
            default = one["derived"] or "none" if one["default"] is None else f"{one['default']}"
            unit = "" if one["unit"] == "1" else f" {one['unit']}"
            kind = f"{one['kind']}{', in' + unit if unit else ''}, default {default}, {limit_text(one['min'], one['max'])}"
        lines.append(f"{one['name']} : {kind}\n    {one['text']}")
    return "\n".join(lines)


class Description(dict):  # type: ignore[type-arg]
    """What `describe` found: a dict that people can read."""

    def __str__(self) -> str:
        head = [f"{self.get('name', '')}: {self.get('title', '')}"]
        head += [self[key] for key in ("equation", "text") if self.get(key)]
        if self.get("reference"):
            head.append(f"Reference: {self['reference']}")
        if self.get("parameters"):
            head.append("\nParameters\n----------\n" + parameter_lines(self["parameters"]))
        return "\n".join(head)

    def _repr_html_(self) -> str:
        import html
        return f"<pre>{html.escape(str(self))}</pre>"


def fields_of(struct: Any) -> list[str]:
    """The names of the members of a struct, in their order."""
    return [name for name, _ in ffi.typeof(struct).fields]
