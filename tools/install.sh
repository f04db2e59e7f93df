#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Installs the packages of tools/packages.txt that are missing.  Does nothing, and needs no network
# and no rights, when all are there.
set -euo pipefail
cd "$(dirname "$0")"

packages=()
while read -r package program; do
    [[ -z $package ]] || { [[ -n $program ]] && command -v "$program" >/dev/null; } || packages+=("$package")
done < <(sed 's/#.*//' packages.txt)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install: not a Debian system; nothing is installed.  Needed are what Debian calls:" >&2
    printf '    %s\n' "${packages[@]}" >&2
    for program in cc cmake ninja pkg-config; do
        command -v "$program" >/dev/null || { echo "install: $program is missing" >&2; exit 1; }
    done
    exit 0
fi

installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null |
    awk '$1 == "installed" { printf "%s ", $2 }' || true)"
missing=()
for package in "${packages[@]}"; do
    [[ $installed == *" $package "* ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        echo "install: as root, please: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi
echo "install: ${missing[*]}" >&2
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
