#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Our files read by others: NumPy reads the CSV, SciPy the .mat, Python's json the .json, and all
# three hold the same numbers to the last bit.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
python=$SOURCE_DIR/.venv/bin/python
if [[ ! -x $python ]]; then
    echo "skipped: scipy: tools/venv.sh could not make .venv"
    exit 77
fi
for ending in csv mat json; do
    ok "$STICTION" run cylinder-4.5mA --quiet --set duration=0.5 -o "run.$ending"
done
cat >compare.py <<'P'
import json
import numpy as np
import scipy.io

names = [h.split(" [")[0] for h in open("run.csv").readline().strip().split(",")]
csv = np.loadtxt("run.csv", delimiter=",", skiprows=1)
mat = scipy.io.loadmat("run.mat", squeeze_me=True)
doc = json.load(open("run.json"))
assert csv.shape[0] > 100 and len(names) == csv.shape[1] > 5, csv.shape
for i, name in enumerate(names):
    assert np.array_equal(csv[:, i], mat[name.replace(".", "_")]), name
    assert doc["columns"][i]["name"] == name
    assert np.array_equal(csv[:, i], np.array(doc["columns"][i]["data"])), name
print("same", len(names), "columns,", csv.shape[0], "rows")
P
ok "$python" compare.py
# a study: laws by their places, from 1; what does not exist is NaN
for ending in csv mat; do
    ok "$STICTION" sweep block-stick-slip --vary law=list:coulomb,stribeck --vary 'Fs=list:1.5 N,0.1 N' \
        --metrics 'period,settling_time(band=1 %),end(x)' --quiet -o "study.$ending"
done
cat >study.py <<'P'
import csv
import numpy as np
import scipy.io

rows = list(csv.reader(open("study.csv")))
mat = scipy.io.loadmat("study.mat", squeeze_me=True)
number = lambda text: float(text) if text else np.nan
laws, status = {"coulomb": 1.0, "stribeck": 2.0}, {"done": 1.0, "invalid": 2.0, "failed": 3.0}
names = [h.split(" [")[0] for h in rows[0]]
assert names[:3] == ["number", "friction.contact.law", "friction.contact.Fs"] and len(rows) == 5, rows[0]
for i, name in enumerate(names):
    column = [r[i] for r in rows[1:]]
    values = [laws.get(c, status.get(c)) or number(c) for c in column]
    own = "".join(c if c.isalnum() else "_" for c in name)
    assert np.array_equal(values, mat[own], equal_nan=True), (name, values, mat[own])
assert str(mat["info"]["law"]) == "friction.contact.law: 1 coulomb, 2 stribeck", mat["info"]["law"]
assert str(mat["units"]["friction_contact_Fs"]) == "N"
P
ok "$python" study.py
summary
