#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Fetches the sources that Python wheels compile in (python/bundled/sources.txt), and keeps of each what is compiled
# and its licences:   tools/bundled.sh [FOLDER]   (build-bundled).
# They come from where this machine gets its packages: Debian's archive (apt-get source, without changing the
# machine's lists) and npm.  A file whose SHA-256 is another one is refused.  Files that lie in FOLDER/archives are
# not fetched again, so that a folder which was filled once needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."
list=python/bundled/sources.txt
mkdir -p "${1:-build-bundled}"
folder=$(cd "${1:-build-bundled}" && pwd)
! cmp -s "$list" "$folder/sources.txt" || exit 0
archives=$folder/archives
mkdir -p "$archives"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "tools/bundled.sh: $*" >&2
    exit 1
}

# apt with lists of its own: the machine's archives, asked for sources.
apt() {
    local where=$scratch/apt
    if [[ ! -d $where ]]; then
        mkdir -p "$where"/{lists/partial,cache/archives/partial,parts}
        cat /etc/apt/sources.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$where/parts/machine.list"
        local one
        for one in /etc/apt/sources.list.d/debian*.sources; do
            [[ ! -e $one ]] || sed 's/^Types:.*/Types: deb-src/' "$one" >"$where/parts/${one##*/}"
        done
        command apt-get -qq "${apt_options[@]}" update
    fi
    command apt-get -qq "${apt_options[@]}" "$@"
}
apt_options=(-o "Dir::Etc::sourcelist=-" -o "Dir::Etc::sourceparts=$scratch/apt/parts"
             -o "Dir::State::lists=$scratch/apt/lists" -o "Dir::Cache=$scratch/apt/cache" -o APT::Sandbox::User=)

fetch() { # FROM FILE: into $archives
    case $1 in
    debian:*) (cd "$scratch" && apt source --download-only --tar-only "${1#debian:}" && mv "$2" "$archives") ;;
    npm:*)
        (cd "$scratch" && tar xzf "$(npm pack --silent "${1#npm:}" | tail -n 1)" "$2" && mv "$2" "$archives") ;;
    *) fail "$list: unknown place $1" ;;
    esac
}

# What is compiled, and licences.
keep_cminpack() { rm -rf cuda fortran examples ./*_.c; }
# Not Luksan's searches, which alone are under the LGPL (python/bundled/without_luksan.c), nor what is C++.
keep_nlopt() {
    rm -rf test src/octave src/swig src/algs/{ags,cquad,stogo,subplex} src/algs/luksan/{*.c,COPYRIGHT}
    rm -f src/util/{*_test.c,nlopt-getopt.*} src/algs/direct/{tstc.c,DIRparallel.c} src/api/f77*
}
keep_sqlite() {
    rm -rf tea shell.c sqlite3ext.h sqlite3rc.h
    # The file's own statement is its licence.
    sed -n '/^\*\* The author disclaims/,/^\*\*    May you share/s/^\*\* \{0,1\}//p' sqlite3.c | head -n 6 >COPYING
    grep -q 'disclaims copyright' COPYING || fail "sqlite3.c: its statement of copyright was not found"
}

while read -r name from file sum; do
    [[ $name && $name != \#* ]] || continue
    archive=$archives/${file##*/}
    [[ -e $archive ]] || fetch "$from" "$file" || fail "$file ($from) cannot be fetched"
    echo "$sum  $archive" | sha256sum --check --quiet ||
        fail "$archive is not the file that $list names: remove it, or renew the list"
    rm -rf "${folder:?}/$name"
    mkdir "$folder/$name"
    tar xf "$archive" -C "$folder/$name" --strip-components=1
    (cd "$folder/$name" && "keep_${name%%-*}" &&
        find . -type f -not -name '*.[ch]' -not -name '*.h.in' -not -iname 'copy*' -delete && find . -type d -empty -delete)
done <"$list"
cp "$list" "$folder/sources.txt"
