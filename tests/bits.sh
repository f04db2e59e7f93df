#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# bits.sh METHOD first|whole [--renew]: the hashes that tests/bits.c prints against those that are
# kept in tests/bits/.  A change that
# is meant to alter results renews them, and its commit says which numbers moved and why.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
method=$1 extent=$2
kept=$SOURCE_DIR/tests/bits/${method}_$extent.txt
now=$(mktemp)
trap 'rm -f "$now"' EXIT
if [[ $extent = first ]]; then
    "$BUILD_DIR/tests/bits" "$method" 2 >"$now"
else
    "$BUILD_DIR/tests/bits" "$method" >"$now"
fi
if [[ ${3-} = --renew ]]; then
    cat "$now" >"$kept"
    exit
fi
if ! diff "$kept" "$now"; then
    echo "$(diff "$kept" "$now" | grep -c '^>') of $(wc -l <"$now") results differ from tests/bits/${kept##*/}"
    exit 1
fi
