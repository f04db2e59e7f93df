#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Which remedy cures what: "stiction compensate" on every plant with a position loop, with stribeck, lugre and gms friction.

    bench/remedies.py [--ranks | TROUBLE...]      STICTION names the program (build/stiction)

Each case is a trouble (hunting, staircase, reversals) of a plant.  A remedy runs with what it adds right and wrong by 20 %
either way (--scale), with the numbers that the program derives; nothing is tuned.  What counts is the largest error of the
second half, as a share of that of the bare loop, in the worst of the three.  A cure leaves at most half.

--ranks: the mean rank of each remedy over four further cases, which were written down before any of them was run.
"""
import json, math, os, subprocess, sys

STICTION = os.environ.get("STICTION", "build/stiction")
LAWS = ["stribeck", "lugre", "gms"]
CHAIN = ["controller.Ts=1ms"]
CASES = {
    "hunting": {
        "block": ["block-hunting", "duration=60s"],
        "clutch": ["clutch-step", "duration=20s"],
        "chain": ["chain-two-mass", *CHAIN, "controller.Ki=200", "inputs.Com=0.5rad", "duration=20s"],
        "servo": ["servo-position", "inputs.qd=45deg", "duration=10s"],
        "eha": ["eha-step", "controller.GAI=20", "duration=4s"],
        "flap": ["flap-reversible-deploy", "duration=8s"],
    },
    "staircase": {
        "block": ["block-reversals", "inputs.xd={ramp: {slope: 1 mm/s}}", "duration=20s"],
        "clutch": ["clutch-step", "controller.Ki=0", "inputs.thetad={ramp: {slope: 0.5 rad/s}}", "duration=20s"],
        "chain": ["chain-two-mass", *CHAIN, "inputs.Com={ramp: {slope: 5e-3 rad/s}}", "duration=6s"],
        "servo": ["servo-position", "inputs.qd={ramp: {slope: 0.05 rad/s}}", "duration=10s"],
        "eha": ["eha-ramp"],
        "flap": ["flap-reversible-deploy", "inputs.Com={ramp: {slope: 1e-3 rad/s}}", "duration=10s"],
    },
    "reversals": {
        "block": ["block-reversals"],
        "clutch": ["clutch-step", "controller.Ki=0", "inputs.thetad={sine: {amplitude: 5 rad, frequency: 0.5 Hz}}", "duration=8s"],
        "chain": ["chain-two-mass", *CHAIN],
        "servo": ["servo-position", "inputs.qd={sine: {amplitude: 0.5 rad, frequency: 0.5 Hz}}", "duration=8s"],
        "eha": ["eha-ramp", "inputs.Com={sine: {amplitude: 1 mm, frequency: 0.5 Hz}}"],
        "flap": ["flap-reversible-deploy", "inputs.Com={sine: {amplitude: 2 deg, frequency: 0.2 Hz}}", "duration=10s"],
    },
}
# Written down before any run.
RANKED = {
    "clutch, step to 60 rad": ["clutch-step", "inputs.thetad={step: {at: 0 s, to: 60 rad}}", "duration=20s"],
    "block, load 0.5 N, encoder 1 mm": ["block-hunting", "inputs.load=0.5N", "sensors={x: {resolution: 1 mm}}", "duration=60s"],
    "eha, ramp 1 mm/s under load": ["eha-ramp", "inputs.Com={ramp: {slope: 1 mm/s}}", "inputs.FR=5kN"],
    "chain, sine 0.1 rad, 1 Hz": ["chain-two-mass", *CHAIN, "inputs.Com={sine: {amplitude: 0.1 rad, frequency: 1 Hz}}"],
}


def remedies(case, law):
    """name -> (worst share of the bare error, words), and the bare word; None: the scenario does not take the law."""
    command = [STICTION, "compensate", case[0], "--scale", "0.8,1,1.2", "--law", law, "--quiet", "--json"]
    for setting in case[1:]:
        command += ["--set", setting]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 2 or not done.stdout:
        print(f"{case[0]}, {law}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    rows = json.loads(done.stdout)["remedies"]
    bare = next(r for r in rows if r["remedy"] == "none")
    found = {}
    for row in rows:
        if row["result"] == "not used":
            continue
        name = row["remedy"] + ("" if row["integrator"] == bare["integrator"] else ", Ki = 0")
        error = row["tracking_error"]
        share = math.inf if error is None else error / bare["tracking_error"]
        worst, words = found.get(name, (0.0, set()))
        found[name] = (max(worst, share), words | {row["result"]})
    return found, bare["result"]


def table(troubles):
    for trouble in troubles or CASES:
        plants = CASES[trouble]
        print(f"\n{trouble}: worst share of the bare loop's largest error, friction right and wrong by 20 %; * cures")
        columns, names = [], []
        for plant, case in plants.items():
            for law in LAWS:
                result = remedies(case, law)
                if result:
                    columns.append((f"{plant} {law}", *result))
                    names += [n for n in result[0] if n not in names and n != "none"]
        print("| | " + " | ".join(f"{c[0]} ({c[2]})" for c in columns) + " |")
        print("|---|" + "---|" * len(columns))
        for name in names:
            cells = []
            for _, found, _ in columns:
                share = found.get(name, (None,))[0]
                cells.append("–" if share is None else ("%.2g" % share) + (" *" if share <= 0.5 else ""))
            print(f"| `{name}` | " + " | ".join(cells) + " |", flush=True)


def ranks():
    total = {}
    for title, case in RANKED.items():
        result = remedies(case, "stribeck")
        ordered = sorted((share, name) for name, (share, _) in result[0].items())
        print(f"\n{title} (bare: {result[1]}): " + ", ".join(f"{n} {s:.2g}" for s, n in ordered), flush=True)
        for place, (_, name) in enumerate(ordered, 1):
            total.setdefault(name, []).append(place / len(ordered))
    print("\nmean place as a share of the field (0: first), of those in at least three of the four")
    for name, places in sorted(total.items(), key=lambda x: sum(x[1]) / len(x[1])):
        if len(places) >= 3:
            print(f"  {name:32s} {sum(places) / len(places):.2f}   ({len(places)} cases)")


if __name__ == "__main__":
    ranks() if "--ranks" in sys.argv[1:] else table(sys.argv[1:])
