# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Ctrl-C, cancel() and progress, for work that takes its time."""

from __future__ import annotations

import threading
import weakref
from typing import Any, Callable

from ._native import ffi, lib

Progress = Callable[[float], Any]


def _keep(kind: Any, raised: BaseException, trace: Any) -> None:
    """What the answer raised, KeyboardInterrupt too, goes on where the work was called."""
    ffi.from_handle(trace.tb_frame.f_locals["user"]).raised = raised


@ffi.def_extern(error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def stn_python_ask(user: Any, fraction: float) -> bool:
    # Python handles a signal when it begins to execute this, in the main thread.
    watch = ffi.from_handle(user)
    return watch.progress is None or watch.progress(fraction) is not False


class Watch:
    """A StnWatch: asks 33 times a second, so that Ctrl-C ends a run within 0.1 s; ended by cancel() from any thread."""

    running: weakref.WeakSet[Watch] = weakref.WeakSet()

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress
        self.raised: BaseException | None = None
        self._handle = ffi.new_handle(self)
        self.c = ffi.new("StnWatch *", lib.stn_watch(lib.stn_python_ask, self._handle))
        self.c.every = 0.03

    def cancel(self) -> None:
        lib.stn_watch_cancel(self.c)

    def __enter__(self) -> Watch:
        Watch.running.add(self)
        return self

    def __exit__(self, *_: Any) -> None:
        Watch.running.discard(self)


def cancel_all() -> None:
    """Ends all work of this process; each keeps what it has."""
    for watch in list(Watch.running):
        watch.cancel()


def in_thread(watch: Watch, work: Callable[[], Any]) -> Any:
    """Work whose own threads ask the watch: the main thread only waits, so that Ctrl-C reaches it at once."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    out: list[Any] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def body() -> None:
        try:
            out.append(work())
        except BaseException as raised:  # shown where the work was called
            failed.append(raised)
        finally:
            done.set()

    threading.Thread(target=body, name="stiction").start()
    while not done.is_set():
        try:
            done.wait()  # not join(): an interrupt makes that take the thread for ended (CPython 3.10, 3.11)
        except BaseException as raised:
            watch.raised = raised
            watch.cancel()
    if failed:
        raise failed[0]
    return out[0]
