#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Formats every C file of the tree in place; with --check only says which lines differ, and fails.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run -Werror)
shopt -s nullglob
files=(include/stiction/*.h src/*/*.[ch] src/*/*/*.[ch] {cli,tests,bench,docs/examples,tools,matlab/src}/*.[ch])
[[ ${#files[@]} -eq 0 ]] || clang-format "${mode[@]}" "${files[@]}"
