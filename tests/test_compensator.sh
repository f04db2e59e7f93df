#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# export compensator, of every kind that the program lists: C by gcc and clang gives the bits of a run, Structured Text and the MATLAB
# function give its numbers to 1e-12, on what tests/compensator_record.c writes down in runs.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
tests=$SOURCE_DIR/tests
recorder=$(dirname "$STICTION")/tests/compensator_record
[[ -x $recorder ]] || { echo "skipped: C++: no compensators in this build" && exit 77; }
have python3 || exit 77

begin "mistakes"
push='compensation=[{kind: push, band: 10 mm}]'
bad 'the scenario has no compensation' export compensator block-hunting -o a.c
bad 'did you mean "structured-text"?' export compensator block-hunting --set "$push" --as structured_text
bad '"python"' export compensator block-hunting --set "$push" --as python
bad '"structured-text"' export feedforward servo-lift --as structured-text
bad 'name' export compensator block-hunting --set "$push" --name 2nd
bad '--speed has nothing to do with export compensator' export compensator block-hunting --set "$push" --speed 3
good 'double push_step(push_state *s, const push_in *in)' export compensator block-hunting --set "$push" --name push --quiet
good 'FUNCTION_BLOCK compensator' export compensator block-hunting --set "$push" --as structured-text --quiet
good ': REAL' export compensator block-hunting --set "$push" --as structured-text --real real --quiet
good 'function [u_comp, comp1_push] = compensator(' export compensator block-hunting --set "$push" --as simulink-function --quiet

begin "a scheduled controller"
good 'The controller is not part of it: its gains, their schedule' export compensator clutch-scheduled --quiet

begin "as many terms as there may be"
many=$(printf '{kind: feedforward, law: hybrid}, %.0s' {1..8})
good 'hybrid8_Fs' export compensator block-reversals --law hybrid --set "compensation=[${many%, }]" --quiet

begin "all kinds"
ok "$recorder" ../in >../in/list
for kind in $("$STICTION" list compensations --names); do
    for plant in block clutch eha; do
        ok grep -qx "${kind}_on_$plant" ../in/list
    done
done
kinds=("$SOURCE_DIR"/src/compensation/*.comp.h)
ok [ "$("$STICTION" list compensations --names | wc -l)" -eq ${#kinds[@]} ]

begin "C"
for compiler in gcc clang; do
    have $compiler || continue
    mkdir ../in/$compiler
    # one call per compiler, on all files
    ok bash -c "cd ../in/$compiler && $compiler -std=c99 -Wall -Wextra -Wpedantic -Werror -O2 -fPIC -fstack-usage -c ../*.c"
    ok $compiler -shared -nostdlib ../in/$compiler/*.o -o ../in/$compiler.so
    if nm -u ../in/$compiler/*.o | grep ' U ' | grep -v '_GLOBAL_OFFSET_TABLE_'; then fail "symbols from outside"; fi
    ok python3 -B "$tests/compensator_check.py" ../in c ../in/$compiler.so >../in/$compiler.said
    ok [ "$(wc -l <../in/$compiler.said)" -eq "$(wc -l <../in/list)" ]
done
# bytes of state and of the largest stack, of the kinds on the block
for kind in $("$STICTION" list compensations --names); do
    sed -n "s/^\(${kind}_on_block\):.*; state/\1: state/p" ../in/gcc.said
    awk -v name="$kind" '{ if ($2 > most) most = $2 } END { print name "_on_block: stack " most " bytes in one function" }' \
        ../in/gcc/"${kind}"_on_block.su
done

begin "Structured Text"
for type in st st-real; do
    ok python3 -B "$tests/compensator_check.py" ../in $type >../in/$type.said
    ok [ "$(wc -l <../in/$type.said)" -eq "$(wc -l <../in/list)" ]
done
cat >../in/refuse.py <<'P'
"""The translator refuses what it does not know, one change at a time."""
import sys

import structured_text

text = open("../in/knocker_on_block.st").read()  # with conditions that are kept
structured_text.translate(text)
changes = [
    ("w1 := ", "w1 = "), ("w1 := ", "IF TRUE THEN w1 := "), ("e : LREAL", "e : INT"), ("e : LREAL", "e : REAL"),
    ("w1 := ", "w0 := "), ("w1 := ", "e := "), (" : BOOL", " : LREAL"), ("SEL(", "MUX("), ("0.0 < ", "0 < "),
    ("END_FUNCTION_BLOCK", "END_FUNCTION"), ("(*", "//"), ("VAR_INPUT", "VAR_IN_OUT"), ("w2 : ", "W1 : "),
]
for old, new in changes:
    assert old in text, old
    try:
        structured_text.translate(text.replace(old, new, 1))
    except structured_text.Refused:
        continue
    sys.exit(f"{old} -> {new} is taken")
P
ok env PYTHONPATH="$tests" python3 -B ../in/refuse.py

begin "MATLAB"
if have octave-cli; then
    ok octave-cli --no-init-file --no-history --path "$tests" --eval "compensator_check('../in')" >../in/octave.said
    ok [ "$(wc -l <../in/octave.said)" -eq "$(wc -l <../in/list)" ]
fi
summary
