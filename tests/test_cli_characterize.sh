#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# stiction characterize from the outside: verdicts that the literature agrees on (Stribeck's law has no
# pre-sliding and no memory; LuGre has both, and drifts), numbers that --set scales, JSON, figures; bad
# input: exit code 2, a sentence that names what is wrong, no output.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
command=(characterize)

# row LAW VERDICT...: its line of the first table, in the order of the header.
row() {
    local line
    line=$(awk -v law="$1" '$1 == law { $1 = $1; print; exit }' ../stdout)
    ok test "$line" == "$*"
}

good "stiction  rising  memory  presliding  stribeck  viscous  load  nonlocal  drift  creep" stribeck lugre none
row stribeck yes no no no yes yes no no no no
row lugre yes no yes yes yes yes no no yes no
row none no no no no no no no no yes yes # without friction every load moves it

# Without the viscous term and with Fs = Fc nothing rises or falls with speed.
good "stribeck" stribeck --set sigma2=0 --set Fs=1N --set m=2kg
row stribeck yes no no no no no no no no no

if have jq; then
    good '"laws"' stribeck --json
    ok jq -e '[.. | objects | select(.law? == "stribeck" or .name? == "stribeck")] | length >= 1' ../stdout >/dev/null
fi
if have gnuplot; then
    ok "$STICTION" characterize coulomb dahl --quiet --plot laws.svg >../stdout
    ok test ! -s ../stdout
    ok grep -q '</svg>' laws.svg
    ok grep -q 'dahl' laws.svg
    rm -f laws.svg
fi

bad "characterize needs laws, or --all"
bad '--all and "dahl"' --all dahl
bad 'did you mean "lugre"' lugree
bad 'the law "dahl" appears twice' dahl dahl
bad "it has the form PARAM=VALUE" dahl --set Fs
bad "it has the form PARAM=VALUE" dahl --set =2
bad "--set" dahl --set Fs=2kg
bad "Fz" dahl --set Fz=2
bad ".svg" dahl --plot laws.txt
summary
