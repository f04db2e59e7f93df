#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The ladder of servo gears, M1 ... M6: runs with different arms by tools/joint_log.py, which shares no code with Stiction, made
# with M2 ... M5: select, which fits every other run and judges by the rest, names that step.  SEEDS=20 RUNS=20
# (tests/long_ladder.sh): the right step or a simpler one in at least 18 of 20 seeds of each, a richer one in at most 1; here six
# runs of M4, seed 2, where what M2 and M3 found leads astray: searched from there alone M4 finds nothing, and M6 is named.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
first=2 seeds=1 starts=1 runs=${RUNS:-6} models=${MODELS:-M4}
[[ -z ${SEEDS:-} ]] || { first=1 && seeds=$SEEDS && starts=3; }
cat >servo.yaml <<'Y'
plant: servo
options: {motor: position}
parameters: {kt: 1.6 N*m/A, R: 2.2 Ohm}
controller: {kp: 6 1/rad, Ts: 10 ms}
friction:
  gear: {law: stribeck_load, Fs: 0.2 N*m, Fc: 0.15 N*m, vs: 0.2 rad/s, sigma2: 0.1 N*m*s/rad}
inputs: {qd: 0, supply: 12 V}
duration: 2 s
Y
choose=(identify select runs.csv --scenario servo.yaml --runs run --each J=parameters.J --each G=parameters.G
    --each start=initial.q --from-zero --input qd=goal --match q=q --laws ladder --starts "$starts" --hold-out-runs 0.5)
for model in $models; do
    right=0 simpler=0 richer=0
    for ((seed = first; seed < first + seeds; seed++)); do
        ok python3 "$SOURCE_DIR/tools/joint_log.py" ladder --model "$model" --seed "$seed" --runs "$runs" -o runs.csv
        ok "$STICTION" "${choose[@]}" >report.txt
        found=$(sed -n 's/^  ->  \(M[1-6]\):.*/\1/p' report.txt)
        if [[ $found == "$model" ]]; then right=$((right + 1))
        elif [[ $found < $model ]]; then simpler=$((simpler + 1))
        else richer=$((richer + 1)); fi
        [[ $found == "$model" ]] || echo "$model, seed $seed: $(grep '^  ->  ' report.txt)"
    done
    echo "$model: $right right, $simpler simpler, $richer richer of $seeds"
    ok test "$((20 * (right + simpler)))" -ge "$((18 * seeds))"
    ok test "$richer" -le 1
    ok test "$right" -ge 1
done
# One coefficient counts for both ends of the gear unless the other is given.
"$STICTION" describe stribeck_load >describe.txt
ok grep -Eq '^  k_e +1 +1 +k_m ' describe.txt
ok grep -Eq '^  k_es +1 +1 +k_ms ' describe.txt
summary
