#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Logs of a robot joint, made without any code of Stiction, to try identification on.

The joint is an arm under gravity on a geared motor, J*dw/dt = tm - G*sin(q) - FF, with the friction of servo
gears (the ladder M1 ... M6, Duclusaud, Passault et al. 2024): tm torque of the motor, te = -G*sin(q),

    level = Fc + |k_m*tm - k_e*te| + exp(-(|w|/vs)^2)*(Fs - Fc + |k_ms*tm - k_es*te|)
    FF = level*sgn(w) + sigma2*w;  at rest it holds whatever is below the level.

`log`: one record of a PD loop whose drive reports current, angle of a 12-bit encoder and velocity, at 1 kHz with
jittered time stamps.  `ladder`: runs of a servo with position firmware that carries different arms, as servos are
measured on a pendulum bench."""
import argparse
import math
import random

ENCODER = 2 * math.pi / 4096
JOINT = dict(J=0.03, G=0.59, Fc=0.25, Fs=0.35, vs=0.1, sigma2=0.2, k_m=0.0, k_e=0.0, k_ms=0.0, k_es=0.0)
KT = 2.5
LADDER = {
    "M1": dict(Fs=0.25),
    "M2": dict(),
    "M3": dict(Fs=0.25, k_m=0.15, k_e=0.15),
    "M4": dict(k_m=0.15, k_e=0.15, k_ms=0.1, k_es=0.1),
    "M5": dict(k_m=0.2, k_e=0.08, k_ms=0.05, k_es=0.15),
}


class Joint:
    """Angle and velocity between two instants, by Runge and Kutta's fourth-order formula; a reversal is placed by
    bisection of the step, and there the joint sticks or goes on."""

    def __init__(self, p, q=0.0):
        self.p, self.q, self.w = p, q, 0.0

    def level(self, w, tm):
        p = self.p
        te = -p["G"] * math.sin(self.q)
        fall = math.exp(-((w / p["vs"]) ** 2))
        more = abs(p["k_ms"] * tm - p["k_es"] * te)
        return p["Fc"] + abs(p["k_m"] * tm - p["k_e"] * te) + fall * (p["Fs"] - p["Fc"] + more)

    def acceleration(self, q, w, sense, torque):
        p = self.p
        tm = torque(w)
        te = -p["G"] * math.sin(q)
        fall = math.exp(-((w / p["vs"]) ** 2))
        level = p["Fc"] + abs(p["k_m"] * tm - p["k_e"] * te)
        level += fall * (p["Fs"] - p["Fc"] + abs(p["k_ms"] * tm - p["k_es"] * te))
        return (tm + te - sense * level - p["sigma2"] * w) / p["J"]

    def step(self, h, sense, torque):
        q, w, f = self.q, self.w, self.acceleration
        a1 = f(q, w, sense, torque)
        w2 = w + 0.5 * h * a1
        a2 = f(q + 0.5 * h * w, w2, sense, torque)
        w3 = w + 0.5 * h * a2
        a3 = f(q + 0.5 * h * w2, w3, sense, torque)
        w4 = w + h * a3
        a4 = f(q + h * w3, w4, sense, torque)
        return q + h * (w + 2 * w2 + 2 * w3 + w4) / 6, w + h * (a1 + 2 * a2 + 2 * a3 + a4) / 6

    def advance(self, time, torque, steps):
        """torque(w) is the motor's, as a function of the velocity; nothing else of it changes meanwhile."""
        end, longest = time, time / steps
        while end > 1e-12:
            h = min(longest, end)
            if self.w == 0.0:
                push = torque(0.0) - self.p["G"] * math.sin(self.q)
                if abs(push) <= self.level(0.0, torque(0.0)):
                    end -= h
                    continue
                sense = math.copysign(1.0, push)
            else:
                sense = math.copysign(1.0, self.w)
            q, w = self.step(h, sense, torque)
            if w * sense < 0.0:
                low, high = 0.0, h
                for _ in range(30):
                    middle = 0.5 * (low + high)
                    low, high = (low, middle) if self.step(middle, sense, torque)[1] * sense < 0.0 else (middle, high)
                q, w, h = self.step(low, sense, torque)[0], 0.0, low
            self.q, self.w = q, w
            end -= max(h, 1e-9)


def reference(t):
    """1 rad at 0.1 Hz for 40 s, 0.3 rad at 1 Hz for 20 s, 5 s at 0.5 rad."""
    if t < 40.0:
        f, a = 2 * math.pi * 0.1, 1.0
    elif t < 60.0:
        f, a = 2 * math.pi, 0.3
    else:
        return 0.5, 0.0
    return a * math.sin(f * t), a * f * math.cos(f * t)


def log(rng, p, ideal=False):
    """Rows t, q, w, i, goal.  The loop acts at every sample, on what the drive measures; its current holds until the
    next one.  Noise is a part of the largest values, so the joint moves once without it."""
    rate, count = 1000.0, 65000
    t = [0.0] + [(k + rng.uniform(-0.2, 0.2)) / rate for k in range(1, count)]
    peak_w = 0.0
    for noise in (0.0, 0.01):
        joint, rows, deviation = Joint(p), [], noise * peak_w
        for k in range(count):
            goal, speed = reference(t[k])
            q = ENCODER * round(joint.q / ENCODER)
            w = joint.w + rng.gauss(0.0, deviation)
            tm = 20.0 * (goal - (joint.q if ideal else q)) + 0.5 * (speed - (joint.w if ideal else w))
            rows.append([t[k], q, w, tm / KT, goal])
            if k + 1 < count:
                joint.advance(t[k + 1] - t[k], lambda _w, tm=tm: tm, 3)
        peak_w = max(abs(row[2]) for row in rows)
    peak_i = max(abs(row[3]) for row in rows)
    for row in rows:
        row[3] += rng.gauss(0.0, 0.02 * peak_i)
    return "t [s],q [rad],w [rad/s],i [A],goal [rad]", rows


# A hobby servo: torque constant and resistance at the joint, firmware every 10 ms.
SERVO = dict(kt=1.6, R=2.2, kp=6.0, supply=12.0, Ts=0.01)


def goal_of(rng, kind, t):
    """Up and down under load: a sine, steps from one angle to another, or straight lines between them."""
    middle, width, f = rng.uniform(0.3, 0.9), rng.uniform(0.4, 0.9), rng.uniform(0.3, 0.9)
    place = [middle + width * rng.uniform(-1.0, 1.0) for _ in range(int(t[-1] / 0.5) + 2)]
    if kind == 0:
        return [middle + width * math.sin(2 * math.pi * f * x) for x in t]
    if kind == 1:
        return [place[int(x / 0.5)] for x in t]
    part = [(int(x / 0.5), x / 0.5 % 1.0) for x in t]
    return [place[n] + (place[n + 1] - place[n]) * y for n, y in part]


def ladder(rng, p, runs=20, length=2.0):
    """Rows run, t, goal, q, J, G, start: a servo with position firmware and arms of different weight.  The firmware reads
    a 12-bit encoder, and the log has its readings with 0.5 mrad of noise."""
    s = SERVO
    t = [s["Ts"] * k for k in range(int(length / s["Ts"]))]
    rows = []
    for run in range(runs):
        mass, arm = rng.uniform(0.1, 1.2), rng.uniform(0.1, 0.2)
        own = dict(p, J=0.01 + mass * arm**2, G=9.81 * mass * arm)
        goal = goal_of(rng, run % 3, t)
        joint = Joint(own, goal[0])
        k_v, k_w = s["kt"] / s["R"], s["kt"] ** 2 / s["R"]
        for k in range(len(t)):
            q = ENCODER * round(joint.q / ENCODER)
            volts = s["supply"] * min(max(s["kp"] * (goal[k] - q), -1.0), 1.0)
            rows.append([run + 1, t[k], goal[k], q + rng.gauss(0.0, 0.0005), own["J"], own["G"], goal[0]])
            joint.advance(s["Ts"], lambda w, volts=volts: k_v * volts - k_w * w, 20)
    return "run,t [s],goal [rad],q [rad],J [kg*m^2],G [N*m],start [rad]", rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["log", "ladder"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", choices=sorted(LADDER), default="M2", help="of the friction")
    parser.add_argument("--runs", type=int, default=20, help="of a ladder, each with its own arm")
    parser.add_argument("--ideal", action="store_true", help="the loop of a log has better sensors than the log")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    p = dict(JOINT, **LADDER[args.model])
    header, rows = log(rng, p, args.ideal) if args.what == "log" else ladder(rng, p, args.runs)
    with open(args.output, "w", encoding="ascii") as file:
        file.write(header + "\n")
        file.writelines(",".join(f"{x:.9g}" for x in row) + "\n" for row in rows)


if __name__ == "__main__":
    main()
