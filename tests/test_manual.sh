#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The man page and the completions against the program: every option of every command is in the page, the page has
# no warnings, and bash completes options, names and paths.
source_dir=$(cd "${BASH_SOURCE%/*}/.." && pwd)
. "$source_dir/tests/cli_support.sh"
page=$source_dir/docs/man/stiction.1

# ---- The man page ----

# Option names as the page writes them, with \- for a hyphen.
sed 's/\\-/-/g' "$page" >../page
mapfile -t methods < <("$STICTION" identify --options)
mapfile -t commands < <("$STICTION" --commands | cut -f1 | grep -v '^help$')
ok test "${#methods[@]}" -ge 10
ok test "${#commands[@]}" -ge 9
options_of() { "$STICTION" "$@" --options | tr -d =; }
for name in "${commands[@]}"; do
    [[ $name != identify ]] || continue
    for option in $(options_of "$name"); do
        ok grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" ../page
        # -o is what its help says; --output is its long name.
        [[ $option == --output ]] || ok grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" <("$STICTION" help "$name")
    done
done
for method in "${methods[@]}"; do
    for option in $(options_of identify "$method"); do
        [[ $option == --output ]] || ok grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" <("$STICTION" help identify "$method")
        ok grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" ../page
    done
done
# identify is an entry of its own, not the end of the one before.
ok test "$(grep -B 1 '^\.BI identify ' "$page" | head -n 1)" = .TP
if have groff; then
    groff -man -ww -Tutf8 -Kutf8 "$page" >../stdout 2>../stderr
    ok test ! -s ../stderr
fi

# ---- bash ----

# complete_line WORD...: what is offered for the last word.
complete_line() {
    bash -c 'compopt() { :; }
        . "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _stiction
        printf "%s\n" "${COMPREPLY[@]}"' bash "$source_dir/tools/completion/stiction.bash" "$STICTION" "$@" >../stdout 2>../stderr
}
offers() { grep -qxF -- "$1" ../stdout; }
complete_line ""
ok offers identify
ok offers help
complete_line run block-brake --o
ok offers --overlay
ok offers --output
complete_line identify fit data.csv --hold
ok offers --hold-out
complete_line identify ""
ok offers breakaway
complete_line run block-st
ok offers block-stick-slip
complete_line run block-stick-slip --set friction.contact.F
ok offers friction.contact.Fs=
ok offers friction.contact.Fc=
complete_line compare block-brake --laws coulomb,lug
ok offers coulomb,lugre
for shell in zsh fish; do
    # Their syntax, where they are there.
    if command -v "$shell" >/dev/null; then ok "$shell" -n "$source_dir/tools/completion/stiction.$shell"; fi
done

# ---- Paths ----

good "parameters.m=1 kg" check block-stick-slip --paths
good "friction.contact.Fs.forward" check block-stick-slip --addresses
good "inputs.y.ramp.slope=0.1 m/s" check block-stick-slip --paths
# Each of them is taken by --set with its own value.
while IFS= read -r line; do
    good "plant: block" check block-stick-slip --set "$line"
done < <("$STICTION" check block-stick-slip --paths)
# Of every other scenario those lines that other paths share their section, kind or absence with.
"$STICTION" list scenarios --names >../scenarios
while IFS= read -r scenario; do
    while IFS= read -r line; do
        good "plant:" check "$scenario" --set "$line"
    done < <("$STICTION" check "$scenario" --paths | grep -E '=null$|=\[\{|^(options|title)')
done <../scenarios

summary
