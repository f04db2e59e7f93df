# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Settings by table: keywords into the C struct that a StnFields describes, with units and ranges."""

from __future__ import annotations

import math
import re
from typing import Any, Mapping

from ._library import Error, bad_input, check, new_error, number_text, suggestion, text_of, utf8
from ._native import ffi, lib


def field_names(fields: Any) -> list[str]:
    return [text_of(fields.field[i].name) for i in range(fields.count)]


def keyword(name: str) -> str:
    """from_ stands for from, which Python keeps for itself."""
    return name[:-1] if name.endswith("_") else name


def units_of(unit: str) -> list[str]:
    """A unit of a table in words: "$x/s" is m/s or rad/s."""
    found = []
    for rotary in (0, 1):
        out = ffi.new("char[]", 64)
        found.append(text_of(lib.stn_unit_text(unit.encode(), rotary, out, 64)).replace("$m", "kg*m^2" if rotary else "kg"))
    return list(dict.fromkeys(found))


def range_of(field: Any) -> str:
    """What a field allows, with its unit."""
    unit, out = text_of(field.unit), ffi.new("char[]", 160)
    words = "" if unit == "$u" else " or ".join(units_of(unit))
    said = text_of(lib.stn_range_text(field.least, field.most, words.encode(), out, 160))
    return said if words in ("", "1") or words in said else f"{said}, in {words}"


def about_field(field: Any) -> str:
    """A keyword as a docstring has it: kind, default, range and meaning."""
    name, words = text_of(field.name), text_of(field.unit).split("|")
    text = re.sub(r"--([a-z][a-z-]*)", lambda option: option[1].replace("-", "_"), text_of(field.text))
    usual = getattr(field, "def")  # a word that Python keeps for itself
    given = f", default {usual:g}" if math.isfinite(usual) else ""
    if field.kind == lib.STN_FIELD_FLAG:
        off = usual != 0.0  # the text is that of the option of the program, which changes it
        return f"{name} : bool, default {off}\n    {'False: ' if off else ''}{text}"
    if field.kind == lib.STN_FIELD_WORD:
        return f"{name} : {' | '.join(words)}, default {words[int(usual)]}\n    {text}"
    if field.kind in (lib.STN_FIELD_TEXT, lib.STN_FIELD_TEXTS):
        return f"{name} : text{'s' if field.kind == lib.STN_FIELD_TEXTS else ''}\n    {text}"
    return f"{name} : {range_of(field)}{given}\n    {text}"


def quantity(name: str, value: Any, unit: str) -> float:
    """ "2.5 mm" or a number in SI; a text must fit the unit."""
    if not isinstance(value, str):
        return float(value)
    number, bare, error = ffi.new("double *"), ffi.new("bool *"), new_error()
    given, wanted, factor = ffi.new("StnDimension *"), ffi.new("StnDimension *"), ffi.new("double *")
    if lib.stn_unit_parse(utf8(value), number, given, bare, error) != lib.STN_OK:
        raise bad_input(f"{name}={value}: {ffi.string(error.text).decode()}")
    units = units_of(unit)
    for one in units:
        if bare[0] or one == "$u":
            return number[0]  # type: ignore[no-any-return]
        check(lib.stn_unit_factor(one.encode(), factor, wanted, error), error)
        if lib.stn_dimension_fits(given[0], wanted[0]):
            return number[0]  # type: ignore[no-any-return]
    raise bad_input(f"{name}={value}: it must be in {' or '.join(units)}")


class Fields:
    """A struct of settings: its defaults, and what was given of them."""

    def __init__(self, fields: Any, struct: Any) -> None:
        self.fields, self.struct = fields, struct
        self.given = ffi.new("bool[]", lib.STN_FIELDS_MAX)
        self._kept: list[Any] = []
        self._bytes = ffi.cast("char *", struct)

    def has(self, name: str) -> bool:
        return keyword(name) in field_names(self.fields)

    def set(self, name: str, value: Any) -> None:
        index = field_names(self.fields).index(keyword(name))
        field = self.fields.field + index
        if value is None:
            return
        self.given[index] = True
        place = self._bytes + field.at
        if field.kind == lib.STN_FIELD_WORD:
            self._set_word(field, name, value)
        elif field.kind == lib.STN_FIELD_TEXT:
            ffi.cast("const char **", place)[0] = self._text(value)
        elif field.kind == lib.STN_FIELD_TEXTS:
            items = [self._text(one) for one in ([value] if isinstance(value, str) else value)]
            self._kept.append(ffi.new("const char *[]", items))
            ffi.cast("StnTextList *", place)[0] = {"item": self._kept[-1], "count": len(items)}
        elif field.kind == lib.STN_FIELD_NUMBERS:
            numbers = [quantity(name, one, text_of(field.unit)) for one in value]
            self._kept.append(ffi.new("double[]", numbers))
            ffi.cast("StnNumbers *", place)[0] = {"value": self._kept[-1], "count": len(numbers)}
        elif field.kind == lib.STN_FIELD_PAIR and not isinstance(value, (str, int, float)):
            for k in (0, 1):
                ffi.cast("double *", place)[k] = self._allowed(field, name, quantity(name, value[k], text_of(field.unit)))
        else:
            self._set_number(field, name, value)

    def _text(self, value: Any) -> Any:
        self._kept.append(ffi.new("char[]", utf8(str(value))))
        return self._kept[-1]

    def _set_word(self, field: Any, name: str, value: Any) -> None:
        index = lib.stn_field_word(field, utf8(str(value)))
        if index < 0:
            words = text_of(field.unit).split("|")
            raise bad_input(f'{name}: unknown word "{value}"{suggestion(str(value), words)}')
        lib.stn_field_set_integer(field, self.struct, index)

    def _allowed(self, field: Any, name: str, value: float) -> float:
        if not lib.stn_field_allows(field, value):
            raise bad_input(f"{name}={number_text(value)} is out of range: {range_of(field)}")
        return value

    def _set_number(self, field: Any, name: str, value: Any) -> None:
        if field.kind == lib.STN_FIELD_OR_AUTO and value == "auto":
            value = 0.0
        number = self._allowed(field, name, quantity(name, value, text_of(field.unit)))
        error = new_error()
        if lib.stn_field_set(field, self.struct, number, error) != lib.STN_OK:
            raise Error(error)


def take(options: Mapping[str, Any], tables: list[Fields], verb: str, others: list[str]) -> dict[str, Any]:
    """Gives each keyword to the first table that has it; returns those of `others`, and refuses what nobody knows."""
    left = {}
    for name, value in options.items():
        table = next((one for one in tables if one.has(name)), None)
        if table is not None:
            table.set(name, value)
        elif name in others:
            left[name] = value
        else:
            names = [n for one in tables for n in field_names(one.fields)] + others
            raise bad_input(f'{verb} has no option "{name}"{suggestion(name, names)}')
    return left
