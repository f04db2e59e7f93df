#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What a terminal sees: plots and texts of its size, bars of progress, nothing that could steer it.  $STICTION is the
# program.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
: "${SOURCE_DIR:?the folder of the sources}"

if ! have python3; then
    exit 77
fi

# on_terminal COLUMNS ROWS ARGUMENT...: what a terminal of that size sees, in ../stdout; the exit code is the program's.
# `settings`: arguments of env(1).
settings=()
on_terminal() {
    timeout "$patience" env "${settings[@]}" PYTHONCOERCECLOCALE=0 \
        python3 "$SOURCE_DIR/tests/terminal.py" "$1" "$2" "$STICTION" "${@:3}" >../stdout 2>../stderr </dev/null
}

widest() { awk -v pattern="$1" '$0 ~ pattern { n = length($0) > n ? length($0) : n } END { print n + 0 }' ../stdout; }

# ---- Sizes ----

export LC_ALL=C TERM=dumb
# A plot is a column narrower than the terminal, and not wider than 110; about half as high, 10 to 20 rows.
while read -r columns rows width height; do
    ok on_terminal "$columns" "$rows" run block-brake
    ok test "$(widest '^ *[+][+]-')" -eq "$width"
    ok test "$(sed -n '/^x \[m\]/,$p' ../stdout | grep -c .)" -eq "$height"
done <<END_OF_SIZES
    50  10  49  10
    80  30  79  15
    200 90  110 20
    0   0   79  12
    90  0   89  12
END_OF_SIZES
# Texts are wrapped at 40 to 100 columns.
law=$("$STICTION" list laws --names | head -n 1)
for columns in 20 70 300; do
    ok on_terminal "$columns" 24 describe "$law"
    text=$(widest '^[A-Z][a-z]')
    ok test "$text" -le $((columns < 40 ? 40 : columns > 100 ? 100 : columns))
done
# Without a terminal COLUMNS is believed, if it is a width.
for columns in 50 100000 -3 wide; do
    COLUMNS=$columns good "$law" describe "$law"
    ok test "$(widest '^[A-Z][a-z]')" -le "$([[ $columns == 50 ]] && echo 50 || echo 80)"
done

# ---- Braille where it can be shown, colours where they are wanted ----

for setting in LC_ALL=C.UTF-8 LC_CTYPE=en_US.utf8 LANG=de_DE.utf-8 LANG=C.UTF8; do
    settings=(-u LC_ALL "$setting")
    ok on_terminal 80 24 run block-brake
    ok grep -q '┤' ../stdout
done
settings=(-u LC_ALL -u LC_CTYPE -u LANG)
ok on_terminal 80 24 run block-brake
ok grep -q '[+][+]-' ../stdout
settings=()
coloured() { grep -qF $'\033[3' ../stdout; }
two=(run block-brake --y h,FF)
TERM=xterm ok on_terminal 80 24 "${two[@]}"
ok coloured
TERM=xterm NO_COLOR=1 ok on_terminal 80 24 "${two[@]}"
ok eval '! coloured'
TERM=dumb ok on_terminal 80 24 "${two[@]}"
ok eval '! coloured'
settings=(-u TERM)
ok on_terminal 80 24 "${two[@]}"
ok eval '! coloured'

# ---- Names that would steer the terminal ----

bad 'a?[2J??b.yaml' check $'a\033[2J\177\302\233b.yaml'
bad $'\302\240b.yaml' check $'\302\240b.yaml'

# ---- Progress: a bar of 10 to 50 characters after a second, until Ctrl-C ----

# bar COLUMNS PATTERN ARGUMENT...
bar() {
    local columns=$1 pattern=$2 code=0
    timeout "$patience" python3 "$SOURCE_DIR/tests/terminal.py" "$columns" 24 --until left "$STICTION" run block-stick-slip \
        --set solver.method=fixed --set solver.dt=1e-6 "${@:3}" >"../bar$columns" 2>&1 </dev/null || code=$?
    grep -qE "$pattern" "../bar$columns" && grep -q 'interrupted' "../bar$columns" && [[ $code -eq 130 ]]
}

bar 30 '\[[#.]{10}\] +0 %, [0-9]+ h [0-9][0-9] min left' --set duration=1e9 --set record.every=1e6 &
first=$!
bar 200 '\[[#.]{50}\] +[0-9]+ %, [0-9]+ (h|min|s)' --set duration=4e3 --set record.every=10 &
second=$!
ok bar 62 '\[[#.]{25}\]' --set duration=300
ok wait "$first"
ok wait "$second"
summary
