#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Which functions of libm and of the compiler's library libstiction-core calls: only those whose result every
# implementation must give to the last bit (of fmax and fmin but for the sign of a zero).
set -euo pipefail
: "${BUILD_DIR:?the build}"
archive=$BUILD_DIR/libstiction-core.a
exact='sqrt|fabs|fmax|fmin|floor|ceil|trunc|rint|nearbyint|copysign|ldexp|nextafter'
memory='mem(cpy|move|set|cmp|chr)|__mem[a-z]*_chk|malloc|calloc|realloc|free'
text='str[a-z]+|__str[a-z]*_chk|v?snprintf|__v?snprintf_chk|isalnum|tolower|__ctype_[a-z_]+'
other='_GLOBAL_OFFSET_TABLE_'
# Names that the archive itself defines are no calls of others.
nm "$archive" | awk 'NF == 3 && $2 ~ /[A-Z]/ { print $3 }' | sort -u >"$BUILD_DIR/symbols_own.txt"
nm -u "$archive" | awk '$1 == "U" { print $2 }' | sort -u | comm -23 - "$BUILD_DIR/symbols_own.txt" |
    grep -vxE "$exact|$memory|$text|$other" >"$BUILD_DIR/symbols_other.txt" || true
if [[ -s $BUILD_DIR/symbols_other.txt ]]; then
    echo "libstiction-core calls what may differ between platforms; src/kernel/elementary.h has functions of our own:"
    for name in $(<"$BUILD_DIR/symbols_other.txt"); do
        echo "    $name: $(nm -A -u "$archive" | awk -v n="$name" '$NF == n { print $1 }' | sed 's/.*:\([^:]*\):.*/\1/' | sort -u | tr '\n' ' ')"
    done
    exit 1
fi
