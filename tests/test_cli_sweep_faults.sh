#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# A study that a disk, a kill, another process or another version disturbs: what went wrong is said, and what was written
# stays: the same command goes on to the rows of a study that nothing disturbed.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
if ! "$STICTION" --version | grep -q "studies in SQLite files: yes"; then
    echo "skipped: SQLite: no studies in files"
    exit 77
fi
if ! command -v python3 >/dev/null; then
    echo "skipped: python3: rows of studies are not compared"
    exit 77
fi

study=(sweep block-stick-slip --vary Fs=+-10% --vary 'K=uniform:1 N/m:3 N/m' --metrics 'period,end(x)' --quiet)
long=("${study[@]}" --samples 1000000)
study+=(--samples 1500)
"$STICTION" "${study[@]}" -o ../in/whole.sqlite || exit 1

# same STUDY: it has the rows of the whole one; with "part": some of them
cat >../in/same.py <<'END'
import sqlite3, sys
rows = [sqlite3.connect(p).execute("SELECT * FROM run ORDER BY number").fetchall() for p in sys.argv[1:3]]
part = len(sys.argv) > 3
good = set(rows[0]) <= set(rows[1]) if part else rows[0] == rows[1]
sys.exit(0 if good and len(rows[0]) > 0 else 1)
END
same() { ok python3 ../in/same.py "$1" ../in/whole.sqlite "${@:2}"; }
# fails FRAGMENT COMMAND...: exit code 1, and the message holds FRAGMENT
fails() {
    local code=0
    "${@:2}" >../stdout 2>../stderr || code=$?
    ok test $code -eq 1
    ok grep -qF -- "$1" ../stderr
}

begin "killed at random moments"
for moment in 1 2 3 4 5; do
    "$STICTION" "${study[@]}" -o ../in/killed.sqlite &
    sleep "0.$((RANDOM % 20 + 10 * moment))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
done
ok "$STICTION" "${study[@]}" -o ../in/killed.sqlite
same ../in/killed.sqlite

begin "a file that cannot grow"
with_little_room() { (trap '' XFSZ && ulimit -f 64 && GCOV_PREFIX=$work/counters exec "$STICTION" "${study[@]}" -o ../in/limited.sqlite); }
fails "it keeps the runs that it has; the same command goes on from there" with_little_room
same ../in/limited.sqlite part
ok "$STICTION" "${study[@]}" -o ../in/limited.sqlite
same ../in/limited.sqlite

begin "a full disk"
if unshare -rm true 2>/dev/null || [[ $(id -u) -eq 0 ]]; then
    cat >../in/full.sh <<'END'
mkdir ../in/small && mount -t tmpfs -o size=128k tmpfs ../in/small || exit 77
"$STICTION" "$@" -o ../in/small/study.sqlite
code=$?
mkdir ../in/large && cp ../in/small/* ../in/large/
umount ../in/small
exit $code
END
    export STICTION
    code=0
    unshare -rm bash ../in/full.sh "${study[@]}" >../stdout 2>../stderr || code=$?
    if [[ $code -eq 77 || ! -d ../in/large ]]; then
        echo "skipped: tmpfs: no file system can be mounted here, a full disk was not tried"
    else
        ok test $code -eq 1
        ok grep -q "the disk is full: the study ../in/small/study.sqlite keeps the runs that it has" ../stderr
        ok "$STICTION" "${study[@]}" -o ../in/large/study.sqlite
        same ../in/large/study.sqlite
    fi
else
    echo "skipped: tmpfs: no file system can be mounted here, a full disk was not tried"
fi

begin "two processes"
"$STICTION" "${long[@]}" -o ../in/busy.sqlite &
while [[ $(stat -c %s ../in/busy.sqlite-wal 2>/dev/null || echo 0) -lt 100000 ]] && kill -0 $! 2>/dev/null; do sleep 0.01; done
fails "another process is working on the study ../in/busy.sqlite" "$STICTION" "${long[@]}" -o ../in/busy.sqlite
fails "another process is working on the study ../in/busy.sqlite" "$STICTION" sweep --from ../in/busy.sqlite
ok kill -0 $!
kill -KILL $!
wait $! 2>/dev/null
good "runs are still to do" sweep --from ../in/busy.sqlite

begin "another version"
cp ../in/whole.sqlite ../in/other.sqlite
ok python3 - ../in/other.sqlite <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute("UPDATE study SET value = '0.0.1' WHERE name = 'version'")
END
bad "was made with version 0.0.1, not" "${study[@]}" -o ../in/other.sqlite
good "1500 done" sweep --from ../in/other.sqlite
same ../in/other.sqlite

begin "a damaged file"
cp ../in/whole.sqlite ../in/damaged.sqlite
dd if=/dev/urandom of=../in/damaged.sqlite bs=4096 seek=5 count=20 conv=notrunc status=none
cp ../in/damaged.sqlite ../in/before.sqlite
bad "is damaged" sweep --from ../in/damaged.sqlite -o rows.csv
bad "is damaged" "${study[@]}" -o ../in/damaged.sqlite
ok test "$(stat -c %s ../in/damaged.sqlite)" -ge "$(stat -c %s ../in/before.sqlite)"
head -c 5000 ../in/whole.sqlite >../in/cut.sqlite
bad "is damaged" sweep --from ../in/cut.sqlite -o rows.csv
cp ../in/whole.sqlite ../in/gap.sqlite
ok python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db: db.execute("UPDATE quantity SET path = NULL WHERE number = 2")' ../in/gap.sqlite
bad "is damaged: a text of it is missing" sweep --from ../in/gap.sqlite
: >../in/empty.sqlite
bad "no study of this format" sweep --from ../in/empty.sqlite
ok python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("CREATE TABLE t(x)")' ../in/foreign.sqlite
bad "no study of this format" "${study[@]}" -o ../in/foreign.sqlite

begin "a folder that cannot be written"
if [[ $(id -u) -ne 0 ]]; then
    mkdir ../in/closed && cp ../in/whole.sqlite ../in/closed/study.sqlite && chmod a-w ../in/closed ../in/closed/study.sqlite
    bad "cannot be written" "${study[@]}" -o ../in/closed/study.sqlite
    bad "-o" "${study[@]}" -o ../in/closed/new.sqlite
    good "1500 done" sweep --from ../in/closed/study.sqlite
    chmod u+w ../in/closed
fi

summary
