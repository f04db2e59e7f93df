#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every option that takes a value, with one that makes no sense: exit code 2, a message, nothing written.  The lists of
# options are the program's own, so that a new option is tried by being there.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
patience=$((20 * ${SLOWER:-1}))

moved_csv >../in/moved.csv
sines_csv >../in/sines.csv
"$STICTION" run block-pre-sliding --quiet -o ../in/pre.csv
"$STICTION" run block-limit-cycle --set record.every=20ms --quiet -o ../in/hunt.csv
"$STICTION" run block-brake --set duration=1 --set record.every=10ms --quiet -o ../in/brake.csv

# What a value of that kind cannot be: no number, no name, no path with an ending, no list.
nonsense='?!=,'

# survives ARGUMENT...: a number beyond all sense is used or refused; nothing overflows on it.
survives() {
    local code=0
    limited "$patience" "$STICTION" "$@" >../stdout 2>../stderr </dev/null || code=$?
    if [[ $code -le 2 ]]; then passed=$((passed + 1)); else fail "stiction $*: exit code $code"; fi
    rm -rf ./*
}

# Those of reading data are the same code for all methods: one method tries them.
common=" $("$STICTION" identify power --options | grep -xFf <("$STICTION" identify fit --options) | tr '\n' ' ')"

# refuses COMMAND... -- ARGUMENT...: each option of the command.
refuses() {
    local own=() option
    while [[ $1 != -- ]]; do own+=("$1") && shift; done
    shift
    good '' "${own[@]}" "$@" # without that option
    while read -r option; do
        [[ $option == *= ]] || continue
        [[ ${own[*]} == "identify power" || $common != *" $option "* ]] || continue
        bad '' "${own[@]}" "$@" "${option%=}" "$nonsense"
        ok test -z "$(grep -F 'unknown option' ../stderr)"
        [[ ${own[0]} != identify ]] || survives "${own[@]}" "$@" "${option%=}" 1e17
    done < <("$STICTION" "${own[@]}" --options)
}

columns=(--effort u --position x)
refuses run -- block-brake
refuses compare -- block-brake --laws coulomb
refuses characterize -- coulomb
for method in power curve inverse; do
    refuses identify "$method" -- ../in/moved.csv "${columns[@]}"
done
refuses identify check -- ../in/moved.csv --position x
refuses identify sine -- ../in/sines.csv "${columns[@]}"
refuses identify cycles -- ../in/hunt.csv "${columns[@]}"
refuses identify breakaway -- block-brake --simulate --set initial.v=0 --resolution 100um --travel 0:1mm --rate 0.5N/s
refuses identify ramp -- ../in/pre.csv "${columns[@]}"
refuses identify ramp -- block-pre-sliding --simulate
for value in '' 4kg; do
    bad "stiction: --set Fs=$value: " identify fit ../in/moved.csv --effort u --position x --law stribeck --set "Fs=$value"
done
fit=(../in/brake.csv --scenario block-brake --set duration=1 --match x=x --starts 1)
refuses identify fit -- "${fit[@]}" --free Fc
refuses identify select -- "${fit[@]}" --laws coulomb

summary
