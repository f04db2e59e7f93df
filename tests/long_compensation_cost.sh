#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The dearest sample of each kind of compensation takes less than twice the instructions of the cheapest one, whatever law a
# feedforward runs (bench/compensation.sh).
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
. "$SOURCE_DIR/tests/have.sh"
have valgrind || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$SOURCE_DIR/bench/compensation.sh" "$BUILD_DIR" | tee "$work/costs"
rows=$(($("$BUILD_DIR/stiction" list compensations --names | wc -l) - 1 + $("$BUILD_DIR/stiction" list laws --names | wc -l)))
awk -v rows=$rows 'NR > 1 { n++; if ($(NF - 3) < 500 || $(NF - 2) < 5) { print $0 ": these are no counts"; bad = 1 }
                            if ($NF >= 2.0) { print $0 ": the dearest sample is twice the cheapest"; bad = 1 } }
     END { if (n != rows) { print n + 0 " rows of " rows; bad = 1 } exit bad }' "$work/costs"
