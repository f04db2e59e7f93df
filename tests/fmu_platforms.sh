#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# fmu_platforms.sh MACHINE LEVEL SCENARIO...|all: FMUs of built-in scenarios run by tests/fmu_importer.c on that machine; the
# hash of columns and events must be the library's.  linux, windows, aarch64: the binary of `--platforms all`, by wine or
# qemu where it must be; musl: the sources of the FMU, part of the importer.  LEVEL: of optimisation of the core, -O2 in
# FMUs of users.  What the binaries export and need is looked at by tests/fmu_binaries.py; macos-x86_64, macos-aarch64: that
# alone, for they cannot be run here.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}" "${STICTION:?the program}"
machine=$1
export FMU_LEVEL=$2
shift
skip() { echo "skipped: $1: $2"; exit 77; }
python=$SOURCE_DIR/.venv/bin/python
"$python" -c 'import ziglang' 2>/dev/null || skip ziglang "tests/requirements.txt is not installed"
export STN_ZIG="bash $SOURCE_DIR/tests/fmu_zig.sh" CC=no-compiler
seconds=2
run=() program=./importer library=
case $machine in
linux) target=x86_64-linux-gnu.2.17 library=binaries/x86_64-linux/scenario.so ;;
musl) target=x86_64-linux-musl ;;
aarch64)
    command -v qemu-aarch64 >/dev/null || skip qemu-aarch64 "there is no such program"
    root=/usr/aarch64-linux-gnu
    [[ -e $root/lib/ld-linux-aarch64.so.1 ]] || skip libc6-arm64-cross "there is no such package"
    target=aarch64-linux-gnu.2.17 library=binaries/aarch64-linux/scenario.so run=(qemu-aarch64 -L "$root")
    ;;
windows)
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    [[ -x $wine ]] || skip wine "there is no such program"
    target=x86_64-windows-gnu library=binaries/x86_64-windows/scenario.dll program=./importer.exe run=("$wine")
    ;;
macos-*)
    case $machine in *aarch64) target=aarch64-macos.11.0 ;; *) target=x86_64-macos.10.13 ;; esac
    library=binaries/${machine#macos-}-darwin/scenario.dylib
    ;;
*) echo "no machine \"$machine\"" >&2; exit 2 ;;
esac
folder=$BUILD_DIR/fmu_platforms/$machine$FMU_LEVEL
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
[[ $machine != windows ]] || export WINEPREFIX=$PWD/prefix WINEDEBUG=-all
export FMU_TARGET=$target
importer=(-std=gnu17 -O1 -Wall -Wextra -I"$SOURCE_DIR/src" -I"$SOURCE_DIR/src/fmu/shell" "$SOURCE_DIR/tests/fmu_importer.c")
[[ $machine == m* ]] || "$python" -m ziglang cc -target "$target" "${importer[@]}" -o "$program"

gcc -E -P "$SOURCE_DIR/src/fmu/shell/fmi3.h" | grep -oE 'fmi3[A-Za-z0-9]+\(' | tr -d '(' | sort -u >functions.txt
"$BUILD_DIR/tests/one_hash" $seconds own | grep ' - event [0-9a-f]*$' >known.txt
if [[ $2 == all ]]; then
    cp known.txt expected.txt
else
    for name in "${@:2}"; do grep "^$name " known.txt; done >expected.txt
fi
while read -r name _ _ hash; do
    rm -rf fmu && mkdir fmu
    kind=binary
    [[ $machine != musl ]] || kind=source
    "$STICTION" fmu "$name" --set solver.method=event --platforms all --kind $kind --quiet -o scenario.fmu
    (cd fmu && unzip -qo ../scenario.fmu)
    [[ -z $library ]] || "$python" "$SOURCE_DIR/tests/fmu_binaries.py" functions.txt "fmu/$library" >binaries.txt
    if [[ $machine == macos-* ]]; then
        cat binaries.txt >&2
        echo "$name - event $hash"
        continue
    fi
    description=fmu/modelDescription.xml
    token=$(grep -o 'instantiationToken="[^"]*"' $description | cut -d'"' -f2)
    columns=$(grep -o 'Output valueReference="[0-9]*"' $description | grep -o '[0-9]*' |
        awk '$1 >= 131072 && $1 < 135168' | wc -l)
    duration=$(grep -o 'stopTime="[^"]*"' $description | cut -d'"' -f2 | awk -v most=$seconds '{ print ($1 < most ? $1 : most) }')
    if [[ $machine == musl ]]; then
        bash "$SOURCE_DIR/tests/fmu_zig.sh" cc -target "$target" -std=gnu17 -ffp-contract=off -fno-math-errno -O1 -DFMU_LINKED \
            -DSTN_API= "${importer[@]}" fmu/sources/{model,calls,derivative,fmi3,instance,motion,saved,variables}.c -Ifmu/sources \
            -lm -o "$program"
    fi
    "${run[@]}" "$program" "$name" event "$duration" "$token" "$columns" ${library:+"fmu/$library"} | tr -d '\r'
done <expected.txt >got.txt
if ! diff expected.txt got.txt >differences.txt; then
    head -n 20 differences.txt
    echo "$machine: $(grep -c '^>' differences.txt) of $(wc -l <expected.txt) results differ"
    exit 1
fi
case $machine in
macos-*) echo "$machine: built and looked at, not run" ;;
*) echo "$machine: $(wc -l <got.txt) FMUs have the library's hash" ;;
esac
