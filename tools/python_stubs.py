# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Prints python/stiction/laws.pyi, the types of the laws' parameters, from what the library says of them."""

import stiction as st

HEAD = """# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# Made by tools/python_stubs.py; tests/python/test_stubs.py compares.
from typing import Literal, Sequence

from ._law import Law

Scalar = float | str  # in SI, or a text with its unit
Pair = Scalar | Sequence[Scalar]  # one value, or forward and backward
Vector = Sequence[Scalar]
"""

TYPES = {"scalar": "Scalar", "pair": "Pair", "vector": "Vector"}


def type_of(parameter: dict) -> str:
    if parameter["kind"] == "choice":
        return f"Literal[{', '.join(repr(word) for word in parameter['choices'])}]"
    return TYPES[parameter["kind"]]


def stub_of(name: str) -> str:
    given = "".join(f", {p['name']}: {type_of(p)} = ..." for p in st.describe(name)["parameters"])
    return f"def {name}({'*' + given if given else ''}) -> Law: ..."


def text() -> str:
    lines = [stub_of(one["name"]) for one in st.list("laws")["laws"]]
    return HEAD + "\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(text(), end="")
