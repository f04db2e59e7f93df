# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Servomechanisms with dry friction: simulate them, compare friction laws, identify friction from measurements.

    import stiction as st
    s = st.scenario("block-stick-slip", law="lugre", set={"friction.contact.Fs": "2 N"})
    r = s.run(duration="30 s")
    r.t, r["x"], r.events

Everything is in SI; texts carry units, as "2 mm/s".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import laws
from ._library import Error, Interrupted, describe, plugin
from ._library import list_of as list
from ._record import Counters, Energy, Event, Events, Record
from ._result import Estimate, Result, Table
from ._scenario import Note, Number, Scenario, scenario, scenario_of
from ._watch import cancel_all

if TYPE_CHECKING:
    from builtins import list as list_type

    from ._compare import Comparison, characterize, compare
    from ._ensemble import sweep, tune
    from ._exchange import export, import_, reproduce
    from ._fit import fit, select
    from ._identify import identify, options_of
    from ._law import Law, law
    from ._remedies import compensate, tune_compensation

__all__ = [
    "Comparison", "Counters", "Energy", "Error", "Estimate", "Event", "Events", "Interrupted", "Law", "Note", "Number",
    "Record", "Result", "Scenario", "Table", "cancel_all", "characterize", "check", "compare", "compensate", "describe", "export",
    "fit", "identify", "import_", "law", "laws", "list", "options_of", "plugin", "reproduce", "scenario", "select",
    "sweep", "tune", "tune_compensation",
]

# Verbs that are loaded when they are first used: a run needs none of them.
_LATER = {"export": "_exchange", "import_": "_exchange", "reproduce": "_exchange", "fit": "_fit", "select": "_fit",
          "identify": "_identify", "options_of": "_identify", "sweep": "_ensemble", "tune": "_ensemble",
          "characterize": "_compare", "compare": "_compare", "Comparison": "_compare", "law": "_law", "Law": "_law",
          "compensate": "_remedies", "tune_compensation": "_remedies"}


def check(scenario_: Any) -> list_type[Note]:
    """That a scenario makes a system; its notes say what was derived, and what to doubt."""
    return scenario_of(scenario_).check()


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module
        found = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
        return found
    if name == "__version__":
        from importlib.metadata import version
        return version("stiction")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
