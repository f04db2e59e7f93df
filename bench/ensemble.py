#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Benchmarks of `stiction sweep`; bench/ensemble.sh calls it.

usage: bench/ensemble.py PROGRAM [CASE...]

lanes    fixed-step eha (borello, dt 1e-5, every number different in every run) on one core, beside NumPy and JAX
threads  the same on two threads, beside two processes
event    event-driven block-stick-slip (stribeck) and with coulomb, metrics of events only, with the error of event times
ramp     event-driven eha-ramp against fixed steps: time and error of the stick times
mpi      the same study on 1, 2 and 4 processes that compute, and the bytes that a run sends
million  1,000,000 runs of a 10 s eha-ramp at dt 1e-4 on two threads: memory, time, share of writing, report
study    100,000 event-driven runs of block-stick-slip likewise

Times are CPU times where one core works and wall times otherwise.  What is compared runs in turn, and the best of several
rounds counts, so that ratios hold on a busy machine, too.
"""
import csv
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
EHA = [f"{name}=+-10%" for name in
       "GAP CorM GM KF KSF wF zF XFM GV XSM GPS GQS AJ MJ CJ XJM Fs Fc".split()]
SLIP = ["Fs=+-10%", "Fc=+-10%", "K=+-20%"]
ROUNDS = 3


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = str(pathlib.Path(program).resolve()), pathlib.Path(folder)

    def command(self, scenario, vary, *options):
        return [self.program, "sweep", scenario, *(word for v in vary for word in ("--vary", v)), *options]

    def run(self, command):
        """CPU seconds, wall seconds, peak memory in MB."""
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit code {child.returncode}")
        return usage.ru_utime + usage.ru_stime, time.monotonic() - begin, usage.ru_maxrss / 1024

    def best(self, *commands, wall=False):
        """The least seconds of each of several commands that take turns."""
        times = [[self.run(command)[wall] for command in commands] for _ in range(ROUNDS)]
        return [min(column) for column in zip(*times)]

    def rows(self, scenario, vary, *options):
        path = self.folder / "rows.csv"
        path.unlink(missing_ok=True)
        self.run(self.command(scenario, vary, *options, "--quiet", "-o", str(path)))
        with open(path, newline="") as file:
            head, *rows = csv.reader(file)
        return path, head, [[float(x) if x else math.nan for x in row[1 + len(vary):-1]] for row in rows]


def fixed(samples, *options):
    return ["--law", "borello", "--set", "solver.method=fixed", "--set", "record.every=0.5s", "--metrics", "end(XJ)",
            "--samples", str(samples), "--quiet", *options]


def lanes(b):
    steps, few, many = 50000, 1024, 4096
    path, _, _ = b.rows("eha-step", EHA, *fixed(few, "--threads", "1"))
    rates, rows = {}, []
    start, = b.best(b.command("eha-step", EHA, *fixed(1, "--threads", "1")))
    for width in ("1", "2", "4", "8"):
        samples = many if width != "1" else few
        seconds, = b.best(b.command("eha-step", EHA, *fixed(samples, "--threads", "1", "--lanes", width)))
        rates[width] = samples * steps / (seconds - start)
        rows.append((f"stiction, {width} lanes", rates[width], 0.0, 0.0))
    for peer in ("numpy", "jax"):
        text = subprocess.run([sys.executable, str(HERE / "ensemble_peers.py"), peer, str(path), str(steps)],
                              capture_output=True, text=True)
        if text.returncode:
            print(f"{peer}: {text.stderr.strip().splitlines()[-1]}")
            continue
        _, _, compiled, rate, off = text.stdout.split()
        rows.append((peer, float(rate), float(compiled), float(off)))
    best = max(rates.values())
    print(f"lanes: fixed-step eha/borello, dt 1e-5 s, {len(EHA)} numbers differ in each run, one core")
    print(f"{'':22}{'M steps/s':>10}{'ours over it':>14}{'compile s':>11}{'end(XJ) off, m':>16}")
    for name, rate, compiled, off in rows:
        print(f"{name:22}{rate / 1e6:10.4g}{best / rate:14.3g}{compiled:11.3g}{off:16.2g}")


def threads(b):
    one = b.command("eha-step", EHA, *fixed(2048, "--threads", "1"))
    two = b.command("eha-step", EHA, *fixed(4096, "--threads", "2"))
    alone = wall_two = wall_pair = math.inf
    for _ in range(ROUNDS):
        alone = min(alone, b.run(one)[1])
        wall_two = min(wall_two, b.run(two)[1])
        begin = time.monotonic()
        pair = [subprocess.Popen(one, stdout=subprocess.DEVNULL) for _ in range(2)]
        for child in pair:
            child.wait()
        wall_pair = min(wall_pair, time.monotonic() - begin)
    print(f"threads: 2 processes gain {2 * alone / wall_pair:.3g}, 2 threads {2 * alone / wall_two:.3g}: "
          f"{wall_pair / wall_two:.3g} of it (wall time)")


def event(b):
    print("event: block-stick-slip, 100 s, 30 events, Fs, Fc and K differ in each run, one core")
    print(f"{'':26}{'runs/s':>10}{'us a run':>10}{'events off, s':>15}")
    times = [f"event({kind}, which={k})" for k in range(1, 13) for kind in ("stick", "slip_forward")]
    for law, rtol in (("stribeck", "1e-9"), ("stribeck", "3e-8"), ("coulomb", "1e-9")):
        options = ["--law", law, "--metrics", "period,slips", "--threads", "1", "--quiet", "--set"]
        many = 4096 if law == "stribeck" else 16384
        command = [b.command("block-stick-slip", SLIP, *options, f"solver.rtol={rtol}", "--samples", str(n)) for n in (1, many)]
        start, seconds = b.best(*command)
        exact = ["--law", law, "--metrics", ",".join(times), "--samples", "256", "--set"]
        found = [b.rows("block-stick-slip", SLIP, *exact, f"solver.rtol={r}")[2] for r in (rtol, "1e-13")]
        off = max(abs(x - y) for ours, true in zip(*found) for x, y in zip(ours, true) if not math.isnan(x - y))
        lost = sum(math.isnan(x) != math.isnan(y) for ours, true in zip(*found) for x, y in zip(ours, true))
        rate = many / (seconds - start)
        print(f"{law + ', rtol ' + rtol:26}{rate:10.5g}{1e6 / rate:10.4g}{off:15.2g}{f', {lost} differ' if lost else ''}")


def ramp(b):
    """Fixed steps are of first order, so what they would take for 1e-9 s is extrapolated; the event engine is exact there."""
    vary = ["Fs=+-10%", "Fc=+-10%"]
    times = [f"event(stick, which={k})" for k in range(2, 8)]
    base = ["--metrics", ",".join(times), "--samples", "64", "--threads", "1", "--set", "record.every=10s", "--set"]
    _, _, true = b.rows("eha-ramp", vary, *base, "solver.rtol=1e-13")
    print("ramp: eha-ramp, 10 s, 64 runs on one core; stick times against rtol 1e-13")
    print(f"{'':26}{'ms a run':>10}{'median off, s':>15}{'largest':>10}{'lost':>6}")
    found = []
    for name, setting in (("event, rtol 1e-9", "solver.rtol=1e-9"), ("fixed, dt 1e-4", "solver.dt=1e-4"),
                          ("fixed, dt 1e-5", "solver.dt=1e-5")):
        options = [*base, setting] + (["--set", "solver.method=fixed"] if "dt" in setting else [])
        _, _, ours = b.rows("eha-ramp", vary, *options)
        pairs = [(x, y) for one, other in zip(ours, true) for x, y in zip(one, other)]
        off = sorted(abs(x - y) for x, y in pairs if not math.isnan(x - y))
        lost = sum(math.isnan(x) != math.isnan(y) for x, y in pairs)
        seconds, = b.best(b.command("eha-ramp", vary, *options, "--quiet"))
        found.append((seconds / 64, off[len(off) // 2]))
        print(f"{name:26}{1e3 * seconds / 64:10.4g}{off[len(off) // 2]:15.2g}{off[-1]:10.2g}{lost:6}")
    ours, last = found[0], found[-1]
    print(f"for stick times to 1e-9 s fixed steps would take {last[0] * last[1] / 1e-9 / ours[0]:.2g} times as long as the event "
          f"engine (extrapolated), for {last[1]:.1g} s they take {last[0] / ours[0]:.2g} times as long")


def mpi(b):
    if subprocess.run(["sh", "-c", "command -v mpirun"], stdout=subprocess.DEVNULL).returncode:
        print("mpi: there is no mpirun")
        return
    environment = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    os.environ.update(environment)
    metrics = "period,slips"
    study = b.command("block-stick-slip", SLIP, "--metrics", metrics, "--samples", "16384", "--quiet", "-o")
    print("mpi: 16,384 event-driven runs; one process hands out, the others compute with one thread each")
    print(f"{'processes':>10}{'wall s':>10}{'over 1 thread':>15}{'CPU s':>8}{'same rows':>11}")
    first = b.folder / "one.csv"
    cpu, alone, _ = b.run([*study, str(first), "--threads", "1"])
    print(f"{'none':>10}{alone:10.3g}{1:15}{cpu:8.3g}{'':>11}")
    for ranks in (2, 3, 5):
        path = b.folder / f"{ranks}.csv"
        cpu, wall, _ = b.run(["mpirun", "--oversubscribe", "-n", str(ranks), *study, str(path)])
        print(f"{ranks:10}{wall:10.3g}{alone / wall:15.3g}{cpu:8.3g}{str(path.read_bytes() == first.read_bytes()):>11}")
    print(f"a run sends {8 * len(metrics.split(','))} + 1 bytes; a piece, of 16 to 16,384 runs, 40 there and 40 back")


def long_study(b, name, command, few, many, folder):
    """Writing: CPU and wall time with a file against those without, over `few` runs; then all of them."""
    small = [*command, "--samples", str(few)]
    file = [*small, "-o", str(folder / "few.sqlite")]
    without = with_file = math.inf
    for _ in range(ROUNDS):
        (folder / "few.sqlite").unlink(missing_ok=True)
        without, with_file = min(without, b.run(small)[0]), min(with_file, b.run(file)[0])
    study = folder / "study.sqlite"
    begin = time.monotonic()
    child = subprocess.Popen([*command, "--samples", str(many), "-o", str(study)], stdout=subprocess.DEVNULL)
    sizes = []
    while child.poll() is None:
        status = pathlib.Path(f"/proc/{child.pid}/status")
        try:
            sizes.append(int(re.search(r"VmRSS:\s+(\d+)", status.read_text()).group(1)) / 1024)
        except (AttributeError, OSError):
            pass
        time.sleep(0.5)
    wall = time.monotonic() - begin
    if child.returncode:
        raise SystemExit(f"{name}: exit code {child.returncode}")
    _, report_wall, report_memory = b.run([b.program, "sweep", "--from", str(study), "--quiet", "--report",
                                           str(folder / "page.html")])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    quarter = sizes[len(sizes) // 4:]
    print(f"{name}: {wall:.4g} s, {study.stat().st_size / 1e6:.4g} MB of study; memory {max(sizes):.4g} MB at most, "
          f"{min(quarter):.4g} ... {max(quarter):.4g} MB after a quarter; writing takes {100 * (with_file / without - 1):.2g} % "
          f"of the CPU time of {few} runs; report in {report_wall:.3g} s, {report_memory:.4g} MB; largest child {used.ru_maxrss / 1024:.4g} MB")


def million(b):
    command = b.command("eha-ramp", ["Fs=+-10%", "Fc=+-10%", "MJ=+-10%"], "--set", "solver.method=fixed", "--set", "solver.dt=1e-4",
                        "--set", "record.every=10s", "--metrics", "slips,period,end(XJ)", "--threads", "2", "--quiet")
    long_study(b, "million: eha-ramp, 10 s, dt 1e-4, 2 threads", command, 20000, 1000000, b.folder)


def study(b):
    command = b.command("block-stick-slip", SLIP, "--metrics", "period,slips", "--threads", "2", "--quiet")
    long_study(b, "study: 100,000 event-driven block-stick-slip, 2 threads", command, 10000, 100000, b.folder)


CASES = {f.__name__: f for f in (lanes, threads, event, ramp, mpi, million, study)}


def main():
    program, *names = sys.argv[1:]
    for name in names:
        if name not in CASES:
            raise SystemExit(f"there is no case \"{name}\"; allowed: {', '.join(CASES)}")
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(program, folder)
        for name in names or [name for name in CASES if name not in ("million", "study")]:
            CASES[name](b)


main()
