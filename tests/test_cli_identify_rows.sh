#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# --rows: what was measured, modelled and is left, row by row; and the scores that the report makes of them.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
have python3 || exit 77
command=(identify) patience=$((60 * ${SLOWER:-1}))

# score FILE NAME PART: rows, rms and mean |residual| of the residual column NAME, of rows with this part (0: all).
score() {
    awk -F, -v name="$2_residual" -v part="$3" 'NR == 1 {
        for (i = 1; i <= NF; i++) {
            if (index($i, name) == 1) r = i
            if (index($i, substr(name, 1, length(name) - 8) "measured") == 1) y = i
            if (index($i, substr(name, 1, length(name) - 8) "model") == 1) m = i
            if ($i == "part") p = i
        }
        next
    }
    part == 0 || $p == part {
        if (($y - $m - $r)^2 > 1e-20*($y^2 + 1)) bad = 1
        n++; e2 += $r*$r; e += $r < 0 ? -$r : $r
    }
    END { if (bad || !r || !n) print "bad"; else printf "%d %.5g %.5g\n", n, sqrt(e2/n), e/n }' "$1"
}

# reported PATH: the same three of the JSON on standard input, at a path.
reported() {
    python3 -c 'import json, sys
at = json.load(sys.stdin)
for key in sys.argv[1].split("/"):
    at = at[int(key) if key.isdigit() else key]
print("%d %.5g %.5g" % (at["rows"], at["rms"], at["mae"]))' "$1"
}

# same NAME PATH PART: the rows of the file have the score that the report has.
same() {
    local from
    from=$(score rows.csv "$1" "$3")
    ok test "$from" = "$(reported "$2" <../stdout)"
    ok test "$from" != bad
}

moved_csv >../in/moved.csv
{
    moved_csv | sed '1s/$/,run/; 2,$s/$/,1/'
    moved_csv | sed '1d; s/$/,2/'
} | awk -F, 'NR == 1 { print; next } { printf "%s,%s,%s,%.9f,%s\n", $1, $2, $3, $4 + 0.01*sin(NR*NR), $5 }' >../in/noisy.csv

begin inverse
good '"score"' inverse ../in/noisy.csv --effort u --velocity v --where run=1 --hold-out 0.3 --json --rows rows.csv
ok test "$(score rows.csv effort 0)" != bad
python3 - ../stdout rows.csv <<'END' && passed=$((passed + 1)) || fail "the held-out rows are the last ones"
import csv, json, math, sys
result, rows = json.load(open(sys.argv[1])), list(csv.DictReader(open(sys.argv[2])))
n, rest = result["score"]["rows"], [float(row["effort_residual [N]"]) for row in rows]
rms = lambda x: math.sqrt(sum(e*e for e in x)/len(x))
assert n + result["score_held_out"]["rows"] == len(rows)
assert abs(rms(rest[:n])/result["score"]["rms"] - 1) < 1e-9
assert abs(rms(rest[n:])/result["score_held_out"]["rms"] - 1) < 1e-9
END
good "mean |error|" inverse ../in/noisy.csv --effort u --velocity v --where run=1

begin curve
good '"score"' curve ../in/noisy.csv --effort u --velocity v --where run=1 --mass 2 --json --rows rows.csv
same friction score 0
ok grep -q '^velocity \[m/s\],friction_measured \[N\],' rows.csv

begin power
good '"score"' power ../in/noisy.csv --effort u --velocity v --where run=1 --json --rows rows.csv
same work score 0

begin fit
cat >../in/pulled.yaml <<'END'
plant: block
options: {drive: motion}
friction: {contact: {law: coulomb, Fc: 1 N, sigma2: 1}}
inputs: {vd: 1}
duration: 1 s
END
fit=(fit ../in/noisy.csv --scenario ../in/pulled.yaml --input vd=v --match FF=u --runs run --free Fc,sigma2 --starts 1)
good '"pooled"' "${fit[@]}" --hold-out 0.25 --json --rows rows.csv
same FF pooled/FF/fitted 1
same FF pooled/FF/held_out 2
ok test "$(awk -F, 'NR > 1' rows.csv | wc -l)" = 3000
ok grep -q '^t \[s\],run,part,FF_measured \[N\],FF_model \[N\],FF_residual \[N\]' rows.csv
good "all runs FF" "${fit[@]}" --rows rows.mat
good "all runs FF" "${fit[@]}" --rows rows.json

begin select
# The effort is friction alone here: with the inertia in it no law explains anything, and select says so.
awk -F, 'NR == 1 { print; next }
    { printf "%s,%s,%s,%.9f,%s\n", $1, $2, $3, ($3 > 0 ? 1.5 : -1.5) + 0.2*$3 + 0.01*sin(NR*NR), $5 }' \
    ../in/noisy.csv >../in/slid.csv
good "Nothing is determined" select ../in/noisy.csv --scenario ../in/pulled.yaml --input vd=v --match FF=u --runs run \
    --starts 1 --laws coulomb
# What was asked for and cannot be written is said, whichever file it is; the report is there.
for file in "--rows no.csv" "--plot no.svg" "-o no.yaml"; do
    code=0
    # shellcheck disable=SC2086 # an option and its file
    "$STICTION" identify select ../in/noisy.csv --scenario ../in/pulled.yaml --input vd=v --match FF=u --runs run --starts 1 \
        --laws coulomb $file >../stdout 2>../stderr || code=$?
    ok test "$code" -eq 1
    ok grep -qF "${file#* }: nothing is written, since no law explains the data" ../stderr
    ok grep -q "Nothing is determined" ../stdout
    ok test ! -e "${file#* }"
done
good '"pooled"' select ../in/slid.csv --scenario ../in/pulled.yaml --input vd=v --match FF=u --runs run --starts 1 \
    --laws coulomb --json --rows rows.csv
same FF fit/pooled/FF/fitted 1
rm -f rows.*

begin refused
bad "the ending says the format" power ../in/moved.csv --effort u --velocity v --rows rows.txt
bad "would be overwritten" power ../in/moved.csv --effort u --velocity v --rows ../in/moved.csv
bad "compares features" "${fit[@]}" --cycles --rows rows.csv
bad 'unknown option "--rows"' breakaway ../in/moved.csv --effort u --position x --rows rows.csv
summary
