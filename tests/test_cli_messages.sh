#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Messages name what is allowed where no name is near, and what was typed.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
# shellcheck disable=SC2086 # lists of words

spring_block '2 s' '2 ms' >../in/bench.yaml
"$STICTION" run ../in/bench.yaml --quiet -o ../in/data.csv || exit 1
inverse=(identify inverse ../in/data.csv --effort u --position x)
fit=(identify fit ../in/data.csv --scenario ../in/bench.yaml)

# ---- What is allowed ----
bad "allowed: laws, "                       list foo
bad "allowed: "                             characterize foo
bad "borello2014"                           reproduce foo
bad '--laws: unknown law "foo"; allowed: '       compare ../in/bench.yaml --laws foo,lugre
bad "allowed: contact"                      compare ../in/bench.yaml --laws dahl,lugre --site foo
bad "allowed: measured, reference"          "${inverse[@]}" --sign foo
bad "allowed: refuse, fill, drop"           "${inverse[@]}" --missing foo
bad 'no column "q"; it has x, v, '          "${fit[@]}" --match q=x --free Fc
bad 'input of the model: "zz"; allowed: '   "${fit[@]}" --match x=x --free Fc --input zz=u
bad "there are m, K, "                      "${fit[@]}" --match x=x --free q

# ---- What was typed ----
for value in '*2kg' '*nan' '*' '* '; do
    bad "\"$value\" is no factor: a number" run ../in/bench.yaml --set "m=$value"
    bad "\"$value\" is no factor: a number" run ../in/bench.yaml --set "parameters.m=$value"
done
bad 'unknown unit "ton"; did you mean "t"?' run ../in/bench.yaml --set 'm=5 ton'
bad 'unknown unit "lbm"; did you mean "lb"?' run ../in/bench.yaml --set 'm=12 lbm'
bad '--sliding 1,2,3: one value or two'     identify breakaway ../in/data.csv --effort u --position x --sliding 1,2,3
printf 't,x\n' >../in/header.csv
bad "header.csv:2:1: no rows of numbers"    identify inverse ../in/header.csv --effort t --position x

# ---- Where it stands ----
axis=$SOURCE_DIR/scenarios/block-emps.yaml
sed 's/Ts: 1 ms/Ts: 1 ns/' "$axis" >../in/sampled.yaml
bad "sampled.yaml:$(grep -n 'Ts: 1 ns' ../in/sampled.yaml | cut -d: -f1):" run ../in/sampled.yaml
{ grep -v '^solver' "$axis" && echo 'solver: {method: fixed, dt: 1 s}'; } >../in/stepped.yaml
bad "stepped.yaml:$(grep -n '^solver' ../in/stepped.yaml | cut -d: -f1):29:" run ../in/stepped.yaml

# ---- What contradicts itself ----
bad "--load u: the column is the --effort"  "${inverse[@]}" --load u

# ---- Units of the other kind ----
for words in "--mass 5kg*m^2:kg" "--dead-speed 1rad/s:m/s" "--vs 1rad/s:m/s"; do
    bad "${words%:*}: the system is linear, a value in ${words#*:} is needed" "${inverse[@]}" ${words%:*}
done
for words in "--mass 5kg*m^2:kg" "--effort-max 50N*m:N" "--speed-max 3rad/s:m/s" "--resolution 1mrad:m"; do
    for from in "../in/data.csv --effort u --position x" ../in/bench.yaml; do
        bad "${words%:*}: the system is linear, a value in ${words#*:} is needed" identify check $from ${words%:*}
    done
done
bad "the system is rotary, a value in kg*m^2 is needed" identify check --resolution 1mrad --sample 1ms --mass 3kg
bad "the system is rotary, a value in rad is needed"    identify check --rotary --resolution 1mm --sample 1ms
sed 1s/.*/t,x,v,u,FF/ ../in/data.csv >../in/plain.csv
bad "--unit COLUMN=rad says"                "${inverse[@]/data.csv/plain.csv}" --mass 5kg*m^2
good "rad/s" identify check ../in/plain.csv --position x --effort u --resolution 1mrad

# ---- Out of range ----
bad "--mass 1e300: out of range; in SI, 0 or 1e-30 to 1e30" "${inverse[@]}" --mass 1e300
bad "--resolution 1e300: out of range"      identify check --resolution 1e300 --sample 1e-300
bad "--sample 1e-300: out of range"         identify check --resolution 1 --sample 1e-300

# ---- A link that leads into a folder that is not there ----
ln -s missing/data.csv ../in/dangling.csv
ln -s dangling.csv ../in/twice.csv
ln -s loop.csv ../in/loop.csv
bad '/missing" cannot be used'              run ../in/bench.yaml -o ../in/dangling.csv
bad '/missing" cannot be used'              run ../in/bench.yaml -o ../in/twice.csv
bad "the link cannot be followed"           run ../in/bench.yaml -o ../in/loop.csv
ln -s new.csv ../in/link.csv
ok "$STICTION" run ../in/bench.yaml --quiet -o ../in/link.csv
ok test -s ../in/new.csv
summary
