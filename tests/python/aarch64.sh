#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Debian's Python for aarch64 in a folder, run by qemu with the files of a wheel: its runs have the bits of the other wheel.
# usage: aarch64.sh FOLDER THERE HERE      THERE: the wheel for aarch64, unpacked; HERE: that of this machine
set -euo pipefail
: "${SOURCE_DIR:?the tree}"
root=$1 package=$2
mkdir -p "$root"/apt/{lists/partial,cache/archives/partial,state}
touch "$root/apt/status"
sources=$(ls /etc/apt/sources.list.d/debian*.sources /etc/apt/sources.list 2>/dev/null | head -n 1 || true)
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$sources" -o Dir::Etc::sourceparts=- -o "Dir::State=$root/apt/state"
     -o "Dir::State::lists=$root/apt/lists" -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt/cache"
     -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=)
"${apt[@]}" update
(cd "$root/apt" && "${apt[@]}" download libc6 libgcc-s1 libstdc++6 zlib1g libexpat1 libffi8 libbz2-1.0 liblzma5 \
    python3.11-minimal libpython3.11-minimal libpython3.11-stdlib)
for one in "$root"/apt/*.deb; do
    dpkg-deb -x "$one" "$root"
done
python3 -m pip download --quiet --dest "$root/wheels" --only-binary :all: --python-version 3.11 \
    --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 numpy cffi
for one in "$root"/wheels/*.whl; do
    python3 -m zipfile -e "$one" "$package"
done
cat >"$root/hash.py" <<'END'
import hashlib, stiction as st
whole = hashlib.sha256()
for name in ("block-stick-slip", "eha-step", "clutch-step-play", "servo-lift", "block-pre-sliding", "chain-joint"):
    for law in ("coulomb", "stribeck", "lugre", "gms"):
        try:
            r = st.scenario(name, law=law).run(duration=0.5)
        except st.Error as error:
            whole.update(str(error).encode())
            continue
        for column in r.columns:
            whole.update(r[column].tobytes())
        whole.update(r.events.t.tobytes())
print(whole.hexdigest())
END
there=$(PYTHONPATH=$package qemu-aarch64 -L "$root" -E PYTHONHOME=/usr "$root/usr/bin/python3.11" "$root/hash.py")
here=$(PYTHONPATH=$3 "$SOURCE_DIR/.venv/bin/python" "$root/hash.py")
echo "aarch64 $there"
echo "x86-64  $here"
[[ $there == "$here" ]]
