#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# stiction identify fit and select from the outside: made data, what is printed and written; bad input:
# exit code 2, a sentence that names what is wrong, nothing on standard output, no file left behind;
# Ctrl-C: exit code 130, and the best so far.
. "$(dirname "${BASH_SOURCE[0]}")/signal_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
command=(identify) patience=$((120 * ${SLOWER:-1}))

# holds FRAGMENT FILE
holds() { ok grep -qF -- "$1" "$2"; }
lacks() { ok test -z "$(grep -F -- "$1" "$2")"; }

# field NAME N: the N-th word of the first line that begins with NAME.
field() { awk -v name="$1" -v n="$2" '$1 == name { print $n; exit }' ../stdout; }

# near NUMBER NUMBER TOLERANCE
near() { awk -v a="$1" -v b="$2" -v tol="$3" 'BEGIN { d = a - b; exit !(a != "" && d <= tol && -d <= tol) }'; }

# error_of SIGNAL: |error|/|signal| of the rows that were fitted or judged, in per cent.
error_of() { awk -v name="$1" '$1 == name && ($2 == "fitted" || $2 == "judged") { print $6 }' ../stdout; }

# json FILTER: true of the output (needs jq).
json() { if have jq; then jq -e "$1" ../stdout >/dev/null; fi; }

# same_again SIGNAL FREE ARGUMENT...: the file that the fit before wrote has the error that it printed.
same_again() {
    local signal=$1 free=$2 before
    before=$(error_of "$signal")
    shift 2
    good judged fit "$@" --scenario fitted.yaml --free "$free" --evaluate
    lacks " fitted " ../stdout
    ok near "$(error_of "$signal")" "$before" "${tolerance:-0}"
    if [[ $free != offset* ]]; then # of the model nothing need be free
        good judged fit "$@" --scenario fitted.yaml --evaluate
        ok near "$(error_of "$signal")" "$before" "${tolerance:-0}"
    fi
    rm -f fitted.yaml
}

# ---- Made data: a block on a spring, and the same law under a measured, imposed motion ----

spring_block '3 s' '2 ms' >../in/bench.yaml
"$STICTION" run ../in/bench.yaml --set friction.contact.Fc=5N --set friction.contact.Fs=5N \
    --set friction.contact.sigma2=8 -o ../in/data.csv --quiet || exit 1
"$STICTION" run ../in/bench.yaml --law dahl --set friction.contact.Fc=5N --set friction.contact.sigma0=2e4 \
    --set friction.contact.sigma2=0 -o ../in/dahl.csv --quiet || exit 1
"$STICTION" run chain-two-mass --set friction.body2.Fs=0.95 -o ../in/chain.csv --quiet || exit 1
for K in 900 1100; do # two runs with springs of their own
    "$STICTION" run ../in/bench.yaml --set parameters.K=$K --set friction.contact.Fc=5N --set friction.contact.Fs=5N \
        -o ../in/run.csv --quiet || exit 1
    awk -v K=$K -v OFS=, 'NR == 1 { print "K,"$0 } NR > 1 { print K, $0 }' ../in/run.csv
done | awk 'NR == 1 || !/^K/' >../in/runs.csv
data=(../in/data.csv --scenario ../in/bench.yaml --match x=x)

# ---- What comes out ----

good '100.00 %' fit "${data[@]}" --free Fc,sigma2 -o fitted.yaml
ok near "$(field Fc 2)" 5 1e-5
ok near "$(field sigma2 2)" 8 1e-4
holds 'base: ' fitted.yaml
ok "$STICTION" run fitted.yaml --quiet
good 'held out' fit "${data[@]}" --free Fc --starts 1 --hold-out 0.4

# Position alone is matched and the loop's gains are free too: everything can be multiplied by one factor, so
# nothing but the ratios is determined, and no parameter has an interval.
cat >../in/scaled.yaml <<'END'
plant: block
options: {drive: pid}
parameters: {m: 2 kg, K: 0}
controller: {Kp: 300 N/m, Kv: 30 N*s/m, Ki: 0}
friction: {contact: {law: coulomb, Fs: 3 N, Fc: 2 N, sigma2: 0}}
sensors: {x: {noise: 20 um, sample: 5 ms}}
inputs: {xd: [{sine: {amplitude: 50 mm, frequency: 0.5 Hz}}, {sine: {amplitude: 20 mm, frequency: 1.7 Hz}}]}
record: {every: 5 ms}
duration: 4 s
END
ok "$STICTION" run ../in/scaled.yaml --quiet -o ../in/scaled.csv
scaled=(../in/scaled.csv --scenario ../in/scaled.yaml --match x=x_meas --starts 1)
good 'Only the ratios of m, Fc, Fs, controller.Kp and controller.Kv are determined' \
    fit "${scaled[@]}" --free m=1.5kg,Fc=1N,Fs=2N,controller.Kp=200,controller.Kv=20
ok test "$(grep -c 'not determined' ../stdout)" -eq 5
good 'm ' fit "${scaled[@]}" --free m=1.5kg,Fc=1N,Fs=2N
lacks 'not determined' ../stdout
good '  Fc ' fit "${data[@]}" --free Fc=4500mN,sigma2=3 --evaluate
ok near "$(field Fc 2)" 4.5 0
ok near "$(field sigma2 2)" 3 0
good '  sigma0 ' fit ../in/dahl.csv --effort FF --position x --law dahl --free Fc,sigma0 --starts 4
ok near "$(field Fc 2)" 5 0.005
ok near "$(field sigma0 2)" 2e4 400
# Effort that is friction and inertia: mass 2 kg, Fc 1.3 N, 0.7 N*s/m; and a level that grows by 0.01 1/s, with noise of 0.01 N.
moved_csv >../in/moved.csv
moved=(../in/moved.csv --effort u --position x --law coulomb)
good '  m ' fit "${moved[@]}" --free Fc,sigma2,m
ok near "$(field m 2)" 2 0.002
ok near "$(field Fc 2)" 1.3 0.02
good '  Fc ' fit "${moved[@]}" --free Fc,sigma2 --mass 2000g
ok near "$(field Fc 2)" 1.3 0.02
awk -F, -v OFS=, 'BEGIN { srand(1) } NR > 1 { $4 += 1.3*($3 > 0 ? 1 : -1)*0.01*$1 + 0.02*(rand() - 0.5) } 1' \
    ../in/moved.csv >../in/drifts.csv
good 'The friction levels drift by ' fit ../in/drifts.csv "${moved[@]:1}" --free Fc,sigma2,m --drift
ok near "$(field drift 2)" 0.01 0.002

# A model with a drift holds the one without: few starts alone ended up to 5 % behind it, at each of these seeds.
contact=("$SOURCE_DIR/docs/data/tribometer.csv" --effort friction_force --position x --gain friction_force=-1 --to 30s
    --law gms --elements 2 --free Fs.each,Fc.each,vs,k,nu,C,offset.FF --starts 5)
for seed in 1 2 4 5; do
    good fitted fit "${contact[@]}" --seed $seed
    without=$(error_of FF)
    good fitted fit "${contact[@]}" --seed $seed --drift
    ok awk -v with="$(error_of FF)" -v without="$without" 'BEGIN { exit !(with > 0 && with < 1.003 * without) }'
done
# On another record: the same law with a level 10 % higher.
"$STICTION" run ../in/bench.yaml --set friction.contact.Fc=5.5N --set friction.contact.Fs=5.5N \
    --set friction.contact.sigma2=8 -o ../in/other.csv --quiet || exit 1
good 'Relative error of x on ../in/data.csv: 0.00' fit "${data[@]}" --free Fc,sigma2 --starts 1 --validate ../in/data.csv
good 'Relative error of x on ../in/other.csv: ' fit "${data[@]}" --free Fc,sigma2 --starts 1 --validate ../in/other.csv
"$STICTION" identify fit ../in/other.csv "${data[@]:1}" --set friction.contact.Fc=5N --set friction.contact.Fs=5N \
    --set friction.contact.sigma2=8 --evaluate >../in/judged
ok near "$(grep -o 'other.csv: [0-9.]*' ../stdout | cut -d' ' -f2)" "$(awk '$2 == "judged" { print $6 }' ../in/judged)" 0.01
good '"validation_file"' select "${data[@]}" --laws coulomb --starts 1 --validate ../in/other.csv --json
ok json '.fit.validation_file == "../in/other.csv" and .fit.validation_error_percent > 1 and .fit.validation.x.rows == 1501'
good 'is enough' select "${data[@]}" --laws coulomb,stribeck --starts 1
holds '->  coulomb, viscous ' ../stdout

# Times of a file are rounded: a row a little before a sample of the controller is that sample.
cat >../in/loop.yaml <<'END'
plant: block
options: {drive: pid}
parameters: {m: 2 kg, K: 0}
controller: {Kp: 300 N/m, Kv: 30 N*s/m, Ki: 0, Ts: 10 ms}
friction: {contact: {law: coulomb, Fs: 2 N, Fc: 2 N, sigma2: 0}}
inputs: {xd: {sine: {amplitude: 50 mm, frequency: 0.5 Hz}}}
record: {every: 10 ms}
duration: 2 s
END
ok "$STICTION" run ../in/loop.yaml --quiet -o ../in/loop.csv
awk -F, -v OFS=, 'NR > 2 { $1 = sprintf("%.7f", $1 - 4e-7) } 1' ../in/loop.csv >../in/early.csv
good '100.00 %' fit ../in/early.csv --scenario ../in/loop.yaml --match u=u --evaluate

# ---- For machines ----

good '"relative_error_percent"' fit "${data[@]}" --match u=u --free friction.contact.Fc.each,m --starts 1 \
    --hold-out 0.4 --json
ok json '.version != null and .method == "fit" and .interrupted == false'
ok json '.rows_fitted == 901 and .rows_held_out == 600 and .runs[0].x.sigma > 0'
ok json '.parameters["parameters.m"] | .min < .low and .low < .value and .value < .max'
ok json '(.covariance | length) == 3 and .covariance[2][2] > 0'
good '"recommended"' select "${data[@]}" --laws coulomb --starts 1 --json
ok json '.version != null and .method == "select" and .interrupted == false'
ok json '.fit.rows_fitted == 751 and .fit.rows_held_out == 750 and (.fit.covariance | length) > 1'

# ---- Scenarios that were written: the model that was fitted ----

# --set, --law, a signal set in parts, a start.
good fitted fit "${data[@]}" --law stribeck --set parameters.K=990 --set initial.v=1mm/s --set solver.rtol=1e-10 \
    --free Fc,m -o fitted.yaml
holds 'K: 990' fitted.yaml
holds 'law: stribeck' fitted.yaml
same_again x m ../in/data.csv --match x=x
# One static level beside sliding ones by direction.
good fitted fit "${data[@]}" --law stribeck --free Fc.each,Fs,m --set friction.contact.sigma2=5 --set title=mine -o fitted.yaml
ok grep -q "^title: mine" fitted.yaml
same_again x m ../in/data.csv --match x=x
# The levels of another law; the static one follows.
good fitted fit "${data[@]}" --law coulomb_load --set friction.contact.T0_din=4N --free T0_din.each --starts 1 -o fitted.yaml
same_again x m ../in/data.csv --match x=x
good fitted fit "${data[@]}" --law coulomb_load --set friction.contact.T0_din=4N --set friction.contact.T0_stat=4.5N \
    --free T0_din.each --starts 1 -o fitted.yaml
same_again x m ../in/data.csv --match x=x
# Measured inputs, an offset.
good fitted fit ../in/dahl.csv --scenario ../in/bench.yaml --set options.drive=motion --set inputs.vd=0 --law dahl \
    --input vd=v --match FF=FF --free Fc,offset.FF=0 --starts 1 -o fitted.yaml
holds 'The input vd came from the data, column v' fitted.yaml
offset=$(sed -n 's/.*offset.FF = \([^ ]*\).*/\1/p' fitted.yaml)
same_again FF "offset.FF=$offset" ../in/dahl.csv --input vd=v --match FF=FF
# Several sites: the law where it was put, and only sites that have something to say.
good fitted fit ../in/chain.csv --scenario chain-two-mass --match th2=th2 --law body2=coulomb \
    --free friction.body2.Fc,J2 --starts 1 -o fitted.yaml
lacks 'body1' fitted.yaml
holds 'law: coulomb' fitted.yaml
same_again th2 J2 ../in/chain.csv --match th2=th2
good fitted fit ../in/chain.csv --scenario chain-two-mass --match th2=th2 --law body1=stribeck \
    --set friction.body1.vs=0.1 --free friction.body2.vs --starts 1 -o fitted.yaml
same_again th2 J2 ../in/chain.csv --match th2=th2
good 'is enough' select ../in/chain.csv --scenario chain-two-mass --match th2=th2 --site body2 --laws coulomb \
    --starts 1 --all --set friction.body1.Fs=0.31 -o fitted.yaml
same_again th2 J2 ../in/chain.csv --match th2=th2 --hold-out 0.5
# One element of a vector.
good fitted fit ../in/dahl.csv --scenario ../in/bench.yaml --match x=x --law gms --set 'friction.contact.k=[1e4, 4e3, 3e2]' \
    --set 'friction.contact.nu=[0.5, 0.3, 0.2]' --free k.2,Fc --starts 1 -o fitted.yaml
same_again x m ../in/dahl.csv --match x=x
# Values of each run.
runs=(../in/runs.csv --runs K --each K=parameters.K --match x=x)
good 'K=1100 x' fit "${runs[@]}" --scenario ../in/bench.yaml --free Fc,m --starts 1 -o fitted.yaml
holds 'Run 1 (used in this file): parameters.K = 900' fitted.yaml
holds 'Run 2: parameters.K = 1100' fitted.yaml
error=$(awk '$1 == "K=1100" { print $6 }' ../stdout)
good 'K=1100 x' fit "${runs[@]}" --scenario fitted.yaml --free m --evaluate
ok near "$(awk '$1 == "K=1100" { print $6 }' ../stdout)" "$error" 0
# Measured motion: what was guessed and what was set too.  The plant's velocity is made of straight lines: 0.24 % of the force
# with 2 ms between rows, 0.015 % with 0.5 ms.
tolerance=0.05
spring_block '3 s' '0.5 ms' >../in/fine.yaml
"$STICTION" run ../in/fine.yaml --law dahl --set friction.contact.Fc=5N --set friction.contact.sigma0=2e4 \
    --set friction.contact.sigma2=0 -o ../in/fine.csv --quiet || exit 1
motion=(../in/fine.csv --effort FF --position x)
good fitted fit "${motion[@]}" --law dahl --set sigma0=2e4 --free Fc --starts 2 -o fitted.yaml
ok near "$(error_of FF)" 0 0.005
same_again FF Fc ../in/fine.csv --input vd=v --match FF=FF
good fitted fit "${motion[@]}" --law gms --elements 3 --free k.2,Fc --starts 2 -o fitted.yaml
same_again FF Fc ../in/fine.csv --input vd=v --match FF=FF
good 'is enough' select "${motion[@]}" --laws dahl,gms --starts 2 -o fitted.yaml
same_again FF Fc ../in/fine.csv --input vd=v --match FF=FF --hold-out 0.5
# A scenario from standard input has no name to inherit from: it is written out.
limited 60 "$STICTION" identify fit ../in/data.csv --scenario - --match x=x --free Fc -o fitted.yaml --quiet \
    <../in/bench.yaml
ok "$STICTION" run fitted.yaml --quiet
rm -f ./*

# ---- Wishes that cannot be met ----

awk 'NR != 500' ../in/moved.csv >../in/gap.csv
good 'Resampled at 250 Hz' fit ../in/gap.csv "${moved[@]:1}" --free Fc,m --starts 1
awk 'NR < 500 || NR > 530' ../in/moved.csv >../in/gap.csv
bad 'are bridged by --gap' fit ../in/gap.csv "${moved[@]:1}" --free Fc,m
good 'drift of the friction levels' fit "${data[@]}" --free Fc --drift --starts 1
bad 'nowhere.csv: cannot read' fit "${data[@]}" --free Fc --validate nowhere.csv
bad 'does not go with --cycles' fit "${data[@]}" --free Fc --cycles --validate ../in/data.csv
good ' Fc ' fit "${data[@]}" --free Fc --mass 2kg --starts 1 -o fitted.yaml
holds 'm: 2' fitted.yaml
rm -f fitted.yaml
bad 'm is free, too' fit "${data[@]}" --free Fc,m --mass 2kg
bad '"2N" is in N, but m is in kg' fit "${data[@]}" --free Fc --mass 2N
bad '--cutoff goes without --scenario' fit "${data[@]}" --free Fc --cutoff 10Hz
bad 'below half of the sampling rate' fit "${moved[@]}" --free Fc --cutoff 10MHz
# The effort six rows late, and the same in time.
awk -F, -v OFS=, 'NR == 1 { print; next } { for (c = 1; c <= NF; c++) if ($c == "") $c = 0; line[NR] = $0; u[NR] = $(column) }
    END { for (i = 8; i <= NR; i++) { n = split(line[i], f, ","); f[column] = u[i - 6]; s = f[1]; for (c = 2; c <= n; c++) s = s "," f[c]; print s } }' \
    column="$(head -n 1 ../in/moved.csv | tr ',' '\n' | grep -n '^u' | cut -d : -f 1)" ../in/moved.csv >../in/late.csv
good 'behind the motion' fit ../in/late.csv "${moved[@]:1}" --free Fc,sigma2,m --starts 1
good 'behind the motion' select ../in/late.csv "${moved[@]:1}" --laws coulomb,stribeck --free m --starts 1
good ' Fc ' fit "${moved[@]}" --free Fc,sigma2,m --starts 1
ok test -z "$(grep 'behind the motion' ../stdout)"
good 'low-pass at 20 Hz, as asked for' fit "${moved[@]}" --free Fc,sigma2 --cutoff 20Hz
good 'dB at 18.8 Hz' fit "${moved[@]}" --free Fc,sigma2,m --cutoff 20Hz
bad 'needs a file'                     fit
bad 'cannot read the file'             fit ../in/nothing.csv --scenario ../in/bench.yaml --match x=x --free Fc
bad 'no file and no built-in'          fit ../in/data.csv --scenario nothing --match x=x --free Fc
bad '--match COLUMN=DATA'              fit ../in/data.csv --scenario ../in/bench.yaml --free Fc
bad 'write NAME=COLUMN'                fit ../in/data.csv --scenario ../in/bench.yaml --match x --free Fc
bad 'the file has: t, x, v, u, FF'     fit ../in/data.csv --scenario ../in/bench.yaml --match x=q --free Fc
bad 'the model has no column "q"'      fit ../in/data.csv --scenario ../in/bench.yaml --match q=x --free Fc
bad 'say what is to be found'          fit "${data[@]}"
bad '"vs": law coulomb has Fs, Fc, '   fit "${data[@]}" --free vs
bad 'has an empty entry'               fit "${data[@]}" --free Fc,,m
bad 'outside its bounds'               fit "${data[@]}" --free Fc=-3
bad 'a value in N is needed'           fit "${data[@]}" --free Fc=3kg
bad 'a value in kg is needed'          fit "${data[@]}" --free sigma2,m=3N
bad 'without a unit'                   fit "${data[@]}" --law stribeck --free n=3N
bad 'give one of them'                 select "${data[@]}" --folds 3 --hold-out 0.2
bad 'unknown unit'                     fit "${data[@]}" --free Fc=3Nn
bad 'unknown input of the model'       fit "${data[@]}" --free Fc --input w=x
bad 'give --runs COLUMN'               fit "${data[@]}" --free Fc --each x=parameters.K
bad 'a part from 0 to 0.95'            fit "${data[@]}" --free Fc --hold-out 2
bad 'a whole number from 1'            fit "${data[@]}" --free Fc --starts 0
bad 'spread = 0.5 must be above 1'     fit "${data[@]}" --free Fc --spread 0.5
bad 'the ending says the format'       fit "${data[@]}" --free Fc -o result.csv
good '  sigma0 ' fit "${motion[@]}" --law dahl --set 'sigma2=10 mN*s/mm' --set Fc=4N --free Fc,sigma0 --starts 1
good '  sigma0 ' fit "${motion[@]}" --law dahl --set sigma2=10 --free Fc,sigma0 --starts 1
bad 'a value in N*s/m is needed'        fit "${motion[@]}" --law dahl --set sigma2=1kg --free Fc
bad 'no law knows a parameter "m"'      fit "${motion[@]}" --law dahl --set m=2.5kg --free Fc
bad 'write NAME=VALUE'                  fit "${motion[@]}" --law dahl --set sigma2 --free Fc
good fitted fit "${data[@]}" --set m=2.5kg --free Fc --starts 1
bad '--effort COLUMN and --position'   fit ../in/data.csv --law dahl --free Fc
bad 'there is no law "dhal"'           fit ../in/data.csv --effort FF --position x --law dhal --free Fc
bad '--means takes the mean of each'   fit ../in/data.csv --effort FF --velocity v --means --law coulomb --free Fc
bad 'there is no law "dhal"; did you mean "dahl"?' select "${data[@]}" --laws coulomb,dhal
bad 'did you mean "ladder"?'           select "${data[@]}" --laws ldder
bad 'it stands alone'                  select "${data[@]}" --laws ladder,dahl
bad 'unknown friction site "contct"'   select "${data[@]}" --site contct
bad '--cycles goes with'               select "${data[@]}" --cycles
sed '100s/,[^,]*/,NaN/' ../in/data.csv >../in/bad.csv
bad 'missing or not finite'            fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc
awk -F, -v OFS=, 'NR > 1 { $2 = 0 } { print }' ../in/data.csv >../in/bad.csv
bad 'zero throughout'                  fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc
head -n 2 ../in/data.csv >../in/bad.csv
bad 'at least 2'                       fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc

# ---- Ctrl-C ----

long=(identify fit "${data[@]}" --match u=u --law lugre --free m,Fc,Fs,vs,sigma0,sigma1,sigma2 --starts 64
    --set solver.rtol=1e-12)

# interrupted CODE: exit code 130, the best so far, and no word about intervals.
interrupted() {
    ok test "$1" -eq 130
    holds 'the best so far is kept' ../stderr
    ok near "$(field m 2)" 1 0.9
    holds 'a search that was interrupted' ../stdout
    lacks 'nterval' ../stdout
    lacks 'nterval' ../stderr
    lacks 'starts' ../stdout
}

set -m # background jobs ignore SIGINT otherwise
"$STICTION" "${long[@]}" >../stdout 2>../stderr </dev/null &
pid=$!
ok worked "$pid" 100
ok kill -INT "$pid"
code=0
wait "$pid" || code=$?
interrupted "$code"

# Two signals within a moment, as timeout(1) sends them: still one request.  Stopped, it finds both at once.
"$STICTION" "${long[@]}" >../stdout 2>../stderr </dev/null &
pid=$!
ok worked "$pid" 100
kill -STOP "$pid" && kill -INT "$pid" && kill -TERM "$pid" && kill -CONT "$pid"
code=0
wait "$pid" || code=$?
interrupted "$code"

"$STICTION" "${long[@]}" --json >../stdout 2>../stderr </dev/null &
pid=$!
ok worked "$pid" 100
kill -INT "$pid"
code=0
wait "$pid" || code=$?
ok test "$code" -eq 130
ok json '.interrupted == true and .parameters["parameters.m"].std == null'

summary
