#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# FMUs of loops with compensation of friction and a rule of the integrator, in FMPy: what a term adds and estimates is an
# output, Co-Simulation is `stiction run` bit for bit, with parameters of a term as they are set, too, and Model Exchange
# has its events.
. "${SOURCE_DIR:?the tree}/tests/cli_support.sh"
. "$SOURCE_DIR/tests/fmu_support.sh"

# The FMU is made with a band of 10 mm, and set to 5 mm.
push=(block-hunting --set duration=4s --set "record.every=50ms" --set controller.Ts=5ms --set controller.integrator=reset)
reference push "${push[@]}" --set 'compensation=[{kind: push, band: 5 mm, fade: 20 mm/s}]'
ok "$STICTION" fmu "${push[@]}" --set 'compensation=[{kind: push, band: 10 mm, fade: 20 mm/s}]' --fmi 2 -o push.fmu
ok grep -q ',comp1_push ' push.csv
check valid push push.fmu
check steps push push.fmu 0.1 compensation.1.band=5e-3
check cvode push push.fmu 1e-10 1e-6 compensation.1.band=5e-3
check tuned push push.fmu 3.7 u_comp compensation.1.scale=0

observer=(eha-step --set duration=0.2s --set "record.every=2ms" --set 'compensation=[{kind: disturbance_observer, L: 50 1/s, Ts: 1 ms}]')
reference observer "${observer[@]}"
ok "$STICTION" fmu "${observer[@]}" -o observer.fmu
ok grep -q ',comp1_d ' observer.csv
check valid observer observer.fmu
check steps observer observer.fmu 1e-2
check cvode observer observer.fmu 1e-10 1e-6
summary
