# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Writes the C source of the extension module from the public headers: bindings.py COMPILER INCLUDE OUTPUT.

Nothing is listed here by hand: what stiction/stiction.h declares is what Python can call.
"""

import pathlib
import re
import subprocess
import sys

import cffi

# What Python itself gives to C: the two functions that the library calls back.
CALLBACKS = """
extern "Python" bool stn_python_ask(void *user, double fraction);
extern "Python" void stn_python_event(void *user, const StnEvent *event);
"""


def declarations(compiler: str, include: str) -> str:
    """The public headers as the preprocessor leaves them, without those of the C library."""
    text = subprocess.run(
        [compiler, "-E", f"-I{include}", "-x", "c", "-"],
        input="#include <stiction/stiction.h>\n", text=True, stdout=subprocess.PIPE, check=True,
    ).stdout
    kept, ours = [], False
    for line in text.splitlines():
        place = re.match(r'# \d+ "([^"]*)"', line)
        if place:
            ours = "/stiction/" in place[1].replace("\\", "/") and place[1].startswith(include)
        elif ours:
            kept.append(line)
    text = "\n".join(kept)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    text = re.sub(r"\bextern const ", "extern ", text)  # cffi gives no address of what is constant
    return re.sub(r"\(\(int\)(\w+)\)", r"\1", text)  # and knows no casts in lengths of arrays


def constants(include: str) -> str:
    """Macros that are a text or a number with a point, which the preprocessor would take away."""
    kinds = {r'"[^"]*"': "static char *const", r"-?[0-9]*\.[0-9]+(?:e-?[0-9]+)?": "static const double"}
    lines = []
    for header in sorted(pathlib.Path(include, "stiction").glob("*.h")):
        for name, value in re.findall(r"^#define (STN_\w+) +(\S.*?) *(?:/\*.*)?$", header.read_text(), re.M):
            lines += [f"{kind} {name};" for pattern, kind in kinds.items() if re.fullmatch(pattern, value)]
    return "\n".join(lines)


def main() -> None:
    compiler, include, output = sys.argv[1:]
    builder = cffi.FFI()
    builder.cdef(declarations(compiler, include))
    builder.cdef(constants(include))
    builder.cdef(CALLBACKS)
    builder.set_source("stiction._native", "#include <stiction/stiction.h>", py_limited_api=True)
    builder.emit_c_code(output)


if __name__ == "__main__":
    main()
