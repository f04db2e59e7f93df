# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Scenarios: documents with units, their runs, and what is done with them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from ._library import (SCENARIO, Error, Texts, catalog, check, document_text, file_name, new_error, take_text, text_of,
                       utf8, value_text)
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
    """A StnScenario that nobody changes: records, states and threads share it.

    Pointers into it do not keep it: whoever reads more than once holds the document meanwhile, since another thread, or
    a function that is called back, may give its Scenario another one.
    """

    __slots__ = ("c", "system", "run_def", "state_size", "run_with", "__weakref__")

    def __init__(self, pointer: Any) -> None:
        self.c = ffi.gc(pointer, lib.stn_scenario_free)
        error = new_error()
        check(lib.stn_scenario_check(self.c, error), error)
        self.system = lib.stn_scenario_system(self.c)
        self.run_def = ffi.new("StnRunDef *", lib.stn_scenario_run_def(self.c))
        self.state_size = lib.stn_state_size(self.system)
        # The settings of the last run that had its own, and the document with them: loops ask for the same again.
        self.run_with: tuple[dict[str, str], Document] | None = None


def _map(settings: Any) -> Settings:
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f"set is a dict {{path: value}}, not {settings!r}")
    return settings or {}


class Options:
    """A StnScenarioOptions from law= and set=."""

    def __init__(self, law: Laws | None, settings: Settings | None) -> None:
        settings = _map(settings)
        if isinstance(law, str):
            law = [law]
        elif isinstance(law, Mapping):
            law = [f"{site}={name}" for site, name in law.items()]
        self.laws = Texts(law or [])
        self.paths = Texts(list(settings))
        self.values = Texts([value_text(v) for v in settings.values()])
        self.set = ffi.new("StnOverride[]", [{"path": p, "value": v}
                                             for p, v in zip(self.paths.items, self.values.items)])
        self.c = ffi.new("StnScenarioOptions *", {
            "catalog": catalog(), "set": self.set, "nset": self.paths.count,
            "law": self.laws.pointer, "nlaw": self.laws.count})


# A state needs no zeros: stn_state_init fills it.
_new_memory = ffi.new_allocator(should_clear_after_alloc=False)
_run_def, _doubles = ffi.typeof("StnRunDef *"), ffi.typeof("double[]")


def _names(columns: Any) -> list[str] | None:
    return columns if columns is None else [columns] if isinstance(columns, str) else list(columns)


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
    if isinstance(name, Mapping):
        return of_document(name, SCENARIO, law, set)
    options, error = Options(law, set), new_error()
    if text is not None:
        raw = utf8(text, "text=")
        label = file_name(name) if name is not None else b"text"
        pointer = lib.stn_scenario_parse(raw, len(raw), label, options.c, error)
        shown = os.fsdecode(name) if name is not None else "text"
    elif name is not None:
        pointer = lib.stn_scenario_load(file_name(name), options.c, error)
        shown = os.fsdecode(name)
    else:
        raise TypeError("a scenario needs a name, a dict or text=")
    if not pointer:
        raise Error(error)
    return Scenario(Document(pointer), shown)


def of_document(document: Mapping[str, Any], label: str, law: Laws | None = None, set: Settings | None = None) -> Scenario:
    """A scenario of a dict; label: what messages call it, which has no lines."""
    options, error, raw = Options(law, set), new_error(), utf8(document_text(document))
    pointer = lib.stn_scenario_parse(raw, len(raw), utf8(label), options.c, error)
    if not pointer:
        raise Error(error)
    return Scenario(Document(pointer), "text")


def scenario_of(given: Any) -> Scenario:
    """A scenario, or one by its name, file or dict, that nobody else changes while work with it is going on."""
    return given.copy() if isinstance(given, Scenario) else scenario(given)


def _parsed(text: str, name: str, law: Laws | None = None) -> Document:
    options, error, raw = Options(law, None), new_error(), utf8(text)
    pointer = lib.stn_scenario_parse(raw, len(raw), file_name(name), options.c, error)
    if not pointer:
        raise Error(error)
    return Document(pointer)


def _again(text: str, name: str) -> Scenario:
    """A scenario that came from another process."""
    return Scenario(_parsed(text, name), name)


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
        document = self._document
        return text_of(lib.stn_scenario_title(document.c))

    @property
    def text(self) -> str:
        """The document as YAML: what was given."""
        return take_text(lib.stn_scenario_text(self._document.c))

    @property
    def resolved(self) -> str:
        """The same with every default, and derived values as comments."""
        document = self._document
        return text_of(lib.stn_scenario_resolved(document.c))

    @property
    def paths(self) -> dict[str, str]:
        """Every number, word and list by its path, as set() takes them."""
        lines = take_text(lib.stn_scenario_paths(self._document.c)).splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    @property
    def duration(self) -> float:
        """Of a run, s."""
        document = self._document
        return float(lib.stn_scenario_duration(document.c))

    @property
    def plant(self) -> str:
        document = self._document
        return text_of(lib.stn_system_plant(document.system).name)

    @property
    def laws(self) -> dict[str, str]:
        """The law at each friction site."""
        document = self._document
        plant = lib.stn_system_plant(document.system)
        return {text_of(plant.sites[i].name): text_of(lib.stn_system_law(document.system, i).name)
                for i in range(plant.nsite)}

    @property
    def columns(self) -> dict[str, str]:
        """Columns of a run and their units; t stands before them."""
        document = self._document
        count = lib.stn_system_column_count(document.system)
        found = [lib.stn_system_column_at(document.system, i) for i in range(count)]
        return {ffi.string(c.name).decode(): ffi.string(c.unit).decode() for c in found}

    @property
    def inputs(self) -> list[str]:
        document = self._document
        plant = lib.stn_system_plant(document.system)
        return [text_of(plant.inputs[i].name) for i in range(plant.ninput)]

    @property
    def notes(self) -> list[Note]:
        """Warnings, and what was derived."""
        document = self._document
        c, system = document.c, document.system
        found = [Note("warning", text_of(lib.stn_scenario_warning_at(c, i)))
                 for i in range(lib.stn_scenario_warning_count(c))]
        for i in range(lib.stn_system_note_count(system)):
            note = lib.stn_system_note_at(system, i)
            found.append(Note("warning" if note.kind == lib.STN_NOTE_WARNING else "derived", text_of(note.text)))
        return found

    def number(self, path: str) -> Number:
        """A number of the system by its path, whose beginning may be left out where the rest is unique."""
        document, error, address = self._document, new_error(), ffi.new("StnAddress *")
        check(lib.stn_address(document.system, utf8(path, "a path"), address, error), error)
        return self._number_at(document, address[0])

    @staticmethod
    def _number_at(document: Document, address: Any) -> Number:
        system, out = document.system, ffi.new("char[]", 160)
        info = lib.stn_address_info(system, address)
        return Number(text_of(lib.stn_address_path(system, address, out, 160)), info.value,
                      ffi.string(info.unit).decode(), info.min, info.max, info.given)

    @property
    def numbers(self) -> list[Number]:
        """All single numbers of the system."""
        document = self._document
        count = lib.stn_address_count(document.system)
        return [self._number_at(document, lib.stn_address_at(document.system, i)) for i in range(count)]

    def __getitem__(self, path: str) -> float:
        """The value of a number in SI."""
        return self.number(path).value

    def __setitem__(self, path: str, value: Any) -> None:
        self.set(path, value)

    # ---- Changing it ----

    def copy(self) -> Scenario:
        return Scenario(self._document, self._name)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Scenario:
        return self.copy()

    def __reduce__(self) -> Any:
        return _again, (self.text, self._name)

    @staticmethod
    def _changed(document: Document, settings: Settings) -> Document:
        texts = [(utf8(path, "a path"), utf8(value_text(value))) for path, value in settings.items()]
        pointer = lib.stn_scenario_copy(document.c)
        lib.stn_scenario_set_catalog(pointer, catalog())
        for path, value in texts:
            if lib.stn_scenario_set(pointer, path, value) != lib.STN_OK:
                break  # the first mistake is kept
        return Document(pointer)

    def _for_run(self, given: Settings) -> Document:
        texts = {path: value_text(value) for path, value in given.items() if value is not None}
        document = self._document
        last = document.run_with
        if last is None or last[0] != texts:
            last = document.run_with = texts, self._changed(document, texts)
        return last[1]

    def set(self, path: str, value: Any) -> Scenario:
        """Lays a value in YAML, "2 N/m" or a number in SI, onto what stands at a path; None takes it away."""
        self._document = self._changed(self._document, {path: value})
        return self

    def with_(self, *, law: Laws | None = None, set: Settings | None = None) -> Scenario:
        """Another scenario with other laws or values."""
        other = self.copy()
        if law is not None:
            other._document = _parsed(other.text, self._name, law)
        if set:
            other._document = other._changed(other._document, _map(set))
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
            document = self._for_run({"duration": duration, "record.every": every, "record.columns": _names(columns)})
        system = document.system
        owner, error, watch = Owner(document), new_error(), Watch(progress)
        run_def = ffi.new(_run_def, document.run_def[0])
        run_def.progress, run_def.user = lib.stn_watch_progress, watch.c
        memory = _new_memory(_doubles, document.state_size // 8 + 1)
        self._watches.append(watch)
        Watch.running.add(watch)
        try:
            status = lib.stn_run(system, lib.stn_state_init(system, memory), run_def, owner.c, error)
        finally:
            Watch.running.discard(watch)
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
