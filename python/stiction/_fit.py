# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Output-error fits of a scenario to measured data, and the simplest law that is enough."""

from __future__ import annotations

import math
from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np

from ._data import OPTIONS, ROLES, Data
from ._library import Error, Interrupted, bad_input, catalog, check, new_error, suggestion, text_of, utf8
from ._native import ffi, lib
from ._law import Law, law
from ._result import Result
from ._scenario import Document, Scenario, scenario_of
from ._settings import Fields, field_names, quantity, take
from ._watch import Progress, Watch, in_thread

_FIT = ffi.addressof(lib, "stn_fit_fields")
_SELECT = ffi.addressof(lib, "stn_select_fields")
_OWN = ["match", "input", "hold", "lines", "each", "cycles", "from_zero", "hold_out", "hold_out_runs", "means",
        "elements"]


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
    _problem: Problem | Motion
    _definition: Any
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
        """The scenario with the values found; without a plant one body, or the law under an imposed motion."""
        return _apply(self._problem, self._definition, self._candidate, self._site, self._found, "fit")


def _apply(problem: Problem | Motion, definition: Any, candidate: Any, site: int, found: Any, name: str) -> Scenario:
    error, pointer = new_error(), problem.document(definition, candidate, found)
    if lib.stn_fit_apply(found, candidate, site, pointer, error) != lib.STN_OK:
        lib.stn_scenario_free(pointer)
        raise Error(error)
    return Scenario(Document(pointer), name)


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


def _share(name: str, value: Any) -> float:
    share = float(value)
    if not 0.0 <= share < 1.0:
        raise bad_input(f"{name}={value} is out of range: at least 0, and less than 1")
    return share


def _use(rows: int, hold_out: float) -> Any:
    """Which rows are fitted and which, the last ones, are held out."""
    kept = int((1.0 - hold_out) * rows + 0.5)
    return ffi.new("unsigned char[]", bytes([lib.STN_ROW_FIT]) * kept + bytes([lib.STN_ROW_HELD]) * (rows - kept))


class Motion:
    """A measured motion with a law and no plant: its effort is that of friction, and of a mass."""

    def __init__(self, friction: Law, data: Any, options: dict[str, Any], fields: list[str], hold_out: float) -> None:
        for name in ("match", "input", "each", "cycles", "hold_out_runs"):
            if options.get(name):
                raise bad_input(f"{name} goes with a scenario; without one name columns by role: effort, position, velocity")
        self.data = Data(data, options, {k: options[k] for k in fields if k in options}, 2, False)
        self.scenarios: list[Scenario] = []
        self.count, self.runs = 1, ffi.new("StnFitRun[]", 1)
        pointer = lib.stn_catalog_law(catalog(), utf8(friction.name))
        definition = ffi.new("StnMeasuredDef *", lib.stn_default_measured_def(pointer))
        given = friction.given
        start = ffi.new("StnGiven[]", [lib.stn_given_make(utf8(n), ffi.new("double[]", v), len(v))
                                       for n, v in given.items()])
        definition.set, definition.nset, definition.means = start, len(given), bool(options.get("means"))
        definition.elements = int(options.get("elements") or definition.elements)
        if options.get("cutoff") is not None:
            definition.cutoff = quantity("cutoff", options["cutoff"], "Hz")
        self.measured, error = ffi.gc(ffi.new("StnMeasured *"), lib.stn_measured_free), new_error()
        check(lib.stn_measured_take(self.data.c, definition, self.measured, self.runs, error), error)
        self.use = _use(self.runs[0].rows, 0.0 if definition.means and "hold_out" not in options else hold_out)
        self.runs[0].use = self.use
        self.kept: list[Any] = [friction, definition, start]

    def mark(self, definition: Any, candidates: Any, count: int) -> None:
        error = new_error()
        check(lib.stn_measured_mark(self.measured, self.data.c, definition, candidates, count, self.use, error), error)

    def document(self, definition: Any, candidate: Any, result: Any) -> Any:
        error = new_error()
        pointer = lib.stn_measured_scenario(self.measured, definition, candidate, result, catalog(), error)
        if not pointer:
            raise Error(error)
        return pointer


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
        self._names = ffi.new("const char *[]", [self._text(column) for column in self.match.values()])
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
        run.signal, run.nsignal, run.measured = signals, len(self.match), self._names
        run.target = lib.STN_FIT_TARGET_CYCLES if options.get("cycles") else lib.STN_FIT_TARGET_ROWS
        if options.get("hold_out_runs"):
            share = _share("hold_out_runs", options["hold_out_runs"])
            hold_out = 1.0 if math.floor((r + 1) * share + 1e-9) > math.floor(r * share + 1e-9) else 0.0
        run.use = use = _use(rows, hold_out)
        self.kept += [signals, use]
        self._label(run, r, own)
        self._inputs(run, r, first, rows)

    def _label(self, run: Any, r: int, own: Mapping[str, float]) -> None:
        """Which of several runs: "spring=1002 speed=0.0043 "."""
        values = own or {str(self.options.get("runs")): self.data.c.run_value[r]}
        if self.count > 1 and not any(math.isnan(v) for v in values.values()):
            columns = dict(zip(self.each.values(), self.each)) if own else {}
            run.label = self._text("".join(f"{columns.get(n, n)}={v:.6g} " for n, v in values.items()))

    def _inputs(self, run: Any, r: int, first: int, rows: int) -> None:
        system, definition = self.scenarios[r]._document.system, getattr(run, "def")
        for i, name in enumerate(self.input):
            k = lib.stn_plant_input(definition.plant, utf8(name))
            hold = self.options.get("hold") or (lib.stn_fit_holds(system, k) and not self.options.get("lines"))
            signal = ffi.gc(lib.stn_signal_table(run.t, self._values(len(self.match) + i, first), rows, bool(hold)),
                            lib.stn_signal_free)
            definition.input[k] = signal
            self.kept.append(signal)

    def _text(self, text: str) -> Any:
        self.kept.append(ffi.new("char[]", utf8(text)))
        return self.kept[-1]

    def mark(self, definition: Any, candidates: Any, count: int) -> None:
        """A plant makes use of all rows."""

    def document(self, definition: Any, candidate: Any, result: Any) -> Any:
        """The document that values are put into: a copy of the scenario."""
        pointer = lib.stn_scenario_copy(self.scenarios[0]._document.c)
        lib.stn_scenario_set_catalog(pointer, catalog())
        return pointer


def _model_of(model: Any) -> Scenario | Law:
    return model if isinstance(model, Law) else scenario_of(model)


def _listed(free: Any) -> Any:
    """What is read more than once; a generator can be read only once."""
    return free if isinstance(free, (str, Mapping)) else list(free)


def _free(problem: Problem | Motion, free: Sequence[str] | Mapping[str, Any]) -> Any:
    starts: dict[str, Any] = dict(free) if isinstance(free, Mapping) else {}
    for part in [] if isinstance(free, Mapping) else [free] if isinstance(free, str) else free:
        name, equals, start = part.partition("=")
        starts[name] = start if equals else None
    array = ffi.new("StnFreeParameter[]", len(starts))
    for one, (path, start) in zip(array, starts.items()):
        ffi.addressof(one)[0] = lib.stn_free_parameter(utf8(path))
        if start is None:
            continue
        unit, error = ffi.new("char[32]"), new_error()
        check(lib.stn_free_parameter_unit(problem.runs, ffi.addressof(one), unit, error), error)
        one.start = quantity(path, start, ffi.string(unit).decode() or "1")
        if not math.isfinite(one.start):
            raise bad_input(f"{path}={one.start}: the value to start from is not finite")
    return array


def _prepare(model: Scenario | Law, data: Any, free: Any, options: dict[str, Any], tables: list[Any], verb: str,
             hold_out: float) -> tuple[Problem | Motion, Any]:
    known = [n for fields in tables for n in field_names(fields)]
    fields = [n for n in field_names(lib.stn_data_fields()) if n not in known]
    for name in options:
        if name.rstrip("_") not in known + fields and name not in _OWN + OPTIONS:
            raise bad_input(f'{verb} has no option "{name}"{suggestion(name, known + fields + _OWN + OPTIONS)}')
    hold_out = _share("hold_out", options.get("hold_out", hold_out))
    problem = (Problem if isinstance(model, Scenario) else Motion)(model, data, options, fields, hold_out)  # type: ignore[arg-type]
    array = _free(problem, free)
    definition = ffi.new("StnFitDef *", lib.stn_default_fit_def(problem.runs, problem.count, array, len(array)))
    own = Fields(_FIT, definition)
    if isinstance(problem, Motion):
        lib.stn_measured_search(definition)
    elif any(n in options for n in ("mass", "cutoff", "means", "elements")):
        raise bad_input("mass, cutoff, means and elements are for a measured motion without a plant, st.fit(st.law(...), "
                        "...); set the mass in the scenario")
    elif options.get("cycles"):
        definition.spread = 10.0
    take({n: v for n, v in options.items() if own.has(n)}, [own], verb, [])
    problem.kept += [array, definition, own]
    return problem, definition


def fit(model: Scenario | Law | str, data: Any, *, free: Sequence[str] | Mapping[str, Any], evaluate: bool = False,
        validate: Any = None, progress: Progress | None = None, **options: Any) -> Fit:
    """Finds the values of free parameters with which a scenario, closed loop included, meets measured data.

    data: a file, a dict of arrays, a DataFrame or a Record, on the time axis of the scenario.  Columns by role
    (effort="u", position="x"), or match={column of the model: column of the data} and input={input: column}.  free:
    names, or {name: start}; evaluate: judge the values of the scenario, without a search; validate: other data, which
    the fit does not see.  Others: starts, spread, seed, iterations, threads, tolerance; hold_out, runs, each, unit,
    gain, where, ....

    Without a plant: st.fit(st.law("stribeck"), data, effort="F", velocity="v", free=["Fc", "Fs", "vs"]), where the
    force of friction itself was measured, or, with free m or mass=, that which moves a mass, too; means, elements,
    cutoff, gravity, drift.
    """
    model, free = _model_of(model), _listed(free)
    problem, definition = _prepare(model, data, free, options, [_FIT], "fit", 0.0)
    problem.mark(definition, ffi.NULL, 0)
    out, error = Fit("fit"), new_error()
    out._problem, out._definition = problem, definition
    out._found = ffi.gc(ffi.new("StnFitResult *"), lib.stn_fit_result_free)
    work = lib.stn_fit_evaluate if evaluate else lib.stn_fit
    with Watch(progress) as watch:
        definition.progress, definition.user = lib.stn_watch_progress, watch.c
        status = in_thread(watch, lambda: work(definition, out._found, error))
        if validate is not None and status == lib.STN_OK:
            other, unseen = _prepare(model, validate, free, {**options, "hold_out": 0.0, "hold_out_runs": None}, [_FIT], "fit", 0.0)
            other.mark(unseen, ffi.NULL, 0)
            unseen.progress, unseen.user = lib.stn_watch_progress, watch.c
            _check_ended(in_thread(watch, lambda: lib.stn_fit_validate(unseen, other.data.c.file, out._found, error)), error)
    _check_ended(status, error)
    lib.stn_report_data(out.c, problem.data.c)
    lib.stn_report_fit(definition, out._found, problem.data.c, status == lib.STN_CANCELLED, out.c)
    out.checked()
    _raise(watch, out)
    return out


def _check_ended(status: int, error: Any) -> None:
    if status not in (lib.STN_OK, lib.STN_CANCELLED):
        raise Error(error)


def _raise(watch: Watch, out: Any) -> None:
    if isinstance(watch.raised, KeyboardInterrupt):
        raise Interrupted(out)
    if watch.raised is not None:
        raise watch.raised


class Selection(Result):
    """Candidates of laws, and the simplest that is enough: selection.recommended, selection.fit()."""

    _selection: Any
    _problem: Problem | Motion
    _definition: Any
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
        index = self._selection.recommended
        if index < 0:
            raise bad_input("no law is recommended: " + ffi.string(self._selection.reason).decode())
        row = ffi.addressof(self._selection.row[index], "result")
        return _apply(self._problem, self._definition, self._candidates + index, self._site, row, "select")


def _site(model: Scenario | Law, site: str | None) -> int:
    names = list(model.laws) if isinstance(model, Scenario) else ["contact"]
    if site is None and len(names) > 1:
        raise bad_input(f"the plant has several friction sites: say which one, site= {', '.join(names)}")
    if site is not None and site not in names:
        raise bad_input(f'unknown friction site "{site}"{suggestion(site, names)}')
    return names.index(site) if site else 0


def _candidates(problem: Problem | Motion, site: int, laws: str | Sequence[str] | None, out: Any) -> int:
    names = ffi.string(lib.STN_SELECT_LAWS).decode().split(",") if laws is None else [laws] if isinstance(laws, str) else laws
    if list(names) == ["ladder"]:
        if isinstance(problem, Motion):
            raise bad_input("ladder: friction that grows with drive and load needs a plant that has both: a scenario")
        return lib.stn_select_ladder(problem.runs, site, _law("stribeck_load"), out)  # type: ignore[no-any-return]
    found = [_law(name) for name in names]
    return lib.stn_select_candidates(problem.runs, site, ffi.new("const StnLaw *[]", found), len(found), out)  # type: ignore[no-any-return]


def select(model: Scenario | Law | str | None, data: Any, *, laws: str | Sequence[str] | None = None,
           free: Sequence[str] | Mapping[str, Any] = (), site: str | None = None, validate: Any = None,
           progress: Progress | None = None, **options: Any) -> Selection:
    """Fits laws at a site, with and without viscous term, by direction, ..., and recommends the simplest that is enough.

    laws: those that are compared, or "ladder" (M1 ... M6 of servo gears); free: what is free beside the friction; model
    None: measured motion without a plant; other options as in fit, and those of the program's select.
    """
    model, free = law("coulomb") if model is None else _model_of(model), _listed(free)
    laws = laws if laws is None or isinstance(laws, str) else list(laws)
    held = 0.0 if options.get("folds") else lib.STN_SELECT_HELD
    problem, definition = _prepare(model, data, free, options, [_FIT, _SELECT], "select", held)
    out, error = Selection("select"), new_error()
    out._problem, out._definition, out._site = problem, definition, _site(model, site)
    out._candidates = ffi.new("StnCandidate[]", lib.STN_CANDIDATES_MAX)
    chosen = ffi.new("StnSelectDef *", lib.stn_default_select_def(definition[0]))
    check(lib.stn_data_position_resolution(problem.data.c, ffi.addressof(chosen, "resolution"), error), error)
    chosen.folds = lib.STN_SELECT_FOLDS if options.get("means") and "hold_out" not in options else 0
    own = Fields(_SELECT, chosen)
    take({n: v for n, v in options.items() if own.has(n)}, [own], "select", [])
    chosen.site, chosen.candidate = out._site, out._candidates
    chosen.ncandidate = _candidates(problem, out._site, laws, out._candidates)
    problem.mark(ffi.addressof(chosen, "fit"), out._candidates, chosen.ncandidate)
    out._selection = ffi.gc(ffi.new("StnSelection *"), lib.stn_selection_free)
    out._kept += [chosen, own]
    with Watch(progress) as watch:
        chosen.fit.progress, chosen.fit.user = lib.stn_watch_progress, watch.c
        status = in_thread(watch, lambda: lib.stn_select_law(chosen, out._selection, error))
        if validate is not None and status == lib.STN_OK:
            other, unseen = _prepare(model, validate, free, {**options, "hold_out": 0.0, "hold_out_runs": None},
                                     [_FIT, _SELECT], "select", 0.0)
            other.mark(unseen, out._candidates, chosen.ncandidate)
            unseen.progress, unseen.user = lib.stn_watch_progress, watch.c
            again = ffi.new("StnSelectDef *", chosen[0])
            again.fit = unseen[0]
            _check_ended(in_thread(watch, lambda: lib.stn_select_validate(again, other.data.c.file, out._selection, error)), error)
    _check_ended(status, error)
    lib.stn_report_selection(chosen, out._selection, problem.data.c, status == lib.STN_CANCELLED, out.c)
    out.checked()
    _raise(watch, out)
    return out


def _law(name: str) -> Any:
    found = lib.stn_catalog_law(catalog(), utf8(name, "a law"))
    if not found:
        names = [text_of(lib.stn_catalog_law_at(catalog(), i).name) for i in range(lib.stn_catalog_law_count(catalog()))]
        raise bad_input(f'unknown law "{name}"{suggestion(name, names)}')
    return found
