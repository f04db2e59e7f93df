#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# FMUs of a scenario in FMPy, FMI 2 and 3: valid, Co-Simulation equal to `stiction run` bit for bit, Model Exchange
# near it.  The core is that of the build (a compiler that links it).
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
. "$SOURCE_DIR/tests/cli_support.sh"
python=$SOURCE_DIR/.venv/bin/python
if ! "$python" -c 'import fmpy' 2>/dev/null; then
    echo "skipped: fmpy: tools/venv.sh could not make .venv"
    exit 77
fi
export CC="bash $SOURCE_DIR/tests/fmu_cc.sh"
mkdir ../b
scenario=(block-stick-slip --set duration=12s --set "record.every=50ms")
for fmi in 2 3; do
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi -o "block$fmi.fmu" 2>messages
    ok test ! -s messages
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi --kind source -o a.fmu
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi --kind source -o ../b/a.fmu
done
ok cmp a.fmu ../b/a.fmu
ok "$STICTION" run "${scenario[@]}" --quiet -o run.csv
ok "$python" "$SOURCE_DIR/tests/fmu_check.py" run.csv block2.fmu block3.fmu
ok test "$(nm -D --defined-only "$(unzip -qo block3.fmu -d x && echo x/binaries/x86_64-linux/block3.so)" | grep -vc ' fmi3')" -eq 0

# Without a compiler: sources, and what would make the binary.
ok env CC=no-such-compiler "$STICTION" fmu block-stick-slip -o c.fmu 2>messages
ok grep -q 'gcc or clang' messages
# A law that only the fixed step takes.
ok "$STICTION" fmu block-stick-slip --law karnopp --kind source -o d.fmu 2>messages
ok grep -q 'no Model Exchange' messages

rm -rf ./*
bad '-o FILE.fmu' fmu block-stick-slip
bad '.fmu' fmu block-stick-slip -o a.zip
bad 'fmi' fmu block-stick-slip -o a.fmu --fmi 4
summary
