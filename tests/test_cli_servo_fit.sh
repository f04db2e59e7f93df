#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Fits of servos with position firmware: the goal is held between samples, whole runs are held out, and what motion
# determines of the motor has intervals.  Runs by tools/joint_log.py, which shares no code with Stiction: kt 1.6 N*m/A,
# R 2.2 Ohm, Fc 0.25, Fs 0.35 N*m, vs 0.1 rad/s, sigma2 0.2 N*m*s/rad.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
cat >../in/servo.yaml <<'Y'
plant: servo
options: {motor: position}
parameters: {kt: 1.5 N*m/A, R: 2.2 Ohm}
controller: {kp: 6 1/rad, Ts: 10 ms}
friction:
  gear: {law: stribeck_load, Fs: 0.3 N*m, Fc: 0.2 N*m, vs: 0.1 rad/s, sigma2: 0.2 N*m*s/rad}
inputs: {qd: 0, supply: 12 V}
duration: 2 s
Y
ok python3 "$SOURCE_DIR/tools/joint_log.py" ladder --model M2 --seed 41 --runs 6 -o ../in/runs.csv
command=(identify fit ../in/runs.csv --scenario ../in/servo.yaml --runs run --each J=parameters.J --each G=parameters.G
    --each start=initial.q --from-zero --input qd=goal --match q=q --starts 1)
number() { grep -E "^ +$1 " ../stdout | awk '{print $2}'; }
holds() { # NAME TRUTH: the 95 % interval holds it
    ok awk -v name="$1" -v truth="$2" '$1 == name && $5 == "..." { good = $4 <= truth && truth <= $6 } END { exit !good }' ../stdout
}

begin "the goal" # a firmware that is faster than the log sees what is between its rows
faster=(--free Fc,Fs --set controller.Ts=4ms)
good 'The goal qd is held between its samples' "${faster[@]}"
held=$(number Fc)
good '' "${faster[@]}" --hold
ok test "$(number Fc)" = "$held"
ok test -z "$(grep 'is held between' ../stdout)"
good '' "${faster[@]}" --lines
ok test "$(number Fc)" != "$held"

begin "whole runs"
good 'kt/R' --free Fc,Fs,vs,kt,R --hold-out-runs 0.34
ok test "$(grep -c '^  J=.* q  *fitted  *200 ' ../stdout)" -eq 4
ok test "$(grep -c '^  J=.* q  *held out  *200 ' ../stdout)" -eq 2
# what is held out is met as well as what was fitted: 0.5 mrad of noise and an encoder of 1.5 mrad
ok awk '/all runs q/ && /held out/ { good = $7 < 0.001 } END { exit !good }' ../stdout
begin "the motor"
holds kt/R 0.7272727
holds kt^2/R 1.1636364
holds kt 1.6
ok grep -q 'a measured current' ../stdout
if [[ -z ${SANITIZED:-} ]]; then # the same path once more, for its numbers
    good 'kt^2/R (braking' --free Fc,Fs,vs,sigma2,kt,R
    holds kt/R 0.7272727
fi

begin "bad input"
bad 'takes the place of --hold-out' --free Fc --hold-out-runs 0.5 --hold-out 0.5
bad 'of 6 runs is none' --free Fc --hold-out-runs 0.1
bad 'a part from 0 to 0.95' --free Fc --hold-out-runs 1.5
command=(identify select "${command[@]:2}")
bad 'takes the place of --hold-out-runs' --laws ladder --folds 4 --hold-out-runs 0.5
summary
