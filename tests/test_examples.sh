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

# The plant of one's own with a law that grows with its load, and as a joint for other tools: G = m*g*l = 4.905, J = 0.25.
if [[ -e $work/own_plant.so ]] && "$STICTION" new block >/dev/null 2>&1; then
    printf 'plant: arm\nfriction: {bearing: {law: stribeck_load, Fs: 0.3, Fc: 0.2, vs: 0.1, k_e: 0.1}}\ninitial: {th: 60 deg}\nduration: 2 s\n' >"$work/arm.yaml"
    arm=("$STICTION" --plugin "$work/own_plant.so")
    "${arm[@]}" run "$work/arm.yaml" --quiet -o "$work/arm.csv"
    # Its first row moves down from 60 deg: friction 0.2 + 0.1 (Stribeck) + 0.1*4.905*sin(60 deg) at the most.
    awk -F, 'NR == 2 { f = $NF } END { exit !(f < -0.72 && f > -0.725) }' "$work/arm.csv"
    "${arm[@]}" export mujoco "$work/arm.yaml" --quiet >"$work/arm.xml"
    grep -q 'frictionloss="0.2"' "$work/arm.xml"
    "${arm[@]}" export feedforward "$work/arm.yaml" --quiet --as python >"$work/arm.py"
    grep -q 'k_e=0.1' "$work/arm.py"
fi

"$BUILD_DIR/examples/stick_slip" >"$work/printed"
block text >"$work/shown"
diff "$work/printed" "$work/shown"
