#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# docs/examples/sweep_mpi.py: by three processes the same rows as by one, to the last bit, and those of s.sweep.
. "$(dirname "${BASH_SOURCE[0]}")/python_package.sh"
. "$SOURCE_DIR/tests/have.sh"
have mpirun || exit 77
if ! "$python" -c 'import mpi4py' 2>/dev/null; then
    echo "skipped: mpi4py: tools/venv.sh could not install it"
    exit 77
fi
cd "$package"
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
example=$SOURCE_DIR/docs/examples/sweep_mpi.py
for count in 1 3; do
    mpirun -n $count "$python" "$example" 11 >"rows$count.csv" || { echo "FAILED: $count processes"; exit 1; }
done
"$python" - >expected.csv <<'END'
import numpy as np
import stiction as st
levels = np.linspace(1.2, 2.0, 11)
runs = st.scenario("block-stick-slip").sweep({"friction.contact.Fs": levels}, metrics=["period", "max(x)"])
print("Fs [N],period [s],max(x) [m]")
for row in zip(levels, runs["period"], runs["max(x)"]):
    print(",".join(repr(float(value)) for value in row))
END
for count in 1 3; do
    diff expected.csv "rows$count.csv" || { echo "FAILED: $count processes give other rows"; exit 1; }
done
echo "11 runs: one process, three and no MPI give the same rows"
