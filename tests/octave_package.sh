# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests of the package for Octave: builds the MEX file with the library of this build into a folder of its own,
# where the test then stands, and defines `octave`; or skips.
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}" "${STICTION:?the program}"
for program in octave-cli mkoctfile; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program: Octave was not tested"
        exit 77
    fi
done
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/mex"
"$SOURCE_DIR/matlab/build.sh" "$BUILD_DIR" "$work/mex"
cd "$work"
export STICTION SOURCE_DIR

# octave SCRIPT: one of tests/octave, with +stiction and the MEX file on its path.
octave() {
    octave-cli --no-init-file --no-history --path "$SOURCE_DIR/matlab" --path "$work/mex" \
               --path "$SOURCE_DIR/tests/octave" --eval "$1"
}
