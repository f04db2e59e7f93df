#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What WebAssembly costs: bench/one_run.c under node beside the program of this machine, in turn.
# usage: bench/wasm.sh [REPEAT [SCENARIO...]]      needs the presets release and wasm, and node
set -euo pipefail
cd "$(dirname "$0")/.."
repeat=${1:-20}
scenarios=("${@:2}")
[[ ${#scenarios[@]} -gt 0 ]] || scenarios=(block-stick-slip block-limit-cycle eha-step cylinder-2mA clutch-step chain-joint)
tools/venv.sh
[[ -f build/build.ninja ]] || cmake --preset release
cmake --build build --target bench_one_run >/dev/null
[[ -f build-wasm/build.ninja ]] || cmake --preset wasm
cmake --build build-wasm >/dev/null

build/bench/one_run "$repeat" "${scenarios[@]}" >build-wasm/native.txt
node --no-warnings tests/wasi.mjs build-wasm/bench/one_run.wasm "$repeat" "${scenarios[@]}" >build-wasm/wasm.txt
printf '%-30s %-6s %12s %12s %7s %7s\n' scenario method "native [ms]" "wasm [ms]" ratio result
paste build-wasm/native.txt build-wasm/wasm.txt | awk '
    NF == 10 { printf "%-30s %-6s %12.4f %12.4f %7.2f %7s\n", $1, $2, $3, $8, $8 / $3,
               $4 == $9 && $5 == $10 ? "same" : "OTHER"; bad += $4 != $9 || $5 != $10; next }
    { print "not run: " $0 }
    END { exit bad > 0 }'
