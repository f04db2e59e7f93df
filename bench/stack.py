# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""stack.py FILE.ci,FILE.ci ROOT POINTERS WITHOUT: the deepest stack below the function ROOT, from what gcc -fcallgraph-info=su writes.

Calls by pointer may reach every function whose address a table of laws or plants holds: the largest of those that match
POINTERS (a regular expression) stands for them.  Functions that match WITHOUT are not entered.  Functions of the C library are not counted; recursion ends the search.
Prints the bytes and the path."""
import re
import sys

size, calls, kernel, without = {}, {}, re.compile(sys.argv[3]), re.compile(sys.argv[4])
lines = [line for name in sys.argv[1].split(",") for line in open(name, encoding="utf-8")]
for line in lines:
    node = re.match(r'node: \{ title: "([^"]+)" label: "([^"]*)"', line)
    edge = re.match(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', line)
    if node:
        used = re.search(r"(\d+) bytes", node[2])
        size[node[1]] = max(int(used[1]) if used else 0, size.get(node[1], 0))
    elif edge:
        calls.setdefault(edge[1], set()).add(edge[2])


def short(name):
    return name.rsplit(":", 1)[-1]


pointed = [name for name in size if kernel.search(short(name))]
known = {}


def deepest(name, above):
    """(bytes, path) of the deepest stack from name on."""
    if name in above or without.search(short(name)):
        return 0, []
    if name in known:
        return known[name]
    targets = calls.get(name, ())
    below = [deepest(t, above | {name}) for t in targets if t != "__indirect_call"]
    if "__indirect_call" in targets:
        below += [deepest(t, above | {name}) for t in pointed if t != name]
    most = max(below, key=lambda found: found[0], default=(0, []))
    known[name] = (size.get(name, 0) + most[0], [f"{short(name)} {size.get(name, 0)}"] + most[1])
    return known[name]


sys.setrecursionlimit(10000)
root = next(name for name in size if short(name) == sys.argv[2])
total, path = deepest(root, frozenset())
print(total, "bytes:", ", ".join(path))
