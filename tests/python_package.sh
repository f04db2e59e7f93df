# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests of the Python package: makes a folder with its files and the module of this build, sets
# PYTHONPATH and `python`, or skips.
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
python=$SOURCE_DIR/.venv/bin/python
if [[ ! -x $python || ! -e $BUILD_DIR/python/stiction/_native.abi3.so ]]; then
    echo "skipped: cffi: the extension module for Python was not built (tools/venv.sh, then cmake)"
    exit 77
fi
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
mkdir "$package/stiction"
ln -s "$SOURCE_DIR"/python/stiction/* "$BUILD_DIR/python/stiction/_native.abi3.so" "$package/stiction/"
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
