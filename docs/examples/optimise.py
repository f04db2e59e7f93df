# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""scipy.optimize on top of runs: what a spring must be, which gains are best, which friction made a record.

A run is exact between events and repeats to the last bit, so that differences of two runs are no noise.  For measured data use
stiction.fit: it gives intervals, and says what the data do not determine.
"""

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq, least_squares, minimize

import stiction as st

Array = npt.NDArray[np.float64]

# ---- A root: the spring that makes a stick-slip period of 5 s ----

pulled = st.scenario("block-stick-slip", set={"duration": "60 s", "record.every": "inf"})


def period(K: float) -> float:
    slips = [e.t for e in pulled.with_(set={"parameters.K": K}).run().events if e.kind == "slip_forward"]
    return slips[-1] - slips[-2]


K = brentq(lambda K: period(K) - 5.0, 2.0, 4.0, xtol=1e-10)
print(f"K = {K:.9f} N/m makes a period of {period(K):.9f} s")
assert abs(period(K) - 5.0) < 1e-7

# ---- A minimum: gains of a position loop with friction ----

loop = st.scenario("block-limit-cycle", set={"duration": "20 s", "record.every": "20 ms", "controller.Ki": 0})


def cost(gains: Array) -> float:
    """Mean absolute error of the position, and a little for the effort."""
    Kp, Kv = np.exp(gains)
    r = loop.with_(set={"controller.Kp": Kp, "controller.Kv": Kv}).run()
    error = np.abs(1.0 - r["x"])
    return float(np.mean(error) + 1e-3 * np.mean(np.abs(r["u"])))


before = cost(np.log([3.0, 6.0]))
best = minimize(cost, np.log([3.0, 6.0]), method="Nelder-Mead", options={"maxfev": 120, "xatol": 1e-3, "fatol": 1e-6})
Kp, Kv = np.exp(best.x)
print(f"Kp = {Kp:.3f} N/m, Kv = {Kv:.3f} N*s/m: cost {before:.4f} -> {best.fun:.4f} after {best.nfev} runs")
assert best.fun < before

# ---- Least squares: the friction that made a record ----

true = {"friction.contact.Fc": 0.9, "friction.contact.sigma2": 0.35}
shaken = st.scenario({
    "plant": "block", "parameters": {"m": "1 kg"}, "duration": "10 s", "record": {"every": "20 ms"},
    "inputs": {"u": {"sine": {"amplitude": "3 N", "frequency": "0.4 Hz"}}},
    "friction": {"contact": {"law": "coulomb", "Fs": "1.5 N", "Fc": "1 N", "sigma2": "0.1 N*s/m"}}})
record = shaken.with_(set=true).run()["x"]


def residual(values: Array) -> Array:
    return shaken.with_(set=dict(zip(true, values))).run()["x"] - record


# Differences over steps of 1e-5 of a value, far above the tolerance by which events are located.
found = least_squares(residual, [1.2, 0.1], bounds=([0.0, 0.0], [1.5, 5.0]), diff_step=1e-5)
for (path, value), one in zip(true.items(), found.x):
    print(f"{path}: {one:.8f} (true: {value})")
    assert abs(one - value) < 1e-6
