# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""CPython's headers for another system than this one, and for Windows an import library of its stable ABI:
foreign_python.py ZIG FOLDER.

The limited API does not depend on how a Python was configured: what its headers ask of pyconfig.h are sizes of types,
which the compiler knows.  The library has what python3.dll has had since CPython 3.10, so that nothing else can be linked.
"""

import pathlib
import shutil
import subprocess
import sys
import sysconfig

import abi3info
from abi3info.models import PyVersion

OLDEST = PyVersion(3, 10)

PYCONFIG = """\
/* Written by tools/foreign_python.py: for the limited API alone. */
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_DOUBLE __SIZEOF_DOUBLE__
#ifdef _WIN32
#define MS_WINDOWS
#define MS_WIN64
#define HAVE_DECLSPEC_DLL
#define Py_ENABLE_SHARED 1
#endif
"""


def write_headers(folder: pathlib.Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), folder, ignore=shutil.ignore_patterns("pyconfig*.h"))
    (folder / "pyconfig.h").write_text(PYCONFIG)


def write_library(zig: str, folder: pathlib.Path) -> None:
    names = [f"{s.name}" for s, one in abi3info.FUNCTIONS.items() if one.added <= OLDEST]
    names += [f"{s.name} DATA" for s, one in abi3info.DATAS.items() if one.added <= OLDEST]
    definitions = folder / "python3.def"
    definitions.write_text("LIBRARY python3.dll\nEXPORTS\n" + "".join(f"    {name}\n" for name in sorted(names)))
    subprocess.run([zig, "dlltool", "-m", "i386:x86-64", "-d", definitions, "-l", folder / "python3.lib"], check=True)


def main() -> None:
    zig, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    write_headers(folder / "include")
    write_library(zig, folder)


if __name__ == "__main__":
    main()
