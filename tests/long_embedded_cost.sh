#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# A fixed step in the core as files takes no more instructions than in the library, many of them in one call or one with
# an input in each call (bench/embedded.sh).
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
. "$SOURCE_DIR/tests/have.sh"
have valgrind || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$SOURCE_DIR/bench/embedded.sh" "$BUILD_DIR" | tee "$work/costs"
awk '$1 ~ /-(stribeck|lugre|gms|coulomb)$/ { n++; if ($2 < 10 || $3 > $2 || $5 > $4) { print $1 ": the files take more"; bad = 1 } }
     END { if (n != 4) { print n + 0 " cases of 4"; bad = 1 } exit bad }' "$work/costs"
