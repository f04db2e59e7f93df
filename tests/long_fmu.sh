#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# FMUs of seven scenarios in FMPy, FMI 2 and 3: valid; compiled by FMPy from their sources; Co-Simulation by
# communication steps from 1e-4 to 0.1 s; Model Exchange by CVode at three tolerances and by Euler steps.  At 1e-8 CVode
# is compared with the same integrator (BDF) at the same tolerance under `method: sundials`, which is a tenth of
# solver.rtol; by itself that method takes an explicit Runge-Kutta of order 5 (lugre apart), 40 to 15,000 times as exact
# at equal tolerance: nothing to measure BDF by.
. "${SOURCE_DIR:?the tree}/tests/cli_support.sh"
. "$SOURCE_DIR/tests/fmu_support.sh"

# scenario NAME EULER FIRST SCENARIO ARGUMENT...; EULER, FIRST: arguments of fmu_check.py euler and first, -: none (stiff)
scenario() {
    local name=$1 fmi
    local -a euler first
    read -ra euler <<<"$2"
    read -ra first <<<"$3"
    shift 3
    begin "$name"
    reference "$name" "$@"
    ok "$STICTION" run "$@" --quiet --set solver.method=sundials --set solver.integrator=implicit \
        --set solver.rtol=1e-7 --events "$name.bdf.events.csv"
    for fmi in 2 3; do
        ok "$STICTION" fmu "$@" --fmi $fmi -o "$name$fmi.fmu"
        check valid "$name" "$name$fmi.fmu"
        check steps "$name" "$name$fmi.fmu" 1e-4 1e-3 1e-2 0.1
        check cvode "$name" "$name$fmi.fmu" 1e-10 1e-6
        check cvode "$name" "$name$fmi.fmu" 1e-8 - "$name.bdf"
        check cvode "$name" "$name$fmi.fmu" 1e-7 -
        [[ ${euler[0]} == - ]] || check euler "$name" "$name$fmi.fmu" "${euler[@]}"
        [[ ${first[0]} == - ]] || check first "$name" "$name$fmi.fmu" "${first[@]}"
    done
}

scenario block 5e-3 5e-3 block-stick-slip
# What differs between FMUs is model.c: the rest is the same.
check source block block2.fmu
check source block block3.fmu
scenario cycle 2e-3 2e-3 block-limit-cycle
scenario lugre - - block-stick-slip --law lugre
scenario eha 2e-5 2e-5 eha-step
scenario flap '4e-5 2' '8e-5 flap' flap-reversible-deploy-drop
scenario clutch '1e-3 1 rounded' 1e-3 clutch-step-play
scenario chain '2e-4 2' 4e-4 chain-joint
summary
