#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# tools/check_layers.sh finds what it forbids; and tests keep their files out of the tree.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

expect() { # FILE LINE: the line is an offence in that file
    mkdir -p "$dir/$(dirname "$1")"
    printf '%s\n' "$2" >"$dir/$1"
    if "$source/tools/check_layers.sh" "$dir" >"$dir/found"; then
        echo "not found in $1: $2" >&2
        exit 1
    fi
    grep -q "^$1:" "$dir/found"
    rm "$dir/$1"
}

expect src/core/a.c '#include "solve/step.h"'
expect src/laws/a.h '#include "core/system.h"'
expect src/core/a.c 'void f(void) { printf("x"); }'
expect cli/a.c '#include "core/system.h"'
expect src/solve/a.c 'double f(const StnModel *M, double *y) { return y[M->plant->sites[M->of[0]].v]; }'
expect src/core/a.c 'int f(const StnSiteInfo *info) { return info->v; }'
expect cli/a.c 'int f(const StnPlant *plant) { return plant->sites[0].v; }'

mkdir -p "$dir/src/core"
echo 'int f(const StnSiteInfo *info) { return info->v; }' >"$dir/src/core/modes.c"
echo 'double f(const StnSite *site) { return site->v + site[0].v; }' >"$dir/src/core/a.c"
"$source/tools/check_layers.sh" "$dir"

# What a test writes for itself lies outside of the tree: one that is interrupted leaves nothing to commit.
if grep -nE '"[^"/]*XXXXXX"' "$source"/tests/*.[ch]; then
    echo "a test makes its files where it is started: use /tmp" >&2
    exit 1
fi
