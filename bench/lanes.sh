#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Fixed steps in lanes against a loop as a textbook has it (bench/lanes.c), built by gcc and by clang: time, and
# instructions per step of one run, where valgrind knows the processor's vectors (not AVX-512).
#   usage: bench/lanes.sh [REPEAT]    (8)
set -euo pipefail
cd "$(dirname "$0")/.."
repeat=${1:-8}

# "case runner instructions per step"
count() {
    local program=$1 name runner steps out
    command -v valgrind >/dev/null || { echo "no valgrind: no instruction counts"; return 0; }
    "$program" --list | while read -r name runner steps; do
        out=$(mktemp)
        if valgrind --tool=callgrind --toggle-collect='run_batch*' --callgrind-out-file="$out" \
            "$program" --case "$name" --runner "$runner" >/dev/null 2>&1; then
            echo "| $name | $runner | $(awk -v n="$steps" '/^totals:/ { printf "%.1f", $2 / n }' "$out") |"
        fi
        rm -f "$out"
    done
}

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || { echo "no $compiler" >&2; continue; }
    build=build-lanes-$compiler
    cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=RelWithDebInfo >&2
    cmake --build "$build" --target bench_lanes >&2
    echo "## $("$compiler" --version | head -1)"
    "$build/bench/lanes" --repeat "$repeat"
    printf '\n| case | runner | instructions per step |\n|---|---|---:|\n'
    count "$build/bench/lanes"
    echo
done
