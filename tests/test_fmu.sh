#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# FMUs of two scenarios in FMPy, FMI 2 and 3: valid, Co-Simulation equal to `stiction run` bit for bit whatever the
# communication step, Model Exchange with its events in their order at their times.  tests/long_fmu.sh has all of them.
. "${SOURCE_DIR:?the tree}/tests/cli_support.sh"
. "$SOURCE_DIR/tests/fmu_support.sh"

mkdir ../b
scenario=(block-stick-slip --set duration=12s --set "record.every=50ms")
reference block "${scenario[@]}"
for fmi in 2 3; do
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi -o "block$fmi.fmu" 2>messages
    ok test ! -s messages
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi --kind source -o a.fmu
    ok "$STICTION" fmu "${scenario[@]}" --fmi $fmi --kind source -o ../b/a.fmu
    ok cmp a.fmu ../b/a.fmu
    check valid block "block$fmi.fmu"
    check steps block "block$fmi.fmu" 0.00625 0.1
    check cvode block "block$fmi.fmu" 1e-10 1e-6
    check euler block "block$fmi.fmu" 4e-3
done
check fed block block2.fmu y 0.1
# Another importer than FMPy, without FMI 3.
if "$python" -c 'import libcosimpy' 2>/dev/null; then
    ok "$python" "$SOURCE_DIR/tests/fmu_libcosim.py" block2.fmu block.csv 0.0625 >libcosim.log 2>&1
else
    echo "skipped: libcosimpy: tests/requirements.txt is not installed"
fi
# Kinks and stops: an integrator that goes on behind a kink as before is 1 % off.
reference flap flap-reversible-deploy-drop
ok "$STICTION" fmu flap-reversible-deploy-drop -o flap.fmu
check cvode flap flap.fmu 1e-10 1e-6
check first flap flap.fmu 8e-5 flap
# A sampled controller whose gains follow the position, with a feed-forward and a push on the map of the site.
reference scheduled clutch-scheduled --set duration=0.5s --set record.every=50ms
ok "$STICTION" fmu clutch-scheduled --set duration=0.5s -o scheduled.fmu
check steps scheduled scheduled.fmu 1e-3 0.05
library=$(unzip -qo block3.fmu -d x && echo x/binaries/x86_64-linux/block3.so)
ok test "$(nm -D --defined-only "$library" | grep -vc ' fmi3')" -eq 0

# A plant and the FMU of a controller, step by step: the loop of block-limit-cycle with Ki 0, a sample of 1 ms late.
own=$SOURCE_DIR/tests/fmu_controller
mkdir -p controller/binaries/x86_64-linux
cp "$own.xml" controller/modelDescription.xml
gcc -E -P "$SOURCE_DIR/src/fmu/shell/fmi3.h" | grep -oE 'fmi3[A-Za-z0-9]+\(' | tr -d '(' | sort -u |
    while read -r name; do grep -q " \*\?$name(" "$own.c" || echo "REST($name)"; done >rest.h
ok gcc -O1 -Wall -Wextra -Werror -I. -fPIC -shared "$own.c" -o controller/binaries/x86_64-linux/controller.so
(cd controller && zip -qr ../controller.fmu .)
ok "$STICTION" fmu block-stick-slip --set options.drive=force --set 'inputs={u: 0 N}' -o plant.fmu
ok "$python" "$SOURCE_DIR/docs/examples/couple_fmus.py" plant.fmu controller.fmu --to plant.u=controller.u \
    --to controller.x=plant.x --to controller.v=plant.v --stop 2 >coupled.csv
ok "$STICTION" run block-limit-cycle --set controller.Ki=0 --set controller.Ts=1ms --set duration=2 --set record.every=1ms \
    --quiet -o loop.csv
ok test "$(head -n 1 coupled.csv)" = t,controller.u,plant.x,plant.v
# the times are equal; a sample later is at most Kp*v*Ts of force
paste -d, coupled.csv <(grep -v '^#' loop.csv) | awk -F, 'NR > 1 && NF == 10 {
    n++; if (($1 - $5) ^ 2 > 1e-18 || ($3 - $6) ^ 2 > 1e-6) bad = 1; if ($3 > most) most = $3 }
    END { exit n < 2000 || bad || most < 0.3 }' || fail "couple_fmus.py: another motion than in one scenario"

# Compilers work where TMPDIR says, and leave nothing there.
mkdir own
printf 'echo "$@" >"%s/compiled"; exit 1\n' "$PWD" >note.sh
ok env TMPDIR="$PWD/own" CC="sh $PWD/note.sh" "$STICTION" fmu block-stick-slip --quiet -o e.fmu
ok grep -q -- "-I$PWD/own/stiction-fmu-" compiled
ok test -z "$(ls own)"

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
