#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Installs a build into a temporary folder and uses the library from outside, once through
# find_package and once through pkg-config.  Usage: check_install.sh BUILD_DIR
set -euo pipefail
build=$(cd "$1" && pwd)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cmake --install "$build" --prefix "$work/prefix" >/dev/null
for file in share/man/man1/stiction.1 share/bash-completion/completions/stiction \
    share/zsh/site-functions/_stiction share/fish/vendor_completions.d/stiction.fish; do
    [[ -s prefix/$file ]] || { echo "not installed: $file"; exit 1; }
done
if [[ -x $build/stiction ]]; then
    prefix/bin/stiction --version
fi

mkdir consumer
cat >consumer/main.c <<'C'
#include <stiction/stiction.h>
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < stn_law_count(); i++)
        printf("%s ", stn_law_at(i)->name);
    printf("%s\n", STN_VERSION);
    return 0;
}
C
cat >consumer/CMakeLists.txt <<C
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(stiction $version REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE stiction::stiction)
C

cmake -S consumer -B cmake-build -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build cmake-build >/dev/null
./cmake-build/consumer

pc=$(find prefix -name stiction.pc)
export PKG_CONFIG_PATH=$work/${pc%/*}
[[ $(pkg-config --modversion stiction) == "$version" ]]
read -ra flags < <(pkg-config --cflags --libs stiction)
cc -std=c17 consumer/main.c -o by-pkg-config "${flags[@]}"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir stiction) ./by-pkg-config
echo "installed, found by CMake and by pkg-config"
