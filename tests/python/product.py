# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Every scenario with every law in Python and in the program: tests/long_python.sh."""

import csv
import os
import subprocess
import sys

import numpy as np

import stiction as st


def program(name, law, duration):
    words = [os.environ["STICTION"], "run", name, "--law", law, "--set", f"duration={duration}", "--quiet", "-o", "run.csv",
             "--events", "events.csv"]
    return subprocess.run(words, capture_output=True, text=True)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def same(name, law):
    """None, or what differs."""
    duration = repr(min(2.0, st.scenario(name).duration))
    theirs = program(name, law, duration)
    try:
        r = st.scenario(name, law=law, set={"duration": duration}).run()
    except st.Error as error:
        return None if theirs.returncode and error.text in theirs.stderr else f"{error} != {theirs.stderr}"
    if theirs.returncode:
        return theirs.stderr
    table = np.array(rows("run.csv")[1:], dtype=float).T
    for i, column in enumerate(r.columns):
        if not np.array_equal(table[i].view(np.int64), r[column].view(np.int64)):
            return column
    log = [(float(t), *rest) for t, *rest in rows("events.csv")[1:]]
    return None if log == [(e.t, e.site, e.kind, e.detail) for e in r.events] else "events"


def main():
    names, laws = ([one["name"] for one in st.list(kind)[kind]] for kind in ("scenarios", "laws"))
    ran = failed = 0
    for name in names:
        for law in laws:
            what = same(name, law)
            ran += 1
            if what is not None:
                failed += 1
                print(f"{name}, {law}: {what}", flush=True)
    print(f"{ran} runs, {failed} differ")
    sys.exit(failed > 0 or ran < 100)


main()
