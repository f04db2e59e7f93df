#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Builds the benchmarks, runs them with their peers, counts instructions, and writes
# bench/results/MACHINE.md.  usage: bench/run.sh [BUILD_FOLDER]    (default: build)
#   REPEAT=N        rounds of timing (20)
#   NO_COUNTS=1     leave out callgrind
#   NO_SCIPY=1      leave out SciPy
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
repeat=${REPEAT:-20}
work=$build/bench
engines=$work/engines

say() { echo "bench: $*" >&2; }

# "Intel(R) Xeon(R) Processor @ 2.80GHz", 2 -> xeon-2.80GHz-2core
machine() {
    local model
    model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
    echo "${model:-$(uname -m)} $(nproc)core" |
        sed -E 's/\((R|TM|r|tm)\)//g; s/\b(Intel|AMD|CPU|Processor|[0-9]+-Core)\b//g; s/@//g' |
        sed -E 's/[^A-Za-z0-9.]+/-/g; s/^-+|-+$//g; s/^[A-Z]/\L&/'
}

build_programs() {
    [ -f "$build/CMakeCache.txt" ] || cmake -S . -B "$build" -G Ninja >&2
    cmake --build "$build" --target bench_engines >&2
}

# The Python of the virtual environment with SciPy.
python_with_scipy() { tools/venv.sh --print; }

scipy_lines() {
    local python
    python=$(python_with_scipy) || { say "no SciPy: left out"; return 0; }
    "$engines" --case stribeck --reference | "$python" bench/scipy_peer.py
}

# One runner: "case runner instructions".  Only what happens inside run_once counts.
count_one() {
    local out=$work/callgrind.$1.$2
    valgrind --tool=callgrind --toggle-collect='run_once*' --callgrind-out-file="$out" \
        "$engines" --case "$1" --runner "$2" --repeat 1 >/dev/null 2>&1 || return 0
    echo "$1 $2 $(sed -n 's/^totals: *//p' "$out")"
    case $2 in event-1e-09 | fixed-*) ;; *) rm -f "$out" ;; esac
}
export -f count_one
export work engines

count_all() {
    command -v valgrind >/dev/null || { say "no valgrind: no instruction counts"; return 0; }
    "$engines" --list | xargs -P "$(nproc)" -L 1 bash -c 'count_one "$0" "$1"'
}

# Where our own instructions go.
profiles() {
    local out name
    for out in "$work"/callgrind.*; do
        [ -f "$out" ] || continue
        name=${out##*/callgrind.}
        printf '\n### Where the instructions go: %s\n\n```\n' "$name"
        callgrind_annotate --auto=no "$out" 2>/dev/null | grep -E '^ *[0-9,]+ \(.*:' |
            sed -E 's/ \[[^]]*\]$//; s#  [^ ]*/src/#  #; s#  [^ ]*sysdeps[^:]*:#  libc:#' |
            head -12 || true
        printf '```\n'
    done
}

head_lines() {
    local flags changed
    flags=$(grep -h 'command.*engines\.c' "$build/compile_commands.json" 2>/dev/null | head -1 |
        grep -oE ' -(O[0-9s]|g|std=[^ ]*|f[^ ]*|m[^ ]*)' | tr -d '\n' || true)
    echo "# Engines against their peers"
    echo
    echo "- machine: $(machine) ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1))"
    echo "- compiler: $("${CC:-cc}" --version | head -1), flags:${flags:- see CMakeLists.txt}"
    git diff --quiet HEAD -- src include || changed=' with changes'
    echo "- commit: $(git rev-parse --short HEAD)${changed:-}"
    echo "- peers: SUNDIALS $(pkg_version libsundials-dev), SciPy ${scipy_version:-not run}"
    echo "- times: processor time of a run of 100 s, best and median of $repeat interleaved rounds"
    echo "- instructions: callgrind, one run, user code and libraries"
    echo "- bench/run.sh wrote this file"
}

pkg_version() {
    dpkg-query -W -f '${Version}' "$1" 2>/dev/null | sed 's/[+-].*//' || echo unknown
}

build_programs
rm -f "$work"/callgrind.* "$work"/counts "$work"/peers
touch "$work/counts" "$work/peers"
if [ -z "${NO_SCIPY:-}" ]; then
    say "SciPy"
    scipy_lines >"$work/peers"
    if python=$(python_with_scipy); then
        scipy_version=$("$python" -c 'import scipy; print(scipy.__version__)')
    fi
fi
if [ -z "${NO_COUNTS:-}" ]; then
    say "instruction counts"
    count_all >"$work/counts"
fi
say "timing"
mkdir -p bench/results
result=bench/results/$(machine).md
{
    head_lines
    "$engines" --repeat "$repeat" --counts "$work/counts" --peers "$work/peers"
    profiles
} >"$work/result.md"
mv "$work/result.md" "$result"
say "wrote $result"
sed -n '/^### Figures asked for/,/^$/p; /^| case | runner/,/^$/p' "$result" >&2
