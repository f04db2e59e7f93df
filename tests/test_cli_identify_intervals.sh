#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The intervals of a scenario that identify writes are those of its report, under the same addresses, also where they are
# not symmetric (profiles over the Stribeck speed), of angles, of both directions and beside friction; and exports use them.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
have python3 || exit 77
cat >../in/data.py <<'P'
import math
import random


# An arm of 0.05 kg*m^2, G 1.5 N*m: Fc 0.4, 0.02 more near standstill (vs 0.3), sigma2 0.15; levels grow by k times |load|.
def arm(name, k):
    noise = random.Random(3)
    with open(f"../in/{name}", "w") as out:
        print("t [s],q [rad],u [N*m]", file=out)
        for i in range(8000):
            t = 0.0025 * i
            a, b, w, z = 1.2, 0.4, 2.0, 5.3
            q = a * math.sin(w * t) + b * math.sin(z * t)
            v = a * w * math.cos(w * t) + b * z * math.cos(z * t)
            acceleration = -a * w * w * math.sin(w * t) - b * z * z * math.sin(z * t)
            load = 1.5 * math.sin(q)
            level = 0.4 + 0.02 * math.exp(-(v / 0.3) ** 2) + k * abs(load)
            u = 0.05 * acceleration + load + math.copysign(level, v) + 0.15 * v + noise.gauss(0, 0.02)
            print(f"{t:.4f},{q + noise.gauss(0, 2e-4):.6f},{u:.5f}", file=out)


# Runs at constant speed: Fc 0.4 N, 0.25 N more near standstill with the exponent 1.3 (of which 1 and 2 are tried).
def runs():
    noise = random.Random(5)
    with open("../in/runs.csv", "w") as out:
        print("run,t [s],v [m/s],u [N]", file=out)
        for run in range(16):
            v = (1 if run % 2 else -1) * 0.02 * 1.7 ** (run // 2)
            for i in range(40):
                u = 0.4 + 0.25 * math.exp(-(abs(v) / 0.1) ** 1.3) + 0.15 * abs(v)
                print(f"{run},{run + 0.01 * i:.2f},{v:.6f},{math.copysign(u, v) + noise.gauss(0, 0.05):.5f}", file=out)


arm("arm.csv", 0.0)
arm("gear.csv", 0.1)
runs()
P
cat >../in/same.py <<'P'
import json
import re
import sys


# Every estimate with an address and an interval stands in the file with the same ends, to its six digits.
def walk(node, found):
    for key, one in node.items() if isinstance(node, dict) else ():
        if isinstance(one, dict) and one.get("low") is not None and "value" in one:
            found[one.get("path", key)] = (one["low"], one["high"])
        walk(one, found)


report, written = {}, {}
data = json.load(open("../stdout"))
walk(data[sys.argv[1]], report)
number = r"([-+.\de]+)[^,}]*"
for path, low, high in re.findall(rf"of: (\S+), low: {number}, high: {number}", open("found.yaml").read()):
    written[path] = (float(low), float(high))
for path in sys.argv[2:]:
    assert path in written, (path, written)
for path, ends in written.items():
    assert path in report, (path, report)
    for a, b in zip(ends, report[path]):
        assert abs(a - b) <= 1e-5 * max(abs(b), 1e-9), (path, ends, report[path])
P
ok python3 ../in/data.py

# same GROUP PATH... -- ARGUMENT...: the file of -o and the JSON of the same call.
same() {
    local names=()
    while [[ $1 != -- ]]; do names+=("$1") && shift; done
    shift
    good '"method"' identify "$@" --json -o found.yaml
    ok python3 ../in/same.py "${names[@]}"
}
angle=(--effort u --position q)
same parameters friction.gear.Fc friction.gear.Fs friction.gear.vs friction.gear.sigma2 parameters.J parameters.G -- \
    inverse ../in/arm.csv "${angle[@]}" --gravity --stribeck
same parameters friction.gear.k_m friction.gear.k_e friction.gear.Fc -- inverse ../in/gear.csv "${angle[@]}" --gravity --load-friction
same parameters friction.gear.Fc.forward friction.gear.Fc.backward -- inverse ../in/arm.csv "${angle[@]}" --gravity --asymmetric
same parameters friction.gear.Fc friction.gear.sigma2 parameters.J -- power ../in/arm.csv "${angle[@]}" --gravity
same both friction.contact.Fc friction.contact.Fs friction.contact.vs -- curve ../in/runs.csv --effort u --velocity v --runs run

begin "a fit of an angle"
good '"friction.gear.Fc"' identify fit ../in/arm.csv "${angle[@]}" --law coulomb --mass 0.05 --gravity --free Fc,sigma2 --starts 1 --json -o found.yaml
ok grep -q 'of: friction.gear.Fc, low: .* N\*m,' found.yaml
ok grep -q 'of: parameters.G, low: .* N\*m,' found.yaml
good 'friction_interval' export feedforward found.yaml --as c --quiet -o -
good '' identify fit ../in/arm.csv "${angle[@]}" --law coulomb --mass 0.05 --gravity --free Fc,sigma2 --starts 1 --rows rows.csv
ok grep -q 'FF_measured \[N\*m\]' rows.csv
rm -f found.yaml rows.csv

begin "a base of the other kind"
bad 'its site contact is linear, but the data are rotary' identify inverse ../in/arm.csv "${angle[@]}" --gravity --base block-brake -o found.yaml
summary
