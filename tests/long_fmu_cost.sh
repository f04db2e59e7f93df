#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What Co-Simulation costs by communication steps of 1 ms, in an FMU as users compile it: at most 1.1 times the
# instructions of stn_advance in the library, between 1,000 and 3,000 steps.  In block-stick-slip the steps of the engine
# are long and those of 1 ms are read off a polynomial: there the rest of fmi2DoStep and fmi3DoStep shows most.
. "${SOURCE_DIR:?the tree}/tests/cli_support.sh"
. "$SOURCE_DIR/tests/have.sh"
have valgrind || exit 77
have unzip || exit 77
program=${BUILD_DIR:?the build}/tests/fmu_cost

# count FUNCTION ARGUMENT...: instructions in FUNCTION per step
count() {
    local function=$1 few many
    shift
    few=$(valgrind --tool=callgrind --toggle-collect="$function" --callgrind-out-file=/dev/stdout "$program" "$@" 1000 2>/dev/null |
        sed -n 's/^totals: *//p')
    many=$(valgrind --tool=callgrind --toggle-collect="$function" --callgrind-out-file=/dev/stdout "$program" "$@" 3000 2>/dev/null |
        sed -n 's/^totals: *//p')
    echo $(((many - few) / 2000))
}

for scenario in block-stick-slip eha-step; do
    begin $scenario
    bound=$(count stn_advance advance $scenario)
    ok test "$bound" -gt 100
    expected=$("$program" advance $scenario 3000)
    for fmi in 2 3; do
        ok "$STICTION" fmu $scenario --fmi $fmi --kind binary -o a.fmu
        rm -rf a
        unzip -qo a.fmu -d a
        library=$PWD/$(echo a/binaries/*/a.so)
        token=$(grep -oE '(guid|instantiationToken)="[^"]*"' a/modelDescription.xml | cut -d'"' -f2)
        ok test "$("$program" fmi$fmi "$library" "$token" 3000)" = "$expected"
        steps=$(count fmi${fmi}DoStep fmi$fmi "$library" "$token")
        printf '%s, FMI %s: %s instructions per step of 1 ms, stn_advance %s\n' $scenario $fmi "$steps" "$bound"
        ok test "$steps" -gt 100
        ok test $((10 * steps)) -le $((11 * bound))
    done
done
summary
