#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Files that the program writes: whole or absent, whatever the disk, the name or the place; files that it reads.
# $STICTION is the program.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/signal_support.sh"
set -m # a program in the background catches INT

# works ARGUMENT...: exit code 0.
works() {
    local code=0
    limited "$patience" "$STICTION" "$@" >../stdout 2>../stderr </dev/null || code=$?
    if [[ $code -eq 0 ]]; then passed=$((passed + 1)); else fail "stiction $*: exit code $code"; fi
}
no_temporary() { test -z "$(find . -name '*.tmp-*')"; }

# ---- Figures: their text ----

# texts FILE: the texts of an SVG, after a check that it is well-formed.
texts() {
    python3 -c 'import sys, xml.etree.ElementTree as tree
for text in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"): print("".join(text.itertext()))' "$1"
}

if have gnuplot && have python3; then
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
Run (1), test (2) of 3: x, 50%5; 3*4+5-6, F(0)=1
m=3kg, step #7, (77)7
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
if have gnuplot && have unshare; then
    code=0
    unshare -rm bash -c "$full_disk" >../stdout 2>../stderr || code=$?
    if [[ $code -eq 77 ]] || grep -q '^unshare:' ../stderr; then
        echo "skipped: tmpfs: no file system can be mounted here, a full disk was not tried"
    else
        ok test "$code" -eq 0
    fi
    rm -rf ./*
fi

# ---- What is read is never overwritten, nor is one result by another ----

# keeps FRAGMENT ARGUMENT...: exit code 2 with that text and both names of the file; what is there stays.
keeps() {
    find ../in . -type f -exec cksum {} + | sort >../before
    bad_here "$@"
    find ../in . -type f -exec cksum {} + | sort >../after
    ok cmp -s ../before ../after
}
# As bad of cli_support.sh, in a folder that holds files.
bad_here() {
    local fragment=$1 code=0
    shift
    limited "$patience" "$STICTION" "$@" >../stdout 2>../stderr </dev/null || code=$?
    ok test "$code" -eq 2 -a ! -s ../stdout
    ok grep -qF -- "$fragment" ../stderr
}

printf 't [s],y [m]\n0,0\n50,5\n100,10\n' >../in/table.csv
printf 'base: block-stick-slip\ninputs: {y: {table: {file: table.csv, column: y}}}\n' >../in/base.svg
printf 'base: base.svg\n' >../in/s.yaml
cp ../in/s.yaml ../in/s.svg
"$STICTION" run block-brake --quiet -o ../in/data.yaml.csv && mv ../in/data.yaml.csv ../in/data.yaml
ln -s ../in linked
ln ../in/table.csv hard.csv
ln -s ../in/table.csv soft.csv
read_too='which is read'
for table in ../in/table.csv ../in/../in/table.csv linked/table.csv hard.csv soft.csv "$work/in/table.csv"; do
    keeps "$read_too" run ../in/s.yaml --quiet -o "$table"
    keeps "$read_too" run ../in/s.yaml --quiet --events "$table"
    keeps "$read_too" compare ../in/s.yaml --laws coulomb --quiet -o "$table"
done
keeps '"../in/table.csv", which is read' run ../in/s.yaml --quiet -o soft.csv
keeps "$read_too" run block-stick-slip --quiet -o linked/table.csv \
    --set 'inputs.y={table: {file: ../in/table.csv, column: y}}'
if have gnuplot; then
    for base in ../in/base.svg linked/base.svg; do
        keeps "$read_too" run ../in/s.yaml --quiet --plot "$base"
        keeps "$read_too" compare ../in/s.yaml --laws coulomb --quiet --plot "$base"
        keeps "$read_too" identify fit ../in/data.yaml --scenario ../in/s.yaml --match x=x --free Fc --plot "$base"
    done
    keeps "$read_too" run ../in/s.svg --quiet --plot linked/s.svg
    printf 't [s],x [m]\n0,0\n1,1\n' >../in/measured.svg
    keeps "$read_too" run block-brake --quiet --plot linked/measured.svg --data ../in/measured.svg
    keeps "$read_too" compare block-brake --laws coulomb --quiet --plot ../in/measured.svg --data linked/measured.svg
fi
columns=(--effort u --position x)
for method in breakaway sine cycles ramp curve power inverse fit select; do
    velocity=(--velocity v)
    [[ ! $method =~ breakaway|cycles|ramp ]] || velocity=() # it would be refused
    keeps "$read_too" identify "$method" ../in/data.yaml "${columns[@]}" "${velocity[@]}" -o linked/data.yaml
done
keeps "$read_too" identify inverse ../in/data.yaml "${columns[@]}" -o linked/s.yaml --base ../in/s.yaml
keeps "$read_too" identify fit ../in/data.yaml --scenario ../in/s.yaml --match x=x --free Fc -o linked/s.yaml
keeps "$read_too" identify inverse ../in/data.yaml "${columns[@]}" --validate ../in/s.yaml -o linked/s.yaml

# Outputs, also when they do not exist yet.
mkdir sub
ln -s sub also
ln -s sub/r.csv dangling.csv
for second in ./r.csv sub/../r.csv "$PWD/r.csv"; do
    keeps 'name the same file' run block-brake --quiet -o r.csv --events "$second"
done
for second in also/r.csv dangling.csv; do
    keeps 'name the same file' run block-brake --quiet -o sub/r.csv --events "$second"
done
keeps 'name the same file' run block-brake --quiet -o - --events -
touch sub/r.csv
keeps 'name the same file' run block-brake --quiet -o sub/r.csv --events dangling.csv
mkdir report
ln -s results.json report/reproduction.html
keeps 'name the same file' reproduce tran -o report
works run block-brake --quiet -o r.csv --events e.csv

# All that a report reads: the paper, its text, scenarios beside it, their bases and tables.
head='title: t\nauthors: a\nwhere: w\nyear: 2026\nmechanism: m\n'
mkdir ../in/paper
printf "${head}cases: {one: {scenario: ./case.yaml, set: {duration: 1 s}}}\n" >../in/paper/paper.yaml
printf 'base: ../s.yaml\n' >../in/paper/case.yaml
echo text >../in/paper/text.md
for read in paper/paper.yaml paper/text.md paper/case.yaml s.yaml base.svg table.csv; do
    for result in results.json reproduction.html; do
        rm -rf report && mkdir report && ln -s "../../in/$read" "report/$result"
        keeps "$read_too" reproduce ../in/paper -o report
    done
done
rm -rf report && mkdir -p report/results.json
keeps 'is a folder' reproduce ../in/paper -o report
mv ../in/paper/paper.yaml ../in/paper/results.json
keeps "$read_too" reproduce ../in/paper/results.json -o ../in/paper

# Standard streams.
code=0
"$STICTION" run block-brake -o stream.csv >stream.csv 2>../stderr || code=$?
ok test "$code" -eq 2 -a ! -s stream.csv
cp ../in/s.yaml own.yaml
code=0
"$STICTION" check own.yaml >>own.yaml 2>../stderr || code=$?
ok test "$code" -eq 2
cp own.yaml in.csv
code=0
"$STICTION" run - -o in.csv <in.csv >../stdout 2>../stderr || code=$?
ok test "$code" -eq 2
ok cmp -s own.yaml in.csv
ok no_temporary
rm -rf ./*

# ---- --confine ----

mkdir -p shop/below
printf 't [s],y [m]\n0,0\n100,10\n' | tee shop/below/t.csv >outside.csv
printf 'base: block-stick-slip\n' | tee shop/below/base.yaml >outside.yaml
ln -s ../outside.csv shop/link.csv
ln -s below/t.csv shop/inner.csv
confined() { # confined CODE TEXT: of a scenario in the shop
    local code=0
    printf '%b\n' "$2" >shop/s.yaml
    "$STICTION" check --confine shop/s.yaml --quiet >../stdout 2>../stderr || code=$?
    ok test "$code" -eq "$1"
    [[ $1 -eq 0 ]] || ok grep -q 'shop/s.yaml:.*outside the folder of the scenario' ../stderr
}
table='base: block-stick-slip\ninputs: {y: {table: {file: FILE, column: y}}}'
confined 0 "base: block-stick-slip"
confined 0 "base: below/base.yaml"
confined 0 "base: ../shop/below/base.yaml"
confined 2 "base: ../outside.yaml"
confined 2 "base: $PWD/outside.yaml"
confined 0 "${table/FILE/below/t.csv}"
confined 0 "${table/FILE/inner.csv}"
confined 2 "${table/FILE/..\/outside.csv}"
confined 2 "${table/FILE/link.csv}"
confined 2 "${table/FILE/\/etc\/passwd}"
ok "$STICTION" check shop/s.yaml --quiet --set 'inputs.y.table.file=outside.csv'
bad_here 'outside the folder' --confine check shop/s.yaml --quiet --set 'inputs.y.table.file=outside.csv'
bad_here 'outside the folder' --confine check block-stick-slip --set 'inputs.y={table: {file: /etc/passwd, column: y}}'
mkdir -p shop/paper
for scenario in block-stick-slip ./inner.yaml ../s.yaml ./link.yaml; do # of a paper
    printf "${head}cases: {one: {scenario: $scenario, set: {duration: 1 s}}}\n" >shop/paper/paper.yaml
    printf "$table\n" | sed 's|FILE|../../outside.csv|' >shop/paper/inner.yaml
    printf 'base: block-stick-slip\n' >shop/s.yaml
    ln -sf ../s.yaml shop/paper/link.yaml
    ok "$STICTION" reproduce shop/paper -o page --quiet
    code=0
    "$STICTION" --confine reproduce shop/paper -o page --quiet >../stdout 2>../stderr || code=$?
    case $scenario in
    block-*) ok test "$code" -eq 0 ;;
    ./inner.yaml) ok test "$code" -eq 1 && ok grep -q 'outside the folder of the scenario' ../stderr ;;
    *) ok test "$code" -eq 2 && ok grep -q 'paper.yaml:6:.*outside the folder of the paper' ../stderr ;;
    esac
done
printf "${head}cases: {one: {scenario: block-brake}}\n" >shop/paper/paper.yaml
ln -s ../../outside.csv shop/paper/text.md
bad_here 'outside the folder of the paper' --confine reproduce shop/paper -o page --quiet
rm -rf ./*

# ---- Inputs that are no plain files ----

works run block-limit-cycle --set duration=20 --quiet -o data.csv
power=(identify power --effort u --position x)
mkfifo pipe.csv
for file in pipe.csv /dev/zero; do
    bad_here 'cannot read the file' "${power[@]}" "$file"
    bad_here 'not a scenario file' run "$file"
    bad_here 'is no plain file' run block-stick-slip --set "inputs.y={table: {file: $file, column: y}}"
done
have gnuplot && bad_here 'cannot read the file' run block-brake --plot a.svg --data pipe.csv
if have python3; then
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.csv")'
    bad_here 'cannot read the file: it is a socket' "${power[@]}" socket.csv
fi
"$STICTION" "${power[@]}" data.csv --json | sed 's/"file": .*//' >direct
"$STICTION" "${power[@]}" <(cat data.csv) --json | sed 's/"file": .*//' >through
ok test -s direct
ok cmp -s direct through
bad_here '"-" reads standard input' run <(echo 'base: block-brake')
for program in '"$STICTION" run - <.' '"$STICTION" run - <&-'; do # what cannot be read is not empty
    code=0
    eval "$program" >../stdout 2>../stderr || code=$?
    ok test "$code" -eq 2
    ok grep -q 'standard input: cannot read the file: ' ../stderr
done
[[ ! -e /proc/version ]] || bad_here 'is empty' run /proc/version
rm -rf ./*

# ---- Texts of others do not command the terminal ----

printf 'base: block-brake\ntitle: "red\\e[31m \\a\\x9b bell\\n"\n' >"$(printf 'own\033[31m.yaml')"
for command in run "compare --laws coulomb" check describe; do
    # shellcheck disable=SC2086
    works ${command%% *} own*.yaml ${command#"${command%% *}"}
    ok test "$(cat ../stdout ../stderr | LC_ALL=C tr -dc '\033\007\233' | wc -c)" -eq 0
done
printf 'base: nowhere\n' >"$(printf 'own\033[31m.yaml')"
"$STICTION" check own*.yaml >../stdout 2>../stderr
ok test "$(LC_ALL=C tr -dc '\033' <../stderr | wc -c)" -eq 0
rm -rf ./*

# ---- Places and names ----

# A pipe is written directly, a link stays a link, also when it leads to nothing yet.
works run block-brake --quiet -o data.csv
if have gnuplot; then
    works run block-brake --quiet --plot plain.svg
    mkfifo pipe.svg
    timeout "$patience" cat pipe.svg >through.svg &
    works run block-brake --quiet --plot pipe.svg
    wait $!
    ok cmp -s plain.svg through.svg
fi
mkfifo pipe.csv
timeout "$patience" cat pipe.csv >through.csv &
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

# A request to end is enough where nobody reads the pipe, before and while it waits for a reader: its own exit code, and
# no file of those that were to appear with it.
mkfifo unread.csv
# ended SIGNAL:NUMBER: of the program $pid, which the signal was sent.
ended() {
    local code=0
    timeout "$patience" tail --pid="$pid" -f /dev/null || { kill -KILL "$pid"; fail "it waits for ever"; }
    wait "$pid" || code=$?
    ok test "$code" -eq $((128 + ${1#*:}))
    ok no_temporary
    ok test ! -e with.csv
}
# waits: until the program $pid has written the file beside the pipe.
waits() { while [[ -d /proc/$pid ]] && no_temporary; do sleep 0.01; done; }
for signal in INT:2 TERM:15 HUP:1; do
    "$STICTION" run block-stick-slip --law sign --set duration=1e6 --set record.every=0.1 --quiet -o unread.csv >../stdout 2>../stderr &
    pid=$!
    ok worked "$pid" 20
    kill "-${signal%:*}" "$pid"
    ended "$signal"
    ok grep -q 'waited for a reader of the pipe' ../stderr
    "$STICTION" run block-brake --quiet -o with.csv --events unread.csv >../stdout 2>../stderr &
    pid=$!
    waits
    kill "-${signal%:*}" "$pid"
    ended "$signal"
    ok grep -q 'waited for a reader of the pipe' ../stderr
done

# A second request ends it at once, here while a reader that reads nothing blocks it, and leaves no temporary file.
# The pipe takes 64 KiB, the events are more.
(exec 3<unread.csv; exec sleep 1000) &
reader=$!
"$STICTION" run block-stick-slip --law sign --set duration=200 --set record.every=1s --quiet -o with.csv --events unread.csv >../stdout 2>../stderr &
pid=$!
waits
for _ in 1 2; do
    kill -TERM "$pid"
    sleep 0.7 # longer than what counts as one request
done
ended TERM:15
kill "$reader"
wait "$reader"

# Several results of one command: all or none.
echo old >all.csv
ln -s /dev/full full.csv
for arguments in "--events full.csv" "--plot figure.svg"; do
    mkdir bin && printf '#!/bin/sh\nexit 1\n' >bin/gnuplot && chmod +x bin/gnuplot
    code=0
    # shellcheck disable=SC2086
    PATH=$PWD/bin:$PATH "$STICTION" run block-brake --quiet -o all.csv $arguments >../stdout 2>../stderr || code=$?
    ok test "$code" -eq 1
    ok test "$(<all.csv)" = old
    ok test ! -e figure.svg
    ok no_temporary
    rm -rf bin
done
works run block-brake --quiet -o all.csv --events all-events.csv
ok cmp -s data.csv all.csv
ok test -s all-events.csv

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
