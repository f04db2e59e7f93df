# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""A friction law by itself: its steady friction over speed, and its parameters."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ._library import LAW, Description, bad_input, describe, reals, suggestion
from ._native import ffi, lib
from ._record import Array
from ._scenario import Scenario, of_document

# The smallest mechanism with a friction site, on which a law has all of its values.
BENCH = {"plant": "block", "duration": 1, "inputs": {"u": 0}}


def law(name: str, **parameters: Any) -> Law:
    """A friction law with its parameters, "1 mm/s" or numbers in SI; pairs as [forward, backward]."""
    about = describe(name)
    if about["kind"] != "law":
        raise bad_input(f'"{name}" is a {about["kind"]}, not a friction law')
    known = [p["name"] for p in about["parameters"]]
    for key in parameters:
        if key not in known:
            raise bad_input(f'the law "{name}" has no parameter "{key}"{suggestion(key, known)}')
    return Law(about, of_document({**BENCH, "friction": {"contact": {"law": name, **parameters}}}, LAW), list(parameters))


class Law:
    """A law with values.  law(v) is the friction at velocities held for ever, N over m/s."""

    def __init__(self, about: Description, bench: Scenario, given: list[str]) -> None:
        self._about = about
        self._bench = bench
        self._given = given
        self.__doc__ = str(about)

    @property
    def name(self) -> str:
        return str(self._about["name"])

    @property
    def about(self) -> Description:
        """Title, equation, reference, parameters, states."""
        return self._about

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters in SI, derived ones too; pairs and vectors as tuples."""
        return {name: v[0] if len(set(v)) == 1 else v for name, v in self._values().items()}

    @property
    def given(self) -> dict[str, tuple[float, ...]]:
        """What was given of them, in SI."""
        return {name: values for name, values in self._values().items() if name in self._given}

    def _values(self) -> dict[str, tuple[float, ...]]:
        system = self._bench._document.system
        found = [lib.stn_system_value_at(system, 0, i) for i in range(lib.stn_system_value_count(system, 0))]
        return {ffi.string(one.param.name).decode(): tuple(one.value[k] for k in range(one.count)) for one in found}

    @overload
    def __call__(self, v: float, load: float = 0.0) -> float: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, v: npt.ArrayLike, load: float = 0.0) -> Array: ...
    def __call__(self, v: npt.ArrayLike, load: float = 0.0) -> Array | float:
        """Steady friction over velocities, of one or of an array; at v = 0 that of the direction of the velocity before it."""
        speed = reals(v, "v")
        out = np.empty_like(speed)
        lib.stn_law_curve(self._bench._document.system, 0, load, ffi.from_buffer("double[]", speed), speed.size,
                          ffi.from_buffer("double[]", out, require_writable=True))
        return out if out.ndim else float(out)

    def __repr__(self) -> str:
        values = ", ".join(f"{k}={v:g}" if isinstance(v, float) else f"{k}={v}" for k, v in self.parameters.items())
        return f"<stiction.Law {self.name}: {values}>"

    def _repr_html_(self) -> str:
        from ._result import html_table
        values, rows = self.parameters, []
        for one in self._about["parameters"]:
            value = values.get(one["name"], "")
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            rows.append([one["name"], shown, one.get("unit", ""), one["text"]])
        return html_table(f"{self._about['title']}: {self._about['equation']}", ["parameter", "value", "unit", "meaning"], rows)
