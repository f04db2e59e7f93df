#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# stiction identify fit and select from the outside: made data, what is printed and written; bad input:
# exit code 2, a sentence that names what is wrong, nothing on standard output, no file left behind;
# Ctrl-C: exit code 130, and the best so far.
set -u
: "${STICTION:?the program to test}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/in" "$work/out" && cd "$work/out" || exit 1

passed=0 failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    sed 's/^/    /' ../stdout ../stderr | head -n 15
}

# bad FRAGMENT ARGUMENT...: exit code 2, and the message holds FRAGMENT.
bad() {
    local fragment=$1 code=0 what=""
    shift
    timeout 60 "$STICTION" identify "$@" >../stdout 2>../stderr </dev/null || code=$?
    [[ $code -eq 2 ]] || what+=" exit code $code instead of 2;"
    grep -qF -- "$fragment" ../stderr || what+=" no \"$fragment\" in the message;"
    [[ ! -s ../stdout ]] || what+=" standard output is not empty;"
    [[ -z $(ls -A) ]] || { what+=" files left behind: $(ls -A | tr '\n' ' ');" && rm -rf ./*; }
    if [[ -z $what ]]; then passed=$((passed + 1)); else fail "identify $*:$what"; fi
}

# good FRAGMENT ARGUMENT...: exit code 0, and standard output holds FRAGMENT.
good() {
    local fragment=$1 code=0 what=""
    shift
    timeout 120 "$STICTION" identify "$@" >../stdout 2>../stderr </dev/null || code=$?
    [[ $code -eq 0 ]] || what+=" exit code $code;"
    grep -qF -- "$fragment" ../stdout || what+=" no \"$fragment\" in the output;"
    if [[ -z $what ]]; then passed=$((passed + 1)); else fail "identify $*:$what"; fi
}

# holds FRAGMENT FILE
holds() {
    if grep -qF -- "$1" "$2"; then passed=$((passed + 1)); else fail "no \"$1\" in $2"; fi
}

# ---- Made data: a block on a spring, and the same law led along a measured motion ----

cat >../in/bench.yaml <<'END'
plant: block
options: {drive: spring}
parameters: {m: 1 kg, K: 1000 N/m}
friction:
  contact: {law: coulomb, Fc: 4 N, sigma2: 5 N*s/m}
inputs:
  y: [{sine: {amplitude: 20 mm, frequency: 0.5 Hz}}, {sine: {amplitude: 6 mm, frequency: 1.7 Hz}}]
duration: 3 s
record: {every: 2 ms, columns: [x, v, u, FF]}
END
"$STICTION" run ../in/bench.yaml --set friction.contact.Fc=5N --set friction.contact.Fs=5N \
    --set friction.contact.sigma2=8 -o ../in/data.csv --quiet || exit 1
"$STICTION" run ../in/bench.yaml --law dahl --set friction.contact.Fc=5N --set friction.contact.sigma0=2e4 \
    --set friction.contact.sigma2=0 -o ../in/dahl.csv --quiet || exit 1
data=(../in/data.csv --scenario ../in/bench.yaml --match x=x)

# ---- What comes out ----

good '100.00 %' fit "${data[@]}" --free Fc,sigma2 -o fitted.yaml
holds 'base: ' fitted.yaml
holds 'Fc: 5.0' fitted.yaml
if "$STICTION" run fitted.yaml --quiet; then passed=$((passed + 1)); else fail "the fitted scenario does not run"; fi
good '"relative_error_percent"' fit "${data[@]}" --match u=u --free friction.contact.Fc.each,m --starts 1 --json
if python3 -m json.tool <../stdout >/dev/null 2>&1; then passed=$((passed + 1)); else fail "no JSON"; fi
good 'held out' fit "${data[@]}" --free Fc --starts 1 --hold-out 0.4
good 'start' fit "${data[@]}" --free Fc=4.5N,sigma2=3 --evaluate
good 'sigma0' fit ../in/dahl.csv --effort FF --position x --law dahl --free Fc,sigma0 --starts 4
good 'is enough' select "${data[@]}" --laws coulomb,stribeck --starts 1
holds 'coulomb, viscous' ../stdout
good '"recommended"' select "${data[@]}" --laws coulomb --starts 1 --json
rm -f ./*

# ---- Wishes that cannot be met ----

bad 'needs a file'                     fit
bad 'cannot read the file'             fit ../in/nothing.csv --scenario ../in/bench.yaml --match x=x --free Fc
bad 'no file and no built-in'          fit ../in/data.csv --scenario nothing --match x=x --free Fc
bad '--match COLUMN=DATA'              fit ../in/data.csv --scenario ../in/bench.yaml --free Fc
bad 'write NAME=COLUMN'                fit ../in/data.csv --scenario ../in/bench.yaml --match x --free Fc
bad 'the file has: t, x, v, u, FF'     fit ../in/data.csv --scenario ../in/bench.yaml --match x=q --free Fc
bad 'the model has no column "q"'      fit ../in/data.csv --scenario ../in/bench.yaml --match q=x --free Fc
bad 'say what is to be found'          fit "${data[@]}"
bad 'law coulomb has no "vs"'          fit "${data[@]}" --free vs
bad 'has an empty entry'               fit "${data[@]}" --free Fc,,m
bad 'outside its bounds'               fit "${data[@]}" --free Fc=-3
bad 'unknown unit'                     fit "${data[@]}" --free Fc=3Nn
bad 'unknown input of the model'       fit "${data[@]}" --free Fc --input w=x
bad 'give --runs COLUMN'               fit "${data[@]}" --free Fc --each x=parameters.K
bad 'a part from 0 to 0.95'            fit "${data[@]}" --free Fc --hold-out 2
bad 'a whole number from 1'            fit "${data[@]}" --free Fc --starts 0
bad 'spread = 0.5 must be above 1'     fit "${data[@]}" --free Fc --spread 0.5
bad 'the ending says the format'       fit "${data[@]}" --free Fc -o result.csv
bad '--effort COLUMN and --position'   fit ../in/data.csv --law dahl --free Fc
bad 'there is no law "dhal"'           fit ../in/data.csv --effort FF --position x --law dhal --free Fc
bad '--means takes the mean of each'   fit ../in/data.csv --effort FF --velocity v --means --law coulomb --free Fc
bad 'there is no law "dhal"'           select "${data[@]}" --laws coulomb,dhal
bad 'unknown friction site "contct"'   select "${data[@]}" --site contct
bad '--cycles goes with'               select "${data[@]}" --cycles
sed '100s/,[^,]*/,NaN/' ../in/data.csv >../in/bad.csv
bad 'missing or not finite'            fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc
awk -F, -v OFS=, 'NR > 1 { $2 = 0 } { print }' ../in/data.csv >../in/bad.csv
bad 'zero throughout'                  fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc
head -n 2 ../in/data.csv >../in/bad.csv
bad 'at least 2'                       fit ../in/bad.csv --scenario ../in/bench.yaml --match x=x --free Fc

# ---- Ctrl-C ----

code=0
timeout -s INT 1 "$STICTION" identify fit "${data[@]}" --match u=u --law lugre --free m,Fc,Fs,vs,sigma0,sigma1,sigma2 \
    --starts 64 --set solver.rtol=1e-12 >../stdout 2>../stderr </dev/null || code=$?
if [[ $code -eq 0 ]]; then
    echo "too fast to be interrupted: not tested"
elif grep -q 'the best so far is kept' ../stderr && grep -q 'sigma0' ../stdout; then
    passed=$((passed + 1))
else
    fail "Ctrl-C: exit code $code"
fi

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
