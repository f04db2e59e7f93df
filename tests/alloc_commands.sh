# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# For tests/*alloc_faults.sh: the commands that alloc_sweep goes through, in a folder of their own.
# sweep_all MOST [OPTION...]: at most that many allocations of each.  Sets failed.
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
sweeper=$BUILD_DIR/tests/alloc_sweep
failed=0
places=() # --places: not the same place twice

spring_block '1 s' '4 ms' >bench.yaml
"$STICTION" run bench.yaml --quiet -o data.csv
"$STICTION" run bench.yaml --quiet -o data.mat
"$STICTION" sweep bench.yaml --vary Fs=+-5% --vary law=list:coulomb,stribeck --samples 3 --metrics 'max(x)' --quiet -o kept.sqlite
"$STICTION" run block-limit-cycle --set record.every=50ms --quiet -o hunt.csv
printf 'base: bench.yaml\ninputs: {y: {table: {file: data.csv, column: x, time: t}}}\n' >table.yaml
printf 'base: block-brake\nintervals: [{of: friction.contact.Fc, low: 0.9 N, high: 1.1 N}, {of: friction.contact.sigma2, low: 0, high: 0.1, correlation: [0.5]}]\n' >uncertain.yaml
printf 'base: clutch-scheduled\ncompensation: [{kind: feedforward}, {kind: push, band: 0.14 rad}, {kind: dither, A: 10 mN*m, f: 50 Hz}]\n' >terms.yaml
cp -r "$SOURCE_DIR/docs/examples/own_paper" own
moved_csv >moved.csv
sines_csv >amplitudes.csv
"$STICTION" export bam servo-lift --quiet -o servo.json
moved="moved.csv --effort u --position x"
fit="data.csv --time t --scenario bench.yaml --match x=x --starts 1 --threads 1"
breakaway="block-brake --simulate --set initial.v=0 --resolution 100um --travel 0:1mm --rate 0.5N/s"

# sweep OPTION... COMMAND...     The time only ends a hang: a loaded machine is slow.
sweep() {
    timeout 1500 "$sweeper" "${places[@]}" "$@" || failed=1
}

# sweep_all MOST [OPTION...]: of each command not more than about MOST allocations fail, or a part of that for
# one that takes long: the number before each says which.
sweep_all() {
    local part command
    while read -r part command; do
        # shellcheck disable=SC2086 # words
        [[ -z $part ]] || sweep --most $((($1 + part - 1) / part)) "${@:2}" $command
    done <<END_OF_COMMANDS
        1   check block-brake
        1   check table.yaml
        1   check --confine table.yaml
        1   check block-brake --paths
        1   check block-brake --addresses
        1   list
        1   list --json
        1   describe lugre
        1   describe lugre --json
        1   describe block-brake
        8   describe block
        1   new block
        1   run block-brake --quiet -o out/a.csv --events out/e.csv
        1   run block-brake --quiet -o out/a.json
        1   run block-brake --quiet -o out/a.mat
        2   run block-brake --quiet --plot out/a.svg
        2   run block-brake --quiet --plot out/a.svg --overlay data.csv --y x
        1   run bench.yaml --quiet --set duration=0.05 --set m=150%
        1   run bench.yaml --quiet --set duration=0.05 --set Fc=*2
        2   run block-brake --quiet --set duration=0.02 --set solver.method=sundials
        2   run block-pre-sliding --quiet --set duration=0.01 --set solver.method=sundials
        1   run block-brake --set duration=0.5
        1   run table.yaml --json
        1   compare block-brake --laws coulomb,stribeck --json
        2   --varies compare block-brake --laws coulomb,stribeck
        2   --varies compensate block-limit-cycle --set duration=0.05 --with push,feedback --quiet --plot out/m.svg
        1   compensate block-limit-cycle --set duration=0.02 --with push,reset --sensor ideal --json
        2   --varies compensate block-limit-cycle --set duration=0.05 --set controller.Ts=1ms --tune push --minimise tracking_error --evaluations 2 --sensor ideal --quiet -o out/q.yaml
        1   export compensator terms.yaml -o out/c.c
        1   export compensator terms.yaml --as structured-text --real real --name friction -o out/c.st
        1   export compensator terms.yaml --as simulink-function
        2   sweep bench.yaml --vary Fs=+-5% --samples 3 --threads 1 --metrics max(x),end(v) --expect max(x)<1 --trajectories x --report out/w.html -o -
        2   sweep bench.yaml --vary law=list:coulomb,stribeck --threads 1 --metrics max(x) --trajectories x --quiet -o out/w.mat
        2   --varies tune bench.yaml --set duration=0.05 --tune Fc=0.5:1.2 --minimise max(x) --evaluations 3 --threads 1 --quiet -o out/t.yaml
        1   sweep --from kept.sqlite --expect max(x)<2 --quiet -o out/k.csv
        1   export feedforward uncertain.yaml -o out/f.c
        1   export feedforward uncertain.yaml --as table --speed 0.01 -o out/f.csv
        1   identify check $moved --mass 2kg --json
        1   identify check data.mat --position x --effort u --time t --mass 1 --json
        1   --children identify check data.mat --position x --effort u --time t --mass 1 --json
        1   --children --lasting identify check data.mat --position x --effort u --time t --mass 1 --json
        1   identify power $moved --mass 2kg -o out/p.yaml
        1   identify curve $moved --mass 2kg --json -o out/c.yaml
        1   identify inverse $moved
        1   identify inverse $moved --asymmetric --json -o out/i.yaml
        1   identify ramp block-pre-sliding --simulate -o out/r.yaml
        1   identify breakaway $breakaway -o out/b.yaml
        1   identify sine amplitudes.csv --effort u --position x --sides -o out/s.yaml
        1   identify cycles hunt.csv --effort u --position x -o out/y.yaml
        2   identify cycles hunt.csv --effort u --position x --against block-limit-cycle --json
        2   identify fit $fit --free Fc,sigma2 --json
        4   identify fit $fit --free Fc.each,sigma2 --quiet -o out/f.yaml
        4   identify fit $moved --law stribeck --free Fc.each,Fs,m --drift --starts 2 --threads 1 --quiet
        4   identify fit $fit --free Fc --drift --quiet
        1   identify inverse $moved --drift --delay u=2ms --json
        1   identify inverse $moved --unit x=rad --unit u=N*m --gravity --json
        1   identify power $moved --mass 2kg --base bench.yaml --quiet -o out/b.yaml
        4   identify select $fit --laws coulomb --json
        1   identify inverse $moved --json --rows out/i.csv
        1   identify curve $moved --mass 2kg --quiet --rows out/c.json
        1   identify power $moved --mass 2kg --quiet --rows out/p.mat
        4   identify fit $fit --free Fc --quiet --rows out/f.csv
        1   export mujoco servo-position -o out/servo.xml
        1   export mujoco servo-pendulum --timestep 1ms --joint
        1   export urdf servo-lift -o out/servo.urdf
        8   fmu bench.yaml --kind source --set duration=0.05 -o out/a.fmu
        8   fmu bench.yaml --kind source --fmi 2 --set duration=0.05 -o out/a.fmu
        1   export bam servo-lift --set Fs=0.3 -o out/servo.json
        1   import bam servo.json -o out/servo.yaml
        1   import bam servo.json
        4   characterize coulomb --json
        12  reproduce borello2014 --quiet -o out
        2   reproduce own --quiet -o out
END_OF_COMMANDS
}
