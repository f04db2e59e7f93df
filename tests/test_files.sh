#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Files that the program writes: whole or absent, whatever the disk, the name or the place.
# $STICTION is the program.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"

# works ARGUMENT...: exit code 0.
works() {
    local code=0
    timeout "$patience" "$STICTION" "$@" >../stdout 2>../stderr </dev/null || code=$?
    if [[ $code -eq 0 ]]; then passed=$((passed + 1)); else fail "stiction $*: exit code $code"; fi
}
no_temporary() { test -z "$(find . -name '*.tmp-*')"; }

# ---- Figures: their text ----

# texts FILE: the texts of an SVG, after a check that it is well-formed.
texts() {
    python3 -c 'import sys, xml.etree.ElementTree as tree
for text in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"): print("".join(text.itertext()))' "$1"
}

if command -v gnuplot >/dev/null && command -v python3 >/dev/null; then
    while IFS= read -r title; do
        # A single-quoted YAML text, where only the apostrophe is doubled.
        printf "base: block-brake\ntitle: '%s'\n" "${title//\'/\'\'}" >../in/title.yaml
        works run ../in/title.yaml --quiet --plot title.svg
        texts title.svg >../texts
        ok grep -qxF -- "$title (coulomb)" ../texts
        works run ../in/title.yaml --quiet --plot title.png
    done <<'END'
5'' shaft
'first
''
a''''b
'''x' and "y"
a ]]> b ]]]> c]]&gt;
`touch pwned` $(touch pwned) @macro \n \101 \ %s ^_{x} <b> & !ls
x'; system('touch pwned'); '
Übergröße → µm °
END
    ok test ! -e pwned
    rm -rf ./*
fi

# ---- Figures and data on a disk that is full ----

# On a file system of its own, of 64 KiB; what is there before stays, and the exit code is 1.
full_disk='
    mkdir small && mount -t tmpfs -o size=64k tmpfs small || exit 77
    cd small
    for output in "--plot a.svg" "--plot a.png" "-o a.csv" "-o a.json"; do
        file=${output#* }
        echo old >"$file"
        "$STICTION" run block-stick-slip --quiet --set record.every=1ms $output 2>../error
        [[ $? -eq 1 ]] || { echo "$file: exit code"; exit 1; }
        [[ -s ../error ]] || { echo "$file: no message"; exit 1; }
        [[ $(cat "$file") == old ]] || { echo "$file: replaced"; exit 1; }
        rm "$file"
        [[ -z $(ls -A) ]] || { echo "$file: left behind: $(ls -A)"; exit 1; }
    done'
if command -v gnuplot >/dev/null; then
    code=0
    unshare -rm bash -c "$full_disk" >../stdout 2>../stderr || code=$?
    if [[ $code -eq 77 ]] || grep -q '^unshare:' ../stderr; then
        echo "no file system can be mounted here: a full disk was not tried"
    else
        ok test "$code" -eq 0
    fi
    rm -rf ./*
fi

# ---- Places and names ----

# A pipe is written directly, a link stays a link, also when it leads to nothing yet.
works run block-brake --quiet -o data.csv
if command -v gnuplot >/dev/null; then
    works run block-brake --quiet --plot plain.svg
    mkfifo pipe.svg
    cat pipe.svg >through.svg &
    works run block-brake --quiet --plot pipe.svg
    wait $!
    ok cmp -s plain.svg through.svg
fi
mkfifo pipe.csv
cat pipe.csv >through.csv &
works run block-brake --quiet -o pipe.csv
wait $!
ok cmp -s data.csv through.csv
mkdir other
ln -s other/first.csv link.csv
ln -s second.csv other/first.csv
works run block-brake --quiet -o link.csv
ok test -L link.csv -a -L other/first.csv
ok cmp -s data.csv other/second.csv
works run block-brake --quiet -o link.csv
ok test -L link.csv -a -L other/first.csv -a ! -L other/second.csv
ln -s loop.csv loop.csv
code=0
"$STICTION" run block-brake --quiet -o loop.csv >../stdout 2>../stderr || code=$?
ok test "$code" -ne 0 -a -L loop.csv

# The longest name that a file can have.
for letter in n ü; do
    name=$letter
    while [[ $(printf %s "$name$letter.csv" | wc -c) -le 255 ]]; do name+=$letter; done
    works run block-brake --quiet -o "$name.csv"
    ok cmp -s data.csv "$name.csv"
done

# The permissions of a file that is replaced stay; the set-user and set-group bits do not.
echo old >mode.csv
chmod 6754 mode.csv
works run block-brake --quiet -o mode.csv
ok test "$(stat -c %a mode.csv)" = 754
works compare block-brake --laws coulomb -o table.csv
chmod 640 table.csv
ln -s table.csv table-link.csv
works compare block-brake --laws coulomb,lugre -o table-link.csv
ok test -L table-link.csv -a "$(stat -c %a table.csv)" = 640
ok test "$(wc -l <table.csv)" -eq 3
ok no_temporary

summary
