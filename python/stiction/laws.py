# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Every friction law as a function of its parameters: stiction.laws.stribeck(Fs=1.5).

help(stiction.laws.stribeck) shows units, defaults, limits and the reference, as the library has them.
"""

from __future__ import annotations

import inspect
from typing import Any

from ._library import describe, list_of, parameter_lines


def _make(name: str) -> Any:
    about = describe(name)

    def make(**parameters: Any) -> Any:
        from ._law import law
        return law(name, **parameters)

    make.__name__ = make.__qualname__ = name
    make.__module__ = __name__
    make.__doc__ = (f"{about['title']}\n\n{about['equation']}\n\n{about['text']}\n\nParameters\n----------\n"
                    f"{parameter_lines(about['parameters'])}\n\nReference\n---------\n{about['reference']}\n")
    make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(p["name"], inspect.Parameter.KEYWORD_ONLY, default=p["default"])
         for p in about["parameters"]])
    return make


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in __dir__():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = _make(name)
    return made


def __dir__() -> list[str]:
    return [one["name"] for one in list_of("laws")["laws"]]
