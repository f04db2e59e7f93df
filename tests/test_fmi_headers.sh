#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Our declarations of FMI 2 and 3 are those of the official headers, which FMPy carries: types by what
# tests/fmi_types.c prints with either, functions by declaring them twice; and no function is missing.
: "${SOURCE_DIR:?the tree}"
. "$SOURCE_DIR/tests/cli_support.sh"
official=$("$SOURCE_DIR/.venv/bin/python" -c 'import fmpy, os; print(os.path.dirname(fmpy.__file__))' 2>/dev/null)/c-code
if [[ ! -r $official/fmi3Functions.h ]]; then
    echo "skipped: fmpy: tools/venv.sh could not make .venv"
    exit 77
fi
shell=$SOURCE_DIR/src/fmu/shell
flags=(-std=gnu17 -Wall -Wextra -Werror -Wno-undef -I"$shell")
for fmi in 2 3; do
    begin "FMI $fmi"
    ok gcc "${flags[@]}" -DFMI=$fmi "$SOURCE_DIR/tests/fmi_types.c" -o ours
    ok gcc "${flags[@]}" -DFMI=$fmi -DSTN_FMI_TYPES_KNOWN -isystem "$official" "$SOURCE_DIR/tests/fmi_types.c" -o theirs
    ok cmp <(./ours) <(./theirs)
    ok test "$(./ours | wc -l)" -gt 30
    # What an FMU exports is what they declare.
    grep -oE "^ *FMI${fmi}_Export.* fmi$fmi[A-Za-z0-9]*;" "$official/fmi${fmi}Functions.h" | grep -oE "fmi$fmi[A-Za-z0-9]*;" |
        tr -d ';' | sort >theirs.txt
    ok gcc "${flags[@]}" -I"${BUILD_DIR:?the build}" -c "$shell/fmi$fmi.c" -o ours.o
    nm -g --defined-only ours.o | awk '{ print $3 }' | sort >ours.txt
    ok test -s theirs.txt
    ok diff theirs.txt ours.txt
done
summary
