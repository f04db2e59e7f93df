# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Scenarios for other tools and from them, and papers run again."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from ._library import Error, Interrupted, Texts, catalog, check, file_name, new_error, take_text, text_of, utf8
from ._native import ffi, lib
from ._result import html_table
from ._scenario import Document, Scenario, scenario_of
from ._settings import Fields, take
from ._watch import Progress, Watch, in_thread


class Exported(str):
    """A text in the format of another tool; `remarks` says what that tool does not hold."""

    remarks: list[str]

    def write(self, path: str | os.PathLike[str]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def _remarks(c: Any) -> list[str]:
    return [ffi.string(c.text[i]).decode() for i in range(c.count)]


def export(scenario: Scenario | str, format: str, **options: Any) -> Exported:
    """The joint and its friction as another tool reads them: "mujoco", "urdf", "feedforward", ...

    options: timestep, joint, as_ ("c", "python", "table"), name, site, speed, load.
    """
    scenario = scenario_of(scenario)
    definition, remarks, error = ffi.new("StnExportDef *", lib.stn_default_export_def()), ffi.new("StnRemarks *"), new_error()
    fields = Fields(ffi.addressof(lib, "stn_export_fields"), definition)
    take(options, [fields], "export", [])
    text = lib.stn_export(scenario._document.c, utf8(format, "format"), definition, remarks, error)
    if not text:
        raise Error(error)
    out = Exported(take_text(text))
    out.remarks = _remarks(remarks)
    return out


def import_(format: str, path: str | os.PathLike[str]) -> Scenario:
    """A scenario from a file of another tool."""
    remarks, error = ffi.new("StnRemarks *"), new_error()
    pointer = lib.stn_import_read(utf8(format, "format"), file_name(path), remarks, error)
    if not pointer:
        raise Error(error)
    return Scenario(Document(pointer), os.fsdecode(path))


class Fact(NamedTuple):
    """What a paper states, and what comes out."""

    paper: str
    id: str
    claim: str
    published: str
    obtained: str
    value: float
    unit: str
    verdict: str
    kind: str


class Reproduction:
    """Papers that were run again: facts, and one page with their figures."""

    def __init__(self, pointer: Any) -> None:
        self.c = ffi.gc(pointer, lib.stn_report_free)

    @property
    def facts(self) -> list[Fact]:
        found = []
        for i in range(lib.stn_report_fact_count(self.c)):
            f = lib.stn_report_fact_at(self.c, i)
            found.append(Fact(text_of(f.paper), text_of(f.id), text_of(f.claim), text_of(f.published),
                              text_of(f.obtained), f.value, text_of(f.unit), text_of(lib.stn_verdict_text(f.verdict)),
                              text_of(lib.stn_fact_kind_text(f.kind))))
        return found

    def write_page(self, path: str | os.PathLike[str]) -> None:
        error = new_error()
        check(lib.stn_report_write_page(self.c, file_name(path), error), error)

    def __repr__(self) -> str:
        return "\n".join(f"{f.paper}  {f.verdict:16}  {f.claim}: {f.obtained} (published: {f.published})" for f in self.facts)

    def _repr_html_(self) -> str:
        return html_table("Papers, run again", ["paper", "claim", "published", "obtained", "verdict"],
                          [[f.paper, f.claim, f.published, f.obtained, f.verdict] for f in self.facts])


def reproduce(*papers: str, threads: int = 0, progress: Progress | None = None) -> Reproduction:
    """Runs all cases of papers again, of all that are built in or of these, and measures what they state."""
    names, error = Texts(list(papers)), new_error()
    with Watch(progress) as watch:
        definition = ffi.new("StnReportDef *", {
            "paper": names.pointer, "npaper": names.count, "catalog": catalog(), "threads": threads,
            "progress": lib.stn_watch_progress, "user": watch.c})
        pointer = in_thread(watch, lambda: lib.stn_report_run(definition, error), names)
    if watch.raised is not None:
        raise Interrupted() if isinstance(watch.raised, KeyboardInterrupt) else watch.raised
    if not pointer:
        raise Error(error)
    return Reproduction(pointer)
