# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Friction parameters from measured data, by every method that the library describes."""

from __future__ import annotations

from typing import Any

from ._data import OPTIONS, ROLES, Data, roles_of
from ._library import Error, bad_input, catalog, check, new_error, suggestion, text_of, utf8
from ._native import ffi, lib
from ._result import Result
from ._scenario import Document, Scenario
from ._settings import Fields, about_field, field_names, take

METHODS = {text_of(lib.stn_identify_method_at(i).name): lib.stn_identify_method_at(i)
           for i in range(lib.stn_identify_method_count())}


class Identified(Result):
    """What a method found: result["Fc"], result.interval("Fc"), result.scenario()."""

    def __init__(self, method: Any, site: str | None) -> None:
        super().__init__(text_of(method.name), site)
        self._method = method
        self._memory: Any = None
        self._data: list[Data] = []

    def scenario(self, base: Scenario | None = None, site: str | None = None) -> Scenario:
        """A scenario that runs with what was found; with base, that one with other friction at a site."""
        method, error = self._method, new_error()
        if not method.findings_at:
            raise bad_input(f"identify {text_of(method.name)} makes no scenario")
        findings = ffi.cast("StnFindings *", ffi.cast("char *", self._memory) + method.findings_at)
        check(lib.stn_findings_check(findings, error), error)
        if base is not None and site is None:
            site = next(iter(base.laws))
        pointer = lib.stn_findings_scenario(
            findings, method.title, ffi.NULL, base._document.c if base is not None else ffi.NULL,
            utf8(site) if site else ffi.NULL, error)
        if not pointer:
            raise Error(error)
        lib.stn_scenario_set_catalog(pointer, catalog())
        return Scenario(Document(pointer), f"identify {text_of(method.name)}")


def _check_needs(name: str, roles: int, needs: Any) -> None:
    def names(mask: int) -> str:
        return " or ".join(f"{word}=COLUMN" for word, role in ROLES.items() if mask & (1 << role))
    choice = getattr(needs, "with")  # a word that Python keeps for itself
    with_ = f" {text_of(choice)}" if choice else ""
    for role in range(lib.STN_ROLE_COUNT):
        if needs.all & (1 << role) and not roles & (1 << role):
            raise bad_input(f"identify {name}{with_} needs the {text_of(lib.stn_role_word(role))}: {names(1 << role)}")
    for mask in (needs.any, needs.also):
        if mask and not roles & mask:
            raise bad_input(f"identify {name}{with_} needs {names(mask)}")
    allowed = needs.all | needs.any | needs.also | needs.may | (1 << lib.STN_ROLE_TIME)
    for word, role in ROLES.items():
        if roles & (1 << role) and not allowed & (1 << role):
            raise bad_input(f"{word}: identify {name} makes no use of the {text_of(lib.stn_role_word(role))}; leave it out")


def identify(method: str, *data: Any, validate: Any = None, **options: Any) -> Identified:
    """Identifies friction by a method: st.identify("inverse", "axis.csv", effort="force", position="q").

    data: a file (CSV, .mat), a dict of arrays, a DataFrame or a Record; some methods take several.  Columns by
    role: effort, position, velocity, ...; unit, gain, counts, wrap, delay: {column: value}; other options are those of
    the method, see options_of(method).
    """
    if method not in METHODS:
        raise bad_input(f'unknown method "{method}"{suggestion(method, list(METHODS))}')
    m = METHODS[method]
    if m.flags & lib.STN_IDENTIFY_MODEL:
        raise bad_input(f"identify {method} simulates a model: stiction.{method}(scenario, data, ...)")
    memory = ffi.new("double[]", m.fields.size // 8 + 1)
    lib.stn_fields_default(m.fields, memory)
    own = Fields(m.fields, memory)
    data_names = [n for n in field_names(lib.stn_data_fields()) if not own.has(n)]
    left = take(options, [own], f"identify {method}", OPTIONS + data_names + ["from_", "site"])
    roles, error = roles_of(left), new_error()
    needs = ffi.new("StnMethodNeeds *", {"given": own.given, "roles": roles, "runs": bool(left.get("runs")),
                                         "all": m.all, "any": m.any, "may": m.may,
                                         "even": bool(m.flags & lib.STN_IDENTIFY_EVEN)})
    if m.prepare:
        check(m.prepare(memory, needs, error), error)
    if data:
        _check_needs(method, roles, needs)
    if len(data) > 1 and not m.flags & lib.STN_IDENTIFY_SEVERAL:
        raise bad_input(f"identify {method} takes one record")
    settings = {key: value for key, value in left.items() if key not in OPTIONS and key != "site"}
    out = Identified(m, left.get("site"))
    out._data = [Data(one, left, settings, m.least_rows, needs.even) for one in data]
    return _work(out, m, memory, own, left, settings, validate)


def _work(out: Identified, m: Any, memory: Any, own: Fields, left: Any, settings: Any, validate: Any) -> Identified:
    error = new_error()
    pointers = ffi.new("const StnData *[]", [one.c for one in out._data] or [ffi.NULL])
    result = ffi.new("double[]", m.result_size // 8 + 1)
    out._memory = ffi.gc(result, m.release)
    out._kept += [memory, own, pointers]
    check(m.identify(memory, pointers, len(out._data), result, error), error)
    if validate is not None:
        if not m.validate:
            raise bad_input(f"identify {text_of(m.name)} does not validate")
        other = Data(validate, left, settings, 2, bool(m.flags & lib.STN_IDENTIFY_EVEN))
        check(m.validate(memory, result, other.c, error), error)
    m.report(memory, result, pointers, len(out._data), out.c)
    out.checked()
    return out


def options_of(method: str) -> str:
    """The options of a method: unit, default, range and meaning."""
    if method not in METHODS:
        raise bad_input(f'unknown method "{method}"{suggestion(method, list(METHODS))}')
    m = METHODS[method]
    lines = [about_field(m.fields.field[i]) for i in range(m.fields.count)]
    return f"{text_of(m.summary)}\n\n" + "\n".join(lines)
