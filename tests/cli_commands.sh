# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
#
# Sourced by tests that run commands into the files out and err.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
shown=(out err)

# stiction CODE ARGUMENT...: runs it into out and err and compares the exit code.
stiction() {
    local wanted=$1 code=0
    shift
    limited 120 "$STICTION" "$@" >out 2>err </dev/null || code=$?
    ok test "$code" -eq "$wanted"
}

says() { grep -qF -- "$2" "$1"; }
lines() { test "$(wc -l <"$1")" "$2" "$3"; }
json() { if have jq; then jq -e "$2" "$1" >/dev/null; fi; }
silent() { test ! -s "$1"; }
