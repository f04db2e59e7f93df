#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# From the log of a robot joint to a model: the record of tools/joint_log.py, which shares no code with Stiction, and the
# command of docs/joint.md.  SEEDS=10 (tests/long_joint_log.sh): inertia, gravity and levels within 5 % for at least nine of
# ten seeds, and at least 43 of the 50 intervals hold the truth; one seed here.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
seeds=${SEEDS:-1} most=5
right=0 held=0
for ((seed = 1; seed <= seeds; seed++)); do
    ok python3 "$SOURCE_DIR/tools/joint_log.py" log --seed "$seed" -o joint.csv
    ok "$STICTION" identify inverse joint.csv --effort i --kt '2.5 N*m/A' --position q --velocity w --gravity --stribeck \
        -o joint.yaml >report.txt
    # name value unit low ... high
    read -r near inside < <(awk -v most="$most" '
        BEGIN { truth["M"] = 0.03; truth["G"] = 0.59; truth["Fc"] = 0.25; truth["Fs"] = 0.35; truth["Fv"] = 0.2 }
        $1 in truth && $5 == "..." {
            t = truth[$1]; n++
            near += $2/t > 1 - most/100 && $2/t < 1 + most/100
            inside += $4 <= t && $6 >= t
        }
        END { print n == 5 && near == 5, inside + 0 }' report.txt)
    right=$((right + near)) held=$((held + inside))
    echo "seed $seed: within $most %: $near, intervals that hold the truth: $inside of 5"
done
echo "$right of $seeds within $most %, $held of $((5 * seeds)) intervals hold the truth"
ok test "$((10 * right))" -ge "$((9 * seeds))"
ok test "$((50 * held))" -ge "$((43 * 5 * seeds))"
# A joint: it runs, and goes to other tools.
ok grep -q '^plant: servo' joint.yaml
ok "$STICTION" run joint.yaml --quiet
ok "$STICTION" export mujoco joint.yaml --quiet -o joint.xml
summary
