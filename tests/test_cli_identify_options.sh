#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Options of the methods of stiction identify, right and wrong ones: on data with known levels the results are
# these levels; what makes no sense is refused with exit code 2 and a sentence.
source_dir=$(cd "${BASH_SOURCE%/*}/.." && pwd)
. "$source_dir/tests/cli_support.sh"
command=(identify)

# value NAME FROM TO: the first number behind NAME in the table lies there.
value() {
    awk -v name="$1" -v from="$2" -v to="$3" '
        $1 == name { found = 1; exit !($2 >= from && $2 <= to) }
        END { if (!found) exit 1 }' ../stdout
}
json() { if have jq; then jq -e "$1" ../stdout >/dev/null; fi; }

# ---- Data: runs at constant speed, Fc 2 N, Fs 2.5 N, vs 0.15 m/s, Fv 0.3 ----

awk 'BEGIN {
    print "t [s],x [m],v [m/s],u [N],run [1]"
    for (i = 0; i < 3000; i++) {
        run = int(i/500) + 1; side = run % 2 ? 1 : -1; v = side*0.1*int((run + 1)/2)
        printf "%.3f,%.6f,%.6f,%.6f,%d\n", i/500, 0.05*v*(i % 500), v, side*(2 + 0.5*exp(-(v/0.15)^2)) + 0.3*v, run
    }
}' >../in/runs.csv
curve=(curve ../in/runs.csv --effort u --velocity v --runs run)
good "from 6 runs" "${curve[@]}"
good '"method": "curve"' "${curve[@]}" --per-side --json
good "from 6 runs" "${curve[@]}" --exponent 1 --no-offset
good "from 6 runs" "${curve[@]}" --free-exponent
good "from 6 runs" "${curve[@]}" --settle 0.2s
bad "a value above 0 is needed"                "${curve[@]}" --exponent 0
bad "0 samples are too few for 3 parameters"   "${curve[@]}" --settle 5s
bad "a whole number from 2 to 10000 is needed" "${curve[@]}" --bins 0
bad "longer than the data: the longest run takes 0.998 s" power ../in/runs.csv --effort u --position x --runs run --window 1e17
bad "it is given twice"                        curve ../in/runs.csv --effort u --effort u --velocity v --runs run
bad "a whole number from 1 to 1000000 is needed" fit ../in/runs.csv --effort u --velocity v --law coulomb --iterations 1000000000
bad "needs"                                    curve ../in/runs.csv --velocity v --runs run
# What no fit looks at is refused: it was read and passed over.
motion=(../in/runs.csv --effort u --position x --where run=1)
for column in "--load v" "--reference x" "--acceleration v"; do
    # shellcheck disable=SC2086
    bad "${column% *}: identify fit makes no use of the" fit "${motion[@]}" --law coulomb --free Fc $column
    # shellcheck disable=SC2086
    bad "${column% *}: identify select makes no use of the" select "${motion[@]}" --laws coulomb $column
done
bad "--position goes without --scenario" fit ../in/runs.csv --scenario block-brake --match x=x --free Fc --position x
bad "--load: identify fit makes no use" fit ../in/runs.csv --scenario block-brake --match x=x --free Fc --load u

# ---- Sines of four amplitudes: m 0.5 kg, fc 3 N, fv 2 N*s/m ----

awk 'BEGIN {
    print "t [s],x [m],v [m/s],u [N],vd [m/s]"
    w = 6.283185307179586
    for (i = 0; i < 4000; i++) {
        t = i/500; V = 0.1*(int(t/2) + 1); v = V*sin(w*t)
        u = 0.5*V*w*cos(w*t) + 2*v + (v > 0 ? 3 : v < 0 ? -3 : 0)
        printf "%.3f,%.9f,%.9f,%.9f,%.9f\n", t, V/w*(1 - cos(w*t)), v, u, v
    }
}' >../in/sine.csv
sine=(sine ../in/sine.csv --effort u --position x)
for options in "--sign held" "--sign auto" "--line" "--settle 2" "--hysteresis 1mm"; do
    # shellcheck disable=SC2086
    good "Sliding level from sinusoidal speed" "${sine[@]}" $options
    ok value fc 2.9 3.1
done
good '"method": "sine"' "${sine[@]}" --sign held --sides --json
bad "0 amplitudes were found (of 4 more, --settle leaves less than 2 of its half periods)" "${sine[@]}" --settle 100
good "--gap changes nothing: the samples are even." "${sine[@]}" --gap 1us
ok value fc 2.9 3.1
good "Sliding level from sinusoidal speed" "${sine[@]}" --play 1mm --cd 1N
bad 'unknown value of --sign: "nothing"'         "${sine[@]}" --sign nothing
bad "--sign reference needs the position ref"    "${sine[@]}" --sign reference
bad "--play and --cd go together"                "${sine[@]}" --play 1mm
bad "--vary is for a simulated test"             "${sine[@]}" --vary inputs.u=1,2
bad "--simulate needs several amplitudes"        sine block-brake --simulate
bad "--simulate needs several amplitudes"        sine block-brake --simulate --vary nothing
# A value of any length counts to its end: the unit stands there.
amplitudes() { "$STICTION" identify sine clutch-sine --simulate --vary "inputs.omegad.sine.amplitude=$1" --json | sed '/"files\?"/,/\]/d'; }
amplitudes "1000 rpm,2000 rpm,3000 rpm" >../short.json
amplitudes "$(printf '%d%250srpm,' 1000 '' 2000 '' 3000 '' | sed 's/,$//')" >../long.json
ok test "$(wc -l <../short.json)" -gt 50
ok cmp -s ../short.json ../long.json
bad "needs files"                                sine

power=(power ../in/sine.csv --effort u --position x)
good "Balance of power" "${power[@]}" --resolution 1um
ok value fv 1.8 2.2
good "Balance of power" "${power[@]}" --mass 0.5kg --asymmetric
good "Balance of power" "${power[@]}" --asymmetric --no-viscous
good '"method": "power"' "${power[@]}" --no-offset --json
ok json '.parameters.fc.value > 2.9 and .parameters.fc.value < 3.1'
bad "a value above 0 is needed"                  "${power[@]}" --window 0
bad "take shorter windows, or more data"         "${power[@]}" --window 3s

# ---- Hunting of a position loop: static level 1.5 N ----

"$STICTION" run block-limit-cycle --set record.every=10ms -o ../in/hunt.csv --quiet
cycles=(cycles ../in/hunt.csv --effort u --position x)
good "3 cycles from 20 s on" "${cycles[@]}" --settled 20s --mass 1kg --target 1
ok value Fs+ 1.48 1.52
good "Limit cycles of a position loop" "${cycles[@]}" --play
ok grep -q 'Cd_s' ../stdout
bad "are too few"                                "${cycles[@]}" --settled 1e6
bad '"x" is not a number'                        "${cycles[@]}" --target x
bad 'no built-in scenario "nothing"'             "${cycles[@]}" --against nothing
bad "it goes with --simulate or --against"       "${cycles[@]}" --set m=1

# ---- Breakaway, from the same data and on the bench ----

breakaway=(breakaway ../in/hunt.csv --effort u --position x)
good "Breakaway levels" "${breakaway[@]}" --rest 0.1s --degree 0 --outlier 3 --steps 3
good '"method": "breakaway"' "${breakaway[@]}" --sliding 1.2 --json
good "Breakaway levels" "${breakaway[@]}" --sliding 1.2,1.1 --play 0.1mm
bad "a whole number from 1 to"                   "${breakaway[@]}" --steps 0
bad "a whole number from 0 to 4 is needed"       "${breakaway[@]}" --degree -1
bad '--sliding 1,2,3: one value or two'            "${breakaway[@]}" --sliding 1,2,3
bench=(breakaway block-brake --simulate --set initial.v=0 --resolution 100um)
good "Breakaway levels" "${bench[@]}" --travel 0:2mm --rate 0.5N/s --limit 10N --input u --passes 2 --points 20 --sample 2ms
bad "needs the ends of the travel"               "${bench[@]}"
bad "two ends of travel, the lower one first"    "${bench[@]}" --travel 1
bad "two ends of travel, the lower one first"    "${bench[@]}" --travel 1:1
bad "a whole number from 1 to 1000 is needed"    "${bench[@]}" --travel 0:1mm --passes 0
bad "a whole number from 1 to 100000 is needed"  "${bench[@]}" --travel 0:1mm --points 0
bad 'unknown input "nothing"'                    "${bench[@]}" --travel 0:1mm --input nothing
for option in "--rate 0" "--sample 0" "--longest 0"; do
    # shellcheck disable=SC2086
    bad "a value above 0 is needed" "${bench[@]}" --travel 0:1mm $option
done
bad "a constant signal says nothing"             "${bench[@]}" --travel 0:1mm --rate 5N/s --limit 0.1N
good "Only 2 points forward"                       "${bench[@]}" --travel 0:1mm --rate 5N/s --passes 1 --points 2
bad 'unknown key "nothing"'                      "${bench[@]}" --travel 0:1mm --set nothing=1
bad "--rate is for a simulated test: it goes with --simulate" "${breakaway[@]}" --rate 1N/s
bad "--set changes a scenario: it goes with --simulate"       "${breakaway[@]}" --set m=1
bad "no sensor with a resolution"                breakaway block-brake --simulate --travel 0:1mm

# ---- Pre-sliding ----

"$STICTION" run block-pre-sliding --quiet -o ../in/pre.csv
ramp=(ramp ../in/pre.csv --effort u --position x)
good "Pre-sliding from a slow ramp" "${ramp[@]}" --resolution 1um
good '"method": "ramp"' "${ramp[@]}" --json
good "Pre-sliding from a slow ramp" ramp block-pre-sliding --simulate --steps 3 --soft 0.1
bad "a whole number from 3 to"                   "${ramp[@]}" --steps 0
bad "the sensor cannot see it"                   "${ramp[@]}" --resolution 1mm
bad "takes a file only"                          "${ramp[@]}" ../in/hunt.csv
bad "needs a file"                               ramp
bad "--site goes with --base"                    "${ramp[@]}" --site contact
bad "give -o FILE.yaml"                          "${ramp[@]}" --base block-brake
bad "cannot read the file"                       ramp nothing.csv --effort u --position x
bad "this method needs the position"             ramp ../in/pre.csv --effort u
bad "this method needs the effort"               ramp ../in/pre.csv --position x

# ---- Numbers that make no sense: what is allowed is said ----

above() { bad "$1: a value above 0 is needed" "${@:2}" "${1% *}" "${1##* }"; }
zero() { bad "$1: a value of 0 or more is needed" "${@:2}" "${1% *}" "${1##* }"; }
part() { bad "$1: a part above 0 and below 1 is needed" "${@:2}" "${1% *}" "${1##* }"; }
for option in "--outlier -1" "--resolution -1um" "--resolution 0"; do above "$option" breakaway ../in/runs.csv --effort u --position x; done
for option in "--rest -1s" "--play -1mm"; do zero "$option" breakaway ../in/runs.csv --effort u --position x; done
bad "levels above 0 are needed" breakaway ../in/runs.csv --effort u --position x --sliding 1N,-1N
for option in "--rate -1" "--limit 0" "--longest -1s" "--sample 0"; do
    above "$option" breakaway block-brake --simulate --set initial.v=0 --resolution 100um --travel 0:1mm
done
for option in "--cutoff 0" "--cutoff -1Hz" "--cutoff-acceleration 0"; do above "$option" "${curve[@]}"; done
for option in "--settle -1" "--mass -1"; do zero "$option" "${curve[@]}"; done
for option in "--settle -1" "--hysteresis -1mm"; do zero "$option" "${sine[@]}"; done
zero "--play -1mm" "${sine[@]}" --cd 1N
zero "--cd -1N" "${sine[@]}" --play 1mm
for option in "--alike 0" "--alike -1" "--alike 2"; do part "$option" "${sine[@]}"; done
for option in "--mass -1" "--resolution -1"; do above "$option" cycles ../in/hunt.csv --effort u --position x; done
for option in "--resolution 0" "--sample -1" "--mass 0" "--effort-max -1" "--speed-max 0"; do above "$option" check ../in/runs.csv --position x; done
zero "--mass-error -1" check ../in/runs.csv --position x
above "--cutoff 0" inverse ../in/sine.csv --effort u --position x
for option in "--mass -1" "--dead-speed -1"; do zero "$option" inverse ../in/sine.csv --effort u --position x; done
zero "--mass -1" "${power[@]}"
above "--resolution 0" ramp ../in/sine.csv --effort u --position x
for option in "--soft 0" "--soft 1"; do part "$option" ramp ../in/sine.csv --effort u --position x; done
above "--sample -1" ramp block-pre-sliding --simulate

# ---- JSON, options, pages and completion against the tables ----

if have python3; then
    declare -A small=(
        [check]="--resolution 1um --sample 1ms --mass 1kg --effort-max 1N"
        [breakaway]="${breakaway[*]:1}" [sine]="${sine[*]:1}" [cycles]="${cycles[*]:1}" [ramp]="${ramp[*]:1}"
        [curve]="${curve[*]:1}" [power]="${power[*]:1}" [inverse]="../in/sine.csv --effort u --position x"
        [fit]="../in/runs.csv --effort u --velocity v --runs run --means --law coulomb --free Fc --evaluate"
        [select]="../in/sine.csv --effort u --position x --laws coulomb --starts 1 --every 20"
    )
    "$STICTION" list fields --json >fields.json
    for method in $("$STICTION" identify --options); do
        # shellcheck disable=SC2086
        "$STICTION" identify "$method" ${small[$method]} --json >result.json 2>../stderr
        ok test $? -eq 0
        "$STICTION" identify "$method" --options >options
        python3 - "$method" "$source_dir" >../stdout 2>../stderr <<'PY'
import json, re, sys

method, root = sys.argv[1:]
table = next(t["fields"] for t in json.load(open("fields.json"))["fields"] if t["name"] == method)
result = json.load(open("result.json"))
options = {line.strip().rstrip("=") for line in open("options")}
page = open(f"{root}/docs/identify.md").read().split(f"### Options of {method}\n")[1].split("###")[0]
manual = open(f"{root}/docs/man/stiction.1").read().replace("\\-", "-")
manual = manual.split(f'.SS "stiction identify {method}"')[1].split(".SS ")[0]
names = [field["name"] for field in table]
rows = [re.match(r"\| `(--[^`]*)` ", line)[1] for line in page.split("\n") if line.startswith("| `")]
expected = []
for field in table:
    off = field["kind"] == "flag" and field["default"]
    expected.append(("--no-" if off else "--") + field["name"].replace("_", "-"))
assert list(result["options"]) == names, f"JSON has {list(result['options'])}"
assert rows == expected, f"docs/identify.md has {rows}"
assert set(expected) <= options, f"not offered: {set(expected) - options}"
for option in expected:
    assert re.search(rf"^  {option}\b", manual, re.M), f"the man page has no {option}"
PY
        ok test $? -eq 0
    done
fi

summary
