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

from scipy_search import METHODS, Search, pointer

RUNS, ROWS, FREE = 30, 600, 7
module = ctypes.CDLL(sys.argv[1])
module.servo_open.restype = ctypes.c_size_t
starts = int(sys.argv[2]) if len(sys.argv) > 2 else 2
start, measured = np.empty(FREE), np.empty(RUNS * ROWS)
rows = module.servo_open(pointer(start), pointer(measured))
search = Search(module.servo_simulate, measured[:rows], start)

for method in METHODS:
    begin = time.process_time()
    best = search.best(method, starts)
    seconds = time.process_time() - begin
    values = " ".join(f"{v:.4g}" for v in best.x)
    rms = 1e3 * np.sqrt(np.mean(best.fun**2))
    print(f"SciPy {method}, {starts} starts: {seconds:.2f} s of CPU time, {RUNS * search.count} runs simulated, "
          f"rms {rms:.4g} mrad: {values}", flush=True)
