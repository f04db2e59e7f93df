#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What a sample of each kind of compensation costs, in instructions: the cheapest and the dearest of runs in which the block
# turns and the clutch hunts, with the numbers that "stiction compensate" derives.  Of feedforward the law that it runs
# counts, too, and each law is a row.  Needs valgrind.
# usage: bench/compensation.sh [BUILD]     a build of the preset release or test
set -euo pipefail
cd "$(dirname "$0")/.."
stiction=$(realpath "${1:-build}/stiction")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# samples KIND SCENARIO OPTION...: one number per sample, what it adds and what it learns together
samples() {
    rm -f "$work"/parts*
    valgrind --tool=callgrind --toggle-collect="$1_*" --dump-before="$1_act" --combine-dumps=yes \
        --callgrind-out-file="$work/parts" "$stiction" compensate "$2" --with "$1" "${@:3}" --quiet >/dev/null 2>&1
    sed -n 's/^summary: *//p' "$work"/parts* | awk '$1 > 0'
}
# least and most of some samples, as a row NAME
row() {
    sort -n | awk -v name="$1" '{ n++; if (n == 1) least = $1; most = $1 }
        END { printf "%-32s %8d %8d %8d %8.2f\n", name, n, least, most, least ? most / least : 0 }'
}

printf '%-32s %8s %8s %8s %8s\n' 'instructions of a sample' samples least most ratio
for kind in $("$stiction" list compensations --names); do
    if "$stiction" describe "$kind" | grep -q 'besides law'; then continue; fi
    { samples "$kind" block-reversals --set duration=0.6s && samples "$kind" clutch-step-play --set duration=0.3s; } | row "$kind"
done
for law in $("$stiction" list laws --names); do
    samples feedforward block-reversals --law "$law" --set duration=0.6s | row "feedforward, $law"
done
