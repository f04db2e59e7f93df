#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every option that takes a value, with one that makes no sense: exit code 2, a message, nothing written.  The lists of
# options are the program's own, so that a new option is tried by being there.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
patience=$((20 * ${SLOWER:-1}))

# Mass 2 kg, Fv 0.7, Fc 1.3, position of two sines; sines of three amplitudes of speed.
awk 'BEGIN {
    print "t [s],x [m],v [m/s],u [N]"
    a = 3.14159265358979; b = 8.1
    for (i = 0; i < 1500; i++) {
        t = i/250
        x = 0.3*sin(a*t) + 0.1*sin(b*t); v = 0.3*a*cos(a*t) + 0.1*b*cos(b*t)
        u = 2*(-0.3*a*a*sin(a*t) - 0.1*b*b*sin(b*t)) + 0.7*v + (v > 0 ? 1.3 : -1.3)
        printf "%.3f,%.9f,%.9f,%.9f\n", t, x, v, u
    }
}' >../in/moved.csv
awk 'BEGIN {
    print "t [s],x [mm],u [N]"
    for (V = 0.2; V < 0.65; V += 0.2) {
        w = V/0.05
        for (s = 0; s < 1600*3.14159265/w; s++) {
            p = w*s*0.005; v = V*sin(p)
            printf "%.3f,%.4f,%.9f\n", 0.005*n++, -50*cos(p), 0.5*V*w*cos(p) + 2*v + (v > 0 ? 3 : v < 0 ? -3 : 0)
        }
    }
}' >../in/sines.csv
"$STICTION" run block-pre-sliding --quiet -o ../in/pre.csv
"$STICTION" run block-limit-cycle --set record.every=20ms --quiet -o ../in/hunt.csv
"$STICTION" run block-brake --set duration=1 --set record.every=10ms --quiet -o ../in/brake.csv

# What a value of that kind cannot be: no number, no name, no path with an ending, no list.
nonsense='?!=,'

# Those of reading data are the same code for all methods: one method tries them.
common=" $("$STICTION" identify power --options | grep -xFf <("$STICTION" identify fit --options) | tr '\n' ' ')"

# refuses COMMAND... -- ARGUMENT...: each option of the command.
refuses() {
    local own=() option
    while [[ $1 != -- ]]; do own+=("$1") && shift; done
    shift
    good '' "${own[@]}" "$@" # without that option
    while read -r option; do
        [[ $option == *= ]] || continue
        [[ ${own[*]} == "identify power" || $common != *" $option "* ]] || continue
        bad '' "${own[@]}" "$@" "${option%=}" "$nonsense"
        ok test -z "$(grep -F 'unknown option' ../stderr)"
    done < <("$STICTION" "${own[@]}" --options)
}

columns=(--effort u --position x)
refuses run -- block-brake
refuses compare -- block-brake --laws coulomb
refuses characterize -- coulomb
for method in power curve inverse; do
    refuses identify "$method" -- ../in/moved.csv "${columns[@]}"
done
refuses identify check -- ../in/moved.csv --position x
refuses identify sine -- ../in/sines.csv "${columns[@]}"
refuses identify cycles -- ../in/hunt.csv "${columns[@]}"
refuses identify breakaway -- block-brake --simulate --set initial.v=0 --resolution 100um --travel 0:1mm --rate 0.5N/s
refuses identify ramp -- ../in/pre.csv "${columns[@]}"
refuses identify ramp -- block-pre-sliding --simulate
fit=(../in/brake.csv --scenario block-brake --set duration=1 --match x=x --starts 1)
refuses identify fit -- "${fit[@]}" --free Fc
refuses identify select -- "${fit[@]}" --laws coulomb

summary
