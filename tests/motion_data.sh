# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests of identifications: motions with known friction, as CSV on standard output.

# Mass 2 kg, Fv 0.7 N*s/m, Fc 1.3 N, position of two sines.
moved_csv() {
    awk 'BEGIN {
        print "t [s],x [m],v [m/s],u [N]"
        a = 3.14159265358979; b = 8.1
        for (i = 0; i < 1500; i++) {
            t = i/250
            x = 0.3*sin(a*t) + 0.1*sin(b*t); v = 0.3*a*cos(a*t) + 0.1*b*cos(b*t)
            u = 2*(-0.3*a*a*sin(a*t) - 0.1*b*b*sin(b*t)) + 0.7*v + (v > 0 ? 1.3 : -1.3)
            printf "%.3f,%.9f,%.9f,%.9f\n", t, x, v, u
        }
    }'
}

# Sines of three amplitudes of speed: mass 0.5 kg, Fv 2 N*s/m, Fc 3 N.
sines_csv() {
    awk 'BEGIN {
        print "t [s],x [mm],u [N]"
        for (V = 0.2; V < 0.65; V += 0.2) {
            w = V/0.05
            for (s = 0; s < 1600*3.14159265/w; s++) {
                p = w*s*0.005; v = V*sin(p)
                printf "%.3f,%.4f,%.9f\n", 0.005*n++, -50*cos(p), 0.5*V*w*cos(p) + 2*v + (v > 0 ? 3 : v < 0 ? -3 : 0)
            }
        }
    }'
}

# spring_block DURATION EVERY: a scenario to identify from, a block that a spring pulls to and fro.
spring_block() {
    cat <<END_OF_SCENARIO
plant: block
options: {drive: spring}
parameters: {m: 1 kg, K: 1000 N/m}
friction:
  contact: {law: coulomb, Fc: 4 N, sigma2: 5 N*s/m}
inputs:
  y: [{sine: {amplitude: 20 mm, frequency: 0.5 Hz}}, {sine: {amplitude: 6 mm, frequency: 1.7 Hz}}]
duration: $1
record: {every: $2, columns: [x, v, u, FF]}
END_OF_SCENARIO
}
