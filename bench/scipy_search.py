# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""SciPy's least_squares from several starts around a simulator that is called through ctypes: the search of
fit_scipy.py and servo_scipy.py."""
import ctypes

import numpy as np
from scipy.optimize import least_squares

METHODS = ("trf", "lm")


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class Search:
    """simulate(parameters, out), both double *, returns 0 when it could; count: how often it was called."""

    def __init__(self, simulate, measured, start):
        self.simulate, self.measured, self.start, self.count = simulate, measured, start, 0

    def residual(self, p):
        self.count += 1
        model, p = np.empty(len(self.measured)), np.ascontiguousarray(p)
        if self.simulate(pointer(p), pointer(model)):
            return np.full(len(self.measured), 1e3)
        return model - self.measured

    def best(self, method, starts):
        """Like stn_fit: the given start, and the best of six random ones for each further start."""
        x0, rng = self.start, np.random.default_rng(1)
        self.count = 0
        places = [x0] + [x0 * np.exp(rng.uniform(-np.log(3), np.log(3), len(x0))) for _ in range(6 * (starts - 1))]
        costs = [np.sum(self.residual(x) ** 2) for x in places]
        chosen = [0] + sorted(range(1, len(places)), key=lambda i: costs[i])[:starts - 1]
        bounds = (1e-9, np.inf) if method == "trf" else (-np.inf, np.inf)
        # differences as wide as ours: 1e-4, far above the tolerance of the engine
        fits = [least_squares(self.residual, places[i], bounds=bounds, method=method, x_scale=x0, diff_step=1e-4,
                              ftol=1e-7, xtol=1e-7, gtol=1e-12) for i in chosen]
        return min(fits, key=lambda fit: fit.cost)
