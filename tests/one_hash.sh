#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# one_hash.sh MACHINE own|all LEVEL...: builds tests/one_hash.c with the core for another compiler, C library or
# machine, at each level of optimisation, runs it there, and compares what it prints with the build at hand.
# own: the built-in scenarios with their own laws, for 2 s; all: with every law, too.
# MACHINE-files: the core is that of tools/amalgamate, C99 without a warning; MACHINE-fmu: that of the FMUs of
# tests/fmu_platforms.sh at the same level, so that a machine's core is compiled once.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
machine=${1%-*} laws=$2
folder=$BUILD_DIR/one_hash/$1-$laws
mkdir -p "$folder"
cd "$folder"

fmu=
[[ $1 != *-fmu ]] || fmu=1

skip() { echo "skipped: $1: $2"; exit 77; }
need() { command -v "$1" >/dev/null || skip "$1" "there is no such program"; }
zig() {
    local python=$SOURCE_DIR/.venv/bin/python
    "$python" -c 'import ziglang' 2>/dev/null || skip ziglang "tests/requirements.txt is not installed"
    if [[ $fmu ]]; then
        compile=(bash "$SOURCE_DIR/tests/fmu_zig.sh" cc -target "${2:-$1}")
        return
    fi
    compile=("$python" -m ziglang cc -target "$1")
    # What is built for a machine, its C library, is kept for the user, for it takes a minute or more; what is built of
    # ours is not.
    export ZIG_LOCAL_CACHE_DIR=$folder/zig
    rm -rf "$folder/zig"
}

program=./one_hash
run=()
case $machine in
gcc | clang) need "$machine"; compile=("$machine") ;;
native) compile=(gcc -march=native) ;; # with fused products, where the processor has them
musl) zig x86_64-linux-musl ;;
aarch64) need qemu-aarch64; zig aarch64-linux-musl aarch64-linux-gnu.2.17; run=(qemu-aarch64 ${fmu:+-L /usr/aarch64-linux-gnu}) ;;
windows)
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    [[ -x $wine ]] || skip wine "there is no such program"
    zig x86_64-windows-gnu
    program=./one_hash.exe run=("$wine")
    export WINEPREFIX=$PWD/prefix WINEDEBUG=-all
    ;;
wasm) need node; zig wasm32-wasi; program=./one_hash.wasm run=(node --no-warnings "$SOURCE_DIR/tests/wasi.mjs") ;;
*) echo "no machine \"$machine\"" >&2; exit 2 ;;
esac

"$BUILD_DIR/tests/one_hash" 2 "$laws" >expected.txt
sources=("$SOURCE_DIR/tests/one_hash.c" "$BUILD_DIR/definitions.c")
core=("$SOURCE_DIR"/src/{signals,core,solve}/*.c)
core_flags=()
if [[ $1 == *-files ]]; then
    core=("$BUILD_DIR"/stiction_core{,_complex}.c)
    core_flags=(-std=c99 -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Werror)
elif [[ $fmu ]]; then
    core=("$BUILD_DIR"/stiction_core{,_complex}.c)
fi
flags=(-std=c17 -ffp-contract=off -fno-math-errno -D_XOPEN_SOURCE=700 -DSTN_CORE_ONLY -w
    -I"$SOURCE_DIR/include" -I"$SOURCE_DIR/src" -I"$SOURCE_DIR/tests" -I"$BUILD_DIR")
for level in "${@:3}"; do
    export FMU_LEVEL=$level
    if [[ ${#core_flags[@]} -gt 0 ]]; then
        for file in "${core[@]}"; do
            "${compile[@]}" "$level" "${core_flags[@]}" -c "$file" -o "$(basename "$file" .c).o"
        done
        "${compile[@]}" "$level" "${flags[@]}" "${sources[@]}" stiction_core.o stiction_core_complex.o -lm -o "$program"
    else
        "${compile[@]}" "$level" "${flags[@]}" "${sources[@]}" "${core[@]}" -lm -o "$program"
    fi
    "${run[@]}" "$program" 2 "$laws" | tr -d '\r' >got.txt
    if ! diff expected.txt got.txt >differences.txt; then
        head -n 20 differences.txt
        echo "$machine $level: $(grep -c '^>' differences.txt) of $(wc -l <expected.txt) results differ"
        exit 1
    fi
    echo "$machine $level: $(wc -l <got.txt) results agree"
done
