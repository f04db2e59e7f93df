#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What the figures of stiction identify show: titles, axes, curves.  The program finds a gnuplot that keeps what it is told
# and draws nothing; test_cli_figures.sh has the true one.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
command=(identify) patience=$((60 * ${SLOWER:-1}))

mkdir ../bin
cat >../bin/gnuplot <<'END'
#!/bin/sh
cat >"$SCRIPT"
echo '<svg>..........</svg>'
END
chmod +x ../bin/gnuplot
export SCRIPT=$work/script PATH=$work/bin:$PATH

# drawn FRAGMENT ARGUMENT...: a figure is made, and standard output holds FRAGMENT.
drawn() {
    rm -f ../script
    good "$1" "${@:2}" --plot figure.svg
    ok test -s figure.svg
    rm -f figure.svg
}

# shows COUNT TEXT: so many lines of the script hold the text; gnuplot's escapes are undone first.
shows() {
    local count
    count=$(sed 's/\\133/[/g; s/\\135/]/g; s/\\072/:/g; s/\\075/=/g; s/\\057/\//g; s/\\055/-/g; s/\\056/./g' ../script | grep -cF -- "$2")
    if [[ $count -eq $1 ]]; then passed=$((passed + 1)); else fail "${count} instead of $1 lines with $2"; fi
}

# ---- Levels and pre-sliding ----

"$STICTION" run block-limit-cycle --set record.every=10ms -o ../in/hunt.csv --quiet
hunt=(../in/hunt.csv --effort u --position x)
drawn "Breakaway levels" breakaway "${hunt[@]}"
shows 1 'set title "forward"'
shows 1 'set title "backward"'
shows 1 'title "polynomial"'
drawn "Limit cycles" cycles "${hunt[@]}"
shows 2 'with lines lw 1.6 dt solid'
shows 0 'with lines lw 1.6 dt (6,4)'
drawn "Limit cycles" cycles "${hunt[@]}" --against block-limit-cycle
shows 1 'title "measured"'
shows 1 'title "modelled"'
shows 2 'with lines lw 1.6 dt (6,4)'
"$STICTION" run block-pre-sliding --quiet -o ../in/pre.csv
drawn "Pre-sliding" ramp ../in/pre.csv --effort u --position x
shows 1 'starts of the branches'

# ---- Fits: rows ----

spring_block '1 s' '4 ms' >../in/bench.yaml
"$STICTION" run ../in/bench.yaml --set friction.contact.Fc=5N -o ../in/data.csv --quiet
fit=(fit ../in/data.csv --scenario ../in/bench.yaml --free Fc --starts 1)
drawn "held out" "${fit[@]}" --match x=x --match u=u --hold-out 0.3
shows 1 'x: measured and model'
shows 1 'u: what is left'
shows 2 'title "held out from here"'
drawn fitted "${fit[@]}" --match x=x
shows 0 'title "held out from here"'
drawn fitted fit ../in/data.csv --effort FF --velocity v --law coulomb --free Fc --starts 1
shows 1 'set xlabel "velocity [mm/s]"'
shows 3 'with points pt 7'
drawn fitted fit ../in/data.csv --effort FF --position x --law coulomb --free Fc --starts 1
shows 1 'set xlabel "position [mm]"'
awk -F, -v OFS=, 'FNR == 1 { if (!n++) print "K,"$0; next } { print K, $0 }' K=900 ../in/data.csv K=1100 ../in/data.csv >../in/two.csv
drawn 'K=1100 x' fit ../in/two.csv --runs K --each K=parameters.K --scenario ../in/bench.yaml --match x=x --free Fc --starts 1
shows 1 'set title "K=900'
shows 2 'title "model"'

# ---- Fits: means of runs at constant speed, Fc 2 N, Fs 2.5 N, vs 0.15 m/s, Fv 0.3 ----

awk 'BEGIN {
    print "t [s],v [m/s],u [N],run [1]"
    for (i = 0; i < 3000; i++) {
        run = int(i/500) + 1; side = run % 2 ? 1 : -1; v = side*0.1*int((run + 1)/2)
        printf "%.3f,%.6f,%.6f,%d\n", i/500, v, side*(2 + 0.5*exp(-(v/0.15)^2)) + 0.3*v, run
    }
}' >../in/means.csv
means=(fit ../in/means.csv --effort u --velocity v --law stribeck --free Fc,Fs,vs --set sigma2=0.3 --starts 1)
drawn fitted "${means[@]}" --runs run --means
shows 1 'set xlabel "velocity [mm/s]"'
ok awk '$1 == "Fc" { found = $2 > 1.9 && $2 < 2.1; exit } END { exit !found }' ../stdout
bad 'takes the mean of each' "${means[@]}" --means
bad 'its value must stay the same' "${means[@]}" --runs t --means

# ---- Fits: cycles of stick-slip ----

for speed in 0.1 0.15; do
    "$STICTION" run block-stick-slip --set inputs.y.ramp.slope=$speed --set record.every=20ms --set duration=60 -o ../in/run.csv --quiet
    awk -v speed=$speed -v OFS=, 'NR == 1 { print "speed,"$0 } NR > 1 { print speed, $0 }' ../in/run.csv
done | awk 'NR == 1 || !/^speed/' >../in/slip.csv
slip=(fit ../in/slip.csv --runs speed --each speed=inputs.y.ramp.slope --scenario block-stick-slip --match u=u --cycles)
drawn 'stick-slip' "${slip[@]}" --free Fs --evaluate
shows 2 'set title "speed='
shows 2 'title "model"'
good '"cycles"' "${slip[@]}" --free Fs --evaluate --json
bad 'no record sticks and slips' fit ../in/data.csv --scenario ../in/bench.yaml --match x=x --free Fc --cycles

summary
