#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# tune: what it finds is what a fine grid finds, with the numbers of sweep and run; the same whatever the threads.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"

one=(tune eha-step --tune GAP=log:0.5:5 --minimise rise_time --subject-to 'overshoot < 20 %')
if ! "$STICTION" "${one[@]}" --evaluations 2 >/dev/null 2>../stderr && grep -q "made without NLopt" ../stderr; then
    echo "skipped: NLopt: nothing is tuned"
    exit 77
fi

begin "one gain"
ok "$STICTION" "${one[@]}" --evaluations 60 --json --threads 2 >../in/two.json
ok "$STICTION" "${one[@]}" --evaluations 60 --json --threads 1 -o ../in/tuned.yaml >../in/one.json
ok cmp -s ../in/one.json ../in/two.json
ok "$STICTION" sweep eha-step --vary GAP=log:0.5:5:101 --metrics rise_time,overshoot --quiet -o ../in/grid.csv
ok "$STICTION" run ../in/tuned.yaml --json >../in/run.json
cat >../in/grid.py <<'END'
import csv, json
rows = list(csv.DictReader(open("../in/grid.csv")))
found = json.load(open("../in/one.json"))
best = min((r for r in rows if r["rise_time [s]"] and float(r["overshoot"]) < 0.2), key=lambda r: float(r["rise_time [s]"]))
gain, scores = found["gains"][0]["value"], found["scores"]
# 101 values over a decade: a step is 2.3 %.  The limit decides, so that the search is beyond the last good value of the grid.
assert 1.0 <= gain / float(best["controller.GAP [A/m]"]) < 1.0235, (gain, best)
assert scores[0]["value"] <= float(best["rise_time [s]"]), (scores, best)
assert scores[1]["value"] < 0.2 and scores[1]["share"] == 1 and scores[1]["missing"] == 0, scores
assert found["status"] == "found" and found["runs_each"] == 1, found
END
command -v python3 >/dev/null && ok python3 ../in/grid.py
good "base: eha-step" "${one[@]}" --evaluations 20 -o -

begin "over an ensemble"
many=(--tune GAP=log:0.5:5 --tune GAD=0:0.01 --vary Fc=+-20% --vary MJ=+-10% --robust 75% --samples 16 --minimise rise_time --subject-to 'overshoot < 10 %')
ok "$STICTION" tune eha-step "${many[@]}" --evaluations 40 --json --threads 2 >../in/many.json
ok "$STICTION" tune eha-step "${many[@]}" --evaluations 40 --json --threads 1 >../in/alone.json
ok cmp -s ../in/many.json ../in/alone.json
cat >../in/gains.py <<'END'
import json
for g in json.load(open("../in/many.json"))["gains"]:
    print("--set", g["quantity"] + "=" + repr(g["value"]))
END
cat >../in/quantile.py <<'END'
import csv, json
rows = list(csv.DictReader(open("../in/sample.csv")))
scores = json.load(open("../in/many.json"))["scores"]
# three quarters of 16 runs: the 12th by size
assert sorted(float(r["rise_time [s]"]) for r in rows)[11] == scores[0]["value"], scores
assert sorted(float(r["overshoot"]) for r in rows)[11] == scores[1]["value"] < 0.1, scores
assert sum(float(r["overshoot"]) < 0.1 for r in rows) / 16 == scores[1]["share"] >= 0.75, scores
END
if command -v python3 >/dev/null; then
    # shellcheck disable=SC2046 # words
    ok "$STICTION" sweep eha-step $(python3 ../in/gains.py) --vary Fc=+-20% --vary MJ=+-10% --samples 16 --metrics rise_time,overshoot --quiet -o ../in/sample.csv
    ok python3 ../in/quantile.py
fi
good 'What "overshoot < 10 %" costs' tune eha-step "${many[@]}" --evaluations 40

begin "nothing fits"
code=0
"$STICTION" tune eha-step --tune GAP=1.9:2.1 --minimise settling_time --evaluations 5 --json -o none.yaml >../stdout 2>../stderr || code=$?
ok test $code -eq 1
ok grep -q "no candidate has the metric that is minimised: nothing is written" ../stderr
ok grep -q '"missing": 1' ../stdout
ok test ! -e none.yaml

begin "bad input"
bad 'tune needs --tune' tune eha-step --minimise rise_time
bad 'tune needs --minimise' tune eha-step --tune GAP=1:2
bad '--tune "GAPP=1:2": ' tune eha-step --tune GAPP=1:2 --minimise rise_time
for range in 0.5 log:0.5 1:2:3 log:1:2:3; do
    bad "--tune \"GAP=$range\": it is written ADDRESS=FROM:TO, log:FROM:TO or +-50 %" tune eha-step --tune GAP=$range --minimise rise_time
done
for range in controller.Kp =1:2; do
    bad "--tune \"$range\": it is written ADDRESS=FROM:TO, log:FROM:TO or +-50 %" tune eha-step --tune $range --minimise rise_time
done
bad '--tune "GAP=5:1": TO must lie above FROM' tune eha-step --tune GAP=5:1 --minimise rise_time
bad '--tune "GAP=log:5:1": TO must lie above FROM' tune eha-step --tune GAP=log:5:1 --minimise rise_time
bad 'it is written ADDRESS=FROM:TO' tune eha-step --tune GAP=log:0:2 --minimise rise_time
bad '--minimise "rise": there is no metric "rise"' tune eha-step --tune GAP=1:2 --minimise rise
bad '--subject-to "overshoot": it is written METRIC < VALUE' tune eha-step --tune GAP=1:2 --minimise rise_time --subject-to overshoot
bad 'controller.GAP varies twice' tune eha-step --tune GAP=1:2 --vary GAP=+-10% --minimise rise_time
bad '--robust' tune eha-step --tune GAP=1:2 --minimise rise_time --robust 120%
bad '-o' tune eha-step --tune GAP=1:2 --minimise rise_time -o out.csv

summary
