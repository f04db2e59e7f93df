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
summary
