#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Which stages ./test runs and how it counts skips: in a folder where cmake and ctest are stand-ins, ctest with
# a log like the real one's, and where clang-format is missing.  And that a build without cmocka or without a
# second compiler has all its tests, those that it cannot make as skips.
set -u
: "${SOURCE_DIR:?the tree}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tests tools bin
cp "$SOURCE_DIR/test" .
cp "$SOURCE_DIR/tests/skips_allowed.txt" tests/
for program in bash env dirname nproc sed awk gawk mawk grep mkdir tail rm cat; do
    path=$(type -P $program) && ln -s "$path" bin/
done
printf '#!/bin/sh\nexit 0\n' | tee tools/install.sh tools/venv.sh bin/cmake >/dev/null
cat >bin/ctest <<'C'
#!/usr/bin/env bash
mkdir -p build-test/Testing/Temporary
printf '<testsuite tests="4"\n\tfailures="0"\n\tdisabled="0"\n\tskipped="1"\n>\n' >build-test/ctest.xml
cat >build-test/Testing/Temporary/LastTest.log <<'L'
1/4 Testing: test_whole
"test_whole" end time: Nov 15
2/4 Testing: test_part
skipped: shared: a.csv
[  SKIPPED ] a_case
skipped: shared: b.csv
[  SKIPPED ] another_case
"test_part" end time: Nov 15
3/4 Testing: test_silent
[  SKIPPED ] a_case
"test_silent" end time: Nov 15
4/4 Testing: test_script
skipped: chromium: no browser
skipped: this build has no browser
"test_script" end time: Nov 15
L
C
chmod +x tools/*.sh bin/cmake bin/ctest
mkdir build-test && touch build-test/build.ninja

failed=0
# expect CODE LAST-LINE LINE ARGUMENT...: of ./test; CI stands before the call.
expect() {
    local code=0 out
    out=$(PATH=$work/bin CI=${CI:-} ./test "${@:4}" 2>&1) || code=$?
    if [[ $code != "$1" || ${out##*$'\n'} != "$2" || $out != *"$3"* ]]; then
        printf 'FAILED: CI=%s ./test %s: exit code %s\n%s\n' "${CI:-}" "${*:4}" "$code" "$out"
        failed=1
    fi
}
unset CI
expect 0 "0 passed, 0 failed, 1 skipped" "skipped: clang-format: there is no such program" format
expect 0 "3 passed, 0 failed, 5 skipped" "skipped: shared: b.csv (test_part)" gcc
expect 0 "3 passed, 0 failed, 5 skipped" "malformed: this line has no KEY: in front of its reason: this build has no browser (test_script)" gcc
expect 0 "3 passed, 0 failed, 5 skipped" "skipped: unnamed: no reason given (test_silent)" gcc
CI=true expect 1 "0 passed, 1 failed, 1 skipped" "not in tests/skips_allowed.txt: clang-format" format
CI=true expect 1 "3 passed, 3 failed, 5 skipped" "not in tests/skips_allowed.txt: chromium" gcc
printf 'chromium  # a reason\nunnamed\nmalformed\nclang-format\n' >>tests/skips_allowed.txt
CI=true expect 0 "3 passed, 0 failed, 5 skipped" "" gcc
CI=true expect 0 "0 passed, 0 failed, 1 skipped" "" format

# stages WANTED ARGUMENT...: the stages of which ./test prints a line.
stages() {
    local out
    out=$(PATH=$work/bin ./test "${@:2}" 2>&1 | awk '$3 == "s" { printf "%s ", $1 }')
    if [[ $out != "$1 " ]]; then
        echo "FAILED: ./test ${*:2} ran: $out"
        failed=1
    fi
}
quick="gcc"
long="release minimal slow clang numbers analyze campaign coverage"
stages "gcc install asan fuzz tsan tidy format"
stages "$quick" quick
stages "$long" long
stages "$quick $long" quick long
stages "$quick $long" long gcc
stages "$quick $long" gcc long
stages "gcc format $long" format long gcc

# A build of this tree that finds neither cmocka nor another compiler.
{
    for file in "$SOURCE_DIR"/tests/test_*.c; do basename "$file" .c; done
    for file in "$SOURCE_DIR"/include/stiction/*.h; do echo "header_$(basename "$file" .h)_cxx"; done
    printf 'kernels_%s\n' g++ clang++
} >not_made.txt
eval "$(sed -n '/^skips_of()/,/^}/p' test)"
cmake -S "$SOURCE_DIR" -B build -G Ninja -DSTN_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DSTN_CXX=OFF \
    -DSTN_KERNEL_g++=OFF -DSTN_KERNEL_clang++=OFF >configure.log 2>&1 || cat configure.log
ctest --test-dir build -R "^($(paste -sd '|' not_made.txt | sed 's/+/[+]/g'))$" >ctest.log 2>&1
skips_of build/Testing/Temporary/LastTest.log >skips.txt
while read -r name; do
    if ! grep -qF " $name " <(grep Skipped ctest.log) || ! grep -qF "($name)" skips.txt; then
        echo "FAILED: a build that cannot make $name does not count it as skipped"
        failed=1
    fi
done <not_made.txt
[[ $failed -eq 0 ]] && echo "skips are named, counted and, with CI=true, refused"
exit "$failed"
