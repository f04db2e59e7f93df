#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The fit of bench/servo.c with SciPy's least_squares around the same simulator, through ctypes.

usage: servo_scipy.py MODULE.so [STARTS]
"""
import ctypes
import sys
import time

import numpy as np
from scipy.optimize import least_squares

RUNS, ROWS, FREE = 30, 600, 7
module = ctypes.CDLL(sys.argv[1])
module.servo_open.restype = ctypes.c_size_t
starts = int(sys.argv[2]) if len(sys.argv) > 2 else 2
pointer = lambda array: array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
x0, measured = np.empty(FREE), np.empty(RUNS * ROWS)
rows = module.servo_open(pointer(x0), pointer(measured))
count = 0


def residual(p):
    global count
    count += 1
    q = np.empty(rows)
    p = np.ascontiguousarray(p)
    if module.servo_simulate(pointer(p), pointer(q)):
        return np.full(rows, 1e3)
    return q - measured


def run(method):
    """Like stn_fit: the given start, and the best of six random ones for each further start."""
    global count
    count, begin = 0, time.process_time()
    rng = np.random.default_rng(1)
    places = [x0] + [x0 * np.exp(rng.uniform(-np.log(3), np.log(3), FREE)) for _ in range(6 * (starts - 1))]
    costs = [np.sum(residual(x) ** 2) for x in places]
    chosen = [0] + sorted(range(1, len(places)), key=lambda i: costs[i])[:starts - 1]
    best = None
    for i in chosen:
        # differences as wide as ours: 1e-4, far above the tolerance of the engine
        fit = least_squares(residual, places[i], bounds=(1e-9, np.inf) if method == "trf" else (-np.inf, np.inf),
                            method=method, x_scale=x0, diff_step=1e-4, ftol=1e-7, xtol=1e-7, gtol=1e-12)
        best = fit if best is None or fit.cost < best.cost else best
    values = " ".join(f"{v:.4g}" for v in best.x)
    rms = 1e3 * np.sqrt(np.mean(best.fun**2))
    print(f"SciPy {method}, {starts} starts: {time.process_time() - begin:.2f} s of CPU time, {RUNS * count} runs simulated, "
          f"rms {rms:.4g} mrad: {values}", flush=True)


for method in ("trf", "lm"):
    run(method)
