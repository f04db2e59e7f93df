# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by test_io_faults.sh and long_io_faults.sh: every command that writes is run again and again, and each
# time another call of the operating system fails (tests/io_faults.c).  What must hold:
#   exit code 0: all results are the same bytes as without a fault;
#   otherwise: 1 (2 where an input could not be read), and a message; the result files are all what they were
#   before or all the whole new ones; no temporary file is left.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
: "${BUILD_DIR:?the folder of the build}"
faults=$BUILD_DIR/tests/io_faults
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # the leak check traces too; a process has one tracer

if [[ ! -x $faults ]] || ! "$faults" none 0 EIO ../counts true; then
    echo "skipped: ptrace: calls of the operating system cannot be traced here"
    exit 77
fi

printf 't [s],y [m]\n0,0\n1,0.1\n2,0.2\n' >../in/table.csv
printf 'base: block-stick-slip\ninputs: {y: {table: {file: table.csv, column: y}}}\nduration: 1 s\n' >../in/base.yaml
printf 'base: base.yaml\n' >../in/s.yaml
printf 'base: block-hunting\ncompensation: [{kind: push, band: 10 mm}]\n' >../in/terms.yaml
{ # more than a pipe gives at once (64 KiB), and what matters last
    printf 'base: block-brake\n'
    for ((i = 0; i < 20000; i++)); do echo '# nothing'; done
    printf 'parameters: {m: 7 kg}\n'
} >../in/long.yaml
input=/dev/null
"$STICTION" run block-limit-cycle --quiet --set duration=20 -o ../in/data.csv

# What differs from run to run: the wall time, in the last column of compare.
same() {
    case $1 in
    table*.csv) cmp -s <(sed 's/,[^,]*$//' "$1") <(sed 's/,[^,]*$//' "$2") ;;
    *) cmp -s "$1" "$2" ;;
    esac
}

# broken TEXT: a claim that does not hold.
broken() { fail "${arguments[*]}: $kind call $n fails with $error: $1"; }

# judge CODE: the results in this folder against those in ../whole.
judge() {
    local code=$1 file what="" new=0
    [[ -z $(find . -name '*.tmp-*') ]] || what+=" a temporary file is left;"
    for file in "${results[@]}"; do
        if [[ -e $file ]] && same "$file" "../whole/$file"; then new=$((new + 1)) && continue; fi
        [[ $code -ne 0 ]] || what+=" exit code 0, but $file is another;"
        [[ -e $file || -z $before ]] && [[ ! -e $file || $(head -c 20 "$file" | tr -d '\0') == "$before" ]] || what+=" $file is cut;"
    done
    [[ $new -eq 0 || $new -eq ${#results[@]} ]] || what+=" only some results are new;"
    [[ $code -ne 0 ]] || cmp -s ../stdout ../whole.stdout || what+=" exit code 0, but other text;"
    if [[ $code -ne 0 ]]; then
        grep -q '^stiction: ' ../stderr || what+=" no message;"
        [[ $code -eq 1 || ($code -eq 2 && $kind =~ open|read) ]] || what+=" exit code $code;"
    fi
    if [[ -z $what ]]; then passed=$((passed + 1)); else broken "$what"; fi
}

# try: the n-th call of the kind fails.  Every second time the files exist before.
try() {
    local code=0 file
    rm -rf ./*
    before=""
    [[ $folder == . ]] || mkdir -p "$folder"
    if ((${n%+} % 2 == 0)); then
        before=before
        for file in "${results[@]}"; do echo before >"$file"; done
    fi
    limited "$patience" "$faults" "$kind" "$n" "$error" ../counts "$STICTION" "${arguments[@]}" \
        >../stdout 2>../stderr < <(cat "$input") || code=$?
    judge "$code"
}

# sweep EVERY RESULT... -- ARGUMENT...: one call out of EVERY of each kind; all of fsync and rename, which are few.
sweep() {
    local every=$1 step kind n error total folder=. results=() arguments before=""
    shift
    while [[ $1 != -- ]]; do results+=("$1") && shift; done
    arguments=("${@:2}")
    [[ ${results[0]:-} != */* ]] || folder=${results[0]%/*}
    rm -rf ./* ../whole
    "$faults" none 0 EIO ../total "$STICTION" "${arguments[@]}" >../whole.stdout 2>../stderr < <(cat "$input") ||
        fail "${arguments[*]}: exit code $?"
    mkdir ../whole && cp -r . ../whole
    cp ../whole.stdout ../stdout && kind=none n=0 error=none judge 0
    while read -r kind total; do
        [[ $kind =~ fsync|rename ]] && step=1 || step=$every
        for ((n = 1; n <= total; n += step)); do
            case $kind in
            open) error=EMFILE ;;
            write) error=ENOSPC ;;
            *) error=EIO ;;
            esac
            try
        done
        if [[ $kind == write && $total -gt 1 ]]; then # a disk that stays full
            n=$((1 + total / 2))+ error=ENOSPC
            try
        fi
    done <../total
}

# sweep_all EVERY: all commands that write.
sweep_all() {
    local every=$1 columns=(--effort u --position x --velocity v)
    sweep "$every" out.csv events.csv -- run block-brake --quiet -o out.csv --events events.csv
    sweep "$every" out.json -- run block-brake --quiet -o out.json
    sweep "$every" out.csv -- run ../in/s.yaml --quiet -o out.csv
    sweep "$every" -- run block-brake --quiet -o -
    sweep "$every" table.csv -- compare block-brake --laws coulomb --quiet -o table.csv
    sweep "$every" out.yaml -- identify power ../in/data.csv "${columns[@]}" -o out.yaml --json
    sweep "$((2 * every))" out.yaml -- identify fit ../in/data.csv --scenario block-limit-cycle --match x=x --free Fc --starts 1 \
        --threads 1 --quiet -o out.yaml
    sweep "$((2 * every))" out.yaml -- compensate block-limit-cycle --set controller.Ts=1ms --set duration=0.05 --tune push \
        --minimise tracking_error --evaluations 2 --sensor ideal --quiet -o out.yaml
    sweep "$every" out.c -- export compensator ../in/terms.yaml -o out.c
    sweep "$every" -- new block
    sweep "$every" -- check ../in/s.yaml
    input=../in/long.yaml sweep 1 -- check -
    sweep "$((2 * every))" -- characterize coulomb --json
    sweep "$every" out.mat -- run block-brake --quiet -o out.mat
    if have gnuplot; then
        sweep "$((8 * every))" out.svg -- compensate block-limit-cycle --set duration=0.05 --with push --quiet --plot out.svg
        sweep "$every" out.svg -- run block-brake --quiet --plot out.svg
        sweep "$((2 * every))" out.png -- run block-brake --quiet --plot out.png
    fi
    sweep "$((8 * every))" report/results.json report/reproduction.html -- reproduce tran -o report --quiet
}
