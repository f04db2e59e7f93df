#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The source package of tools/wheels.sh builds in a fresh Debian 12 with a C compiler, CMake and Python from there, and runs.
# What pip knows of this machine's index and certificates goes along.
set -euo pipefail
: "${SOURCE_DIR:?the tree}"
for program in debootstrap apt-get npm; do
    command -v $program >/dev/null || { echo "skipped: $program: the source package was not built in a fresh Debian"; exit 77; }
done
[[ $EUID == 0 ]] || { echo "skipped: root: a fresh Debian needs chroot"; exit 77; }
"$SOURCE_DIR/tools/wheels.sh" --source-only >/dev/null
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debian=$folder/debian
debootstrap --variant=minbase --include=gcc,libc6-dev,cmake,make,python3-dev,python3-venv,ca-certificates bookworm \
    "$debian" >"$folder/log" 2>&1 || { tail -n 5 "$folder/log" && exit 1; }
cp /etc/resolv.conf "$debian/etc/"
cp -rL --remove-destination /etc/ssl/certs/. "$debian/etc/ssl/certs/"
cp "$SOURCE_DIR"/build-wheels/stiction-*.tar.gz "$debian/root/"
for link in ${PIP_FIND_LINKS:-}; do
    [[ ! -d $link ]] || { mkdir -p "$debian$link" && cp -r "$link/." "$debian$link/"; }
done
[[ ! -e /etc/pip.conf ]] || cp /etc/pip.conf "$debian/etc/"
cat >"$debian/root/build.sh" <<'END'
set -e
cd /root
python3 -m venv env
env/bin/pip install --quiet ./stiction-*.tar.gz
env/bin/python - <<'PYTHON'
import stiction as st
r = st.scenario("block-stick-slip", law="lugre").run(duration="20 s")
found = st.identify("inverse", st.scenario("block-den-hartog").run(every="1 ms"), effort="u", position="x", velocity="v")
print(f"stiction {st.__version__}: {len(r)} rows, Fc = {found['Fc']:.4f}")
PYTHON
END
chroot "$debian" env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER bash /root/build.sh
