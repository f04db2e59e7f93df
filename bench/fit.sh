#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# An output-error fit of five parameters of the EMPS loop (bench/fit.c) beside SciPy's least_squares around the
# same simulator (bench/fit_scipy.py), one after the other, with the ratios of their times.
# usage: bench/fit.sh EMPS_ID.csv [STARTS [BUILD_FOLDER]]    (default: 5 starts, build)
set -euo pipefail
[[ $# -ge 1 ]] || { sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; }
data=$(realpath "$1")
cd "$(dirname "$0")/.."
starts=${2:-5} build=${3:-build}
cmake --build "$build" --target bench_fit bench_fit_module >&2
python=$(tools/venv.sh --print)
{
    "$build/bench/fit" "$data" "$starts"
    "$build/bench/fit" "$data" "$starts" 1
    "$python" bench/fit_scipy.py "$build/bench/fit_module.so" "$data" "$starts"
} | awk '{ print; match($0, /: [0-9.]+ s/); t[NR] = substr($0, RSTART + 2, RLENGTH - 4) + 0; name[NR] = substr($0, 1, RSTART - 1) }
    END { for (i = 2; i <= NR; i++) printf "%s takes %.2f times as long as %s\n", name[i], t[i] / t[1], name[1] }'
