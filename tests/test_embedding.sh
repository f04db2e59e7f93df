#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The core as files: tools/amalgamate gives the same bytes each time, C99 without a warning of two compilers; it calls
# libc and libm alone, exports the API alone and writes no globals; docs/embedding.md shows its example as it is.
set -euo pipefail
: "${SOURCE_DIR:?the tree}" "${BUILD_DIR:?the build}"
. "$SOURCE_DIR/tests/have.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=(stiction_core.h stiction_core.c stiction_core_complex.c)

# Made with another folder, from another place, by another locale.
(cd / && LC_ALL=C.UTF-8 "$SOURCE_DIR/tools/amalgamate" "$work/again")
for file in "${files[@]}"; do
    cmp "$work/again/$file" "$BUILD_DIR/$file"
done
! grep -nE "$SOURCE_DIR|$BUILD_DIR" "$work/again"/*

# Warnings of clang; gcc's are those of the build (-Werror).
if have clang; then
    for file in "${files[@]:1}"; do
        clang -std=c99 -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only "$work/again/$file"
    done
fi

# Names that the objects define for others: those of the public headers, and what the two files share.
archive=$BUILD_DIR/libstiction_files.a
grep -ohE '\bstn_[a-z0-9_]+' "$SOURCE_DIR"/include/stiction/{core,fields,system,solve}.h | sort -u >"$work/public"
grep -ohE '\bstn_[a-z0-9_]+' "$SOURCE_DIR"/src/core/cstep.h "$SOURCE_DIR"/src/{core/friction_set,signals/kinds}.h | sort -u >"$work/shared"
nm --defined-only -g "$archive" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
sort -u "$work/public" "$work/shared" | comm -13 - "$work/defined" >"$work/more"
[[ ! -s $work/more ]] || { echo "the core as files defines more than its API:"; cat "$work/more"; exit 1; }
[[ $(wc -l <"$work/defined") -gt 100 ]] || { echo "these are no symbols"; exit 1; }

# Calls of others: libc without files and clocks, and of libm what is exact.
nm -u "$archive" | awk '$1 == "U" { print $2 }' | sort -u | comm -23 - "$work/defined" |
    grep -vxE 'sqrt|fabs|fmax|fmin|floor|ceil|trunc|rint|nearbyint|copysign|ldexp|nextafter|_GLOBAL_OFFSET_TABLE_' |
    grep -vxE 'mem(cpy|move|set|cmp|chr)|__mem[a-z]*_chk|malloc|calloc|realloc|free|__stack_chk_fail' |
    grep -vxE 'str[a-z]+|__str[a-z]*_chk|v?snprintf|__v?snprintf_chk|isalnum|tolower|__ctype_[a-z_]+' >"$work/calls" || true
[[ ! -s $work/calls ]] || { echo "the core as files calls:"; cat "$work/calls"; exit 1; }

# Nothing that is written is global.
written=$(objdump -h "$archive" | awk '$2 == ".data" || $2 == ".bss" { sum += ("0x" $3) + 0; if ($3 !~ /^0+$/) print $2, $3 }')
[[ -z $written ]] || { echo "the core as files has globals that can be written: $written"; exit 1; }

# The page.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$SOURCE_DIR/docs/embedding.md" | sed '/^```/d'; }
sed -n '/^#include/,$p' "$SOURCE_DIR/docs/examples/embedded.c" | diff - <(block c)
"$BUILD_DIR/examples/embedded" | diff - <(block text)
lines=$(sed -n '/^int main/,/^}/p' "$SOURCE_DIR/docs/examples/embedded.c" | wc -l)
((lines - 3 <= 30)) || { echo "main of embedded.c has $((lines - 3)) lines"; exit 1; }
