#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Instructions of one run per plant, by the event engine and in fixed steps, with the scenario's law,
# with lugre and with hybrid's own fixed step; scenario files and output apart.
# usage: bench/plants.sh [PROGRAM [OTHER_PROGRAM]]    with two programs: both counts and their ratio
set -euo pipefail
cd "$(dirname "$0")/.."
programs=("${@:-build/stiction}")

count() { # PROGRAM OPTION...
    valgrind --tool=callgrind --toggle-collect=stn_run --callgrind-out-file=/dev/stdout \
        "$1" run "${@:2}" 2>/dev/null | sed -n 's/^totals: *//p'
}
export -f count

line() { # NAME OPTION...
    local first second
    first=$(count "${programs[0]}" "${@:2}")
    if ((${#programs[@]} < 2)); then
        printf '%-28s %12s\n' "$1" "$first"
        return
    fi
    second=$(count "${programs[1]}" "${@:2}")
    awk -v n="$1" -v a="$first" -v b="$second" 'BEGIN { printf "%-28s %12d %12d %7.4f\n", n, a, b, b / a }'
}

while read -r scenario duration; do
    line "$scenario event" "$scenario" --set duration="$duration"
    line "$scenario event lugre" "$scenario" --set duration="$duration" --law lugre
    fixed=("$scenario" --set duration="$duration" --set solver.method=fixed --set solver.dt=1e-4)
    line "$scenario fixed" "${fixed[@]}"
    line "$scenario fixed lugre" "${fixed[@]}" --law lugre
    line "$scenario fixed hybrid" "${fixed[@]}" --law hybrid
done <<'CASES'
block-stick-slip 10
eha-step 0.5
flap-reversible-deploy 1
clutch-step 1
cylinder-2mA 2
chain-two-mass 1
CASES
