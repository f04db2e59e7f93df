#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What a fixed step costs in the core as files (docs/embedding.md), beside the library: instructions per step in the mean
# and the worst one, and the deepest stack.  Needs gcc, valgrind and, for the stack, python3.
# usage: bench/embedded.sh [BUILD]     a build of the preset release or test
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/amalgamate "$work"

flags=(-O2 -ffp-contract=off -fno-math-errno -fno-trapping-math)
core_flags=(-std=c99 "${flags[@]}" -fcallgraph-info=su)
for file in stiction_core stiction_core_complex; do
    gcc "${core_flags[@]}" -c "$work/$file.c" -o "$work/$file.o" &
done
wait
gcc -std=c17 "${flags[@]}" -Iinclude bench/fixed_steps.c "$work"/stiction_core{,_complex}.o -lm -o "$work/files"
gcc -std=c17 "${flags[@]}" -Iinclude bench/fixed_steps.c "$build/libstiction-core.a" -lm -o "$work/library"

count() { # PROGRAM CASE STEPS each|run: instructions in stn_advance
    valgrind --tool=callgrind --toggle-collect=stn_advance --callgrind-out-file=/dev/stdout "$@" 2>/dev/null |
        sed -n 's/^totals: *//p'
}
mean() { # PROGRAM CASE HOW: per step, between 2000 and 12000 steps
    local few many
    few=$(count "$1" "$2" 2000 "$3")
    many=$(count "$1" "$2" 12000 "$3")
    echo $(((many - few) / 10000))
}
worst() { # PROGRAM CASE: of the first 2000 steps
    rm -f "$work"/steps.*
    valgrind --tool=callgrind --toggle-collect=stn_advance --dump-after=stn_advance --combine-dumps=yes \
        --callgrind-out-file="$work/steps" "$1" "$2" 2000 each >/dev/null 2>&1
    cat "$work"/steps* | sed -n 's/^summary: *//p' | sort -n | tail -1
}

printf '%-16s %14s %14s %14s %14s %14s\n' 'per fixed step' 'run, library' 'run, files' 'each, library' 'each, files' 'worst, files'
for case in block-stribeck block-lugre block-gms eha-coulomb; do
    [[ $("$work/files" $case 5000 each) == "$("$work/library" $case 5000 each)" ]] || { echo "$case: results differ"; exit 1; }
    printf '%-16s %14s %14s %14s %14s %14s\n' $case "$(mean "$work/library" $case run)" "$(mean "$work/files" $case run)" \
        "$(mean "$work/library" $case each)" "$(mean "$work/files" $case each)" "$(worst "$work/files" $case)"
done

# Pointers lead to functions of laws and plants; differences are for models from outside only.
models=$(grep -ohE '\bM\([a-z_]+\)' src/laws/laws.h src/plants/plants.h | sed 's/M(\(.*\))/\1/' | paste -sd '|')
kernels="^($models)_(slide|rest|decide|advance|eval|late|outputs_at|sample)\$"
for root in stn_advance_to block_stribeck_run eha_coulomb_run; do
    printf 'stack, %s: %s\n' $root \
        "$(python3 bench/stack.py "$work/stiction_core.ci,$work/stiction_core_complex.ci" $root "$kernels" '^(stn_event_|stn_error$|jacobian_differences$)')"
done
