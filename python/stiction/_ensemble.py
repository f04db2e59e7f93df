# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Many runs of one scenario with other numbers, and gains over them."""

from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

import numpy as np

from ._library import (Error, Interrupted, Texts, catalog, check, file_name, new_error, number_text, suggestion,
                       text_of, utf8)
from ._native import ffi, lib
from ._record import Array
from ._result import Result, needs
from ._scenario import Document, Scenario, scenario_of
from ._settings import Fields, take
from ._watch import Progress, Watch, in_thread


def spread_text(path: str, spread: Any) -> str:
    """ADDRESS=SPREAD: a text as the program takes it ("lin:1 N:2 N:5", "+-20 %", "normal:..."), or these values."""
    if isinstance(spread, str):
        return f"{path}={spread}"
    listed = hasattr(spread, "__len__") or not hasattr(spread, "__iter__")
    array = np.asarray(spread if listed else list(spread))
    if array.dtype.kind in "cmM":
        raise TypeError(f"{path}: the values are numbers or texts, not {array.dtype}")
    if array.ndim > 1:
        raise TypeError(f"{path}: one row of values is needed, not an array of shape {array.shape}")
    values = [v if isinstance(v, str) else number_text(v) for v in array.reshape(-1).tolist()]
    return f"{path}=list:{','.join(values)}"


def _texts(value: str | Sequence[str] | None) -> Texts:
    return Texts([value] if isinstance(value, str) else list(value or []))


class Study(Result):
    """Runs and what was measured of them: study["end(x)"] is a column, in the order of the runs.

    A quantity goes by its path, or by as much of its end as no other has: study["Fs"].
    """

    _pointer: Any

    @property
    def columns(self) -> dict[str, str]:
        """Quantities, then metrics, with their units."""
        count = lib.stn_study_quantity_count(self._pointer) + lib.stn_study_metric_count(self._pointer)
        return {text_of(lib.stn_study_column_name(self._pointer, i)): text_of(lib.stn_study_column_unit(self._pointer, i))
                for i in range(count)}

    def __getitem__(self, name: str) -> Any:
        names = list(self.columns)
        ending = [one for one in names if one.endswith(f".{name}")]
        if name not in names and len(ending) == 1:
            name = ending[0]
        if name not in names:
            raise KeyError(f'no column "{name}"{suggestion(name, names)}')
        out, error = np.empty(len(self)), new_error()
        check(lib.stn_study_column(self._pointer, names.index(name), ffi.from_buffer("double[]", out), error), error)
        return out

    def __len__(self) -> int:
        return int(lib.stn_study_count(self._pointer))

    def command(self, run: int) -> str:
        """The command line of the program that repeats a run alone."""
        out = ffi.new("char[]", 4096)
        return text_of(lib.stn_study_command(self._pointer, run, out, 4096))

    def to_pandas(self) -> Any:
        frame = needs("pandas").DataFrame({name: self[name] for name in self.columns})
        frame.attrs["units"] = self.columns
        return frame

    def write(self, path: str | os.PathLike[str]) -> None:
        """CSV, a MATLAB file (.mat) or a page (.html), as the ending says."""
        error, name = new_error(), file_name(path)
        write = {b".mat": lib.stn_study_write_mat, b".html": lib.stn_study_write_page}.get(
            os.path.splitext(name)[1].lower(), lib.stn_study_write_csv)
        check(write(self._pointer, name, error), error)


def _define(kind: str, scenario: Scenario, fields: Any, lists: Mapping[str, Texts], settings: Mapping[str, Any],
            **members: Any) -> tuple[Any, list[Any]]:
    """The definition of a study or of a search for gains, and the memory that it points to."""
    name = ffi.new("char[]", utf8(scenario.name))
    definition = ffi.new(f"{kind} *", {"scenario": scenario._document.c, "name": name, "catalog": catalog(), **members})
    for field, one in lists.items():
        setattr(definition, field, one.pointer)
        setattr(definition, f"n{field}", one.count)
    place = ffi.addressof(definition, "settings")
    lib.stn_fields_default(fields, place)
    own = Fields(fields, place)
    take(settings, [own], "sweep" if kind == "StnStudyDef" else "tune", [])
    return definition, [scenario._document, lists, members, name, definition, own]


def _work(out: Any, make: tuple[Any, Any], run: Any, report: Any, definition: tuple[Any, list[Any]],
          progress: Progress | None) -> None:
    """Makes it, runs it on threads that ask whether to go on, and reports, also of what was done before Ctrl-C."""
    error = new_error()
    pointer = make[0](definition[0], error)
    if not pointer:
        raise Error(error)
    out._pointer = ffi.gc(pointer, make[1])
    out._kept += definition[1]
    with Watch(progress) as watch:
        status = in_thread(watch, lambda: run(out._pointer, lib.stn_watch_progress, watch.c, error))
    if status in (lib.STN_OK, lib.STN_CANCELLED):
        check(report(out._pointer, 0, out.c, error), error)
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(out)
    if watch.raised is not None:
        raise watch.raised
    if status not in (lib.STN_OK, lib.STN_CANCELLED):
        raise Error(error)
    out.checked()


def sweep(scenario: Scenario | str, vary: Mapping[str, Any], *, metrics: str | Sequence[str] | None = None,
          expect: str | Sequence[str] | None = None, correlate: str | Sequence[str] | None = None,
          trajectories: str | Sequence[str] | None = None, store: str | os.PathLike[str] | None = None,
          progress: Progress | None = None, **settings: Any) -> Study:
    """Runs a scenario for every combination of values, or for samples of distributions, on threads and lanes.

    vary: {path: array, or "lin:1 N:2 N:5", "+-20 %", "normal:1 N:0.1 N", ...}; metrics: as "period", "max(x)";
    settings: design, samples, seed, threads, lanes.  Results do not depend on threads or lanes.
    """
    scenario = scenario_of(scenario)
    lists = {"vary": Texts([spread_text(p, s) for p, s in vary.items()]), "correlate": _texts(correlate),
             "metric": _texts(metrics), "expect": _texts(expect), "trajectory": _texts(trajectories)}
    kept = ffi.new("char[]", file_name(store)) if store is not None else ffi.NULL
    definition = _define("StnStudyDef", scenario, ffi.addressof(lib, "stn_study_fields"), lists, settings, store=kept)
    out = Study()
    _work(out, (lib.stn_study_new, lib.stn_study_free), lib.stn_study_run, lib.stn_report_study, definition, progress)
    return out


class Tuned(Result):
    """Gains that were found: tuned.values, tuned.scenario()."""

    _pointer: Any
    _paths: list[str]

    @property
    def found(self) -> bool:
        """Whether the best candidate has the metric and meets all limits."""
        return bool(lib.stn_tune_found(self._pointer))

    @property
    def values(self) -> dict[str, float]:
        """The best values, in SI."""
        return {path: lib.stn_tune_value(self._pointer, i) for i, path in enumerate(self._paths)}

    def scenario(self) -> Scenario:
        """The scenario with the best values."""
        error = new_error()
        pointer = lib.stn_tune_scenario(self._pointer, error)
        if not pointer:
            raise Error(error)
        return Scenario(Document(pointer), "tuned")


def tune(scenario: Scenario | str, gains: Mapping[str, str], *, minimise: str, subject_to: str | Sequence[str] | None = None,
         vary: Mapping[str, Any] | None = None, correlate: str | Sequence[str] | None = None,
         progress: Progress | None = None, **settings: Any) -> Tuned:
    """Searches gains that make a metric small: s.tune({"controller.Kp": "1:10"}, minimise="settling_time").

    gains: {path: "FROM:TO", "log:FROM:TO" or "+-50 %"}; subject_to: "overshoot < 5 %"; vary: what the gains have to
    bear, as in sweep; settings: robust, samples, evaluations, seed, threads.
    """
    scenario = scenario_of(scenario)
    lists = {"tune": Texts([f"{p}={s}" for p, s in gains.items()]), "correlate": _texts(correlate),
             "vary": Texts([spread_text(p, s) for p, s in (vary or {}).items()]), "limit": _texts(subject_to)}
    definition = _define("StnTuneDef", scenario, ffi.addressof(lib, "stn_tune_fields"), lists, settings,
                         minimise=ffi.new("char[]", utf8(minimise, "minimise")))
    out = Tuned()
    out._paths = list(gains)
    _work(out, (lib.stn_tune_new, lib.stn_tune_free), lib.stn_tune_run, lib.stn_report_tune, definition, progress)
    return out


__all__ = ["Array", "Study", "Tuned", "sweep", "tune"]
