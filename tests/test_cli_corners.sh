#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Corners of the command line: lists for completions, "--", paths, digits, what a summary leaves out.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"

# ---- Lists for completions, help ----

good run --commands
good identify --commands
good fit identify --options
for name in run compare check describe new list characterize reproduce; do
    ok "$STICTION" "$name" --options >../stdout
done
good 'stiction identify fit' help identify fit
good 'stiction run' run --help
good 'stiction run' run block-brake -h
good 'stiction identify' identify --help
bad 'unknown command' help nothing
bad 'did you mean "fit"?' identify fits
bad '' identify
good 'usage: stiction COMMAND'

# ---- "--" ends the options ----

good '' check -- block-brake
bad 'no file and no built-in' check -- --quiet
bad 'no file and no built-in' check -- --plugin
bad '--plugin needs' list --plugin ''

# ---- Options that begin alike are not guessed; lists that are too long are refused ----

bad 'did you mean' run block-brake --qui
many=() && for i in {1..300}; do many+=(--set "duration=$i"); done
bad 'more than 256 times --set' run block-brake "${many[@]}"

# ---- Paths of results ----

long=$(printf 'a%.0s' {1..5000})
bad '' run block-brake -o "$long.csv"
bad '' reproduce borello2014 -o "$long"
bad 'cannot be used' reproduce borello2014 -o /dev/null/x
bad '' reproduce borello2014 -o -
bad '' reproduce borello2014 -o ''
bad '' reproduce nothing
for file in out.csv out.json out.mat; do
    ok "$STICTION" run block-brake -o "$file" --quiet --set duration=0.1
    ok test -s "$file"
done
rm -f out.*
good 't [s]' run block-brake -o - --set duration=0.1 --quiet
bad 'same file' run block-brake -o a.csv --events ./a.csv
mkfifo ../in/pipe.csv
(cat ../in/pipe.csv >../piped) &
ok "$STICTION" run block-brake -o ../in/pipe.csv --quiet --set duration=0.1
wait
ok grep -q '^t \[s\]' ../piped
if [[ -w /dev/full ]]; then
    code=0 && "$STICTION" run block-brake --quiet -o - >/dev/full 2>../stderr || code=$?
    ok test "$code" -eq 1
    code=0 && "$STICTION" list >/dev/full 2>../stderr || code=$?
    ok test "$code" -eq 1
fi

# ---- Digits ----

for digits in 0 18 x 3x -1 ''; do bad '--digits' run block-brake --digits "$digits"; done
good '2.0000' run block-brake --digits 17 --set duration=2.0000001
good 'Final values' run block-brake --digits 1

# ---- What a summary says of little ----

good 'Events' run block-brake --set duration=1e-6
good 'Final values' run block-brake --set solver.energy=false
good '"energy"' run block-brake --set solver.energy=false --json
good '"warnings"' run block-brake --json --set duration=0.1
# ---- compare and characterize ----

bad 'more than' compare block-brake --laws "$(printf 'coulomb,%.0s' {1..80})coulomb"
bad '' compare block-brake --laws coulomb,coulomb,nothing
bad '' compare block-brake --laws coulomb --json -o -
bad '' compare block-brake --laws coulomb --site nothing
good coulomb compare chain-two-mass --laws coulomb --site body2 --set duration=0.1
good law compare block-brake --laws coulomb,none --quiet -o - --set duration=0.1
bad '--all' characterize --all coulomb
bad '' characterize
bad 'the form PARAM=VALUE' characterize coulomb --set Fc
bad '' characterize coulomb --set =1
bad 'unknown law' characterize nothing

summary
