#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# A fit of a servo with position firmware, 30 runs of 6 s at 100 Hz, seven free parameters (bench/servo.c), beside SciPy's
# least_squares around the same simulator (bench/servo_scipy.py), one after the other on one core, with the ratios of their
# CPU times.
# usage: bench/servo.sh [STARTS [BUILD_FOLDER]]    (default: 2 starts, build)
set -euo pipefail
cd "$(dirname "$0")/.."
starts=${1:-2} build=${2:-build}
cmake --build "$build" --target bench_servo bench_servo_module >&2
python=$(tools/venv.sh --print)
{
    "$build/bench/servo" "$starts"
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$python" bench/servo_scipy.py "$build/bench/servo_module.so" "$starts"
} | awk '{ print; match($0, /: [0-9.]+ s/); t[NR] = substr($0, RSTART + 2, RLENGTH - 4) + 0; name[NR] = substr($0, 1, RSTART - 1) }
    END { for (i = 2; i <= NR; i++) printf "%s takes %.2f times as long as %s\n", name[i], t[i] / t[1], name[1] }'
