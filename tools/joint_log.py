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

import numpy as np

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
    """Rows t, q, w, i, reference.  The loop acts at every sample, on what the drive measures; its current holds
    until the next one."""
    rate, length = 1000.0, 65.0
    t = (np.arange(int(length * rate)) + rng.uniform(-0.2, 0.2, int(length * rate))) / rate
    t[0] = 0.0
    joint = Joint(p)
    rows = np.zeros((len(t), 5))
    # 1 % of the largest velocity, which a joint without noise shows.
    noise_w = 0.0
    for attempt in range(2):
        noise = noise_w * rng.standard_normal(len(t))
        joint = Joint(p)
        for k in range(len(t)):
            goal, speed = reference(t[k])
            q = ENCODER * round(joint.q / ENCODER)
            w = joint.w + noise[k]
            tm = 20.0 * (goal - (joint.q if ideal else q)) + 0.5 * (speed - (joint.w if ideal else w))
            rows[k] = t[k], q, w, tm / KT, goal
            if k + 1 < len(t):
                joint.advance(t[k + 1] - t[k], lambda _w: tm, 3)
        if attempt == 0:
            noise_w = 0.01 * np.abs(rows[:, 2]).max()
    rows[:, 3] += 0.02 * np.abs(rows[:, 3]).max() * rng.standard_normal(len(t))
    return "t [s],q [rad],w [rad/s],i [A],goal [rad]", rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["log"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ideal", action="store_true", help="the loop has better sensors than the log")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    header, rows = log(rng, dict(JOINT), args.ideal)
    np.savetxt(args.output, rows, fmt="%.9g", delimiter=",", header=header, comments="")


if __name__ == "__main__":
    main()
