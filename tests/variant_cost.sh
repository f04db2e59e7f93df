#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What a variant of the block costs, in instructions, which do not depend on the machine's load: binding one
# at most 3,000; setting a value, finishing and binding at most a quarter of a new system.
# usage: variant_cost.sh PROGRAM
set -uo pipefail
program=$1
. "$(dirname "$0")/have.sh"

have valgrind || exit 77
count() { # FUNCTION
    valgrind --tool=callgrind --toggle-collect="$1" --callgrind-out-file=/dev/stdout "$program" 2>/dev/null |
        sed -n 's/^totals: *//p'
}
"$program" || exit 1
new=$(count make_new) variant=$(count make_variant) bind=$(count stn_system_variant)
printf 'new system %s, set, finish and bind %s, bind %s instructions\n' "$new" "$variant" "$bind"
((new > 10000 && variant > bind && bind > 100)) || { echo "these are no counts"; exit 1; }
((bind <= 3000)) || { echo "binding a variant takes more than 3000 instructions"; exit 1; }
((4 * variant <= new)) || { echo "a variant takes more than a quarter of a new system"; exit 1; }
