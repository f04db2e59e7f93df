#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Runs that fail or are interrupted, and outputs that cannot be written: exit codes, and what is left behind.
. "$(dirname "${BASH_SOURCE[0]}")/cli_commands.sh"
. "$(dirname "${BASH_SOURCE[0]}")/signal_support.sh"

# ---- Failure and interruption ----

begin "a run that fails writes nothing"
stiction 1 run block-no-drift --law sign --set solver.max_events=3 -o storm.csv --events storm-events.csv
ok says err "max_events"
ok test ! -e storm.csv -a ! -e storm-events.csv
stiction 1 compare block-no-drift --laws sign,coulomb --set solver.max_events=3 --set duration=1
ok grep -q '^coulomb ' out

begin "Ctrl-C, TERM and HUP keep what was computed"
set -m # background jobs ignore SIGINT otherwise
for signal in INT:2 TERM:15 HUP:1; do
    "$STICTION" run block-stick-slip --law sign --set duration=1e6 --set record.every=0.1 -o kept.csv \
        --events kept-events.csv >out 2>err &
    pid=$!
    ok worked "$pid" 50
    kill -"${signal%:*}" "$pid"
    code=0
    wait "$pid" || code=$?
    ok test "$code" -eq $((128 + ${signal#*:}))
    ok says err "what was computed is kept"
    ok lines kept.csv -gt 10
    ok test -s kept-events.csv
    ok test -z "$(find . -name '*.tmp-*')"
    rm -f kept*
done

begin "a signal while gnuplot draws ends gnuplot at once; the data are kept"
mkdir slow
printf '#!/bin/sh\necho $$ >"%s/slow/pid"\nsleep 300\n' "$PWD" >slow/gnuplot # sleep is a child of its own
chmod +x slow/gnuplot
for signal in INT:2 TERM:15; do
    for words in "run block-stick-slip" "compare block-stick-slip --laws coulomb,dahl"; do
        rm -f slow/pid
        # shellcheck disable=SC2086
        PATH=$PWD/slow:$PATH "$STICTION" $words --set duration=1 --quiet -o kept.csv --plot kept.svg >out 2>err &
        pid=$!
        while kill -0 "$pid" 2>/dev/null && [[ ! -s slow/pid ]]; do sleep 0.01; done
        SECONDS=0
        kill -"${signal%:*}" "$pid"
        code=0
        wait "$pid" || code=$?
        ok test "$code" -eq $((128 + ${signal#*:}))
        ok test "$SECONDS" -lt 100
        ok test ! -e "/proc/$(<slow/pid)"
        ok says err "kept.svg: interrupted while gnuplot drew"
        ok lines kept.csv -gt 2
        ok test ! -e kept.svg
        ok test -z "$(find . -name '*.tmp-*')"
        rm -f kept*
    done
done
rm -r slow

begin "a signal before there is anything to keep ends the program at once"
mkfifo silence
exec 8<>silence # a writer that says nothing
for signal in INT:2 TERM:15 HUP:1; do
    "$STICTION" run - -o kept.csv >out 2>err <silence &
    pid=$!
    ok started "$pid" "${signal#*:}"
    kill -"${signal%:*}" "$pid"
    code=0
    wait "$pid" || code=$?
    ok test "$code" -eq $((128 + ${signal#*:}))
    ok test "$(<err)" = "stiction: interrupted"
    ok test -z "$(find . -name 'kept*')"
done
exec 8>&-
rm -f silence
set +m

begin "a signal that the caller ignores stays ignored"
(
    trap '' HUP
    exec "$STICTION" run block-stick-slip --law sign --set duration=1e6 --set record.every=0.1 --quiet
) >out 2>err &
pid=$!
ok worked "$pid" 20
kill -HUP "$pid"
ok worked "$pid" 40
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
ok test "$code" -eq 143

begin "a limit on the size of files, a reader that is gone"
code=0
# GCOV_PREFIX: of a build that counts branches, whose counters this limit would cut too
(ulimit -f 4 && GCOV_PREFIX=$work/counters exec "$STICTION" run block-stick-slip --quiet -o large.csv) >out 2>err || code=$?
ok test "$code" -eq 1
ok says err "cannot write the file"
ok test -z "$(find . -name 'large*')"
mkfifo pipe
"$STICTION" run block-stick-slip -o - --quiet >pipe 2>err &
head -n 1 <pipe >out # 8 kB at most are read, 160 kB written
code=0
wait $! || code=$?
ok test "$code" -eq 1
ok test ! -s err
rm -f pipe

begin "closed standard streams do not become files"
code=0
"$STICTION" run block-brake -o closed.csv 2>err >&- || code=$?
ok test "$code" -eq 1
ok says err "standard output"
stiction 0 run block-brake -o open.csv
"$STICTION" run block-brake -o closed.csv >out 2>&- <&-
ok cmp -s open.csv closed.csv
rm -f open.csv closed.csv

begin "standard output that is full"
if [[ -w /dev/full ]]; then
    code=0
    "$STICTION" list >/dev/full 2>err || code=$?
    ok test "$code" -eq 1
    ok says err "standard output"
fi

begin "a reader of standard output that leaves, as head does: no message, exit code 1"
mkfifo gone
exec 3<>gone
exec 4>gone 3<&-
for arguments in "list" "check block-brake" "describe lugre" "run block-brake --quiet -o -" \
    "run block-brake --quiet --json" "compare block-brake --laws coulomb -o -" "characterize coulomb --json"; do
    code=0
    # shellcheck disable=SC2086
    "$STICTION" $arguments >&4 2>err || code=$?
    ok test "$code" -eq 1
    ok test ! -s err
done
code=0
"$STICTION" run no-such-scenario >&4 2>err || code=$?
ok test "$code" -eq 2
ok says err "no-such-scenario"
exec 4>&-
rm -f gone

begin "a text plot on a terminal"
if have script; then
    TERM=dumb LC_ALL=C script -qec "'$STICTION' run block-brake" /dev/null >out 2>err </dev/null
    ok says out "x [m]"
    ok says out "t [s]"
fi

summary
