# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""wheel_binaries.py MODULE...: the extension modules of wheels for Windows and macOS export the library and the module's
start, and need the system and Python's stable ABI alone."""
import re
import struct
import sys

from fmu_binaries import check_macho, check_pe, text_at


def number(data, at):
    """A number in pieces of 7 bits, and where the next one stands."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value, shift = value | (byte & 0x7f) << shift, shift + 7
        if byte < 0x80:
            return value, at


def bindings(data, at, size):
    """The names that dyld binds, and the library each comes from: 1, the first; -2, whoever loads it."""
    end, library, name = at + size, 0, ""
    while at < end:
        operation, operand, at = data[at] & 0xf0, data[at] & 0xf, at + 1
        if operation == 0x10:
            library = operand
        elif operation == 0x30:
            library = operand - 16 if operand else 0
        elif operation == 0x40:
            name = text_at(data, at)[1:]
            at += len(name) + 2
        elif operation >= 0x90:
            yield name, library
        for _ in range({0x20: 1, 0x60: 1, 0x70: 1, 0x80: 1, 0xa0: 1, 0xc0: 2}.get(operation, 0)):
            _, at = number(data, at)


def check_bindings(file):
    data = open(file, "rb").read()
    at, found = 32, {}
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, at)
        if command & 0x7fffffff == 0x22:  # LC_DYLD_INFO: bound at the start, and when called
            for place in (16, 32):
                found.update(bindings(data, *struct.unpack_from("<II", data, at + place)))
        at += size
    assert "PyModule_Create2" in found or "PyImport_ImportModule" in found, (file, sorted(found))
    for name, library in found.items():
        assert library == (-2 if re.match("_?Py", name) else 1), (file, name, library)
    assert "environ" not in found, (file, "macOS 10.13 has no environ for libraries")


def main():
    for file in sys.argv[1:]:
        if file.endswith(".pyd"):
            exported = check_pe(file, ["python3.dll"])
        else:
            exported = check_macho(file)
            check_bindings(file)
        others = sorted(name for name in exported if not re.fullmatch(r"PyInit__native|stn_\w+", name))
        assert not others and {"PyInit__native", "stn_run"} <= exported, (file, others)
        print(f"{file}: {len(exported)} symbols")


main()
