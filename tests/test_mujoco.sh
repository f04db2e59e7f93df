#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What `export mujoco` writes, in MuJoCo itself: gravity, inertia, actuators and stops are those of the scenario, and
# a joint that should stand creeps as fast as was announced.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
python=$SOURCE_DIR/.venv/bin/python
if [[ ! -x $python ]]; then
    echo "skipped: mujoco: tools/venv.sh could not make .venv"
    exit 77
fi
for step in 0.5 1 2 5; do
    ok "$STICTION" export mujoco servo-pendulum --timestep "${step}ms" -o "pendulum-$step.xml" 2>"pendulum-$step.txt"
done
ok "$STICTION" export mujoco servo-position --quiet -o position.xml
ok "$STICTION" export mujoco servo-pendulum --quiet --set options.motor=voltage --set inputs='{V: 0}' \
    --set parameters.kt=2.5 --set parameters.R=3 --set parameters.Kg=0.4 --set parameters.qg=0.1 --set parameters.Jm=0.01 \
    --set parameters.q0=0.7 --set parameters.lo=-2 --set parameters.hi=3 -o voltage.xml
ok "$STICTION" export mujoco block-stick-slip --quiet -o block.xml
ok "$STICTION" export mujoco servo-pendulum --joint --quiet -o joint.xml
ok "$STICTION" export mujoco servo-pendulum --quiet --set parameters.J=0 --set parameters.Jm=0.02 -o rotor.xml
ok "$STICTION" export mujoco servo-lift -o lift.xml 2>lift.txt
cat >look.py <<'P'
import math
import re

import mujoco
import numpy as np


def load(name):
    model = mujoco.MjModel.from_xml_path(name)
    return model, mujoco.MjData(model)


def near(a, b, share=1e-9):
    assert abs(a - b) <= share * max(abs(a), abs(b), 1e-12), (a, b)


# Creep below breakaway, v = creep time * F/m, as the message says it; damping is far below what friction does.
for step in ("0.5", "1", "2", "5"):
    model, data = load(f"pendulum-{step}.xml")
    told = float(re.search(r"creeps at (\S+) s", open(f"pendulum-{step}.txt").read()).group(1))
    data.qpos[0] = math.asin(0.02 / 0.59)
    for _ in range(int(0.5 / model.opt.timestep)):
        mujoco.mj_step(model, data)
    near(data.qvel[0], -told * 0.59 * math.sin(data.qpos[0]) / 0.03, 1e-3)
    near(model.opt.timestep, float(step) * 1e-3)

# Gravity, spring and inertia, from the accelerations without friction.
model, data = load("voltage.xml")
model.dof_frictionloss[0] = 0.0
model.dof_damping[0] = 0.0
for q, w, V in ((0.3, 0.0, 0.0), (-1.0, 2.0, 5.0), (2.0, -1.0, -3.0)):
    data.qpos[0], data.qvel[0], data.ctrl[0] = q, w, V
    mujoco.mj_forward(model, data)
    torque = 2.5 / 3.0 * V - 2.5**2 / 3.0 * w - 0.59 * math.sin(q - 0.7) - 0.4 * (q - 0.1)
    near(data.qacc[0], torque / 0.04, 1e-6)
assert model.jnt_limited[0] and list(model.jnt_range[0]) == [-2.0, 3.0]
assert list(model.actuator_ctrlrange[0]) == [-12.0, 12.0]

# A rotor without an arm: its inertia moves under gravity.
model, data = load("rotor.xml")
model.dof_frictionloss[0] = model.dof_damping[0] = 0.0
data.qpos[0] = 0.3
mujoco.mj_forward(model, data)
near(data.qacc[0], -0.59 * math.sin(0.3) / 0.02, 1e-6)

# Under its load the joint lifts where it is announced for MuJoCo: 1 % below it creeps, 1 % above it is off.
model, data = load("lift.xml")
told = float(re.search(r"here and (\S+) N\*m in MuJoCo, to let", open("lift.txt").read()).group(1))
for share, moves in ((0.99, False), (1.01, True)):
    mujoco.mj_resetData(model, data)
    data.qfrc_applied[0], data.ctrl[0] = -2.0, share * told
    for _ in range(500):
        mujoco.mj_step(model, data)
    assert (data.qvel[0] > 1e-3) == moves, (share, data.qvel[0])

# The firmware's gains: duty*supply over R, kt of it, less the back EMF.
model, data = load("position.xml")
data.qpos[0], data.qvel[0], data.ctrl[0] = 0.5, 1.0, 0.55
mujoco.mj_forward(model, data)
near(data.actuator_force[0], 1.6 / 2.2 * (12.0 * (6.0 * 0.05 - 0.02 * 1.0) - 1.6 * 1.0), 1e-9)

# A slide: the spring pulls at the input.
model, data = load("block.xml")
data.qpos[0], data.ctrl[0] = 0.1, 0.35
mujoco.mj_forward(model, data)
near(data.actuator_force[0], 2.0 * 0.25)
near(model.body_mass[1], 1.0)
near(model.dof_frictionloss[0], 1.0)

# The joint alone stands in a model of somebody else.
text = "<mujoco><worldbody><body>" + open("joint.xml").read() + '<geom size="0.1"/></body></worldbody></mujoco>'
near(mujoco.MjModel.from_xml_string(text).dof_frictionloss[0], 0.035)
print("MuJoCo", mujoco.__version__)
P
ok "$python" look.py

begin "the page"
cat >page.py <<'P'
"""The tables of docs/mujoco.md hold: every number within 5 % (positions of 1e-4 rad and times: 3 ms, a step and a half)."""
import re
import sys

number = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
rows = lambda text: [line for line in text.splitlines() if line.startswith(("| Stiction", "| MuJoCo"))]
page, now = rows(open(sys.argv[1]).read()), rows(open(sys.argv[2]).read())
assert len(page) == len(now) == 8, (page, now)
for a, b in zip(page, now):
    for x, y in zip(a.split("|")[1:], b.split("|")[1:]):
        u, v = ([float(n) for n in number.findall(t)] for t in (x, y))
        assert number.sub("#", x) == number.sub("#", y), (x, y)
        for p, q in zip(u, v):
            assert abs(p - q) <= (0.003 if x.strip().endswith(" s") else 0.05 * abs(p) + 1e-8), (a, b)
P
mkdir data
ok env STICTION="$STICTION" "$python" "$SOURCE_DIR/tools/in_mujoco.py" page data >tables.md
ok "$python" page.py "$SOURCE_DIR/docs/mujoco.md" tables.md

begin "the same reference in MuJoCo"
cat >near.py <<'P'
"""Position within 3 % of the swing while it moves, creep at rest as announced within 10 %."""
import json
import sys

r = json.load(open(sys.argv[1]))
assert r["moving_share"] > 0.3 and r["rms_percent"] < 3.0, r
assert abs(r["creep"] - r["creep_announced"]) <= 0.1 * abs(r["creep_announced"]) and r["creep"] != 0.0, r
P
follow() { env STICTION="$STICTION" "$python" "$SOURCE_DIR/tools/in_mujoco.py" follow "$@" >follow.json && "$python" near.py follow.json; }
ok "$STICTION" run servo-position --quiet -o firmware.csv
ok follow servo-position firmware.csv --input goal
cat >joint.yaml <<'Y'
plant: servo
options: {motor: current}
parameters: {J: 0.03 kg*m^2, G: 0.59 N*m, kt: 2.5 N*m/A}
friction: {gear: {law: stribeck, Fs: 0.35 N*m, Fc: 0.25 N*m, vs: 0.1 rad/s, sigma2: 0.2 N*m*s/rad}}
inputs: {i: 0 A}
duration: 1 s
Y
if [[ -e $SOURCE_DIR/tools/joint_log.py ]]; then
    ok "$python" "$SOURCE_DIR/tools/joint_log.py" log --seed 1 -o log.csv
    ok follow joint.yaml log.csv --reference goal --pd 20,0.5 --track-speed
fi
bad_data() { ! env STICTION="$STICTION" "$python" "$SOURCE_DIR/tools/in_mujoco.py" follow joint.yaml firmware.csv --input nothing 2>said && grep -q "firmware.csv has no column nothing; it has t, q, w" said; }
ok bad_data
summary
