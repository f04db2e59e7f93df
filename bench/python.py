# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""What Python costs beside C, and SciPy on the same stick-slip: python.py LOOP ENGINES, from bench/python.sh."""

import math
import subprocess
import sys
import threading
import time

import stiction as st

from scipy_peer import run as scipy_run

ROUNDS = 5


def best(work, repeat):
    """Least processor time of a call, µs."""
    found = math.inf
    for _ in range(repeat):
        start = time.thread_time()
        work()
        found = min(found, time.thread_time() - start)
    return 1e6 * found


def loop(s, turns=20000):
    sim = s.start()

    def work():
        for i in range(turns):
            sim.input("y", 1e-4 * i)
            sim.advance_to(1e-3 * (i + 1))
            sim["x"]

    found = math.inf
    for _ in range(ROUNDS):
        sim = s.start()
        found = min(found, best(work, 1) / turns)
    return found


def wall(work, threads):
    """Wall time of `threads` at once."""
    at = [threading.Thread(target=work) for _ in range(threads)]
    start = time.perf_counter()
    for one in at:
        one.start()
    for one in at:
        one.join()
    return time.perf_counter() - start


def main():
    loop_program, engines = sys.argv[1:]
    s = st.scenario("block-stick-slip")
    turn_c, run_c = map(float, subprocess.run([loop_program, "block-stick-slip", "y", "x"], capture_output=True,
                                              text=True, check=True).stdout.split())
    run_python, turn_python = best(lambda: s.run()["x"], 200), loop(s)
    print(f"run of block-stick-slip     C {run_c:9.1f} us  Python {run_python:9.1f} us  "
          f"(1.05 C + 50 us = {1.05 * run_c + 50:.1f})")
    print(f"input, advance, read        C {turn_c:9.3f} us  Python {turn_python:9.3f} us  over C {turn_python - turn_c:.3f} us")

    long = st.scenario("block-stick-slip", law="lugre", set={"duration": "100 s"})
    one, two = min(wall(long.run, 1) for _ in range(3)), min(wall(long.run, 2) for _ in range(3))
    print(f"two threads                 {2 * one / two:.2f} times the runs of one per second")

    truth = [float(line) for line in subprocess.run([engines, "--case", "stribeck", "--reference"], capture_output=True,
                                                    text=True, check=True).stdout.split()]
    print(f"\n{'stick-slip, 100 s':28}{'time [ms]':>12}{'event error [s]':>18}")
    for rtol in (1e-6, 1e-9, 1e-12):
        own = s.with_(set={"solver.rtol": rtol})
        show(f"stiction, rtol {rtol:.0e}", best(own.run, 20), [e.t for e in own.run().events][1:], truth)
    for method in ("RK45", "DOP853", "Radau"):
        for rtol in (1e-6, 1e-9, 1e-12):
            events = []
            show(f"SciPy {method}, rtol {rtol:.0e}", best(lambda: events.append(scipy_run(rtol, method)[0]), 2), events[0],
                 truth)


def show(name, microseconds, events, truth):
    error = max(abs(a - b) for a, b in zip(events, truth)) if len(events) == len(truth) else math.nan
    print(f"{name:28}{microseconds / 1000:12.3f}{error:18.1e}", flush=True)


main()
