#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Which results a change of the engine moved, and by how much.

usage: tools/moved.py OLD_BITS NEW_BITS [SECONDS]

Runs tests/bits of two builds over every built-in scenario with every law at the tolerance of the scenario, and the
new one at rtol 1e-12, which counts as the truth.  Prints the largest error of an event's time and of the last row
(relative to the column's largest value), before and after, pairs whose events differ in kind or number, and the
pairs whose error grew most.
"""
import subprocess
import sys


def values(program, seconds, rtol):
    text = subprocess.run([program, "event", seconds, rtol], capture_output=True, text=True, check=True).stdout
    runs = {}
    for line in text.splitlines():
        kind, scenario, law, *rest = line.split()
        if kind in ("event", "last"):
            runs.setdefault((scenario, law), {"event": [], "last": []})[kind].append(rest)
    return runs


def same_events(a, b):
    return [e[1:] for e in a["event"]] == [e[1:] for e in b["event"]]


def event_error(a, b):
    return max((abs(float(x[0]) - float(y[0])) for x, y in zip(a["event"], b["event"])), default=0.0)


def last_error(a, b):
    return max((abs(float(x[1]) - float(y[1])) / float(y[2]) for x, y in zip(a["last"], b["last"]) if float(y[2]) > 0),
               default=0.0)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    seconds = sys.argv[3] if len(sys.argv) > 3 else "2"
    old, new = (values(program, seconds, "0") for program in sys.argv[1:3])
    truth = values(sys.argv[2], seconds, "1e-12")
    table = []
    for pair in sorted(truth):
        if pair not in old or pair not in new:
            print("only in one build:", *pair)
            continue
        kinds = [same_events(run[pair], truth[pair]) for run in (old, new)]
        if kinds != [True, True]:
            print("events differ from those at 1e-12:", *pair, "before:", kinds[0], "after:", kinds[1])
            continue
        table.append((pair, *(error(run[pair], truth[pair]) for error in (event_error, last_error) for run in (old, new))))
    for name, column in (("event time [s]", 1), ("last row", 3)):
        before, after = (max(table, key=lambda row: row[c]) for c in (column, column + 1))
        print(f"{name}: largest before {before[column]:.2g} ({' '.join(before[0])}), "
              f"after {after[column + 1]:.2g} ({' '.join(after[0])})")
        grown = sorted(table, key=lambda row: row[column + 1] - row[column], reverse=True)[:5]
        for row in grown:
            print(f"    {row[0][0]} {row[0][1]}: {row[column]:.2g} -> {row[column + 1]:.2g}")


main()
