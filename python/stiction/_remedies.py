# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Remedies against friction in a position loop: compared on one scenario, and one of them tuned."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Sequence

from ._library import (Error, Interrupted, Texts, bad_input, catalog, check, new_error, number_text, suggestion,
                       text_of, utf8)
from ._native import ffi, lib
from ._record import Array, view
from ._result import Result
from ._scenario import Document, Scenario, scenario_of
from ._watch import Progress, Watch, in_thread

Sensor = str | Mapping[str, Any]


def _sensor_text(sensor: Sensor) -> str:
    """ "ideal", or a map as YAML without braces: "resolution: 1 mm, noise: 10 um"."""
    if isinstance(sensor, str):
        return sensor
    return ", ".join(f"{name}: {value if isinstance(value, str) else number_text(value)}" for name, value in sensor.items())


def _list(value: Any, one: tuple[Any, ...]) -> list[Any]:
    return [] if value is None else [value] if isinstance(value, one) else list(value)


def _failed(error: Any) -> Error:
    """Names the argument that is wrong, which stands in the path of the error."""
    path, text = ffi.string(error.path).decode(), ffi.string(error.text).decode()
    found = Error(error)
    if path and not found.file:
        found = bad_input(f"{'with_' if path == 'with' else path}: {text}")
        found.path = path
    return found


class RemedyRun:
    """One run: the scenario with a remedy.  run["x"] is a column of it."""

    def __init__(self, owner: Compensated, index: int) -> None:
        self._owner, self._c = owner, lib.stn_remedies_at(owner._pointer, index)

    @property
    def remedy(self) -> str:
        """ "none", "as given", a compensation, or a rule of the integrator."""
        return text_of(self._c.name)

    @property
    def label(self) -> str:
        """What tells it from the others: "push, Ki = 0, scale 0.8"."""
        out = ffi.new("char[]", 160)
        return text_of(lib.stn_remedy_label(self._c, out, 160))

    @property
    def result(self) -> str:
        """ "stands", "hunts", "creeps", "follows", "steps", "tracks", "failed", "not used"."""
        return text_of(lib.stn_remedy_word(self._c))

    @property
    def error(self) -> str:
        """Why it failed or cannot be used; "": neither."""
        return ffi.string(self._c.error.text).decode() if self._c.status != lib.STN_OK else ""

    @property
    def settings(self) -> dict[str, float]:
        """What was derived for it from friction, plant and controller, in SI."""
        places = [self._c.setting[i] for i in range(self._c.nsetting)]
        return {text_of(lib.stn_remedy_default_at(place).name): self._c.value[i] for i, place in enumerate(places)}

    def scenario(self) -> Scenario:
        """The scenario with the remedy."""
        if not self._c.scenario:
            raise Error(ffi.addressof(self._c, "error"))
        pointer = lib.stn_scenario_copy(self._c.scenario)
        lib.stn_scenario_set_catalog(pointer, catalog())
        return Scenario(Document(pointer), self.label)

    @property
    def columns(self) -> list[str]:
        record = self._c.record
        return [ffi.string(record.column[i].name).decode() for i in range(record.ncolumn)]

    def __getitem__(self, name: str) -> Array:
        """t, position, velocity, effort, friction, u_comp: a view."""
        names = self.columns
        if name not in names:
            raise KeyError(f'no column "{name}"{suggestion(name, names)}')
        return view(self._owner, self._c.record.data[names.index(name)], self._c.record.rows)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<stiction.RemedyRun {self.label}: {self.result}>"


class Compensated(Result):
    """A table: a row for each remedy; found["hunting"], found.runs["push, Ki = 0"], found.plot()."""

    _pointer: Any

    @property
    def runs(self) -> dict[str, RemedyRun]:
        """The runs by their labels."""
        found = [RemedyRun(self, i) for i in range(lib.stn_remedies_count(self._pointer))]
        return {run.label: run for run in found}

    def __getitem__(self, name: str) -> Any:
        """A column of the table, as "hunting", "standing_error", "result"."""
        columns = self.tables["remedies"].columns
        if name not in columns:
            raise KeyError(f'no column "{name}"{suggestion(name, list(columns))}')
        return columns[name]

    def __len__(self) -> int:
        return int(lib.stn_remedies_count(self._pointer))


def compensate(scenario_: Scenario | str, with_: str | Sequence[str] | None = None, *,
               scale: float | Sequence[float] | None = None, sensor: Sensor | Sequence[Sensor] | None = None,
               law: str | Sequence[str] | None = None, threads: int = 0, progress: Progress | None = None) -> Compensated:
    """Runs a scenario with a position loop bare and with remedies against friction, and measures the runs alike.

    with_: compensations and rules of the integrator by name, all where it is None; scale: factors of what a compensation
    adds; sensor: of the position, "ideal", "resolution: 1 mm" or a dict; law: laws of friction of the plant, "LAW" or
    "SITE=LAW".  What a remedy needs and the scenario does not say is derived from its loop.
    """
    s = scenario_of(scenario_)
    name, error = ffi.new("char[]", utf8(s.name)), new_error()
    lists = {"remedy": Texts(_list(with_, (str,))), "law": Texts(_list(law, (str,))),
             "sensor": Texts([_sensor_text(one) for one in _list(sensor, (str, Mapping))])}
    scales = ffi.new("double[]", [float(one) for one in _list(scale, (int, float))])
    definition = ffi.new("StnRemediesDef *", {"scenario": name, "document": s._document.c, "threads": threads, "keep": True})
    definition.options.catalog = catalog()
    for field, one in lists.items():
        if one.count:
            setattr(definition, field, one.pointer)
            setattr(definition, f"n{field}", one.count)
    if len(scales):
        definition.scale, definition.nscale = scales, len(scales)
    pointer = lib.stn_remedies_new(definition, error)
    if not pointer:
        raise _failed(error)
    out = Compensated()
    out._pointer = ffi.gc(pointer, lib.stn_remedies_free)
    out._kept += [lists, scales, name, s._document]
    with Watch(progress) as watch:
        status = in_thread(watch, lambda: lib.stn_remedies_run(out._pointer, lib.stn_watch_progress, watch.c, error), definition, s)
    if status == lib.STN_NO_MEMORY:
        raise Error(error)
    lib.stn_report_remedies(out._pointer, 0, out.c)
    lib.stn_remedies_figure(out._pointer, out.c)
    out.checked()
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(out)
    if watch.raised is not None:
        raise watch.raised
    return out


class RemedyTrial(NamedTuple):
    """What was found, with other friction or another sensor: the metric without and with the remedy."""

    friction: float
    sensor: str | None
    bare: float
    value: float
    cures: bool


class TunedCompensation(Result):
    """The numbers of a remedy that were found: found.scenario(), found.trials."""

    _pointer: Any

    @property
    def trials(self) -> list[RemedyTrial]:
        """With levels of friction 0.8, 1 and 1.2 times those of the scenario, then with other sensors."""
        found = [lib.stn_remedy_tune_at(self._pointer, i) for i in range(lib.stn_remedy_tune_count(self._pointer))]
        return [RemedyTrial(one.friction, text_of(one.sensor) or None, one.bare, one.value,
                            bool(lib.stn_remedy_trial_cures(one))) for one in found]

    def scenario(self) -> Scenario:
        """The scenario with what was found."""
        pointer = lib.stn_scenario_copy(lib.stn_remedy_tune_scenario(self._pointer))
        lib.stn_scenario_set_catalog(pointer, catalog())
        return Scenario(Document(pointer), "compensated")


def tune_compensation(scenario_: Scenario | str, remedy: str, *, minimise: str, law: str | None = None,
                      sensor: Sensor | Sequence[Sensor] | None = None, evaluations: int = 0, threads: int = 0,
                      progress: Progress | None = None) -> TunedCompensation:
    """Searches the numbers of one remedy that make a metric small, then tries them with other friction and sensors.

    remedy: a compensation or a rule of the integrator; minimise: "hunting", "standing_error", "quadrant_glitch", ..., or
    any metric of sweep; sensor: what to try it with, an ideal one and one of 1/1000 of the way where it is None.
    """
    s = scenario_of(scenario_)
    error, sensors = new_error(), Texts([_sensor_text(one) for one in _list(sensor, (str, Mapping))])
    kept = [ffi.new("char[]", utf8(text)) for text in (s.name, remedy, minimise, law or "")]
    definition = ffi.new("StnRemedyTuneDef *", {
        "scenario": kept[0], "document": s._document.c, "remedy": kept[1], "minimise": kept[2],
        "law": kept[3] if law else ffi.NULL, "evaluations": evaluations, "threads": threads})
    definition.options.catalog = catalog()
    if sensors.count:
        definition.sensor, definition.nsensor = sensors.pointer, sensors.count
    pointer = lib.stn_remedy_tune_new(definition, error)
    if not pointer:
        raise _failed(error)
    out = TunedCompensation()
    out._pointer = ffi.gc(pointer, lib.stn_remedy_tune_free)
    out._kept += [kept, sensors, s._document]
    with Watch(progress) as watch:
        status = in_thread(watch,
                           lambda: lib.stn_remedy_tune_run(out._pointer, lib.stn_watch_progress, watch.c, error),
                           definition, kept, sensors, s)
    if watch.raised is not None:
        raise Interrupted() if isinstance(watch.raised, KeyboardInterrupt) else watch.raised
    check(status, error)
    check(lib.stn_report_remedy_tune(out._pointer, 0, out.c, error), error)
    out.checked()
    return out
