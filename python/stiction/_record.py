# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""What a run left: columns as views of the library's memory, events, energy and counters."""

from __future__ import annotations

import os
from collections import namedtuple
from typing import Any, Iterator, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from ._library import Error, Interrupted, check, fields_of, file_name, new_error, suggestion, text_of, utf8
from ._native import ffi, lib
from ._result import Result, html_table, needs

Array = npt.NDArray[np.float64]

Energy = namedtuple("Energy", fields_of("StnEnergy") + ["left_over"])  # type: ignore[misc]
Counters = namedtuple("Counters", fields_of("StnCounters"))  # type: ignore[misc]
_energy_names, _counter_names = fields_of("StnEnergy"), fields_of("StnCounters")
_event_size, _at_kind = ffi.sizeof("StnEvent"), ffi.offsetof("StnEvent", "kind")
_event_words = [text_of(lib.stn_event_word(kind)) for kind in range(lib.STN_EVENT_COUNT)]


class Memory:
    """Numbers of the library for NumPy, which keeps this object, and with it their owner, while it looks at them."""

    def __init__(self, owner: Any, pointer: Any, count: int, type_: str = "<f8", stride: int = 0) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3, "shape": (count,), "typestr": type_,
            "data": (int(ffi.cast("uintptr_t", pointer)), True),
            "strides": (stride,) if stride else None,
        }


def view(owner: Any, pointer: Any, count: int, type_: str = "<f8", stride: int = 0) -> Any:
    """A read-only array over the library's memory."""
    if count == 0:
        return np.empty(0, type_)
    return np.asarray(Memory(owner, pointer, count, type_, stride))


def energy_of(c: Any) -> Energy:
    pointer = ffi.new("StnEnergy *", c)
    return Energy(*[getattr(c, name) for name in _energy_names], lib.stn_energy_left_over(pointer))  # type: ignore[call-arg]


def counters_of(c: Any) -> Counters:
    return Counters(*[getattr(c, name) for name in _counter_names])


class Event(NamedTuple):
    """Something that happened at an instant: t in s, kind, site, stop or relation, and a word more."""

    t: float
    kind: str
    site: str
    detail: str


class Events:
    """The event log: a sequence of Event; t and kind are also columns."""

    def __init__(self, owner: Any) -> None:
        self._owner = owner

    def __len__(self) -> int:
        return int(self._owner.c.nevent)

    def _at(self, index: int) -> Event:
        one = self._owner.c.event[index]
        return Event(one.t, _event_words[one.kind], text_of(one.site), text_of(one.detail))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [self._at(i) for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"event {index} of {len(self)}")
        return self._at(place)

    def __iter__(self) -> Iterator[Event]:
        return (self._at(i) for i in range(len(self)))

    @property
    def t(self) -> Array:
        """Times in s, a view of the log."""
        return view(self._owner, self._owner.c.event, len(self), "<f8", _event_size)  # type: ignore[no-any-return]

    @property
    def kind(self) -> npt.NDArray[np.str_]:
        """The word of each event."""
        if len(self) == 0:
            return np.empty(0, "<U1")
        place = ffi.cast("char *", self._owner.c.event) + _at_kind
        return np.array(_event_words)[view(self._owner, place, len(self), "<i4", _event_size)]  # type: ignore[no-any-return]

    def to_pandas(self) -> Any:
        return needs("pandas").DataFrame(list(self), columns=Event._fields)

    def __repr__(self) -> str:
        lines = [f"{len(self)} events", "      t [s]  site  event"]
        shown = self[:20]
        lines += [f"{e.t:11.6g}  {e.site}  {e.kind}{'  ' + e.detail if e.detail else ''}" for e in shown]
        if len(shown) < len(self):
            lines.append(f"... {len(self) - len(shown)} more")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [[f"{e.t:.9g}", e.site, e.kind, e.detail] for e in self[:50]]
        more = f"{len(self)} events" + (", the first 50" if len(self) > 50 else "")
        return html_table(more, ["t [s]", "site", "event", "detail"], rows)


class Owner:
    """A StnRecord, freed with the last view of it.  Its texts live in the system of the document."""

    __slots__ = ("c", "document", "__weakref__")

    def __init__(self, document: Any) -> None:
        self.document = document
        self.c = ffi.gc(ffi.new("StnRecord *"), lib.stn_record_free)


class Record:
    """What a run left.

    r["x"] and r.t are read-only arrays without a copy, which live as long as anybody looks at them.
    status: "ok", or "cancelled" where the run was ended before its time.
    """

    def __init__(self, owner: Owner, name: str, status: int) -> None:
        self._owner = owner
        self._name = name
        self._status = status
        self._views: dict[str, Array] = {}

    @property
    def status(self) -> str:
        return "ok" if self._status == lib.STN_OK else "cancelled"

    @property
    def columns(self) -> list[str]:
        """Names of the columns, t first."""
        c = self._owner.c
        return [ffi.string(c.column[i].name).decode() for i in range(c.ncolumn)]

    @property
    def units(self) -> dict[str, str]:
        c = self._owner.c
        return {ffi.string(c.column[i].name).decode(): ffi.string(c.column[i].unit).decode() for i in range(c.ncolumn)}

    @property
    def texts(self) -> dict[str, str]:
        """What each column is."""
        c = self._owner.c
        return {ffi.string(c.column[i].name).decode(): text_of(c.column[i].text) for i in range(c.ncolumn)}

    def __getitem__(self, name: str) -> Array:
        found = self._views.get(name)
        if found is None:
            c = self._owner.c
            index = lib.stn_record_column(c, utf8(name, "a column"))
            if index < 0:
                raise KeyError(f'no column "{name}"{suggestion(name, self.columns)}')
            found = self._views[name] = view(self._owner, c.data[index], c.rows)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        """Rows."""
        return int(self._owner.c.rows)

    def keys(self) -> list[str]:
        return self.columns

    @property
    def t(self) -> Array:
        """Time of the rows, s."""
        return self["t"]

    @property
    def events(self) -> Events:
        return Events(self._owner)

    @property
    def energy(self) -> Energy:
        """Energy at the friction sites since the start, J."""
        return energy_of(self._owner.c.energy)

    @property
    def counters(self) -> Counters:
        """Work that the run took."""
        return counters_of(self._owner.c.counters)

    @property
    def seconds(self) -> float:
        """Wall time of the run."""
        return float(self._owner.c.seconds)

    @property
    def summary(self) -> Result:
        """How the command was followed, standstill and slips, events, energy, work."""
        result = Result()
        document = self._owner.document
        lib.stn_report_scenario_run(document.c, result.keep(self._name), self._owner.c, self._status, 0, result.c)
        return result

    def to_numpy(self) -> Array:
        """A copy: rows by columns."""
        return np.column_stack([self[name] for name in self.columns])

    def to_pandas(self) -> Any:
        """A copy as pandas.DataFrame over t; attrs["units"]."""
        frame = needs("pandas").DataFrame({name: self[name] for name in self.columns}).set_index("t")
        frame.attrs["units"] = self.units
        return frame

    def to_xarray(self) -> Any:
        """A copy as xarray.Dataset over t, each variable with units and long_name."""
        units, texts = self.units, self.texts
        data = {name: ("t", self[name].copy(), {"units": units[name], "long_name": texts[name]})
                for name in self.columns if name != "t"}
        return needs("xarray").Dataset(data, coords={"t": ("t", self.t.copy(), {"units": "s"})})

    def __copy__(self) -> Record:
        return self  # nobody can change it

    def __deepcopy__(self, memo: Any) -> Record:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a Record is memory of this process: send to_pandas(), to_numpy() or copies of columns")

    def write(self, path: str | os.PathLike[str]) -> None:
        """CSV, MATLAB file or JSON, as the ending says; numbers read back to the same bits."""
        error = new_error()
        check(lib.stn_record_write(file_name(path), self._owner.c, ffi.NULL, error), error)

    def plot(self, *names: str, x: str = "t", axes: Any = None) -> Any:
        """Draws columns over t, or over the column x, with matplotlib; one panel each.  Returns its axes."""
        plt = needs("matplotlib.pyplot")
        wanted = names or tuple(n for n in self.columns if n != x)[:3]
        units = self.units
        if axes is None:
            axes = plt.subplots(len(wanted), 1, sharex=True, squeeze=False)[1][:, 0]
        for axis, name in zip(np.atleast_1d(axes), wanted):
            axis.plot(self[x], self[name])
            axis.set_ylabel(f"{name} [{units[name]}]")
            axis.grid(True)
        np.atleast_1d(axes)[-1].set_xlabel(f"{x} [{units[x]}]")
        return axes

    def __repr__(self) -> str:
        units = self.units
        ended = "" if self._status == lib.STN_OK else ", ended before its time"
        return (f"<stiction.Record: {len(self)} rows of {', '.join(f'{n} [{u}]' for n, u in units.items())}; "
                f"{len(self.events)} events{ended}>")

    def _repr_html_(self) -> str:
        return self.summary._repr_html_()


def finish(document: Any, owner: Owner, name: str, status: int, error: Any, raised: BaseException | None) -> Record:
    """The record, or what is raised in its place with the record inside."""
    record = Record(owner, name, status)
    if raised is not None:
        if isinstance(raised, KeyboardInterrupt):
            raise Interrupted(record) from None
        raise raised
    if status not in (lib.STN_OK, lib.STN_CANCELLED):
        raise Error(error, record)
    return record
