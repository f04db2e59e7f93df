# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""A simulation that is advanced step by step: for controllers in Python, co-simulation and games."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from ._library import Error, check, new_error, suggestion, text_of
from ._native import ffi, lib
from ._record import Array, Counters, Energy, Event, _event_words, counters_of, energy_of
from ._watch import Watch


# An observer has one `user` for its questions and its events: the watch.
_by_watch: weakref.WeakValueDictionary[int, Simulation] = weakref.WeakValueDictionary()


@ffi.def_extern()  # type: ignore[untyped-decorator]
def stn_python_event(user: Any, event: Any) -> None:
    simulation = _by_watch[int(ffi.cast("uintptr_t", user))]
    simulation.events.append(Event(event.t, _event_words[event.kind], text_of(event.site), text_of(event.detail)))


class Simulation:
    """The state of a scenario at a time, which input(), advance() and restore() change."""

    def __init__(self, document: Any, events: bool) -> None:
        self._document = document
        self._system = system = document.system
        self._size = lib.stn_state_size(system)
        self._memory = ffi.new("double[]", self._size // 8 + 1)
        self._state = lib.stn_state_init(system, self._memory)
        self._error = new_error()
        self._in = ffi.new("StnIn *")
        plant = lib.stn_system_plant(system)
        self._input = {text_of(plant.inputs[i].name): i for i in range(plant.ninput)}
        count = lib.stn_system_column_count(system)
        columns = [lib.stn_system_column_at(system, i) for i in range(count)]  # they hold their names
        self._column = {ffi.string(column.name).decode(): i for i, column in enumerate(columns)}
        self._values = np.zeros(count)
        self._out = ffi.cast("double *", ffi.from_buffer(self._values))
        self._fresh = False
        self.events: list[Event] = []
        self._watch = Watch()
        self._observer = ffi.new("StnObserver *", {"go_on": lib.stn_watch_go_on, "user": self._watch.c})
        if events:
            self._observer.event = lib.stn_python_event
            _by_watch[int(ffi.cast("uintptr_t", self._watch.c))] = self

    @property
    def t(self) -> float:
        """Time, s."""
        return lib.stn_state_time(self._state)  # type: ignore[no-any-return]

    def input(self, name: str, value: float, slope: float = 0.0, curvature: float = 0.0) -> None:
        """Replaces an input from now on: its value, and how it goes on."""
        at, index = self._in, self._input.get(name)
        if index is None:
            raise KeyError(f'no input "{name}"{suggestion(name, list(self._input))}')
        at.val, at.d1, at.d2 = value, slope, curvature
        if lib.stn_state_set_input(self._system, self._state, index, at[0]) != lib.STN_OK:
            raise ValueError(f'the input "{name}" must be finite')
        self._fresh = False

    def advance(self, time: float) -> None:
        """Goes on for so many seconds."""
        self.advance_to(lib.stn_state_time(self._state) + time)

    def advance_to(self, t: float) -> None:
        """Goes on to a time.  Results do not depend on how often this is called."""
        self._fresh = False
        if lib.stn_advance(self._system, self._state, t, self._observer, self._error) != lib.STN_OK:
            self._failed()

    def advance_to_event(self, t: float) -> bool:
        """Goes on to just after the next event, or to t where none comes before; whether one came."""
        self._fresh = False
        to = ffi.new("StnAdvance *", {"t_end": t, "until": lib.STN_UNTIL_EVENT})
        if lib.stn_advance_to(self._system, self._state, to, self._observer, self._error) != lib.STN_OK:
            self._failed()
        return to.stopped == lib.STN_STOPPED_EVENT  # type: ignore[no-any-return]

    def _failed(self) -> None:
        raised, self._watch.raised = self._watch.raised, None
        self._watch.c.ended = 0
        if raised is not None:
            raise raised
        raise Error(self._error)

    def cancel(self) -> None:
        """Ends an advance that another thread is at.  It goes on from a state that was saved before, by restore()."""
        self._watch.cancel()

    def _read(self) -> None:
        lib.stn_state_columns(self._system, self._state, self._out)
        self._fresh = True

    def __getitem__(self, name: str) -> float:
        """A column at the present time."""
        if not self._fresh:
            self._read()
        index = self._column.get(name)
        if index is None:
            raise KeyError(f'no column "{name}"{suggestion(name, list(self._column))}')
        return self._out[index]  # type: ignore[no-any-return]

    @property
    def columns(self) -> list[str]:
        return list(self._column)

    def values(self) -> Array:
        """All columns at the present time, in the order of `columns`; a copy."""
        if not self._fresh:
            self._read()
        return self._values.copy()

    def save(self) -> bytes:
        """The whole state; restore() of it continues bit for bit."""
        return bytes(ffi.buffer(self._memory, self._size))

    def restore(self, saved: bytes) -> None:
        """Goes back to a state that save() made of the same scenario; another one is refused."""
        error, aligned = new_error(), ffi.new("double[]", len(saved) // 8 + 1)
        ffi.memmove(aligned, saved, len(saved))
        check(lib.stn_state_check(self._system, aligned, len(saved), error), error)
        ffi.memmove(self._memory, saved, self._size)
        self._fresh = False

    @property
    def energy(self) -> Energy:
        return energy_of(lib.stn_state_energy(self._system, self._state))

    @property
    def counters(self) -> Counters:
        return counters_of(lib.stn_state_counters(self._state))

    def __repr__(self) -> str:
        return f"<stiction.Simulation: t = {self.t:g} s>"
