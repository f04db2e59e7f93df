#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Shared objects with laws and plants that make no sense: exit code 2 and a sentence that names the file.  One plugin, which
# takes from the variable FAULT what is wrong with it.  test_cli.sh has good ones.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
: "${SOURCE_DIR:?the folder of the sources}"
have cc || exit 77

cat >../in/plugin.c <<'END'
#define main unused_main
#include "own_plant.c"

static bool is(const char *fault) { return strcmp(getenv("FAULT"), fault) == 0; }

static const StnParam Fc = {"Fc", STN_KIND_PAIR, "$F", 1.0, 0.0, 1e9, "sliding level", 0, 0, 0};
static const StnParam *const law_params[] = {&Fc};
static const StnVar none[] = {{0, 0, 0, 0}};
static StnFric slide(const StnSelf *self, const double *p, const double *s, const StnSite *in, StnRel *r, double *rate)
{
    (void)s, (void)r, (void)rate;
    return (StnFric){p[0] * tanh(1e3 * in->v), 0.0};
}
static StnShape shape(const StnSelf *self, const double *p) { return (void)p, (StnShape){INFINITY, 0.0, 1e-3, INFINITY}; }
static StnLaw law[300];
static StnPlant plant[300];
static char name[300][8];
static const StnLaw *laws[300];
static const StnPlant *many[300];

static void take_texts(const char *kind, const char **title, const char **equation, const char **text,
                       const char **reference)
{
    const char **const members[] = {title, equation, text, reference};
    static const char *const names[] = {"title", "equation", "text", "reference"};
    char fault[40];
    for (int i = 0; i < 4; i++) {
        snprintf(fault, sizeof fault, "%s %s", kind, names[i]);
        *members[i] = is(fault) ? NULL : "";
    }
}

__attribute__((visibility("default"))) const StnLaw *const *stn_plugin_laws(int *count)
{
    for (int i = 0; i < 300; i++) {
        snprintf(name[i], sizeof name[i], "m%d", i);
        law[i] = (StnLaw){.abi = STN_MODEL_ABI, .size = sizeof(StnLaw), .name = name[i], .nparam = 1, .params = law_params, .states = none,
                          .rels = none, .slide = slide, .shape = shape};
        take_texts("law", &law[i].title, &law[i].equation, &law[i].text, &law[i].reference);
        laws[i] = &law[i];
    }
    law[0].size -= is("law size");
    static StnParam odd = {"a", STN_KIND_SCALAR, "N/furlong", 1.0, 0.0, 2.0, "text", NULL, NULL, NULL};
    static const StnParam *const odd_params[] = {&odd};
    odd.unit = is("law name of parameter") ? "N" : odd.unit;
    odd.name = is("law name of parameter") ? "a b" : odd.name;
    law[0].params = is("law unit") || is("law name of parameter") ? odd_params : law[0].params;
    law[0].name = is("law name") ? "" : is("law clash") ? "lugre" : law[0].name;
    *count = is("laws negative") ? -1 : is("laws many") ? 300 : is("laws none") ? 0 : 1;
    return is("laws none") || is("laws no list") ? NULL : laws;
}

__attribute__((visibility("default"))) const StnPlant *const *stn_plugin_all_plants(int *count)
{
    for (int i = 0; i < 300; i++) {
        plant[i] = arm;
        plant[i].name = name[i];
        take_texts("plant", &plant[i].title, &plant[i].equation, &plant[i].text, &plant[i].reference);
        many[i] = &plant[i];
    }
    plant[0].abi ^= is("plant abi");
    plant[0].name = is("plant name") ? "" : is("plant clash") ? "block" : plant[0].name;
    plant[0].eval = is("plant eval") ? NULL : plant[0].eval;
    *count = is("plants negative") ? -1 : is("plants many") ? 300 : is("plants none") ? 0 : 1;
    return is("plants none") || is("plants no list") ? NULL : many;
}
END
# The example exports its own plant; here there are more.
sed 's/stn_plugin_plants/stn_example_plants/' "$SOURCE_DIR/docs/examples/own_plant.c" >../in/own_plant.c
sed -i 's/stn_plugin_all_plants/stn_plugin_plants/' ../in/plugin.c
flags=(-std=gnu17 -shared -fPIC -I "$SOURCE_DIR/include" -fvisibility=hidden -ffunction-sections -Wl,--gc-sections)
ok cc "${flags[@]}" ../in/plugin.c -o ../in/plugin.so -lm
printf 'const int nothing = 0;\n' >../in/empty.c
ok cc "${flags[@]}" ../in/empty.c -o ../in/empty.so

export FAULT=none
good m0 list laws --names --plugin ../in/plugin.so
good m0 list plants --names --plugin ../in/plugin.so
good "Parameters" describe m0 --plugin ../in/plugin.so
for FAULT in "laws none" "plants none"; do
    good lugre list --names --plugin ../in/plugin.so
done

# faulty FAULT FRAGMENT
faulty() { FAULT=$1 bad "plugin.so: $2" list --plugin ../in/plugin.so; }
for member in title equation text reference; do
    faulty "law $member" "law m0: title, equation, text or reference is NULL"
    faulty "plant $member" "plant m0: title, equation, text or reference is NULL"
done
faulty "law name" "law 1 of 1: a law without a name"
faulty "law size" "law 1 of 1: the law was made with other headers"
faulty "law unit" 'm0: the unit of a: unknown unit "furlong"'
faulty "law name of parameter" "law 1 of 1: law m0: a parameter without name, unit or text, or with a name that is none"
faulty "law clash" 'there is a law "lugre" already'
faulty "laws negative" "stn_plugin_laws has no list of its -1 laws"
faulty "laws no list" "stn_plugin_laws has no list of its 1 laws"
faulty "laws many" "more than 256 laws"
faulty "plant name" "plant 1 of 1: a plant without a name"
faulty "plant abi" "plant 1 of 1: the plant was made with other headers"
faulty "plant eval" "plant 1 of 1: plant m0: "
faulty "plant clash" 'there is a plant "block" already'
faulty "plants negative" "stn_plugin_plants has no list of its -1 plants"
faulty "plants no list" "stn_plugin_plants has no list of its 1 plants"
faulty "plants many" "more than 256 plants"
bad "exports neither stn_plugin_laws nor stn_plugin_plants" list --plugin ../in/empty.so
bad "plugin: " list --plugin ../in/nothing.so
bad "--plugin needs" list --plugin
bad "--plugin needs" list --plugin=
FAULT=none bad 'there is a law "m0" already' list --plugin ../in/plugin.so --plugin ../in/plugin.so
summary
