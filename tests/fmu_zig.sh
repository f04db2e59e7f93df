#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The cross compiler for tests of FMUs: `zig cc -target TARGET ...` with a core that is compiled once for each target.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
zig=("$SOURCE_DIR/.venv/bin/python" -m ziglang)
[[ $1 == cc && $2 == -target ]]
target=$3
if [[ -n ${FMU_TARGET:-} && $FMU_TARGET != "$target" ]]; then
    echo "error: not wanted" >&2
    exit 1
fi
level=${FMU_LEVEL:--O2} # of optimisation
kept=$BUILD_DIR/fmu_core/$target$level
export ZIG_LOCAL_CACHE_DIR=$BUILD_DIR/fmu_core/zig
own=() flags=()
for argument in "${@:2}"; do
    case $argument in
    */stiction_core*.c) ;;
    *) own+=("$argument") ;;
    esac
    case $argument in -std=* | -f* | -D*) flags+=("$argument") ;; esac
done
mkdir -p "$kept"
for name in stiction_core stiction_core_complex; do
    if [[ ! $kept/$name.o -nt $BUILD_DIR/$name.c ]]; then
        "${zig[@]}" cc -target "$target" "${flags[@]}" "$level" -fno-sanitize=all -w -c "$BUILD_DIR/$name.c" -o "$kept/$name.$$.o"
        mv "$kept/$name.$$.o" "$kept/$name.o"
    fi
done
exec "${zig[@]}" cc "${own[@]}" "$kept"/stiction_core{,_complex}.o
