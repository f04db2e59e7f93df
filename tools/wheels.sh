#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The Python package to hand out: a source package that builds anywhere, and from it wheels, made by the C compiler of
# ziglang: for Linux with glibc 2.17 (manylinux_2_17), Windows, and macOS 10.13 or 11 (aarch64).
# usage: tools/wheels.sh [--source-only] [MACHINE...]      into build-wheels/; MACHINE: x86_64 aarch64 (Linux) windows
#        macos-x86_64 macos-aarch64 (all of them)
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/build-wheels
all=(x86_64 aarch64 windows macos-x86_64 macos-aarch64)
machines=() source_only=
for argument; do
    case $argument in
    --source-only) source_only=yes ;;
    x86_64 | aarch64 | windows | macos-x86_64 | macos-aarch64) machines+=("$argument") ;;
    *) echo "tools/wheels.sh: unknown machine \"$argument\"; allowed: ${all[*]}" >&2 && exit 2 ;;
    esac
done
[[ ${machines[*]} ]] || machines=("${all[@]}")
mkdir -p "$out"

# ---- Environment and sources ----

if ! cmp -s python/requirements.txt "$out/env/requirements.txt"; then
    rm -rf "$out/env"
    python3 -m venv "$out/env"
    "$out/env/bin/pip" install --quiet -r python/requirements.txt
    cp python/requirements.txt "$out/env/"
fi
export PATH=$out/env/bin:$PATH
tools/bundled.sh

# ---- Source package ----

# The tree as it is, with what the package needs alone: pyproject.toml stands at its root, and libraries that wheels
# compile in lie beside it.
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
git ls-files -z -- CMakeLists.txt LICENSE include src scenarios papers python tools |
    xargs -0 cp --parents -t "$stage"
mkdir "$stage/bundled"
cp -r build-bundled/sources.txt build-bundled/*-[0-9]* "$stage/bundled/"
sed -e 's|"\.\."|"."|; s|"\.\./|"|; s|\["stiction"\]|["python/stiction"]|; s|"README.md"|"python/README.md"|' \
    "$stage/python/pyproject.toml" >"$stage/pyproject.toml"
cat >>"$stage/pyproject.toml" <<'END'
# .mat files go through SciPy; what wheels do not hold is not looked for on the machine
STN_WITH_MATIO = "OFF"
STN_WITH_SUNDIALS = "OFF"
STN_WITH_MPI = "OFF"
END
rm "$stage/python/pyproject.toml"
rm -f "$out"/*.tar.gz
(cd "$stage" && python -c 'import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])' "$out")
[[ ! $source_only ]] || exit 0

# ---- Wheels, from the source package ----

# Folders that are the same every time: a compiler cache knows files by their paths.
package=$(ls "$out"/stiction-*.tar.gz)
rm -rf "$out/source"
mkdir "$out/source"
tar xf "$package" -C "$out/source" --strip-components=1
zig=$(python -c 'import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')
# script NAME WORDS: a program of one word, for CMake and ccache.
script() {
    printf '#!/bin/sh\nexec %s "$@"\n' "$2" >"$out/$1"
    chmod +x "$out/$1"
}
script ar "$zig ar"
script ranlib "$zig ranlib"
export CCACHE_COMPILERTYPE=clang CCACHE_COMPILERCHECK=content CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

# target MACHINE: what the compiler (target), CMake (system, flags) and pip (tag) call it.
target() {
    case $1 in
    x86_64 | aarch64) target=$1-linux-gnu.2.17 system=Linux tag=manylinux2014_$1.manylinux_2_17_$1 ;;
    windows) target=x86_64-windows-gnu system=Windows tag=win_amd64 ;;
    macos-x86_64) target=x86_64-macos.10.13 system=Darwin tag=macosx_10_13_x86_64 ;;
    macos-aarch64) target=aarch64-macos.11.0 system=Darwin tag=macosx_11_0_arm64 ;;
    esac
    flags=(-DCMAKE_SYSTEM_NAME=$system -DCMAKE_SYSTEM_PROCESSOR="${target%%-*}" -DCMAKE_C_COMPILER="$out/cc-$1"
        -DCMAKE_AR="$out/ar" -DCMAKE_RANLIB="$out/ranlib" -DCMAKE_MODULE_LINKER_FLAGS=-s)
    [[ $system == Linux ]] || flags+=(-DSTN_PYTHON_FOREIGN="$out/python")
    [[ $system != Darwin ]] || flags+=(-DCMAKE_SHARED_LINKER_FLAGS=-s -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
        -DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON -DCMAKE_INSTALL_NAME_DIR=@loader_path)
}

python tools/foreign_python.py "$zig" "$out/python"
for machine in "${machines[@]}"; do
    target "$machine"
    rm -rf "$out/new" "$out/$machine" "$out"/*-"$tag".whl
    script "cc-$machine" "$zig cc -target $target -fno-sanitize=undefined"
    # What is linked into a library for Windows besides has a licence, too.
    [[ $machine != windows ]] || install -D "${zig%/*}/lib/libc/mingw/COPYING" "$out/source/bundled/mingw-w64/COPYING"
    CMAKE_ARGS=${flags[*]} pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out/new" \
        --config-settings=build-dir="$out/$machine" "$out/source"
    rm -rf "$out/source/bundled/mingw-w64"
    wheel tags --remove --platform-tag "$tag" "$out/new/"*.whl >/dev/null
    mv "$out/new/"*.whl "$out/"
    [[ $system != Linux ]] || auditwheel show "$out"/*-"$tag".whl
    rm -rf "${out:?}/$machine"
done
rm -rf "$out/new" "$out/source"
ls -l "$out"/*.whl "$package"
