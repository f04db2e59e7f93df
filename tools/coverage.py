#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Which branches of src/ and cli/ the tests took, from a build of the preset "coverage" that has run
# them: a line per file, most missed branches first, then the sum.  Every object of their sources counts, in whichever
# target, also one that never ran; a header counts once, with all that its users took, and so does a source that is
# compiled several times: into alloc_sweep, the program whose allocations fail, as lanes, or into tests as that of an FMU.
# The preset makes functions that are inlined everywhere (always_inline) functions of their own, so that they count once:
# the loop of each pair of plant and law has a copy, whose constants leave most of its ways to other copies.
# Fails below LEAST per cent.  Usage: coverage.py BUILD_DIR LEAST
import collections
import json
import os
import subprocess
import sys

build, least = os.path.realpath(sys.argv[1]), float(sys.argv[2])
root = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
objects = os.path.join(build, "CMakeFiles")
notes = []
for folder, _, files in os.walk(objects):
    inside = os.path.relpath(folder, objects).partition(".dir/")[2] + "/"
    if inside.startswith(("src/", "cli/")):
        notes += [os.path.join(folder, f) for f in files if f.endswith(".gcno")]
if not notes:
    sys.exit("coverage: no .gcno files in " + build)

taken, lines = collections.Counter(), collections.Counter()
for note in notes:
    text = subprocess.run(["gcov", "-b", "-j", "-t", note], cwd=build, check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    for document in map(json.loads, filter(str.strip, text.splitlines())):
        for file in document["files"]:
            path = os.path.join(document["current_working_directory"], file["file"])
            path = os.path.relpath(os.path.realpath(path), root)
            if not path.startswith(("src/", "cli/")):
                continue
            place = collections.Counter()  # a line has branches in each function that it belongs to
            for line in file["lines"]:
                number = line["line_number"]
                lines[path, number] += line["count"]
                for branch in line["branches"]:
                    taken[path, number, place[number]] += branch["count"]
                    place[number] += 1

total, missed = collections.Counter(), collections.Counter()
for (path, _, _), count in taken.items():
    total[path] += 1
    missed[path] += count == 0
print("missed   of  taken  file")
for path in sorted(total, key=lambda p: (-missed[p], p)):
    print("%6d %4d %5.1f%%  %s" % (missed[path], total[path], 100 - 100 * missed[path] / total[path], path))
share = 100 - 100 * sum(missed.values()) / len(taken)
print("lines:    %.2f %% of %d" % (100 * sum(c > 0 for c in lines.values()) / len(lines), len(lines)))
print("branches: %.2f %% of %d, at least %g %% are asked for" % (share, len(taken), least))
sys.exit(share < least)
