#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Builds the MEX file for Octave: build.sh [LIBRARY [FOLDER]], as in build.m.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
words=""
for folder in "$@"; do
    folder=$(cd "$folder" && pwd)
    words+="${words:+, }'${folder//\'/\'\'}'"
done
exec octave-cli --no-init-file --no-history --path "$here" --eval "build($words)"
