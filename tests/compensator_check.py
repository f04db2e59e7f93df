# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""compensator_check.py FOLDER c LIBRARY | st | st-real: exported compensators on recorded samples (compensator_record.c).

c: the functions of a shared library give the bits of the run.
st, st-real: NAME.st and NAME_real.st, translated by structured_text.py, within 1e-12 of the largest value of each column in LREAL;
    in REAL within 1e-3, as a sum of a thousand roundings of 6e-8 and a sine of a time in REAL make it, of the sample or its
    neighbours: what switches exactly on a sample may do so one later or earlier.
On the block every result of every kind moves, so that nothing is compared with nothing.
"""
import array
import ctypes
import pathlib
import re
import sys

import structured_text


def cases(folder):
    for path in sorted(folder.glob("*.names")):
        names = path.read_text().split()
        flat = array.array("d")
        flat.frombytes(path.with_suffix(".bin").read_bytes())
        width = len(names)
        assert len(flat) % width == 0 and len(flat) >= 500 * width, (path, len(flat))
        for i in range(8, width) if path.stem.endswith("_on_block") else ():
            assert len(set(flat[i::width])) > 1, (path.stem, names[i])
        yield path.stem, names, [flat[i : i + width] for i in range(0, len(flat), width)]


def members(text, struct):
    body = re.search(r"typedef struct \{([^}]*)\} %s;" % re.escape(struct), text).group(1)
    return re.findall(r"double (\w+);", body)


def bits(values):
    return array.array("d", values).tobytes()


def check_c(folder, file):
    library = ctypes.CDLL(str(pathlib.Path(file).resolve()))
    for name, names, rows in cases(folder):
        text = (folder / f"{name}.c").read_text()
        takes, keeps = members(text, f"{name}_in"), members(text, f"{name}_state")
        results = [n for n in names if n in keeps]
        assert results == names[8:], (name, results)
        state, given = (ctypes.c_double * len(keeps))(), (ctypes.c_double * len(takes))()
        step = library[f"{name}_step"]
        step.restype = ctypes.c_double
        places = [names.index(n) if n in names else None for n in takes]
        for again in range(2):  # init makes it what it was
            library[f"{name}_init"](ctypes.byref(state))
            for number, row in enumerate(rows[: 50 if again == 0 else None]):
                for i, place in enumerate(places):
                    given[i] = 0.0 if place is None else row[place]
                u = step(ctypes.byref(state), ctypes.byref(given))
                now = [state[keeps.index(n)] for n in results]
                if bits(now) != bits(row[8:]) or bits([u]) != bits(row[8:9]):
                    sys.exit(f"{name}, sample {number}: {results} = {now}, the run has {list(row[8:])}")
        print(f"{name}: {len(rows)} samples, the same bits; state {8 * len(keeps)} bytes")


def check_st(folder, single):
    tolerance = 1e-3 if single else 1e-12
    for name, names, rows in cases(folder):
        block = structured_text.translate((folder / f"{name}{'_real' if single else ''}.st").read_text())
        assert block.name == name and [n for n in names[8:] if n not in block.outputs] == [], name
        assert block.types == {"REAL" if single else "LREAL", "BOOL"} or block.types == {"REAL" if single else "LREAL"}, block.types
        instance, worst = block.instance(), 0.0
        most = {n: max(abs(row[names.index(n)]) for row in rows) or 1.0 for n in names[8:]}
        for number, row in enumerate(rows):
            out = instance(**{n: row[names.index(n)] for n in block.inputs})
            near = rows[max(0, number - 1) : number + 2] if single else [row]
            for i, n in enumerate(names[8:], 8):
                worst = max(worst, min(abs(out[n] - r[i]) for r in near) / most[n])
            if not worst <= tolerance:
                sys.exit(f"{name}, sample {number}: {out}, the run has {dict(zip(names[8:], row[8:]))}")
        print(f"{name}: {len(rows)} samples within {worst:.1e} of the largest")


folder, what = pathlib.Path(sys.argv[1]), sys.argv[2]
if what == "c":
    check_c(folder, sys.argv[3])
else:
    check_st(folder, what == "st-real")
