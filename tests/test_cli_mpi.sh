#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# mpirun stiction sweep: the same bytes for any number of processes, and one that is killed costs nothing that was kept.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
[[ -z ${SANITIZED:-} ]] || exit 0 # they would judge MPI itself; tests/test_ensemble_team.c has the rest
if ! command -v mpirun >/dev/null || [[ ! -x $STICTION-mpi ]]; then
    echo "skipped: MPI: studies by several processes were not tried"
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ranks() { timeout "$patience" mpirun --oversubscribe -n "$1" "$STICTION" "${@:2}"; }

study=(sweep block-stick-slip --vary Fs=+-30% --vary law=list:coulomb,stribeck --metrics 'period,end(x)' --quiet)
begin "any number of processes"
ok "$STICTION" "${study[@]}" --samples 500 -o ../in/alone.csv
for n in 1 2 4; do
    ok ranks $n "${study[@]}" --samples 500 -o "../in/$n.csv"
    ok cmp -s ../in/alone.csv "../in/$n.csv"
    ok test ! -e "../in/$n.csv.sqlite"
done

begin "the program without MPI"
ok test "$(ldd "$STICTION" | grep -c mpi)" -eq 0

begin "bad input is said once"
code=0
ranks 3 sweep block-stick-slip --vary Fss=+-10% >../stdout 2>../stderr || code=$?
ok test $code -eq 2
ok test "$(grep -c 'there is no number "Fss"' ../stderr)" -eq 1

if "$STICTION" --version | grep -q "studies in SQLite files: yes" && command -v python3 >/dev/null; then
    begin "a process that is killed"
    ok "$STICTION" "${study[@]}" --samples 3000 -o ../in/whole.sqlite
    for victim in 2 3; do
        mpirun --oversubscribe -n 3 "$STICTION" "${study[@]}" --samples 3000 -o ../in/lost.sqlite >../stdout 2>../stderr &
        before=$(stat -c %s ../in/lost.sqlite-wal 2>/dev/null || echo 0)
        while kill -0 $! 2>/dev/null && [[ $(stat -c %s ../in/lost.sqlite-wal 2>/dev/null || echo 0) -le $((before + 8192)) ]]; do sleep 0.02; done
        worker=$(pgrep -P "$(pgrep -P $! | sed -n ${victim}p)")
        kill -KILL "$worker"
        code=0
        wait $! || code=$?
        ok test $code -eq 1
        ok grep -q "process $((victim - 1)) of the command is lost (signal 9), which ends all of them" ../stderr
        ok grep -q "the same command goes on from there" ../stderr
    done
    ok ranks 4 "${study[@]}" --samples 3000 -o ../in/lost.sqlite
    ok python3 - ../in/lost.sqlite ../in/whole.sqlite <<'END'
import sqlite3, sys
rows = [sqlite3.connect(p).execute("SELECT * FROM run ORDER BY number").fetchall() for p in sys.argv[1:]]
sys.exit(0 if rows[0] == rows[1] and len(rows[0]) == 3000 else 1)
END
fi
summary
