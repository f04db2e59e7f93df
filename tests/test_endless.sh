#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What would never end, or fill all memory, is refused before the run, with the setting to change; and a soft
# law is characterized in bounded memory.
set -uo pipefail
failed=0

# refused WORDS ARGUMENT...: exit code 2, and the words.
refused() {
    local said code=0
    said=$("$STICTION" "${@:2}" --quiet 2>&1) || code=$?
    if [[ $code -ne 2 || $said != *"$1"* ]]; then
        echo "exit $code, \"$1\" expected: $said"
        failed=1
    fi
}
refused "a larger h_max" run block-stick-slip --set solver.h_max=1e-12
refused "a longer period" run block-stick-slip --set 'inputs.y={pulses: {low: 0, high: 1, period: 1e-300}}'
refused "a lower frequency" run block-stick-slip --set 'inputs.y={sine: {amplitude: 1, frequency: 1e300}}'
refused "a lower frequency" run block-stick-slip \
    --set 'inputs.y=[{step: {at: 1, to: 2}}, {sine: {amplitude: 1, frequency: 1e12}}]'
refused "sample of sensor x = 1e-300 s" run clutch-step --set 'sensors={x: {sample: 1e-300}}'
refused "record.every" run block-stick-slip --set record.every=1us

# 3.9 GB before its record was bounded; 92 MB now.  Sanitizers have no use for a limit.
if [[ -z $(sed -n 's/^STN_SANITIZE:[A-Z]*=//p' "$BUILD_DIR/CMakeCache.txt") ]]; then
    for soft in "dahl --set sigma0=0.03" "leuven --set sigma0=2"; do
        # shellcheck disable=SC2086 # words
        if ! (ulimit -v 1500000 && "$STICTION" characterize $soft >/dev/null); then
            echo "characterize $soft: not within 1.5 GB"
            failed=1
        fi
    done
fi
exit "$failed"
