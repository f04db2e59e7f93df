#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The Python package to hand out: a source package that builds anywhere, and from it wheels for Linux on x86-64 and
# aarch64, made by the C compiler of ziglang for glibc 2.17 (manylinux_2_17).
# usage: tools/wheels.sh [--source-only] [MACHINE...]      into build-wheels/; MACHINE: x86_64 aarch64 (both)
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/build-wheels
machines=() source_only=
for argument; do
    case $argument in
    --source-only) source_only=yes ;;
    x86_64 | aarch64) machines+=("$argument") ;;
    *) echo "tools/wheels.sh: unknown machine \"$argument\"; allowed: x86_64, aarch64" >&2 && exit 2 ;;
    esac
done
[[ ${machines[*]} ]] || machines=(x86_64 aarch64)
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
for machine in "${machines[@]}"; do
    rm -rf "$out/new" "$out/$machine" "$out"/*_"$machine".whl
    script "cc-$machine" "$zig cc -target $machine-linux-gnu.2.17 -fno-sanitize=undefined"
    CMAKE_ARGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$machine -DCMAKE_C_COMPILER=$out/cc-$machine \
        -DCMAKE_AR=$out/ar -DCMAKE_RANLIB=$out/ranlib -DCMAKE_MODULE_LINKER_FLAGS=-s" \
        pip wheel --quiet --no-deps --no-build-isolation --config-settings=build-dir="$out/$machine" \
        --wheel-dir "$out/new" "$out/source"
    wheel tags --remove --platform-tag "manylinux_2_17_$machine.manylinux2014_$machine" "$out/new/"*.whl >/dev/null
    mv "$out/new/"*.whl "$out/"
    auditwheel show "$out"/*_"$machine".whl
done
rm -rf "$out/new" "$out/source" "$out"/{x86_64,aarch64}
ls -l "$out"/*.whl "$package"
