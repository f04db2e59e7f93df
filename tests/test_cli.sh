#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The program from the outside: commands on built-in scenarios, what they print and write, exit codes.
# $STICTION is the program; $SOURCE_DIR the tree (for the plugin's headers).
. "$(dirname "${BASH_SOURCE[0]}")/cli_commands.sh"

# ---- Help ----

begin "help"
stiction 0
ok says out "usage: stiction COMMAND"
for command in list describe new check run compare characterize reproduce; do
    stiction 0 "$command" --help
    ok says out "usage: stiction $command"
    ok says out "examples:"
    cp out long
    stiction 0 help "$command"
    ok cmp -s out long
    stiction 0 --help
    ok says out "  $command "
done
ok silent err
stiction 0 --version
ok says out "stiction "

# ---- list, describe, new, check ----

begin "list"
stiction 0 list
ok says out "Friction laws"
ok says out "block-stick-slip"
stiction 0 list laws --names
ok grep -qx lugre out
ok grep -qx coulomb out
stiction 0 list plants --names
ok grep -qx block out
stiction 0 list scenarios --names
ok grep -qx block-limit-cycle out
stiction 0 list --json
ok json out '(.laws | map(.name) | index("lugre")) and (.plants | length > 5) and (.fields[0].name == "solver")'
stiction 0 list formats methods --json
ok json out 'keys == ["formats", "methods"] and (.methods | map(.name) | index("sine"))'
stiction 2 list lawss --json
ok says err 'unknown kind "lawss"; did you mean "laws"?'
stiction 2 list --json --names
ok says err "exclude each other"
stiction 0 list papers --names
ok grep -qx borello2014 out

begin "every law, plant and scenario can be described"
laws=$("$STICTION" list laws --names)
plants=$("$STICTION" list plants --names)
scenarios=$("$STICTION" list scenarios --names)
for thing in $laws $plants $scenarios; do
    stiction 0 describe "$thing"
    ok grep -q "^$thing: " out
    stiction 0 describe "$thing" --json
    ok json out ".name == \"$thing\" and .kind"
done
stiction 0 describe lugre --json
ok json out '.parameters[] | select(.name == "sigma0") | .default == null and .derived != null'
ok json out '.parameters[] | select(.name == "Fs") | .unit == "N" and .unit_rotary == "N*m" and .kind == "pair"'
stiction 0 describe block --json
ok json out '.parameters[] | select(.name == "drive") | .choices | index("pid")'
ok json out '.parameters[] | select(.name == "xmax") | .default == "inf"'
stiction 0 describe eha
ok says out "-XJM <= XJ <= XJM"
stiction 0 describe eha --json
ok json out '.stops[] | select(.name == "spool") | .lower == "-XSM" and .upper == "XSM"'

begin "new makes a scenario that checks and runs, for every plant"
for plant in $plants; do
    stiction 0 new "$plant"
    cp out "new-$plant.yaml"
    stiction 0 check "new-$plant.yaml"
    ok says out "plant: $plant"
    stiction 0 run "new-$plant.yaml" --set duration=0.1 --quiet
    ok silent out
done

begin "new and check leave out what is not used"
for command in "new chain" "check new-chain.yaml"; do
    # shellcheck disable=SC2086
    stiction 0 $command
    ok grep -q '^  J2: ' out
    ok test "$(grep -c 'J3\|P12\|body3\|load3' out)" -eq 0
    ok test "$(wc -l <out)" -lt 90
done
stiction 0 check new-chain.yaml --set parameters.J3=1 --quiet
ok says err "unused in this system: J3"

begin "new with its comments taken away still checks"
sed -E 's/^( +)# ([A-Za-z0-9_]+: *[^. ].*)$/\1\2/; s/^# (controller|initial):$/\1:/' new-block.yaml >all.yaml
stiction 0 check all.yaml

begin "check resolves to a scenario that resolves to itself"
for scenario in $scenarios; do
    stiction 0 check "$scenario"
    cp out resolved.yaml
    stiction 0 run resolved.yaml --set duration=1e-3 --quiet
done
stiction 0 check block-stick-slip --law lugre --set friction.contact.Fs=2N
ok says out "law: lugre"
ok grep -q "Fs: 2 *N" out
stiction 0 check block-stick-slip --quiet
ok silent out

# ---- run ----

begin "run prints a summary"
stiction 0 run block-stick-slip
ok says out "stribeck"
ok says out "slip_forward"
ok says out " 7.5 s  contact  slip_forward"
ok says out "15 slips from 7.5 s on, every 6.512 s"
ok says out "Final values, t = 100 s"
ok says out "work against friction"
ok says out "right-hand sides"
stiction 0 run block-brake --set duration=0.1
ok says out "Work: 1 step (1 exact, 0 explicit, 0 implicit, 0 rejected), 1 right-hand side, 1 Jacobian, "
stiction 0 run eha-step
# What a servo engineer asks stands first, in units of the size: the same numbers as in the JSON text below.
ok test "$(sed -n 3p out)" = "Response of piston to Com, a step of 1 mm at 0 s"
ok says out "final error    -34.67 µm  -3.467 % of the step"
ok says out "overshoot        15.09 %"
ok says out "rise time       18.89 ms"
ok says out "stands since 92.35 ms"
stiction 0 run eha-step --digits 9
ok says out "final error    -34.6721999 µm"
ok says out "0.0010346722  m"
stiction 0 run eha-step --json
ok json out '.sites.piston.response | .step and (.final_error + 3.46722e-5 | fabs) < 1e-9 and (.overshoot - 0.1509 | fabs) < 1e-4'
ok json out '(.sites.piston.stands_since - 0.092347 | fabs) < 1e-6'
stiction 2 run eha-step --digits 0
ok says err "--digits 0: a whole number from 1 to 17"

begin "tables fit in 100 columns"
stiction 0 list
ok test "$(wc -L <out)" -le 100
stiction 0 compare eha-step --laws coulomb,sign,lugre_new_modified
ok test "$(wc -L <out)" -le 100
ok says out "over-     rise"

begin "CSV has the shortest text of the same bits, and fewer digits where asked"
stiction 0 run eha-step -o full.csv --quiet
stiction 0 run eha-step -o short.csv --digits 5 --quiet
ok test "$(cut -d, -f8 full.csv | tail -n 1 | wc -c)" -gt 18
ok test "$(cut -d, -f8 short.csv | tail -n 1)" = "0.0010347"
rm -f full.csv short.csv
stiction 0 run chain-two-mass -o - --quiet
ok test "$(grep -cE '(^|,)-0(,|$)' out)" -eq 0

begin "run --quiet says nothing, run --json speaks to machines"
stiction 0 run block-brake --quiet
ok silent out
ok silent err
stiction 0 run block-brake --json
ok json out '.status == "done" and .plant == "block" and .friction.contact == "coulomb"'
ok json out '.final.x.unit == "m" and (.final.x.value - 2 | fabs) < 1e-9'
ok json out '[.events[].event] == ["slip_forward", "stick"]'
ok json out '(.energy | .input - .stored - .friction - .impact | fabs) < 1e-9'

begin "built-in scenarios all run"
for scenario in $scenarios; do
    stiction 0 run "$scenario" --quiet
done

begin "data files"
stiction 0 run block-brake -o data.csv --events events.csv
ok grep -qx 't \[s\],x \[m\],v \[m/s\],u \[N\],h \[N\],FF \[N\]' data.csv
ok lines data.csv -eq 602
ok grep -qx 't \[s\],site,event,detail' events.csv
ok grep -q '^2,contact,stick,' events.csv
stiction 0 run block-brake -o data.json
ok json data.json '.provenance'
stiction 0 run block-brake -o data.mat
ok test -s data.mat
stiction 0 run block-brake --output=other.csv --quiet
ok cmp -s data.csv other.csv
rm -f data.* other.csv events.csv

begin "data on standard output, the summary on standard error"
stiction 0 run block-brake -o -
ok grep -q '^t \[s\],x' out
ok lines out -eq 602
ok says err "Final values"
stiction 0 run block-brake -o - --quiet
ok silent err
stiction 0 run block-brake --events -
ok grep -qx 't \[s\],site,event,detail' out

begin "overrides"
stiction 0 run block-brake --set duration=1 --set initial.v=4 --law lugre --json
ok json out '.friction.contact == "lugre" and .duration == 1'
stiction 0 run block-brake --law contact=stribeck --json
ok json out '.friction.contact == "stribeck"'
"$STICTION" new block | "$STICTION" run - --set "duration=0.1 s" --json >out 2>err
ok json out '.duration == 0.1'

begin "a whole path means its own place only"
printf '%s\n' 'plant: block' 'duration: 1 s' \
    'inputs: {u: {multisine: {components: 3, amplitude: 1 N, f0: 1 Hz, f1: 2 Hz, seed: 3}}}' >nested.yaml
stiction 0 check nested.yaml --set 'seed=*2'
ok grep -qx 'seed: 2' out
ok says out 'seed: 3}'
rm -f nested.yaml

begin "a record of some columns only"
stiction 0 run block-brake --set 'record.columns=[v]' -o v.csv --quiet
ok grep -qx 't \[s\],v \[m/s\]' v.csv
rm -f v.csv

begin "fixed-step laws say so"
stiction 0 run block-brake --law borello
ok says err "fixed-step"
ok says out "fixed step, dt 1e-5 s"

# ---- Figures ----

if have gnuplot; then
    begin "figures"
    stiction 0 run block-brake --plot figure.svg
    ok grep -q "<svg" figure.svg
    ok grep -q "Braking to a stop (coulomb)" figure.svg
    stiction 0 run block-brake --plot figure.png --y v,FF --x x --quiet
    ok test -s figure.png
    stiction 0 run block-brake --plot figure.pdf --quiet
    ok test -s figure.pdf
    printf 'time [ms];x [mm]\n0;0\n1000;1500\n2000;2000,5\n' >measured.csv
    stiction 0 run block-brake --plot data.svg --y x --data measured.csv --quiet
    ok grep -q "measured" data.svg
    stiction 0 compare block-brake --laws coulomb,lugre --plot laws.svg
    ok grep -q "lugre" laws.svg

    begin "figures in engineering units, flat columns apart, in a size that fits a page"
    stiction 0 run eha-step --plot figure.svg --quiet
    ok grep -q 'XJ \[mm\]' figure.svg
    ok grep -q 'XF \[µm\]' figure.svg
    ok grep -q 't \[ms\]' figure.svg
    stiction 0 run eha-step --plot figure.svg --unit si --y XJ --quiet
    ok grep -q 'XJ \[m\]' figure.svg
    stiction 0 run eha-step --plot figure.svg --unit XJ=um --unit t=s --y XJ --quiet
    ok grep -q 'XJ \[um\]' figure.svg
    ok grep -q 't \[s\]' figure.svg
    stiction 0 run eha-step --plot figure.pdf --quiet
    # 190 mm x 259 mm in points, and a little for rounding.
    ok test "$(grep -a -o 'MediaBox \[ 0 0 [0-9]* [0-9]*' figure.pdf | awk '{ print ($5 <= 539 && $6 <= 738) }')" = 1
    stiction 0 run eha-step --plot figure.png --size 1200x700 --quiet
    ok test "$(od -An -tu1 -j16 -N8 figure.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" = "1200 700"
    stiction 2 run eha-step --plot figure.png --size 3bananas
    stiction 2 run eha-step --plot figure.png --size 160x100mm/s
    ok says err '"mm/s" is no unit of length'
    stiction 0 run block-brake --plot figure.svg --size A4 --quiet
    ok grep -q 'width="718" height="1047"' figure.svg # 190 mm x 277 mm
    stiction 2 run eha-step --plot figure.png --unit XJ=N
    ok says err "XJ is in m"

    begin "other runs over a figure"
    stiction 0 run block-brake --law lugre -o soft.csv --quiet
    stiction 0 run block-brake --plot figure.svg --overlay soft.csv --y v,FF --quiet
    ok grep -q "soft" figure.svg
    stiction 2 run block-brake --overlay soft.csv
    ok says err "give --plot FILE too"
    stiction 2 run block-brake --plot figure.svg --overlay none.csv
    stiction 2 run block-brake --plot figure.svg --overlay soft.csv -o soft.csv
    rm -f soft.csv
    rm -f figure.* data.svg laws.svg measured.csv
fi

# ---- compare ----

begin "compare measures what the closed forms say"
stiction 0 compare block-belt --laws coulomb,borello --json
# block-belt.yaml: slip lasts 2*(pi - atan(w*D/V))/w, then stick 2*D/V; w = sqrt(2), D = 0.25, V = 0.1.
# The period is exact (events); the height V*period is right to the rows' interpolation.
ok json out '(.laws[0].breakaway - 7.5 | fabs) < 1e-6'
ok json out '(.laws[0].period - (2 * (3.141592653589793 - ((2 | sqrt) * 2.5 | atan)) / (2 | sqrt) + 5) | fabs) < 1e-6'
ok json out '(.laws[0].height - 0.1 * .laws[0].period | fabs) < 1e-3'
ok json out '.laws[1].engine == "fixed" and (.laws[1].breakaway - 7.5 | fabs) < 1e-3'
ok json out '.laws[0].final_error == null and .units.height == "m"'
stiction 0 compare block-incline --laws coulomb,hyperviscous --json
ok json out '.laws[0].stands and .laws[0].standstill == 1 and .laws[0].creep == 0'
ok json out '.laws[1].stands == false'
ok json out '.laws[0].breakaway == null and .laws[0].period == null'
stiction 0 compare block-limit-cycle --laws stribeck --json
ok json out '.laws[0].final_error < 1'
stiction 0 compare block-free-oscillator --laws coulomb --json
# 5 half cycles in pi/2 s, in turn: 4 changes of direction in 3 s.
ok json out '(.laws[0].reversals - 4 / 3 | fabs) < 1e-9 and .laws[0].stands'

begin "compare prints and writes a table"
stiction 0 compare block-brake --laws coulomb,lugre -o table.csv
ok says out "coulomb"
ok says out "right-hand"
ok grep -q '^law,engine,final_error \[m\]' table.csv
ok lines table.csv -eq 3
stiction 0 compare block-brake --laws coulomb,lugre -o -
ok grep -q '^coulomb,event,' out
stiction 0 compare block-belt --laws all --set duration=0.01
ok lines out -ge 18
rm -f table.csv

begin "compare works on every scenario, and its help defines every column"
for scenario in $scenarios; do
    stiction 0 compare "$scenario" --laws coulomb,stribeck --set duration=0.02 --json
    ok json out '.laws | length == 2 and all(.[]; has("final_error") and has("reversals"))'
done
# Of load 1/eta_opp - 1 = 0.25 and 1 - eta_aid = 0.3; stribeck does not depend on it.
stiction 0 compare servo-lift --laws lugre,coulomb_load,stribeck_load,stribeck --set duration=0.02 --set friction.gear.eta_opp=0.8 \
    --set friction.gear.eta_aid=0.7 --set friction.gear.eta_din_opp=0.8 --set friction.gear.eta_din_aid=0.7 --json
ok json out '[.laws[0:2][] | (.lifting - 0.25 | fabs) < 1e-9 and (.lowering - 0.3 | fabs) < 1e-9] | all'
# M5 against the load: (k_m + k_e)/(1 - k_m) of it, with it (k_m + k_e)/(1 + k_m): as coulomb_load has it in steady motion.
ok json out '.laws[2] | (.lifting - 0.2 / 0.88 | fabs) < 1e-9 and (.lowering - 0.2 / 1.12 | fabs) < 1e-9'
ok json out '.laws[3] | .lifting == null and .lowering == null'
stiction 0 describe servo-position
ok says out "kt/R    0.727273 N*m/V"
stiction 0 describe servo-position --json
ok json out '.determined | map(.name) == ["kt/R", "kt^2/R"] and (.[0].value - 1.6 / 2.2 | fabs) < 1e-12'
stiction 0 describe servo-lift --json
ok json out 'has("determined") | not'
stiction 0 help compare
for column in "final error" "stands at end" "still share" "creep velocity" "breakaway" \
    "slip period" "slip height" "reversals" "of load, lifting" "of load, lowering" "right-hand sides" "wall time"; do
    ok says out "  $column "
done

# ---- Plugins ----

plugin_source() {
    cat <<'END'
#include "stiction/core.h"
#include <math.h>
static const StnParam Fc = {"Fc", STN_KIND_PAIR, "$F", 1.0, 0.0, 1e9, "sliding level", 0, 0, 0};
static const StnParam steep = {"steep", STN_KIND_SCALAR, "s/$x", 1e3, 1.0, 1e9, "steepness", 0, 0, 0};
static const StnParam *const params[] = {&Fc, &steep};
static const StnVar none[] = {{0, 0, 0, 0}};
static StnFric slide(const StnSelf *self, const double *p, const double *s, const StnSite *in, StnRel *r, double *rate)
{
    (void)s, (void)r, (void)rate;
#ifdef UNRESOLVED
    extern void nobody_defines_this(void);
    nobody_defines_this();
#endif
    return (StnFric){p[0] * tanh(p[2] * in->v), 0.0};
}
static StnShape shape(const StnSelf *self, const double *p) { return (StnShape){INFINITY, 0.0, 1.0 / p[2], INFINITY}; }
#ifndef ABI
#define ABI STN_MODEL_ABI
#endif
static const StnLaw law = {.abi = ABI, .size = sizeof(StnLaw), .name = "tanh", .text = "", .reference = "", .title = "Smooth step", .equation = "FF = Fc*tanh(steep*v)",
    .nparam = 2, .params = params, .states = none, .rels = none,
    .slide = slide, .shape = shape};
const StnLaw *const *stn_plugin_laws(int *count);
const StnLaw *const *stn_plugin_laws(int *count)
{
    static const StnLaw *const list[] = {&law};
    *count = 1;
#ifdef NO_LIST
    return 0;
#endif
    return list;
}
END
}

begin "laws from a shared object"
if have cc && [[ -n ${SOURCE_DIR:-} ]]; then
    plugin_source >plugin.c
    ok cc -std=c17 -shared -fPIC -I "$SOURCE_DIR/include" plugin.c -o plugin.so -lm
    stiction 0 --plugin plugin.so list laws --names
    ok grep -qx tanh out
    stiction 0 describe tanh --plugin=./plugin.so
    ok says out "steep"
    stiction 0 run block-brake --law tanh --plugin plugin.so --set friction.contact.steep=100 --json
    ok json out '.friction.contact == "tanh"'
    stiction 0 compare block-brake --laws coulomb,tanh --plugin plugin.so
    ok grep -q '^tanh ' out
    mkdir -p own # a paper whose case has the law
    printf 'title: t\nauthors: a\nwhere: w\nyear: 2026\nmechanism: m\ncases: {a: {scenario: block-brake, law: tanh}}\n' >own/paper.yaml
    stiction 0 --plugin plugin.so reproduce own -o page --quiet
    stiction 2 reproduce own -o page
    ok says err 'own/paper.yaml:6:41: unknown law "tanh"'
    printf 'base: block-limit-cycle\nfriction: {contact: {law: tanh, Fs: null, sigma0: null}}\n' >tanh.yaml
    stiction 0 run block-limit-cycle --set duration=20 --quiet -o cycle.csv
    stiction 0 --plugin plugin.so identify power cycle.csv --effort u --position x --base tanh.yaml -o found.yaml
    stiction 0 --plugin plugin.so check found.yaml
    rm -rf own page tanh.yaml cycle.csv found.yaml
    ok cc -std=c17 -shared -fPIC -I "$SOURCE_DIR/include" "$SOURCE_DIR/docs/examples/own_plant.c" -o arm.so -lm \
        -fvisibility=hidden -ffunction-sections -Wl,--gc-sections
    stiction 0 --plugin arm.so describe arm
    ok says out "bearing"
    stiction 0 --plugin arm.so new arm
    cp out arm.yaml
    stiction 0 --plugin arm.so run arm.yaml --json
    ok json out '.plant == "arm"'
    rm -f arm.so arm.yaml
    stiction 2 list --plugin plugin.so --plugin plugin.so
    ok says err 'law "tanh" already'
    wrong_plugin() { # FLAG WORD...: a plugin made with FLAG is refused with these words
        ok cc -std=c17 -shared -fPIC "$1" -I "$SOURCE_DIR/include" plugin.c -o wrong.so -lm
        stiction 2 list --plugin wrong.so
        for word in "${@:2}"; do ok says err "$word"; done
    }
    wrong_plugin -DABI=7 "wrong.so: law 1 of 1" "made with other headers" "abi 0x7"
    wrong_plugin -DNO_LIST "no list of its 1 laws"
    wrong_plugin -DUNRESOLVED nobody_defines_this
    cp plugin.so plugin.csv
    stiction 2 --plugin ./plugin.csv run block-brake -o plugin.csv
    ok says err "which is read (--plugin)"
    ok cmp -s plugin.so plugin.csv
    rm -f plugin.* wrong.so
fi

summary
