# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""A simulation that is advanced step by step: for controllers in Python, co-simulation and games."""

from __future__ import annotations

import weakref
from typing import Any, Callable

import numpy as np

from ._library import Error, check, new_error, suggestion, text_of
from ._native import ffi, lib
from ._record import Array, Counters, Energy, Event, _event_words, counters_of, energy_of
from ._settings import quantity
from ._watch import Watch


# An observer has one `user` for its questions and its events: the watch.
_by_watch: weakref.WeakValueDictionary[int, Simulation] = weakref.WeakValueDictionary()


def _keep(kind: Any, raised: BaseException, trace: Any) -> None:
    """Ctrl-C is often raised where Python is next at work, which is here."""
    watch = _by_watch[int(ffi.cast("uintptr_t", trace.tb_frame.f_locals["user"]))]._watch
    watch.raised = raised
    watch.cancel()


@ffi.def_extern(onerror=_keep)  # type: ignore[untyped-decorator]
def stn_python_event(user: Any, event: Any) -> None:
    simulation = _by_watch[int(ffi.cast("uintptr_t", user))]
    simulation.events.append(Event(event.t, _event_words[event.kind], text_of(event.site), text_of(event.detail)))


def _busy() -> RuntimeError:
    return RuntimeError("this simulation is at work, in another thread or below a handler of a signal; copy() makes another one")


class Simulation:
    """The state of a scenario at a time, which input(), advance() and restore() change.

    One thread at a time: while it is at work another call, from a thread or from a handler of a signal, raises
    RuntimeError; cancel() and t go at any time.  copy() makes one that goes on by itself.
    """

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
        # Empty while a call is at work.  "del" takes the turn in one instruction, behind which "try" begins: after a call,
        # as acquire() of a lock is one, Ctrl-C may come first, and nothing would give the turn back.
        self._turn = [True]
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
        try:
            del self._turn[0]
        except IndexError:
            raise _busy() from None
        try:
            at.val, at.d1, at.d2 = value, slope, curvature
            if lib.stn_state_set_input(self._system, self._state, index, at[0]) != lib.STN_OK:
                raise ValueError(f'the input "{name}" must be finite')
            self._fresh = False
        finally:
            self._turn.append(True)

    def advance(self, time: float | str) -> None:
        """Goes on for so many seconds, or "1 ms"."""
        if isinstance(time, str):
            time = quantity("time", time, "s")
        self.advance_to(lib.stn_state_time(self._state) + time)

    def advance_to(self, t: float | str) -> None:
        """Goes on to a time, s, or "1 ms".  Results do not depend on how often this is called."""
        if isinstance(t, str):
            t = quantity("t", t, "s")
        try:
            del self._turn[0]
        except IndexError:
            raise _busy() from None
        try:
            self._fresh = False
            if lib.stn_advance(self._system, self._state, t, self._observer, self._error) != lib.STN_OK:
                self._failed()
        finally:
            self._turn.append(True)

    def advance_to_event(self, t: float | str) -> bool:
        """Goes on to just after the next event, or to t where none comes before; whether one came."""
        to = ffi.new("StnAdvance *", {"t_end": quantity("t", t, "s"), "until": lib.STN_UNTIL_EVENT})

        def work() -> None:
            self._fresh = False
            if lib.stn_advance_to(self._system, self._state, to, self._observer, self._error) != lib.STN_OK:
                self._failed()

        self._alone(work)
        return to.stopped == lib.STN_STOPPED_EVENT  # type: ignore[no-any-return]

    def _alone(self, work: Callable[[], Any]) -> Any:
        try:
            del self._turn[0]
        except IndexError:
            raise _busy() from None
        try:
            return work()
        finally:
            self._turn.append(True)

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
        try:
            del self._turn[0]
        except IndexError:
            raise _busy() from None
        try:
            lib.stn_state_columns(self._system, self._state, self._out)
            self._fresh = True
        finally:
            self._turn.append(True)

    def __getitem__(self, name: str) -> float:
        """A column at the present time."""
        index = self._column.get(name)
        if index is None:
            raise KeyError(f'no column "{name}"{suggestion(name, list(self._column))}')
        if not self._fresh:
            self._read()
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
        return self._alone(lambda: bytes(ffi.buffer(self._memory, self._size)))  # type: ignore[no-any-return]

    def restore(self, saved: bytes) -> None:
        """Goes back to a state that save() made of the same scenario; another one is refused."""
        error, raw = new_error(), bytes(memoryview(saved))
        aligned = ffi.new("double[]", len(raw) // 8 + 1)
        ffi.memmove(aligned, raw, len(raw))
        check(lib.stn_state_check(self._system, aligned, len(raw), error), error)

        def work() -> None:
            self._fresh = False
            ffi.memmove(self._memory, raw, self._size)

        self._alone(work)

    def copy(self) -> Simulation:
        """Another simulation at the same state, which goes on by itself."""
        other = Simulation(self._document, self._observer.event != ffi.NULL)
        other.restore(self.save())
        other.events += self.events
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Simulation:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError("a Simulation is memory of this process: send its scenario and save(), and restore() there")

    @property
    def energy(self) -> Energy:
        return self._alone(lambda: energy_of(lib.stn_state_energy(self._system, self._state)))  # type: ignore[no-any-return]

    @property
    def counters(self) -> Counters:
        return self._alone(lambda: counters_of(lib.stn_state_counters(self._state)))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<stiction.Simulation: t = {self.t:g} s>"
