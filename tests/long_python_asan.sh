#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# tests/python with a module under the address sanitizer, whose library is loaded before the interpreter: arrays outlive their
# records, nothing is freed twice.  What the interpreter itself leaves at its end is not looked at.
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
set -e
runtime=$(gcc -print-file-name=libasan.so)
[[ -e $runtime ]] || { echo "skipped: libasan: gcc has no address sanitizer"; exit 77; }
export BUILD_DIR=$BUILD_DIR/python-asan
cmake -S "$SOURCE_DIR" -B "$BUILD_DIR" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O0 -g1" -DCMAKE_C_COMPILER=gcc \
    -DSTN_SANITIZE=address -DSTN_PYTHON=ON -DPython_EXECUTABLE="$SOURCE_DIR/.venv/bin/python" -DSTN_WITH_MPI=OFF >/dev/null
cmake --build "$BUILD_DIR" --target stiction_python >/dev/null
. "$SOURCE_DIR/tests/python_package.sh"
cd "$package"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0
# That it is awake: a record is freed below a view of it.
if LD_PRELOAD=$runtime "$python" - >found 2>&1 <<'END'
import stiction as st
from stiction._native import lib
r = st.scenario("block-brake").run()
x = r["x"]
lib.stn_record_free(r._owner.c)
x.copy()
END
then
    echo "FAILED: the sanitizer does not see a view of freed memory"
    exit 1
fi
grep -q 'heap-use-after-free' found || { cat found && exit 1; }
# The memory of the sanitizer grows with the runs, and what runs in children is the program.
LD_PRELOAD=$runtime "$python" -m pytest -q -p no:cacheprovider "$SOURCE_DIR/tests/python" -k "not test_many_runs_do_not_grow_memory"
