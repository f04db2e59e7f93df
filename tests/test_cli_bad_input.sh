#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Wrong command lines and scenario files: each must end with exit code 2 and a sentence that names what
# is wrong, print nothing on standard output, leave no file behind and not crash.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
patience=$((20 * ${SLOWER:-1}))

# bad_file FRAGMENT TEXT: a scenario file with that text; the place in it is part of the fragment.
bad_file() {
    printf '%b' "$2" >../in/bad.yaml
    bad "$1" check ../in/bad.yaml
    bad "$1" run ../in/bad.yaml -o data.csv --quiet
}

# ---- Commands and options ----

bad 'did you mean "run"?'                 rum block-brake
bad 'unknown command "frobnicate"'        frobnicate
bad 'unknown option "--nonsense"'         --nonsense
bad 'did you mean "list"?'                lst
bad 'unknown command "rum"'               help rum
bad 'follows'                             help run check
bad 'did you mean "--names"?'             list --name
bad 'did you mean "laws"?'                list law
bad '--names takes no value'              list --names=yes
bad 'describe needs'                      describe
bad 'did you mean "lugre"?'               describe lugra
bad 'follows "lugre"'                     describe lugre dahl
bad 'unknown option "--jason"'            describe lugre --jason
bad 'new needs the name of a plant'       new
bad 'did you mean "block"?'               new blok
bad 'check needs a scenario'              check
bad 'did you mean "block-brake"?'         check block-break
bad 'no file and no built-in scenario'    check ./nowhere.yaml
bad 'run needs a scenario'                run
bad 'follows "block-brake"'               run block-brake block-belt
bad 'did you mean "block-stick-slip"?'    run block-stick-slp
bad 'did you mean "--plot"?'              run block-brake --plt a.svg
bad '--plot needs a value'                run block-brake --plot
bad '--quiet takes no value'              run block-brake --quiet=1
bad 'is given twice'                      run block-brake -o a.csv -o b.csv
bad 'stiction run --help'                 run block-brake --verbose

# ---- Output paths: refused before the run ----

bad 'the ending says the format'          run block-brake -o data.xls
bad 'the ending says the format'          run block-brake -o data
bad 'the ending says the format'          run block-brake -o .csv
bad '-o needs the name of a file'         run block-brake -o ''
bad 'nowhere'                             run block-brake -o nowhere/data.csv
bad 'is not a folder'                     run block-brake -o /etc/passwd/data.csv
bad 'the ending says the format'          run block-brake --events events.json
bad 'nowhere'                             run block-brake --events nowhere/events.csv
bad 'the ending says the format'          run block-brake --plot figure.gif
bad 'nowhere'                             run block-brake -o data.csv --plot nowhere/figure.svg
bad 'the same file'                       run block-brake -o a.csv --events a.csv
bad 'exclude each other'                  run block-brake -o - --json
bad 'give --plot FILE too'                run block-brake --data measured.csv
mkdir ../in/folder.csv
bad 'is a folder'                         run block-brake -o ../in/folder.csv
if [[ $(id -u) -ne 0 ]]; then
    mkdir -m 555 ../in/locked
    bad 'cannot be written'               run block-brake -o ../in/locked/data.csv
fi

# ---- Overrides ----

bad 'write PATH=VALUE'                    run block-brake --set duration
bad 'write PATH=VALUE'                    run block-brake --set =3
bad 'did you mean "duration"?'            run block-brake --set duraton=3
bad 'out of range'                        run block-brake --set duration=-1
bad '"long" is not a number'              run block-brake --set duration=long
bad 'duration is in s'                    run block-brake --set 'duration=3 m'
bad 'Fs is in N'                          run block-brake --set 'friction.contact.Fs=3 kg'
bad 'did you mean "Fs"?'                  run block-brake --set friction.contact.Fss=3
bad 'Fs = "-3" is out of range'           run block-brake --set friction.contact.Fs=-3
bad 'did you mean "contact"?'             run block-brake --set friction.contakt.Fs=3
bad 'unknown method "magic"'              run block-brake --set solver.method=magic
bad 'did you mean "lugre"?'               run block-brake --law lugr
bad 'did you mean "contact"?'             run block-brake --law contac=lugre
bad 'lugr'                                run block-brake --law contact=lugr
bad 'unknown column "nothing"'            run block-brake --set 'record.columns=[nothing]' -o a.csv

# ---- Figures ----

if have gnuplot; then
    bad '--y vv: unknown column; did you mean "v"? columns' run block-brake --plot a.svg --y x,vv
    bad 'columns of this record: t x v'       run block-brake --plot a.svg --y q
    bad '--x time: unknown column;'           run block-brake --plot a.svg --x time
    bad 'has an empty entry'                  run block-brake --plot a.svg --y x,,v
    bad 'nowhere.csv'                         run block-brake --plot a.svg --data nowhere.csv
    printf 't [s],x [kg]\n0,1\n1,2\n' >../in/unit.csv
    bad 'does not fit m'                      run block-brake --plot a.svg --data ../in/unit.csv
    printf 't [s],q [m]\n0,1\n1,2\n' >../in/other.csv
    bad 'none of its columns'                 run block-brake --plot a.svg --data ../in/other.csv
    printf 'x [m],v [m/s]\n0,1\n1,2\n' >../in/notime.csv
    bad 'no column "t"'                       run block-brake --plot a.svg --data ../in/notime.csv
    printf 't [s],x [furlong]\n0,1\n1,2\n' >../in/furlong.csv
    bad 'furlong'                             run block-brake --plot a.svg --data ../in/furlong.csv
    bad 'unknown column'                      compare block-brake --laws lugre,dahl --plot a.svg --y q
fi

# ---- compare ----

bad 'compare needs --laws'                compare block-brake
bad 'compare needs a scenario'            compare --laws lugre
bad 'did you mean "lugre"?'               compare block-brake --laws coulomb,lugra
bad 'appears twice'                        compare block-brake --laws lugre,lugre
bad 'has an empty entry'                  compare block-brake --laws lugre,
bad 'did you mean "contact"?'             compare block-brake --laws lugre --site contct
bad 'the ending says the format'          compare block-brake --laws lugre -o table.mat
bad 'exclude each other'                  compare block-brake --laws lugre -o - --json
bad 'name a file'                         compare - --laws lugre

# ---- Plugins ----

bad '--plugin needs'                      list --plugin
bad 'nowhere.so'                          list --plugin nowhere.so
printf 'no library' >../in/text.so
bad 'text.so'                             list --plugin ../in/text.so

# ---- Scenario files ----

head='plant: block\nduration: 1 s\ninputs: {u: 0 N}\n'
bad_file 'bad.yaml:1:1'                   ''
bad_file 'bad.yaml:1:1'                   'just words\n'
bad_file 'bad.yaml:2'                     'plant: block\n  duration: [1 s\n'
bad_file 'the key "plant" is missing'     'duration: 1 s\n'
bad_file 'did you mean "block"?'          'plant: blok\nduration: 1 s\n'
bad_file 'the key "duration" is missing'  'plant: block\ninputs: {u: 0 N}\n'
bad_file 'bad.yaml:4:1'                   "${head}parametres: {m: 1 kg}\n"
bad_file 'bad.yaml:4:14'                  "${head}parameters: {mm: 1 kg}\n"
bad_file 'bad.yaml:4:17'                  "${head}parameters: {m: 1 s}\n"
bad_file 'unknown unit "kgg"'             "${head}parameters: {m: 1 kgg}\n"
bad_file 'm = "-1 kg" is out of range'    "${head}parameters: {m: -1 kg}\n"
bad_file '".nan" is not a number'         "${head}parameters: {m: .nan}\n"
bad_file 'xmin must lie below'            "${head}parameters: {xmin: 1 m, xmax: 0 m}\n"
bad_file 'did you mean "spring"?'         "${head}options: {drive: sprng}\n"
bad_file 'input "u" is missing'           'plant: block\nduration: 1 s\n'
bad_file 'did you mean'                   'plant: block\nduration: 1 s\ninputs: {u: {sinus: {amplitude: 1 N}}}\n'
bad_file 'frequency'                      'plant: block\nduration: 1 s\ninputs: {u: {sine: {amplitude: 1 N}}}\n'
bad_file 'did you mean "stribeck"?'       "${head}friction: {contact: {law: stribek}}\n"
bad_file 'Fs must not be below'           "${head}friction: {contact: {law: coulomb, Fs: 1 N, Fc: 2 N}}\n"
bad_file 'bad.yaml:1:7: there is no file' "base: nowhere\n${head}"
bad_file 'leads back to itself'           "base: bad.yaml\n${head}"
bad_file 'rtol = "0" is out of range'     "${head}solver: {rtol: 0}\n"
bad_file 'every = "0 s" is out of range'  "${head}record: {every: 0 s}\n"
bad_file 'unknown state "q"'                      "${head}initial: {q: 1 m}\n"
bad_file 'unknown output of plant block: "q"'                      "${head}sensors: {q: {lag: 1 ms}}\n"
bad_file '"duration" appears twice'        "${head}duration: 2 s\n"
bad_file 'bad.yaml:1:1: not valid YAML'   '\x00\x01\xff\xfe\x80'
mkdir ../in/folder.yaml
bad 'folder.yaml'                         run ../in/folder.yaml

# ---- Rules of the integrator ----

pid=(check block-limit-cycle --set controller.integrator=reset)
bad 'needs a sampled controller: give Ts'     "${pid[@]}"
bad 'needs an integral gain: give Ki'         "${pid[@]}" --set controller.Ts=1ms --set controller.Ki=0
bad 'controller.alpha must be above 0'        "${pid[@]}" --set controller.Ts=1ms --set controller.alpha=0
bad 'give band'                               check block-limit-cycle --set controller.Ts=1ms --set controller.integrator=deadzone
bad 'did you mean "reset"?'                   check block-limit-cycle --set controller.Ts=1ms --set controller.integrator=rest

# ---- Gains that follow the place ----

curved=(check block-limit-cycle --set 'controller.schedule_1=-2 1/m')
bad 'need a sampled controller: give Ts'      "${curved[@]}"
bad 'schedule_at: there the polynomial of the schedule is not above 0' "${curved[@]}" --set controller.Ts=1ms --set controller.schedule_at=0.5m
bad 'but schedule_2 is in 1/m^2'                        check block-limit-cycle --set controller.Ts=1ms --set 'controller.schedule_2=1 1/m'
bad 'did you mean "schedule_1"?'              check block-limit-cycle --set controller.Ts=1ms --set controller.schedule_5=1

summary
