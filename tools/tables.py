#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Writes src/solve/dop853_table.h and src/solve/radau_table.h.  Needs mpmath and scipy; run by hand
when a method changes.

dop853: the pair of Hairer, Norsett, Wanner (Solving ODEs I, 2nd ed., section II.10), coefficients as
published; the dense output is expanded into powers of theta, so that a step is one polynomial.
radau: Radau IIA with 7 stages (order 13), everything computed here to 40 digits."""
import sys
from mpmath import mp, mpf, matrix, polyroots, inverse, lu_solve, binomial

mp.dps = 60
HEAD = """/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Written by tools/tables.py: do not edit. */
#ifndef STN_SOLVE_%s_TABLE_H
#define STN_SOLVE_%s_TABLE_H
"""
END = "\n#endif\n"


def num(x):
    return mp.nstr(mpf(x), 20, min_fixed=-4, max_fixed=4) if x != 0 else "0.0"


def rows(name, m):
    body = ",\n".join("    {" + ", ".join(num(v) for v in r) + "}" for r in m)
    return f"static const double {name}[{len(m)}][{len(m[0])}] = {{\n{body},\n}};\n"


def columns(name, m):
    return rows(name, [[r[k] for r in m] + [mpf(0)] for k in range(len(m))])


def vec(name, v):
    return f"static const double {name}[{len(v)}] = {{\n    " + ",\n    ".join(num(x) for x in v) + ",\n};\n"


def pmul(a, b):
    r = [mpf(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            r[i + j] += x * y
    return r


def dop853():
    from scipy.integrate._ivp import dop853_coefficients as d
    n = 16
    A = [[mpf(float(d.A[i, j])) for j in range(n)] for i in range(n)]
    B = [mpf(float(d.B[j])) for j in range(12)]
    # F[i] as weights of h*K: F0 = dy, F1 = K0 - dy, F2 = 2 dy - (K12 + K0), F3.. = D K
    unit = lambda j: [mpf(1) if i == j else mpf(0) for i in range(n)]
    dy = [B[j] if j < 12 else mpf(0) for j in range(n)]
    F = [dy, [a - b for a, b in zip(unit(0), dy)],
         [2 * a - b - c for a, b, c in zip(dy, unit(12), unit(0))]]
    F += [[mpf(float(d.D[i, j])) for j in range(n)] for i in range(4)]
    dense = [[mpf(0)] * 8 for _ in range(n)]
    for j in range(n):
        p = [mpf(0)]
        for i, f in enumerate(reversed(F)):
            p = [p[0] + f[j]] + p[1:]
            p = pmul(p, [mpf(0), mpf(1)] if i % 2 == 0 else [mpf(1), mpf(-1)])
        for k in range(8):
            dense[j][k] = p[k] if k < len(p) else mpf(0)
    out = "\nenum { DOP_STAGES = 12, DOP_ALL = 16, DOP_DEGREE = 7 };\n\n"
    out += vec("dop_c", [mpf(float(x)) for x in d.C]) + "\n" + rows("dop_a", A) + "\n"
    out += vec("dop_b", B) + "\n"
    out += vec("dop_e3", [mpf(float(x)) for x in d.E3[:12]]) + "\n"
    out += vec("dop_e5", [mpf(float(x)) for x in d.E5[:12]]) + "\n"
    out += "/* y(t0 + theta*h) = y0 + h*sum_j K_j*sum_k dop_dense[j][k]*theta^k */\n"
    out += rows("dop_dense", dense)
    return out


def radau(s=7):
    # nodes: zeros of d^(s-1)/dx^(s-1) [x^(s-1) (x-1)^s]
    p = [mpf(0)] * (s - 1) + [mpf(0)] * (s + 1)
    for k in range(s + 1):
        p[s - 1 + k] += binomial(s, k) * (-1) ** (s - k)
    for _ in range(s - 1):
        p = [p[k] * k for k in range(1, len(p))]
    c = sorted(polyroots(list(reversed(p)), maxsteps=500, extraprec=400), key=lambda z: z.real)
    c = [z.real for z in c]
    c[-1] = mpf(1)
    V = matrix(s, s)
    I = matrix(s, s)
    for i in range(s):
        for k in range(s):
            V[i, k] = c[i] ** k
            I[i, k] = c[i] ** (k + 1) / (k + 1)
    A = I * inverse(V)
    Ai = inverse(A)
    E, T = mp.eig(Ai)
    order = sorted(range(s), key=lambda i: (abs(E[i].imag) > mpf(10) ** -30, -E[i].real, -E[i].imag))
    real = [i for i in order if abs(E[i].imag) < mpf(10) ** -30][0]
    pairs = [i for i in order if E[i].imag > mpf(10) ** -30]
    Ti = inverse(T)
    g0 = 1 / E[real].real
    b = [A[s - 1, j] for j in range(s)]
    rhs = matrix([mpf(1) / k - (g0 if k == 1 else 0) for k in range(1, s + 1)])
    M = matrix(s, s)
    for k in range(s):
        for i in range(s):
            M[k, i] = c[i] ** k
    bh = lu_solve(M, rhs)
    diff = [bh[i] - b[i] for i in range(s)]
    e = [sum(diff[i] * Ai[i, j] for i in range(s)) for j in range(s)]
    # collocation polynomial through (0, 0), (c_i, Z_i): coefficients of theta^1 .. theta^s
    W = matrix(s, s)
    for i in range(s):
        for k in range(s):
            W[i, k] = c[i] ** (k + 1)
    Wi = inverse(W)
    real_t = [[0] * s for _ in range(s)]  # T and T^-1 on real numbers: real part and imaginary part of a pair in turn
    real_ti = [[0] * s for _ in range(s)]
    for i in range(s):
        real_t[i][0] = (T[i, real] / T[s - 1, real]).real
        real_ti[0][i] = (Ti[real, i] * T[s - 1, real]).real
        for k, j in enumerate(pairs):
            t, ti = T[i, j] / T[s - 1, j], Ti[j, i] * T[s - 1, j]
            real_t[i][1 + 2 * k], real_t[i][2 + 2 * k] = 2 * t.real, -2 * t.imag
            real_ti[1 + 2 * k][i], real_ti[2 + 2 * k][i] = ti.real, ti.imag
    out = f"\nenum {{ RADAU_STAGES = {s}, RADAU_PAIRS = {s // 2}, RADAU_WIDTH = {s + 1} }};\n\n"
    out += vec("radau_c", c) + "\n"
    out += "/* eigenvalues of the inverse of the Runge-Kutta matrix A: one real, the others in pairs */\n"
    out += f"static const double radau_real = {num(E[real].real)};\n"
    out += rows("radau_pair", [[E[i].real, E[i].imag] for i in pairs]) + "\n"
    out += "/* Matrices by columns, which end with a zero: a product is then a sum of pairs of numbers. */\n\n"
    out += "/* A^-1 = T*diag(eigenvalues)*T^-1 */\n"
    out += columns("radau_ai", [[Ai[i, j] for j in range(s)] for i in range(s)]) + "\n"
    out += "/* T^-1 and T for the real eigenvalue and the real and imaginary parts of the pairs */\n"
    out += columns("radau_ti", real_ti) + columns("radau_t", real_t) + "\n"
    out += "/* y(t0 + theta*h) = y0 + sum_k (radau_dense*Z)_k*theta^(k+1) */\n"
    out += columns("radau_dense", [[Wi[k, i] for i in range(s)] for k in range(s)]) + "\n"
    out += "/* error = h*f0/radau_real + sum_j radau_e[j]*Z_j */\n" + vec("radau_e", e)
    return out


if __name__ == "__main__":
    open("src/solve/dop853_table.h", "w").write(HEAD % ("DOP853", "DOP853") + dop853() + END)
    open("src/solve/radau_table.h", "w").write(HEAD % ("RADAU", "RADAU") + radau() + END)
