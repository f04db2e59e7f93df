# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# For test_alloc_faults.sh and long_alloc_faults.sh: the commands that alloc_sweep goes through, in a
# folder of their own.  sweep_all EVERY: every EVERY-th allocation of each.  Sets failed.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
sweeper=$BUILD_DIR/tests/alloc_sweep
failed=0

cat >bench.yaml <<'END_OF_SCENARIO'
plant: block
options: {drive: spring}
parameters: {m: 1 kg, K: 1000 N/m}
friction:
  contact: {law: coulomb, Fc: 4 N, sigma2: 5 N*s/m}
inputs:
  y: [{sine: {amplitude: 20 mm, frequency: 0.5 Hz}}, {sine: {amplitude: 6 mm, frequency: 1.7 Hz}}]
duration: 1 s
record: {every: 4 ms, columns: [x, v, u, FF]}
END_OF_SCENARIO
"$STICTION" run bench.yaml --quiet -o data.csv
"$STICTION" run bench.yaml --quiet -o data.mat
printf 'base: bench.yaml\ninputs: {y: {table: {file: data.csv, column: x, time: t}}}\n' >table.yaml
columns="--position x --effort u --time t"

# sweep EVERY OPTION... COMMAND...
sweep() {
    timeout 280 "$sweeper" --every "$@" || failed=1
}

# The first number of each line is the share of the allocations that a short test tries: one in so many.
sweep_all() { # FACTOR: 1 as the lines say, 0 every allocation
    local every command
    while read -r every command; do
        # shellcheck disable=SC2086 # words
        [[ -z $every ]] || sweep $(($1 * (every - 1) + 1)) $command
    done <<END_OF_COMMANDS
        7   check block-brake
        11  check table.yaml
        11  check --confine table.yaml
        7   list
        7   describe lugre
        197 describe block
        11  describe block-brake
        1   new block
        11  run block-brake --quiet -o out/a.csv --events out/e.csv
        17  run block-brake --quiet -o out/a.json
        29  run block-brake --quiet -o out/a.mat
        29  run block-brake --quiet --plot out/a.svg
        29  run block-brake --quiet --plot out/a.svg --overlay data.csv --y x
        7   run bench.yaml --quiet --set duration=0.05 --set m=150%
        7   run bench.yaml --quiet --set duration=0.05 --set Fc=*2
        37  run block-brake --quiet --set duration=0.02 --set solver.method=sundials
        29  --varies run block-brake --set duration=0.5
        17  --varies compare block-brake --laws coulomb,stribeck
        5   identify check data.csv $columns --mass 1 --json
        7   identify check data.mat $columns --mass 1 --json
        7   identify power data.csv $columns --mass 1 --json
        11  identify inverse data.csv $columns --velocity v --mass 1
        11  identify inverse data.csv $columns --velocity v --mass 1 --quiet -o out/i.yaml
        7   identify ramp data.csv $columns
        5   identify breakaway data.csv $columns
        5   identify sine data.csv $columns
        5   identify cycles data.csv $columns --settled 0
END_OF_COMMANDS
}
