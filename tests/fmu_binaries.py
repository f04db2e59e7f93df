# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""fmu_binaries.py FUNCTIONS LIBRARY...: what the binaries of an FMU export and need.  FUNCTIONS lists the functions of
FMI, one per line: exactly these are exported.  Linux: libc and libm alone, no symbol above GLIBC_2.17; Windows: DLLs of
the system; macOS: libSystem alone, a signature (which aarch64 asks for), a path of its own, and macOS 10.13 or 11 (aarch64) is enough."""
import hashlib
import re
import struct
import subprocess
import sys


def check_elf(file):
    dynamic = subprocess.run(["readelf", "-Wd", "--dyn-syms", file], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
    assert needed <= {"libc.so.6", "libm.so.6"}, (file, needed)
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"@GLIBC_([0-9.]+)", dynamic)}
    assert versions and max(versions) <= (2, 17), (file, versions)
    rows = [line.split() for line in dynamic.splitlines() if re.match(r" *[0-9]+: ", line)]
    return {row[7] for row in rows if len(row) > 7 and row[6] != "UND" and row[4] in ("GLOBAL", "WEAK")}


def text_at(data, at):
    return data[at:data.index(b"\0", at)].decode()


def check_pe(file, besides=()):
    data = open(file, "rb").read()
    head = struct.unpack_from("<I", data, 0x3c)[0]
    sections, optional = struct.unpack_from("<H", data, head + 6)[0], struct.unpack_from("<H", data, head + 20)[0]
    table = [struct.unpack_from("<8sIIII", data, head + 24 + optional + 40 * k) for k in range(sections)]

    def place(address):
        return next(address - start + raw for _, size, start, held, raw in table if start <= address < start + max(size, held))

    exports, imports = (struct.unpack_from("<I", data, head + 24 + 112 + 8 * k)[0] for k in (0, 1))
    count, names = struct.unpack_from("<I4xI", data, place(exports) + 24)[0], struct.unpack_from("<I", data, place(exports) + 32)[0]
    needed, at = set(), place(imports)
    while struct.unpack_from("<I", data, at + 12)[0]:
        needed.add(text_at(data, place(struct.unpack_from("<I", data, at + 12)[0])).lower())
        at += 20
    system = re.compile(r"kernel32\.dll|ntdll\.dll|ucrtbase\.dll|msvcrt\.dll|api-ms-win-crt-.*\.dll")
    assert all(system.fullmatch(name) for name in needed - set(besides)), (file, needed)
    return {text_at(data, place(struct.unpack_from("<I", data, place(names) + 4 * k)[0])) for k in range(count)}


def check_signature(file, data, at):
    """The hash of each page; without an identity behind it, which Apple silicon asks for at least."""
    magic, _, count = struct.unpack_from(">3I", data, at)
    blobs = [struct.unpack_from(">II", data, at + 12 + 8 * k) for k in range(count)]
    assert magic == 0xfade0cc0 and blobs[0][0] == 0, (file, "no code directory")
    at += blobs[0][1]
    magic, _, _, flags, hashes, _, _, pages, limit, size, kind, _, bits = struct.unpack_from(">9I4B", data, at)
    assert magic == 0xfade0c02 and flags & 2 and (size, kind) == (32, 2), (file, hex(flags), size, kind)
    for k in range(pages):
        page = data[k << bits:min(limit, (k + 1) << bits)]
        assert hashlib.sha256(page).digest() == data[at + hashes + 32 * k:][:32], (file, "page", k)


def check_macho(file):
    data = open(file, "rb").read()
    magic, _, _, kind, ncommand = struct.unpack_from("<5I", data)
    assert magic == 0xfeedfacf and kind == 6, (file, hex(magic), kind)  # 64 bits, a dynamic library
    at, needed, exported, signed, version = 32, set(), set(), False, None
    for _ in range(ncommand):
        command, size = struct.unpack_from("<II", data, at)
        if command == 0xc:  # LC_LOAD_DYLIB
            needed.add(text_at(data, at + struct.unpack_from("<I", data, at + 8)[0]))
        elif command == 0x2:  # LC_SYMTAB
            symbols, count, strings = struct.unpack_from("<III", data, at + 8)
            for k in range(count):
                name, kind_, section = struct.unpack_from("<IBB", data, symbols + 16 * k)
                if kind_ & 0xe0 == 0 and kind_ & 0x11 == 0x1 and kind_ & 0xe == 0xe and section:  # external, defined
                    exported.add(text_at(data, strings + name)[1:])
        elif command == 0x1d:  # LC_CODE_SIGNATURE
            signed = True
            check_signature(file, data, struct.unpack_from("<I", data, at + 8)[0])
        elif command == 0x32:  # LC_BUILD_VERSION
            number = struct.unpack_from("<I", data, at + 12)[0]
            version = number >> 16, number >> 8 & 255
        elif command == 0x24:  # LC_VERSION_MIN_MACOSX, of older systems
            number = struct.unpack_from("<I", data, at + 8)[0]
            version = number >> 16, number >> 8 & 255
        at += size
    assert needed == {"/usr/lib/libSystem.B.dylib"}, (file, needed)
    exported -= {"__dso_handle", "_mh_dylib_header"}  # every linker puts these into a library
    machine = struct.unpack_from("<I", data, 4)[0]
    assert signed or machine != 0x0100000c, (file, "no signature")
    assert version == ((11, 0) if machine == 0x0100000c else (10, 13)), (file, version)
    print(f"{file}: macOS {version[0]}.{version[1]}, {'signed' if signed else 'not signed'}")
    return exported


def main():
    wanted = set(open(sys.argv[1]).read().split())
    for file in sys.argv[2:]:
        start = open(file, "rb").read(4)
        check = check_elf if start == b"\x7fELF" else check_pe if start[:2] == b"MZ" else check_macho
        exported = check(file)
        assert exported == wanted, (file, sorted(exported ^ wanted))
        print(f"{file}: {len(exported)} functions, as they must be")


if __name__ == "__main__":
    main()
