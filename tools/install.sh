#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Installs the packages of tools/packages.txt that are missing, and says before how many these are
# with all that they bring along, and how large.  Does nothing, and needs no network and no rights,
# when all are there.  Usage: install.sh run (what ./run needs) | test (what ./test adds, too)
set -euo pipefail
cd "$(dirname "$0")"
case ${1:-} in
run | test) ;;
*) echo "usage: install.sh run|test" >&2; exit 2 ;;
esac

# wanted SECTION: its packages, without those that their program makes needless.
wanted() {
    sed 's/#.*//' packages.txt | awk -v section="[$1]" '/^\[/ { on = $1 == section; next } on && NF' |
        while read -r package program; do
            if [[ -z $program ]] || ! command -v "$program" >/dev/null; then echo "$package"; fi
        done
}

mapfile -t packages < <(wanted run; [[ $1 == run ]] || wanted test)
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

# plan: the packages that apt would install, from a simulation, which needs no rights and changes
# nothing (--assume-no is no substitute: a setting of the system may overrule it).
plan() {
    LC_ALL=C apt-get --simulate install --no-install-recommends "${missing[@]}" 2>/dev/null |
        awk '$1 == "Inst" { print $2 }'
}

# announce PACKAGE...: how many, how much to download (Size, bytes) and on disk (Installed-Size, kB).
announce() {
    apt-cache show --no-all-versions "$@" 2>/dev/null | awk -v count=$# '
        /^Size: / { size += $2 }
        /^Installed-Size: / { disk += $2 }
        END { printf "install: %d packages with what they bring along; %.0f MB to download, %.0f MB on disk\n",
                     count, size/1e6, disk*1024/1e6 }' >&2
}

echo "install: missing: ${missing[*]}" >&2
root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        echo "install: as root, please: apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi
# A fresh container has no package lists; they are loaded first then, which installs nothing.
mapfile -t all < <(plan || true)
if [[ ${#all[@]} -eq 0 ]]; then
    echo "install: loading the package lists first, to know how much that is" >&2
    "${root[@]}" apt-get update -qq
    mapfile -t all < <(plan || true)
fi
if [[ ${#all[@]} -eq 0 ]]; then
    echo "install: apt cannot install them" >&2
    apt-get --simulate install --no-install-recommends "${missing[@]}" >&2 || true
    exit 1
fi
announce "${all[@]}"
install() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}
# Package lists of some age name files that are gone.
install || { "${root[@]}" apt-get update -qq && install; }
