#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Sixteen records that are wrong and ten that are hard, as people have them: each gets the right words, or the right number.
# All are of one joint: J 0.03 kg*m^2, Fc 0.8 N*m, Fv 0.05 N*m*s/rad, noise of 0.01 N*m on the torque.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
command=(identify) patience=$((60 * ${SLOWER:-1}))

# joint ROWS TS MOTION: t, x, v, u without a header; MOTION is awk that sets x, v and a of time t.
joint() {
    awk -v rows="$1" -v Ts="$2" 'BEGIN {
        pi = 3.14159265358979; srand(7)
        for (i = 0; i < rows; i++) {
            t = i*Ts
            '"$3"'
            for (noise = k = 0; k < 12; k++) noise += rand()
            u = 0.03*a + 0.05*v + (v > 0 ? 0.8 : v < 0 ? -0.8 : 0) + 0.01*(noise - 6)
            printf "%.4f,%.7f,%.7f,%.5f\n", t, x, v, u
        }
    }'
}
sines='w = pi; z = 4.2*pi
    x = sin(w*t) + 0.2*sin(z*t); v = w*cos(w*t) + 0.2*z*cos(z*t); a = -w*w*sin(w*t) - 0.2*z*z*sin(z*t)'
head='t [s],x [rad],v [rad/s],u [N*m]'
joint 6000 0.001 "$sines" >../in/base
# made NAME HEADER: the lines of standard input under a header, as ../in/NAME.csv
made() { { echo "$2"; cat; } >"../in/$1.csv"; }
made base "$head" <../in/base

# words FRAGMENT ARGUMENT...: as good, but words are sought without regard to where lines break.
words() {
    local fragment=$1 code=0
    shift
    limited "$patience" "$STICTION" "${command[@]}" "$@" >../stdout 2>../stderr </dev/null || code=$?
    if [[ $code -eq 0 ]] && tr -s ' \n' ' ' <../stdout | grep -qF -- "$fragment"; then passed=$((passed + 1))
    else fail "stiction ${command[*]} $*: no \"$fragment\""; fi
}
# near NAME TRUTH PERCENT: the parameter in ../stdout
near() {
    ok awk -v name="$1" -v truth="$2" -v percent="$3" '$1 == name { e = 100*($2/truth - 1); found = e*e <= percent*percent; exit }
        END { exit !found }' ../stdout
}
inverse=(--effort u --position x)

# ---- Sixteen that are wrong ----
begin "one direction only"
joint 6000 0.001 'w = pi; x = 2*t - 0.8/w*cos(w*t); v = 2 + 0.8*sin(w*t); a = 0.8*w*cos(w*t)' | made oneway "$head"
words "moves in one direction only" inverse ../in/oneway.csv "${inverse[@]}"
words "moves in one direction only" fit ../in/oneway.csv "${inverse[@]}" --law coulomb --free m=0.02,Fc,sigma2 --starts 1

begin "clipped current"
awk -F, -v OFS=, '{ $4 = $4 > 0.9 ? 0.9 : $4 < -0.9 ? -0.9 : $4; print }' ../in/base | made clipped "$head"
words "if the drive or the sensor is at its limit" inverse ../in/clipped.csv "${inverse[@]}"
words "if the drive or the sensor is at its limit" power ../in/clipped.csv "${inverse[@]}"

begin "a drive that saturates, its current measured with noise"
awk -F, -v OFS=, 'BEGIN { srand(4) } { for (n = k = 0; k < 12; k++) n += rand()
    $4 = ($4 > 0.9 ? 0.9 : $4 < -0.9 ? -0.9 : $4) + 0.004*(n - 6); print }' ../in/base | made saturated "$head"
for method in inverse power; do
    words "stays at its largest value, 0.9 N*m but for noise, in" "$method" ../in/saturated.csv "${inverse[@]}"
    words "stays at its smallest value, -0.9 N*m but for noise, in" "$method" ../in/saturated.csv "${inverse[@]}"
done
words "take a window without them (--from, --to)" curve ../in/saturated.csv --effort u --velocity v
# What is flat for other reasons: the crest of a swing, Coulomb friction alone, a staircase of speeds, commanded levels.
flat() { # NAME: no such words
    good '' inverse "../in/$1.csv" "${inverse[@]}"
    ok test -z "$(grep 'but for noise' ../stdout)"
}
flat base
joint 6000 0.001 'w = 2*pi; x = sin(w*t); v = w*cos(w*t); a = -w*w*sin(w*t)' | made crest "$head"
flat crest
joint 6000 0.001 'w = pi; x = 0.01*sin(w*t); v = 0.01*w*cos(w*t); a = 0' | made square "$head"
flat square
joint 12000 0.001 'k = int(t); s = t - k; V = k < 6 ? 0.5*(1 + (k < 3 ? k : 5 - k)) : -0.5*(1 + (k < 9 ? k - 6 : 11 - k))
    if (s < 0.0005) at = x; x += V*0.001; v = V; a = 0' | made steps "$head"
flat steps
# Slow ramps of a spring against bristles: the plateau is sliding friction. It was "at its limit" where noise, or an effort that
# is late, broke it into pieces of which the short ones seemed to change their speed.
plateau() { # NOISE OF EFFORT, OF POSITION, ROWS THAT THE EFFORT IS LATE
    awk -v noise="$1" -v blur="$2" -v late="$3" 'function normal(k, s) { for (s = k = 0; k < 12; k++) s += rand(); return s - 6 }
        BEGIN {
        srand(5); print "t [s],x [m],u [N]"
        for (i = 0; i < 40000; i++) {
            v = int((i + 5000)/10000) % 2 ? -4e-5 : 4e-5
            step = 0.001*2e4*v/(2e4 + 1e5*(1 - F[i]*(v > 0 ? 1 : -1)))
            x += step; F[i + 1] = F[i] + 1e5*(1 - F[i]*(v > 0 ? 1 : -1))*step
            printf "%.3f,%.7f,%.5f\n", 0.001*i, 2e-7*int((x + 1 + blur*normal())/2e-7) - 1, (i < late ? 0 : F[i - late]) + noise*normal()
        }
    }' >../in/plateau.csv
    flat plateau
}
plateau 0.005 0 0
plateau 0.005 1.5e-7 0
plateau 0.02 0 0
plateau 0.005 0 200

begin "an effort behind a low-pass"
lowpass() { # TAU NAME: of first order, exact for an effort that is held from row to row
    awk -F, -v OFS=, -v tau="$1" 'NR == 1 { y = $4 } { y += (1 - exp(-0.001/tau))*($4 - y); $4 = y; print }' ../in/base |
        made "$2" "$head"
}
lowpass 0.01 lowpass
for method in inverse power; do
    words "as behind a low-pass of first order with a time constant of 0.00" "$method" ../in/lowpass.csv "${inverse[@]}"
    words "not what the filter smears behind each reversal" "$method" ../in/lowpass.csv "${inverse[@]}"
done
words "as behind a low-pass of first order" fit ../in/lowpass.csv "${inverse[@]}" --law coulomb --free m=0.02,Fc,sigma2 --starts 1
good '' inverse ../in/lowpass.csv "${inverse[@]}" --json
ok awk '$1 == "\"lag\":" && $2 ~ /^[0-9]/ { found = $2 + 0 > 0.0095 && $2 + 0 < 0.0105 } END { exit !found }' ../stdout
lowpass 0.05 lowpassed # no shift leaves little of this one, so it was not said at all
words "with a time constant of 0.049" inverse ../in/lowpassed.csv "${inverse[@]}"
awk -F, -v OFS=, '{ late[NR % 8] = $4; if (NR > 8) $4 = late[(NR + 1) % 8]; print }' ../in/base | made late "$head"
words "--delay u=0.007" inverse ../in/late.csv "${inverse[@]}" # a delay stays a delay
ok test -z "$(grep 'low-pass' ../stdout)"

begin "wrong sign"
awk -F, -v OFS=, '{ $4 = -$4; print }' ../in/base | made sign "$head"
words "is the sign of the effort (u) reversed?" inverse ../in/sign.csv "${inverse[@]}"
ok grep -qE '^ +Fv +-[0-9.]+ +N\*m\*s/rad +- +- +-' ../stdout # no part of a reversed effort has an interval
ok test -z "$(grep 'Stribeck' ../stdout)" # the viscous coefficient is negative like all else: no term is missing
awk -F, -v OFS=, '{ s = $3 > 0 ? 1 : -1; $4 = -$4 - 0.4*s*exp(-$3*$3/0.16); print }' ../in/base | made signs "$head"
words "is the sign of the effort (u) reversed?" power ../in/signs.csv "${inverse[@]}"
ok test -z "$(grep 'lacks a term' ../stdout)" # it was friction that builds up over a way

begin "directions that differ"
awk -F, -v OFS=, '{ $4 += $3 > 0 ? 0 : 0.2; print }' ../in/base | made sides "$head"
words "The offset, 0.1" inverse ../in/sides.csv "${inverse[@]}"
words "cannot be distinguished from levels that differ between the directions" inverse ../in/sides.csv "${inverse[@]}"
words "these data cannot tell them apart" inverse ../in/sides.csv "${inverse[@]}" --asymmetric

begin "a current without its sign"
awk -F, -v OFS=, '{ $4 = $4 < 0 ? -$4 : $4; print }' ../in/base | made unsigned "$head"
words "without its sign, and friction cannot be found from it" inverse ../in/unsigned.csv "${inverse[@]}"
awk -F, -v OFS=, '{ $4 += 4; print }' ../in/base | made lifted "$head" # a weight keeps the sign as well
good '' inverse ../in/lifted.csv "${inverse[@]}"
ok test -z "$(grep 'keeps its sign' ../stdout)"

begin "glitches of an encoder"
awk -F, -v OFS=, 'NR % 300 == 7 { $2 += 3 } { print }' ../in/base | made glitches "$head"
words '20 numbers of the position (column "x"), the first in row 7, leave the signal' inverse ../in/glitches.csv "${inverse[@]}"
near M 0.03 1 # it was 0.037 +- 0.05, and --robust did not change that
near Fc 0.8 1
words 'They stay, as asked for' inverse ../in/glitches.csv "${inverse[@]}" --glitches keep
awk -F, -v OFS=, 'NR % 211 == 9 { $4 = 0 } NR % 307 == 5 { $3 -= 9 } { print }' ../in/base | made drops "$head"
words 'numbers of the effort (column "u"), the first in row 9, leave the signal' inverse ../in/drops.csv "${inverse[@]}"
near M 0.03 1
near Fc 0.8 0.5
words '20 numbers of the velocity (column "v"), the first in row 5, leave the signal' inverse ../in/drops.csv --effort u --velocity v
near M 0.03 1
near Fc 0.8 1
good '' inverse ../in/base.csv "${inverse[@]}"
ok test -z "$(grep 'leave the signal' ../stdout)"
bad 'allowed: fill, keep' inverse ../in/base.csv "${inverse[@]}" --glitches drop

# Pulses of 1 ms that act, as a derivative makes them of steps of the reference: a free joint that is kicked from rest.
awk 'BEGIN { srand(5); h = 5e-5
    for (i = 0; i < 4000; i++) {
        u = i % 200 == 100 ? (i % 400 == 100 ? 25 : -25) : 0
        printf "%.3f,%.7f,%.5f\n", i*0.001, x, u + 0.02*(rand() - 0.5)
        for (k = 0; k < 20; k++) {
            if (v == 0 && u*u < 0.64) continue
            s = v > 0 || (v == 0 && u > 0) ? 1 : -1; n = v + h*(u - 0.8*s)/0.03
            if (n*s < 0) n = 0
            x += h*(v + n)/2; v = n
        }
    } }' | made kicks 't [s],x [rad],u [N*m]'
good '' inverse ../in/kicks.csv "${inverse[@]}"
ok test -z "$(grep 'leave the signal' ../stdout)" # they were taken for errors of the sensor

begin "dropped samples"
awk 'NR < 2000 || NR > 2300' ../in/base | awk 'NR % 97' | made dropped "$head"
words "1 gap longer than 0.003 s splits the record" inverse ../in/dropped.csv "${inverse[@]}"
near M 0.03 1

begin "swapped columns"
awk -F, -v OFS=, '{ print $1, $4, $3, $2 }' ../in/base | made swapped "$head"
words "does not follow from the position" inverse ../in/swapped.csv "${inverse[@]}" --velocity v
words "Are the columns the right ones (effort u)" inverse ../in/swapped.csv "${inverse[@]}"
words "Are the columns the right ones (effort u)" power ../in/swapped.csv "${inverse[@]}"

begin "counts"
awk -F, -v OFS=, '{ print $1, int($2*4096/6.2831853 + 1000.5) - 1000, $4 }' ../in/base | made counts 't [s],q,u [N*m]'
words "if these are counts of an encoder, --counts q=N" inverse ../in/counts.csv --effort u --position q
words "Inverse model" inverse ../in/counts.csv --effort u --position q --counts q=4096
near M 0.03 2

begin "wrong unit"
awk -F, -v OFS=, '{ $2 *= 57.29577951; print }' ../in/base | made degrees "$head"
words "changes 57.3 times as fast as the velocity" inverse ../in/degrees.csv "${inverse[@]}" --velocity v
# A mass that is known shows it, too, and so does a speed; without them nothing can.
words "57.3 times less, as degrees that were taken for rad do: --unit x=deg." inverse ../in/degrees.csv "${inverse[@]}" --mass 0.03
good '' inverse ../in/base.csv "${inverse[@]}" --mass 0.03
ok test -z "$(grep 'The data want' ../stdout)"
awk -F, -v OFS=, '{ $2 *= 1000; $3 *= 1000; print }' ../in/base | made mm 't [s],x [m],v [m/s],u [N]'
words "1000 times less, as mm that were taken for m do: --unit x=mm." inverse ../in/mm.csv "${inverse[@]}" --mass 0.03
words "faster than sound: is it in mm? --unit x=mm" inverse ../in/mm.csv "${inverse[@]}"
words "faster than sound: is it in mm? --unit v=mm/s" curve ../in/mm.csv --effort u --velocity v
awk -F, -v OFS=, '{ $2 *= 100; $3 /= 10; print }' ../in/base | made mixed 't [s],x [m],v [m/s],u [N]'
words "as mm that were taken for m do" inverse ../in/mixed.csv "${inverse[@]}" --velocity v
bad "its unit N*m says rotary" inverse ../in/base.csv "${inverse[@]}" --unit x=m

begin "constant speed"
joint 4000 0.001 'x = 3*t + 1e-4*(rand() - 0.5); v = 3; a = 0' | made constant "$head"
words "The speed hardly changes (3 rad/s" inverse ../in/constant.csv "${inverse[@]}"

begin "neighbours that are correlated widen an interval or none" # some were "up to 0.8 times as wide"
for seed in 3 4 8 11; do
    awk -v seed="$seed" 'BEGIN {
        srand(seed); print "t [s],x [m],u [N]"
        for (i = 0; i < 3000; i++) {
            t = i*0.001; for (n = k = 0; k < 12; k++) n += rand()
            u = 15 + 2.4*cos(0.4*t) - 0.096*sin(0.4*t) + n - 6 + (i < 40 ? 80*exp(-i/8) : 0)
            printf "%.3f,%.6f,%.4f\n", t, 0.06*sin(0.4*t), u
        }
    }' >../in/short.csv
    good '' inverse ../in/short.csv "${inverse[@]}"
    ok test -z "$(tr -s ' \n' ' ' <../stdout | grep -E 'up to (0\.[0-9]|1\.0) times as wide')"
done

begin "at a stop"
awk -F, -v OFS=, '{ if ($2 > 0.6) $2 = 0.6; if ($2 < -0.6) $2 = -0.6; print }' ../in/base | made stopped "$head"
words "at a stop, or at the end of the sensor, effort is no friction" inverse ../in/stopped.csv "${inverse[@]}"
# A servo that moves to a target, rests and moves back stands at the ends of its travel as well, held by friction.
cat >../in/targets.yaml <<'END'
title: A servo that moves from target to target
plant: block
options: {drive: pid}
parameters: {m: 2 kg}
controller: {Kp: 3000 N/m, Kv: 150 N*s/m, Ki: 0}
friction: {contact: {law: stribeck, Fs: 1.3 N, Fc: 1 N, vs: 5 mm/s, sigma2: 3 N*s/m}}
sensors: {x: {resolution: 1 um}, u: {noise: 5 mN}}
inputs:
  xd:
    - {ramp: {slope: 40 mm/s, end: 0.5 s}}
    - {ramp: {slope: -40 mm/s, start: 2 s, end: 2.5 s}}
    - {ramp: {slope: 40 mm/s, start: 4 s, end: 4.5 s}}
    - {ramp: {slope: -40 mm/s, start: 6 s, end: 6.5 s}}
duration: 8 s
record: {every: 1 ms, columns: [u_meas, x_meas]}
END
# at_stop NAME TRUTH ARGUMENT...: whether the words are said of a run of it.
at_stop() {
    local said
    "$STICTION" run ../in/targets.yaml --quiet -o "../in/$1.csv" "${@:3}"
    good '' power "../in/$1.csv" --effort u_meas --position x_meas
    said=$(tr -s ' \n' ' ' <../stdout | grep -c 'at a stop, or at the end of the sensor' || true)
    ok test "$said" -eq "$2"
}
at_stop targets 0
at_stop targets 0 --set controller.Ki=4000
at_stop targets 0 --set friction.contact.law=lugre --set friction.contact.sigma0=1e5 --set friction.contact.sigma1=500
at_stop targets 1 --set parameters.xmax=12mm
at_stop targets 1 --set parameters.xmax=18mm --set controller.Ki=4000
at_stop targets 1 --set options.drive=force --set inputs.xd=null --set 'inputs.u={sine: {amplitude: 3 N, frequency: 0.5 Hz}}' \
    --set parameters.xmax=20mm --set parameters.xmin=-20mm
# Beyond its sensor a slow body is under no more effort than elsewhere, but neither slows down nor starts there.
at_stop targets 0 --set 'inputs.xd={sine: {amplitude: 40 mm, frequency: 0.3 Hz}}' --set duration=20
# A slow ramp of a spring turns where friction holds, and sets out as suddenly as from a stop.
for ramp in "0.2 mm" "0.35 mm"; do
    "$STICTION" run ../in/targets.yaml --quiet -o ../in/ramps.csv --set options.drive=spring --set inputs.xd=null \
        --set "inputs.y={trapezoid: {levels: [0, $ramp, -$ramp, $ramp, -$ramp], times: [0, 5, 15, 25, 35]}}" --set duration=35 \
        --set parameters.K=20N/mm --set controller=null --set sensors.x.resolution=0.2um --set sensors.FF.noise=5mN \
        --set friction.contact.vs=1mm/s --set friction.contact.Fs=1.1N --set 'record.columns=[FF_meas, x_meas]'
    good '' power ../in/ramps.csv --effort FF_meas --position x_meas
    ok test -z "$(grep 'at a stop' ../stdout)"
done
awk -F, -v OFS=, 'NR > 1 { $3 = $3 > 0.02 ? 0.02 : $3 < -0.03 ? -0.03 : $3 } { print }' ../in/targets.csv >../in/beyond.csv
words "at a stop, or at the end of the sensor" power ../in/beyond.csv --effort u_meas --position x_meas

begin "2 Hz only"
joint 400 0.5 'w = 1.86*pi; x = sin(w*t); v = w*cos(w*t); a = -w*w*sin(w*t)' | made slow "$head"
bad "about the data: The position turns in" power ../in/slow.csv "${inverse[@]}"
bad "about the data: The position turns in" inverse ../in/slow.csv "${inverse[@]}"

begin "play, and friction that builds up, in fit and select"
awk -F, -v OFS=, 'NR > 1 && $3*before < 0 { turned = $2; turns = 1 }
    { way = $2 > turned ? $2 - turned : turned - $2; if (turns && way < 0.15) $4 -= $3 > 0 ? 0.4 : -0.4; before = $3; print }' \
    ../in/base | made play "$head"
law=(--law coulomb --free m=0.02,Fc,sigma2 --starts 1)
words "It looks like play of about 0.1" fit ../in/play.csv "${inverse[@]}" "${law[@]}"
words "It looks like play of about 0.1" select ../in/play.csv "${inverse[@]}" --laws coulomb --free m=0.02
words "Residuals" fit ../in/base.csv "${inverse[@]}" "${law[@]}"
ok test -z "$(grep 'since the last reversal' ../stdout)"
cat >../in/bristle.yaml <<'END'
title: An axis that slides over 2 mm after each reversal
plant: block
options: {drive: pid}
parameters: {m: 2}
controller: {Kp: 3000, Kv: 100, Ki: 0}
friction: {contact: {law: dahl, Fc: 8, sigma0: 4000, sigma2: 5}}
inputs:
  xd: {multisine: {components: [{amplitude: 0.05, frequency: 0.35}, {amplitude: 0.008, frequency: 1.1}]}}
sensors: {x: {noise: 2e-6}, u: {noise: 0.05}}
duration: 6 s
record: {every: 4 ms, columns: [u_meas, x_meas]}
END
"$STICTION" run ../in/bristle.yaml --quiet -o ../in/bristle.csv
words "friction builds up over about 0.002" fit ../in/bristle.csv --scenario ../in/bristle.yaml --law coulomb \
    --set friction.contact.sigma0=null --match x=x_meas --match u=u_meas --free m,Fc,sigma2 --starts 1

# ---- Methods that the record is not for ----
begin "unsuited"
"$STICTION" run ../in/targets.yaml --quiet -o ../in/targets.csv
bad "as from point to point, and its efforts are no levels" breakaway ../in/targets.csv --effort u_meas --position x_meas
bad "these are no slow ramps" ramp ../in/base.csv "${inverse[@]}"
bad "this is no limit cycle that sticks and slips" cycles ../in/base.csv "${inverse[@]}"
joint 4000 0.001 'x = 1e-3*int(2*rand()); v = 0; a = 30*(rand() - 0.5)' | made standing "$head"
bad "are not of one kind" cycles ../in/standing.csv "${inverse[@]}"
bad "are slower than" inverse ../in/standing.csv "${inverse[@]}"

# ---- Ten that are hard ----
begin "time that jitters"
awk -F, -v OFS=, 'BEGIN { srand(3) } { $1 += 0.0004*(rand() - 0.5); print }' ../in/base | made jitter "$head"
words "Inverse model" inverse ../in/jitter.csv "${inverse[@]}"
near Fc 0.8 1

begin "time in ms, in the name only"
awk -F, -v OFS=, '{ $1 *= 1000; print }' ../in/base | made ms 'time_ms,x [rad],v [rad/s],u [N*m]'
words "Units from the names of columns: time_ms (ms)" inverse ../in/ms.csv "${inverse[@]}"
near M 0.03 1

begin "rows that are numbered, two columns of time"
awk -F, -v OFS=, '{ print NR - 1, 1000*$1, sprintf("%.3f", 43200 + $1), $2, $4 }' ../in/base | made numbered 'Nr,Zeit_ms,Uhrzeit [s],x [rad],u [N*m]'
words 'The time is column "Zeit_ms", the first with a unit of time' inverse ../in/numbered.csv "${inverse[@]}"
near M 0.03 1 # it was 30000 kg*m^2, of a row each second
good "Inverse model" inverse ../in/numbered.csv "${inverse[@]}" --time Uhrzeit
near M 0.03 1

begin "a coast-down"
joint 6000 0.002 'w = exp(-0.05*t/0.03); v = 60*w - 16*(1 - w); a = -0.05/0.03*(v + 16); if (v < 0) v = a = 0
    x += v*0.002' | awk -F, -v OFS=, '{ $4 = 0; print }' | made coast "$head"
for method in inverse curve power; do
    bad "inertia is the force: inverse, curve and power take its mass" "$method" ../in/coast.csv --effort u --velocity v
    words "every force and coefficient is in proportion to the mass that was given" "$method" ../in/coast.csv --effort u --velocity v --mass 0.03
    ok test -z "$(grep 'mass that was given is not' ../stdout)"
    if [[ $method == power ]]; then near fc 0.8 1; else near Fc 0.8 1; fi
done

begin "decimal commas"
tr ',.' ';,' <../in/base | made commas "${head//,/;}"
words "Inverse model" inverse ../in/commas.csv "${inverse[@]}"
near Fc 0.8 1

begin "a counter of 12 bits that starts again"
awk -F, -v OFS=, '{ q = int($2*4096*4/6.2831853 + 100000.5); print $1, q % 4096, $4 }' ../in/base | made wrap 't [s],q,u [N*m]'
words "--wrap q=NUMBER undoes it" inverse ../in/wrap.csv --effort u --position q --counts q=16384
words "Inverse model" inverse ../in/wrap.csv --effort u --position q --counts q=16384 --wrap q=4096
near M 0.03 2

begin "missing numbers"
awk -F, -v OFS=, 'NR % 501 == 0 { $2 = "" } { print }' ../in/base | made holes "$head"
bad "--missing fill or --missing drop" inverse ../in/holes.csv "${inverse[@]}"
words "Inverse model" inverse ../in/holes.csv "${inverse[@]}" --missing fill
near M 0.03 1

begin "motor current"
awk -F, -v OFS=, '{ $4 /= 0.052; print }' ../in/base | made current 't [s],x [rad],v [rad/s],i [A]'
words "Inverse model" inverse ../in/current.csv --effort i --kt "52 mN*m/A" --position x
near Fc 0.8 1

begin "a noisy velocity"
awk -F, -v OFS=, 'BEGIN { srand(11) } { for (n = k = 0; k < 12; k++) n += rand(); $3 += 0.03*(n - 6); print }' ../in/base |
    made noisy "$head"
words "Inverse model" inverse ../in/noisy.csv --effort u --velocity v
near Fc 0.8 2

begin "a log of 100 Hz with uneven steps"
awk -F, -v OFS=, 'BEGIN { srand(2) } NR >= next_row { print; next_row = NR + 10 + int(3*rand()) }' ../in/base | made log "$head"
words "Resampled at" inverse ../in/log.csv "${inverse[@]}"
near Fc 0.8 2

begin "a staircase of speeds"
joint 40000 0.001 'k = int(t/5); V = (k % 2 ? -1 : 1)*(0.5 + 0.5*int(k/2)); s = t - 5*k
    x = (k % 2 ? 5*(0.5 + 0.5*int(k/2)) : 0) + V*s; v = V; a = 0' | made stairs "$head"
words "constant speed" curve ../in/stairs.csv --effort u --position x
near Fc 0.8 1

begin "slow ramps of a motor that creeps before it runs away"
cat >../in/creep.yaml <<'END'
title: Torque of 0 to 0.05 N*m in 5 s; 15 counts of creep before it runs away
plant: chain
options: {drive: torque}
parameters: {bodies: 1, J1: 1e-4 kg*m^2}
friction:
  body1: {law: lugre, Fs: 30 mN*m, Fc: 22 mN*m, vs: 0.5 rad/s, sigma0: 5 N*m/rad, sigma1: 0.02, sigma2: 2e-4}
sensors: {th1: {resolution: 1.5 mrad}}
inputs:
  u: {trapezoid: {times: [0, 5, 5.1, 6, 11, 11.1, 12, 17, 17.1, 18], levels: [0, 0.05, 0, 0, -0.05, 0, 0, 0.05, 0, 0]}}
duration: 18 s
record: {every: 1 ms, columns: [u, th1_meas]}
END
"$STICTION" run ../in/creep.yaml --quiet -o ../in/creep.csv
words "creeps before it runs away" breakaway ../in/creep.csv --effort u --position th1_meas
ok awk '$1 == "mean" && $3 == "N*m" { n++; if ($2 < 0.0294 || $2 > 0.0306) bad = 1 } END { exit bad || n != 2 }' ../stdout
# Noise of the effort decides which sample between two ramps is the lowest: the body may still run out there.
awk -F, -v OFS=, 'BEGIN { srand(6) } NR > 1 { for (n = k = 0; k < 12; k++) n += rand(); $2 += 0.0001*(n - 6) } { print }' \
    ../in/creep.csv >../in/creeps.csv
words "3 of the points are of rises in which it creeps" breakaway ../in/creeps.csv --effort u --position th1_meas
ok grep -q 'forward: 2 points' ../stdout
ok grep -q 'backward: 1 points' ../stdout
words "resolves 0.0015 rad" breakaway ../in/creep.csv --effort u --position th1_meas --motion 5mrad
bad "is less than the sensor step" breakaway ../in/creep.csv --effort u --position th1_meas --motion 1mrad
words "sigma0+" ramp ../in/creep.csv --effort u --position th1_meas
near Fs+ 0.03 2
near sigma0+ 5 5
sed 's/0.05/0.02/g' ../in/creep.yaml >../in/short.yaml # never runs away
"$STICTION" run ../in/short.yaml --quiet -o ../in/short.csv
bad '"identify ramp" finds stiffness and level' breakaway ../in/short.csv --effort u --position th1_meas
begin "ramps under a weight, and with an effort in steps"
awk -F, -v OFS=, 'NR > 1 { $2 += 0.008 } { print }' ../in/creep.csv >../in/weight.csv
words "cannot be distinguished from levels that differ between the directions" breakaway ../in/weight.csv --effort u --position th1_meas
words "cannot be distinguished from levels that differ between the directions" breakaway ../in/weight.csv --effort u --position th1_meas --motion 5mrad
awk -F, -v OFS=, 'NR > 1 { $2 = 0.002*int($2/0.002 + 100.5) - 0.2 } { print }' ../in/creep.csv >../in/steps.csv
good '' breakaway ../in/steps.csv --effort u --position th1_meas --json
ok awk '/"mean_low": [0-9]/ { low = $2 + 0 } /"mean_high": [0-9]/ { if ($2 + 0 - low < 0.0019) bad = 1; n++ } END { exit bad || n == 0 }' ../stdout
# A motion that is none, and a single breakaway.
joint 2000 0.001 'x = 0; v = 0; a = 0' | made still "$head"
bad 'is 0 in all 2000 rows' fit ../in/still.csv --effort u --position x --law coulomb --free Fc,m
bad 'is 0 in all 2000 rows' select ../in/still.csv --effort u --position x --laws coulomb --free m
awk 'BEGIN { for (i = 0; i < 2000; i++) { t = i*0.001; x = t < 1 ? 0 : 0.5*(t - 1)^2; printf "%.3f,%.6f,%.6f\n", t, x, t } }' |
    made once 't [s],x [m],u [N]'
words 'one point: no interval' breakaway ../in/once.csv --effort u --position x
ok test -z "$(grep -w nan ../stdout)"

# ---- Pre-sliding, fitted without: along the motion, and by a plant that has none ----
begin "friction that builds up is not called a delay"
cat >../in/builds.yaml <<'YAML'
plant: block
options: {drive: pid}
parameters: {m: 2 kg}
controller: {Kp: 2e4 N/m, Kv: 400 N*s/m, Ki: 0}
friction: {contact: {law: coulomb, Fc: 3 N, sigma2: 1 N*s/m}}
inputs: {xd: {sine: {amplitude: 20 mm, frequency: 0.5 Hz}}}
duration: 10 s
record: {every: 1 ms, columns: [u, x]}
YAML
"$STICTION" run ../in/builds.yaml --quiet -o ../in/builds.csv \
    --set 'friction.contact={law: dahl, Fc: 3 N, sigma2: 1 N*s/m, sigma0: 6e4}'
builds=(fit ../in/builds.csv --starts 2)
words "(pre-sliding)" "${builds[@]}" --effort u --position x --law coulomb --free m,Fc,sigma2
ok test -z "$(grep -E 'behind the motion|was recorded' ../stdout)"
words "Or friction builds up" "${builds[@]}" --scenario ../in/builds.yaml --match u=u --free m=2,Fc=3N,sigma2=5
ok test -z "$(grep 'was recorded' ../stdout)"
words "have no interval" "${builds[@]}" --scenario ../in/builds.yaml --match u=u --free m=2,Fc=3N,sigma2=5

# ---- Measured and simulated machines: none of these words ----
begin "machines that are in order"
none() { # ARGUMENT...
    good '' "$@"
    ok test -z "$(grep -E 'but for noise|low-pass|The data want|than sound' <(tr -s ' \n' ' ' <../stdout))"
}
data=$SOURCE_DIR/../shared/data
if [[ -d $data ]]; then
    none inverse "$data/emps_id.csv" --effort force_N --position q_m
    none inverse "$data/emps_id.csv" --effort force_N --position q_m --mass 95.1
    none power "$data/emps_id.csv" --effort force_N --position q_m
    none inverse "$data/tribometer.csv" --effort friction_force_N --gain friction_force_N=-1 --position x_m --from 7.6s
    none curve "$data/screw_steady.csv" --effort motor_torque_Nm --velocity motor_speed_rad_s --runs set_speed_rpm --where drive=2
else
    echo "skipped: shared: measured machines of $(basename "$0") were left out"
fi
none inverse ../in/bristle.csv --effort u_meas --position x_meas
none inverse ../in/play.csv "${inverse[@]}"

summary
