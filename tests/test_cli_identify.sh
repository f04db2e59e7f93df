#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# stiction identify from the outside: every method on made data, what it prints and writes; bad data:
# exit code 2, a sentence that names what is wrong, nothing on standard output, no file left behind.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
command=(identify)

# refuses_o ARGUMENT...: a report, but no scenario can have what came out: exit code 1, as the input was good.
refuses_o() {
    local code=0
    limited 60 "$STICTION" identify "$@" -o no.yaml >../stdout 2>../stderr </dev/null || code=$?
    if [[ $code -eq 1 && -s ../stdout && ! -e no.yaml ]] && grep -q 'nothing is written' ../stderr; then
        passed=$((passed + 1))
    else
        fail "identify $* -o no.yaml: exit code $code"
    fi
}

json() { if have jq; then jq -e "$1" ../stdout >/dev/null; fi; }

# ---- Data: mass 2 kg, Fv 0.7, Fc 1.3, position of two sines, 1 kHz ----

awk 'BEGIN {
    print "t [s],x [m],v [m/s],u [N],ref [m]"
    a = 3.14159265358979; b = 8.1
    for (i = 0; i < 6000; i++) {
        t = i/1000
        x = 0.3*sin(a*t) + 0.1*sin(b*t); v = 0.3*a*cos(a*t) + 0.1*b*cos(b*t)
        u = 2*(-0.3*a*a*sin(a*t) - 0.1*b*b*sin(b*t)) + 0.7*v + (v > 0 ? 1.3 : -1.3)
        printf "%.3f,%.9f,%.9f,%.9f,%.9f\n", t, x, v, u, x
    }
}' >../in/good.csv
data=(../in/good.csv --effort u --position x)

# ---- The methods ----

good "usage: stiction identify METHOD"    --help
for method in check breakaway sine cycles ramp curve power inverse; do
    good "usage: stiction identify $method" "$method" --help
    good "usage: stiction identify $method" "$method" ../in/good.csv --help
done

good "error of a velocity" check "${data[@]}" --mass 2kg
good "signal to noise" check --resolution 0.1122rad --sample 1ms --mass '1.32e-5 kg*m^2' --effort-max '2 N*m'
ok grep -q '0\.675' ../stdout
ok grep -q '1\.955e-05' ../stdout
cat >../in/slide.yaml <<'YAML'
title: a slide
plant: block
parameters: {m: 12 kg}
friction: {contact: {law: coulomb, Fs: 22 N, Fc: 16 N}}
sensors: {x: {resolution: 20 um}}
inputs: {u: {sine: {amplitude: 50 N, frequency: 1 Hz}}}
duration: 2 s
record: {every: 1 ms, columns: [u, x_meas]}
YAML
limited 60 "$STICTION" run ../in/slide.yaml -o ../in/slide.csv --quiet
good "smallest step in the data" check ../in/slide.csv --effort u --position x_meas --mass 12kg
# The windows and what they tell of the mass are those of inverse in these data; a scenario knows neither noise nor pauses.
advice() { sed -n '/Recommendation/,/Below/p' ../stdout | tr -s ' \n' ' ' | sed 's/, all of them to .*by itself)//; s/(inverse of [^)]*)//'; }
advice >../from_data
good "its largest input" check ../in/slide.yaml
advice >../from_scenario
ok cmp -s ../from_data ../from_scenario
good '"mass_identifiable"' check "${data[@]}" --mass 2kg --json
ok json '.acceleration_signal_to_noise > 0'

good "Relative error of the effort" inverse "${data[@]}" -o inverse.yaml
ok awk '/^  M  / { exit !($2 > 1.99 && $2 < 2.01) }' ../stdout
good '"relative_error_percent"' inverse "${data[@]}" --asymmetric --json
ok json '.parameters["Fc-"].value > 1.28 and .parameters["Fc-"].value < 1.32'
good "Relative error on ../in/good.csv" inverse "${data[@]}" --validate ../in/good.csv
good "held out" inverse "${data[@]}" --hold-out 0.2
good "Balance of power" power "${data[@]}" --mass 2kg -o power.yaml
good "intervals of speed" curve "${data[@]}" --mass 2kg -o curve.yaml
for file in inverse power curve; do
    ok limited 60 "$STICTION" check "$file.yaml" --quiet
    ok limited 60 "$STICTION" run "$file.yaml" --quiet
done
good "Relative error" inverse "${data[@]}" -o heir.yaml --base block-stick-slip
ok grep -q '^base: block-stick-slip' heir.yaml
ok limited 60 "$STICTION" run heir.yaml --quiet
# A base in a file: the path holds from the place of the output; never over the base itself.
mkdir -p sub "odd name" && "$STICTION" new block axis.yaml >/dev/null 2>&1 || cp heir.yaml axis.yaml
good "Relative error" inverse "${data[@]}" -o sub/b.yaml --base axis.yaml
ok grep -q '^base: ../axis.yaml' sub/b.yaml
ok limited 60 "$STICTION" check sub/b.yaml --quiet
cp axis.yaml "odd name/it's.yaml"
good "Relative error" inverse "${data[@]}" -o b.yaml --base "odd name/it's.yaml"
ok limited 60 "$STICTION" check b.yaml --quiet
cp axis.yaml ../in/axis.yaml
ln -s ../in/axis.yaml link.yaml
ok test "$(limited 60 "$STICTION" identify inverse "${data[@]}" -o link.yaml --base ../in/axis.yaml \
    >../stdout 2>../stderr; echo $?)" = 2
ok grep -q '"../in/axis.yaml", which is read' ../stderr
ok cmp -s axis.yaml ../in/axis.yaml
rm -rf ./*

# A sign that is wrong: said, with the option that turns it, and no scenario.
for method in inverse power curve; do
    good "is the sign of the effort (u) reversed?" $method "${data[@]}" --gain u=-1 --json
    good "--gain u=-1 turns the sign" $method "${data[@]}" --gain u=-1 --json
    refuses_o $method "${data[@]}" --gain u=-1
done

# Several amplitudes in one record.
awk 'BEGIN {
    print "t [s],x [mm],u [N]"
    n = 0
    for (V = 0.1; V < 0.65; V += 0.1) {
        w = V/0.05
        for (s = 0; s < 8000*3.14159265/w; s++) {
            p = w*s*0.001; v = V*sin(p)
            printf "%.3f,%.4f,%.9f\n", 0.001*n++, -50*cos(p), 0.5*V*w*cos(p) + 2*v + (v > 0 ? 3 : v < 0 ? -3 : 0)
        }
    }
}' >../in/sine.csv
good "Straight line" sine ../in/sine.csv --effort u --position x -o sine.yaml
ok awk '$1 == "fc" { exit !($2 > 2.97 && $2 < 3.03) }' ../stdout
ok limited 60 "$STICTION" run sine.yaml --quiet
rm -f sine.yaml
good "is the sign of the effort (u) reversed?" sine ../in/sine.csv --effort u --position x --gain u=-1 --json
ok json '.data.kind == "linear"'
if have gnuplot; then # a line for each side; the model does not hide what was measured
    good "Straight line" sine ../in/sine.csv --effort u --position x --sides --plot sine.svg
    ok grep -q 'line backward' sine.svg
    good "Relative error" inverse "${data[@]}" --plot inverse.svg
    good "intervals" curve "${data[@]}" --mass 2kg --plot curve.svg
    rm -f ./*.svg
fi
refuses_o sine ../in/sine.csv --effort u --position x --gain u=-1
good "Breakaway levels" breakaway block-brake --simulate --set initial.v=0 --resolution 100um --travel 0:2mm \
    --rate 0.5N/s -o break.yaml
ok limited 60 "$STICTION" run break.yaml --quiet
ok grep -q 'of: friction.contact.Fs.backward, low: 1.4[89]' break.yaml # as in the report
rm -f break.yaml

# Hunting: a square wave of levels 1.5 and 1.2 N with slips between; the same test on a model.
good "Limit cycles of a position loop" cycles block-limit-cycle --simulate -o cycles.yaml
ok awk '$1 == "Fs+" { exit !($2 > 1.48 && $2 < 1.52) }' ../stdout
ok limited 60 "$STICTION" run cycles.yaml --quiet
ok test "$(grep -c 'of: friction.contact.F[sc].[fb]' cycles.yaml)" -eq 4
rm -f cycles.yaml
"$STICTION" run block-limit-cycle --set record.every=10ms -o ../in/hunt.csv --quiet
good "The same test on block-limit-cycle" cycles ../in/hunt.csv --effort u --position x --against block-limit-cycle
ok awk '/cycle, period/ { exit !($3 > 23 && $NF == "%" && $(NF-1)^2 < 1e-4) }' ../stdout
ok awk '/final error/ { exit !($3 != "-") }' ../stdout
good '"against"' cycles ../in/hunt.csv --effort u --position x --against block-limit-cycle --set friction.contact.Fs=1.6 \
    --json
ok json '.against.effort.modelled / .against.effort.measured > 1.05'
ok json '.levels["Fs+"].value > 1.48 and (.slips | length) > 5'
good "Limit cycles" cycles ../in/hunt.csv --effort u --position x --against block-limit-cycle --set controller.Ki=0
ok grep -q 'does not hunt' ../stdout

# Each estimate that is a number of a scenario says where it stands there: as -o writes it, to six digits.
paths_hold() { # METHOD OPTION...
    rm -f paths.yaml
    good '"path"' "$@" --json -o paths.yaml
    have jq || return 0
    jq -r '.. | objects | select(has("path")) | "\(.path) \(.value)"' ../stdout >../paths
    "$STICTION" check paths.yaml --addresses >../addresses
    ok awk 'NR == FNR { value[$2] = $3; next }
        { n++; at = $1 in value ? $1 : $1 ".forward"; off = value[at] - $2
          if (!(at in value) || off*off > 1e-10*$2*$2) { print "wrong: " $0 ", " value[at]; bad = 1 } }
        END { exit bad || n < 2 }' ../addresses ../paths
}
paths_hold inverse "${data[@]}"
paths_hold inverse "${data[@]}" --asymmetric
paths_hold power "${data[@]}"
paths_hold cycles ../in/hunt.csv --effort u --position x
good '"friction.rack.Fs.forward"' cycles ../in/hunt.csv --effort u --position x --unit u=N*m --unit x=rad --json -o rack.yaml --base clutch-step

# Pre-sliding: z_max is Fs/sigma0 = 15 um with lugre.
good "Pre-sliding from a slow ramp" ramp block-pre-sliding --simulate -o ramp.yaml
ok awk '$1 == "z_max+" { exit !($2 > 1.46e-5 && $2 < 1.54e-5) }' ../stdout
ok grep -q 'law: lugre' ramp.yaml
ok limited 60 "$STICTION" run ramp.yaml --quiet
ok grep -q 'of: friction.contact.sigma0.forward, low: 1000' ramp.yaml
rm -f ramp.yaml
good '"stiffness_ratio"' ramp block-pre-sliding --simulate --json
ok json '.parameters["sigma0+"].value > 0.98e5 and (.branches | length) == 1'

# Breakaway, sine and cycles on a bench with play become one scenario: truth 1.2325/1.3728, 7.17e-4, 240, 0.05, 0.055.
sine=(clutch-sine --simulate --set options.motion=position --set inputs.omegad=null --set initial.theta=35rad
    --set duration=8s --set 'inputs.thetad={sine: {amplitude: 33 rad, bias: 35 rad, frequency: 1 Hz}}'
    --vary inputs.thetad.sine.frequency=0.3,0.6,0.9,1.1,1.5,1.8,2.1 --set options.play=with --play 3rad --cd '0.05 N*m')
good "Breakaway levels" breakaway clutch-step-play --simulate --set options.drive=torque --set inputs.thetad=null \
    --set 'inputs.u=0 N*m' --travel 0:70 --steps 20 --play 3rad --base clutch-step-play -o 1.yaml
good "Sliding level" sine "${sine[@]}" --sides --base 1.yaml -o 2.yaml
ok grep -q 'of: friction.rack.sigma2.forward' 2.yaml # Fc is what is left of fc beside the play
good "Limit cycles" cycles clutch-step-play --simulate --play --mass '1.32e-5 kg*m^2' --base 2.yaml -o 3.yaml
limited 60 "$STICTION" check 3.yaml >../stdout 2>../stderr
value() { sed -n "s/^ *$1: \[*{*[a-z]*:* *\([-0-9.e]*\).*/\1/p" ../stdout | head -n 1; }
near() { awk -v a="$(value "$1")" -v b="$2" -v part="$3" 'BEGIN { exit !(a > b*(1 - part) && a < b*(1 + part)) }'; }
ok near beta 1.2325 0.01
ok near sigma2 7.1746e-4 0.02
ok near v_onset 240 0.01
ok near Cd 0.05 0.01
ok near Cd_s 0.055 0.01
ok near Cs_forward 0.132995 0.02
ok limited 60 "$STICTION" run 3.yaml --quiet
rm -f ./*.yaml

# ; and decimal commas, a BOM, CR LF and a row of units.
{
    printf '\xef\xbb\xbft;x;u\r\ns;mm;N\r\n'
    awk -F, 'NR > 1 { printf "%s;%.6f;%s\r\n", $1, 1000*$2, $4 }' ../in/good.csv | tr . ,
} >../in/german.csv
good "Relative error" inverse ../in/german.csv --effort u --position x
ok awk '/^  M  / { exit !($2 > 1.99 && $2 < 2.01) }' ../stdout

# Columns that nobody uses may hold anything.
awk -F, -v OFS=, 'NR == 1 { print $0, "note", "x2", "x2" } NR > 1 { print $0, "good", "a", 1 }' ../in/good.csv \
    >../in/notes.csv
good "Relative error" inverse ../in/notes.csv --effort u --position x
bad '"good" in column "note" is not a number' inverse ../in/notes.csv --effort u --position note
bad 'the name "x2" appears twice'          inverse ../in/notes.csv --effort u --position x2
bad '"good" in column "note" is not a number' inverse ../in/notes.csv --effort u --position x --runs note

# .mat, written by the program itself.
if "$STICTION" --version | grep -q 'reading MATLAB files: yes'; then
    "$STICTION" run block-limit-cycle --set duration=30 --set record.every=1ms -o ../in/run.mat --quiet
    good "Relative error" inverse ../in/run.mat --effort u --velocity v --dead-speed 1mm/s
fi

# ---- Options ----

bad 'identify needs a method'
bad 'unknown method "invers"; did you mean "inverse"?' invers
bad 'identify inverse needs a file'       inverse
bad 'follows "a.csv"'                     inverse a.csv b.csv
bad 'identify sine needs files'           sine
bad 'did you mean "--effort"?'            inverse ../in/good.csv --efort u
bad '--cutoff 100 kg: a value in Hz'      inverse "${data[@]}" --cutoff '100 kg'
bad '--cutoff 1e5'                        inverse "${data[@]}" --cutoff 1e5xyz
bad 'half the sampling frequency'         inverse "${data[@]}" --cutoff 1e5
bad '--every 0'                           inverse "${data[@]}" --every 0
bad '--order 99'                          inverse "${data[@]}" --order 99
bad '--order is that of the filter: give --cutoff' inverse "${data[@]}" --order 2
bad 'value of --missing'                  inverse "${data[@]}" --missing ignore
bad 'value of --sign'                     sine "${data[@]}" --sign guessed
bad 'write COLUMN=VALUE'                  inverse "${data[@]}" --where drive
bad 'is not a number'                     inverse "${data[@]}" --where x=two
bad 'leave --points plateaus out'          curve "${data[@]}" --drift --points plateaus
bad 'leave --cutoff and --order out'      curve "${data[@]}" --drift --cutoff 50Hz
bad 'the column "q" is not used'          inverse "${data[@]}" --gain q=2
bad 'must be finite and not 0'            inverse "${data[@]}" --gain u=0
bad 'the ending says the format'          inverse "${data[@]}" -o result.json
bad 'the ending says the format'          inverse "${data[@]}" --plot fit.gif
bad 'nowhere'                             inverse "${data[@]}" -o nowhere/a.yaml
bad 'give -o FILE.yaml'                   inverse "${data[@]}" --base block-stick-slip
bad '--site goes with --base'             inverse "${data[@]}" -o a.yaml --site contact
bad 'unknown friction site "kontact"; did you mean "contact"?' inverse "${data[@]}" -o a.yaml \
    --base block-stick-slip --site kontact
bad 'no file and no built-in'             inverse "${data[@]}" -o a.yaml --base nothing
bad 'give --mass'                         curve "${data[@]}" --gravity
bad 'ends of the travel, FROM:TO'                    breakaway block-brake --simulate --resolution 1mm
bad '--resolution 0: a value above 0'       breakaway "${data[@]}" --resolution 0
bad '--steps N: motion is a change by N'            breakaway block-brake --simulate --travel 0:1mm --set initial.v=0 \
    --set 'sensors={x: {resolution: 20um, noise: 40um, sample: 1ms}}'
bad 'outside of the travel'               breakaway block-brake --simulate --travel 0:1mm --resolution 20um
bad 'no sensor with a resolution'         breakaway block-brake --simulate --travel 0:1
bad 'unknown input "w"'                   breakaway block-brake --simulate --travel 0:1 --resolution 1mm --input w
bad 'no input of the scenario is a force' breakaway block-limit-cycle --simulate --travel 0:1 --resolution 1mm
bad 'say which scenario has it: --base'      cycles clutch-step-play --simulate --play -o a.yaml
bad 'goes with --simulate or --against'   cycles "${data[@]}" --set duration=3
bad 'whole limit cycle'                   cycles "${data[@]}" --from 5.5 -o a.yaml
bad 'identify cycles needs a file'        cycles
bad 'no file and no built-in'             cycles nothing --simulate
bad 'no file and no built-in'             cycles ../in/hunt.csv --effort u --position x --against nothing
bad 'a value above 0'                     cycles block-limit-cycle --simulate --sample 0
bad 'pre-sliding is below 1 sensor step'  ramp block-pre-sliding --simulate --set sensors.x.resolution=1mm -o a.yaml
bad '--steps 2'                           ramp block-pre-sliding --simulate --steps 2
bad 'a part above 0 and below 1'                ramp block-pre-sliding --simulate --soft 2
bad 'needs the effort'                    ramp ../in/good.csv --position x
bad '--vary needs a value'                sine clutch-sine --simulate --vary
bad 'needs several amplitudes'            sine clutch-sine --simulate
bad 'goes with --simulate'                sine ../in/sine.csv --effort u --position x --vary a=1
bad '3 or more'                           sine clutch-sine --simulate --vary inputs.omegad.sine.amplitude=100,200
bad '--play and --cd go together'         sine clutch-sine --simulate --vary inputs.omegad.sine.amplitude=1,2,3 --play 1rad
bad 'a value of 0 or more'                sine ../in/sine.csv --effort u --position x --play=-1 --cd 1
bad '--play 1 kg'                         breakaway "${data[@]}" --play '1 kg'
bad 'identify inverse needs the effort: --effort COLUMN' inverse ../in/good.csv --position x
bad 'the position or the velocity: --position COLUMN or --velocity COLUMN' power ../in/good.csv --effort u
bad 'needs the position: --position COLUMN' breakaway ../in/good.csv --effort u
bad '--reference COLUMN or --speed-reference COLUMN' sine "${data[@]}" --sign reference
bad '--reference COLUMN or --speed-reference COLUMN' inverse "${data[@]}" --sign reference
bad '--window 0: a value above 0'         power "${data[@]}" --window 0
bad 'a window of 0.001 s is too short: at least 20 samples are needed, 0.02 s' power "${data[@]}" --window 1ms
bad 'a window of 100 s is longer than the data' power "${data[@]}" --window 100s
bad '--hold-out 2: a part from 0'         inverse "${data[@]}" --hold-out 2
bad 'one in 5000 is kept by the decimation' inverse "${data[@]}" --decimate 5000
bad 'no column "um"; did you mean "u"?'   inverse "${data[@]}" --weight um
bad 'column "x" (weights) has'            inverse "${data[@]}" --weight x
bad 'starts 6000 runs in 6000 rows'       inverse "${data[@]}" --runs v
bad '--vs -1: a value above 0'            inverse "${data[@]}" --vs=-1
bad 'give --runs COLUMN'                  curve "${data[@]}" --settle 1s
bad '"stiction identify curve --help" names all options' curve "${data[@]}" --stetle 1s
bad 'the resolution of the sensor is not known' check --sample 1ms
bad 'a value above 0 is needed'              check --resolution=-1 --sample 1ms

# ---- Data ----

methods=("inverse ../in/bad.csv --effort u --position x" "power ../in/bad.csv --effort u --position x"
    "sine ../in/bad.csv --effort u --position x" "breakaway ../in/bad.csv --effort u --position x"
    "curve ../in/bad.csv --effort u --position x" "cycles ../in/bad.csv --effort u --position x"
    "ramp ../in/bad.csv --effort u --position x")

# bad_data FRAGMENT: all methods refuse ../in/bad.csv.
bad_data() {
    local method
    for method in "${methods[@]}"; do
        # shellcheck disable=SC2086
        bad "$1" $method -o result.yaml
    done
}

bad 'cannot read the file'                inverse ../in/nothing.csv --effort u --position x
bad 'cannot read the file'                inverse ../in --effort u --position x
: >../in/bad.csv
bad_data 'the file is empty'
echo 't,x,u' >../in/bad.csv
bad_data 'no rows of numbers'
cut -d, -f1,2,3 ../in/good.csv >../in/bad.csv
bad_data 'no column "u" for the effort'
sed '1s/u \[N\]/uu [N]/' ../in/good.csv >../in/bad.csv
bad_data 'the file has: t, x, v, uu, ref'
bad 'did you mean "ref"?'                 sine ../in/good.csv --effort u --reference reff
head -n 8 ../in/good.csv >../in/bad.csv
bad_data '7 rows are left; at least'
sed '100s/,[^,]*/,/' ../in/good.csv >../in/bad.csv
bad_data 'column "x" (position): 1 number is missing or not finite, the first in row 99 (line 100 of the file)'
bad_data '--missing fill or --missing drop'
sed '100s/,[^,]*/,NaN/' ../in/good.csv >../in/bad.csv
bad_data 'missing or not finite'
good "on straight lines between"              inverse ../in/bad.csv --effort u --position x --missing fill
sed '100s/,[^,]*/,abc/' ../in/good.csv >../in/bad.csv
bad_data '"abc" in column "x" is not a number'
awk 'NR == 200 { kept = $0; next } { print } NR == 210 { print kept }' ../in/good.csv >../in/bad.csv
bad_data 'does not grow: 0.198 s in row 209 (line 210 of the file) follows 0.208 s in row 208; where a file'
bad_data '--runs COLUMN tells them apart'
awk -F, -v OFS=, 'NR > 1 { $2 = 0.25 } { print }' ../in/good.csv >../in/bad.csv
bad_data 'is 0.25 in all 6000 rows: a constant signal says nothing'
awk -F, -v OFS=, 'NR > 1 { $4 = 3 } { print }' ../in/good.csv >../in/bad.csv
bad_data 'is 3 in all 6000 rows: a constant signal says nothing'
bad 'is 3 in all 6000 rows'               check ../in/bad.csv --position u --unit u=m
awk -F, -v OFS=, 'NR == 300 { $2 = 1e300 } { print }' ../in/good.csv >../in/bad.csv
bad_data 'column "x" (position): 1e+300 in row 299 (line 300 of the file) is no measurement'
sed '1s/u \[N\]/u [V]/' ../in/good.csv >../in/bad.csv
bad_data 'column "u" (effort): it is in V, but N or N*m is needed'
sed '1s/u \[N\]/u [Newton]/' ../in/good.csv >../in/bad.csv
bad_data 'unknown unit "Newton"'
sed '1s/x \[m\]/x [s]/' ../in/good.csv >../in/bad.csv
bad_data 'it is in s, but m or rad is needed'
sed '1s/x \[m\]/x [rad]/; 1s/u \[N\]/u [N]/' ../in/good.csv >../in/bad.csv
bad_data 'its unit N says linear, but column "x" (rad) says rotary; --unit COLUMN=UNIT corrects a header; where a screw'
sed '1s/u \[N\]/u [Nm]/' ../in/good.csv >../in/bad.csv
bad_data 'but column "x" (m) says linear'
bad_data '--gain u="200 1/m" makes a force of the torque'
good 'Relative error of the effort'       inverse ../in/bad.csv --effort u --position x --gain 'u=200 1/m'
sed '1s/v \[m\/s\]/v [N*m]/' ../in/good.csv >../in/bad.csv # a load is a force as well
bad 'column "v" (load): its unit N*m says rotary, but column "x" (m) says linear' inverse ../in/bad.csv --effort u --position x --load v
bad '--gain v="200 1/m" makes a force of the torque' inverse ../in/bad.csv --effort u --position x --load v
sed '1s/u \[N\]/u [mA]/' ../in/good.csv >../in/bad.csv
bad 'its unit mA times 20 N*m/A says rotary, but column "x" (m) says linear; a linear axis wants a gain such as "20 N/A" (--kt)' \
    inverse ../in/bad.csv --effort u --position x --kt 20
for word in counts cnt inc ticks -; do
    sed "1s/x \[m\]/x [$word]/" ../in/good.csv >../in/bad.csv
    bad_data 'say what its counts are worth: --counts COLUMN=4096'
    good 'Relative error of the effort'   inverse ../in/bad.csv --effort u --position x --counts x=200/m
done
good 'Relative error of the effort'       inverse ../in/bad.csv --effort u --position x --counts x=200/m --unit x=1
sed '1s/\[[^]]*\]//g' ../in/good.csv >../in/bare.csv
good 'every 1e-06 s'                      inverse ../in/bare.csv --effort u --position x --unit t=ms
bad 'the column "t" is not used'          inverse ../in/bare.csv --effort u --position x --time v --unit t=ms
bad 'the time is a column'                inverse ../in/bare.csv --effort u --position x --sample 1ms --unit t=ms
bad 'column "u" (effort): it is named twice, as the position, too' inverse ../in/bare.csv --effort u --position u
awk -F, -v OFS=, 'NR > 1 { $1 = sprintf("2026-11-19 10:00:%06.3f", $1) } { print }' ../in/good.csv >../in/bad.csv
bad_data 'dates and times of day are not read: where rows follow one another evenly, give the time between them (--sample)'
good 'Relative error of the effort'       inverse ../in/bad.csv --effort u --position x --sample 1ms
sed '300d' ../in/good.csv | awk 'NR < 400 || NR > 420' >../in/bad.csv
good '1 gap longer than 0.003 s splits'  inverse ../in/bad.csv --effort u --position x
good 'Resampled at 500 Hz'                inverse ../in/bad.csv --effort u --position x --resample 500Hz --decimate 5
bad '--resample 0: a value above 0'       inverse ../in/bad.csv --effort u --position x --resample 0
sed '1s/t \[s\]/time_ms/; 1s/x \[m\]/x_mm/' ../in/good.csv >../in/named.csv
good 'Units from the names of columns: time_ms (ms), x_mm (mm)' check ../in/named.csv --effort u --position x_mm --mass 1
cut -d, -f2- ../in/good.csv >../in/timeless.csv
good 'Relative error of the effort'       inverse ../in/timeless.csv --effort u --position x --sample 1ms
bad 'give the time between its rows (--sample)' inverse ../in/timeless.csv --effort u --position x
bad 'the time is a column'                inverse "${data[@]}" --time t --sample 1ms
sed '1s/u \[N\]/i [A]/' ../in/good.csv >../in/current.csv
good '2.6'                                inverse ../in/current.csv --effort i --kt '2 N/A' --position x
bad 'of a joint "2.5 N*m/A" (--kt), converts' inverse ../in/current.csv --effort i --position x
bad 'it is in N times 2 N*m/A'            inverse "${data[@]}" --kt 2
bad 'no --effort column without a --gain' inverse "${data[@]}" --gain u=2 --kt 2
bad '--wrap x=-1: a number above 0'       inverse "${data[@]}" --wrap x=-1
awk -F, -v OFS=, 'NR == 1 { print; next } { kept[NR] = $4 } NR > 41 { $4 = kept[NR - 40]; print }' ../in/good.csv >../in/late.csv
good 'is 0.04 s behind the motion'        inverse ../in/late.csv --effort u --position x
good 'u=0.04s takes it out'              inverse ../in/late.csv --effort u --position x
good 'is taken 0.04 s earlier'            inverse ../in/late.csv --effort u --position x --delay u=40ms
good 'is taken 0.04 s earlier'            power ../in/late.csv --effort u --position x --delay u=40ms
bad '--delay'                             inverse "${data[@]}" --delay u=3kg
bad 'the column "q" is not used'          inverse "${data[@]}" --delay q=1ms
bad 'the column "q" is not used'          inverse "${data[@]}" --counts q=4096
bad 'the column "xx" is not used; did you mean "x"?' inverse "${data[@]}" --counts xx=4096
bad 'neither a unit nor a gain'           inverse "${data[@]}" --counts x=4096
bad '--load: identify curve makes no use of the load'  curve "${data[@]}" --load v
bad '--load: identify power makes no use of the load'  power "${data[@]}" --load v
bad 'no row lies in the window from 99 s' inverse "${data[@]}" --from 99
bad 'resolution'                          check ../in/good.csv --effort u --position x --resolution -1e300 --mass 1
bad 'is empty'                            inverse "${data[@]}" --from 3 --to 2
bad 'no row has x = 17'                   inverse "${data[@]}" --where x=17
printf 't;x;u\n0,1;1.5;2\n' >../in/bad.csv
bad_data 'has a decimal'
printf 't,x,u\n0,1,2,3\n' >../in/bad.csv
bad_data 'more than 3 fields'
head -c 3000 /dev/urandom >../in/bad.csv
bad '../in/bad.csv'                       inverse ../in/bad.csv --effort u --position x
head -c 3000 /dev/urandom >../in/bad.mat
bad '../in/bad.mat'                       inverse ../in/bad.mat --effort u --position x

# More than 1 GiB, sparse on the disk: refused before it is read.
if truncate -s 1100M ../in/huge.csv 2>/dev/null; then
    bad 'the limit is 1073741824'         inverse ../in/huge.csv --effort u --position x
    mv ../in/huge.csv ../in/huge.mat
    bad 'the limit is 1073741824'         inverse ../in/huge.mat --effort u --position x
    rm -f ../in/huge.mat
fi

summary
