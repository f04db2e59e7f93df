#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The same numbers as a force over a way and as a torque over an angle: stiction identify finds the same numbers, in the
# units of each, in text, JSON and figures, and writes a scenario that the program takes.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
command=(identify) patience=$((60 * ${SLOWER:-1}))

mkdir ../bin
printf '#!/bin/sh\ncat >"$SCRIPT"\necho "<svg>..........</svg>"\n' >../bin/gnuplot
chmod +x ../bin/gnuplot
export SCRIPT=$work/script PATH=$work/bin:$PATH

# turned NAME: ../in/NAME.csv as ../in/NAME-turned.csv, in rad and N*m.
turned() { sed '1{s/\[m\/s\]/[rad\/s]/g; s/\[m\]/[rad]/g; s/\[mm\]/[mrad]/g; s/\[N\]/[N*m]/g}' "../in/$1.csv" >"../in/$1-turned.csv"; }

# numbers: the values of the parameters in ../stdout, without their units.
numbers() { awk '/^  parameter/ { on = 1; next } /^$/ { on = 0 } on { print $1, $2 }' ../stdout; }

# alike FRAGMENT METHOD DATA OPTION...: both forms of the data give the same numbers.
alike() {
    local fragment=$1 method=$2 data=$3 linear
    shift 3
    good "$fragment" "$method" "../in/$data.csv" --effort u "$@"
    linear=$(numbers)
    rm -f ../script
    good "$fragment" "$method" "../in/$data-turned.csv" --effort u "$@" --plot figure.svg
    ok test "$(numbers)" = "$linear"
    ok test -n "$linear"
    ok grep -q 'N\*m' ../stdout
    ok test -s ../script
    rm -f figure.svg
    good "${kind-\"kind\": \"rotary\"}" "$method" "../in/$data-turned.csv" --effort u "$@" --json
    good "$fragment" "$method" "../in/$data-turned.csv" --effort u "$@" -o found.yaml
    rm -f found.yaml
}

moved_csv >../in/moved.csv
sines_csv >../in/sines.csv
"$STICTION" run block-pre-sliding --quiet -o ../in/pre.csv
"$STICTION" run block-limit-cycle --set record.every=20ms --quiet -o ../in/hunt.csv
for data in moved sines pre hunt; do turned "$data"; done

# axis UNIT: what the figure of the last command draws, up to what the script escapes.
axis() { ok grep -qF "[$1]" <(sed 's/\\133/[/g; s/\\135/]/g; s/\\057/\//g' ../script); }
# Results are printed in rad; figures of angles below two turns were in degrees.
in_radians() {
    axis "$1"
    ok test "$(grep -c '°' ../script)" -eq 0
}

alike "Balance of power" power moved --position x
alike "Balance of power" power moved --velocity v --asymmetric
alike "Balance of power" power moved --position x --no-viscous --no-offset
alike "intervals" curve moved --velocity v --mass 2 --bins 20
in_radians rad/s
alike "Relative error" inverse moved --position x
in_radians rad/s
alike "Relative error" inverse moved --velocity v --asymmetric --robust --decimate 2
alike "Relative error" inverse moved --position x --velocity v --spring --position-terms 1 --no-offset
alike "Relative error" inverse moved --position x --stribeck --hold-out 0.3 --order 2 --cutoff 40Hz
alike "Relative error" inverse moved --position x --vs 0.1 --exponent 2 --skip 50 --skip-end 50 --dead-speed 0.01
alike "Relative error" inverse moved --position x --speed-reference v --sign reference --mass 2
alike "Relative error" inverse moved --position x --reference x --sign reference
kind='"method": "sine"' alike "sinusoidal speed" sine sines --position x --sides
alike "Pre-sliding" ramp pre --position x
in_radians rad
alike "Limit cycles" cycles hunt --position x
in_radians rad
breakaway=("Breakaway levels" breakaway ../in/hunt-turned.csv --effort u --position x)
good "${breakaway[@]}" --plot figure.svg
in_radians rad
rm -f figure.svg
ok grep -q '^  mean 1.49.* N\*m' ../stdout
good '"kind": "rotary"' "${breakaway[@]:1}" --json
good fitted fit ../in/moved-turned.csv --effort u --position x --law coulomb --free Fc,m=1 --starts 1 --plot figure.svg
in_radians rad
rm -f figure.svg

good rad check ../in/moved-turned.csv --position x --effort u --mass 2
good '"kind": "rotary"' check ../in/moved-turned.csv --position x --effort u --json
for unit in rad deg turn; do good rad/s check --resolution "1e-3 $unit" --sample 1ms; done
good m/s check --resolution 1mm --sample 1ms --mass 2kg --mass-error 0.1kg --effort-max 10N --speed-max 1m/s
good rad/s check --rotary --resolution 0.001 --sample 1ms

# Integrated speeds must not shift the effort against the way: Fv 0.7, Fc 1.3 of above to a hundredth.
good "Balance of power" power ../in/moved.csv --effort u --velocity v
ok awk '$1 == "fv" { found = $2 > 0.693 && $2 < 0.707; exit } END { exit !found }' ../stdout
ok awk '$1 == "fc" { found = $2 > 1.287 && $2 < 1.313; exit } END { exit !found }' ../stdout

# A rotary result is a rotary plant, which fits take with the same data; a linear one is refused with the way out.
good "Inverse model" inverse ../in/moved-turned.csv --effort u --position x --velocity v -o found.yaml
ok grep -q '^plant: servo' found.yaml
ok awk '/J: / { sub(/.*J: /, ""); found = $1 > 1.9999 && $1 < 2.0001 && /kg\*m\^2/ } END { exit !found }' found.yaml
start="--set initial.q=0 --set initial.w=1.75248"
# shellcheck disable=SC2086
good "J " fit ../in/moved-turned.csv --scenario found.yaml --input u=u --match w=v $start --to 1s --free J,Fc --starts 1
ok awk '$1 == "J" { found = $2 > 1.98 && $2 < 2.02; exit } END { exit !found }' ../stdout
rm -f found.yaml
bad "a servo is rotary" fit ../in/moved-turned.csv --scenario block-emps --match x=x --free m

# Gravity of an arm, G 0.8 N*m, hanging at 0.4 rad: fits find it beside law, inertia and load, and so does the
# inverse model; their scenarios have it.
"$STICTION" new servo >../in/arm.yaml
arm=(../in/arm.yaml --set options.motor=torque --set parameters.J=0.03 --set parameters.G=0.8 --set parameters.q0=0.4
    --law coulomb --set friction.gear.Fs=0.35 --set friction.gear.Fc=0.35 --set friction.gear.sigma2=0.08
    --set "inputs.u=[{sine: {amplitude: 1.2, frequency: 0.4}}, {sine: {amplitude: 0.5, frequency: 1.3}}]"
    --set "sensors.q.noise=0.1 mrad" --set "sensors.u.noise=5 mN*m" --set record.every=2ms --set duration=10s)
ok "$STICTION" run "${arm[@]}" --quiet -o ../in/arm.csv
for method in "fit --law coulomb --free Fc,sigma2,m,offset.FF" inverse; do
    # shellcheck disable=SC2086
    good "hang" $method ../in/arm.csv --effort u_meas --position q_meas --gravity -o found.yaml
    ok awk '$1 == "G" { found = $2 > 0.79 && $2 < 0.81; exit } END { exit !found }' ../stdout
    ok awk '$1 == "hang" { found = $2 > 0.399 && $2 < 0.401; exit } END { exit !found }' ../stdout
    ok awk '$1 == "Fc" { found = $2 > 0.3485 && $2 < 0.3515; exit } END { exit !found }' ../stdout
    ok grep -q '^plant: servo' found.yaml
    ok grep -q ' J: 0.0[23]' found.yaml
    ok grep -Eq ' G: 0.(79|80)' found.yaml
    ok grep -Eq 'q0: 0.(39|40)' found.yaml
    ok grep -q 'load: ' found.yaml
    ok "$STICTION" run found.yaml --quiet
    rm -f found.yaml
done
for method in curve power; do
    good "hang" $method ../in/arm.csv --effort u_meas --position q_meas --gravity
    ok awk '$1 == "G" { found = $2 > 0.79 && $2 < 0.81; exit } END { exit !found }' ../stdout
    ok awk '$1 == "hang" { found = $2 > 0.398 && $2 < 0.402; exit } END { exit !found }' ../stdout
    ok awk 'tolower($1) == "fc" { found = $2 > 0.3465 && $2 < 0.3535; exit } END { exit !found }' ../stdout
done
# On a linear axis the weight m*g is subtracted: 19.62 N of 2 kg, and the curve is the one without it.
awk -F, -v OFS=, 'NR > 1 { $4 = sprintf("%.9f", $4 + 2*9.81) } { print }' ../in/moved.csv >../in/heavy.csv
good "intervals" curve ../in/moved.csv --effort u --velocity v --mass 2 --bins 20
light=$(awk '$1 == "Fc" { print $1, $2; exit }' ../stdout)
good "intervals" curve ../in/heavy.csv --effort u --velocity v --mass 2 --bins 20 --gravity
ok test "$(awk '$1 == "Fc" { print $1, $2; exit }' ../stdout)" = "$light"
ok test -n "$light"
good "gravity does (sin and cos)" fit ../in/arm.csv --effort u_meas --position q_meas --law coulomb --free Fc,sigma2,m
ok grep -q -- '--gravity' ../stdout
good "G " select ../in/arm.csv --effort u_meas --position q_meas --laws coulomb --free m --gravity
bad "the plant \"servo\" has its own gravity: free or set its parameters G, q0" fit ../in/arm.csv --scenario ../in/arm.yaml \
    --match q=q_meas --input u=u_meas --free J --gravity
bad "no parameter of gravity; these have: cylinder, chain, servo" fit ../in/moved.csv --scenario block-emps --match x=x --free m --gravity
bad "the weight of a linear axis is offset.FF" fit ../in/moved.csv --effort u --position x --law coulomb --free Fc --gravity
bad "takes the angle" fit ../in/moved-turned.csv --effort u --velocity v --law coulomb --free Fc --gravity

# A load that was measured: its efficiency and the friction that it adds are in the scenario, a spring is not.
awk -F, -v OFS=, 'NR == 1 { print $0, "L [N]"; next } {
    L = 3 + 2*sin(1.3*$1); print $1, $2, $3, $4 + 0.8*L + ($3 > 0 ? 0.2 : -0.2)*L, L }' ../in/moved.csv >../in/load.csv
good "Inverse model" inverse ../in/load.csv --effort u --position x --velocity v --load L -o found.yaml
ok grep -q 'law: coulomb_load' found.yaml
# 1/(1 + 0.2/0.8)
ok awk '/eta_din_opp: / { sub(/.*eta_din_opp: /, ""); found = $1 > 0.7999 && $1 < 0.8001 } END { exit !found }' found.yaml
ok grep -q 'eta_din_aid: 0.75' found.yaml # 1 - 0.2/0.8
ok grep -q 'T0_din: 1.3' found.yaml
ok "$STICTION" run found.yaml --quiet
rm -f found.yaml
good "Inverse model" inverse ../in/moved.csv --effort u --position x --velocity v --spring -o found.yaml
ok grep -q 'a scenario has no place for K = ' ../stderr
ok grep -q '^# Found as well, but a scenario has no place for it: K = ' found.yaml
rm -f found.yaml

# Rows with weights, and a second file to try the result on.
awk -F, -v OFS=, '{ print $0, NR == 1 ? "w" : NR % 3 == 0 ? 0 : 1 }' ../in/moved.csv >../in/weighed.csv
good "Relative error" inverse ../in/weighed.csv --effort u --position x --weight w
good "Relative error" inverse ../in/moved.csv --effort u --position x --validate ../in/weighed.csv
awk -F, -v OFS=, '{ print $0, NR == 1 ? "w" : -1 }' ../in/moved.csv >../in/weighed.csv
bad "weight" inverse ../in/weighed.csv --effort u --position x --weight w
bad "cannot read the file" inverse ../in/moved.csv --effort u --position x --validate ../in/nothing.csv
bad "a value of 0 or more" inverse ../in/moved.csv --effort u --position x --mass -1
bad "reference" inverse ../in/moved.csv --effort u --position x --sign reference

summary
