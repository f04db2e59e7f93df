#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""SciPy's RK45 on the Stribeck block, as a careful user drives it: modes frozen between events, the
edge of the Stribeck zone as an event, a restart there with a step matched to vs/|a|.

Reads the true event times from standard input (engines --case stribeck --reference) and writes one
line per tolerance for engines --peers: case group runner best_us median_us right_hand_sides error
"""
import math
import statistics
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

M, K, V, FS, FC, VS, SIGMA2, END = 1.0, 2.0, 0.1, 1.5, 1.0, 1e-3, 0.4, 100.0
EDGE = VS * math.sqrt(42.0)
FLOOR = 0.01  # atol = rtol*FLOOR


def terminal(function, direction):
    function.terminal = True
    function.direction = direction
    return function


def slide(direction, peak):
    """Right-hand side with frozen direction, with or without the Stribeck peak."""
    if peak:
        def rates(t, y):
            x, v = y.item(0), y.item(1)
            q = v / VS
            g = FC + (FS - FC) * math.exp(-q * q)
            return (v, (K * (V * t - x) - direction * g - SIGMA2 * v) / M)
    else:
        def rates(t, y):
            x, v = y.item(0), y.item(1)
            return (v, (K * (V * t - x) - direction * FC - SIGMA2 * v) / M)
    return rates


def rest(t, y):
    return (0.0, 0.0)


def run(rtol, method="RK45"):
    """One run; returns the event times and the number of right-hand sides."""
    t, x, v, direction, zone = 0.0, 0.0, 0.0, 0, False
    events, count, first, longest = [], 0, 1.0, math.inf
    while t < END:
        if direction == 0:
            rates = rest
            watch = [terminal(lambda t, y: FS - K * (V * t - y[0]), -1.0)]
        else:
            rates = slide(direction, zone)
            watch = [terminal(lambda t, y, d=direction: d * y[1], -1.0),
                     terminal(lambda t, y, d=direction: d * y[1] - EDGE, 1.0 if zone else -1.0)]
        r = solve_ivp(rates, (t, END), np.array((x, v)), method=method, rtol=rtol,
                      atol=rtol * FLOOR, events=watch, max_step=longest,
                      first_step=None if first is None else min(first, END - t))
        count += r.nfev
        t, (x, v) = float(r.t[-1]), map(float, r.y[:, -1])
        if r.status != 1:
            break
        first, longest = None, math.inf
        if direction == 0:  # breaks away
            direction, zone = 1, True
            events.append(t)
        elif len(r.t_events[0]):  # v = 0
            direction, v, first = 0, 0.0, 1.0
            events.append(t)
        else:  # the edge of the zone
            a = (K * (V * t - x) - direction * FC - SIGMA2 * v) / M
            zone = direction * a < 0.0
            if zone:
                first, longest = 0.2 * VS / abs(a), 2.0 * VS / abs(a)
    return events, count


def main():
    truth = [float(line) for line in sys.stdin]
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for digits in range(5, 13):
        rtol, samples = 10.0 ** -digits, []
        for _ in range(repeats):
            start = time.thread_time()
            events, count = run(rtol)
            samples.append(1e6 * (time.thread_time() - start))
        error = math.inf
        if len(events) == len(truth):
            error = max(abs(a - b) for a, b in zip(events, truth))
        print(f"stribeck SciPy scipy-rk45-{rtol:.0e} {min(samples):.1f} "
              f"{statistics.median(samples):.1f} {count} {error:.3e}", flush=True)


if __name__ == "__main__":
    main()
