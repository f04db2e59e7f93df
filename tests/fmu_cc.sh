#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# A C compiler for tests of FMUs: takes the core from the build instead of compiling it for each FMU, from one that
# counts branches with what counts.
set -euo pipefail
: "${BUILD_DIR:?the build}"
for argument in "$@"; do
    case $argument in
    -I*) folder=${argument#-I} ;;
    */fmi2.c) other=fmi3 ;;
    */fmi3.c) other=fmi2 ;;
    esac
    output=$argument
done
shopt -s extglob
exec gcc -std=gnu17 -O1 -Wall -Wextra -Werror -ffp-contract=off -fno-math-errno -fvisibility=hidden -fPIC -shared \
    -I"$folder" "$folder"/!("$other"|stiction_core*).c "$BUILD_DIR/libstiction-core.a" -Wl,--exclude-libs,ALL -lm ${COUNTS_BRANCHES:+-lgcov} -o "$output"
