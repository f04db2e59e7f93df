# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests of FMUs, after cli_support.sh: FMPy, and FMUs whose core is that of the build (a compiler that links it).
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
python=$SOURCE_DIR/.venv/bin/python
if ! "$python" -c 'import fmpy' 2>/dev/null; then
    echo "skipped: fmpy: tools/venv.sh could not make .venv"
    exit 77
fi
export CC="bash $SOURCE_DIR/tests/fmu_cc.sh"

# reference NAME SCENARIO ARGUMENT...: rows and events of runs, as fmu_check.py wants them.
reference() {
    local name=$1
    shift
    ok "$STICTION" run "$@" --quiet -o "$name.csv" --events "$name.events.csv"
    ok "$STICTION" run "$@" --quiet --set solver.rtol=1e-10 -o "$name.exact.csv" --events "$name.exact.events.csv"
}

# check WHAT NAME FILE.fmu ARGUMENT...: fmu_check.py
check() { ok "$python" "$SOURCE_DIR/tests/fmu_check.py" "$@"; }
