# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""One scenario with several friction laws, and what experiments show of a law."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

import numpy as np

from ._library import (Error, Interrupted, Texts, bad_input, catalog, check, describe, new_error, suggestion, text_of,
                       utf8, value_text)
from ._law import law
from ._native import ffi, lib
from ._record import view
from ._result import Result
from ._scenario import Scenario, scenario_of
from ._watch import Progress, Watch


class ComparedRun:
    """The run of one law: its columns as views, and how it ended."""

    def __init__(self, owner: Comparison, row: int) -> None:
        self._owner, self._row = owner, lib.stn_comparison_row(owner._pointer, row)

    @property
    def law(self) -> str:
        return text_of(self._row.law)

    @property
    def error(self) -> str:
        """Why the run failed; "": it did not."""
        return ffi.string(self._row.error.text).decode() if self._row.status != lib.STN_OK else ""

    def __getitem__(self, name: str) -> Any:
        record = self._row.record
        names = [ffi.string(record.column[i].name).decode() for i in range(record.ncolumn)]
        if name not in names:
            raise KeyError(f'no column "{name}"{suggestion(name, names)}')
        return view(self._owner, record.data[names.index(name)], record.rows)


class Comparison(Result):
    """A table: a row for each law, a column for each measure; comparison["period"], comparison.runs["lugre"]."""

    _pointer: Any

    @property
    def laws(self) -> list[str]:
        rows = range(lib.stn_comparison_count(self._pointer))
        return [text_of(lib.stn_comparison_row(self._pointer, i).law) for i in rows]

    @property
    def measures(self) -> dict[str, str]:
        """Names and units of what is measured."""
        found = [lib.stn_comparison_column_at(i) for i in range(lib.stn_comparison_column_count())]
        return {text_of(c.name): text_of(c.unit) for c in found}

    def column(self, name: str) -> Any:
        """A measure of all laws; NaN where it does not apply."""
        names = list(self.measures)
        if name not in names:
            raise KeyError(f'no measure "{name}"{suggestion(name, names)}')
        index, rows = names.index(name), range(lib.stn_comparison_count(self._pointer))
        return np.array([lib.stn_comparison_value(self._pointer, i, index) for i in rows])

    def __getitem__(self, name: str) -> Any:
        return self.column(name)

    @property
    def runs(self) -> dict[str, ComparedRun]:
        return {law: ComparedRun(self, i) for i, law in enumerate(self.laws)}

    def to_pandas(self) -> Any:
        """Laws by measures."""
        from ._result import needs
        frame = needs("pandas").DataFrame({name: self.column(name) for name in self.measures}, index=self.laws)
        frame.attrs["units"] = self.measures
        return frame

    def __iter__(self) -> Iterator[str]:
        return iter(self.laws)


def compare(scenario_: Scenario | str, laws: Sequence[str] | None = None, *, site: str | None = None,
            progress: Progress | None = None) -> Comparison:
    """Runs a scenario once with each law, of all that there are or of these, and measures the runs."""
    s = scenario_of(scenario_)
    if isinstance(laws, str):
        laws = [laws]
    names, error = Texts(laws or []), new_error()
    kept = [ffi.new("char[]", utf8(s.name)), ffi.new("char[]", utf8(site or "", "site"))]
    definition = ffi.new("StnComparisonDef *", {
        "scenario": kept[0], "document": s._document.c, "law": names.pointer, "nlaw": names.count,
        "site": kept[1] if site else ffi.NULL})
    definition.options.catalog = catalog()
    pointer = lib.stn_comparison_new(definition, error)
    if not pointer:
        raise Error(error)
    out = Comparison()
    out._kept += [s._document, names, kept]
    out._pointer = ffi.gc(pointer, lib.stn_comparison_free)
    return _run(out, progress)


def _run(out: Comparison, progress: Progress | None) -> Comparison:
    count = lib.stn_comparison_count(out._pointer)
    with Watch(progress) as watch:
        for row in range(count):
            if progress is not None:
                def part(share: float, row: int = row) -> Any:
                    return progress((row + share) / count)
                watch.progress = part
            status = lib.stn_comparison_run(out._pointer, row, lib.stn_watch_progress, watch.c)
            if status in (lib.STN_CANCELLED, lib.STN_NO_MEMORY):
                break
    lib.stn_report_comparison(out._pointer, 0, out.c)
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(out.checked())
    if watch.raised is not None:
        raise watch.raised
    out.checked()
    return out


def _given(settings: Mapping[str, Any], laws: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Values of parameters in SI, each as the first law that has it reads and checks it."""
    found: dict[str, tuple[float, ...]] = {}
    names: list[str] = []
    for name in laws:
        known = [one["name"] for one in describe(name)["parameters"]]
        names += [one for one in known if one not in names]
        own = {key: value for key, value in settings.items() if key in known and key not in found}
        if own:
            found.update(law(name, **own).given)
    for key in settings:
        if key not in found:
            raise bad_input(f'no law has a parameter "{key}"{suggestion(key, names)}')
    return found


def characterize(*laws: str, set: Mapping[str, Any] | None = None, progress: Progress | None = None) -> Result:
    """Which of the behaviours of friction laws show, of all laws or of these, by the experiments of the program.

    set: friction that differs from the common one, {"Fs": "2 N"} or numbers in SI.
    """
    every = [text_of(lib.stn_catalog_law_at(catalog(), i).name) for i in range(lib.stn_catalog_law_count(catalog()))]
    wanted = laws or tuple(every)
    for name in wanted:
        if name not in every:
            raise bad_input(f'unknown law "{name}"{suggestion(name, every)}')
    given = ffi.new("StnGiven[]", [lib.stn_given_make(utf8(k), ffi.new("double[]", v), len(v))
                                   for k, v in _given(set or {}, [*wanted, *every]).items()])
    rows, kept, result, first = [], [given], Result(), None
    with Watch(progress) as watch:
        for name in wanted:
            pointer = lib.stn_catalog_law(catalog(), utf8(name))
            definition = ffi.new("StnCharacterizeDef *", lib.stn_default_characterize_def(pointer))
            definition.given, definition.ngiven = given, len(given)
            definition.progress, definition.user = lib.stn_watch_progress, watch.c
            first = first or definition
            variants = ffi.new("StnVariant[]", lib.STN_VARIANTS_MAX)
            kept += [definition, variants]
            for i in range(lib.stn_characterize_variants(definition, variants)):
                row, error = ffi.gc(ffi.new("StnCharacter *"), lib.stn_character_free), new_error()
                status = lib.stn_characterize(definition, variants + i, row, error)
                if watch.raised is not None:
                    break
                check(status, error)
                rows.append(row)
            if watch.raised is not None:
                break
    array = ffi.new("StnCharacter[]", len(rows))
    for i, row in enumerate(rows):
        array[i] = row[0]
    texts = Texts([f"{k}={value_text(v)}" for k, v in (set or {}).items()])
    if rows:
        lib.stn_report_characters(first, array, len(rows), texts.pointer, texts.count, result.c)
    result.checked()
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(result if rows else None)
    if watch.raised is not None:
        raise watch.raised
    return result
