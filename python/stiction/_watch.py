# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Ctrl-C, cancel() and progress, for work that takes its time."""

from __future__ import annotations

import threading
from typing import Any, Callable

import numpy as np

from ._native import ffi, lib

Progress = Callable[[float], Any]


def _keep(kind: Any, raised: BaseException, trace: Any) -> None:
    """What the answer raised, KeyboardInterrupt too, goes on where the work was called."""
    ffi.from_handle(trace.tb_frame.f_locals["user"]).raised = raised


@ffi.def_extern(error=False, onerror=_keep)  # type: ignore[untyped-decorator]
def stn_python_ask(user: Any, fraction: float) -> bool:
    # Python handles a signal when it begins to execute this, in the main thread.
    watch = ffi.from_handle(user)
    if watch.progress is None:
        return True
    answer = watch.progress(fraction)
    return answer is not False and not (isinstance(answer, np.bool_) and not answer)


class Watch:
    """A StnWatch: asks 33 times a second, so that Ctrl-C ends a run within 0.1 s; ended by cancel() from any thread."""

    running: set[Watch] = set()

    def __init__(self, progress: Progress | None = None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is a function of the share that is done, not {type(progress).__name__}")
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
    for watch in Watch.running.copy():  # at once: other threads begin and end work meanwhile
        watch.cancel()


def in_thread(watch: Watch, work: Callable[[], Any], *kept: Any) -> Any:
    """Work whose own threads ask the watch: the main thread only waits, so that Ctrl-C reaches it at once.

    The thread keeps what the work points to (`kept`), however the caller is interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    out: list[Any] = []
    failed: list[BaseException] = []
    done = threading.Event()
    turn = threading.Lock()  # whoever takes it decides whether the work is done

    def body(alive: tuple[Any, ...]) -> None:
        if not turn.acquire(blocking=False):
            return
        try:
            out.append(work())
        except BaseException as raised:  # shown where the work was called
            failed.append(raised)
        finally:
            done.set()

    try:
        threading.Thread(target=body, args=((watch, *kept),), name="stiction").start()
    except BaseException as raised:
        if turn.acquire(blocking=False):
            raise
        watch.cancel()
        watch.raised = raised
    while not done.is_set():
        try:
            # Not join(): an interrupt makes that take the thread for ended (CPython 3.10, 3.11).  With a limit: nothing
            # interrupts a wait without one on Windows.
            done.wait(0.03)
        except BaseException as raised:
            watch.cancel()
            watch.raised = raised
    if failed:
        raise failed[0]
    return out[0]
