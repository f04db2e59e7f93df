#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Makes .venv with the packages of tests/requirements.txt, and keeps it until that file changes.
# Needs no network when it is there.  Prints the path of its Python with --print.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cmp -s tests/requirements.txt .venv/requirements.txt; then
    rm -rf .venv
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! { python3 -m venv .venv && .venv/bin/pip install --quiet -r tests/requirements.txt; } >"$log" 2>&1; then
        tail -n 3 "$log" >&2
        rm -rf .venv
        exit 1
    fi
    cp tests/requirements.txt .venv/
fi
[[ ${1:-} != --print ]] || echo "$PWD/.venv/bin/python"
