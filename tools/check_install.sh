#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Installs a build into a temporary folder and uses both libraries from outside, through find_package
# and through pkg-config; the core must need libc and libm only.  Then uninstalls it.
# Usage: check_install.sh BUILD_DIR
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export CMAKE_GENERATOR=Ninja

die() {
    echo "check_install: $*"
    exit 1
}

# ---- Everything ----

cmake --install "$build" --prefix "$work/prefix" >/dev/null
for file in share/man/man1/stiction.1 share/bash-completion/completions/stiction \
    share/zsh/site-functions/_stiction share/fish/vendor_completions.d/stiction.fish; do
    [[ -s prefix/$file ]] || die "not installed: $file"
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
cp "$source/docs/examples/core_block.c" consumer/
cat >consumer/CMakeLists.txt <<C
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(stiction $version REQUIRED COMPONENTS \${components})
if(TARGET stiction::stiction)
    add_executable(consumer main.c)
    target_link_libraries(consumer PRIVATE stiction::stiction)
endif()
add_executable(core_block core_block.c)
target_link_libraries(core_block PRIVATE stiction::core)
C

cmake -S consumer -B cmake-build -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build cmake-build >/dev/null
./cmake-build/consumer

pc=$(find prefix -name stiction.pc)
export PKG_CONFIG_PATH=$work/${pc%/*}
[[ $(pkg-config --modversion stiction) == "$version" ]] || die "another version in stiction.pc"
read -ra flags < <(pkg-config --cflags --libs stiction)
cc -std=c17 consumer/main.c -o by-pkg-config "${flags[@]}"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir stiction) ./by-pkg-config

# ---- Uninstalling leaves no file of ours, and nothing else is touched ----

touch prefix/share/not-ours
cmake --build "$build" --target uninstall >/dev/null
[[ $(find prefix -print | sort | xargs) == "prefix prefix/share prefix/share/not-ours" ]] ||
    die "left behind: $(find prefix)"

# ---- The core alone ----

cmake --install "$build" --prefix "$work/core" --component core >/dev/null
[[ -z $(find core -name 'libstiction.*' -o -name 'io.h') ]] || die "the component core holds more than the core"
cmake -S consumer -B core-build -DCMAKE_PREFIX_PATH="$work/core" -Dcomponents=core >/dev/null
cmake --build core-build >/dev/null
./core-build/core_block
if cmake -S consumer -B full-build -DCMAKE_PREFIX_PATH="$work/core" -Dcomponents=full >full.log 2>&1; then
    die "find_package found the component full, which is not installed"
fi
grep -q '"full" is not installed' full.log || { cat full.log; die "no reason why full is not found"; }

pc=$(find core -name stiction-core.pc)
export PKG_CONFIG_PATH=$work/${pc%/*}
[[ $(pkg-config --modversion stiction-core) == "$version" ]] || die "another version in stiction-core.pc"
read -ra flags < <(pkg-config --cflags --libs stiction-core)
cc -std=c17 consumer/core_block.c -o core-by-pkg-config "${flags[@]}"
./core-by-pkg-config
needed=$(readelf -d core-by-pkg-config | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^lib[cm]\.so' || true)
[[ -z $needed ]] || die "the core needs $needed"
# Every object of it, also those that this program does not use: nothing undefined in libc and libm.
archive=$(find core -name libstiction-core.a)
cc -shared -o whole.so -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -Wl,--no-undefined -lm
cmake --build "$build" --target uninstall >/dev/null
[[ ! -e core ]] || die "left behind: $(find core)"
echo "installed, found by CMake and by pkg-config, whole and core alone; uninstalled"
