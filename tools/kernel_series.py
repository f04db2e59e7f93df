#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Coefficients of the polynomials in src/kernel/elementary.h.

usage: .venv/bin/python tools/kernel_series.py

Prints them as doubles with the largest error of each polynomial, relative to the whole function.
"""
from mpmath import atanh, cos, exp, log, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.prec = 400


def fit(f, weight, a, b, n):
    """c[0..n-1] with the least largest |weight*(f - sum c[k]*x^k)| on [a, b]: least squares over Chebyshev points,
    which count more the larger their error is (Lawson)."""
    points = [(a + b) / 2 - (b - a) / 2 * cos(pi * (2 * i + 1) / (20 * n)) for i in range(10 * n)]
    rows = [[weight(x) * x**k for k in range(n)] for x in points]
    right = [weight(x) * f(x) for x in points]
    counts = [mpf(1)] * len(points)
    for _ in range(60):
        normal = matrix([[sum(w * r[i] * r[j] for w, r in zip(counts, rows)) for j in range(n)] for i in range(n)])
        c = lu_solve(normal, matrix([sum(w * r[i] * y for w, r, y in zip(counts, rows, right)) for i in range(n)]))
        errors = [abs(y - sum(c[k] * r[k] for k in range(n))) for r, y in zip(rows, right)]
        counts = [w * e for w, e in zip(counts, errors)]
        total = sum(counts)
        counts = [w / total for w in counts]
    return c


def show(name, f, weight, a, b, n):
    c = [mpf(float(ck)) for ck in fit(f, weight, a, b, n)]
    points = (a + (b - a) * (i + mpf(1) / 3) / 4000 for i in range(4000))
    error = max(abs(weight(x) * (f(x) - sum(ck * x**k for k, ck in enumerate(c)))) for x in points)
    print(f"{name}: error 2^{float(log(error, 2)):.1f}")
    for ck in c:
        print(f"    {float(ck)!r}")


margin = 1 + mpf(2) ** -20
half = log(2) / 2 * margin
square = ((sqrt(2) - 1) / (sqrt(2) + 1) * margin) ** 2
quarter = (pi / 4 * margin) ** 2


def log_rest(z):
    """(log((1 + s)/(1 - s))/s - 2)/z, z = s^2."""
    s = sqrt(z)
    return (2 * atanh(s) / s - 2) / z


third = mpf(1) / 3
show("exp(r) = 1 + r + r^2*Q(r)", lambda r: (exp(r) - 1 - r) / r**2, lambda r: r**2 / exp(r), -half, half, 10)
show("log(x) = 2*s + s*z*R(z)", log_rest, lambda z: z / 2, mpf(0), square, 7)
show("R(z) = 2/3 + z*T(z)", lambda z: (log_rest(z) - 2 * third) / z, lambda z: z**2 / 2, mpf(0), square, 8)
show("sin(x) = x + x*z*S(z)", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, lambda z: z, mpf(0), quarter, 6)
show("cos(x) = 1 - z/2 + z^2*C(z)", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2,
     lambda z: z**2 / cos(sqrt(z)), mpf(0), quarter, 6)
show("m^(-1/3)", lambda m: m**-third, lambda m: m**third, 1 / sqrt(mpf(2)), sqrt(mpf(2)), 4)
