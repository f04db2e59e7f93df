# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""FMUs in FMPy, with the scenario's own inputs: fmu_check.py CHECK NAME FILE.fmu [ARGUMENT...] [PARAMETER=VALUE...]

Parameters have these values from the start.  NAME.csv and NAME.events.csv are rows and events of `stiction run`, NAME.exact.csv and NAME.exact.events.csv those
at a tolerance of 1e-10.  CHECK:

valid             FMPy finds nothing to say about the FMU, and each file of XML in it is as its schema wants it
source            FMPy compiles the sources, gcc with all warnings as errors, and the binary runs
steps STEP...     Co-Simulation by these communication steps: events of the run to the last bit, and rows where
                  they fall on the steps
cvode TOL LIMIT [NAME]
                  Model Exchange by CVode at this tolerance: the same events in the same order, every time within
                  LIMIT seconds of the exact ones, or "-" and of those of a run NAME.events.csv by another engine
                  within twice its error; no indicator is 0 or below where continuous time begins
euler STEP FIRST [rounded]
                  Model Exchange by Euler steps, and by half of them: the same events in the same order, the first
                  of them within FIRST steps, and errors that halve.  FMPy finds an event at the end of the step in which
                  it falls: that takes one step, and what Euler is off by until then comes on top (FIRST 2).  rounded: a
                  sensor counts, and Euler's motion rounds otherwise from one of the first samples on, after which
                  events move by whole samples: errors need not halve
first STEP [flap] the first event by Euler steps, by half of them and so on, of an Euler method that asks for indicators at
                  their time, where FMPy's sets states first, asks, and sets the time then: within one step.  flap: in
                  the step in which tests/fmu_euler_flap.py has it
fed INPUT SLOPE   the input comes from the importer, a ramp: Model Exchange by CVode at 1e-10, with inputs also where rates are
                  asked for (FMPy's sets them for indicators alone), has every event within 1e-6 s; Co-Simulation of FMI 2
                  with the input's derivative ends where the run ends
tuned TIME PARAMETER=VALUE COLUMN
                  Co-Simulation, in which a parameter is changed at TIME: COLUMN is 0 from then on, and was not before"""
import csv
import ctypes
import io
import os
import sys
import zipfile

import fmpy
import numpy as np
from fmpy import simulation
from fmpy.util import compile_platform_binary
from fmpy.validation import validate_fmu
from lxml import etree

import fmu_euler_flap

WARNINGS = "-std=gnu99 -O1 -fPIC -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wshadow -Werror"
starts = {}


def read_rows(name):
    with open(name, newline="") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    names = [title.split(" [")[0] for title in rows[0]]
    return names, np.array([[float(cell) for cell in row] for row in rows[1:]])


def read_events(name):
    with open(name, newline="") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    return [(float(row[0]), row[1], row[2]) for row in rows[1:]]


def simulate(fmu, kind, names, **options):
    """Columns by their names, and the events that the FMU logs."""
    variables = fmpy.read_model_description(fmu).modelVariables
    outputs = {v.name for v in variables if v.causality == "output"}
    keep = [name if name in outputs else name + "_out" for name in names]  # an input may have the same name
    said = []

    def log(*arguments):
        text = arguments[-1]
        said.append(text.decode() if isinstance(text, bytes) else text)

    result = fmpy.simulate_fmu(fmu, fmi_type=kind, start_values={"internal_inputs": True} | starts, output=keep,
                               record_events=False, debug_logging=True, logger=log, **options)
    events = []
    for text in said:
        time, what = text.split(" s: ")
        events.append((float(time), *what.split()[:2]))
    return [result["time"]] + [result[name] for name in keep], events


def kinds(events):
    return [event[1:] for event in events]


def worst_time(events, exact):
    assert kinds(events) == kinds(exact), (events, exact)
    return max(abs(a[0] - b[0]) for a, b in zip(events, exact))


def check_valid(name, fmu):
    assert validate_fmu(fmu) == [], validate_fmu(fmu)
    schemas = {"modelDescription.xml": "ModelDescription", "sources/buildDescription.xml": "BuildDescription",
               "terminalsAndIcons/terminalsAndIcons.xml": "TerminalsAndIcons"}
    description = fmpy.read_model_description(fmu)
    version = "fmi" + description.fmiVersion[0]
    names = {variable.name for variable in description.modelVariables}
    with zipfile.ZipFile(fmu) as archive:
        for file in archive.namelist():
            if file.endswith(".xml"):
                tree = etree.parse(io.BytesIO(archive.read(file)))
                schema = os.path.join(os.path.dirname(fmpy.__file__), "schema", version, version + schemas[file] + ".xsd")
                etree.XMLSchema(file=schema).assertValid(tree)
                members = {member.get("variableName") for member in tree.iter("TerminalMemberVariable")}
                assert members <= names, members - names


def check_source(name, fmu):
    compiled = "compiled-" + os.path.basename(fmu)
    compile_platform_binary(fmu, compiled, compiler_options=WARNINGS)
    check_steps(name, compiled)


def check_steps(name, fmu, *steps):
    names, rows = read_rows(name + ".csv")
    events = read_events(name + ".events.csv")
    compared = []
    for step in (rows[1, 0], *map(float, steps)):  # that of the rows first
        columns, got = simulate(fmu, "CoSimulation", names[1:], stop_time=rows[-1, 0], output_interval=step)
        assert got == events, (fmu, "CS", step, got, events)
        # times of FMPy are sums, which rounding keeps from some times of rows
        shared, mine, theirs = np.intersect1d(columns[0], rows[:, 0], return_indices=True)
        compared.append(len(shared))
        for k in range(1, len(names)):
            same = columns[k][mine] == rows[theirs, k]
            assert same.all(), (fmu, "CS", step, names[k], shared[np.argmin(same)])
    assert compared[0] == len(rows), (fmu, compared, len(rows))
    print(f"{fmu}: CS by {' '.join(steps)} s: {len(events)} events and {compared} rows equal")


class WatchIndicators:
    """CVode begins anew after an event: there each indicator must be above 0."""

    def __enter__(self):
        from fmpy import sundials
        self.solver, self.reset = sundials.CVodeSolver, sundials.CVodeSolver.reset
        self.count = 0

        def reset(solver, time):
            z = (sundials.realtype * solver.nz)()
            solver.get_z(z, solver.nz)
            assert min(z) > 0.0, (time, list(z))
            self.count += 1
            self.reset(solver, time)

        self.solver.reset = reset
        return self

    def __exit__(self, *reason):
        self.solver.reset = self.reset


def check_cvode(name, fmu, tolerance, limit, other=None):
    names, rows = read_rows(name + ".exact.csv")
    exact = read_events(name + ".exact.events.csv")
    every = rows[1, 0] - rows[0, 0]
    with WatchIndicators() as watch:
        columns, events = simulate(fmu, "ModelExchange", names[1:], solver="CVode", stop_time=rows[-1, 0],
                                   relative_tolerance=float(tolerance), output_interval=every)
    assert watch.count > 0
    worst = worst_time(events, exact)
    if limit != "-":
        assert worst <= float(limit), (fmu, worst)
    if other:
        bound = 2.0 * worst_time(read_events(other + ".events.csv"), exact)
        assert worst <= bound, (fmu, worst, bound)
    print(f"{fmu}: CVode {tolerance}: {len(events)} events within {worst:.2g} s")
    assert len(columns[0]) == len(rows), (len(columns[0]), len(rows))


def check_euler(name, fmu, step, within="1", rounded=None):
    names, rows = read_rows(name + ".exact.csv")
    exact = read_events(name + ".exact.events.csv")
    first = next(k for k, event in enumerate(exact) if event[0] > 0.0)
    error = []
    for size in (float(step), 0.5 * float(step)):
        columns, events = simulate(fmu, "ModelExchange", names[1:], solver="Euler", stop_time=rows[-1, 0],
                                   step_size=size, output_interval=size)
        error.append(worst_time(events, exact))
        assert abs(events[first][0] - exact[first][0]) <= 1.001 * float(within) * size, (fmu, "Euler", size, events[first])
    print(f"{fmu}: Euler {step}: {len(exact)} events within {error[0]:.2g} s, {error[1]:.2g} s by half the step")
    # times are multiples of the step, too
    assert rounded or error[1] <= 0.6 * error[0] + float(step), (fmu, "Euler", error)


class EulerAtItsTime(simulation.ForwardEuler):
    def step(self, t, end):
        set_x = self.set_x

        def set_both(x, n):
            self.get_x.__self__.setTime(end)
            set_x(x, n)

        self.set_x = set_both
        answer = super().step(t, end)
        self.set_x = set_x
        return answer


def check_first(name, fmu, step, by_hand=None):
    exact = next(event for event in read_events(name + ".exact.events.csv") if event[0] > 0.0)
    simulation.ForwardEuler, before, late = EulerAtItsTime, simulation.ForwardEuler, []
    for size in (float(step) / 2**k for k in range(5)):
        stop = (int(exact[0] / size) + 4) * size
        events = simulate(fmu, "ModelExchange", [], solver="Euler", stop_time=stop, step_size=size, output_interval=size)[1]
        first = next(event for event in events if event[0] > 0.0)
        assert first[1:] == exact[1:], (fmu, size, first)
        late.append((first[0] - exact[0]) / size)
        if by_hand:
            assert round(first[0] / size) == fmu_euler_flap.first_stick(size), (fmu, size, first)
        else:
            assert abs(late[-1]) <= 1.0, (fmu, size, first)
    simulation.ForwardEuler = before
    print(f"{fmu}: Euler {step} and halves: first event {' '.join(f'{steps:.2f}' for steps in late)} steps late")


class InputsInRates:
    def __enter__(self):
        from fmpy import sundials
        self.solver, self.rates = sundials.CVodeSolver, sundials.CVodeSolver.f
        rates = self.rates

        def rates_with_inputs(solver, time, *arguments):
            solver.set_time(time)
            solver.input.apply(time, discrete=False)
            return rates(solver, time, *arguments)

        self.solver.f = rates_with_inputs

    def __exit__(self, *reason):
        self.solver.f = self.rates


def ends_at(fmu, entry, slope, names, stop, steps):
    """Outputs at the end of Co-Simulation by FMI 2, with the derivative of an input."""
    description = fmpy.read_model_description(fmu)
    known = {variable.name: variable.valueReference for variable in description.modelVariables}
    instance = fmpy.instantiate_fmu(fmpy.extract(fmu), description, "CoSimulation")
    instance.setupExperiment(startTime=0.0)
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    one = (ctypes.c_uint32 * 1)(known[entry])
    for k in range(steps):
        instance.setReal([known[entry]], [slope * k * stop / steps])
        instance.fmi2SetRealInputDerivatives(instance.component, one, 1, (ctypes.c_int * 1)(1), (ctypes.c_double * 1)(slope))
        instance.doStep(k * stop / steps, stop / steps)
    got = instance.getReal([known[name] for name in names])
    instance.terminate()
    instance.freeInstance()
    return got


def check_fed(name, fmu, entry, slope):
    names, rows = read_rows(name + ".exact.csv")
    exact, stop, slope = read_events(name + ".exact.events.csv"), rows[-1, 0], float(slope)
    starts["internal_inputs"] = False
    table = np.array([(0.0, 0.0), (2.0 * stop, 2.0 * stop * slope)], dtype=[("time", float), (entry, float)])
    with InputsInRates():
        events = simulate(fmu, "ModelExchange", [], solver="CVode", stop_time=stop, relative_tolerance=1e-10,
                          output_interval=0.05, input=table)[1]
    worst = worst_time(events, exact)
    assert worst <= 1e-6, (fmu, worst)
    print(f"{fmu}: fed from outside, CVode: {len(events)} events within {worst:.2g} s")
    if fmpy.read_model_description(fmu).fmiVersion == "2.0":
        got = ends_at(fmu, entry, slope, names[1:3], stop, 100)
        assert np.allclose(got, rows[-1, 1:3], rtol=1e-8, atol=1e-10), (fmu, got, rows[-1])


def check_tuned(name, fmu, time, column):
    (parameter, value), = starts.items()
    starts.clear()
    start = next(v.start for v in fmpy.read_model_description(fmu).modelVariables if v.name == parameter)
    table = np.array([(0.0, start), (float(time), start), (float(time), value), (1e9, value)],
                     dtype=[("time", float), (parameter, float)])
    columns = simulate(fmu, "CoSimulation", [column], stop_time=float(time) + 0.1, output_interval=1e-2, input=table)[0]
    after = columns[0] > float(time) + 1e-2
    assert np.any(columns[1][~after] != 0.0) and np.all(columns[1][after] == 0.0), (fmu, columns)
    print(f"{fmu}: {column} is 0 from {time} s on")


check, name, fmu = sys.argv[1:4]
for text in (text for text in sys.argv[4:] if "=" in text):
    starts[text.split("=")[0]] = float(text.split("=")[1])
{"valid": check_valid, "source": check_source, "steps": check_steps, "cvode": check_cvode, "euler": check_euler,
 "first": check_first, "fed": check_fed, "tuned": check_tuned}[check](name, fmu, *(text for text in sys.argv[4:] if "=" not in text))
