#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The clutch under a controller scheduled on its friction map, against the PID of clutch-step.

    bench/clutch_schedule.py [step | ramp]      STICTION names the program (build/stiction)

step: steps to 5, 30 and 60 rad with settings that were picked at 30 rad without play (without an integrator the narrowest band whose gain
is below the gain margin); 20 targets within one step of the encoder around each angle, 20 s: median and worst.
ramp: 0 to 70 rad and back at 2 and 20 rad/s, second half.
"""
import csv, io, json, os, re, subprocess, sys

STICTION = os.environ.get("STICTION", "build/stiction")
SCENARIOS = {"without play": "clutch-step", "with play": "clutch-step-play"}
PLACES = [5.0, 30.0, 60.0]
HALF = 0.0533  # rad: 20 targets spread over one step of the encoder
LEVEL = ", Fs: {forward: 0.1352 N*m, backward: 0.1506 N*m}"  # the means of the map


def stiction(*arguments):
    done = subprocess.run([STICTION, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def schedule():
    """The coefficients of scenario clutch-scheduled, as settings."""
    resolved = stiction("check", "clutch-scheduled")
    return [f"controller.{name}={value}" for name, value in re.findall(r"(schedule_\w+): (.*)", resolved)]


def with_settings(settings):
    return [word for setting in settings for word in ("--set", setting)]


def push(band, fade, scale=1.0, level=""):
    return [f"compensation=[{{kind: push, scale: {scale}, band: {band} rad, fade: {fade} rad/s{level}}}]"]


def controllers():
    none = ["controller.Ki=0"]
    return {
        "PID": [],
        "PID, scheduled": schedule(),
        "push of one level, Ki = 0": none + push(0.14, 20, level=LEVEL),
        "push of the map, Ki = 0": none + push(0.14, 20),
        "the same, scheduled": none + push(0.14, 20) + schedule(),
        "its push 20 % too low": none + push(0.14, 20, 0.8) + schedule(),
        "its push 20 % too high": none + push(0.14, 20, 1.2) + schedule(),
        "push of the map, PID": push(0.3, 5, 0.9),
        "the same, scheduled PID": push(0.3, 5, 0.9) + schedule(),
    }


def measured(scenario, settings, place):
    """Per metric the median and the worst of 20 targets."""
    metrics = ["swing(theta, window=10 s..20 s)", "tracking_error", "settling_time", "rms_effort"]
    out = stiction("sweep", scenario, *with_settings([*settings, "duration=20s"]), "--vary",
                   f"thetad.step.to=lin:{place - HALF}:{place + HALF}:20", "--metrics", ",".join(metrics), "--quiet", "-o", "-")
    rows = list(csv.reader(io.StringIO(out)))
    found = []
    for metric in metrics:
        column = next(k for k, name in enumerate(rows[0]) if name.startswith(metric.split("(")[0]))
        values = sorted(float(row[column]) if row[column] not in ("", "nan") else float("inf") for row in rows[1:])
        found.append((values[len(values) // 2], values[-1]))
    return found


def steps():
    rows = controllers()
    for title, scenario in SCENARIOS.items():
        print(f"\n{title}: hunting (swing of 10 … 20 s) | largest error of 10 … 20 s | settling time | RMS effort; median, worst")
        for name, settings in rows.items():
            for place in PLACES:
                cells = " | ".join(f"{median:.3g}, {worst:.3g}" for median, worst in measured(scenario, settings, place))
                print(f"| {name} | {place:g} rad | {cells} |", flush=True)


def ramps():
    push, none = "{kind: push, band: 0.14 rad, fade: 20 rad/s}", ["controller.Ki=0"]
    one = "{kind: feedforward, law: coulomb, Fs: {forward: 0.1352, backward: 0.1506}, Fc: 0.1097}"
    rows = {
        "PID": [],
        "Ki = 0": none,
        "feedforward of one level, Ki = 0": [*none, f"compensation=[{one}]"],
        "feedforward of the map, Ki = 0": [*none, "compensation=[{kind: feedforward}]"],
        "feedforward and push of the map, Ki = 0": [*none, f"compensation=[{{kind: feedforward}}, {push}]"],
        "the same, scheduled": [*none, *schedule(), f"compensation=[{{kind: feedforward}}, {push}]"],
    }
    for title, scenario in SCENARIOS.items():
        for slope in (2, 20):
            print(f"\n{title}, {slope} rad/s: largest | RMS error | RMS effort")
            command = f"inputs.thetad={{trapezoid: {{levels: [0 rad, 70 rad, 0 rad], times: [0 s, {70 / slope} s, {140 / slope} s]}}}}"
            for name, settings in rows.items():
                out = stiction("compensate", scenario, "--with", "band", "--json", "--quiet",
                               *with_settings([*settings, command, f"duration={140 / slope} s"]))
                bare = json.loads(out)["remedies"][0]
                print(f"| {name} | {bare['tracking_error']:.3g} | {bare['rms_error']:.3g} | {bare['rms_effort']:.3g} |", flush=True)


if __name__ == "__main__":
    asked = sys.argv[1:] or ["step", "ramp"]
    if "step" in asked:
        steps()
    if "ramp" in asked:
        ramps()
