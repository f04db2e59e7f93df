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

from scipy_search import METHODS, Search, pointer

module = ctypes.CDLL(sys.argv[1])
module.fit_open.restype = ctypes.c_size_t
force = np.empty(module.fit_open(sys.argv[2].encode()))
starts = int(sys.argv[3]) if len(sys.argv) > 3 else 5
module.fit_measured(pointer(force))
search = Search(module.fit_simulate, force, np.array((95.0, 20.0, 20.0, 200.0, 200.0)))

for method in METHODS:
    begin = time.perf_counter()
    best = search.best(method, starts)
    seconds = time.perf_counter() - begin
    error = 100 * np.linalg.norm(best.fun) / np.linalg.norm(force)
    values = " ".join(f"{v:.5g}" for v in best.x)
    print(f"SciPy {method}, {starts} starts: {seconds:.2f} s, {search.count} simulations, "
          f"error {error:.4f} %: {values}", flush=True)
