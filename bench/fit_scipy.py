#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The fit of bench/fit.c with SciPy's least_squares around the same simulator, through ctypes.

usage: fit_scipy.py MODULE.so EMPS_ID.csv [STARTS]
"""
import ctypes
import sys
import time

import numpy as np
from scipy.optimize import least_squares

module = ctypes.CDLL(sys.argv[1])
module.fit_open.restype = ctypes.c_size_t
rows = module.fit_open(sys.argv[2].encode())
starts = int(sys.argv[3]) if len(sys.argv) > 3 else 5
pointer = ctypes.POINTER(ctypes.c_double)
force = np.empty(rows)
module.fit_measured(force.ctypes.data_as(pointer))
count = 0


def residual(p):
    global count
    count += 1
    u = np.empty(rows)
    p = np.ascontiguousarray(p)
    if module.fit_simulate(p.ctypes.data_as(pointer), u.ctypes.data_as(pointer)):
        return np.full(rows, 1e3)
    return u - force


def run(method):
    """Like stn_fit: the given start, and the best of six random ones for each further start."""
    global count
    count, begin = 0, time.perf_counter()
    rng = np.random.default_rng(1)
    x0 = np.array((95.0, 20.0, 20.0, 200.0, 200.0))
    places = [x0] + [x0 * np.exp(rng.uniform(-np.log(3), np.log(3), 5)) for _ in range(6 * (starts - 1))]
    costs = [np.sum(residual(x) ** 2) for x in places]
    chosen = [0] + sorted(range(1, len(places)), key=lambda i: costs[i])[:starts - 1]
    best = None
    for i in chosen:
        bounds = (1e-9, np.inf) if method == "trf" else (-np.inf, np.inf)
        # differences as wide as ours: 1e-4, far above the tolerance of the engine
        fit = least_squares(residual, places[i], bounds=bounds, method=method, x_scale=x0, diff_step=1e-4,
                            ftol=1e-7, xtol=1e-7, gtol=1e-12)
        best = fit if best is None or fit.cost < best.cost else best
    error = 100 * np.linalg.norm(best.fun) / np.linalg.norm(force)
    values = " ".join(f"{v:.5g}" for v in best.x)
    print(f"SciPy {method}, {starts} starts: {time.perf_counter() - begin:.2f} s, {count} simulations, "
          f"error {error:.4f} %: {values}", flush=True)


for method in ("trf", "lm"):
    run(method)
