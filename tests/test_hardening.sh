#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# An optimised build without sanitizers is hardened: position-independent, symbols bound at the start
# and then read-only, checked copies, stack protector.  And the library has no writable statics, since threads
# share it, but the tables of libraries that are loaded when first needed: each is one atomic pointer that is set once
# (src/modules/shared_library.h).  Other builds do not have this test (CMakeLists.txt).
set -euo pipefail

if ! command -v readelf >/dev/null; then
    echo "skipped: readelf: the hardening of the program is not checked"
    exit 77
fi

failed=0
has() { # WHAT PATTERN OPTION
    if ! grep -q "$2" <<<"$(readelf "$3" -W "$STICTION")"; then
        echo "the program lacks: $1"
        failed=1
    fi
}
has "position-independent code" "DYN" -h
has "read-only relocations" "GNU_RELRO" -l
has "binding at the start" "NOW" -d
has "checked copies" "_chk@" --dyn-syms
has "a stack protector" "__stack_chk_fail" --dyn-syms
if nm "$BUILD_DIR/libstiction-core.a" 2>/dev/null | grep -q __stack_chk_fail; then
    echo "the engines have a stack protector, which costs up to 2.3 % of their instructions"
    failed=1
fi
statics=$(objdump -t "$BUILD_DIR/libstiction.a" | grep -P ' O \.(data|bss)(?!\.rel\.ro)' |
    grep -vP '\t[0-9a-f]+ [a-z]+_library$' || true)
if [[ -n $statics ]]; then
    printf 'writable statics of the library:\n%s\n' "$statics"
    failed=1
fi
exit "$failed"
