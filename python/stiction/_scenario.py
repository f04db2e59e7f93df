# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Scenarios: documents with units, their runs, and what is done with them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from ._library import (Error, Texts, catalog, check, document_text, file_name, new_error, take_text, text_of,
                       value_text)
from ._native import ffi, lib
from ._record import Owner, Record, finish
from ._watch import Progress, Watch

if TYPE_CHECKING:
    from ._compare import Comparison
    from ._ensemble import Study, Tuned
    from ._exchange import Exported
    from ._remedies import Compensated, TunedCompensation
    from ._simulation import Simulation

Laws = str | Sequence[str] | Mapping[str, str]
Settings = Mapping[str, Any]


class Document:
    """A StnScenario that nobody changes: records, states and threads share it."""

    __slots__ = ("c", "system", "run_def", "__weakref__")

    def __init__(self, pointer: Any) -> None:
        self.c = ffi.gc(pointer, lib.stn_scenario_free)
        error = new_error()
        check(lib.stn_scenario_check(self.c, error), error)
        self.system = lib.stn_scenario_system(self.c)
        self.run_def = ffi.new("StnRunDef *", lib.stn_scenario_run_def(self.c))


class Options:
    """A StnScenarioOptions from law= and set=."""

    def __init__(self, law: Laws | None, settings: Settings | None) -> None:
        if isinstance(law, str):
            law = [law]
        elif isinstance(law, Mapping):
            law = [f"{site}={name}" for site, name in law.items()]
        self.laws = Texts(law or [])
        self.paths = Texts(list(settings or {}))
        self.values = Texts([value_text(v) for v in (settings or {}).values()])
        self.set = ffi.new("StnOverride[]", [{"path": p, "value": v}
                                             for p, v in zip(self.paths.items, self.values.items)])
        self.c = ffi.new("StnScenarioOptions *", {
            "catalog": catalog(), "set": self.set, "nset": self.paths.count,
            "law": self.laws.pointer, "nlaw": self.laws.count})


class Note(NamedTuple):
    """What was decided for the user: "derived" or "warning", and a sentence."""

    kind: str
    text: str


class Number(NamedTuple):
    """A number of a scenario: in SI, with its unit and limits; given: it is no default."""

    path: str
    value: float
    unit: str
    min: float
    max: float
    given: bool


def scenario(name: str | os.PathLike[str] | Mapping[str, Any] | None = None, *, law: Laws | None = None,
             set: Settings | None = None, text: str | None = None) -> Scenario:
    """A scenario: the name of a built-in one, a file, a dict, or text in YAML.

    law: for every friction site, or {site: law}.  set: {path: value}, as {"friction.contact.Fs": "2 N"}; numbers
    without unit are in SI.
    """
    options, error = Options(law, set), new_error()
    if isinstance(name, Mapping):
        text, name = document_text(name), None
    if text is not None:
        raw = text.encode()
        label = file_name(name) if name is not None else b"text"
        pointer = lib.stn_scenario_parse(raw, len(raw), label, options.c, error)
        shown = os.fspath(name) if name is not None else "text"
    elif name is not None:
        pointer = lib.stn_scenario_load(file_name(name), options.c, error)
        shown = os.fspath(name)
    else:
        raise TypeError("a scenario needs a name, a dict or text=")
    if not pointer:
        raise Error(error)
    return Scenario(Document(pointer), shown)


class Scenario:
    """A document and the system made from it.

    s.set(path, value) changes it; records and simulations that were made before keep what they were made of.
    """

    def __init__(self, document: Document, name: str) -> None:
        self._document = document
        self._name = name
        self._watches: list[Watch] = []

    # ---- What it is ----

    @property
    def name(self) -> str:
        return self._name

    @property
    def title(self) -> str:
        return text_of(lib.stn_scenario_title(self._document.c))

    @property
    def text(self) -> str:
        """The document as YAML: what was given."""
        return take_text(lib.stn_scenario_text(self._document.c))

    @property
    def resolved(self) -> str:
        """The same with every default, and derived values as comments."""
        return text_of(lib.stn_scenario_resolved(self._document.c))

    @property
    def paths(self) -> dict[str, str]:
        """Every number, word and list by its path, as set() takes them."""
        lines = take_text(lib.stn_scenario_paths(self._document.c)).splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    @property
    def duration(self) -> float:
        """Of a run, s."""
        return float(lib.stn_scenario_duration(self._document.c))

    @property
    def plant(self) -> str:
        return text_of(lib.stn_system_plant(self._document.system).name)

    @property
    def laws(self) -> dict[str, str]:
        """The law at each friction site."""
        plant = lib.stn_system_plant(self._document.system)
        return {text_of(plant.sites[i].name): text_of(lib.stn_system_law(self._document.system, i).name)
                for i in range(plant.nsite)}

    @property
    def columns(self) -> dict[str, str]:
        """Columns of a run and their units; t stands before them."""
        system = self._document.system
        found = [lib.stn_system_column_at(system, i) for i in range(lib.stn_system_column_count(system))]
        return {ffi.string(c.name).decode(): ffi.string(c.unit).decode() for c in found}

    @property
    def inputs(self) -> list[str]:
        plant = lib.stn_system_plant(self._document.system)
        return [text_of(plant.inputs[i].name) for i in range(plant.ninput)]

    @property
    def notes(self) -> list[Note]:
        """Warnings, and what was derived."""
        c, system = self._document.c, self._document.system
        found = [Note("warning", text_of(lib.stn_scenario_warning_at(c, i)))
                 for i in range(lib.stn_scenario_warning_count(c))]
        for i in range(lib.stn_system_note_count(system)):
            note = lib.stn_system_note_at(system, i)
            found.append(Note("warning" if note.kind == lib.STN_NOTE_WARNING else "derived", text_of(note.text)))
        return found

    def _address(self, path: str) -> Any:
        error, address = new_error(), ffi.new("StnAddress *")
        check(lib.stn_address(self._document.system, path.encode(), address, error), error)
        return address[0]

    def number(self, path: str) -> Number:
        """A number of the system by its path, whose beginning may be left out where the rest is unique."""
        return self._number_at(self._address(path))

    def _number_at(self, address: Any) -> Number:
        system, out = self._document.system, ffi.new("char[]", 160)
        info = lib.stn_address_info(system, address)
        return Number(text_of(lib.stn_address_path(system, address, out, 160)), info.value,
                      ffi.string(info.unit).decode(), info.min, info.max, info.given)

    @property
    def numbers(self) -> list[Number]:
        """All single numbers of the system."""
        system = self._document.system
        return [self._number_at(lib.stn_address_at(system, i)) for i in range(lib.stn_address_count(system))]

    def __getitem__(self, path: str) -> float:
        """The value of a number in SI."""
        return self.number(path).value

    def __setitem__(self, path: str, value: Any) -> None:
        self.set(path, value)

    # ---- Changing it ----

    def copy(self) -> Scenario:
        return Scenario(self._document, self._name)

    def _changed(self, settings: Settings) -> Document:
        pointer = lib.stn_scenario_copy(self._document.c)
        lib.stn_scenario_set_catalog(pointer, catalog())
        for path, value in settings.items():
            if lib.stn_scenario_set(pointer, path.encode(), value_text(value).encode()) != lib.STN_OK:
                break  # the first mistake is kept
        return Document(pointer)

    def set(self, path: str, value: Any) -> Scenario:
        """Lays a value in YAML, "2 N/m" or a number in SI, onto what stands at a path; None takes it away."""
        self._document = self._changed({path: value})
        return self

    def with_(self, *, law: Laws | None = None, set: Settings | None = None) -> Scenario:
        """Another scenario with other laws or values."""
        other = self.copy()
        if law is not None:
            options, error, raw = Options(law, None), new_error(), self.text.encode()
            pointer = lib.stn_scenario_parse(raw, len(raw), file_name(self._name), options.c, error)
            if not pointer:
                raise Error(error)
            other._document = Document(pointer)
        if set:
            other._document = other._changed(set)
        return other

    def write(self, path: str | os.PathLike[str]) -> None:
        """The document into a file."""
        error = new_error()
        check(lib.stn_scenario_write(self._document.c, file_name(path), error), error)

    def diff(self, base: Scenario) -> Scenario:
        """The same scenario, written as `base:` and the difference to it."""
        error = new_error()
        pointer = lib.stn_scenario_diff(self._document.c, base._document.c, error)
        if not pointer:
            raise Error(error)
        return Scenario(Document(pointer), self._name)

    # ---- Running it ----

    def run(self, *, duration: Any = None, every: Any = None, columns: Sequence[str] | None = None,
            progress: Progress | None = None) -> Record:
        """Runs it from its start.

        duration, every (time between rows), columns: in place of what the scenario says.  progress: called with the
        share that is done, some 30 times a second; False ends the run.  Ctrl-C raises Interrupted, cancel() from another
        thread returns; both with what was computed.
        """
        document = self._document
        if duration is not None or every is not None or columns is not None:
            given = {"duration": duration, "record.every": every,
                     "record.columns": None if columns is None else list(columns)}
            document = self._changed({key: value for key, value in given.items() if value is not None})
        system = document.system
        owner, error, watch = Owner(document), new_error(), Watch(progress)
        run_def = ffi.new("StnRunDef *", document.run_def[0])
        run_def.progress = lib.stn_watch_progress
        run_def.user = watch.c
        memory = ffi.new("double[]", lib.stn_state_size(system) // 8 + 1)
        self._watches.append(watch)
        try:
            with watch:
                status = lib.stn_run(system, lib.stn_state_init(system, memory), run_def, owner.c, error)
        finally:
            self._watches.remove(watch)
        return finish(document, owner, self._name, status, error, watch.raised)

    def cancel(self) -> None:
        """Ends the runs of this scenario that other threads are at; they keep what they have."""
        for watch in list(self._watches):
            watch.cancel()

    def start(self, *, events: bool = False) -> Simulation:
        """A simulation that is advanced step by step; events: keep the event log."""
        from ._simulation import Simulation
        return Simulation(self._document, events)

    # ---- The other verbs ----

    def check(self) -> list[Note]:
        """That it makes a system is certain; the notes say what was derived, and what to doubt."""
        return self.notes

    def compare(self, laws: Sequence[str] | None = None, **options: Any) -> Comparison:
        """stiction.compare of this scenario."""
        from ._compare import compare
        return compare(self, laws, **options)

    def sweep(self, vary: Mapping[str, Any], **options: Any) -> Study:
        """stiction.sweep of this scenario."""
        from ._ensemble import sweep
        return sweep(self, vary, **options)

    def tune(self, gains: Mapping[str, str], *, minimise: str, **options: Any) -> Tuned:
        """stiction.tune of this scenario."""
        from ._ensemble import tune
        return tune(self, gains, minimise=minimise, **options)

    def compensate(self, with_: str | Sequence[str] | None = None, **options: Any) -> Compensated:
        """stiction.compensate of this scenario."""
        from ._remedies import compensate
        return compensate(self, with_, **options)

    def tune_compensation(self, remedy: str, *, minimise: str, **options: Any) -> TunedCompensation:
        """stiction.tune_compensation of this scenario."""
        from ._remedies import tune_compensation
        return tune_compensation(self, remedy, minimise=minimise, **options)

    def export(self, format: str, **options: Any) -> Exported:
        """stiction.export of this scenario."""
        from ._exchange import export
        return export(self, format, **options)

    def __repr__(self) -> str:
        laws = ", ".join(f"{site}: {law}" for site, law in self.laws.items())
        return f"<stiction.Scenario {self._name}: {self.title}; plant {self.plant}; {laws}>"

    def _repr_html_(self) -> str:
        import html
        return f"<b>{html.escape(self.title)}</b><pre>{html.escape(self.text)}</pre>"
