#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Lines of C without comments and blank lines: count_lines.py PATTERN... (default: the parts)."""
import glob
import re
import sys

PARTS = ["include/**/*.h", "src/**/*.[ch]", "cli/*.[ch]", "cli/identify*.[ch]"]
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', re.S)


def code_lines(path):
    with open(path, encoding="utf-8") as file:
        text = TOKEN.sub(lambda m: " " if m.group()[0] == "/" else m.group(), file.read())
    return sum(1 for line in text.splitlines() if line.strip())


def main():
    for pattern in sys.argv[1:] or PARTS:
        files = glob.glob(pattern, recursive=True)
        print(f"{pattern:24} {len(files):4} files {sum(map(code_lines, files)):6} lines")


if __name__ == "__main__":
    main()
