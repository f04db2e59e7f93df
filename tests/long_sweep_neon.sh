#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Rows of sweeps on another machine: the program for aarch64, built by gcc and by clang (zig), makes fixed steps in vectors of
# NEON under qemu, and its rows have the bytes of those of the program at hand, one run after the other.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
[[ -z ${SANITIZED:-} ]] || exit 0 # of one build
have qemu-aarch64 || exit 77
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
folder=$BUILD_DIR/neon
mkdir -p "$folder"

# build NAME COMPILER LEVEL: the program, with nothing but the C library.
build() {
    cmake -S "$SOURCE_DIR" -B "$folder/$1" -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
        -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="$3 -DNDEBUG" \
        -DSTN_HARDEN=OFF -DSTN_WITH_{MATIO,SQLITE,CMINPACK,NLOPT,SUNDIALS,CXX,MPI}=OFF >../stdout 2>../stderr &&
        cmake --build "$folder/$1" --target stiction >../stdout 2>../stderr
}

# Every plant and law that goes in lanes: scenario, law (-: its own), what varies, step, duration, column.
cat >../in/fixed.txt <<'END'
block-stick-slip - Fs 1ms 12s x
block-stick-slip stribeck K 1ms 12s x
block-stick-slip lugre Fs 0.2ms 1s x
block-stick-slip elastoplastic Fs 0.2ms 1s x
block-pre-sliding dahl Fc 0.2ms 1s x
block-belt stribeck Fs 1ms 12s x
eha-step borello Fs 20us 0.1s XJ
eha-ramp coulomb MJ 0.1ms 1s XJ
cylinder-2mA stribeck Fs 20us 0.1s x
cylinder-4.5mA lugre_modified Fs 20us 0.05s x
flap-reversible-retract coulomb Fs 1ms 3s TH
flap-reversible-deploy-drop - T0_stat 1ms 3s TH
clutch-step-play coulomb Fs 0.1ms 0.5s theta
clutch-step coulomb_map sigma2 0.1ms 0.5s theta
clutch-scheduled - schedule_1 0.1ms 0.5s theta
servo-pendulum - Fs 1ms 2s q
servo-lift coulomb Fs 1ms 2s q
servo-position - Fs 1ms 2s q
END

# rows FILE LANES PROGRAM...: those of all sweeps into the file.
rows() (
    local lanes=$2 scenario law vary dt duration column design
    exec >"$1"
    shift 2
    local one=("$@" sweep) way=(--threads 1 --lanes "$lanes" --quiet -o - --set solver.method=fixed)
    while read -r scenario law vary dt duration column; do
        local laws=()
        [[ $law == - ]] || laws=(--law "$law")
        "${one[@]}" "$scenario" "${laws[@]}" --vary "$vary=+-10%" --samples 21 --set "solver.dt=$dt" --set "duration=$duration" \
            --metrics "end($column),mean($column),slips,work,friction_loss" "${way[@]}" </dev/null || return 1
    done <../in/fixed.txt
    for design in random latin sobol; do
        "${one[@]}" block-stick-slip --vary Fs=normal:1.6:5% --vary K=lognormal:2:0.1 --vary m=uniform:0.9:1.1 --correlate Fs,K=0.5 \
            --design $design --samples 40 --metrics 'end(x),slips' --set solver.dt=1ms "${way[@]}" || return 1
    done
    "${one[@]}" block-stick-slip --vary Fs=log:1.2:2:4 --vary law=list:coulomb,stribeck,lugre --metrics 'end(x),period,slips' \
        --set duration=20s --threads 1 --quiet -o - # by events
)

# same NAME COMPILER LEVEL PROGRAM...
same() {
    begin "$1"
    ok build "$1" "$2" "$3"
    [[ $failed -eq 0 ]] || return
    for lanes in 2 1; do
        ok rows ../in/there.csv $lanes "${@:4}"
        ok cmp ../in/here.csv ../in/there.csv
    done
}

begin "here"
ok rows ../in/here.csv 1 "$STICTION"
ok test "$(grep -c ',done$' ../in/here.csv)" -eq $((18 * 21 + 3 * 40 + 12))
if have aarch64-linux-gnu-gcc; then
    same gcc aarch64-linux-gnu-gcc -O3 qemu-aarch64 -L /usr/aarch64-linux-gnu "$folder/gcc/stiction"
fi
if "$SOURCE_DIR/.venv/bin/python" -c 'import ziglang' 2>/dev/null; then
    printf '#!/bin/sh\nexec "%s" -m ziglang cc -target aarch64-linux-musl -fno-sanitize=all "$@"\n' "$SOURCE_DIR/.venv/bin/python" >"$folder/zig-cc"
    chmod +x "$folder/zig-cc"
    same clang "$folder/zig-cc" -O2 qemu-aarch64 "$folder/clang/stiction"
else
    echo "skipped: ziglang: part of $(basename "$0") was left out"
fi
summary
