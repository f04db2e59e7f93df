# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""stiction from Python, SciPy's solve_ivp and MuJoCo on a stick-slip of 100 s, between hard stops and braking to rest, in one run:
processor time and event error side by side.  python_peers.py ENGINES [CASE...], from bench/python.sh --peers.

Events are compared with a reference: of the stick-slip that of bench/engines (1e-12), of
the stops the closed form of each piece, of braking m*v0/Fc = 2 s.
MuJoCo has no events: there both it and the reference are asked when |v| passes LEVEL; the error is that to the nearest
of its passes, whose number is said.  Its law is not Stribeck's: as a careful user would, frictionloss is set to g(|v|) before every step.
`law` is the error that remains when its step goes to 0 (errors of two steps, extrapolated on a line), for its friction
and its limits are soft constraints, which creep and bounce; `step` is the rest.
"""

import math
import subprocess
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

import scipy_peer
import stiction as st

LEVEL = 0.01  # m/s
MJCF = """<mujoco><option timestep="{step}" gravity="0 0 0" integrator="implicitfast" tolerance="0" iterations="50"/>
<worldbody><body><joint name="x" type="slide" axis="1 0 0" frictionloss="1" damping="{damping}" solreffriction="{solref} 1" {limits}/>
<geom type="sphere" size="0.1" mass="1" contype="0" conaffinity="0"/></body></worldbody></mujoco>"""


def best(work, repeat):
    """Least processor time of a call, ms, and what it gave."""
    found, out = math.inf, None
    for _ in range(repeat):
        start = time.thread_time()
        out = work()
        found = min(found, time.thread_time() - start)
    return 1e3 * found, out


def largest(events, truth):
    return max(abs(a - b) for a, b in zip(events, truth)) if len(events) == len(truth) else math.nan


def show(name, milliseconds, error, note=""):
    print(f"  {name:34}{milliseconds:12.3f}{error:18.1e}  {note}", flush=True)


# ---- stiction and SciPy ----


def ours(scenario, truth):
    s = scenario if isinstance(scenario, st.Scenario) else st.scenario(scenario)
    fastest = []
    for rtol in (1e-6, 1e-9, 1e-12):
        own = s.with_(set={"solver.rtol": rtol})
        took, record = best(own.run, 20)
        found = sorted({e.t for e in record.events if e.t > 0})
        fastest.append((took, largest(found, truth)))
        show(f"stiction, rtol {rtol:.0e}", *fastest[-1])
    return fastest


# A mass under a sine of force, between two hard stops, with Coulomb and viscous friction: it hits, leaves, sticks.
AMPLITUDE, OMEGA, DAMPING, LIMIT, STOP_END = 3.0, 2 * math.pi * 0.4, 0.5, 0.1, 60.0
STOP = {"plant": "block", "duration": STOP_END, "parameters": {"m": 1, "xmin": -LIMIT, "xmax": LIMIT},
        "friction": {"contact": {"law": "coulomb", "Fs": 1, "Fc": 1, "sigma2": DAMPING}},
        "inputs": {"u": {"sine": {"amplitude": AMPLITUDE, "frequency": OMEGA / (2 * math.pi)}}}, "record": {"every": 0.05}}


def push(t):
    return AMPLITUDE * math.sin(OMEGA * t)


def stop_walk(slide):
    """The modes of a mass between stops, frozen from event to event; slide(t, x, v, d) -> (t, x, v) at v = 0 or at a stop.
    At rest it waits until the push passes Fs = 1 N, towards the inside where it touches a stop."""
    t, x, v, events = 0.0, 0.0, 0.0, []
    while True:
        wait = math.asin(1.0 / AMPLITUDE) / OMEGA  # the push passes 1 N upwards, and half a period later -1 N
        turns = [t0 for k in range(int(STOP_END * OMEGA / math.pi) + 2) if (t0 := k * math.pi / OMEGA + wait) > t]
        pushes = [t] if abs(push(t)) > 1.0 else []
        t = next(one for one in pushes + turns
                 if not (abs(x) >= LIMIT and push(one + 1e-9) * x > 0.0))
        if t >= STOP_END:
            return events
        events.append(t)
        d = math.copysign(1.0, push(t + 1e-9))
        t, x, v = slide(t, x, d)
        if t >= STOP_END:
            return events
        events.append(t)
        x = math.copysign(LIMIT, x) if abs(abs(x) - LIMIT) < 1e-9 else x


def exact_slide(t0, x0, d):
    """v' = A*sin(w*t) - d - c*v in closed form; the event by bisection to the last bits."""
    a, w, c = AMPLITUDE, OMEGA, DAMPING
    p = a / (c * c + w * w)
    k = -(p * (c * math.sin(w * t0) - w * math.cos(w * t0)) - d / c)

    def v(t):
        return p * (c * math.sin(w * t) - w * math.cos(w * t)) - d / c + k * math.exp(-c * (t - t0))

    def x(t):
        def whole(s):
            return p * (-c * math.cos(w * s) / w - math.sin(w * s)) - d * s / c - k / c * math.exp(-c * (s - t0))
        return x0 + whole(t) - whole(t0)

    def over(t):
        return d * v(t) <= 0.0 or d * x(t) >= LIMIT
    step = 1e-4
    t = t0 + step
    while not over(t) and t < STOP_END:
        t += step
    low, high = t - step, t
    while (middle := 0.5 * (low + high)) not in (low, high):
        low, high = (low, middle) if over(middle) else (middle, high)
    return high, x(high), v(high)


def scipy_stop(rtol, method):
    def slide(t0, x0, d):
        def rest(t, y):
            return d * y[1]

        def hit(t, y):
            return d * y[0] - LIMIT
        for event, direction in ((rest, -1.0), (hit, 1.0)):
            event.terminal, event.direction = True, direction
        r = solve_ivp(lambda t, y: (y[1], push(t) - d - DAMPING * y[1]), (t0, STOP_END), np.array((x0, 0.0)), method=method,
                      rtol=rtol, atol=rtol * scipy_peer.FLOOR, events=[rest, hit])
        return float(r.t[-1]), *map(float, r.y[:, -1])
    return stop_walk(slide)


def theirs(run, truth):
    found = []
    for method in ("RK45", "DOP853", "Radau"):
        for rtol in (1e-6, 1e-9, 1e-12):
            took, events = best(lambda: run(rtol, method), 2)
            found.append((took, largest(events, truth)))
            show(f"SciPy {method}, rtol {rtol:.0e}", *found[-1])
    return found


def compare(own, others):
    """How much longer than each of ours the fastest of the others takes at no larger error, or, where none is as
    accurate, the fastest within ten times of the most accurate."""
    for took, error in own:
        limit = error if any(e <= error for _, e in others) else 10 * min(e for _, e in others)
        least = min(t for t, e in others if e <= limit)
        print(f"  ours with {error:.1e} s: SciPy's best at {limit:.1e} s or less takes {least / took:.0f} times as long")


# ---- MuJoCo ----


def passes(t, v):
    """Times at which |v| passes LEVEL, on the line between two samples."""
    level = np.abs(v) - LEVEL
    at = np.nonzero(np.diff(np.sign(level)) != 0)[0]
    return t[at] + (t[at + 1] - t[at]) * level[at] / (level[at] - level[at + 1])


def mujoco_run(step, end, v0, damping, force, friction, limits):
    import mujoco
    model = mujoco.MjModel.from_xml_string(MJCF.format(step=step, damping=damping, solref=2 * step,
                                                         limits=limits.format(solref=2 * step)))
    data = mujoco.MjData(model)
    data.qvel[0] = v0
    count = int(round(end / step))
    v = np.empty(count + 1)
    v[0] = v0
    loss, applied, speed, place = model.dof_frictionloss, data.qfrc_applied, data.qvel, data.qpos
    for i in range(count):
        loss[0] = friction(abs(speed[0]))
        applied[0] = force(i * step, place[0])
        mujoco.mj_step(model, data)
        v[i + 1] = speed[0]
    return passes(np.arange(count + 1) * step, v)


def mujoco_case(scenario, end, v0, damping, force, friction, limits=""):
    record = st.scenario(scenario, set={"solver.rtol": 1e-12}).run(every=1e-4, columns=["v"])
    truth = passes(record.t, record["v"])
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        took, events = best(lambda: mujoco_run(step, end, v0, damping, force, friction, limits), 1)
        errors.append(max(np.min(np.abs(events - t)) for t in truth))
        note = f"{len(events)} passes of {len(truth)}"
        if len(errors) > 1:
            note += f"; law {abs(2 * errors[-1] - errors[-2]):.1e}, step {abs(errors[-2] - errors[-1]):.1e}"
        show(f"MuJoCo, step {step:g} s", took, errors[-1], note)


# ---- Cases ----


def stick_slip(engines):
    truth = [float(line) for line in subprocess.run([engines, "--case", "stribeck", "--reference"], capture_output=True,
                                                    text=True, check=True).stdout.split()]
    compare(ours("block-stick-slip", truth), theirs(lambda rtol, method: scipy_peer.run(rtol, method)[0], truth))
    p = scipy_peer
    mujoco_case("block-stick-slip", p.END, 0.0, p.SIGMA2, lambda t, x: p.K * (p.V * t - x),
                lambda v: p.FC + (p.FS - p.FC) * math.exp(-min((v / p.VS) ** 2, 700.0)))


def stop(engines):
    del engines
    truth = stop_walk(exact_slide)
    compare(ours(STOP, truth), theirs(scipy_stop, truth))
    limits = f'limited="true" range="{-LIMIT} {LIMIT}" solreflimit="{{solref}} 1"'
    mujoco_case(STOP, STOP_END, 0.0, DAMPING, lambda t, x: push(t), lambda v: 1.0, limits)


# block-brake: 2 m/s are stopped by Coulomb friction alone, and the mass stays where it is.
BRAKE_END, BRAKE_SPEED = 3.0, 2.0


def scipy_brake(rtol, method, rows):
    def rest(t, y):
        return y[1]
    rest.terminal, rest.direction = True, -1.0
    r = solve_ivp(lambda t, y: (y[1], -1.0), (0.0, BRAKE_END), np.array((0.0, BRAKE_SPEED)), method=method, rtol=rtol,
                  atol=rtol * scipy_peer.FLOOR, events=[rest], t_eval=rows)
    return [float(r.t_events[0][0])]


def brake(engines):
    """One event, with the rows of the scenario, and, where only the event is wanted, without rows."""
    del engines
    for rows, every in ((601, BRAKE_END / 600), (2, BRAKE_END)):
        print(f"  {rows} rows")
        at = np.linspace(0.0, BRAKE_END, rows) if rows > 2 else None
        scenario = st.scenario("block-brake", set={"record.every": every})
        compare(ours(scenario, [BRAKE_SPEED]), theirs(lambda rtol, method: scipy_brake(rtol, method, at), [BRAKE_SPEED]))
    mujoco_case("block-brake", BRAKE_END, BRAKE_SPEED, 0.0, lambda t, x: 0.0, lambda v: 1.0)


def main():
    cases = {"stick-slip": stick_slip, "stop": stop, "brake": brake}
    for name in sys.argv[2:] or cases:
        print(f"{name:36}{'time [ms]':>12}{'event error [s]':>18}")
        cases[name](sys.argv[1])


main()
