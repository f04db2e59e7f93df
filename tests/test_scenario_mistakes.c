/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Every mistake in a scenario is named with its place: text, line, column, part of the message. */
#include "stiction/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define HEAD "plant: block\nduration: 1 s\n" /* what follows begins in line 3 */
#define SIGNAL(text) HEAD "inputs: {u: " text "}\n"

/* clang-format off */
static const struct { const char *text; int line, column; const char *fragment; } bad[] = {
    /* the whole */
    {"", 1, 1, "a scenario is a map"},
    {"just text\n", 1, 1, "a scenario is a map"},
    {"[a, b]\n", 1, 1, "not a list"},
    {"plant: block\n", 1, 1, "\"duration\" is missing"},
    {"duration: 1 s\n", 1, 1, "\"plant\" is missing"},
    {HEAD "duration: 2 s\n", 3, 1, "\"duration\" appears twice; first in line 2"},
    {HEAD "inputs: {u: 1 N, u: 2 N}\n", 3, 18, "\"u\" appears twice"},
    {HEAD "durations: 2 s\n", 3, 1, "unknown key \"durations\"; did you mean \"duration\"?"},
    {HEAD "zzzzzzzzz: 2\n", 3, 1, "allowed: title, description, base, plant"},
    {HEAD "title: [a]\n", 3, 8, "title is text, not a list"},
    {HEAD "description: {a: b}\n", 3, 14, "description is text, not a map"},
    /* YAML */
    {"plant: [block\n", 2, 1, "not valid YAML"},
    {"plant: block\n\tduration: 1\n", 2, 1, "a tab stands where YAML wants blanks"},
    {"plant: &a block\n", 1, 8, "anchors (&name) are not allowed"},
    {"plant: *a\n", 1, 8, "aliases (*name) are not allowed"},
    {"plant: !!str block\n", 1, 8, "tags (!name) are not allowed"},
    {HEAD "---\nplant: block\n", 3, 1, "one document"},
    {HEAD "? [a]\n: b\n", 3, 3, "a key is a word, not a list"},
    {"a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n", 1, 36,
     "nested too deeply"},
    {"plant: \"a\\0b\"\n", 1, 8, "NUL"},
    {"plant: \xFF\n", 1, 8, "not valid YAML"},
    /* plant, options, parameters, controller */
    {"plant: blok\nduration: 1 s\n", 1, 8, "unknown plant \"blok\"; did you mean \"block\"?"},
    {"plant: {a: b}\nduration: 1 s\n", 1, 8, "plant is a name, not a map"},
    {HEAD "parameters: {mm: 1 kg}\n", 3, 14, "did you mean \"m\"?"},
    {HEAD "parameters: {load: 1 N}\n", 3, 14,
     "\"load\" of plant block belongs under inputs:, not parameters:"},
    {HEAD "parameters: {Fs: 1 N}\n", 3, 14, "belongs under friction.contact:, not parameters:"},
    {HEAD "inputs: {derivate: 1}\n", 3, 10, "did you mean \"derivative\", which belongs under options:?"},
    {"plant: eha\nduration: 1 s\nparameters: {PSR: 1 MPa}\n", 3, 14,
     "\"PSR\" of plant eha belongs under inputs:"},
    {"plant: chain\nduration: 1 s\nparameters: {bodies: 1}\nfriction: {zzz: {Fs: 1}}\n", 4, 12,
     "\"zzz\"; allowed: body1"},
    {HEAD "parameters: {zzzzzz: 1 kg}\n", 3, 14,
     "unknown key in parameters: of plant block \"zzzzzz\"; allowed: m, K"},
    {HEAD "parameters: {m: 1 N}\n", 3, 17, "\"1 N\" is in N, but m is in kg"},
    {HEAD "parameters: {m: -1 kg}\n", 3, 17,
     "m = \"-1 kg\" is out of range; allowed: 1e-9 kg to 1000000000 kg"},
    {HEAD "parameters: {m: 1e400 kg}\n", 3, 17, "too large"},
    {HEAD "parameters: {m: nan}\n", 3, 17, "\"nan\" is not a number"},
    {HEAD "parameters: {m: inf}\n", 3, 17, "out of range"},
    {HEAD "parameters: {m: 3 kgg}\n", 3, 19, "unknown unit \"kgg\""},
    {HEAD "parameters: {m: [1, 2]}\n", 3, 17, "m is a number, not a list"},
    {HEAD "parameters: {m: {a: 1}}\n", 3, 17, "m is a number, not a map"},
    {HEAD "parameters: {m: }\n", 3, 17, "m has no value"},
    {HEAD "parameters: [1]\n", 3, 13, "parameters is a map, not a list"},
    {HEAD "parameters:\n  Kp: 3 N/m\n", 4, 3,
     "\"Kp\" of plant block belongs under controller:, not parameters:"},
    {HEAD "controller: {Kpp: 1}\n", 3, 14, "did you mean \"Kp\"?"},
    {HEAD "controller: {Ts: 1 Hz}\n", 3, 18, "\"1 Hz\" is in Hz, but Ts is in s"},
    {HEAD "options: {drive: forse}\n", 3, 18, "unknown drive \"forse\"; did you mean \"force\"?"},
    {HEAD "options: {drive: 12345678}\n", 3, 18, "allowed: force, spring, pid, motion"},
    {HEAD "options: {drive: [pid]}\n", 3, 18, "drive is a word, not a list"},
    {HEAD "options: {derivative: state}\ncontroller: {derivative: state}\n", 4, 14,
     "is in two sections"},
    /* friction */
    {HEAD "friction: {contakt: {law: coulomb}}\n", 3, 12, "did you mean \"contact\"?"},
    {HEAD "friction: {contact: coulomb}\n", 3, 21, "friction at contact is a map"},
    {HEAD "friction: {contact: {law: coulom}}\n", 3, 27,
     "unknown friction law \"coulom\"; did you mean \"coulomb\"?"},
    {HEAD "friction: {contact: {law: }}\n", 3, 27, "unknown friction law"},
    {HEAD "friction: {contact: {FS: 1 N}}\n", 3, 22, "did you mean \"Fs\"?"},
    {HEAD "friction: {contact: {qqqqqqqqq: 1}}\n", 3, 22,
     "unknown friction parameter at contact: \"qqqqqqqqq\"; allowed: law, Fs, Fc"},
    {HEAD "friction: {contact: {Fs: 1 N*m}}\n", 3, 26, "\"1 N*m\" is in N*m, but Fs is in N"},
    {HEAD "friction: {contact: {Fs: -1 N}}\n", 3, 26, "allowed: 0 N to"},
    {HEAD "friction: {contact: {Fs: {forward: 1 N}}}\n", 3, 26,
     "Fs needs \"forward\" and \"backward\""},
    {HEAD "friction: {contact: {Fs: {foward: 1 N}}}\n", 3, 27, "did you mean \"forward\"?"},
    {HEAD "friction: {contact: {Fs: [1, 2, 3]}}\n", 3, 26, "Fs has 3 values"},
    {HEAD "friction: {contact: {Fs: [1 N, 2 m]}}\n", 3, 32, "\"2 m\" is in m, but Fs is in N"},
    {HEAD "friction: {contact: {k: [1,1,1,1,1,1,1,1,1,1,1]}}\n", 3, 25,
     "k has 11 values; allowed: 1 to 10"},
    {HEAD "friction: {contact: {n: 2 m}}\n", 3, 25, "\"2 m\" is in m, but n has no unit"},
    {HEAD "inputs: {u: 1 N}\nfriction:\n  contact:\n    Fc: 2 N\n    Fs: 1 N\n", 6, 9, "contact"},
    /* initial */
    {HEAD "initial: {y: 1 m}\n", 3, 11, "\"y\" of plant block belongs under inputs:, not initial:"},
    {HEAD "initial: {x: 1 s}\n", 3, 14, "\"1 s\" is in s, but x is in m"},
    {HEAD "initial: {x: inf}\n", 3, 14, "allowed: finite numbers"},
    {HEAD "initial: {z: 1 um}\n", 3, 11, "unknown state \"z\""},
    {HEAD "friction: {contact: {law: lugre}}\ninitial: {contact.z: 1 N}\n", 4, 22,
     "but contact.z is in m"},
    {HEAD "friction: {contact: {law: lugre}}\ninitial: {z: 1, contact.z: 1}\n", 4, 17,
     "appears twice"},
    /* inputs */
    {HEAD, 1, 8, "input \"u\" is missing"},
    {HEAD "inputs: 3\n", 3, 9, "inputs is a map, not text"},
    {HEAD "inputs: {w: 1 N}\n", 3, 10, "unknown input of plant block: \"w\""},
    {SIGNAL("1 m"), 3, 13, "\"1 m\" is in m, but u is in N"},
    {SIGNAL("inf"), 3, 13, "finite"},
    {SIGNAL("{}"), 3, 13, "a signal has one key"},
    {SIGNAL("{step: {to: 1}, ramp: {slope: 1}}"), 3, 13,
     "a signal has one key (constant, step, ramp, ...), here are 2"},
    {SIGNAL("{rampe: {slope: 1}}"), 3, 14, "unknown signal \"rampe\"; did you mean \"ramp\"?"},
    {SIGNAL("{ramp: 3}"), 3, 20, "ramp is a map, not text"},
    {SIGNAL("{ramp: {}}"), 3, 20, "ramp needs \"slope\""},
    {SIGNAL("{ramp: {slope: 1 N}}"), 3, 28, "\"1 N\" is in N, but slope is in N/s"},
    {SIGNAL("{ramp: {slope: 1, stop: 2}}"), 3, 31,
     "unknown key in ramp: \"stop\"; did you mean \"slope\"?"},
    {SIGNAL("{ramp: {slope: 1, start: 2, end: 1}}"), 3, 46, "the end lies before the start"},
    {SIGNAL("{sine: {amplitude: 1, frequency: 6 rad/s}}"), 3, 46, "(1 Hz = 2*pi rad/s)"},
    {SIGNAL("{sine: {amplitude: 1, frequency: -1}}"), 3, 46, "allowed: at least 0 Hz, and finite"},
    {SIGNAL("{trapezoid: {levels: [0, 1], times: [0]}}"), 3, 25, "as many times as levels"},
    {SIGNAL("{trapezoid: {levels: [0, 1], times: [1, 0]}}"), 3, 53, "times must increase"},
    {SIGNAL("{trapezoid: {levels: [0, 1, 2], times: [1, 1, 1]}}"), 3, 59, "times must increase"},
    {SIGNAL("{trapezoid: {levels: [], times: []}}"), 3, 34, "levels has 0 values"},
    {SIGNAL("{pulses: {high: 1, period: 0}}"), 3, 40, "allowed: more than 0 s, and finite"},
    {SIGNAL("{pulses: {high: 1, period: 1, duty: 200 %}}"), 3, 49, "allowed: 0 to 1"},
    {SIGNAL("{multisine: {components: 3}}"), 3, 25, "needs \"amplitude\""},
    {SIGNAL("{multisine: {components: []}}"), 3, 38, "components has 0 entries"},
    {SIGNAL("{multisine: {components: 0}}"), 3, 38, "whole numbers from 1 to 10000"},
    {SIGNAL("{multisine: {components: [{amplitude: 1}]}}"), 3, 39,
     "a component needs \"frequency\""},
    {SIGNAL("{multisine: {components: [{amplitude: 1, frequency: 1}], f0: 1}}"), 3, 74,
     "not with a list"},
    {SIGNAL("{table: {file: no-such.csv, column: u}}"), 3, 28, "there is no file"},
    {SIGNAL("[1 N, 2 m]"), 3, 19, "\"2 m\" is in m"},
    {SIGNAL("[]"), 3, 13, "sum of 0 signals"},
    {SIGNAL("[1 N, [2 N]]"), 3, 19, "inside another sum"},
    /* the rest */
    {HEAD "inputs: {u: 1}\nsensors: {xx: {lag: 1}}\n", 4, 11,
     "unknown output of plant block: \"xx\"; did you mean \"x\"?"},
    {HEAD "inputs: {u: 1}\nsensors: {x: {lag: 1 m}}\n", 4, 20, "but lag is in s"},
    {HEAD "inputs: {u: 1}\nsensors: {x: {resolution: -1}}\n", 4, 27, "at least 0 m"},
    {HEAD "inputs: {u: 1}\nsensors: {x: 3}\n", 4, 14, "x is a map"},
    {HEAD "inputs: {u: 1}\nsolver: {metod: fixed}\n", 4, 10,
     "unknown key in solver: \"metod\"; did you mean \"method\"?"},
    {HEAD "inputs: {u: 1}\nsolver: {method: evnt}\n", 4, 18, "did you mean \"event\"?"},
    {HEAD "inputs: {u: 1}\nsolver: {rtol: 2}\n", 4, 16, "allowed: 1e-14 to 0.1"},
    {HEAD "inputs: {u: 1}\nsolver: {dt: automatic}\n", 4, 14, "\"automatic\" is not a number"},
    {HEAD "inputs: {u: 1}\nsolver: {dt: 0}\n", 4, 14, "more than 0 s"},
    {HEAD "inputs: {u: 1}\nsolver: {zone_guard: maybe}\n", 4, 22, "unknown zone_guard \"maybe\""},
    {HEAD "inputs: {u: 1}\nsolver: {max_events: 1.5}\n", 4, 22, "whole numbers from 1"},
    {HEAD "inputs: {u: {sine: {amplitude: 1, frequency: 2e9 Hz}}}\n", 3, 13, "2e+09 periods in 1 s"},
    {HEAD "inputs: {u: 1}\nsensors: {x: {sample: 1e-10 s}}\n", 4, 14, "1e+10 samples in 1 s"},
    {HEAD "inputs: {u: 1}\nsolver: {h_max: 1e-15 s}\n", 4, 17, "1e+15 steps in 1 s"},
    {HEAD "inputs: {u: 1}\nsolver: {method: fixed, dt: 1e-300 s}\n", 4, 29, "dt = 1e-300 s is too short"},
    {HEAD "seed: -1\n", 3, 7, "whole numbers from 0 to 18446744073709551615"},
    {HEAD "seed: 18446744073709551616\n", 3, 7, "out of range"},
    {"plant: block\nduration: 0 s\n", 2, 11, "more than 0 s, and finite"},
    {"plant: block\nduration: inf\n", 2, 11, "duration = \"inf\" is out of range"},
    {"plant: block\nduration: 3 m\n", 2, 11, "but duration is in s"},
    {HEAD "inputs: {u: 1}\nrecord: {every: 0}\n", 4, 17, "more than 0 s"},
    {HEAD "inputs: {u: 1}\nrecord: {every: 1 ns}\n", 4, 17, "more than 1e8 rows in 1 s"},
    {HEAD "inputs: {u: 1}\nrecord: {columns: [x, vv]}\n", 4, 23,
     "unknown column \"vv\"; did you mean \"v\"?"},
    {HEAD "inputs: {u: 1}\nrecord: {columns: [x, x]}\n", 4, 23, "listed twice"},
    {HEAD "inputs: {u: 1}\nrecord: {columns: x}\n", 4, 19, "columns is a list of names"},
    {HEAD "base: no-such-scenario\n", 3, 7, "no built-in scenario \"no-such-scenario\""},
    {HEAD "base: [a]\n", 3, 7, "base is the name of a scenario or file, not a list"},
};
/* clang-format on */

static void every_mistake_is_named_with_its_place(void **state)
{
    int wrong = 0;
    for (size_t i = 0; i < COUNT(bad); i++) {
        StnError error = {0};
        char text[1400];
        StnScenario *scenario =
            stn_scenario_parse(bad[i].text, strlen(bad[i].text), "test.yaml", NULL, &error);
        const bool right = scenario == NULL && error.line == bad[i].line &&
                           error.column == bad[i].column && strcmp(error.file, "test.yaml") == 0 &&
                           strstr(error.text, bad[i].fragment) != NULL;
        if (!right)
            print_error("%s----> %d:%d %s\n      %s\n\n", bad[i].text, bad[i].line, bad[i].column,
                        bad[i].fragment,
                        scenario ? "accepted" : stn_error_format(&error, text, sizeof text));
        wrong += !right;
        stn_scenario_free(scenario);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
