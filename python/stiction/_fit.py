# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Output-error fits of a scenario to measured data, and the simplest law that is enough."""

from __future__ import annotations

import math
from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np

from ._data import OPTIONS, ROLES, Data
from ._library import Error, Interrupted, bad_input, catalog, check, new_error, suggestion, text_of
from ._native import ffi, lib
from ._result import Result
from ._scenario import Document, Scenario
from ._settings import Fields, field_names, quantity, take
from ._watch import Progress, Watch, in_thread

_FIT = ffi.addressof(lib, "stn_fit_fields")
_SELECT = ffi.addressof(lib, "stn_select_fields")
_OWN = ["match", "input", "hold", "lines", "each", "cycles", "from_zero", "hold_out", "hold_out_runs"]


class FitParameter(NamedTuple):
    """A free parameter as a fit found it, in SI; low, high: 95 % interval, NaN where the data do not determine it."""

    path: str
    unit: str
    value: float
    start: float
    std: float
    low: float
    high: float
    at_bound: bool
    undetermined: bool


class Fit(Result):
    """What a fit found: fit["Fs"], fit.interval("Fs"), fit.scenario()."""

    _found: Any
    _problem: Problem
    _candidate: Any = ffi.NULL
    _site = 0

    @property
    def parameters(self) -> dict[str, FitParameter]:
        """Free parameters by the shortest name that they have: value, start, std, low, high, unit."""
        found = {}
        for i in range(self._found.nparam):
            p = self._found.param[i]
            path = ffi.string(p.name).decode()
            found[path[p.own:]] = FitParameter(path, ffi.string(p.unit).decode(), p.value, p.start, p.std, p.low, p.high,
                                               bool(p.at_bound), bool(p.undetermined))
        return found

    def _parameter(self, name: str) -> Any:
        found = self.parameters
        if name in found:
            return found[name]
        for one in found.values():
            if one.path == name or one.path.endswith("." + name):
                return one
        raise KeyError(f'"{name}" was not free{suggestion(name, list(found))}')

    def __getitem__(self, name: str) -> float:
        return self._parameter(name).value  # type: ignore[no-any-return]

    def interval(self, name: str) -> tuple[float, float]:
        """The 95 % interval; NaN where the data do not determine it."""
        one = self._parameter(name)
        return one.low, one.high

    @property
    def covariance(self) -> np.ndarray[Any, Any]:
        n = self._found.nparam
        return np.array([[self._found.covariance[i][k] for k in range(n)] for i in range(n)])

    @property
    def error(self) -> float:
        """Relative error of the first signal, %."""
        return self._found.fitted[0][0].relative  # type: ignore[no-any-return]

    def scenario(self) -> Scenario:
        """The scenario with the values found."""
        error = new_error()
        pointer = lib.stn_scenario_copy(self._problem.scenarios[0]._document.c)
        lib.stn_scenario_set_catalog(pointer, catalog())
        status = lib.stn_fit_apply(self._found, self._candidate, self._site, pointer, error)
        if status != lib.STN_OK:
            lib.stn_scenario_free(pointer)
            raise Error(error)
        return Scenario(Document(pointer), "fit")


def _by_roles(s: Scenario, options: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Columns of data that were named by role: an input of the model has that role, or one of its columns."""
    system, match, inputs = s._document.system, {}, {}
    plant = lib.stn_system_plant(system)
    columns = [lib.stn_system_column_at(system, i) for i in range(lib.stn_system_column_count(system))]
    for keyword, role in ROLES.items():
        column = options.get(keyword)
        if column is None or role == lib.STN_ROLE_TIME:
            continue
        if not isinstance(column, str):
            raise bad_input(f"{keyword}: name one column")
        driven = [text_of(plant.inputs[i].name) for i in range(plant.ninput) if plant.inputs[i].role == role]
        given = [n for n in driven if any(path.startswith(f"inputs.{n}") for path in s.paths)]
        shown = [ffi.string(c.name).decode() for c in columns if c.role == role]
        if given or driven:
            inputs[(given or driven)[0]] = column
        elif shown:
            match[shown[-1]] = column  # a sensor's column stands behind that which it measures
        else:
            raise bad_input(f"{keyword}: the plant has no input and no column that is its {keyword}")
    return match, inputs


class Problem:
    """Data and model put together: the runs of a StnFitDef, and all that they point to."""

    def __init__(self, s: Scenario, data: Any, options: dict[str, Any], fields: list[str], hold_out: float) -> None:
        by_role, driven = _by_roles(s, options)
        self.match = {**by_role, **(options.get("match") or {})}
        self.input = {**driven, **(options.get("input") or {})}
        self.each = dict(options.get("each") or {})
        if not self.match:
            raise bad_input('say what is compared: match={COLUMN: DATA}, as in match={"x": "position"}')
        self.options, self.kept, self.scenarios = options, [], []  # type: ignore[var-annotated]
        self.data = Data(data, {k: v for k, v in options.items() if k not in ROLES or k == "time"},
                         {k: options[k] for k in fields if k in options}, 2, False, self._extra(s))
        self.count = self.data.c.nrun
        if self.count > lib.STN_FIT_RUNS_MAX:
            raise bad_input(f"{self.count} runs; at most {lib.STN_FIT_RUNS_MAX} can be fitted at once")
        self.runs = ffi.new("StnFitRun[]", self.count)
        for r in range(self.count):
            self._run(s, r, hold_out)

    def _extra(self, s: Scenario) -> list[tuple[str, str | None]]:
        system = s._document.system
        plant = lib.stn_system_plant(system)
        units = {text_of(plant.inputs[i].name): text_of(plant.inputs[i].unit) for i in range(plant.ninput)}
        for name in self.match:
            if name not in s.columns:
                raise bad_input(f'unknown column of the model: "{name}"{suggestion(name, list(s.columns))}')
        for name in self.input:
            if name not in units:
                raise bad_input(f'unknown input of the model: "{name}"{suggestion(name, list(units))}')
        return ([(column, s.columns[name]) for name, column in self.match.items()] +
                [(column, units[name]) for name, column in self.input.items()] +
                [(column, None) for column in self.each])

    def _values(self, index: int, first: int) -> Any:
        return self.data.c.value[lib.STN_ROLE_COUNT + index] + first

    def _run(self, s: Scenario, r: int, hold_out: float) -> None:
        data, run, options = self.data.c, self.runs[r], self.options
        first, rows = data.run[r], data.run[r + 1] - data.run[r]
        before = len(self.match) + len(self.input)
        own = {path: self._values(before + i, first)[0] for i, path in enumerate(self.each.values())}
        self.scenarios.append(s.with_(set=own) if own else s)
        setattr(run, "def", lib.stn_scenario_def(self.scenarios[-1]._document.c))
        run.t, run.rows = data.value[lib.STN_ROLE_TIME] + first, rows
        if options.get("from_zero"):
            begin = run.t[0]
            for i in range(rows):
                data.value[lib.STN_ROLE_TIME][first + i] -= begin
        signals = ffi.new("StnFitSignal[]", [{"column": self._text(name), "value": self._values(i, first),
                                              "sigma": math.nan} for i, name in enumerate(self.match)])
        run.signal, run.nsignal = signals, len(self.match)
        run.target = lib.STN_FIT_TARGET_CYCLES if options.get("cycles") else lib.STN_FIT_TARGET_ROWS
        part = hold_out
        if options.get("hold_out_runs"):
            share = float(options["hold_out_runs"])
            part = 1.0 if math.floor((r + 1) * share + 1e-9) > math.floor(r * share + 1e-9) else 0.0
        kept = int((1.0 - part) * rows + 0.5)
        use = ffi.new("unsigned char[]", bytes([lib.STN_ROW_FIT]) * kept + bytes([lib.STN_ROW_HELD]) * (rows - kept))
        run.use = use
        self.kept += [signals, use]
        self._inputs(run, r, first, rows)

    def _inputs(self, run: Any, r: int, first: int, rows: int) -> None:
        system, definition = self.scenarios[r]._document.system, getattr(run, "def")
        for i, name in enumerate(self.input):
            k = lib.stn_plant_input(definition.plant, name.encode())
            hold = self.options.get("hold") or (lib.stn_fit_holds(system, k) and not self.options.get("lines"))
            signal = ffi.gc(lib.stn_signal_table(run.t, self._values(len(self.match) + i, first), rows, bool(hold)),
                            lib.stn_signal_free)
            definition.input[k] = signal
            self.kept.append(signal)

    def _text(self, text: str) -> Any:
        self.kept.append(ffi.new("char[]", text.encode()))
        return self.kept[-1]


def _free(problem: Problem, free: Sequence[str] | Mapping[str, Any]) -> Any:
    starts: dict[str, Any] = dict(free) if isinstance(free, Mapping) else {}
    for part in [] if isinstance(free, Mapping) else [free] if isinstance(free, str) else free:
        name, equals, start = part.partition("=")
        starts[name] = start if equals else None
    array = ffi.new("StnFreeParameter[]", len(starts))
    for one, (path, start) in zip(array, starts.items()):
        ffi.addressof(one)[0] = lib.stn_free_parameter(path.encode())
        if start is None:
            continue
        unit, error = ffi.new("char[32]"), new_error()
        check(lib.stn_free_parameter_unit(problem.runs, ffi.addressof(one), unit, error), error)
        one.start = quantity(path, start, ffi.string(unit).decode() or "1")
    return array


def _prepare(s: Scenario, data: Any, free: Any, options: dict[str, Any], tables: list[Any], verb: str,
             hold_out: float) -> tuple[Problem, Any, Any, dict[str, Any]]:
    known = [n for fields in tables for n in field_names(fields)]
    fields = [n for n in field_names(lib.stn_data_fields()) if n not in known]
    for name in options:
        if name.rstrip("_") not in known + fields and name not in _OWN + OPTIONS:
            raise bad_input(f'{verb} has no option "{name}"{suggestion(name, known + fields + _OWN + OPTIONS)}')
    problem = Problem(s, data, options, fields, float(options.get("hold_out", hold_out)))
    array = _free(problem, free)
    definition = ffi.new("StnFitDef *", lib.stn_default_fit_def(problem.runs, problem.count, array, len(array)))
    if options.get("cycles"):
        definition.spread = 10.0
    own = Fields(_FIT, definition)
    if any(own.has(n) and n in ("mass", "cutoff") for n in options):
        raise bad_input("mass and cutoff are for a measured motion without a plant; set the mass in the scenario")
    take({n: v for n, v in options.items() if own.has(n)}, [own], verb, [])
    problem.kept += [array, definition, own]
    return problem, array, definition, options


def fit(scenario: Scenario, data: Any, *, free: Sequence[str] | Mapping[str, Any], evaluate: bool = False,
        progress: Progress | None = None, **options: Any) -> Fit:
    """Finds the values of free parameters with which a scenario, closed loop included, meets measured data.

    data: a file, a dict of arrays, a DataFrame or a Record, on the time axis of the scenario.  Columns by role
    (effort="u", position="x"), or match={column of the model: column of the data} and input={input: column}.  free:
    names, or {name: start}; evaluate: judge the values of the scenario, without a search.  Others: starts, spread,
    seed, iterations, threads, tolerance; hold_out, runs, each, unit, gain, where, ....
    """
    problem, _, definition, _ = _prepare(scenario, data, free, options, [_FIT], "fit", 0.0)
    out, error = Fit("fit"), new_error()
    out._problem = problem
    out._found = ffi.gc(ffi.new("StnFitResult *"), lib.stn_fit_result_free)
    work = lib.stn_fit_evaluate if evaluate else lib.stn_fit
    with Watch(progress) as watch:
        definition.progress, definition.user = lib.stn_watch_progress, watch.c
        status = in_thread(watch, lambda: work(definition, out._found, error))
    if status not in (lib.STN_OK, lib.STN_CANCELLED):
        raise Error(error)
    lib.stn_report_data(out.c, problem.data.c)
    lib.stn_report_fit(definition, out._found, problem.data.c, status == lib.STN_CANCELLED, out.c)
    out.checked()
    _raise(watch, out)
    return out


def _raise(watch: Watch, out: Any) -> None:
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(out)
    if watch.raised is not None:
        raise watch.raised


class Selection(Result):
    """Candidates of laws, and the simplest that is enough: selection.recommended, selection.fit()."""

    _selection: Any
    _problem: Problem
    _candidates: Any
    _site = 0

    @property
    def recommended(self) -> str | None:
        """The label of the candidate that is recommended; None: no law explains the data."""
        index = self._selection.recommended
        return ffi.string(self._selection.row[index].label).decode() if index >= 0 else None

    @property
    def candidates(self) -> dict[str, dict[str, float]]:
        """Relative errors on what was fitted and on what was held out, %, and the number of parameters."""
        rows = [self._selection.row[i] for i in range(self._selection.count)]
        return {ffi.string(row.label).decode(): {"fitted": row.fitted, "held": row.held, "parameters": row.nparam}
                for row in rows}

    def scenario(self) -> Scenario:
        """The scenario with the recommended law and the values found."""
        index, error = self._selection.recommended, new_error()
        if index < 0:
            raise bad_input("no law is recommended: " + ffi.string(self._selection.reason).decode())
        pointer = lib.stn_scenario_copy(self._problem.scenarios[0]._document.c)
        lib.stn_scenario_set_catalog(pointer, catalog())
        row = ffi.addressof(self._selection.row[index], "result")
        if lib.stn_fit_apply(row, self._candidates + index, self._site, pointer, error) != lib.STN_OK:
            lib.stn_scenario_free(pointer)
            raise Error(error)
        return Scenario(Document(pointer), "select")


def select(scenario: Scenario, data: Any, *, laws: Sequence[str], free: Sequence[str] | Mapping[str, Any] = (),
           site: str | None = None, progress: Progress | None = None, **options: Any) -> Selection:
    """Fits these laws at a site, with and without viscous term, by direction, ..., and recommends the simplest that
    is enough.  free: what is free beside the friction; other options as in fit, and those of the program's select.
    """
    problem, _, definition, _ = _prepare(scenario, data, free, options, [_FIT, _SELECT], "select", 0.3)
    names = list(scenario.laws)
    if site is None and len(names) > 1:
        raise bad_input(f"the plant has several friction sites: say which one, site= {', '.join(names)}")
    if site is not None and site not in names:
        raise bad_input(f'unknown friction site "{site}"{suggestion(site, names)}')
    found = []
    for name in laws:
        found.append(lib.stn_catalog_law(catalog(), name.encode()))
        if not found[-1]:
            check(lib.STN_BAD_INPUT, _unknown_law(name))
    out, error = Selection("select"), new_error()
    out._problem, out._site = problem, names.index(site) if site else 0
    out._candidates = ffi.new("StnCandidate[]", lib.STN_CANDIDATES_MAX)
    chosen = ffi.new("StnSelectDef *", lib.stn_default_select_def(definition[0]))
    chosen.resolution = math.nan
    own = Fields(_SELECT, chosen)
    take({n: v for n, v in options.items() if own.has(n)}, [own], "select", [])
    chosen.site, chosen.candidate = out._site, out._candidates
    chosen.ncandidate = lib.stn_select_candidates(problem.runs, out._site, ffi.new("const StnLaw *[]", found),
                                                  len(found), out._candidates)
    out._selection = ffi.gc(ffi.new("StnSelection *"), lib.stn_selection_free)
    out._kept += [chosen, own]
    with Watch(progress) as watch:
        chosen.fit.progress, chosen.fit.user = lib.stn_watch_progress, watch.c
        status = in_thread(watch, lambda: lib.stn_select_law(chosen, out._selection, error))
    if status not in (lib.STN_OK, lib.STN_CANCELLED):
        raise Error(error)
    lib.stn_report_data(out.c, problem.data.c)
    lib.stn_report_selection(chosen, out._selection, problem.data.c, status == lib.STN_CANCELLED, out.c)
    out.checked()
    _raise(watch, out)
    return out


def _unknown_law(name: str) -> Any:
    names = [text_of(lib.stn_catalog_law_at(catalog(), i).name) for i in range(lib.stn_catalog_law_count(catalog()))]
    error = new_error()
    sentence = f'unknown law "{name}"{suggestion(name, names)}'
    lib.stn_error(error, lib.STN_BAD_INPUT, b"%s", ffi.new("char[]", sentence.encode()))
    return error
