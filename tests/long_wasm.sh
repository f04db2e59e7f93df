#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The preset wasm builds, and its scenarios end as they do here, to the bit (bench/wasm.sh).
command -v node >/dev/null || { echo "skipped: node: there is no such program"; exit 77; }
"$SOURCE_DIR/tools/venv.sh" || { echo "skipped: ziglang: tests/requirements.txt is not installed"; exit 77; }
exec "$SOURCE_DIR/bench/wasm.sh" 1
