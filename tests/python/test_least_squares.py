# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The library's own least squares beside LAPACK, which NumPy has: values, spread and condition, hard cases too."""

import numpy as np
import pytest

from stiction._native import ffi, lib


def solve(a, y):
    columns = [np.ascontiguousarray(a[:, k]) for k in range(a.shape[1])]
    pointers = ffi.new("const double *[]", [ffi.from_buffer("double[]", c) for c in columns])
    out, error, residual = ffi.new("StnLeastSquares *"), ffi.new("StnError *"), np.empty(len(y))
    status = lib.stn_least_squares(pointers, len(columns), ffi.from_buffer("double[]", y), ffi.NULL, len(y), ffi.NULL, out,
                                   ffi.from_buffer("double[]", residual), error)
    return status, out, residual


def cases():
    random = np.random.default_rng(1)
    tall = random.standard_normal((2000, 6))
    yield "tall", tall
    yield "graded columns", tall * 10.0 ** np.arange(-9, 9, 3)
    yield "graded rows", tall[:400] * 10.0 ** np.linspace(-6, 6, 400)[:, None]
    yield "nearly square", random.standard_normal((13, 12))
    near = tall[:300].copy()
    near[:, 5] = near[:, 0] + near[:, 1] + 1e-6 * near[:, 5]
    yield "nearly dependent", near
    t = np.linspace(0, 1, 200)
    yield "polynomial", np.vander(t, 7)
    yield "one column", tall[:50, :1]


@pytest.mark.parametrize("name, a", list(cases()))
def test_it_is_that_of_lapack(name, a):
    y = a @ np.arange(1, a.shape[1] + 1) + np.random.default_rng(2).standard_normal(len(a)) * 1e-3 * np.abs(a).max()
    status, out, residual = solve(a, y)
    assert status == lib.STN_OK
    norm = np.linalg.norm(a, axis=0)
    scaled = a / norm
    condition = np.linalg.cond(scaled)
    theirs = np.linalg.lstsq(scaled, y, rcond=None)[0] / norm
    ours = np.array([out.value[k] for k in range(a.shape[1])])
    # a backward stable method is off by some eps*condition of the scaled columns (and its square times the residual)
    slack = 100 * np.finfo(float).eps * condition * np.linalg.norm(y) * (1 + condition * 1e-3)
    assert np.abs((ours - theirs) * norm).max() <= slack
    n = a.shape[1]  # the library's is by the 1-norm of R: between 1/n and n times that of singular values
    assert condition / n * (1 - 1e-9 * condition) <= out.condition <= condition * n * (1 + 1e-9 * condition)
    assert np.linalg.norm(residual - (y - a @ theirs)) <= 1e-9 * np.linalg.norm(y)
    q, r = np.linalg.qr(scaled)
    spread = np.linalg.inv(r) @ np.linalg.inv(r).T / np.outer(norm, norm) * out.sigma**2
    assert [out.std[k] for k in range(a.shape[1])] == pytest.approx(np.sqrt(np.diag(spread)), rel=1e-9 * condition)


def test_columns_that_depend_on_one_another_are_refused():
    a = np.random.default_rng(3).standard_normal((100, 4))
    for change in (lambda b: b[:, [0, 1, 2, 2]], lambda b: np.column_stack([b[:, :3], b[:, 0] - 2 * b[:, 1]]),
                   lambda b: np.column_stack([b[:, :3], np.zeros(100)]), lambda b: b[:4]):
        assert solve(change(a), a[: len(change(a)), 0].copy())[0] == lib.STN_BAD_INPUT
