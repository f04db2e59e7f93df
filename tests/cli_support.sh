# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests of the program: a folder of their own (in/ for what they make, out/, where they run), counts,
# and the checks that most of them are made of.  `command` (a list) stands before the arguments,
# `patience` is the limit of processor time in seconds, SLOWER times longer in a build that counts branches; `shown` are the
# files that tell why a check failed, `part` what is being tested.
set -u
: "${STICTION:?the program to test}"
. "$(dirname "${BASH_SOURCE[0]}")/have.sh"
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/in" "$work/out" && cd "$work/out" || exit 1

passed=0 failed=0
command=() patience=$((60 * ${SLOWER:-1}))
shown=(../stdout ../stderr) part=""

# limited SECONDS COMMAND ARGUMENT...: ended after so much processor time, whatever else the machine has to do.
limited() { (ulimit -S -t "$1" && shift && exec "$@"); }

begin() { part="$1: "; }

fail() {
    failed=$((failed + 1))
    echo "FAILED: $part$1"
    sed 's/^/    /' "${shown[@]}" 2>/dev/null | head -n 20
}

# bad FRAGMENT ARGUMENT...: exit code 2, and the message holds FRAGMENT; no other output, no file left behind.
bad() {
    local fragment=$1 code=0 what=""
    shift
    limited "$patience" "$STICTION" "${command[@]}" "$@" >../stdout 2>../stderr </dev/null || code=$?
    [[ $code -eq 2 ]] || what+=" exit code $code instead of 2;"
    grep -qF -- "$fragment" ../stderr || what+=" no \"$fragment\" in the message;"
    grep -q '^stiction: ' ../stderr || what+=" a message without \"stiction: \";"
    [[ ! -s ../stdout ]] || what+=" standard output is not empty;"
    [[ -z $(ls -A) ]] || { what+=" files left behind: $(ls -A | tr '\n' ' ');" && rm -rf ./*; }
    if [[ -z $what ]]; then passed=$((passed + 1)); else fail "stiction ${command[*]} $*:$what"; fi
}

# good FRAGMENT ARGUMENT...: exit code 0, and standard output holds FRAGMENT.
good() {
    local fragment=$1 code=0 what=""
    shift
    limited "$patience" "$STICTION" "${command[@]}" "$@" >../stdout 2>../stderr </dev/null || code=$?
    [[ $code -eq 0 ]] || what+=" exit code $code;"
    grep -qF -- "$fragment" ../stdout || what+=" no \"$fragment\" in the output;"
    if [[ -z $what ]]; then passed=$((passed + 1)); else fail "stiction ${command[*]} $*:$what"; fi
}

# ok COMMAND ARGUMENT...: it succeeds.
ok() {
    if "$@"; then passed=$((passed + 1)); else fail "$*"; fi
}

# What a test ends with.
summary() {
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 ]]
}
