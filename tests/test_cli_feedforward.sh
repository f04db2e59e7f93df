#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# export feedforward: C, Python and table say the same, with a drive that is known they say what a run shows, and
# the interval is the one that the estimates of the scenario make.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
have cc || exit 77
have python3 || exit 77

begin "C, Python and table"
intervals='[{of: friction.gear.Fc, low: 0.23 N*m, high: 0.27 N*m},
    {of: friction.gear.sigma2, low: 0.15, high: 0.25, correlation: [-0.5]}, {of: parameters.J, low: 0.02, high: 0.04, correlation: [0.1, 0.2]}]'
ok "$STICTION" run servo-lift --quiet -o ../in/run.csv
for language in c python table; do
    case $language in c) ending=c ;; python) ending=py ;; *) ending=csv ;; esac
    ok "$STICTION" export feedforward servo-lift --quiet --set intervals="$intervals" --as $language --speed 3 --load 4 -o ../in/plain.$ending
    ok "$STICTION" export feedforward servo-lift --quiet --law lugre --name bristle --set friction.gear.eta_opp=0.8 \
        --set friction.gear.n=1.7 --set intervals="$intervals" --as $language --speed 3 --load 4 -o ../in/bristle.$ending
done
cat ../in/plain.c ../in/bristle.c >../in/both.c
ok cc -std=c99 -Wall -Wextra -Wpedantic -Werror -shared -fPIC ../in/both.c -o ../in/both.so -lm
cat >../in/look.py <<'P'
import csv
import ctypes
import math
import sys

sys.path.insert(0, "../in")
import bristle
import plain

library = ctypes.CDLL("../in/both.so")
number, pointer = ctypes.c_double, ctypes.POINTER(ctypes.c_double)


def function(name, arguments):
    f = library[name]
    f.restype, f.argtypes = number, [number] * arguments
    return f


def interval(name, *arguments):
    f = library[name]
    f.restype, f.argtypes = None, [number] * len(arguments) + [pointer] * 2
    low, high = number(), number()
    f(*arguments, ctypes.byref(low), ctypes.byref(high))
    return low.value, high.value


def near(a, b, share=1e-12):
    assert abs(a - b) <= share * max(abs(a), abs(b), 1e-3), (a, b)


# C and Python are the same functions.
for v in (-2.7, -0.11, -1e-4, 0.0, 0.02, 0.3, 2.0):
    for load in (-3.0, 0.0, 1.7):
        near(function("friction_moving", 3)(v, load, 0.1), plain.friction_moving(v, load, 0.1))
        near(function("friction", 3)(v, load, 2.0), plain.friction(v, load, 2.0))
        near(function("bristle", 2)(v, load), bristle.bristle(v, load))
        for a, b in zip(interval("friction_moving_interval", v, load, 0.1), plain.friction_moving_interval(v, load, 0.1)):
            near(a, b)
        for a, b in zip(interval("bristle_interval", v, load), bristle.bristle_interval(v, load)):
            near(a, b)

# With a drive that is known: what the run shows while it moves (its load is 2 N*m).
rows = [{k.split()[0]: float(x) for k, x in row.items()} for row in csv.DictReader(open("../in/run.csv"))]
moving = [row for row in rows if abs(row["w"]) > 1e-6]
assert len(moving) > 300
for row in moving:
    near(row["FF"], plain.friction(row["w"], 2.0 + row["L"], row["u"]), 1e-9)

# The table is the function at its own speeds and loads; between them straight lines are as near as it says.
for name, f, g in (("plain", lambda v, T: plain.friction_moving(v, T, 0.0), lambda v, T: plain.friction_moving_interval(v, T, 0.0)),
                   ("bristle", bristle.bristle, bristle.bristle_interval)):
    lines = open(f"../in/{name}.csv").read().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("v ["))
    assert lines[head] == "v [rad/s],load [N*m],FF [N*m],low [N*m],high [N*m]", lines[head]
    said = float(next(line for line in lines if "right to" in line).split("right to ")[1].split()[0])
    table = [[float(x) for x in line.split(",")] for line in lines[head + 1:]]
    for v, load, F, low, high in table:
        near(F, f(v, load), 1e-8)
        near(low, g(v, load)[0], 1e-8)
        near(high, g(v, load)[1], 1e-8)
    for a, b in zip(table, table[1:]):
        if a[1] == b[1] and a[0] * b[0] > 0.0:
            middle = 0.5 * (a[0] + b[0])
            assert abs(f(middle, a[1]) - 0.5 * (a[2] + b[2])) <= 1.01 * said

# The interval: F = Fc*(1 - e) + Fs*e + sigma2*v, e = exp(-(v/vs)^n), by the laws of covariances.  Of lugre with a
# load the part of the efficiencies has no Fc in it.
for v in (0.03, 0.1, 0.4, 2.5):
    e = math.exp(-((v / 0.1) ** 1.7))
    a, b = 0.02 * (1.0 - e), 0.05 * v
    low, high = bristle.bristle_interval(v, 1.3)
    near(high - low, 2.0 * math.sqrt(a * a + b * b - a * b), 1e-5)
# With the drive that the motion takes friction grows by 1/(1 - k_m) = 1/0.88 of what it grows by itself.
low, high = plain.friction_moving_interval(2.5, 1.0, 0.0)
near(high - low, 2.0 / 0.88 * math.sqrt(0.02**2 + 0.125**2 - 0.02 * 0.125), 1e-5)
assert plain.friction_moving(0.0, 1.0, 0.0) == 0.0 and plain.friction(0.0, 1.0, 0.0) == 0.0
P
ok env PYTHONDONTWRITEBYTECODE=1 python3 ../in/look.py

begin "words"
good '{0.25, 0.35, 0.1, 0.12' export feedforward servo-lift
ok grep -q "A closed form: right to .* N\*m against the law" ../stderr
good 'exp(-friction_power(s / p.vs, p.n))' export feedforward servo-lift --set friction.gear.n=0.7
ok grep -q "(|v|/vs)^n with n = 0.7 is exp(n\*log), the logarithm by its series" ../stderr
good 'exp(-s / p.vs)' export feedforward servo-lift --set friction.gear.n=1
good 'v [m/s],FF [N]' export feedforward block-stick-slip --as table
ok grep -q "straight lines between them: right to .* N, .* % of the largest friction" ../stderr
good 'friction_interval' export feedforward servo-lift --set intervals='[{of: friction.gear.Fc, low: 0.2, high: 0.3}, {of: Fs, low: 0.3, high: 0.4}]'
ok grep -q "does not say how its estimates hang together" ../stderr
good 'double friction' export feedforward servo-lift --set intervals='[{of: friction.gear.Fc, low: 0.4, high: 0.5}]'
ok grep -q "friction.gear.Fc = 0.25 lies outside its interval, 0.4 to 0.5: it was changed after it was identified" ../stderr
good 'Friction at body2' export feedforward chain-joint --site body2

begin "bad input"
bad 'unknown value of --as: "matlab"; allowed: c, python, table' export feedforward servo-lift --as matlab
bad '"2nd" is no name of a function: letters, digits and _, at most 40, and no digit first' export feedforward servo-lift --name 2nd
bad 'unknown friction site "gaer"; did you mean "gear"?' export feedforward servo-lift --site gaer
bad 'chain has several friction sites; say which: ' export feedforward chain-joint
bad '--timestep has nothing to do with export feedforward' export feedforward servo-lift --timestep 1ms
bad '--as has nothing to do with export urdf' export urdf servo-lift --as c
bad 'the friction depends on the position, which a table over velocity does not hold; --as c or --as python does' \
    export feedforward servo-lift --law coulomb_map --set friction.gear.Cs_forward='[0.5, 0.1]' --as table
for name in if double restrict main; do bad "\"$name\" is a word of C: a function needs a name of its own" export feedforward servo-lift --name $name; done
for name in def lambda None if; do bad "\"$name\" is a word of Python: a function" export feedforward servo-lift --as python --name $name; done
for name in print len ValueError; do bad "\"$name\" is a name of Python's own: a function" export feedforward servo-lift --as python --name $name; done
good 'double len(double v' export feedforward servo-lift --name len
good 'def printf(v' export feedforward servo-lift --as python --name printf
for name in exp sqrtf y0 csqrtf printf malloc strlen time signal longjmp isalpha abs vsnprintf; do bad "\"$name\" is a function of C's own library: a function" export feedforward servo-lift --name $name; done
bad '"__f" is a word of C' export feedforward servo-lift --name __f
good 'double iff(double v' export feedforward servo-lift --name iff
bad '--speed -1: a value above 0 is needed' export feedforward servo-lift --speed -1
bad '--speed 0: a value above 0 is needed, or auto' export feedforward servo-lift --as table --speed 0
bad '--load 0 N*m: a value above 0 is needed, or auto' export feedforward servo-lift --as table --load '0 N*m'
good 'v [rad/s]' export feedforward servo-lift --as table --speed auto
bad '--speed 3m/s: the system is rotary, a value in rad/s is needed' export feedforward servo-lift --as table --speed 3m/s
bad '--load 5N: the system is rotary, a value in N*m is needed' export feedforward servo-lift --as table --load 5N
bad '--speed 3rad/s: the system is linear, a value in m/s is needed' export feedforward block-stick-slip --as table --speed 3rad/s
good 'v [rad/s]' export feedforward servo-lift --as table --speed 30rpm --load 5N*m
bad '-o x.csv: the ending says the format; it can be .c .h -' export feedforward servo-lift -o x.csv
bad '-o x.c: the ending says the format; it can be .py -' export feedforward servo-lift --as python -o x.c
bad 'intervals is a list, as [{of: friction.gear.Fc, low: 0.9 N*m, high: 1.1 N*m}], not a map' check servo-lift --set intervals='{of: 1}'
bad 'an entry of intervals needs "high"' check servo-lift --set intervals='[{of: friction.gear.Fc, low: 1}]'
bad 'low must not be above high' check servo-lift --set intervals='[{of: friction.gear.Fc, low: 1, high: 0.5}]'
bad 'correlation has 1 numbers, but 0 entries stand above' check servo-lift --set intervals='[{of: Fc, low: 1, high: 2, correlation: [0.5]}]'
bad 'unknown key in an entry of intervals: "hihg"; did you mean "high"?' check servo-lift --set intervals='[{of: Fc, low: 1, hihg: 2}]'
bad '"parameters.Q"' check servo-lift --set intervals='[{of: parameters.Q, low: 1, high: 2}]'
good 'law: dahl' check servo-lift --law dahl --set intervals='[{of: friction.gear.vs, low: 0.1, high: 0.2}, {of: Fc, low: 0.1, high: 0.3, correlation: [0.5]}]'
summary
