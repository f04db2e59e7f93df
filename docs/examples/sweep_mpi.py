# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""A sweep on many machines by mpi4py: each process runs its share of the values, the first one gathers the columns.

    mpirun -n 4 python sweep_mpi.py [COUNT]

The program does the same without Python: `mpirun -n 4 stiction sweep ...` where it was built with MPI."""
import sys

import numpy as np
from mpi4py import MPI

import stiction as st

world = MPI.COMM_WORLD
count = int(sys.argv[1]) if len(sys.argv) > 1 else 101
levels = np.linspace(1.2, 2.0, count)  # N, breakaway level
mine = levels[world.rank::world.size]  # every size-th: neighbours take about as long

s = st.scenario("block-stick-slip")
columns = {}
if len(mine) > 0:
    runs = s.sweep({"friction.contact.Fs": mine}, metrics=["period", "max(x)"], threads=1)
    columns = {name: np.array(runs[name]) for name in ("period", "max(x)")}
parts = world.gather((mine, columns), root=0)

if world.rank == 0:
    found = {name: np.empty(count) for name in ("period", "max(x)")}
    for rank, (_, part) in enumerate(parts):
        for name, values in part.items():
            found[name][rank::world.size] = values
    print("Fs [N],period [s],max(x) [m]")
    for row in zip(levels, found["period"], found["max(x)"]):
        print(",".join(repr(float(value)) for value in row))
