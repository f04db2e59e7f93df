#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# sweep: rows are those of single runs, an interrupted study goes on, and what is wrong is said.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"

vary=(--vary Fs=+-10% --vary 'K=uniform:1 N/m:3 N/m' --samples 120)

begin "rows and single runs"
ok "$STICTION" sweep block-stick-slip "${vary[@]}" --metrics 'period,end(x)' --quiet -o ../in/rows.csv
# The 8th row again, by its numbers.
IFS=, read -r number Fs K period end status <<<"$(sed -n 9p ../in/rows.csv)"
ok test "$number,$status" = "7,done"
ok "$STICTION" run block-stick-slip --set "Fs=$Fs N" --set "K=$K N/m" --quiet -o ../in/one.csv
ok test "$end" = "$(tail -n 1 ../in/one.csv | cut -d, -f"$(head -n 1 ../in/one.csv | tr , '\n' | grep -n '^x ' | cut -d: -f1)")"
ok test "$period" != ""
ok test ! -e ../in/rows.csv.sqlite

begin "threads and files"
ok "$STICTION" sweep block-stick-slip "${vary[@]}" --metrics 'period,end(x)' --threads 1 --quiet -o ../in/alone.csv
ok cmp -s ../in/rows.csv ../in/alone.csv
good "number,friction.contact.Fs [N],parameters.K [N/m],period [s]" sweep block-stick-slip "${vary[@]}" --metrics period -o -
good '"share"' sweep block-stick-slip "${vary[@]}" --expect 'period < 7 s' --json
good "friction.contact.law" sweep block-stick-slip --vary law=list:coulomb,stribeck --metrics period
good "Indices of Sobol'" sweep block-stick-slip --vary Fs=+-10% --vary K=+-10% --design saltelli --samples 16 --metrics period
good "1 invalid" sweep block-stick-slip --vary 'Fs=list:1.5 N,0.1 N' --metrics period

begin "page"
page=(block-stick-slip --vary Fs=+-50% --vary 'K=uniform:1 N/m:3 N/m' --vary law=list:coulomb,stribeck --metrics period,height
    --expect 'period < 7 s' --trajectories x,v --trajectory-runs 12)
ok "$STICTION" sweep "${page[@]}" --samples 60 --threads 2 --report ../in/page.html --quiet
ok "$STICTION" sweep "${page[@]}" --samples 60 --threads 1 --report ../in/alone.html --quiet
ok cmp -s ../in/page.html ../in/alone.html
for id in expectations quantities metrics influence scatter bands runs provenance; do
    ok grep -q "id=\"$id\"" ../in/page.html
done
ok test "$(grep -c '<svg class="chart"' ../in/page.html)" -eq $((2 + 2 * 3 + 2)) # histograms, scatter, bands
ok test "$(sed "/<details>/q" ../in/page.html | grep -ciE '\bnan\b|\binf\b|<script|https?:')" -eq 0
ok grep -q 'stiction run block-stick-slip --set friction.contact.Fs=' ../in/page.html
ok grep -q 'the static level Fs must not be below the sliding level Fc' ../in/page.html
if command -v python3 >/dev/null; then
    ok python3 - ../in/page.html <<'END'
import html.parser, sys
void, stack = {"meta", "link", "input"}, []
class Page(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs): stack.append(tag) if tag not in void else None
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag): assert stack.pop() == tag, (tag, self.getpos())
Page().feed(open(sys.argv[1]).read())
assert not stack, stack
END
fi
ok "$STICTION" sweep block-stick-slip --vary Fs=+-10% --vary K=+-10% --design saltelli --samples 16 --metrics period --report ../in/sobol.html --quiet
ok grep -q 'data-is="total"' ../in/sobol.html
bad '--trajectories: there is no column "xx"; did you mean "x"' sweep block-stick-slip --vary Fs=+-10% --trajectories v,xx
bad '--report' sweep block-stick-slip --vary Fs=+-10% --report page.txt

begin "expectations that few runs can meet"
some=(block-stick-slip --vary Fs=+-70% --samples 100 --metrics period)
good 'since they have no period; the first, run' sweep "${some[@]}" --expect 'period < 7 s'
good 'runs that ended well: what is said of it, also what explains it, is of these alone' sweep "${some[@]}"
good '"period < 7000000": 7e+06 is in s, and the largest in these runs is' sweep "${some[@]}" --expect 'period < 7000000'
good '' sweep "${some[@]}" --expect 'period < 7000000 ms'
ok test -z "$(grep 'is in s, and' ../stdout)"
# a fixed step of 5 ms diverges under most of these gains: runs that failed are not said to lack a metric
fails=(block-limit-cycle --law lugre --set solver.method=fixed --set solver.dt=5ms --set duration=20s --vary controller.Kv=log:1:1e9:6)
good '2 done, 0 invalid, 4 failed' sweep "${fails[@]}" --metrics final_error
ok test -z "$(grep 'final_error exists in' ../stdout)"
good 'no settling_time (4 of them failed); the first, run 0' sweep "${fails[@]}" --metrics settling_time --expect 'settling_time < 1 s'

begin "a file of another study"
ok test -z "$("$STICTION" sweep "${some[@]}" -o ../in/twice.csv 2>&1 >/dev/null)"
ok test "$("$STICTION" sweep "${some[@]}" --vary K=+-10% -o ../in/twice.csv 2>&1 >/dev/null |
    grep -c 'twice.csv is there already, and is replaced when this study is done')" -eq 1
ok test -z "$("$STICTION" sweep "${some[@]}" -o ../in/twice.csv --quiet 2>&1)"

if "$STICTION" --version | grep -q "studies in SQLite files: yes"; then
    begin "what reading leaves behind"
    ok "$STICTION" sweep "${some[@]}" --quiet -o ../in/read.sqlite
    cp ../in/read.sqlite ../in/before.sqlite
    good 'Over the runs' sweep --from ../in/read.sqlite
    ok cmp -s ../in/read.sqlite ../in/before.sqlite
    bad '--expect' sweep --from ../in/read.sqlite --expect 'perod < 3'
    ok test "$(echo ../in/read.sqlite*)" = ../in/read.sqlite
    [ ! -d /proc/self ] ||
        ok test "$("$STICTION" sweep "${some[@]}" -o /proc/x.csv 2>&1 | grep -c 'cannot be opened or made: ')" -eq 1

    begin "page of a study"
    ok "$STICTION" sweep "${page[@]}" --samples 60 --quiet -o ../in/page.sqlite
    ok "$STICTION" sweep --from ../in/page.sqlite --report ../in/later.html --quiet
    ok cmp -s ../in/page.html ../in/later.html
    if command -v python3 >/dev/null; then
        # 12 runs and 2 columns at 201 times, without the runs that are invalid; the last value is that of the run
        ok "$STICTION" sweep block-stick-slip --vary Fs=+-5% --metrics 'end(x)' --samples 20 --trajectories x --trajectory-runs 12 --quiet -o ../in/traces.sqlite
        ok python3 - ../in/traces.sqlite <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
count = db.execute("SELECT number, count(*) FROM trajectory GROUP BY number").fetchall()
assert count == [(i, 201) for i in range(12)], count
last = db.execute('SELECT value, "end(x)" FROM trajectory JOIN run USING(number) WHERE t = (SELECT max(t) FROM trajectory)').fetchall()
assert len(last) == 12 and all(a == b for a, b in last), last
END
    fi

    begin "nothing to resume"
    # So many runs take longer than a minute on any machine; it is said after a second, and the process is ended then.
    mkfifo ../in/said
    "$STICTION" sweep block-stick-slip --vary Fs=+-10% --samples 20000000 --metrics period >../stdout 2>../in/said &
    while read -r line; do
        echo "$line"
        [[ $line != *"nothing to resume"* ]] || kill -TERM $! # INT is ignored in the background
    done <../in/said >../stderr
    wait $!
    ok test $? -eq 143
    ok grep -q "interrupted; [0-9]* of 20000000 runs are done" ../stderr

    begin "killed and resumed"
    # Each time it is killed after another number of rows is on the disk, until it is whole.
    long=(--vary Fs=+-10% --vary 'K=uniform:1 N/m:3 N/m' --samples 3000 --metrics 'period,end(x)')
    for _ in 1 2 3; do
        "$STICTION" sweep block-stick-slip "${long[@]}" --quiet -o ../in/killed.sqlite &
        before=$(stat -c %s ../in/killed.sqlite-wal 2>/dev/null || echo 0)
        while kill -0 $! 2>/dev/null && [[ $(stat -c %s ../in/killed.sqlite-wal 2>/dev/null || echo 0) -le $before ]]; do :; done
        kill -KILL $! 2>/dev/null
        wait $! 2>/dev/null
    done
    ok "$STICTION" sweep block-stick-slip "${long[@]}" --quiet -o ../in/killed.sqlite
    ok "$STICTION" sweep block-stick-slip "${long[@]}" --quiet -o ../in/whole.sqlite
    if have python3 2>/dev/null || command -v python3 >/dev/null; then
        ok python3 - ../in/killed.sqlite ../in/whole.sqlite <<'END'
import sqlite3, sys
rows = [sqlite3.connect(p).execute("SELECT * FROM run ORDER BY number").fetchall() for p in sys.argv[1:]]
sys.exit(0 if rows[0] == rows[1] and len(rows[0]) == 3000 else 1)
END
    fi
    begin "written later"
    ok "$STICTION" sweep --from ../in/killed.sqlite --quiet -o ../in/later.csv
    ok "$STICTION" sweep block-stick-slip "${long[@]}" --quiet -o ../in/now.csv
    ok cmp -s ../in/later.csv ../in/now.csv
    good "3000 runs (sobol): 3000 done" sweep --from ../in/whole.sqlite
    good "period < 7 s" sweep --from ../in/whole.sqlite --expect 'period < 7 s'
    both=(--vary law=list:coulomb,stribeck --vary Fs=normal:1.5:3% --vary 'K=uniform:1:3' --correlate Fs,K=-0.5 --design random)
    ok "$STICTION" sweep block-stick-slip "${both[@]}" --samples 20 --seed 4 --expect 'period < 7 s' --metrics period --quiet -o ../in/both.sqlite
    ok "$STICTION" sweep block-stick-slip "${both[@]}" --samples 20 --seed 4 --metrics period --quiet -o ../in/both.csv
    ok "$STICTION" sweep --from ../in/both.sqlite --quiet -o ../in/both-later.csv
    ok cmp -s ../in/both.csv ../in/both-later.csv
    good "period < 7 s" sweep --from ../in/both.sqlite
    ok "$STICTION" sweep --from ../in/both.sqlite --quiet -o ../in/both.mat
    ok "$STICTION" sweep block-stick-slip "${both[@]}" --samples 20 --seed 4 --metrics period --quiet -o ../in/now.mat
    ok cmp -s ../in/both.mat ../in/now.mat
    ok test ! -e ../in/now.mat.sqlite
    bad '"height" is not measured in the study' sweep --from ../in/both.sqlite --expect 'height < 1 m'
    bad '--from takes scenario, quantities' sweep --from ../in/both.sqlite --vary Fs=+-10%
    bad '--from takes scenario, quantities' sweep block-stick-slip --from ../in/both.sqlite
    bad '--from takes scenario, quantities' sweep --from ../in/both.sqlite --seed 3
    bad '-o' sweep --from ../in/both.sqlite -o ../in/copy.sqlite
    bad 'cannot be read' sweep --from ../in/nothing.sqlite
    bad 'is not an SQLite file' sweep --from ../in/now.csv

    begin "studies that are refused"
    bad "was made with seed 1, not 2" sweep block-stick-slip "${long[@]}" --seed 2 -o ../in/whole.sqlite
    echo "no study, but a text that is longer than the header of a file of SQLite would be: a hundred bytes" >../in/text.sqlite
    bad "is not an SQLite file" sweep block-stick-slip "${long[@]}" -o ../in/text.sqlite
fi

begin "bad input"
bad 'sweep needs --vary' sweep block-stick-slip
bad '--vary "Fs=20%": "20%" does not say how it varies; allowed, each with a colon' sweep block-stick-slip --vary Fs=20%
bad '--vary "Fss=+-10%": ' sweep block-stick-slip --vary Fss=+-10%
bad 'did you mean "friction.contact.Fs"' sweep block-stick-slip --vary Fss=+-10%
bad '--metrics "hight": there is no metric "hight"; did you mean "height"' sweep block-stick-slip --vary Fs=+-10% --metrics period,hight
bad '--expect "period": it is written METRIC < VALUE' sweep block-stick-slip --vary Fs=+-10% --expect period
bad '--correlate "Fs,m=0.1": the second' sweep block-stick-slip --vary Fs=+-10% --vary K=+-10% --correlate Fs,m=0.1
bad '--correlate: the correlation of friction.contact.Fs and parameters.K is 2; allowed: between -1 and 1' sweep block-stick-slip --vary Fs=+-10% --vary K=+-10% --correlate Fs,K=2
bad '--design: a grid needs levels' sweep block-stick-slip --vary Fs=+-10% --design grid
bad '--samples: a grid' sweep block-stick-slip --vary 'Fs=list:1,2' --design grid --samples 5
bad '--vary: friction.contact.Fs varies twice' sweep block-stick-slip --vary Fs=+-10% --vary Fs=+-20%
bad '-o' sweep block-stick-slip --vary Fs=+-10% -o study.json

summary
