#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The extension module of the wheel for Windows, loaded by wine without a Python: beside a python3.dll whose functions do
# nothing.  What the library in it computes and writes has the hash of the library of the build.
# usage: windows.sh FOLDER WHEEL      FOLDER: to work in; WHEEL: unpacked
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
folder=$1 wheel=$2
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
zig=("$SOURCE_DIR/build-wheels/env/bin/python" -m ziglang cc -target x86_64-windows-gnu)
definitions=$SOURCE_DIR/build-wheels/python/python3.def
mkdir -p "$folder"
cd "$folder"
export WINEPREFIX=$PWD/prefix WINEDEBUG=-all

awk 'NR > 2 { print ($2 == "DATA" ? "void *" $1 ";" : "void " $1 "(void) {}") }' "$definitions" >python3.c
"${zig[@]}" -shared -w python3.c "$definitions" -o python3.dll
hash=(-std=gnu17 -O1 -Wall -Wextra -I"$SOURCE_DIR/include" -I"$SOURCE_DIR/src" "$SOURCE_DIR/tests/wheel_hash.c")
"${zig[@]}" "${hash[@]}" -include windows/posix.h -isystem "$SOURCE_DIR/src/windows/posix" \
    "$SOURCE_DIR"/src/windows/{files,libraries,wide}.c -o wheel_hash.exe
gcc "${hash[@]}" -ldl -lm -o wheel_hash
./wheel_hash "$BUILD_DIR/libstiction.so" >expected.txt
"$wine" ./wheel_hash.exe "$wheel/stiction/_native.pyd" | tr -d '\r' >got.txt
if ! diff expected.txt got.txt >differences.txt; then
    head -n 20 differences.txt
    exit 1
fi
echo "Windows: $(wc -l <got.txt) hashes agree under $("$wine" --version)"
