# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""What Python costs beside C: python.py LOOP, from bench/python.sh."""

import math
import statistics
import subprocess
import sys
import threading
import time

import stiction as st

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


RUNS = 20


def threads(s, count):
    """Wall time of `count` threads, each with so many runs."""
    def work():
        for _ in range(RUNS):
            s.run()
    at = [threading.Thread(target=work) for _ in range(count)]
    start = time.perf_counter()
    for one in at:
        one.start()
    for one in at:
        one.join()
    return time.perf_counter() - start


def processes(program, count):
    """The same by processes of C; each prints when its runs began and ended (CLOCK_MONOTONIC)."""
    at = [subprocess.Popen([program, "block-stick-slip", "--law", "lugre", str(RUNS)], stdout=subprocess.PIPE, text=True)
          for _ in range(count)]
    times = [list(map(float, one.communicate()[0].split())) for one in at]
    return max(t[1] for t in times) - min(t[0] for t in times)


def two_at_once(program):
    """What two at once gain over one, Python's threads beside processes of C, taken in turns: the load of the machine
    is then that of both.  The median of ratios of neighbours."""
    s = st.scenario("block-stick-slip", law="lugre")
    gains = {"threads": [], "processes": []}
    for _ in range(2 * ROUNDS):
        gains["threads"].append(2 * threads(s, 1) / threads(s, 2))
        gains["processes"].append(2 * processes(program, 1) / processes(program, 2))
    python, c = (statistics.median(gains[kind]) for kind in ("threads", "processes"))
    print(f"two at once                 C processes {c:.2f}, Python threads {python:.2f} times one: {python / c:.2f} of C's gain")


def main():
    loop_program = sys.argv[1]
    s = st.scenario("block-stick-slip")
    turn_c, run_c = map(float, subprocess.run([loop_program, "block-stick-slip", "y", "x"], capture_output=True,
                                              text=True, check=True).stdout.split())
    run_python, turn_python = best(lambda: s.run()["x"], 200), loop(s)
    print(f"run of block-stick-slip     C {run_c:9.1f} us  Python {run_python:9.1f} us  "
          f"(1.05 C + 50 us = {1.05 * run_c + 50:.1f})")
    print(f"input, advance, read        C {turn_c:9.3f} us  Python {turn_python:9.3f} us  over C {turn_python - turn_c:.3f} us")

    two_at_once(loop_program)


main()
