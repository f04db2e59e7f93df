#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""A joint of Stiction in MuJoCo (tests/requirements.txt): what `stiction export mujoco` writes, beside our own run.

    in_mujoco.py follow SCENARIO DATA.csv --input COLUMN             the actuator is given a column of the data
    in_mujoco.py follow SCENARIO DATA.csv --reference COLUMN --pd 20,0.5   a PD loop, N*m/rad and N*m*s/rad (N/m, N*s/m), follows it
    in_mujoco.py page FOLDER [--figures docs/figures]                the tables of docs/mujoco.md, and its figures

`follow` compares the position with --position COLUMN of the data, while it moves, as rms over its swing, and where the input or
reference stands still at the end the creep with the one that export announced.  STICTION names the program.  $(tools/venv.sh --print) is a Python that has MuJoCo."""
import argparse
import csv
import json
import math
import os
import re
import subprocess
import sys

try:
    import mujoco
    import numpy as np
except ModuleNotFoundError as missing:
    sys.exit(f"in_mujoco.py: needs the Python package {missing.name}: run it by $(tools/venv.sh --print), which installs it, "
             f"or pip install mujoco")

STICTION = os.environ.get("STICTION", "build/stiction")


def stiction(*arguments):
    run = subprocess.run([STICTION, *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return run.stdout, run.stderr


def read_columns(file):
    rows = list(csv.reader(line for line in file if not line.startswith("#")))
    names = [re.sub(r" *\[.*\]$", "", name.strip()) for name in rows[0]]
    data = np.array(rows[1:], dtype=float).T
    return dict(zip(names, data))


class Exported:
    """The model that export writes; creep: s, velocity per acceleration F/m below the loss."""

    def __init__(self, scenario, timestep, settings=()):
        sets = [word for s in settings for word in ("--set", s)]
        text, said = stiction("export", "mujoco", scenario, "--timestep", f"{timestep}", *sets)
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)
        self.creep = float(re.search(r"creeps at (\S+) s", said).group(1))
        self.eps = float(re.search(r"eps = (\S+)", said).group(1))
        load = re.search(r"qfrc_applied = (\S+?)\.?\n", said)
        self.load = float(load.group(1)) if load else 0.0
        gain = self.model.actuator_gainprm[0][0]
        self.gain = gain if self.model.actuator_biasprm[0][1] == 0.0 else 1.0

    def usual(self):
        """MuJoCo's own defaults for friction in place of those that export chooses."""
        self.model.dof_solref[0] = [0.02, 1.0]
        self.model.dof_solimp[0] = [0.9, 0.95, 0.001, 0.5, 2.0]
        self.creep = (1.0 - 0.9) / 0.9 * 0.95 * max(0.02, 2.0 * self.model.opt.timestep) / 2.0
        return self

    def run(self, duration, control, q0=0.0):
        """Rows t, q, w, F: F is the force that friction answers."""
        model, data, rows = self.model, self.data, []
        mujoco.mj_resetData(model, data)
        data.qpos[0] = q0
        mujoco.mj_forward(model, data)
        for k in range(int(round(duration / model.opt.timestep)) + 1):
            data.ctrl[0] = control(k * model.opt.timestep, data.qpos[0], data.qvel[0])
            data.qfrc_applied[0] = self.load
            q, w = data.qpos[0], data.qvel[0]
            mujoco.mj_step(model, data)
            force = data.qfrc_actuator[0] + data.qfrc_applied[0] + data.qfrc_passive[0] - data.qfrc_bias[0]
            rows.append((k * model.opt.timestep, q, w, force))
        return np.array(rows).T


# ---- follow ----


def inertia_of(scenario):
    _, said = stiction("export", "mujoco", scenario)
    return float(re.search(r"\* F/([0-9.e+-]+),", said).group(1))


def follow(options):
    data = read_columns(open(options.data, newline=""))
    t = data[options.time] - data[options.time][0]
    joint, m = Exported(options.scenario, options.timestep), inertia_of(options.scenario)
    for name in (options.time, options.position, options.reference or options.input):
        if name not in data:
            sys.exit(f"{options.data} has no column {name}; it has {', '.join(data)}")
    wanted = data[options.reference or options.input]
    at = lambda time: float(np.interp(time, t, wanted))
    control = lambda time, q, w: at(time)
    if options.pd:
        kp, kd = (float(x) for x in options.pd.split(","))
        slope = np.gradient(wanted, t)
        speed = (lambda time: float(np.interp(time, t, slope))) if options.track_speed else (lambda time: 0.0)
        control = lambda time, q, w: (kp * (at(time) - q) + kd * (speed(time) - w)) / joint.gain
    measured = data[options.position]
    time, q, w, force = joint.run(t[-1], control, measured[0])
    ours, swing = np.interp(time, t, measured), np.ptp(measured)
    moving = np.abs(w) > 0.02 * np.abs(w).max()
    result = {
        "swing": swing,
        "moving_share": float(moving.mean()),
        "rms_percent": float(100.0 * np.sqrt(np.mean((q - ours)[moving] ** 2)) / swing),
    }
    still = np.abs(np.interp(time, t, wanted) - wanted[-1]) <= 1e-9 * max(1.0, np.abs(wanted).max())
    start = len(still) - np.argmin(still[::-1]) if not still.all() else 0
    rest = (np.arange(len(time)) > (start + len(time)) // 2) & (np.abs(w) < 2.0 * joint.eps)
    if rest.sum() * options.timestep > 0.1:
        result["creep"] = float(np.mean(w[rest]))
        result["creep_announced"] = float(joint.creep * np.mean(force[rest]) / m)
    print(json.dumps(result, indent=2))


# ---- page ----

LIFT = "parameters={J: 0.03 kg*m^2, C: 2 N*m*s/rad}", "friction.gear={law: coulomb, Fs: 0.25 N*m, Fc: 0.25 N*m, sigma2: 0.2 N*m*s/rad}"
TORQUE = [(0.0, 2.6), (2.0, 2.6), (2.1, 2.1), (5.0, 2.1), (7.0, 1.3), (8.0, 1.3)]  # lift, hold, release
HELD, RELEASED = (3.0, 5.0), 5.0
UP, J = 2.0, 0.03


def lift_settings(law):
    times, levels = ([p[k] for p in TORQUE] for k in (0, 1))
    return [LIFT[0], LIFT[1].replace("coulomb", law), f"inputs={{u: {{trapezoid: {{levels: {levels}, times: {times}}}}}, load: 2 N*m}}",
            "duration=8 s", "record={every: 2 ms, columns: [q, w]}"]


def measure(name, exact, time, q, w, announced, threshold):
    """A row of the table: position while it lifts and lowers, creep at rest, when it lets go."""
    ours = np.interp(time, exact["t"], exact["q"])
    speed = np.interp(time, exact["t"], exact["w"])
    moving, held = np.abs(speed) > 1e-9, (time > HELD[0]) & (time < HELD[1])
    after = time > RELEASED
    return {
        "model": name,
        "off": float(np.abs(q - ours)[moving & ~after].max()),
        "creep": float((q[held][-1] - q[held][0]) / (time[held][-1] - time[held][0])),
        "announced": announced,
        "release": float(time[after][np.argmax(np.abs(w[after]) > threshold)]),
    }


def lift(folder):
    sets = lambda law, *more: [word for s in [*lift_settings(law), *more] for word in ("--set", s)]
    run = lambda name, *arguments: (stiction("run", "servo-lift", "--quiet", "-o", f"{folder}/{name}.csv", *arguments),
                                    read_columns(open(f"{folder}/{name}.csv", newline="")))[1]
    control = lambda time, q, w: float(np.interp(time, [p[0] for p in TORQUE], [p[1] for p in TORQUE]))
    exact = run("exact", *sets("coulomb"))
    force = TORQUE[3][1] - UP  # at rest; what creeps is damped by C and sigma2, too
    creep = lambda time: time * force / J / (1.0 + time * 2.2 / J)
    rows = [measure("Stiction, coulomb", exact, exact["t"], exact["q"], exact["w"], 0.0, 0.0)]
    for step in (2e-3, 5e-4):
        joint = Exported("servo-lift", step, lift_settings("coulomb"))
        eps = joint.eps
        hyper = run("hyper", *sets("hyperviscous", f"friction.gear.eps={eps} rad/s"))
        rows.append(measure(f"Stiction, hyperviscous, eps {eps:.3g} rad/s", exact, hyper["t"], hyper["q"], hyper["w"], creep(eps * J / 0.25), eps))
        rows.append(measure(f"MuJoCo, exported, {1e3 * step:g} ms", exact, *joint.run(8.0, control)[:3], creep(joint.creep), eps))
    joint = Exported("servo-lift", 2e-3, lift_settings("coulomb")).usual()
    usual = joint.run(8.0, control)[:3]
    keep(f"{folder}/MuJoCo-defaults.csv", "t [s],q [rad],w [rad/s]", usual)
    rows.append(measure("MuJoCo, its defaults, 2 ms", exact, *usual, creep(joint.creep), joint.creep * 0.25 / J))
    return rows


def keep(file, head, columns):
    with open(file, "w") as out:
        out.write(head + "\n")
        for row in zip(*columns):
            out.write(",".join(f"{x:.7g}" for x in row) + "\n")


def slips(t, v):
    """Stretches of motion: |v| above 2 % of its largest value."""
    on = np.abs(v) > 0.02 * np.abs(v).max()
    return int(np.sum(on[1:] & ~on[:-1])), float(np.mean(on))


def stick_slip(folder):
    stiction("run", "block-stick-slip", "--quiet", "--set", "duration=60 s", "--set", "record.every=10 ms", "-o", f"{folder}/slip.csv")
    exact = read_columns(open(f"{folder}/slip.csv", newline=""))
    joint = Exported("block-stick-slip", 2e-3)
    time, q, w, _ = joint.run(60.0, lambda time, q, w: 0.1 * time)
    keep(f"{folder}/MuJoCo.csv", "t [s],x [m],v [m/s]", (time[::25], q[::25], w[::25]))
    return {"Stiction, stribeck": slips(exact["t"], exact["v"]), "MuJoCo, exported": slips(time, w)}


def figures(folder, where):
    """Ours with what MuJoCo did over it."""
    sets = [word for s in lift_settings("coulomb") for word in ("--set", s)]
    stiction("run", "servo-lift", *sets, "--quiet", "--plot", f"{where}/mujoco-creep.svg", "--y", "q", "--xrange", "1.5:6.5",
             "--overlay", f"{folder}/MuJoCo-defaults.csv")
    stiction("run", "block-stick-slip", "--quiet", "--set", "duration=60 s", "--set", "record.every=50 ms", "--plot",
             f"{where}/mujoco-stick-slip.svg", "--y", "x,v", "--overlay", f"{folder}/MuJoCo.csv")


def page(options):
    print("| model | off while it lifts | creep at rest | announced | lets go at |\n|---|---|---|---|---|")
    for row in lift(options.folder):
        print("| {model} | {off:.2g} rad | {creep:.3g} rad/s | {announced:.3g} rad/s | {release:.3f} s |".format(**row))
    print("\n| model | slips in 60 s | share of the time that it moves |\n|---|---|---|")
    for name, (count, share) in stick_slip(options.folder).items():
        print(f"| {name} | {count} | {100.0 * share:.0f} % |")
    if options.figures:
        figures(options.folder, options.figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("follow")
    one.add_argument("scenario")
    one.add_argument("data")
    one.add_argument("--time", default="t")
    one.add_argument("--position", default="q")
    one.add_argument("--input")
    one.add_argument("--reference")
    one.add_argument("--pd")
    one.add_argument("--track-speed", action="store_true", help="the D part acts on the error of the speed, not on the speed")
    one.add_argument("--timestep", type=float, default=1e-3)
    one.set_defaults(run=follow)
    other = commands.add_parser("page")
    other.add_argument("folder", help="for what is computed")
    other.add_argument("--figures", help="draw them into this folder")
    other.set_defaults(run=page)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
