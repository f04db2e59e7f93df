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

# The commands in the examples of plugins, with the folder of the headers for pkg-config's, make objects that load.
for name in own_law own_plant; do
    command -v cc >/dev/null || { echo "skipped: cc: the commands of plugins were not run"; break; }
    command=$(tr '\n' ' ' <"$SOURCE_DIR/docs/examples/$name.c" | sed 's/ \* */ /g' |
        sed -n 's|.*main(): \(cc -shared .*\) stiction --plugin .*|\1|p' |
        sed "s|\$(pkg-config --cflags stiction)|-I'$SOURCE_DIR/include'|")
    [[ $command == cc* ]] || { echo "$name.c names no command"; exit 1; }
    (cd "$SOURCE_DIR/docs/examples" && eval "${command/$name.so/$work/$name.so}")
    "$STICTION" --plugin "$work/$name.so" list laws --names >"$work/laws"
done

"$BUILD_DIR/examples/stick_slip" >"$work/printed"
if grep -q "lacks libyaml" "$work/printed"; then
    echo "skipped: libyaml: this build reads no scenarios"
    exit 77
fi
block text >"$work/shown"
diff "$work/printed" "$work/shown"
