#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The first program: README shows it as it is, and what it prints; its main has at most 15 lines.
set -euo pipefail
program=$SOURCE_DIR/docs/examples/stick_slip.c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# block LANGUAGE: the block of README behind the name of the program.
block() {
    sed -n '/^A scenario is a document/,$p' "$SOURCE_DIR/README.md" |
        sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" | sed '/^```$/q' | sed '/^```/d'
}

block c >"$work/shown.c"
sed -n '/^#include/,$p' "$program" | diff - "$work/shown.c"
lines=$(sed -n '/^{/,/^}/p' "$program" | wc -l)
[[ $((lines - 2)) -le 15 ]] || { echo "main has $((lines - 2)) lines"; exit 1; }

"$BUILD_DIR/examples/stick_slip" >"$work/printed"
if grep -q "lacks libyaml" "$work/printed"; then
    echo "skipped: libyaml: this build reads no scenarios"
    exit 77
fi
block text >"$work/shown"
diff "$work/printed" "$work/shown"
