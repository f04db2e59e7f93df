#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The package for Octave and MATLAB, in Octave: tests/octave.
. "$(dirname "${BASH_SOURCE[0]}")/octave_package.sh"

# ---- What the program does: runs, and the cases of its own test of bad input ----

mkdir runs bad
for name in $("$STICTION" list scenarios --names); do
    "$STICTION" run "$name" --quiet -o "runs/$name.mat" 2>/dev/null
done

# note FRAGMENT COMMAND SCENARIO [--set PATH=VALUE | --law LAW]...: a case of the options that run() has too.
cases=0
note() {
    local fragment=$1 name=${3:-} rest=("${@:4}") out=bad/$((cases + 1))
    [[ ($2 == run || $2 == check) && -n $name && $name != -* && ${#rest[@]} -ge 2 ]] || return 0
    for ((i = 0; i < ${#rest[@]}; i += 2)); do
        [[ ${rest[i]} == --law || (${rest[i]} == --set && ${rest[i + 1]:-} == ?*=*) ]] || return 0
    done
    cases=$((cases + 1))
    printf '%s\n' "$name" "${rest[@]}" >"$out.case"
    printf '%s' "$fragment" >"$out.fragment"
    "$STICTION" run "$name" --quiet "${rest[@]}" 2>&1 >/dev/null | sed -n '1s/^stiction: //p' >"$out.said" || true
}
# note_file FRAGMENT TEXT: a scenario file.
note_file() {
    cases=$((cases + 1))
    printf '%b' "$2" >"bad/$cases.yaml"
    cp "bad/$cases.yaml" bad.yaml # messages name the file, and one case inherits from itself
    printf '%s' "$1" >"bad/$cases.fragment"
    "$STICTION" run bad.yaml --quiet 2>&1 >/dev/null | sed -n '1s/^stiction: //p' >"bad/$cases.said" || true
}
source=$SOURCE_DIR/tests/test_cli_bad_input.sh
eval "$(grep '^head=' "$source")"
eval "$(grep -E "^bad '" "$source" | grep -v '\\$' | grep -v 'pid\[' | sed 's/^bad /note /')"
eval "$(grep -E "^bad_file '" "$source" | sed 's/^bad_file /note_file /')"
[[ $cases -gt 40 ]] || { echo "only $cases cases of bad input" && exit 1; }

# Fits of a model: a record that is made with other friction, 0.9 N and 0.35 N*s/m.
cat >shaken.yaml <<'YAML'
plant: block
parameters: {m: 1 kg}
friction: {contact: {law: coulomb, Fs: 1.5 N, Fc: 1 N, sigma2: 0.1 N*s/m}}
inputs: {u: {sine: {amplitude: 3 N, frequency: 0.4 Hz}}}
duration: 10 s
record: {every: 20 ms}
YAML
"$STICTION" run shaken.yaml --set friction.contact.Fc=0.9 --set friction.contact.sigma2=0.35 --quiet -o shaken.csv
"$STICTION" identify fit shaken.csv --scenario shaken.yaml --match x=x --input u=u --free Fc=1.2N,sigma2 \
    --hold-out 0.3 --starts 2 --json >fit.json 2>/dev/null
"$STICTION" identify select shaken.csv --scenario shaken.yaml --match x=x --laws coulomb,dahl --starts 1 \
    --json >select.json 2>/dev/null

# Of a measured motion, without a plant.
"$STICTION" identify fit "$SOURCE_DIR/docs/data/tribometer.csv" --effort friction_force --position x --gain friction_force=-1 \
    --law gms --elements 2 --free Fc,k,nu,offset.FF --hold-out 0.5 --starts 3 --json >contact.json 2>/dev/null

octave "test_runs, test_bad_input, test_verbs, test_simulation, test_fit, test_memory"

data=$SOURCE_DIR/../shared/data/emps_id.csv
if [[ -e $data ]]; then
    "$STICTION" identify inverse "$data" --effort force_N --position q_m >emps.txt 2>/dev/null
    "$STICTION" identify inverse "$data" --effort force_N --position q_m --json >emps.json 2>/dev/null
    "$STICTION" identify power "$data" --effort u_V --gain u_V="35.15 N/V" --position q_m --json >power.json 2>/dev/null
    EMPS=$data octave "test_emps"
else
    echo "skipped: shared: EMPS was not identified in Octave"
fi

# What docs/octave.md shows.
awk '/^```matlab$/ { code = 1; next } /^```$/ { code = 0 } code' "$SOURCE_DIR/docs/octave.md" |
    sed 's/^addpath matlab .*//; s/^plot(.*//' >page.m
[[ $(wc -l <page.m) -gt 25 ]]
octave "more off; page" >page.txt
