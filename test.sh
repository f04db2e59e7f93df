#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# ./test          every stage of the table below
# ./test quick    the stages marked quick
# ./test NAME...  those stages
#
# One line per stage; the last line sums up, and the exit code says whether anything failed.  Logs:
# build*/NAME.log.
set -euo pipefail
cd "$(dirname "$0")"

#       name      when   what
stages="
        release   quick  release build as ./run makes it
        gcc       quick  gcc, -Werror, all tests
        install   full   installed library used through find_package and pkg-config
        clang     full   clang, -Werror, all tests
        asan      full   all tests with address and undefined-behaviour sanitizers
        tsan      full   thread tests with the thread sanitizer
        fuzz      full   each fuzzer, fixed seed and number of runs
        tidy      full   clang-tidy
        format    full   clang-format
"
tests=tests
[[ ! -d test ]] || tests=test
fuzz_runs=50000 # inputs per fuzzer
fuzz_seconds=15 # and not longer than this
jobs=$(nproc)
still=() # sanitizers of some age stumble over much address randomisation: none, where that is allowed
if setarch -R true 2>/dev/null; then still=(setarch -R); fi

passed=0 failed=0 skipped=0

# ---- Stages: each sets p, f, s (passed, failed, skipped) and perhaps note ----

# build PRESET [TARGET...]: configured once; ninja configures again when needed.
build() {
    local dir=build-$1
    [[ $1 != release ]] || dir=build
    [[ -f $dir/build.ninja ]] || cmake --preset "$1" || return 1
    cmake --build "$dir" ${2:+--target "${@:2}"}
}

# count_ctest DIR [OPTION...]: the sums stand in the JUnit file; a run that ends badly without a
# failed test in it counts as one failure.
count_ctest() {
    local xml=$1/ctest.xml rc=0
    rm -f "$xml"
    "${still[@]}" ctest --test-dir "$1" -j "$jobs" --output-on-failure --output-junit ctest.xml "${@:2}" || rc=$?
    if [[ -f $xml ]]; then
        f=$(attribute failures "$xml")
        s=$(($(attribute skipped "$xml") + $(attribute disabled "$xml")))
        p=$(($(attribute tests "$xml") - f - s))
    fi
    [[ $rc -eq 0 || $f -gt 0 ]] || f=1
}

# attribute NAME FILE: the first NAME="number", which is the one of the whole suite.
attribute() {
    sed -n "/[[:space:]]$1=\"[0-9]/{s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p;q}" "$2"
}

# test_build PRESET: all tests in a build of its own.
test_build() {
    if build "$1"; then
        count_ctest "build-$1"
    else
        f=1 note="build failed"
    fi
}

stage_release() {
    if build release; then p=1; else f=1; fi
}

stage_gcc() { test_build test; }
stage_clang() { test_build clang; }
stage_asan() { test_build asan; }

stage_install() {
    if build release && tools/check_install.sh build; then p=1; else f=1; fi
}

stage_tsan() {
    local names=("$tests"/test_threads*.c)
    names=("${names[@]##*/}")
    names=("${names[@]%.c}")
    if [[ ! -f $tests/${names[0]}.c ]]; then
        s=1 note="no $tests/test_threads*.c"
    elif build tsan "${names[@]}"; then
        count_ctest build-tsan -R '^test_threads'
    else
        f=1 note="build failed"
    fi
}

# Seeds: corpus/NAME/ among the tests for fuzz_NAME.c, and scenarios/ where NAME is scenario; words:
# corpus/NAME.dict.  Inputs that break something are left in build-fuzz/.
stage_fuzz() {
    local source name
    if ! compgen -G "$tests/fuzz_*.c" >/dev/null; then
        s=1 note="no $tests/fuzz_*.c"
        return
    fi
    if ! build fuzz fuzzers; then
        f=1 note="build failed"
        return
    fi
    for source in "$tests"/fuzz_*.c; do
        name=${source##*/fuzz_}
        if run_fuzzer "${name%.c}"; then
            p=$((p + 1))
        else
            f=$((f + 1)) note+="fuzz_${name%.c} "
        fi
    done
}

run_fuzzer() {
    local name=$1 found=build-fuzz/corpus/$1 options=() seeds=()
    rm -rf "$found"
    mkdir -p "$found"
    [[ ! -d $tests/corpus/$name ]] || seeds+=("$tests/corpus/$name")
    [[ $name != scenario ]] || seeds+=(scenarios)
    [[ ! -f $tests/corpus/$name.dict ]] || options+=("-dict=$tests/corpus/$name.dict")
    "${still[@]}" "build-fuzz/fuzz/fuzz_$name" -seed=1 -runs="$fuzz_runs" -max_total_time="$fuzz_seconds" \
        -timeout=10 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
        -artifact_prefix="build-fuzz/$name-" "${options[@]}" "$found" "${seeds[@]}"
}

stage_tidy() {
    local sources
    sources=$(find src cli -name '*.c' | sort)
    if [[ -z $sources ]]; then
        s=1 note="no sources"
    elif build clang stiction_objects &&
        xargs -n 1 -P "$jobs" clang-tidy -p build-clang --quiet <<<"$sources"; then
        p=1
    else
        f=1
    fi
}

stage_format() {
    if tools/format.sh --check; then p=1; else f=1 note="tools/format.sh repairs it"; fi
}

# ---- Running them ----

run_stage() {
    local name=$1 what=$2 dir=build-$1 p=0 f=0 s=0 note="" start seconds
    case $name in
    release | install | format) dir=build ;;
    gcc) dir=build-test ;;
    tidy) dir=build-clang ;;
    esac
    mkdir -p "$dir"
    start=$EPOCHREALTIME
    "stage_$name" >"$dir/$name.log" 2>&1 || f=$((f > 0 ? f : 1))
    seconds=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/}) / 1000000))
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-8s %4d s   %3d passed, %d failed, %d skipped   %s%s\n' \
        "$name" "$seconds" "$p" "$f" "$s" "$what" "${note:+ (${note% })}"
    if [[ $f -gt 0 ]]; then
        echo "---- the end of $dir/$name.log:"
        tail -n 40 "$dir/$name.log"
        echo "----"
    fi
}

# wanted NAME WHEN [ARGUMENT...]
wanted() {
    case ${3:-all} in
    all) true ;;
    quick) [[ $2 == quick ]] ;;
    *) [[ " ${*:3} " == *" $1 "* ]] ;;
    esac
}

for name in "$@"; do
    if [[ $name != quick ]] && ! declare -F "stage_$name" >/dev/null; then
        echo "no stage \"$name\"; there are:$stages" >&2
        exit 2
    fi
done
tools/install.sh
while read -r name when what; do
    if [[ -n $name ]] && wanted "$name" "$when" "$@"; then
        run_stage "$name" "$what"
    fi
done <<<"$stages"
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
