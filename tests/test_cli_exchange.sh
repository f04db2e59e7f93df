#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# export and import: what is written is said and read back, and what cannot be is refused with the reason.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"

begin "BAM, there and back"
for model in m1 m2 m3 m4 m5 m6; do
    # damping of the joint itself would be read back as friction
    set=(--set parameters.C=0 --set friction.gear='{law: stribeck_load, Fs: 0.25 N*m, Fc: 0.25 N*m, vs: 0.1 rad/s, sigma2: 2.2 N*m*s/rad,
        k_m: 0, k_e: 0, k_ms: 0, k_es: 0}')
    case $model in
    m2) set+=(--set Fs=0.375) ;;
    m3) set+=(--set friction.gear.k_m=0.125 --set friction.gear.k_e=0.125) ;;
    m4) set+=(--set Fs=0.375 --set friction.gear.k_m=0.125 --set friction.gear.k_e=0.125 --set friction.gear.k_ms=0.0625 --set friction.gear.k_es=0.0625) ;;
    m5) set+=(--set Fs=0.375 --set friction.gear.k_m=0.125 --set friction.gear.k_e=0.25) ;;
    m6) set+=(--set Fs=0.375 --set friction.gear.k_m=0.125 --set friction.gear.k_eq=0.5 --set friction.gear.k_mq=0.25) ;;
    esac
    ok "$STICTION" export bam servo-lift --quiet "${set[@]}" -o ../in/first.json
    ok grep -q "\"model\": \"$model\"" ../in/first.json
    ok "$STICTION" import bam ../in/first.json --quiet -o ../in/back.yaml
    ok "$STICTION" export bam ../in/back.yaml --quiet --set "title=Servo gear lifting and lowering a load" -o ../in/second.json
    ok cmp -s ../in/first.json ../in/second.json
    "$STICTION" run servo-lift --quiet "${set[@]}" --set duration=3 -o ../in/ours.csv
    "$STICTION" run ../in/back.yaml --quiet --set 'inputs={u: {trapezoid: {levels: [0.5, 4.5, 0.5], times: [0, 4, 8]}}, load: 2}' \
        --set record.every=5ms --set duration=3 -o ../in/theirs.csv
    # m1 and m3 have no vs: it counts for nothing, but the engine steps otherwise.
    [[ $model = m[13] ]] || ok cmp -s ../in/ours.csv ../in/theirs.csv
done

begin "what BAM has and we have not"
echo '{"model": "m1", "actuator": "xl330", "kt": 0.5, "R": 3, "friction_base": 0.1, "friction_viscous": 0.01, "q_offset": 0.02}' >../in/more.json
good "# BAM: q_offset = 0.02" import bam ../in/more.json
ok grep -q "q_offset = 0.02 is not used" ../stderr
begin "what a model of BAM has and the file has not"
echo '{"model": "m4", "friction_base": 0.1, "friction_stribeck": 0.05, "load_friction_base": 0.1, "alpha": 1}' >../in/less.json
good "law: stribeck_load" import bam ../in/less.json
ok grep -q "which m4 has, and taken as 0 or as said: armature, friction_viscous, dtheta_stribeck (0.001 rad/s), load_friction_stribeck." ../stderr

begin "bad input"
echo '{"model": "m7", "friction_base": 0.1}' >../in/m7.json
bad 'm7.json:1:11: unknown model of BAM "m7"; allowed: m1, m2, m3, m4, m5, m6' import bam ../in/m7.json
echo '{"model": "viscous", "friction_base": 0.1}' >../in/other.json
bad 'other.json:1:11: unknown model of BAM "viscous"; allowed: m1, m2, m3, m4, m5, m6' import bam ../in/other.json
echo '{"friction_base": 0.1}' >../in/nameless.json
bad 'nameless.json:1:1: a file of BAM names its model: "model": "m1" to "m6"' import bam ../in/nameless.json
echo '{"model": "m1"}' >../in/empty.json
bad 'empty.json:1:1: friction_base is missing' import bam ../in/empty.json
echo '{"model": "m1", "friction_base": "much"}' >../in/word.json
bad 'word.json:1:34: friction_base must be a finite number' import bam ../in/word.json
stuck='k_m + k_ms must be below 1: friction would grow faster than the torque of the drive, and no drive breaks it away'
echo '{"model": "m5", "friction_base": 0.1, "load_friction_motor": 1.5}' >../in/stuck.json
bad "stuck.json:1:62: friction site gear, law stribeck_load: $stuck; here k_m is load_friction_motor" import bam ../in/stuck.json
bad "$stuck" check servo-lift --set friction.gear.k_m=0.6 --set friction.gear.k_ms=0.4
bad 'No such file' import bam ../in/absent.json
good 'The compensation of friction is not held' export mujoco block-hunting --set 'compensation=[{kind: push, band: 1 mm}]'
push=(export compensator block-hunting --set 'compensation=[{kind: push, band: 1 mm}]')
bad '"IF" is a word of Structured Text' "${push[@]}" --as structured-text --name IF
bad '"end" is a word of MATLAB' "${push[@]}" --as simulink-function --name end
bad 'numbers in REAL are there in Structured Text alone' "${push[@]}" --real real
bad 'unknown format "mujco"; did you mean "mujoco"?' export mujco servo-lift
bad 'unknown format "matlab"; allowed: mujoco, urdf, bam, feedforward' export matlab servo-lift
bad 'unknown format "urdf"; allowed: bam' import urdf ../in/m7.json
bad 'export needs a format and a scenario; "stiction help export" shows how' export mujoco
bad 'chain is not a single joint; what is exported is one hinge or one slide: plant block or servo' export mujoco chain-joint
bad 'an imposed motion has no model of a joint: choose drive force, spring or pid' export mujoco block-seal-loop
bad 'BAM describes servos, a motor that turns a joint; the plant block is none' export bam block-stick-slip
holds='BAM holds friction that falls with speed and grows with drive and load, as stribeck and stribeck_load have it;'
bad "$holds lugre has a law that never stands still exactly" export bam servo-lift --law lugre
bad "$holds hybrid has a law with states of its own" export bam servo-lift --law hybrid
bad "$holds coulomb_load has efficiencies" export bam servo-lift --law coulomb_load --set friction.gear.eta_din_opp=0.8
bad "$holds coulomb_map has levels over the position" export bam servo-lift --law coulomb_map
bad "$holds coulomb has Fs above Fc without a falling part" export bam servo-lift --law coulomb
bad '--timestep 0: out of range; allowed: 1e-9 s to 1 s' export mujoco servo-lift --timestep 0

bad '-o x.json: the ending says the format; it can be .xml .mjcf -' export mujoco servo-lift -o x.json
bad '-o x.xml: the ending says the format; it can be .json -' export bam servo-lift -o x.xml
bad '-o x.json: the ending says the format; it can be .yaml .yml -' import bam ../in/more.json -o x.json

begin "efficiencies"
bad 'eta_opp = "0" is out of range; allowed: 0.001 to 1' check servo-lift --law lugre --set friction.gear.eta_opp=0
bad 'eta_opp = "1.2" is out of range; allowed: 0.001 to 1' check servo-lift --law lugre --set friction.gear.eta_opp=1.2
bad 'eta_aid = "1.2" is out of range; allowed: -1000 to 1' check servo-lift --law lugre --set friction.gear.eta_aid=1.2
bad 'eta_din_opp = "0" is out of range; allowed: 0.001 to 1' check servo-lift --law coulomb_load --set friction.gear.eta_din_opp=0
bad 'eta_stat_aid = "1.1" is out of range; allowed: -1000 to 1' check servo-lift --law coulomb_load --set friction.gear.eta_stat_aid=1.1

good '' run servo-lift --law coulomb_load --set friction.gear.eta_din_aid=-2 --set duration=1ms -o ../in/aid.csv
ok grep -q 'eta_stat_aid = -2  *(eta_din_aid, or 2 - 1/eta_stat_opp where that is given)' ../stderr
good '' run servo-lift --law coulomb_load --set friction.gear.eta_stat_opp=0.8 --set duration=1ms -o ../in/aid.csv
ok grep -q 'eta_stat_aid = 0.75  *(eta_din_aid, or 2 - 1/eta_stat_opp where that is given)' ../stderr

begin "words about what is lost"
good 'frictionloss="0.25"' export mujoco servo-lift
ok grep -q "The load of 2 N\*m is not written" ../stderr
ok grep -q "No Stribeck effect: breakaway at 0.35 N\*m becomes 0.25 N\*m" ../stderr
good '<dynamics damping="0.4" friction="1"/>' export urdf block-stick-slip
good 'frictionloss="0"' export mujoco servo-lift --law none
ok test "$(grep -c 'never holds' ../stderr)" = 0
summary
