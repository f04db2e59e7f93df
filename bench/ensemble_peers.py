#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Fixed steps of eha with the law borello over many instances at once, as one writes them with NumPy and with JAX.

usage: bench/ensemble_peers.py numpy|jax RUNS.csv STEPS

RUNS.csv is what `stiction sweep eha-step -o RUNS.csv` wrote: the numbers of each run, and end(XJ).  Prints the seconds of
CPU time, those of compiling, the steps of one instance per second, and the largest difference of the last position.
The equations are those of bench/textbook_mechanisms.h, with all stops and limits; what is constant is computed once.
"""
import csv
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

DT = 1e-5
FIXED = {"Com": 1e-3, "PSR": 20.7e6, "CLK": 0.0}  # all other numbers vary


def read(path):
    """Names without their paths and units -> a list of numbers each."""
    with open(path, newline="") as file:
        head, *rows = csv.reader(file)
    names = [name.split(" ")[0].split(".")[-1] for name in head]
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(names) if name not in ("number", "status")}


def constants(p):
    ratio = p["GPS"] / p["GQS"]
    leak = 1.0 / (1.0 + FIXED["CLK"] * ratio)
    return {**FIXED, **p, "gain": p["GPS"] * leak, "back": ratio * p["AJ"] * leak, "dt_m": DT / p["MJ"],
            "w2": p["wF"] * p["wF"], "damping": 2.0 * p["zF"] * p["wF"]}


def on_stop(np, at, rate):
    """The rate where a stop is not touched; the stop is left when the push turns."""
    free = at == 0.0
    return np.where(free, rate, 0.0), np.where(free | (at * rate < 0.0), 0.0, at)


def limit(np, x, most, at, left):
    high = (x >= most) & ~left
    low = (x <= -most) & ~left
    return np.where(high, most, np.where(low, -most, x)), np.where(high, 1.0, np.where(low, -1.0, at)), high | low


def step(np, p, s):
    x, v, xf, vf, xs, at_f, at_s = s
    cor = np.clip(p["GAP"] * (p["Com"] - x), -p["CorM"], p["CorM"])
    pressure = np.clip(p["gain"] * xs - p["back"] * v, -p["PSR"], p["PSR"])
    h = p["AJ"] * pressure - p["CJ"] * v
    friction = np.where(v > 0.0, p["Fc"], np.where(v < 0.0, -p["Fc"], np.clip(h, -p["Fs"], p["Fs"])))
    new_v = v + p["dt_m"] * (h - friction)
    push = p["w2"] * (p["KF"] * (p["GM"] * cor - p["KSF"] * xs) - xf) - p["damping"] * vf
    rate_s, now_s = on_stop(np, at_s, p["GV"] * xf)
    rate_f, now_f = on_stop(np, at_f, push)
    left_f, left_s = (at_f != 0.0) & (now_f == 0.0), (at_s != 0.0) & (now_s == 0.0)
    vf = vf + DT * rate_f
    xf, at_f, hit = limit(np, xf + DT * vf, p["XFM"], now_f, left_f)
    vf = np.where(hit, 0.0, vf)
    xs, at_s, _ = limit(np, xs + DT * rate_s, p["XSM"], now_s, left_s)
    v = np.where(v * new_v < 0.0, 0.0, new_v)
    x = x + DT * v
    v = np.where(((x >= p["XJM"]) & (v > 0.0)) | ((x <= -p["XJM"]) & (v < 0.0)), 0.0, v)
    return np.clip(x, -p["XJM"], p["XJM"]), v, xf, vf, xs, at_f, at_s


def with_numpy(p, count, steps):
    import numpy as np
    p = constants({name: np.array(values) for name, values in p.items()})
    s = tuple(np.zeros(count) for _ in range(7))
    begin = time.process_time()
    for _ in range(steps):
        s = step(np, p, s)
    return s[0], time.process_time() - begin, 0.0


def with_jax(p, count, steps):
    import jax
    jax.config.update("jax_enable_x64", True)
    import jax.numpy as np
    p = {name: np.array(values) for name, values in p.items()}

    def walk(one):
        own = constants(one)
        return jax.lax.fori_loop(0, steps, lambda _, s: step(np, own, s), (0.0,) * 7)[0]

    begin = time.process_time()
    run = jax.jit(jax.vmap(walk)).lower(p).compile()
    compiled = time.process_time() - begin
    run(p).block_until_ready()
    begin = time.process_time()
    x = run(p).block_until_ready()
    return x, time.process_time() - begin, compiled


def main():
    peer, path, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    p = read(path)
    ours = p.pop("end(XJ)")
    x, seconds, compiled = {"numpy": with_numpy, "jax": with_jax}[peer](p, len(ours), steps)
    off = max(abs(float(a) - b) for a, b in zip(x, ours))
    print(f"{peer} {seconds:.4f} {compiled:.4f} {len(ours) * steps / seconds:.6g} {off:.3g}")


main()
