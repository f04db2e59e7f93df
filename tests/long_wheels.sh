#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# tools/wheels.sh: wheels are small, ask for manylinux_2_17, Windows or macOS and nothing but the C library and the stable
# ABI, install without a compiler, import quickly and pass tests/python with every CPython from 3.10 on that is at hand;
# under qemu the one for aarch64 gives the same bits, and what is C in the one for Windows does under wine.
# KEEP=yes: with the wheels that lie in build-wheels.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}" "${STICTION:?the program}"
cd "$SOURCE_DIR"
for program in apt-get npm; do
    command -v $program >/dev/null || { echo "skipped: $program: sources of the wheels cannot be fetched"; exit 77; }
done
[[ ${KEEP:-} ]] || tools/wheels.sh >/dev/null
export SOURCE_DIR BUILD_DIR STICTION PYTHONDONTWRITEBYTECODE=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "FAILED: $*"; exit 1; }

# ---- The files ----

# unpack TAG FOLDER: the wheel of which all hold: small, with licences, for the stable ABI alone.
unpack() {
    local wheel licence
    wheel=$(ls "$SOURCE_DIR"/build-wheels/stiction-*-cp310-abi3-"$1".whl)
    (($(stat -c %s "$wheel") <= 4000000)) || fail "$wheel is larger than 4 MB"
    mkdir "$2"
    python3 -m zipfile -e "$wheel" "$2"
    grep -qx "Tag: cp310-abi3-${1%%.*}" "$2"/*.dist-info/WHEEL || fail "$wheel: its tag"
    for licence in LICENSE cminpack nlopt sqlite; do
        grep -q "$licence" <<<"$(find "$2"/*.dist-info/licenses)" || fail "no licence of $licence in $wheel"
    done
    "$SOURCE_DIR/build-wheels/env/bin/abi3audit" --strict --assume-minimum-abi3 3.10 "$wheel" >abi.txt 2>&1 ||
        { cat abi.txt; fail "$wheel: not the stable ABI of CPython 3.10"; }
}

for machine in x86_64 aarch64; do
    unpack "manylinux2014_$machine.manylinux_2_17_$machine" "$machine"
    tag=$("$SOURCE_DIR/build-wheels/env/bin/auditwheel" show "$SOURCE_DIR"/build-wheels/*-manylinux*_"$machine".whl) # not into grep -q, which ends first
    grep -q "\"manylinux_2_17_$machine\"" <<<"$tag" || fail "$machine: auditwheel"
    needed=$(objdump -p "$machine/stiction/_native.abi3.so" | awk '$1 == "NEEDED" { print $2 }' | sort | paste -sd ' ')
    [[ $needed =~ ^(ld-linux-[a-z0-9_-]*.so.[12] )?libc.so.6\ libdl.so.2\ libm.so.6\ libpthread.so.0$ ]] || fail "$machine needs $needed"
    if nm -D --defined-only "$machine/stiction/_native.abi3.so" | awk '{ print $3 }' | grep -v '^PyInit__native$\|^stn_' | grep .; then
        fail "$machine: symbols that nobody outside needs"
    fi
done
unpack win_amd64 windows
[[ -e $(echo windows/*.dist-info/licenses/bundled/mingw-w64/COPYING) ]] || fail "no licence of mingw-w64"
unpack macosx_10_13_x86_64 macos-x86_64
unpack macosx_11_0_arm64 macos-aarch64
python3 "$SOURCE_DIR/tests/wheel_binaries.py" windows/stiction/_native.pyd macos-*/stiction/_native.abi3.so || fail "what they need"

# ---- Every CPython that is at hand ----

pythons=()
for version in 3.10 3.11 3.12 3.13 3.14; do
    for python in "$(command -v python$version || true)" "$HOME/.pyenv/versions/$version".*/bin/python; do
        [[ -x $python ]] && "$python" -c 'import venv, ensurepip' 2>/dev/null && pythons+=("$python") && break
    done
done
[[ ${#pythons[@]} -gt 0 ]] || fail "no CPython from 3.10 on"
own=$(ls "$SOURCE_DIR"/build-wheels/stiction-*-manylinux*_x86_64.whl)
for python in "${pythons[@]}"; do
    "$python" -m venv env
    PATH=/nowhere env/bin/pip install --quiet "$own" || fail "$python: it does not install"
    env/bin/python - <<'END' || fail "$python: the import takes too long"
import subprocess, sys
def cpu(what):  # the best of 20
    code = f"import time; {what}; print(time.process_time())"
    return min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(20))
beyond = cpu("import numpy, cffi, stiction") - cpu("import numpy, cffi")
print(f"{sys.version.split()[0]}: import {beyond:.3f} s beyond numpy and cffi")
sys.exit(beyond > 0.15)
END
    env/bin/pip install --quiet pytest scipy
    env/bin/python -m pytest -q -p no:cacheprovider "$SOURCE_DIR/tests/python" || fail "$python"
    rm -rf env
done

# ---- Types ----

# What examples use besides brings no types.
(cd "$SOURCE_DIR/python" && ../build-wheels/env/bin/python -m mypy --strict --ignore-missing-imports --cache-dir=/dev/null stiction \
    ../docs/examples/*.py) || fail "types"

# ---- Windows, under wine; aarch64, under qemu ----

leave_out() { echo "skipped: $1: part of long_wheels.sh was left out"; }
if [[ $(command -v wine64 wine) || -x /usr/lib/wine/wine64 ]]; then
    "$SOURCE_DIR/tests/python/windows.sh" "$folder/wine" "$folder/windows" || fail "Windows"
else
    leave_out wine
fi
if command -v qemu-aarch64 >/dev/null; then
    "$SOURCE_DIR/tests/python/aarch64.sh" "$folder/root" "$folder/aarch64" "$folder/x86_64" || fail "aarch64"
else
    leave_out qemu-aarch64
fi
