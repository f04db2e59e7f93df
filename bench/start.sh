#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Instructions from the start of a program to its end, beside `true`, which does nothing.
# usage: bench/start.sh [PROGRAM [OTHER_PROGRAM]]    with two programs: both counts and their ratio
set -euo pipefail
cd "$(dirname "$0")/.."
programs=("${@:-build/stiction}")

count() { # COMMAND...
    valgrind --tool=callgrind --callgrind-out-file=/dev/stdout "$@" 2>/dev/null | sed -n 's/^totals: *//p'
}

line() { # OPTION...
    local first second
    first=$(count "${programs[0]}" "$@")
    second=$(count "${programs[-1]}" "$@")
    awk -v n="stiction $*" -v a="$first" -v b="$second" -v two="${#programs[@]}" \
        'BEGIN { printf "%-42s %12d", n, a; if (two > 1) printf " %12d %7.4f", b, b / a; print "" }'
}

printf '%-42s %12d\n' true "$(count true)"
line --version
line list laws
line run block-stick-slip --quiet
